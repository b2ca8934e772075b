"""Facts of small programs, looked up by the text of an expression."""

from harnpy.base.spans import SourceFile
from harnpy.catalog.standard import standard
from harnpy.semantics.ranges import Facts, analyse
from harnpy.semantics.resolver import resolve
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Module, Node
from harnpy.syntax.parser import parse
from harnpy.syntax.visit import walk

FULL = (-(2**63), 2**63 - 1)


class Program:
    """A program with its facts."""

    def __init__(self, text: str, *, session: bool = False) -> None:
        self.file = SourceFile("test.harn", text)
        self.module: Module
        self.module, report = parse(self.file)
        assert not report.diagnostics, [diagnostic.message for diagnostic in report.diagnostics]
        self.catalog = standard()
        self.bindings, _ = resolve(self.module, self.catalog, {})
        self.facts: Facts = analyse(self.module, self.bindings, self.catalog, session=session)

    def node(self, text: str, which: int = -1) -> Node:
        """The expression written `text`; the last one unless `which` tells."""
        found = [
            item
            for item in walk(self.module)
            if self.file.text[item.span.start : item.span.end] == text
            and isinstance(item, nodes.Expr | nodes.BindName | nodes.PBind)
        ]
        assert found, f"no expression `{text}`"
        return found[which]

    def function(self, name: str) -> nodes.FnDecl:
        """The function called `name`."""
        return next(
            item for item in walk(self.module) if isinstance(item, nodes.FnDecl) and item.name == name
        )

    def kinds(self, text: str, which: int = -1) -> set[str] | None:
        """Kinds of the expression written `text`."""
        found = self.facts.kinds(self.node(text, which))
        return None if found is None else set(found)

    def interval(self, text: str, which: int = -1) -> tuple[int, int] | None:
        """Interval of the expression written `text`."""
        return self.facts.interval(self.node(text, which))
