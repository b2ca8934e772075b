"""The module as a whole: cells, callables waiting to be analysed, and what is visible from outside."""

from collections import deque
from collections.abc import Callable, Hashable
from typing import Protocol, cast

from harnpy.catalog.model import Catalog
from harnpy.semantics.facts.cells import Cell
from harnpy.semantics.facts.intervals import Thresholds
from harnpy.semantics.facts.kinds import NEVER, UNKNOWN, Value
from harnpy.semantics.results import Bindings
from harnpy.semantics.symbols import Symbol, SymbolKind
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node

_NESTED = 8


_LEAST_WORK, _WORK_PER_NAME = 40_000, 12


class TooMuch(Exception):
    """The analysis has taken more steps than any program of its size should need."""


class Unit(Protocol):
    """The analysis of one callable."""

    def run(self) -> None:
        """Analyse the callable with what its cells hold now."""
        ...


class World:
    """Everything that the analyses of the callables of one module share.

    closed    no value of a struct or enum declared here can come from, or be seen by, another module
    session   module-level names live on after this module's code has run
    frozen    nothing may be written any more
    opened    callables whose parameters may hold anything
    """

    __slots__ = (
        "bindings",
        "by_field",
        "by_method",
        "catalog",
        "cells",
        "closed",
        "depth",
        "frozen",
        "make",
        "methods",
        "opened",
        "owner_struct",
        "queue",
        "queued",
        "record",
        "session",
        "thresholds",
        "twice",
        "units",
        "work",
    )

    def __init__(
        self, bindings: Bindings, catalog: Catalog, make: "Callable[[World, Node], Unit]", session: bool
    ) -> None:
        # Statements that may still be walked: a program that needs more is run without facts.
        self.work = _LEAST_WORK + _WORK_PER_NAME * len(bindings.symbols)
        self.bindings = bindings
        self.catalog = catalog
        self.make = make
        self.session = session
        self.frozen = False
        self.record: dict[Node, Value] = {}
        self.thresholds = Thresholds()
        self.cells: dict[Hashable, Cell] = {}
        self.units: dict[Node, Unit] = {}
        self.queue: deque[Node] = deque()
        self.queued: set[Node] = set()
        self.opened: set[Node] = set()
        self.depth = 0
        items = bindings.module.items
        imports = any(isinstance(item, nodes.ImportDecl) for item in items)
        self.closed = not (session or imports or bindings.exports or bindings.wildcard)
        self.methods: dict[Node, dict[str, nodes.FnDecl | None]] = {}
        self.owner_struct: dict[Node, nodes.StructDecl] = {}
        self.by_method: dict[str, list[nodes.FnDecl]] = {}
        self.by_field: dict[str, list[nodes.StructDecl]] = {}
        self.twice: set[Node] = set()
        self._collect()

    def _collect(self) -> None:
        named: dict[str, Node] = {}
        declared: dict[Symbol, Node] = {}
        for item, symbol in self.bindings.symbols.items():
            cls = item.__class__
            if cls is nodes.ImplBlock:
                self._collect_methods(cast("nodes.ImplBlock", item), symbol)
            elif cls in _DECLARATIONS:
                if declared.setdefault(symbol, item) is not item:
                    self.twice.update((item, declared[symbol]))
                if cls is not nodes.FnDecl:
                    other = named.setdefault(symbol.name, item)
                    if other is not item:
                        self.twice.update((item, other))
                if isinstance(item, nodes.StructDecl):
                    for field in item.fields:
                        self.by_field.setdefault(field.name, []).append(item)

    def _collect_methods(self, block: nodes.ImplBlock, symbol: Symbol) -> None:
        struct = symbol.node
        if symbol.kind is not SymbolKind.STRUCT or not isinstance(struct, nodes.StructDecl):
            self.opened.update(block.methods)
            return
        for method in block.methods:
            table = self.methods.setdefault(struct, {})
            table[method.name] = None if method.name in table else method
            self.owner_struct[method] = struct
            self.by_method.setdefault(method.name, []).append(method)
            if not self.closed:
                self.opened.add(method)

    def sole(self, declared: Node) -> bool:
        """Is every value of this declaration's name made from this very declaration?"""
        return self.closed and declared not in self.twice

    def cell(self, key: Hashable) -> Cell:
        """The cell of `key`."""
        cell = self.cells.get(key)
        if cell is None:
            cell = self.cells[key] = Cell(self.thresholds)
        return cell

    def read(self, key: Hashable, reader: Node) -> Value:
        """What the cell holds; `reader` runs again when that changes."""
        cell = self.cell(key)
        if not self.frozen:
            cell.readers.add(reader)
        return cell.value

    def write(self, key: Hashable, value: Value) -> None:
        """Make the cell cover `value`."""
        if not self.frozen:
            cell = self.cell(key)
            if cell.write(value):
                self.wake(cell)

    def wake(self, cell: Cell) -> None:
        """Queue the readers of a cell that changed."""
        for reader in cell.readers:
            self.enqueue(reader)

    def enqueue(self, unit: Node) -> None:
        """Analyse `unit` again, later."""
        if unit not in self.queued:
            self.queued.add(unit)
            self.queue.append(unit)

    def activate(self, unit: Node) -> None:
        """See to it that a callable that can run is analysed, at once if that does not nest too deeply."""
        if unit in self.units or self.frozen:
            return
        self.units[unit] = made = self.make(self, unit)
        if self.depth >= _NESTED:
            self.enqueue(unit)
            return
        self.depth += 1
        made.run()
        self.depth -= 1

    def escape(self, unit: object) -> None:
        """The callable is used as a value: anything may call it."""
        if isinstance(unit, Node) and not self.frozen:
            if unit not in self.opened:
                self.opened.add(unit)
                if unit in self.units:
                    self.enqueue(unit)
            self.activate(unit)

    def solve(self) -> None:
        """Analyse until nothing changes; then the callables that nothing seemed to reach."""
        self._drain()
        for unit in self.bindings.owners:
            if unit not in self.units:
                self.escape(unit)
                self._drain()
        while self._fill():
            self._drain()

    def _drain(self) -> None:
        while self.queue:
            unit = self.queue.popleft()
            self.queued.discard(unit)
            self.units[unit].run()

    def _fill(self) -> bool:
        """A name that was read but never bound may hold anything."""
        empty = [key for key, cell in self.cells.items() if cell.value is NEVER and isinstance(key, Symbol)]
        for key in empty:
            self.write(key, UNKNOWN)
        return bool(self.queue)


_DECLARATIONS = frozenset({nodes.FnDecl, nodes.StructDecl, nodes.EnumDecl})
