"""Literal closures given to list methods become loops and comprehensions (lowering.md 10).

Only on receivers proven to be lists, and only for bodies that are one expression and call nothing of unknown
cost, since a comprehension does not poll.
"""

import ast as pyast
from collections.abc import Callable

from harnpy.base.spans import Span
from harnpy.lowering import emit
from harnpy.lowering.context import Context
from harnpy.syntax.nodes import (
    Call,
    Closure,
    DeadlineBlock,
    Expr,
    MethodCall,
    NonNullAssert,
    Parallel,
    SpawnExpr,
    TryOperator,
    TryStar,
    YieldExpr,
)
from harnpy.syntax.visit import walk

_REFUSED = (
    Call,
    Closure,
    MethodCall,
    TryOperator,
    TryStar,
    YieldExpr,
    SpawnExpr,
    Parallel,
    DeadlineBlock,
    NonNullAssert,
)


def inlined(cx: Context, node: MethodCall) -> pyast.expr | None:
    """The loop form of `xs.map({ … })` and its like; None when the call must be made."""
    make = _FORMS.get(node.method)
    if make is None or node.optional or not cx.is_kind(node.object, "list") or len(node.args) != 1:
        return None
    closure = node.args[0]
    if not isinstance(closure, Closure):
        return None
    body = _simple_body(cx, closure)
    return make(cx, node, closure, body) if body is not None else None


def _simple_body(cx: Context, closure: Closure) -> Expr | None:
    """The one expression that the closure computes, if it can stand in place of a call."""
    if len(closure.params) != 1 or len(closure.body.statements) != 1:
        return None
    param = closure.params[0]
    if param.rest or param.default is not None or param.type_expr is not None:
        return None
    body = closure.body.statements[0]
    if not isinstance(body, Expr) or any(isinstance(one, _REFUSED) for one in walk(body)):
        return None
    symbol = cx.symbol(param)
    return body if symbol is not None and not symbol.captured else None


def _lowered_body(cx: Context, closure: Closure, body: Expr, condition: bool) -> pyast.expr | None:
    """The body as one Python expression; None when it needs statements or temporaries of its own."""
    lower: Callable[[], pyast.expr] = (lambda: cx.condition(body)) if condition else (lambda: cx.expr(body))
    outer = set(cx.assigned_nonlocals), set(cx.assigned_globals)
    before, value = cx.capture(lower)
    if not before and not _assigns(value):
        return value
    # The body is lowered again in a function of its own, which then assigns its names.
    cx.assigned_nonlocals, cx.assigned_globals = outer
    return None


def _assigns(value: pyast.expr) -> bool:
    return any(isinstance(one, pyast.NamedExpr) for one in pyast.walk(value))


def _element(cx: Context, closure: Closure) -> str | None:
    symbol = cx.symbol(closure.params[0])
    return symbol.python if symbol is not None else None


def _map(cx: Context, node: MethodCall, closure: Closure, body: Expr) -> pyast.expr | None:
    value, name = _lowered_body(cx, closure, body, condition=False), _element(cx, closure)
    if value is None or name is None:
        return None
    return _comprehension(cx, node, name, value, None)


def _filter(cx: Context, node: MethodCall, closure: Closure, body: Expr) -> pyast.expr | None:
    test, name = _lowered_body(cx, closure, body, condition=True), _element(cx, closure)
    if test is None or name is None:
        return None
    return _comprehension(cx, node, name, emit.name(name, body.span), test)


def _comprehension(
    cx: Context, node: MethodCall, name: str, value: pyast.expr, test: pyast.expr | None
) -> pyast.expr:
    span: Span = node.span
    source = cx.expr(node.object)
    if _assigns(source):
        # Python allows no `:=` in what a comprehension iterates over.
        source = cx.hold(source, span)
    tests = [test] if test is not None else []
    part = pyast.comprehension(emit.store(name, span), source, tests, 0)
    return pyast.ListComp(value, [part], **span.position)


_FORMS: dict[str, Callable[[Context, MethodCall, Closure, Expr], pyast.expr | None]] = {
    "map": _map,
    "filter": _filter,
}
