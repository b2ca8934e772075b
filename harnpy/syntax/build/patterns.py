"""Patterns: expressions of match arms become patterns; the left sides of bindings."""

from harnpy.base.spans import Span
from harnpy.syntax import nodes
from harnpy.syntax.build.types import span_of
from harnpy.syntax.driver import Context
from harnpy.syntax.nodes.core import new, unsealed
from harnpy.syntax.tokens import Token

_BindName = unsealed(nodes.BindName)

_LITERALS = (nodes.Int, nodes.Float, nodes.Bool, nodes.Nil, nodes.Str, nodes.RawStr, nodes.Duration)


def pattern_of(value: nodes.Expr) -> nodes.Pattern:
    """Read the expression of a match arm as a pattern; what is none of the forms compares with `==`."""
    span = value.span
    if isinstance(value, nodes.Ident):
        return nodes.PWild(span=span) if value.name == "_" else nodes.PBind(span=span, name=value.name)
    if isinstance(value, _LITERALS) or _is_negative(value):
        return nodes.PLit(span=span, value=value)
    if isinstance(value, nodes.DictLit):
        return _dict_pattern(value)
    if isinstance(value, nodes.ListLit):
        return _list_pattern(value)
    return _variant_pattern(value) or nodes.PExpr(span=span, value=value)


def alternatives_of(values: list[nodes.Expr]) -> nodes.Pattern:
    """The pattern of an arm: one expression, or several between `|`."""
    if len(values) == 1:
        return pattern_of(values[0])
    patterns = tuple([pattern_of(value) for value in values])
    return nodes.POr(span=values[0].span.to(values[-1].span), alternatives=patterns)


def _is_negative(value: nodes.Expr) -> bool:
    return (
        isinstance(value, nodes.UnaryOp)
        and value.op == "-"
        and isinstance(value.operand, (nodes.Int, nodes.Float))
    )


def _variant_pattern(value: nodes.Expr) -> nodes.Pattern | None:
    """`E.V` and `E.V(p…)`, both also behind the name of a module, and `V(p…)`."""
    if isinstance(value, nodes.Member) and not value.optional:
        return _qualified(value, value.object, (value.name, value.name_span), None)
    if isinstance(value, nodes.MethodCall) and not value.optional:
        return _qualified(value, value.object, (value.method, value.method_span), value.args)
    if isinstance(value, nodes.Call) and isinstance(value.callee, nodes.Ident):
        callee = value.callee
        if callee.name[:1].isupper():
            return _enum_pattern(value, (None, None, None), (callee.name, callee.span), value.args)
    return None


def _qualified(
    value: nodes.Expr, owner: nodes.Expr, variant: tuple[str, Span], args: tuple[nodes.Expr, ...] | None
) -> nodes.PEnum | None:
    """A variant pattern; a lower-case name behind a lower-case one is a plain property."""
    if isinstance(owner, nodes.Ident):
        enum = (None, owner.name, owner.span)
    elif isinstance(owner, nodes.Member) and isinstance(owner.object, nodes.Ident) and not owner.optional:
        enum = (owner.object.name, owner.name, owner.name_span)
    else:
        return None
    if not (enum[1][:1].isupper() or variant[0][:1].isupper()):
        return None
    return _enum_pattern(value, enum, variant, args)


def _enum_pattern(
    value: nodes.Expr,
    enum: tuple[str | None, str | None, Span | None],
    variant: tuple[str, Span],
    args: tuple[nodes.Expr, ...] | None,
) -> nodes.PEnum:
    return nodes.PEnum(
        span=value.span,
        namespace=enum[0],
        enum=enum[1],
        enum_span=enum[2],
        variant=variant[0],
        variant_span=variant[1],
        args=None if args is None else tuple([pattern_of(arg) for arg in args]),
    )


def _dict_pattern(value: nodes.DictLit) -> nodes.Pattern:
    entries: list[tuple[str, nodes.Pattern]] = []
    for entry in value.entries:
        if entry.computed or not isinstance(entry.key, nodes.Str):
            return nodes.PExpr(span=value.span, value=value)
        entries.append((entry.key.value, pattern_of(entry.value)))
    return nodes.PDict(span=value.span, entries=tuple(entries))


def _list_pattern(value: nodes.ListLit) -> nodes.Pattern:
    items, rest = list(value.items), None
    last = items[-1] if items else None
    if isinstance(last, nodes.Spread):
        items.pop()
        bound = pattern_of(last.expr)
        if not isinstance(bound, (nodes.PBind, nodes.PWild)):
            return nodes.PExpr(span=value.span, value=value)
        rest = bound
    if any(isinstance(item, nodes.Spread) for item in items):
        return nodes.PExpr(span=value.span, value=value)
    return nodes.PList(span=value.span, items=tuple([pattern_of(item) for item in items]), rest=rest)


def name_of(ctx: Context, token: Token) -> nodes.BindName:
    """A token that binds a name."""
    return bind_name(ctx, span_of(ctx, token), token)


def bind_name(_ctx: Context, span: Span, name: Token) -> nodes.BindName:
    """A plain name."""
    made = new(_BindName)
    made.span = span
    made.name = name.text
    made.__class__ = nodes.BindName
    return made


def bind_dict(_ctx: Context, span: Span, fields: list[nodes.DictField] | None) -> nodes.BindDict:
    """`{a, b: c}`."""
    return nodes.BindDict(span=span, fields=tuple(fields or ()))


def dict_field(
    ctx: Context, span: Span, key: Token, alias: Token | None, default: nodes.Expr | None
) -> nodes.DictField:
    """`key: alias = default`."""
    return nodes.DictField(
        span=span, key=key.text, target=name_of(ctx, alias or key), is_rest=False, default=default
    )


def dict_rest(ctx: Context, span: Span, _dots: Token, name: Token) -> nodes.DictField:
    """`...rest` of a dict."""
    return nodes.DictField(span=span, key=name.text, target=name_of(ctx, name), is_rest=True, default=None)


def bind_list(_ctx: Context, span: Span, elements: list[nodes.ListElem] | None) -> nodes.BindList:
    """`[a, b]`."""
    return nodes.BindList(span=span, elements=tuple(elements or ()))


def list_element(ctx: Context, span: Span, name: Token, default: nodes.Expr | None) -> nodes.ListElem:
    """`name = default`."""
    return nodes.ListElem(span=span, target=name_of(ctx, name), is_rest=False, default=default)


def list_rest(ctx: Context, span: Span, _dots: Token, name: Token) -> nodes.ListElem:
    """`...rest` of a list."""
    return nodes.ListElem(span=span, target=name_of(ctx, name), is_rest=True, default=None)
