"""Shared by the tests of this folder: programs as text in, bindings and findings out."""

from typing import TypeVar

from harnpy.base.spans import SourceFile
from harnpy.catalog.model import BUILTIN, METHOD, Catalog, Row
from harnpy.diagnostics.model import Diagnostic
from harnpy.diagnostics.report import Report
from harnpy.semantics.resolver import resolve
from harnpy.semantics.results import Bindings
from harnpy.semantics.symbols import Symbol
from harnpy.syntax.nodes import Ident, Node
from harnpy.syntax.parser import parse
from harnpy.syntax.visit import walk


def row(family: str, owner: str, name: str) -> Row:
    return Row(family, owner, name, f"{name}(x: any) -> any", "", "m", "f", frozenset(), "")


CATALOG = Catalog(
    [row(BUILTIN, "", name) for name in ("len", "println", "to_string", "Ok", "Err", "schema_of", "await")]
    + [row(METHOD, "list", name) for name in ("push", "map", "len")]
)

Found = TypeVar("Found", bound=Node)


class Read:
    """A resolved program and questions about it."""

    def __init__(self, text: str, *, running: bool = False) -> None:
        file = SourceFile("t.harn", text)
        self.module, parsed = parse(file)
        assert not parsed.has_errors, [one.text for one in parsed.diagnostics]
        self.bindings: Bindings
        self.report: Report
        self.bindings, self.report = resolve(self.module, CATALOG, {}, running=running)

    @property
    def found(self) -> list[str]:
        """Severity, code and line of every finding."""
        return [f"{one.severity} {one.code} {line(one)}" for one in self.report.sorted()]

    @property
    def texts(self) -> list[str]:
        """The sentences of the findings."""
        return [one.text for one in self.report.sorted()]

    def declared(self, name: str) -> list[Symbol]:
        """All symbols called `name`, in source order."""
        owners = self.bindings.owners.values()
        symbols = {one for owner in owners for one in owner.symbols if one.name == name}
        return sorted(symbols, key=lambda one: -1 if one.span is None else one.span.start)

    def only(self, name: str) -> Symbol:
        """The one symbol called `name`."""
        (symbol,) = self.declared(name)
        return symbol

    def nodes(self, *classes: type[Found]) -> list[Found]:
        """All nodes of these classes in source order."""
        return [one for one in walk(self.module) if isinstance(one, classes)]

    def uses(self, name: str) -> list[Symbol]:
        """What each mention of `name` as a value means, in source order."""
        idents = [one for one in walk(self.module) if isinstance(one, Ident) and one.name == name]
        return [self.bindings.symbols[one] for one in idents if one in self.bindings.symbols]


def line(diagnostic: Diagnostic) -> int:
    return diagnostic.span.file.line_col(diagnostic.span.start)[0]
