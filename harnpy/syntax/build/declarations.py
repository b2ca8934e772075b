"""Declarations, attributes, imports and the module."""

from typing import cast

from harnpy.base.spans import Span
from harnpy.syntax import nodes
from harnpy.syntax.build.blocks import checked_parameters
from harnpy.syntax.build.literals import plain_value
from harnpy.syntax.build.problems import body_of, expected_in
from harnpy.syntax.build.types import span_of
from harnpy.syntax.driver import Context
from harnpy.syntax.nodes.core import changed
from harnpy.syntax.tokens import Token

_Params = list[nodes.TypedParam] | None
_TypeParams = list[nodes.TypeParam] | None

AFTER_ATTRIBUTE = "fn/tool/skill/eval_pack/pipeline/struct/enum/type/interface/impl declaration after `@attr`"
AFTER_PUB = "fn/tool/skill/eval_pack/pipeline/struct/enum/type/const/let/import declaration after `pub`"


def module(_ctx: Context, span: Span, statements: list[nodes.Node] | None) -> nodes.Module:
    """A whole file."""
    return nodes.Module(span=span, items=tuple(statements or ()))


# ---- callables


def pipeline(
    ctx: Context,
    span: Span,
    token: Token,
    params: _Params,
    *parts: object,
) -> nodes.Pipeline:
    """`pipeline name(params) -> R throws E extends parent { … }`."""
    result, throws, parent, body = parts
    for param in params or ():
        if param.rest:
            expected_in(ctx, param.span, "Pipeline parameters do not support rest parameters", "...")
        if param.default is not None:
            sign = ctx.file.text.rfind("=", param.name_span.end, param.default.span.start)
            where = Span(ctx.file, sign, sign + 1)
            expected_in(ctx, where, "Pipeline parameters do not support default values", "=")
    name = cast("Token | None", parent)
    return nodes.Pipeline(
        span=span,
        name=token.text,
        name_span=span_of(ctx, token),
        params=tuple(params or ()),
        return_type=cast("nodes.TypeNode | None", result),
        throws=cast("nodes.TypeNode | None", throws),
        extends=name.text if name else None,
        extends_span=span_of(ctx, name) if name else None,
        body=cast("nodes.Body", body),
        is_pub=False,
    )


def fn_decl(ctx: Context, span: Span, gen: Token | None, token: Token, *parts: object) -> nodes.FnDecl:
    """`gen fn name<T>(params) -> R throws E where T: I { … }`."""
    type_params, params, result, throws, where, body = parts
    predicate = result if isinstance(result, nodes.TypePredicate) else None
    if predicate is not None:
        result = nodes.NamedType(span=predicate.span, name="bool")
    return nodes.FnDecl(
        span=span,
        name=token.text,
        name_span=span_of(ctx, token),
        type_params=tuple(cast("_TypeParams", type_params) or ()),
        params=checked_parameters(ctx, cast("_Params", params)),
        return_type=cast("nodes.TypeNode | None", result),
        predicate=predicate,
        throws=cast("nodes.TypeNode | None", throws),
        where=tuple(cast("list[nodes.WhereBound] | None", where) or ()),
        body=cast("nodes.Body", body),
        is_pub=False,
        is_stream=gen is not None,
    )


def dotted_name(_ctx: Context, _span: Span, owner: Token, name: Token) -> Token:
    """`stream.map`: the name of a native that belongs to a namespace."""
    return Token(owner.kind, f"{owner.text}.{name.text}", owner.start, name.end)


def signature(ctx: Context, span: Span, token: Token, *parts: object) -> nodes.FnDecl:
    """A declaration without `fn` and body, as natives state theirs; its body is empty."""
    body = nodes.Body(span=Span(span.file, span.end, span.end), statements=())
    return fn_decl(ctx, span, None, token, *parts, body)


class ToolBody:
    """The description of a tool and what follows it."""

    __slots__ = ("body", "description")

    def __init__(self, description: str | None, body: nodes.Body) -> None:
        self.description = description
        self.body = body


def tool_body(ctx: Context, span: Span, statements: list[nodes.Node] | None) -> ToolBody:
    """`{ … }` of a tool without description."""
    return ToolBody(None, body_of(ctx, span, statements))


def described_empty(_ctx: Context, span: Span, text: Token) -> ToolBody:
    """`{ description "…" }`."""
    return ToolBody(plain_value(text.text), nodes.Body(span=span, statements=()))


def described_body(ctx: Context, span: Span, text: Token, statements: list[nodes.Node]) -> ToolBody:
    """`{ description "…" … }`."""
    return ToolBody(plain_value(text.text), body_of(ctx, span, statements))


def tool(ctx: Context, span: Span, token: Token, params: _Params, *parts: object) -> nodes.ToolDecl:
    """`tool name(params) { … }`."""
    result, throws, body = parts
    content = cast("ToolBody", body)
    return nodes.ToolDecl(
        span=span,
        name=token.text,
        name_span=span_of(ctx, token),
        description=content.description,
        params=checked_parameters(ctx, params),
        return_type=cast("nodes.TypeNode | None", result),
        throws=cast("nodes.TypeNode | None", throws),
        body=content.body,
        is_pub=False,
    )


# ---- skill and eval pack


def skill(ctx: Context, span: Span, token: Token, fields: list[nodes.DictEntry] | None) -> nodes.SkillDecl:
    """`skill name { field value }`."""
    return nodes.SkillDecl(
        span=span, name=token.text, name_span=span_of(ctx, token), fields=tuple(fields or ()), is_pub=False
    )


def skill_field(ctx: Context, span: Span, key: Token, value: nodes.Expr) -> nodes.DictEntry:
    """`field value`."""
    literal = nodes.Str(span=span_of(ctx, key), value=key.text)
    return nodes.DictEntry(span=span, key=literal, computed=False, value=value)


def eval_field(ctx: Context, span: Span, key: Token, value: nodes.Expr) -> nodes.DictEntry:
    """`field: value` of an eval pack."""
    return skill_field(ctx, span, key, value)


class Summary:
    """The `summarize` block of an eval pack."""

    __slots__ = ("body",)

    def __init__(self, body: nodes.Body) -> None:
        self.body = body


def summarize(_ctx: Context, _span: Span, body: nodes.Body) -> Summary:
    """`summarize { … }`."""
    return Summary(body)


def eval_pack(
    ctx: Context,
    span: Span,
    token: Token,
    title: Token | None,
    items: list[nodes.Node | Summary] | None,
) -> nodes.EvalPackDecl:
    """`eval_pack name "title" { … }`."""
    written = items or []
    statements: list[nodes.Node] = [
        item for item in written if isinstance(item, nodes.Node) and not isinstance(item, nodes.DictEntry)
    ]
    summaries = [item.body for item in written if isinstance(item, Summary)]
    return nodes.EvalPackDecl(
        span=span,
        name=token.text,
        name_span=span_of(ctx, token),
        title=plain_value(title.text) if title else None,
        fields=tuple([item for item in written if isinstance(item, nodes.DictEntry)]),
        body=body_of(ctx, span, statements),
        summarize=summaries[0] if summaries else None,
        is_pub=False,
    )


# ---- types


def type_decl(
    ctx: Context, span: Span, token: Token, params: _TypeParams, written: nodes.TypeNode
) -> nodes.TypeDecl:
    """`type Name<T> = …`."""
    return nodes.TypeDecl(
        span=span,
        name=token.text,
        name_span=span_of(ctx, token),
        type_params=tuple(params or ()),
        type_expr=written,
        is_pub=False,
    )


def enum(
    ctx: Context, span: Span, token: Token, params: _TypeParams, variants: list[nodes.EnumVariant] | None
) -> nodes.EnumDecl:
    """`enum Name { … }`."""
    return nodes.EnumDecl(
        span=span,
        name=token.text,
        name_span=span_of(ctx, token),
        type_params=tuple(params or ()),
        variants=tuple(variants or ()),
        is_pub=False,
    )


def variant(ctx: Context, span: Span, token: Token, fields: _Params) -> nodes.EnumVariant:
    """`Name(fields)`."""
    return nodes.EnumVariant(
        span=span, name=token.text, name_span=span_of(ctx, token), fields=tuple(fields or ())
    )


def struct(
    ctx: Context, span: Span, token: Token, params: _TypeParams, fields: list[nodes.StructField] | None
) -> nodes.StructDecl:
    """`struct Name { … }`."""
    return nodes.StructDecl(
        span=span,
        name=token.text,
        name_span=span_of(ctx, token),
        type_params=tuple(params or ()),
        fields=tuple(fields or ()),
        is_pub=False,
    )


def struct_field(
    ctx: Context, span: Span, token: Token, optional: bool | None, written: nodes.TypeNode | None
) -> nodes.StructField:
    """`name?: T`."""
    return nodes.StructField(
        span=span,
        name=token.text,
        name_span=span_of(ctx, token),
        type_expr=written,
        optional=bool(optional),
    )


def interface(
    ctx: Context,
    span: Span,
    token: Token,
    params: _TypeParams,
    members: list[nodes.AssocType | nodes.InterfaceMethod] | None,
) -> nodes.InterfaceDecl:
    """`interface Name { … }`."""
    written = members or []
    return nodes.InterfaceDecl(
        span=span,
        name=token.text,
        name_span=span_of(ctx, token),
        type_params=tuple(params or ()),
        assoc=tuple([one for one in written if isinstance(one, nodes.AssocType)]),
        methods=tuple([one for one in written if isinstance(one, nodes.InterfaceMethod)]),
        is_pub=False,
    )


def assoc_type(_ctx: Context, span: Span, token: Token, written: nodes.TypeNode | None) -> nodes.AssocType:
    """`type Item = T`."""
    return nodes.AssocType(span=span, name=token.text, type_expr=written)


def interface_method(ctx: Context, span: Span, token: Token, *parts: object) -> nodes.InterfaceMethod:
    """`fn name(params) -> R`."""
    type_params, params, result = parts
    if isinstance(result, nodes.TypePredicate):
        result = nodes.NamedType(span=result.span, name="bool")
    return nodes.InterfaceMethod(
        span=span,
        name=token.text,
        name_span=span_of(ctx, token),
        type_params=tuple(cast("_TypeParams", type_params) or ()),
        params=checked_parameters(ctx, cast("_Params", params)),
        return_type=cast("nodes.TypeNode | None", result),
    )


def impl(ctx: Context, span: Span, token: Token, methods: list[nodes.FnDecl] | None) -> nodes.ImplBlock:
    """`impl Name { … }`."""
    return nodes.ImplBlock(
        span=span,
        type_name=token.text,
        type_name_span=span_of(ctx, token),
        methods=tuple(methods or ()),
    )


# ---- imports


class Names:
    """The names between the braces of an import."""

    __slots__ = ("names",)

    def __init__(self, names: tuple[nodes.ImportName, ...]) -> None:
        self.names = names


def name_list(ctx: Context, _span: Span, tokens: list[Token]) -> Names:
    """`{ a, b }`."""
    return Names(tuple([nodes.ImportName(span=span_of(ctx, one), name=one.text) for one in tokens]))


def _import(
    span: Span,
    path: tuple[str, Span],
    names: Names | None = None,
    namespace: tuple[str, Span] | None = None,
) -> nodes.ImportDecl:
    return nodes.ImportDecl(
        span=span,
        path=path[0],
        path_span=path[1],
        names=names.names if names else None,
        namespace=namespace[0] if namespace else None,
        namespace_span=namespace[1] if namespace else None,
        is_pub=False,
    )


def _path(ctx: Context, token: Token) -> tuple[str, Span]:
    return plain_value(token.text), span_of(ctx, token)


def import_path(ctx: Context, span: Span, path: Token) -> nodes.ImportDecl:
    """`import "path"`."""
    return _import(span, _path(ctx, path))


def import_names(ctx: Context, span: Span, names: Names, path: Token) -> nodes.ImportDecl:
    """`import { a } from "path"`."""
    return _import(span, _path(ctx, path), names)


def import_namespace(ctx: Context, span: Span, alias: Token, path: Token) -> nodes.ImportDecl:
    """`import * as m from "path"`."""
    return _import(span, _path(ctx, path), namespace=(alias.text, span_of(ctx, alias)))


def import_rust(ctx: Context, span: Span, parts: list[Token], names: Names) -> nodes.ImportDecl:
    """`import a::b::{ c }`."""
    where = Span(ctx.file, parts[0].start, parts[-1].end)
    return _import(span, ("/".join([part.text for part in parts]), where), names)


# ---- pub and attributes

_NOT_PUBLIC = (nodes.InterfaceDecl, nodes.ImplBlock)
_NOT_ATTRIBUTED = (nodes.Binding, nodes.ImportDecl)


def public(ctx: Context, span: Span, inner: nodes.Stmt) -> nodes.Stmt:
    """`pub declaration`."""
    if isinstance(inner, _NOT_PUBLIC):
        _expected_instead(ctx, inner, AFTER_PUB)
        return inner
    # Every other declaration has the field.
    return changed(inner, span=span, is_pub=True)  # pyright: ignore[reportCallIssue] - see above


def attributed(
    ctx: Context, span: Span, attributes: list[nodes.Attribute], inner: nodes.Stmt
) -> nodes.AttributedDecl:
    """`@name declaration`."""
    if isinstance(inner, _NOT_ATTRIBUTED):
        _expected_instead(ctx, inner, AFTER_ATTRIBUTE)
    for attribute in attributes:
        if attribute.name == "sibling":
            _check_sibling(ctx, attribute, inner)
    return nodes.AttributedDecl(span=span, attributes=tuple(attributes), inner=inner)


def _check_sibling(ctx: Context, attribute: nodes.Attribute, inner: nodes.Stmt) -> None:
    """`@sibling` takes no arguments and stands on a `fn` that is not `pub`."""
    if attribute.args:
        expected_in(ctx, attribute.args[0].span, "`@sibling` without arguments", "an argument")
    if not isinstance(inner, nodes.FnDecl) or inner.is_pub:
        word = inner.span.text.split(None, 1)[0]
        expected_in(ctx, attribute.span, "`@sibling` on a module-level `fn` that is not `pub`", word)


def _expected_instead(ctx: Context, inner: nodes.Node, wanted: str) -> None:
    """Report that another declaration than `inner` must stand here."""
    word = inner.span.text.split(None, 1)[0]
    start = inner.span.start
    expected_in(ctx, Span(ctx.file, start, start + len(word)), wanted, word)


def attribute(
    ctx: Context, span: Span, token: Token, args: list[nodes.AttributeArg] | None
) -> nodes.Attribute:
    """`@name(args)`."""
    return nodes.Attribute(span=span, name=token.text, name_span=span_of(ctx, token), args=tuple(args or ()))


def attribute_arg(ctx: Context, span: Span, value: nodes.Expr) -> nodes.AttributeArg:
    """`value`."""
    return nodes.AttributeArg(span=span, name=None, value=_literal(ctx, value))


def named_attribute_arg(ctx: Context, span: Span, token: Token, value: nodes.Expr) -> nodes.AttributeArg:
    """`name: value`."""
    return nodes.AttributeArg(span=span, name=token.text, value=_literal(ctx, value))


def continue_word(_ctx: Context, span: Span, _word: Token) -> nodes.Ident:
    """`continue` as the value of an attribute argument."""
    return nodes.Ident(span=span, name="continue")


_ATTRIBUTE_VALUES = (
    nodes.Int,
    nodes.Float,
    nodes.Bool,
    nodes.Nil,
    nodes.Str,
    nodes.RawStr,
    nodes.Duration,
    nodes.Ident,
    nodes.Member,
    nodes.ListLit,
    nodes.DictLit,
    nodes.Call,
    nodes.MethodCall,
    nodes.UnaryOp,
)


def _literal(ctx: Context, value: nodes.Expr) -> nodes.Expr:
    if not isinstance(value, _ATTRIBUTE_VALUES):
        expected_in(ctx, value.span, "literal attribute argument", "expression")
    return value
