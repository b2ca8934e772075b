"""Calls: of functions the module can see, of builtins, of values (lowering.md 10), and pipes."""

import ast as pyast
from collections.abc import Callable, Sequence

from harnpy.base.spans import Span
from harnpy.lowering import emit
from harnpy.lowering.context import Context, Loop
from harnpy.semantics.symbols import SymbolKind
from harnpy.syntax.nodes import (
    BinaryOp,
    Call,
    Closure,
    Expr,
    FnDecl,
    Ident,
    MethodCall,
    Node,
    Spread,
    TryOperator,
    TypedParam,
)
from harnpy.syntax.visit import walk

Values = Sequence[pyast.expr]


class Arguments:
    """Arguments in order, lowered: their nodes, their values, and whether one is a spread."""

    def __init__(self, nodes: Sequence[Expr], values: list[pyast.expr], spread: bool = False) -> None:
        self.nodes = nodes
        self.values = values
        self.spread = spread

    def where(self, default: Span) -> Span:
        """Where a fault of a callee without a body is reported: the last argument."""
        return self.nodes[-1].span if self.nodes else default


def arguments_of(cx: Context, nodes: Sequence[Expr]) -> Arguments:
    """Lower arguments left to right."""
    lowered = cx.operands([node.expr if isinstance(node, Spread) else node for node in nodes])
    values: list[pyast.expr] = []
    for node, value in zip(nodes, lowered, strict=True):
        if isinstance(node, Spread):
            items = emit.support("_spread", [value], node.span)
            values.append(emit.starred(items, node.span))
        else:
            values.append(value)
    return Arguments(nodes, values, any(isinstance(node, Spread) for node in nodes))


def fault_call(cx: Context, exception: pyast.expr, span: Span) -> pyast.expr:
    """An expression that raises `exception`."""
    return emit.support("_raise", [exception], span)


def known_function(cx: Context, callee: Expr) -> FnDecl | Closure | None:
    """The function that `callee` certainly is, when it can be called directly."""
    if isinstance(callee, Ident):
        symbol = cx.symbol(callee)
        if symbol is None:
            return None
        declared = symbol.origin()
        if declared.kind is SymbolKind.FN and isinstance(declared.node, FnDecl):
            return declared.node
        if symbol.kind is SymbolKind.IMPORT:
            return None
    if isinstance(callee, (Call, MethodCall)):
        # Of these the facts know the function that they run, not the one that they give.
        return None
    found = cx.facts.callee(callee)
    return found if isinstance(found, (FnDecl, Closure)) else None


def call(cx: Context, node: Call) -> pyast.expr:
    """`f(a, b)`."""
    ref = cx.module.bindings.variants.get(node)
    if ref is not None:
        arguments = arguments_of(cx, node.args)
        return cx.module.variant_value(ref, arguments.values, node.span)
    callee = node.callee
    symbol = cx.symbol(callee) if isinstance(callee, Ident) else None
    if symbol is not None and symbol.kind is SymbolKind.BUILTIN:
        return builtin_call(cx, symbol.name, arguments_of(cx, node.args), node.span)
    known = known_function(cx, callee)
    if known is not None:
        if isinstance(callee, Ident):
            arguments = arguments_of(cx, node.args)
            target = cx.expr(callee)
        else:
            target, arguments = _callee_and_arguments(cx, callee, node.args)
        return call_known(cx, known, target, arguments, node.span)
    target, arguments = _callee_and_arguments(cx, callee, node.args)
    return call_value(cx, target, arguments, node.span)


def _callee_and_arguments(cx: Context, callee: Expr, args: Sequence[Expr]) -> tuple[pyast.expr, Arguments]:
    """The callee is evaluated before its arguments."""
    target = cx.expr(callee)
    mark = len(cx.out)
    arguments = arguments_of(cx, args)
    if len(cx.out) > mark and not cx.is_stable(target):
        held = cx.temp()
        cx.out.insert(mark, emit.assign(held, target, callee.span))
        target = emit.name(held, callee.span)
    return target, arguments


def required_of(params: Sequence[TypedParam]) -> int:
    """Fewest arguments that fill `params`."""
    return sum(1 for one in params if one.default is None and not one.rest)


def name_of(function: FnDecl | Closure) -> str:
    """The name a function has in messages."""
    return function.name if isinstance(function, FnDecl) else "<closure>"


def call_known(
    cx: Context, function: FnDecl | Closure, target: pyast.expr, arguments: Arguments, span: Span
) -> pyast.expr:
    """Call a function whose parameters are known: no class test, arity decided now."""
    if arguments.spread:
        return emit.support("_call", [target, *arguments.values], span)
    params = function.params
    got, least = len(arguments.values), required_of(params)
    has_rest = any(one.rest for one in params)
    if got < least:
        for value, node in zip(arguments.values, arguments.nodes, strict=True):
            cx.deliver(value, "", node.span)
        parts = [emit.const(part, span) for part in (name_of(function), least, got)]
        return fault_call(cx, emit.support("_arity", parts, span), span)
    values: Values = arguments.values
    if got > len(params) and not has_rest:
        held = [
            cx.spill(value, node.span) for value, node in zip(arguments.values, arguments.nodes, strict=True)
        ]
        values = held[: len(params)]
    return emit.call(target, values, span)


def call_value(cx: Context, target: pyast.expr, arguments: Arguments, span: Span) -> pyast.expr:
    """Call a value: a plain call when it is a Harn function; a wrong number of arguments costs only then."""
    if arguments.spread:
        return emit.support("_call", [target, *arguments.values], span)
    target = cx.simple(target, span)
    values = [
        cx.simple(value, node.span) for value, node in zip(arguments.values, arguments.nodes, strict=True)
    ]
    result, error = cx.temp(), cx.temp()
    where = arguments.where(span)
    plain = emit.call(target, values, span)
    slow = emit.support("_call", [target, *values], where)
    value = emit.choose(emit.is_class(target, "_Fn", span), plain, slow, span)
    again = [emit.name(error, span), target, emit.tuple_of(values, span)]
    retry = emit.assign(result, emit.support("_recall", again, span), span)
    cx.out.append(
        emit.attempt(
            [emit.assign(result, value, span)],
            [emit.handler("_TypeError", error, [retry], span)],
            [],
            span,
        )
    )
    for held, node in zip(values, arguments.nodes, strict=True):
        cx.release(held, node)
    return emit.name(result, span)


# ---- builtins --------------------------------------------------------------------------------------


def builtin_call(cx: Context, name: str, arguments: Arguments, span: Span) -> pyast.expr:
    """Call a builtin, inline where a class test decides."""
    inline = None if cx.module.catalog.refusable else _INLINE.get(name)
    where = arguments.where(span)
    if inline is not None and len(arguments.values) == 1 and not arguments.spread:
        found = inline(cx, arguments.nodes[0], arguments.values[0], where)
        if found is not None:
            return found
    return cx.native_call(name, arguments.values, where)


def _len(cx: Context, node: Node, value: pyast.expr, span: Span) -> pyast.expr | None:
    kinds = cx.kinds(node)
    sized = frozenset({"list", "string", "dict", "bytes"})
    if kinds is not None and kinds <= sized:
        return emit.support("_py_len", [value], span)
    if kinds is not None and not kinds & sized:
        return None
    value = cx.simple(value, span)
    likely = "_py_str" if kinds is not None and "string" in kinds else "_py_list"
    fast = emit.support("_py_len", [value], span)
    slow = cx.native_call("len", [value], span)
    return emit.choose(emit.is_class(value, likely, span), fast, slow, span)


def _to_string(cx: Context, node: Node, value: pyast.expr, span: Span) -> pyast.expr | None:
    return value if cx.is_kind(node, "string") else emit.support("_str", [value], span)


def _ok(cx: Context, node: Node, value: pyast.expr, span: Span) -> pyast.expr | None:
    return emit.support("_Ok", [value], span)


def _err(cx: Context, node: Node, value: pyast.expr, span: Span) -> pyast.expr | None:
    return emit.support("_Err", [value], span)


def _is_ok(cx: Context, node: Node, value: pyast.expr, span: Span) -> pyast.expr | None:
    return emit.is_class(value, "_Ok", span)


def _is_err(cx: Context, node: Node, value: pyast.expr, span: Span) -> pyast.expr | None:
    return emit.is_class(value, "_Err", span)


def _abs(cx: Context, node: Node, value: pyast.expr, span: Span) -> pyast.expr | None:
    interval = cx.facts.interval(node)
    if cx.is_kind(node, "float") or (interval is not None and interval[0] > -(2**63)):
        return emit.support("_py_abs", [value], span)
    return None


_INLINE: dict[str, Callable[[Context, Node, pyast.expr, Span], pyast.expr | None]] = {
    "len": _len,
    "to_string": _to_string,
    "Ok": _ok,
    "Err": _err,
    "is_ok": _is_ok,
    "is_err": _is_err,
    "abs": _abs,
}


# ---- pipes -----------------------------------------------------------------------------------------


def pipe(cx: Context, node: BinaryOp) -> pyast.expr:
    """`v |> f`, and `v |> g(_, 1)` where `_` is the value."""
    value = cx.expr(node.left)
    if cx.module.bindings.holes.get(node.right):
        return _pipe_into_hole(cx, node, cx.hold(value, node.left.span))
    callee = node.right
    arguments = Arguments((node.left,), [value])
    symbol = cx.symbol(callee) if isinstance(callee, Ident) else None
    if symbol is not None and symbol.kind is SymbolKind.BUILTIN:
        return builtin_call(cx, symbol.name, arguments, node.span)
    known = known_function(cx, callee)
    if known is not None and isinstance(callee, Ident):
        return call_known(cx, known, cx.expr(callee), arguments, node.span)
    before, target = cx.capture(lambda: cx.expr(callee))
    if before or not isinstance(target, pyast.Name):
        value = cx.spill(value, node.left.span)
    cx.out.extend(before)
    return emit.support("_pipe", [target, value], callee.span)


def _pipe_into_hole(cx: Context, node: BinaryOp, held: pyast.Name) -> pyast.expr:
    outer_value, cx.pipe_value = cx.pipe_value, held
    try:
        found = _ending_operand(cx, node.right)
    finally:
        cx.pipe_value = outer_value
    if isinstance(found, pyast.Name) and found.id == held.id:
        return found
    result = cx.hold(found, node.span)
    cx.release(held, node.left)
    return result


def _ending_operand(cx: Context, node: Expr) -> pyast.expr:
    """Lower the right side of a pipe; an Err met by `?` in it becomes the value of the pipe."""
    if not any(isinstance(one, TryOperator) for one in walk(node)):
        return cx.expr(node)
    result, loop, outer = cx.temp(), Loop(source=False), cx.try_target

    def finish(error: pyast.expr, span: Span) -> None:
        cx.out.append(emit.assign(result, error, span))
        cx.jump(loop, "break", span)

    def lay_out() -> list[pyast.stmt]:
        cx.try_target = finish
        body = cx.capture_run(lambda: cx.into(node, result))
        return [emit.loop(emit.const(True, node.span), [*body, emit.breaks(node.span)], node.span)]

    try:
        cx.leave_loop(loop, lay_out, node.span)
    finally:
        cx.try_target = outer
    return emit.name(result, node.span)
