"""Imports: the names they bind, what collides, what is offered on."""

from collections.abc import Mapping

from harnpy.base.spans import Span
from harnpy.diagnostics.codes import modules as codes
from harnpy.diagnostics.model import Label, Message
from harnpy.project.graph import imports_of
from harnpy.semantics.resolution import Resolution, suggestion
from harnpy.semantics.results import ModuleNames
from harnpy.semantics.symbols import Symbol, SymbolKind
from harnpy.syntax.nodes import EnumDecl, ImportDecl, ImportName, Node, StructDecl

_IMPORTED = (SymbolKind.IMPORT, SymbolKind.NAMESPACE)
_RENAME = "give the declaration another name, or reach the module's through a namespace: `import * as m`"


class _Imports:
    """The imports of one module while they are bound."""

    def __init__(self, ctx: Resolution, neighbours: frozenset[ImportDecl]) -> None:
        self.ctx = ctx
        self.neighbours = neighbours
        # First binding of each name by an import, and the paths that offer a name on.
        self.bound: dict[str, tuple[ImportDecl, Symbol]] = {}
        self.offered: dict[str, list[tuple[ImportDecl, Span, Symbol]]] = {}

    def symbol(self, kind: SymbolKind, name: str, node: Node, span: Span) -> Symbol:
        """The symbol of a name at the top of the module."""
        return Symbol(name, kind, node, span, self.ctx.top.owner)

    def bind(self, decl: ImportDecl, symbol: Symbol, span: Span, target: object) -> Symbol:
        """Bind an imported name that stands for `target`; a declaration of the file hides a wildcard's."""
        name = symbol.name
        symbol.target = target
        self.ctx.top.owner.symbols.append(symbol)
        first = self.bound.get(name)
        if first is None:
            self.bound[name] = (decl, symbol)
            self._meet_own(decl, symbol, span)
            self.ctx.top.names.setdefault(name, symbol)
        elif not _same(first[1], symbol):
            self._collide(first[0], decl, name, span)
        if decl.is_pub:
            symbol.exported = True
            self.offered.setdefault(name, []).append((decl, span, symbol))
        return symbol

    def _collide(self, first: ImportDecl, decl: ImportDecl, name: str, span: Span) -> None:
        if not self.ctx.running:
            self.ctx.report.error(codes.COLLISION, span, name=name, first=first.path, second=decl.path)
            return
        self.ctx.report.error(_second_binding(decl), span, name=name, path=decl.path)

    def _meet_own(self, decl: ImportDecl, symbol: Symbol, span: Span) -> None:
        """Report a name that an import spells out and the file declares; one offered on is a conflict."""
        name = symbol.name
        own = self.ctx.top.names.get(name) or self.ctx.forward.get(name)
        spelt = decl.names is not None or decl.namespace is not None
        if own is None or own.span is None or not spelt or decl.is_pub or symbol.target is None:
            return
        notes = (Label(own.span, f"`{name}` is declared here"),)
        self.ctx.report.error(
            _second_binding(decl), span, help=_RENAME, notes=notes, name=name, path=decl.path
        )

    def selective(self, decl: ImportDecl, listed: tuple[ImportName, ...], names: ModuleNames | None) -> None:
        """`import { a, b } from "p"`."""
        for one in listed:
            found = self._exported(decl, one, names) if names is not None else None
            target = (decl.path, found.origin()) if found is not None else None
            symbol = self.symbol(SymbolKind.IMPORT, one.name, one, one.span)
            self.ctx.bindings.symbols[one] = self.bind(decl, symbol, one.span, target)

    def _exported(self, decl: ImportDecl, one: ImportName, names: ModuleNames) -> Symbol | None:
        found = names.exports.get(one.name)
        if found is None and decl in self.neighbours:
            found = names.siblings.get(one.name)
        if found is None and one.name in names.private:
            self.ctx.report.error(codes.PRIVATE_EXPORT, one.span, name=one.name, path=decl.path)
        elif found is None:
            near = suggestion(one.name, names.exports)
            self.ctx.report.error(codes.NO_SUCH_EXPORT, one.span, name=one.name, path=decl.path, near=near)
        return found

    def wildcard(self, decl: ImportDecl, names: ModuleNames | None) -> None:
        """`import "p"`."""
        exports = names.exports if names is not None else {}
        self.ctx.bindings.wildcard[decl] = tuple(
            self.bind(
                decl,
                self.symbol(SymbolKind.IMPORT, name, decl, decl.path_span),
                decl.path_span,
                (decl.path, exported.origin()),
            )
            for name, exported in exports.items()
        )

    def offer(self) -> None:
        """Add what `pub import` offers to the exports; a name offered twice is a conflict at the first."""
        exports = self.ctx.bindings.exports
        for name, sources in self.offered.items():
            decl, span, symbol = sources[0]
            local = self.ctx.top.names.get(name)
            declared = name in self.ctx.forward or (local is not None and local.kind not in _IMPORTED)
            paths = [one.path for one, _, other in sources if one is decl or not _same(symbol, other)]
            if declared:
                self._conflict(span, name, [*paths, "this file"])
            elif len(paths) > 1 and not self.ctx.running:
                self._conflict(span, name, paths)
            exports.setdefault(name, symbol)

    def _conflict(self, span: Span, name: str, paths: list[str]) -> None:
        if self.ctx.running:
            self.ctx.report.error(codes.REEXPORT_RUN, span, name=name, path=paths[0])
        else:
            self.ctx.report.error(codes.REEXPORT, span, name=name, sources=", ".join(paths))


def _second_binding(decl: ImportDecl) -> Message:
    return codes.COLLISION_RUN if decl.namespace is None else codes.ALIAS_COLLISION_RUN


def _same(first: Symbol, second: Symbol) -> bool:
    """Whether two imported symbols stand for one declaration, or may."""
    if first.kind is not second.kind or first.kind is not SymbolKind.IMPORT:
        return False
    if first.target is None or second.target is None:
        return True
    return first.origin() is second.origin()


def bind_imports(
    ctx: Resolution, imports: Mapping[ImportDecl, ModuleNames | None], neighbours: frozenset[ImportDecl]
) -> None:
    """Bind the names of all imports; a wildcard of an unknown module leaves doubt about every name."""
    state = _Imports(ctx, neighbours)
    for decl in imports_of(ctx.bindings.module):
        names = imports.get(decl)
        if names is None and decl.namespace is None and decl.names is None:
            ctx.certain = False
        if decl.namespace is not None:
            span = decl.namespace_span or decl.span
            symbol = state.symbol(SymbolKind.NAMESPACE, decl.namespace, decl, span)
            ctx.bindings.symbols[decl] = state.bind(decl, symbol, span, names)
        elif decl.names is not None:
            state.selective(decl, decl.names, names)
        else:
            state.wildcard(decl, names)
    state.offer()


def describe(names: ModuleNames, ctx: Resolution) -> None:
    """Bring what importers may know of the module up to date."""
    exports = ctx.bindings.exports
    own = {name for name, one in ctx.top.names.items() if one.kind not in _IMPORTED}
    names.private = frozenset(own | ctx.forward.keys()) - exports.keys()
    for name, symbol in exports.items():
        node = symbol.origin().node
        if isinstance(node, EnumDecl):
            names.enums[name] = node
        elif isinstance(node, StructDecl):
            names.structs[name] = node
