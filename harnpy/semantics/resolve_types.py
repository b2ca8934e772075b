"""Names in annotations."""

from typing import cast

from harnpy.base.spans import Span
from harnpy.diagnostics.codes import names as codes
from harnpy.semantics.annotations import PRELUDE, is_known
from harnpy.semantics.resolution import Resolution, suggestion, table
from harnpy.semantics.symbols import Symbol, SymbolKind
from harnpy.syntax.nodes import (
    AppliedType,
    FnType,
    IntersectionType,
    ListType,
    LitIntType,
    LitStrType,
    NamedType,
    Node,
    OptionalType,
    ShapeField,
    ShapeType,
    TypeParam,
    TypePredicate,
    UnionType,
    WhereBound,
)
from harnpy.syntax.nodes.core import children

TYPES = table("resolve types")


@TYPES.on(NamedType, AppliedType)
def resolve_named(ctx: Resolution, node: Node) -> None:
    """A name with or without arguments; one that nobody declares accepts every value, so it is told."""
    named = cast("NamedType | AppliedType", node)
    symbol = ctx.lookup_type(named.name)
    if symbol is not None:
        ctx.bindings.symbols[node] = symbol
        symbol.used = True
    elif ctx.certain and not is_known(named.name):
        visible = {name for name in ctx.scope.visible() if ctx.lookup_type(name) is not None}
        near = suggestion(named.name, visible.union(PRELUDE))
        span = Span(named.span.file, named.span.start, named.span.start + len(named.name))
        ctx.report.error(codes.UNKNOWN_TYPE, span, name=named.name, near=near)
    if isinstance(node, AppliedType):
        ctx.visit_all(node.args)


@TYPES.on(
    ListType,
    UnionType,
    IntersectionType,
    OptionalType,
    ShapeField,
    ShapeType,
    FnType,
    WhereBound,
    TypePredicate,
)
def resolve_parts(ctx: Resolution, node: Node) -> None:
    """A type made of types."""
    ctx.visit_all(children(node))


@TYPES.on(LitStrType, LitIntType)
def resolve_literal(ctx: Resolution, node: Node) -> None:
    """A literal type mentions nothing."""


@TYPES.on(TypeParam)
def resolve_type_param(ctx: Resolution, node: Node) -> None:
    """A type parameter is visible in the declaration it belongs to; nothing of it is left at run time."""
    parameter = cast("TypeParam", node)
    symbol = Symbol(parameter.name, SymbolKind.TYPE_PARAM, node, node.span, None)
    ctx.bindings.symbols[node] = symbol
    ctx.scope.names[parameter.name] = symbol
