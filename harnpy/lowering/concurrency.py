"""`spawn`, `parallel`, `select`, `scope`, `deadline`, `mutex`, `yield`, `emit` (lowering.md 15)."""

import ast as pyast

from harnpy.lowering import emit
from harnpy.lowering.context import DROP, Context, ExprHandler, IntoHandler, StmtHandler
from harnpy.lowering.errors import prepare, under_cleanup
from harnpy.lowering.expressions import entries_dict
from harnpy.lowering.functions import make_callable
from harnpy.lowering.patterns import bind_name
from harnpy.syntax.nodes import (
    CostRoute,
    DeadlineBlock,
    EmitExpr,
    MutexBlock,
    Parallel,
    ScopeBlock,
    SelectExpr,
    SpawnExpr,
    YieldExpr,
)
from harnpy.syntax.visit import NodeTable

EXPRESSIONS: NodeTable[ExprHandler] = NodeTable("concurrency expressions")
STATEMENTS: NodeTable[StmtHandler] = NodeTable("concurrency statements")
INTO: NodeTable[IntoHandler] = NodeTable("concurrency blocks")


@EXPRESSIONS.on(SpawnExpr)
def spawn(cx: Context, node: SpawnExpr) -> pyast.expr:
    """`spawn { … }`."""
    body = make_callable(cx, node)
    return emit.support("_spawn", [body], node.span)


@EXPRESSIONS.on(Parallel)
def parallel(cx: Context, node: Parallel) -> pyast.expr:
    """`parallel n { i -> … }` and its forms."""
    span = node.span
    source = cx.spill(cx.expr(node.expr), node.expr.span)
    options: pyast.expr = emit.const(None, span)
    if node.options:
        options = entries_dict(cx, node.options, span)
    body = make_callable(cx, node)
    return emit.support("_parallel", [emit.const(node.mode, span), source, body, options], span)


@STATEMENTS.on(ScopeBlock)
def scope(cx: Context, node: ScopeBlock) -> None:
    """`scope { … }`."""
    body = under_cleanup(cx, lambda: cx.body_into(node.body, DROP))
    cx.out.append(emit.within(emit.support("_scope", [], node.span), body, node.span))


@STATEMENTS.on(MutexBlock)
def mutex(cx: Context, node: MutexBlock) -> None:
    """`mutex { … }`, keyed by its place in the source, and `mutex(key) { … }`."""
    span = node.span
    if node.key is None:
        line, column = span.file.line_col(span.start)
        key: pyast.expr = emit.const(f"{span.file.path}:{line}:{column}", span)
    else:
        key = emit.support("_str", [cx.expr(node.key)], node.key.span)
    body = under_cleanup(cx, lambda: cx.body_into(node.body, DROP))
    cx.out.append(emit.within(emit.support("_mutex", [key], span), body, span))


@INTO.on(DeadlineBlock)
def deadline(cx: Context, node: DeadlineBlock, destination: str) -> None:
    """`deadline d { … }`."""
    span = node.span
    limit = emit.support("_deadline", [cx.expr(node.duration)], node.duration.span)

    def lay_out() -> list[pyast.stmt]:
        return [*prepare(destination, span), *cx.body_into(node.body, destination)]

    cx.out.append(emit.within(limit, under_cleanup(cx, lay_out), span))


@INTO.on(SelectExpr)
def select(cx: Context, node: SelectExpr, destination: str) -> None:
    """`select { m from ch { … } timeout d { … } default { … } }`."""
    span = node.span
    sources = [case.channel for case in node.cases]
    timed = [] if node.timeout is None else [node.timeout]
    values = cx.operands([*sources, *timed])
    timeout = values.pop() if timed else emit.const(None, span)
    args = [emit.list_of(values, span), timeout, emit.const(node.default is not None, span)]
    chosen = cx.hold(emit.support("_select", args, span), span)
    index = cx.hold(emit.subscript(chosen, emit.const(0, span), span), span)
    cx.out += prepare(destination, span)
    branches: list[tuple[int, list[pyast.stmt]]] = []
    for number, case in enumerate(node.cases):
        value = emit.subscript(chosen, emit.const(1, span), case.variable.span)
        bound = cx.capture_run(lambda case=case, value=value: bind_name(cx, case.variable, value))
        branches.append((number, bound + cx.body_into(case.body, destination)))
    if node.timeout_body is not None:
        branches.append((-1, cx.body_into(node.timeout_body, destination)))
    if node.default is not None:
        branches.append((-2, cx.body_into(node.default, destination)))
    rest: list[pyast.stmt] = []
    for number, body in reversed(branches):
        test = emit.compare(index, "==", emit.const(number, span), span)
        rest = [emit.branch(test, body, rest, span)]
    cx.out += rest


@INTO.on(CostRoute)
def cost_route(cx: Context, node: CostRoute, destination: str) -> None:
    """`cost_route { … }`: not run by this implementation; a clear fault when reached."""
    fault = emit.support("_unsupported", [emit.const("cost_route", node.span)], node.span)
    cx.out.append(emit.raises(fault, node.span))


@EXPRESSIONS.on(YieldExpr, EmitExpr)
def yield_value(cx: Context, node: YieldExpr | EmitExpr) -> pyast.expr:
    """`yield v` and `emit v`; their own value is nil."""
    span = node.span
    value = emit.const(None, span) if node.value is None else cx.expr(node.value)
    cx.out.append(emit.effect(pyast.Yield(value, **span.position), span))
    return emit.const(None, span)
