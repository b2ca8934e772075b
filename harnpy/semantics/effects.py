"""What a program may do to the world outside, as its code has it (reliability.md 5, `check --effects`).

Calls of natives with an effect are gathered from the entry and from every function it can reach in other
modules. A first argument that is written as a text narrows the effect to it.
"""

from collections.abc import Iterable, Mapping
from typing import cast

import attrs

from harnpy.catalog.model import Catalog, Row
from harnpy.semantics.members import CAPABILITIES
from harnpy.semantics.results import Bindings, CheckedModule
from harnpy.semantics.symbols import Symbol, SymbolKind
from harnpy.semantics.typeforms import Prim, Type
from harnpy.syntax.nodes import Call, Expr, FnDecl, Ident, Member, MethodCall, Node, Pipeline, Str, ToolDecl
from harnpy.syntax.visit import walk

NAMED = ("read", "write", "run", "env", "net")
"""Effects that permissions decide on, in the order of their flags."""

_CONNECT = "connect"
# Where the address of a server comes from when the program does not hold it itself.
_ENV_SOURCE, _SECRET_SOURCE = "env:", "secret:"

ANYTHING = "*"
"""Stands for a place that only the run decides on."""


@attrs.define(slots=True, eq=False)
class Effects:
    """What a program may touch: for each effect the names or paths, `*` for any."""

    touched: dict[str, dict[str, None]] = attrs.field(factory=dict[str, dict[str, None]])

    def add(self, effect: str, place: str) -> None:
        """Note one more place."""
        self.touched.setdefault(effect, {})[place] = None

    def places(self, effect: str) -> tuple[str, ...]:
        """The places of an effect in order of their names; `*` alone when it is one of them."""
        found = self.touched.get(effect, {})
        return (ANYTHING,) if ANYTHING in found else tuple(sorted(found))


def effects_of(entry: CheckedModule, modules: Iterable[CheckedModule], catalog: Catalog) -> Effects:
    """The effects of a program: of all code of its entry, and of what that code names elsewhere."""
    search = _Search(catalog, modules)
    search.module(entry)
    return search.found


class _Search:
    """Walks code once, following the functions that it mentions."""

    def __init__(self, catalog: Catalog, modules: Iterable[CheckedModule]) -> None:
        self.catalog = catalog
        self.found = Effects()
        self._homes: dict[Node, CheckedModule] = {}
        self._seen: set[Node] = set()
        for one in modules:
            for node in one.bindings.owners:
                self._homes[node] = one

    def module(self, entry: CheckedModule) -> None:
        """All code of a module."""
        self._code(entry.module, entry)

    def _code(self, root: Node, home: CheckedModule) -> None:
        pending = [(root, home)]
        while pending:
            code, module = pending.pop()
            if code in self._seen:
                continue
            self._seen.add(code)
            for node in walk(code):
                pending += [
                    (decl, self._homes[decl]) for decl in _mentioned(node, module) if decl in self._homes
                ]
                self._call(node, module)

    def _call(self, node: Node, home: CheckedModule) -> None:
        if isinstance(node, Call):
            symbol = home.bindings.symbols.get(node.callee)
            if symbol is not None and symbol.kind is SymbolKind.BUILTIN:
                self._note(self.catalog.builtin(symbol.name), node.args)
            elif symbol is not None and symbol.kind is SymbolKind.IMPORT and symbol.target is not None:
                path, declared = cast("tuple[str, Symbol]", symbol.target)
                # What such a function takes first is no name of a command or a file.
                self._note(self.catalog.function(path, declared.name), ())
        elif isinstance(node, MethodCall):
            handle = _handle(node.object, home.types)
            if handle is not None:
                self._note(self.catalog.capability(handle, node.method), node.args)

    def _note(self, row: Row | None, args: tuple[Expr, ...]) -> None:
        if row is None or row.effect not in (*NAMED, _CONNECT):
            return
        first = args[0] if args else None
        if row.effect == _CONNECT:
            self._connection(first.value.strip() if isinstance(first, Str) else "")
            return
        place = first.value if isinstance(first, Str) else ""
        # A command line is the affair of a shell.
        open_ended = not place or (row.effect == "run" and (" " in place or row.name.startswith("shell")))
        self.found.add(row.effect, ANYTHING if open_ended else place)

    def _connection(self, source: str) -> None:
        """Note what opening a database needs: whoever starts the program grants what is not in its text."""
        if source.startswith(_ENV_SOURCE):
            self.found.add("env", source.removeprefix(_ENV_SOURCE).strip())
        elif not source.startswith(_SECRET_SOURCE):
            self.found.add("net", _host_of(source) or ANYTHING)


def _host_of(url: str) -> str:
    """The host that a URL names; empty when it names several, or none."""
    place = url.partition("://")[2].partition("/")[0].partition("?")[0].rpartition("@")[2]
    host = place if place.endswith("]") else place.rpartition(":")[0] or place
    return "" if "," in place or "%" in place else host.strip("[]")


def _mentioned(node: Node, home: CheckedModule) -> list[Node]:
    """Functions of other modules that a node names."""
    bindings: Bindings = home.bindings
    symbol = bindings.symbols.get(node) if isinstance(node, (Ident, Member, MethodCall)) else None
    decl = symbol.origin().node if symbol is not None else None
    found: list[Node] = [decl] if isinstance(decl, (FnDecl, ToolDecl, Pipeline)) else []
    if isinstance(node, (Member, MethodCall)):
        found += _of_namespace(node, bindings)
    return found


def _of_namespace(node: Member | MethodCall, bindings: Bindings) -> list[Node]:
    space = bindings.symbols.get(node.object)
    exports = getattr(space.target, "exports", None) if space is not None else None
    if space is None or space.kind is not SymbolKind.NAMESPACE or exports is None:
        return []
    symbol = exports.get(node.method if isinstance(node, MethodCall) else node.name)
    decl = symbol.origin().node if symbol is not None else None
    return [] if decl is None else [decl]


def _handle(place: Expr, types: Mapping[Node, Type]) -> str | None:
    """The type of a handle by what was found out, or by its name: `harness.fs`."""
    known = types.get(place)
    if isinstance(known, Prim) and known.name.startswith("Harness"):
        return known.name
    if isinstance(place, Member) and place.name in CAPABILITIES:
        return f"Harness{place.name.title()}"
    return None
