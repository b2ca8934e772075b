"""Expressions without blocks: names, operators, access, calls, collections."""

from typing import cast

from harnpy.base.operators import INFIX, NONE
from harnpy.base.spans import Span
from harnpy.syntax import nodes
from harnpy.syntax.build.literals import plain_value
from harnpy.syntax.build.problems import expected_at, nested_too_deeply
from harnpy.syntax.build.types import span_of
from harnpy.syntax.driver import Context
from harnpy.syntax.tokens import Token

_LEVELS = {spelling: row.level for spelling, row in INFIX.items()}
_RANGES = frozenset((row.level) for row in INFIX.values() if row.associativity == NONE)


def expression(_ctx: Context, _span: Span, value: nodes.Expr) -> nodes.Expr:
    """A text that is one expression."""
    return value


def name(_ctx: Context, span: Span, token: Token) -> nodes.Ident:
    """A mention of a name."""
    return nodes.Ident(span=span, name=token.text)


# ---- operators


def first_operation(
    _ctx: Context, _span: Span, left: nodes.Expr, op: Token, right: nodes.Expr
) -> list[object]:
    """The first operator of a flat chain: operand, operator, operand, …"""
    return [left, op, right]


def next_operation(
    _ctx: Context, _span: Span, chain: list[object], op: Token, right: nodes.Expr
) -> list[object]:
    """One more operator of a flat chain."""
    chain.append(op)
    chain.append(right)
    return chain


def folded(ctx: Context, _span: Span, chain: list[object]) -> nodes.Expr:
    """Fold a flat chain into a tree by the levels of the operator table."""
    operands: list[nodes.Expr] = [cast("nodes.Expr", chain[0])]
    waiting: list[Token] = []
    levels = _LEVELS
    for index in range(1, len(chain), 2):
        op = cast("Token", chain[index])
        level = levels[op.kind]
        while waiting and levels[waiting[-1].kind] >= level:
            if level in _RANGES and levels[waiting[-1].kind] == level:
                expected_at(ctx, op, "end of range; parenthesize a range used as a range bound")
            _apply(ctx, waiting.pop(), operands)
        waiting.append(op)
        operands.append(cast("nodes.Expr", chain[index + 1]))
    while waiting:
        _apply(ctx, waiting.pop(), operands)
    return operands[0]


def _apply(ctx: Context, op: Token, operands: list[nodes.Expr]) -> None:
    right = operands.pop()
    left = operands[-1]
    span = Span(ctx.file, left.span.start, right.span.end)
    if op.kind in ("..", "..="):
        operands[-1] = nodes.RangeExpr(span=span, start=left, end=right, inclusive=op.kind == "..=")
    else:
        operands[-1] = nodes.BinaryOp(
            span=span, op=op.kind, op_span=Span(ctx.file, op.start, op.end), left=left, right=right
        )


def pipe(ctx: Context, span: Span, left: nodes.Expr, op: Token, right: nodes.Expr) -> nodes.BinaryOp:
    """`a |> b`."""
    return nodes.BinaryOp(span=span, op="|>", op_span=span_of(ctx, op), left=left, right=right)


def power(ctx: Context, span: Span, left: nodes.Expr, op: Token, right: nodes.Expr) -> nodes.Expr:
    """`a ** b`."""
    if nested_too_deeply(ctx, right, nodes.BinaryOp, "right"):
        return left
    return nodes.BinaryOp(span=span, op="**", op_span=span_of(ctx, op), left=left, right=right)


def prefix(ctx: Context, span: Span, op: Token, operand: nodes.Expr) -> nodes.Expr:
    """`-a`, `!a`."""
    if nested_too_deeply(ctx, operand, nodes.UnaryOp, "operand"):
        return operand
    return nodes.UnaryOp(span=span, op=op.text, operand=operand)


def try_star(ctx: Context, span: Span, operand: nodes.Expr) -> nodes.Expr:
    """`try* a`."""
    if nested_too_deeply(ctx, operand, nodes.TryStar, "operand"):
        return operand
    return nodes.TryStar(span=span, operand=operand)


def ternary(
    ctx: Context, span: Span, condition: nodes.Expr, then: nodes.Expr, otherwise: nodes.Expr
) -> nodes.Expr:
    """`c ? a : b`."""
    if nested_too_deeply(ctx, otherwise, nodes.Ternary, "otherwise"):
        return otherwise
    if nested_too_deeply(ctx, then, nodes.Ternary, "then"):
        return then
    return nodes.Ternary(span=span, condition=condition, then=then, otherwise=otherwise)


# ---- access and calls


def member(ctx: Context, span: Span, value: nodes.Expr, token: Token) -> nodes.Member:
    """`o.name`."""
    return nodes.Member(
        span=span, object=value, name=token.text, name_span=span_of(ctx, token), optional=False
    )


def optional_member(ctx: Context, span: Span, value: nodes.Expr, token: Token) -> nodes.Member:
    """`o?.name`."""
    return nodes.Member(
        span=span, object=value, name=token.text, name_span=span_of(ctx, token), optional=True
    )


def index(_ctx: Context, span: Span, value: nodes.Expr, position: nodes.Expr) -> nodes.Index:
    """`o[i]`."""
    return nodes.Index(span=span, object=value, index=position, optional=False)


def optional_index(_ctx: Context, span: Span, value: nodes.Expr, position: nodes.Expr) -> nodes.Index:
    """`o?[i]`, `o?.[i]`."""
    return nodes.Index(span=span, object=value, index=position, optional=True)


def slice(
    _ctx: Context, span: Span, value: nodes.Expr, start: nodes.Expr | None, end: nodes.Expr | None
) -> nodes.Slice:
    """`o[a:b]`."""
    return nodes.Slice(span=span, object=value, start=start, end=end)


def arguments(_ctx: Context, _span: Span, items: list[nodes.Expr] | None) -> tuple[nodes.Expr, ...]:
    """`(a, ...b)`."""
    return tuple(items or ())


def call(_ctx: Context, span: Span, callee: nodes.Expr, args: tuple[nodes.Expr, ...]) -> nodes.Expr:
    """`f(a)`, and `o.m(a)`, which is a method call."""
    return _call(span, callee, (), args)


def generic_call(
    _ctx: Context,
    span: Span,
    callee: nodes.Expr,
    types: list[nodes.TypeNode],
    args: tuple[nodes.Expr, ...],
) -> nodes.Expr:
    """`f<T>(a)`."""
    return _call(span, callee, tuple(types), args)


def _call(
    span: Span, callee: nodes.Expr, types: tuple[nodes.TypeNode, ...], args: tuple[nodes.Expr, ...]
) -> nodes.Expr:
    # A parenthesised callee starts behind the start of the call: `(o.m)(a)` calls the value of a member.
    if callee.__class__ is nodes.Member and callee.span.start == span.start:
        target = cast("nodes.Member", callee)
        return nodes.MethodCall(
            span=span,
            object=target.object,
            method=target.name,
            method_span=target.name_span,
            type_args=types,
            args=args,
            optional=target.optional,
        )
    return nodes.Call(span=span, callee=callee, type_args=types, args=args)


def try_operator(_ctx: Context, span: Span, operand: nodes.Expr) -> nodes.TryOperator:
    """`e?`."""
    return nodes.TryOperator(span=span, operand=operand)


def non_null(_ctx: Context, span: Span, operand: nodes.Expr) -> nodes.NonNullAssert:
    """`e!`."""
    return nodes.NonNullAssert(span=span, operand=operand)


def spread(_ctx: Context, span: Span, _dots: Token, value: nodes.Expr) -> nodes.Spread:
    """`...e`."""
    return nodes.Spread(span=span, expr=value)


# ---- collections


def list_literal(_ctx: Context, span: Span, items: list[nodes.Expr] | None) -> nodes.ListLit:
    """`[a, b]`."""
    return nodes.ListLit(span=span, items=tuple(items or ()))


def dict_literal(_ctx: Context, span: Span, entries: list[nodes.DictEntry] | None) -> nodes.DictLit:
    """`{k: v}`."""
    return nodes.DictLit(span=span, entries=tuple(entries or ()))


def struct_literal(
    ctx: Context, span: Span, token: Token, entries: list[nodes.DictEntry] | None
) -> nodes.StructConstruct:
    """`Point { x: 1 }`."""
    return nodes.StructConstruct(
        span=span, name=token.text, name_span=span_of(ctx, token), entries=tuple(entries or ())
    )


def word_entry(ctx: Context, span: Span, key: Token, value: nodes.Expr) -> nodes.DictEntry:
    """`key: value`."""
    literal = nodes.Str(span=span_of(ctx, key), value=key.text)
    return nodes.DictEntry(span=span, key=literal, computed=False, value=value)


def string_entry(ctx: Context, span: Span, key: Token, value: nodes.Expr) -> nodes.DictEntry:
    """`"key": value`."""
    literal = nodes.Str(span=span_of(ctx, key), value=plain_value(key.text))
    return nodes.DictEntry(span=span, key=literal, computed=False, value=value)


def computed_entry(_ctx: Context, span: Span, key: nodes.Expr, value: nodes.Expr) -> nodes.DictEntry:
    """`[key]: value`."""
    return nodes.DictEntry(span=span, key=key, computed=True, value=value)


def spread_entry(_ctx: Context, span: Span, _dots: Token, value: nodes.Expr) -> nodes.DictEntry:
    """`...d`."""
    return nodes.DictEntry(span=span, key=None, computed=False, value=nodes.Spread(span=span, expr=value))
