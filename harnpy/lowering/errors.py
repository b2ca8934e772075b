"""`throw`, `try`, `finally`, `defer`, `retry`, `require` (lowering.md 12)."""

import ast as pyast
from collections.abc import Callable

from harnpy.base.spans import Span
from harnpy.lowering import emit
from harnpy.lowering.context import DROP, RETURN, Context, IntoHandler, Loop, StmtHandler
from harnpy.syntax.nodes import (
    AppliedType,
    Body,
    Guard,
    NamedType,
    Require,
    Retry,
    ThrowStmt,
    TryCatch,
    TryExpr,
    TypeNode,
)
from harnpy.syntax.visit import NodeTable

STATEMENTS: NodeTable[StmtHandler] = NodeTable("error statements")
INTO: NodeTable[IntoHandler] = NodeTable("error expressions")


@STATEMENTS.on(ThrowStmt)
def throw(cx: Context, node: ThrowStmt) -> None:
    """`throw v`."""
    span = node.value.span
    cx.out.append(emit.raises(emit.support("_throw", [cx.expr(node.value)], span), span))


@STATEMENTS.on(Require)
def require(cx: Context, node: Require) -> None:
    """`require c, message`."""
    test = emit.invert(cx.condition(node.condition), node.span)

    def fail() -> None:
        if node.message is None:
            value: pyast.expr = emit.const("require condition failed", node.span)
            span = node.condition.span
        else:
            value, span = cx.expr(node.message), node.message.span
        cx.out.append(emit.raises(emit.support("_throw", [value], span), span))

    cx.out.append(emit.branch(test, cx.capture_run(fail), [], node.span))


@STATEMENTS.on(Guard)
def guard(cx: Context, node: Guard) -> None:
    """`guard c else { … }`."""
    test = emit.invert(cx.condition(node.condition), node.span)
    cx.out.append(emit.branch(test, cx.body_into(node.else_body, DROP), [], node.span))


def under_cleanup(cx: Context, make: Callable[[], list[pyast.stmt]]) -> list[pyast.stmt]:
    """Run `make` for statements that stand under a handler or cleanup: no call there is a tail call."""
    cx.pending_cleanups += 1
    try:
        return make()
    finally:
        cx.pending_cleanups -= 1


def cleanup(cx: Context, body: list[pyast.stmt], span: Span) -> list[pyast.stmt]:
    """The statements of a `finally`: skipped while an abort unwinds the program."""
    stopped = emit.subscript(emit.abi("_stop", span), emit.const(0, span), span)
    return [emit.branch(emit.invert(stopped, span), body, [], span)]


@INTO.on(TryCatch)
def try_catch(cx: Context, node: TryCatch, destination: str) -> None:
    """`try { } catch (e) { } finally { }`."""
    span = node.span
    body = under_cleanup(cx, lambda: _value_of_body(cx, node.body, destination))
    handlers: list[pyast.ExceptHandler] = []
    if node.has_catch:
        handlers.append(_catch(cx, node, destination))
    final: list[pyast.stmt] = []
    finally_body = node.finally_body
    if finally_body is not None:
        final = cleanup(cx, cx.body_into(finally_body, DROP), finally_body.span)
    cx.out.append(emit.attempt(body, handlers, final, span))


def _value_of_body(cx: Context, body: Body, destination: str) -> list[pyast.stmt]:
    return [*prepare(destination, body.span), *cx.body_into(body, destination)]


def prepare(destination: str, span: Span) -> list[pyast.stmt]:
    """A variable that some path may leave unset starts as nil."""
    if destination in (DROP, RETURN):
        return []
    return [emit.assign(destination, emit.const(None, span), span)]


def _catch(cx: Context, node: TryCatch, destination: str) -> pyast.ExceptHandler:
    body = node.catch_body
    assert body is not None
    error = cx.temp()
    span = body.span

    def lay_out() -> None:
        if node.error_type is not None:
            name = emit.const(_type_name(node.error_type), node.error_type.span)
            takes = emit.support("_catches", [emit.name(error, span), name], span)
            cx.out.append(emit.branch(emit.invert(takes, span), [emit.reraise(span)], [], span))
        caught = emit.support("_caught", [emit.name(error, span)], span)
        symbol = cx.symbol(node.error_var) if node.error_var is not None else None
        if symbol is not None:
            assert node.error_var is not None
            cx.declare(symbol, caught, node.error_var.span)
        else:
            cx.out.append(emit.effect(caught, span))
        cx.statements(body.statements, destination, span)

    def handled() -> list[pyast.stmt]:
        return cx.capture_run(lay_out)

    statements = under_cleanup(cx, handled) if node.finally_body is not None else handled()
    return emit.handler("_CATCH", error, statements, span)


def _type_name(node: TypeNode) -> str:
    return node.name if isinstance(node, (NamedType, AppliedType)) else ""


@INTO.on(TryExpr)
def try_expression(cx: Context, node: TryExpr, destination: str) -> None:
    """`try { }` alone: its value becomes a Result."""
    span = node.span
    result, error = cx.temp(), cx.temp()
    read = emit.name(result, span)
    body = under_cleanup(cx, lambda: _value_of_body(cx, node.body, result))
    is_result = emit.compare(emit.class_of(read, span), "in", emit.abi("_RESULTS", span), span)
    wrapped = emit.choose(is_result, read, emit.support("_Ok", [read], span), span)
    body.append(emit.assign(result, wrapped, span))
    caught = emit.support("_caught", [emit.name(error, span)], span)
    failed = emit.assign(result, emit.support("_Err", [caught], span), span)
    cx.out.append(emit.attempt(body, [emit.handler("_CATCH", error, [failed], span)], [], span))
    cx.deliver(read, destination, span)


@INTO.on(Retry)
def retry(cx: Context, node: Retry, destination: str) -> None:
    """`retry n { … }`: at least one attempt; the last error keeps its trace."""
    span = node.span
    left, error = cx.temp(), cx.temp()
    count = emit.support("_retries", [cx.expr(node.count)], node.count.span)
    cx.out.append(emit.assign(left, count, span))
    one = emit.const(1, span)
    loop = Loop(source=False)

    def lay_out() -> list[pyast.stmt]:
        body = under_cleanup(cx, lambda: _value_of_body(cx, node.body, destination))
        body.append(emit.breaks(span))
        remaining = emit.binary(emit.name(left, span), "-", one, span)
        exhausted = emit.compare(emit.name(left, span), "<=", emit.const(0, span), span)
        caught = emit.support("_caught", [emit.name(error, span)], span)
        handler = [
            emit.assign(left, remaining, span),
            emit.branch(exhausted, [emit.reraise(span)], [], span),
            emit.effect(caught, span),
            *loop.lowered_flags(span),
            emit.poll(span),
        ]
        attempt = emit.attempt(body, [emit.handler("_CATCH", error, handler, span)], [], span)
        return [emit.loop(emit.const(True, span), [attempt], span)]

    cx.leave_loop(loop, lay_out, span)
