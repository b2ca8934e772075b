"""Names in annotations."""

from typing import cast

from harnpy.semantics.resolution import Resolution, table
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
    """A name with or without arguments; an unknown one is the type checker's affair."""
    named = cast("NamedType | AppliedType", node)
    symbol = ctx.lookup_type(named.name)
    if symbol is not None:
        ctx.bindings.symbols[node] = symbol
        symbol.used = True
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
