"""Types as written: reductions in, type nodes out."""

from harnpy.base.spans import SourceFile, Span
from harnpy.syntax import nodes
from harnpy.syntax.build.literals import plain_value, raw_value
from harnpy.syntax.driver import Context
from harnpy.syntax.nodes.core import new, unsealed
from harnpy.syntax.tokens import RSTRING, Token

_NamedType = unsealed(nodes.NamedType)


def span_from(file: SourceFile, start: int, end: int) -> Span:
    """`Span(file, start, end)` in half the time: a call of the class is slow."""
    span = new(Span)
    span.file = file
    span.start = start
    span.end = end
    return span


def span_of(ctx: Context, token: Token) -> Span:
    """The span of one token."""
    span = new(Span)
    span.file = ctx.file
    span.start = token.start
    span.end = token.end
    return span


def type_alone(_ctx: Context, _span: Span, written: nodes.TypeNode) -> nodes.TypeNode:
    """A text that is one type."""
    return written


def named_type(_ctx: Context, span: Span, name: Token) -> nodes.NamedType:
    """`int`, `nil`, `Point`; `true` and `false` read as `bool`."""
    text = name.text
    made = new(_NamedType)
    made.span = span
    made.name = "bool" if text in ("true", "false") else text
    made.__class__ = nodes.NamedType
    return made


def applied_type(
    ctx: Context, span: Span, name: Token, args: list[nodes.TypeNode] | None
) -> nodes.AppliedType:
    """`Box<int>`."""
    return nodes.AppliedType(span=span, name=name.text, name_span=span_of(ctx, name), args=tuple(args or ()))


def list_type(_ctx: Context, span: Span, element: nodes.TypeNode) -> nodes.ListType:
    """`[T]`."""
    return nodes.ListType(span=span, element=element)


def optional_type(_ctx: Context, span: Span, inner: nodes.TypeNode, _mark: object) -> nodes.TypeNode:
    """`T?`; a second mark adds nothing."""
    if isinstance(inner, nodes.OptionalType):
        return inner
    return nodes.OptionalType(span=span, inner=inner)


def question(_ctx: Context, _span: Span) -> bool:
    """The mark of an optional type, field or parameter."""
    return True


def union(_ctx: Context, span: Span, first: nodes.TypeNode, rest: nodes.TypeNode) -> nodes.UnionType:
    """`A | B`; the members of a longer union stand side by side."""
    others = rest.members if isinstance(rest, nodes.UnionType) else (rest,)
    return nodes.UnionType(span=span, members=(first, *others))


def intersect(
    _ctx: Context, span: Span, left: nodes.TypeNode, last: nodes.TypeNode
) -> nodes.IntersectionType:
    """`A & B`."""
    members = left.members if isinstance(left, nodes.IntersectionType) else (left,)
    return nodes.IntersectionType(span=span, members=(*members, last))


def fn_type(
    _ctx: Context, span: Span, params: list[nodes.TypeNode] | None, result: nodes.TypeNode
) -> nodes.FnType:
    """`fn(A, B) -> R`."""
    return nodes.FnType(span=span, params=tuple(params or ()), result=result)


def shape_type(_ctx: Context, span: Span, parts: list[nodes.TypeNode] | None) -> nodes.ShapeType:
    """`{a: T, ...R}`."""
    written = parts or []
    fields = tuple([part for part in written if isinstance(part, nodes.ShapeField)])
    tails = tuple([part for part in written if not isinstance(part, nodes.ShapeField)])
    return nodes.ShapeType(span=span, fields=fields, tails=tails)


def shape_field(
    ctx: Context, span: Span, name: Token, optional: bool | None, written: nodes.TypeNode
) -> nodes.ShapeField:
    """`name: T`, `name?: T`."""
    return nodes.ShapeField(
        span=span, name=name.text, name_span=span_of(ctx, name), optional=bool(optional), type_expr=written
    )


def shape_tail(_ctx: Context, _span: Span, _dots: Token, tail: nodes.TypeNode) -> nodes.TypeNode:
    """`...R`."""
    return tail


def text_type(_ctx: Context, span: Span, token: Token) -> nodes.LitStrType:
    """A string as a type."""
    value = raw_value(token.text) if token.kind == RSTRING else plain_value(token.text)
    return nodes.LitStrType(span=span, value=value)


def int_type(_ctx: Context, span: Span, token: Token) -> nodes.LitIntType:
    """An int as a type."""
    return nodes.LitIntType(span=span, value=int(token.text))


def negative_int_type(_ctx: Context, span: Span, token: Token) -> nodes.LitIntType:
    """A negative int as a type."""
    return nodes.LitIntType(span=span, value=-int(token.text))


def type_param(_ctx: Context, span: Span, variance: Token | None, name: Token) -> nodes.TypeParam:
    """`T`, `in T`, `out T`."""
    return nodes.TypeParam(span=span, name=name.text, variance=variance.text if variance else "")


def bound(ctx: Context, span: Span, name: Token, bounds: list[nodes.TypeNode]) -> nodes.WhereBound:
    """`T: A + B`."""
    return nodes.WhereBound(span=span, name=name.text, name_span=span_of(ctx, name), bounds=tuple(bounds))


def predicate(
    _ctx: Context, span: Span, implies: Token | None, name: Token, written: nodes.TypeNode
) -> nodes.TypePredicate:
    """`-> x is T`."""
    return nodes.TypePredicate(
        span=span, parameter=name.text, type_expr=written, one_sided=implies is not None
    )
