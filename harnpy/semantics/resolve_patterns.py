"""Names that patterns bind, and the enum variants they mention."""

from collections.abc import Iterator
from typing import cast

from harnpy.diagnostics.codes import match as codes
from harnpy.semantics.resolution import Resolution, suggestion, table
from harnpy.semantics.results import ModuleNames, VariantRef
from harnpy.semantics.symbols import Scope, Symbol, SymbolKind
from harnpy.syntax.nodes import (
    BindDict,
    BindList,
    BindName,
    BindPair,
    DictField,
    EnumDecl,
    ListElem,
    Node,
    PBind,
    PDict,
    PEnum,
    PExpr,
    PList,
    PLit,
    POr,
    PWild,
)

PATTERNS = table("resolve patterns")

_FROM_MODULES = (SymbolKind.IMPORT, SymbolKind.NAMESPACE)


def names_of(pattern: Node) -> Iterator[BindName]:
    """The names a binding pattern binds, in order."""
    if isinstance(pattern, BindName):
        yield pattern
    elif isinstance(pattern, BindDict):
        yield from (one.target for one in pattern.fields)
    elif isinstance(pattern, BindList):
        yield from (one.target for one in pattern.elements)
    elif isinstance(pattern, BindPair):
        yield pattern.first
        yield pattern.second


def resolve_defaults(ctx: Resolution, pattern: Node) -> None:
    """Defaults of a destructuring: they see outer names, so they come before the names are bound."""
    if isinstance(pattern, BindDict):
        ctx.visit_all(one.default for one in pattern.fields)
    elif isinstance(pattern, BindList):
        ctx.visit_all(one.default for one in pattern.elements)


@PATTERNS.on(BindName, BindDict, BindList, BindPair, DictField, ListElem)
def resolve_binding(ctx: Resolution, node: Node) -> None:
    """The statement around a binding pattern declares its names; there is nothing to resolve in it alone."""


@PATTERNS.on(PWild)
def resolve_wild(ctx: Resolution, node: Node) -> None:
    """Binds nothing."""


@PATTERNS.on(PBind)
def resolve_bind(ctx: Resolution, node: Node) -> None:
    """Binds the whole value."""
    ctx.declare(cast("PBind", node).name, SymbolKind.ARM, node, node.span)


@PATTERNS.on(PLit, PExpr)
def resolve_compared(ctx: Resolution, node: Node) -> None:
    """Compares with an expression."""
    ctx.read(cast("PLit | PExpr", node).value)


@PATTERNS.on(PDict, PList)
def resolve_container(ctx: Resolution, node: Node) -> None:
    """Dict and list patterns hold no further ones."""
    if isinstance(node, PDict):
        parts = [one for _, one in node.entries]
    else:
        whole = cast("PList", node)
        parts = [*whole.items, *((whole.rest,) if whole.rest is not None else ())]
    for part in parts:
        if isinstance(part, (PDict, PList)):
            ctx.report.error(codes.NESTED_PATTERN, part.span)
        ctx.visit(part)


@PATTERNS.on(POr)
def resolve_or(ctx: Resolution, node: Node) -> None:
    """Alternatives are literals; the names of a rejected one are bound all the same, to spare a cascade."""
    for part in cast("POr", node).alternatives:
        if not isinstance(part, (PLit, PWild)):
            ctx.report.error(codes.OR_PATTERN, part.span)
        ctx.visit(part)


@PATTERNS.on(PEnum)
def resolve_variant(ctx: Resolution, node: Node) -> None:
    """`E.V`, `E.V(p…)` or `V(p…)`."""
    pattern = cast("PEnum", node)
    if pattern.enum is None:
        _bare_variant(ctx, pattern)
    else:
        _qualified_variant(ctx, pattern, pattern.enum)
    ctx.visit_all(pattern.args or ())


def _qualified_variant(ctx: Resolution, pattern: PEnum, name: str) -> None:
    root = pattern.namespace or name
    symbol = ctx.lookup(root)
    if symbol is not None:
        is_enum, decl = _enum_named(symbol, pattern, name)
        if is_enum:
            known = has_variant(decl, pattern.variant)
            ctx.bindings.variants[pattern] = VariantRef(decl, pattern.variant, known)
            symbol.used = True
            return
    # No enum: an ordinary value with a property, compared with `==`.
    found = ctx.use(pattern, root, escapes=False)
    unread = found is not None and found.kind in _FROM_MODULES and found.target is None
    if pattern.args and found is not None and not unread:
        ctx.report.error(codes.NO_VARIANT, pattern.variant_span, variant=pattern.variant, near="")


def _enum_named(symbol: Symbol, pattern: PEnum, name: str) -> tuple[bool, EnumDecl | None]:
    """Whether a pattern names an enum, and which; (True, None) is Result."""
    if pattern.namespace is not None:
        decl = symbol.target.enums.get(name) if isinstance(symbol.target, ModuleNames) else None
        return decl is not None, decl
    node = symbol.origin().node
    if isinstance(node, EnumDecl):
        return True, node
    return symbol.kind is SymbolKind.GLOBAL and name == "Result", None


def _bare_variant(ctx: Resolution, pattern: PEnum) -> None:
    name = pattern.variant
    local, imported = visible_enums(ctx)
    owners = [one for one in local if has_variant(one, name)]
    if len(owners) == 1:
        ctx.bindings.variants[pattern] = VariantRef(owners[0], name, True)
    elif owners:
        listed = ", ".join(one.name for one in owners)
        ctx.report.error(
            codes.AMBIGUOUS_VARIANT, pattern.variant_span, variant=name, enums=listed, first=owners[0].name
        )
    elif name in ("Ok", "Err"):
        ctx.bindings.variants[pattern] = VariantRef(None, name, True)
    else:
        foreign = next((one for one in imported if has_variant(one, name)), None)
        if foreign is not None:
            ctx.report.error(codes.IMPORTED_VARIANT, pattern.variant_span, variant=name, enum=foreign.name)
        else:
            known = [one.name for enum in local for one in enum.variants]
            near = suggestion(name, known)
            ctx.report.error(codes.NO_VARIANT, pattern.variant_span, variant=name, near=near)


def visible_enums(ctx: Resolution) -> tuple[list[EnumDecl], list[EnumDecl]]:
    """Enums whose names can be used here: those of this file by their place in it, and the imported ones."""
    local: dict[str, EnumDecl] = {}
    imported: dict[str, EnumDecl] = {}
    scope: Scope | None = ctx.scope
    while scope is not None:
        for name, symbol in scope.names.items():
            node = symbol.origin().node
            if isinstance(node, EnumDecl) and name not in local and name not in imported:
                (imported if symbol.kind is SymbolKind.IMPORT else local)[name] = node
        scope = scope.parent
    return sorted(local.values(), key=lambda one: one.span.start), list(imported.values())


def has_variant(decl: EnumDecl | None, name: str) -> bool:
    """Whether an enum, or Result for None, declares the variant."""
    return name in ("Ok", "Err") if decl is None else any(one.name == name for one in decl.variants)
