"""Expressions without blocks: names, operators, access, calls, collections."""

from typing import cast

from harnpy.base.operators import INFIX, NONE
from harnpy.base.spans import Span
from harnpy.syntax import nodes
from harnpy.syntax.build.literals import plain_value
from harnpy.syntax.build.problems import expected_at, nested_too_deeply
from harnpy.syntax.build.types import span_from, span_of
from harnpy.syntax.driver import Context
from harnpy.syntax.nodes.core import new, unsealed
from harnpy.syntax.tokens import Token

_Ident, _BinaryOp, _Member, _Index, _Call, _MethodCall, _DictEntry, _Str = map(
    unsealed,
    (
        nodes.Ident,
        nodes.BinaryOp,
        nodes.Member,
        nodes.Index,
        nodes.Call,
        nodes.MethodCall,
        nodes.DictEntry,
        nodes.Str,
    ),
)

_LEVELS = {spelling: row.level for spelling, row in INFIX.items()}
_ONE_OPERATION = 3
_RANGES = frozenset((row.level) for row in INFIX.values() if row.associativity == NONE)


def expression(_ctx: Context, _span: Span, value: nodes.Expr) -> nodes.Expr:
    """A text that is one expression."""
    return value


def name(_ctx: Context, span: Span, token: Token) -> nodes.Ident:
    """A mention of a name."""
    made = new(_Ident)
    made.span = span
    made.name = token.text
    made.__class__ = nodes.Ident
    return made


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
    if len(chain) == _ONE_OPERATION:
        operands.append(cast("nodes.Expr", chain[2]))
        _apply(ctx, cast("Token", chain[1]), operands)
        return operands[0]
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
    span = span_from(ctx.file, left.span.start, right.span.end)
    if op.kind in ("..", "..="):
        operands[-1] = nodes.RangeExpr(span=span, start=left, end=right, inclusive=op.kind == "..=")
        return
    made = new(_BinaryOp)
    made.span = span
    made.op = op.kind
    made.op_span = span_of(ctx, op)
    made.left = left
    made.right = right
    made.__class__ = nodes.BinaryOp
    operands[-1] = made


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
    made = new(_Member)
    made.span = span
    made.object = value
    made.name = token.text
    made.name_span = span_of(ctx, token)
    made.optional = False
    made.__class__ = nodes.Member
    return made


def optional_member(ctx: Context, span: Span, value: nodes.Expr, token: Token) -> nodes.Member:
    """`o?.name`."""
    return nodes.Member(
        span=span, object=value, name=token.text, name_span=span_of(ctx, token), optional=True
    )


def index(_ctx: Context, span: Span, value: nodes.Expr, position: nodes.Expr) -> nodes.Index:
    """`o[i]`."""
    made = new(_Index)
    made.span = span
    made.object = value
    made.index = position
    made.optional = False
    made.__class__ = nodes.Index
    return made


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
        made = new(_MethodCall)
        made.span = span
        made.object = target.object
        made.method = target.name
        made.method_span = target.name_span
        made.type_args = types
        made.args = args
        made.optional = target.optional
        made.__class__ = nodes.MethodCall
        return made
    made = new(_Call)
    made.span = span
    made.callee = callee
    made.type_args = types
    made.args = args
    made.__class__ = nodes.Call
    return made


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
    literal = new(_Str)
    literal.span = span_of(ctx, key)
    literal.value = key.text
    literal.__class__ = nodes.Str
    made = new(_DictEntry)
    made.span = span
    made.key = literal
    made.computed = False
    made.value = value
    made.__class__ = nodes.DictEntry
    return made


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
