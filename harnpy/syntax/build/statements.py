"""Statements: bindings, assignments, loops, jumps and blocks."""

from typing import cast

from harnpy.base.operators import COMPOUND
from harnpy.base.spans import Span
from harnpy.syntax import nodes
from harnpy.syntax.build.blocks import checked_parameters
from harnpy.syntax.build.patterns import name_of
from harnpy.syntax.build.problems import expected_in
from harnpy.syntax.build.types import span_of
from harnpy.syntax.driver import Context
from harnpy.syntax.nodes.core import new, unsealed
from harnpy.syntax.tokens import Token

_Binding, _Assignment, _ReturnStmt = map(unsealed, (nodes.Binding, nodes.Assignment, nodes.ReturnStmt))

_SEPARATOR = "statement separator (`;` or newline)"


def binding(
    ctx: Context,
    span: Span,
    word: Token,
    pattern: nodes.BindName | nodes.BindDict | nodes.BindList,
    *parts: object,
) -> nodes.Binding:
    """`let x: T = value`."""
    written, value = cast("tuple[nodes.TypeNode | None, nodes.Expr]", parts)
    if written is not None and not isinstance(pattern, nodes.BindName):
        colon = ctx.file.text.find(":", pattern.span.end)
        expected_in(ctx, Span(ctx.file, colon, colon + 1), "=", ":")
    made = new(_Binding)
    made.span = span
    made.kind = "const" if word.text == "const" else "let"
    made.word = word.text
    made.pattern = pattern
    made.type_ann = written
    made.value = value
    made.is_pub = False
    made.__class__ = nodes.Binding
    return made


def assign(ctx: Context, span: Span, target: nodes.Expr, sign: Token, value: nodes.Expr) -> nodes.Node:
    """`target = value`."""
    return _assignment(span, target, (None, span_of(ctx, sign)), value, ctx)


def assign_with(ctx: Context, span: Span, target: nodes.Expr, op: Token, value: nodes.Expr) -> nodes.Node:
    """`target += value`."""
    return _assignment(span, target, (COMPOUND[op.text], span_of(ctx, op)), value, ctx)


def _assignment(
    span: Span, target: nodes.Expr, op: tuple[str | None, Span], value: nodes.Expr, ctx: Context
) -> nodes.Node:
    if not _assignable(target):
        expected_in(ctx, op[1], _SEPARATOR, op[1].text)
        return nodes.BrokenStmt(span=span, parts=(target, value))
    made = new(_Assignment)
    made.span = span
    made.target = target
    made.op, made.op_span = op
    made.value = value
    made.__class__ = nodes.Assignment
    return made


def _assignable(target: nodes.Expr) -> bool:
    """A name, or a member or an index of something, without a `?.` in the path to it."""
    if target.__class__ is nodes.Ident:
        return True
    if not isinstance(target, (nodes.Member, nodes.Index)):
        return False
    place: nodes.Expr = target
    while isinstance(place, (nodes.Member, nodes.Index)):
        if place.optional:
            return False
        place = place.object
    return True


def for_in(
    _ctx: Context,
    span: Span,
    pattern: nodes.BindName | nodes.BindDict | nodes.BindList,
    iterable: nodes.Expr,
    body: nodes.Body,
) -> nodes.ForIn:
    """`for x in xs { … }`."""
    return nodes.ForIn(span=span, pattern=pattern, iterable=iterable, body=body)


def for_pair(ctx: Context, span: Span, first: Token, second: Token, *parts: object) -> nodes.ForIn:
    """`for (a, b) in xs { … }`."""
    iterable, body = cast("tuple[nodes.Expr, nodes.Body]", parts)
    names = (name_of(ctx, first), name_of(ctx, second))
    pattern = nodes.BindPair(
        span=Span(ctx.file, ctx.file.text.rfind("(", 0, first.start), second.end + 1),
        first=names[0],
        second=names[1],
    )
    return nodes.ForIn(span=span, pattern=pattern, iterable=iterable, body=body)


def while_loop(_ctx: Context, span: Span, condition: nodes.Expr, body: nodes.Body) -> nodes.WhileLoop:
    """`while c { … }`."""
    return nodes.WhileLoop(span=span, condition=condition, body=body)


def return_stmt(_ctx: Context, span: Span, value: nodes.Expr | None) -> nodes.ReturnStmt:
    """`return e`."""
    made = new(_ReturnStmt)
    made.span = span
    made.value = value
    made.__class__ = nodes.ReturnStmt
    return made


def throw_stmt(_ctx: Context, span: Span, value: nodes.Expr) -> nodes.ThrowStmt:
    """`throw e`."""
    return nodes.ThrowStmt(span=span, value=value)


def break_stmt(_ctx: Context, span: Span) -> nodes.BreakStmt:
    """`break`."""
    return nodes.BreakStmt(span=span)


def continue_stmt(_ctx: Context, span: Span) -> nodes.ContinueStmt:
    """`continue`."""
    return nodes.ContinueStmt(span=span)


def guard(_ctx: Context, span: Span, condition: nodes.Expr, otherwise: nodes.Body) -> nodes.Guard:
    """`guard c else { … }`."""
    return nodes.Guard(span=span, condition=condition, else_body=otherwise)


def require(_ctx: Context, span: Span, condition: nodes.Expr, message: nodes.Expr | None) -> nodes.Require:
    """`require c, message`."""
    return nodes.Require(span=span, condition=condition, message=message)


def defer(_ctx: Context, span: Span, body: nodes.Body) -> nodes.DeferStmt:
    """`defer { … }`."""
    return nodes.DeferStmt(span=span, body=body)


def mutex(_ctx: Context, span: Span, key: nodes.Expr | None, body: nodes.Body) -> nodes.MutexBlock:
    """`mutex(key) { … }`."""
    return nodes.MutexBlock(span=span, key=key, body=body)


def scope(_ctx: Context, span: Span, body: nodes.Body) -> nodes.ScopeBlock:
    """`scope { … }`."""
    return nodes.ScopeBlock(span=span, body=body)


def block_stmt(_ctx: Context, span: Span, body: nodes.Body) -> nodes.Block:
    """`block { … }`."""
    return nodes.Block(span=span, body=body)


def yield_expr(_ctx: Context, span: Span, value: nodes.Expr | None) -> nodes.YieldExpr:
    """`yield e`."""
    return nodes.YieldExpr(span=span, value=value)


def emit(_ctx: Context, span: Span, value: nodes.Expr) -> nodes.EmitExpr:
    """`emit e`."""
    return nodes.EmitExpr(span=span, value=value)


def override(
    ctx: Context, span: Span, token: Token, params: list[nodes.TypedParam] | None, body: nodes.Body
) -> nodes.OverrideDecl:
    """`override name(params) { … }`."""
    return nodes.OverrideDecl(
        span=span,
        name=token.text,
        name_span=span_of(ctx, token),
        params=checked_parameters(ctx, params),
        body=body,
    )


# ---- select


class SelectClause:
    """`timeout` (with its duration) or `default` of a select, on the way to it."""

    __slots__ = ("body", "duration", "span")

    def __init__(self, span: Span, duration: nodes.Expr | None, body: nodes.Body) -> None:
        self.span = span
        self.duration = duration
        self.body = body


def select_case(
    ctx: Context, span: Span, variable: Token, channel: nodes.Expr, body: nodes.Body
) -> nodes.SelectCase:
    """`variable from channel { … }`."""
    return nodes.SelectCase(span=span, variable=name_of(ctx, variable), channel=channel, body=body)


def select_timeout(_ctx: Context, span: Span, duration: nodes.Expr, body: nodes.Body) -> SelectClause:
    """`timeout d { … }`."""
    return SelectClause(span, duration, body)


def select_default(_ctx: Context, span: Span, body: nodes.Body) -> SelectClause:
    """`default { … }`."""
    return SelectClause(span, None, body)


def select(ctx: Context, span: Span, arms: list[nodes.SelectCase | SelectClause] | None) -> nodes.SelectExpr:
    """`select { … }`."""
    written = arms or []
    cases = tuple([arm for arm in written if isinstance(arm, nodes.SelectCase)])
    clauses = [arm for arm in written if isinstance(arm, SelectClause)]
    if not cases:
        brace = Span(ctx.file, span.end - 1, span.end)
        expected_in(ctx, brace, "at least one select case", "}")
    for surplus in clauses[1:]:
        word = Span(ctx.file, surplus.span.start, surplus.span.start + 7)
        expected_in(ctx, word, "select cannot have both timeout and default", word.text)
    timeout = next((arm for arm in clauses if arm.duration is not None), None)
    default = next((arm for arm in clauses if arm.duration is None), None)
    return nodes.SelectExpr(
        span=span,
        cases=cases,
        timeout=timeout.duration if timeout else None,
        timeout_body=timeout.body if timeout else None,
        default=default.body if default else None,
    )
