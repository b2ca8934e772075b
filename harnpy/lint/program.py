"""A program file in, the report of `check` or of `lint` about it out."""

from collections.abc import Callable

from harnpy.base.spans import SourceFile
from harnpy.catalog.model import Catalog
from harnpy.diagnostics.report import Report
from harnpy.lint.linter import Selection, for_check, lint
from harnpy.project.graph import Graph, load
from harnpy.project.loader import Library
from harnpy.project.nesting import deeply, too_deep
from harnpy.semantics.checker import CheckedProgram, check_program

# Sources of diagnostics after which a tree is not whole.
_BROKEN = ("lexer", "parser")


class Program:
    """A program file to look at: its text, its place when a file holds it, and the reader of its imports.

    strict   parts of data from outside may only be used once the data are validated
    graph    its modules, once it was looked at; `checked` what the checker knows of them
    """

    __slots__ = ("catalog", "checked", "file", "graph", "path", "read", "strict")

    def __init__(
        self, file: SourceFile, path: str | None, read: Callable[[str], str], catalog: Catalog
    ) -> None:
        self.strict = False
        self.graph: Graph | None = None
        self.checked: CheckedProgram | None = None
        self.file = file
        self.path = path
        self.read = read
        self.catalog = catalog

    def check(self) -> Report:
        """What is wrong, and below it what the rules say."""

        def passes() -> Report:
            checked = self._checked()
            report = checked.report
            if not _is_broken(report):
                report.extend(lint(checked.entry, self.catalog, for_check(report), report))
            return report

        return deeply(passes) or too_deep(self.file)

    def lint(self, selection: Selection) -> Report:
        """What the rules of `selection` say; errors of syntax alone when there are some."""

        def passes() -> Report:
            checked = self._checked()
            report = checked.report
            if _is_broken(report):
                return Report(one for one in report.diagnostics if one.message.source in _BROKEN)
            found = Report(one for one in report.diagnostics if selection.reports(one))
            found.extend(lint(checked.entry, self.catalog, selection, report))
            return found

        return deeply(passes) or too_deep(self.file)

    def _checked(self) -> CheckedProgram:
        """The program after the checker; call it with room for deep recursion."""
        library = Library(natives=self.catalog.modules)
        self.graph = load(self.file, self.read, path=self.path, library=library)
        self.checked = check_program(self.graph, self.catalog, strict=self.strict)
        return self.checked


def _is_broken(report: Report) -> bool:
    return any(one.message.source in _BROKEN for one in report.diagnostics)
