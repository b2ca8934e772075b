"""Front door of name resolution: a module and its imports in, `Bindings` and a report out."""

from collections.abc import Mapping
from typing import cast

from harnpy.catalog.model import Catalog
from harnpy.diagnostics.report import Report
from harnpy.semantics.python_names import assign_names
from harnpy.semantics.resolution import Handler, Resolution
from harnpy.semantics.resolve_blocks import BLOCKS
from harnpy.semantics.resolve_declarations import DECLARATIONS, hoist, inner
from harnpy.semantics.resolve_expressions import EXPRESSIONS
from harnpy.semantics.resolve_imports import bind_imports, describe
from harnpy.semantics.resolve_patterns import PATTERNS, names_of
from harnpy.semantics.resolve_statements import STATEMENTS
from harnpy.semantics.resolve_types import TYPES
from harnpy.semantics.results import Bindings, ModuleNames
from harnpy.semantics.symbols import Symbol, SymbolKind
from harnpy.syntax.nodes import AttributedDecl, Binding, FnDecl, ImportDecl, Module, Node
from harnpy.syntax.visit import NodeTable

TABLES = (TYPES, PATTERNS, EXPRESSIONS, BLOCKS, STATEMENTS, DECLARATIONS)
"""Every handler of the resolver, by family."""


def resolve(
    module: Module,
    catalog: Catalog,
    imports: Mapping[ImportDecl, ModuleNames | None],
    *,
    running: bool = False,
) -> tuple[Bindings, Report]:
    """Resolve every name of a `module` that parsed.

    Args:
        imports: what each import offers; None for one that could not be had.
        running: the program is about to run, so `run`'s texts are wanted.
    """
    return Resolver(module, catalog).finish(imports, neighbours=frozenset(), certain=True, running=running)


class Resolver:
    """Two steps over one module, so that modules that import each other can meet in between."""

    def __init__(self, module: Module, catalog: Catalog) -> None:
        """Find the names that the file itself offers."""
        self._ctx = Resolution(module, catalog, _rows())
        for item in module.items:
            hoist(self._ctx, item)
            decl = inner(item)
            if isinstance(decl, Binding):
                self._foresee(decl)
            self._offer(item, decl)
        self.names = ModuleNames(self._ctx.bindings)
        describe(self.names, self._ctx)

    def finish(
        self,
        imports: Mapping[ImportDecl, ModuleNames | None],
        *,
        neighbours: frozenset[ImportDecl] = frozenset(),
        certain: bool = True,
        running: bool = False,
    ) -> tuple[Bindings, Report]:
        """Bind the imports and resolve everything.

        Args:
            imports: what each import offers; None for one that could not be had.
            neighbours: imports of files in the same directory, which may select `@sibling` functions.
            certain: False when a statement that did not parse may have declared more names, or an import
                could not be found.
            running: the program is about to run, so `run`'s texts are wanted.
        """
        ctx = self._ctx
        ctx.certain = certain
        ctx.running = running
        bind_imports(ctx, imports, neighbours)
        describe(self.names, ctx)
        ctx.visit_all(ctx.bindings.module.items)
        for work in ctx.pending:
            work()
        assign_names(ctx.top.owner)
        return ctx.bindings, ctx.report

    def _foresee(self, binding: Binding) -> None:
        ctx = self._ctx
        kind = SymbolKind.CONST if binding.kind == "const" else SymbolKind.LET
        for name in names_of(binding.pattern):
            if name.name == "_":
                continue
            before = ctx.forward.get(name.name)
            if before is not None and SymbolKind.LET in (before.kind, kind):
                # Functions see one variable of this name, whichever of its declarations has run last.
                before.kind = SymbolKind.LET
                before.reassigned = True
                ctx.early[name] = before
                continue
            symbol = Symbol(name.name, kind, name, name.span, ctx.top.owner)
            ctx.early[name] = symbol
            ctx.forward.setdefault(name.name, symbol)

    def _offer(self, item: Node, decl: Node) -> None:
        """Note a declaration that importers may name."""
        bindings = self._ctx.bindings
        offered: list[Symbol] = []
        if isinstance(decl, Binding):
            if decl.is_pub:
                offered = [
                    self._ctx.early[name] for name in names_of(decl.pattern) if name in self._ctx.early
                ]
        elif (symbol := bindings.symbols.get(decl)) is not None:
            if cast("FnDecl", decl).is_pub:
                offered = [symbol]
            elif isinstance(item, AttributedDecl) and any(one.name == "sibling" for one in item.attributes):
                bindings.siblings[symbol.name] = symbol
                symbol.exported = True
        for symbol in offered:
            bindings.exports[symbol.name] = symbol
            symbol.exported = True


def _rows() -> dict[type[Node], Handler]:
    whole: NodeTable[Handler] = NodeTable("resolve")
    for one in TABLES:
        whole.merge(one)
    return whole.rows
