"""A program file in, the report of `check` or of `lint` about it out."""

from collections.abc import Callable

from harnpy.base.spans import SourceFile
from harnpy.catalog.model import Catalog
from harnpy.diagnostics.report import Report
from harnpy.lint.linter import Selection, for_check, lint
from harnpy.project.graph import load
from harnpy.project.loader import Library
from harnpy.project.nesting import deeply, too_deep
from harnpy.semantics.checker import CheckedProgram, check_program

# Sources of diagnostics after which a tree is not whole.
_BROKEN = ("lexer", "parser")


class Program:
    """A program file to look at: its text, its place when a file holds it, and the reader of its imports."""

    __slots__ = ("catalog", "file", "path", "read")

    def __init__(
        self, file: SourceFile, path: str | None, read: Callable[[str], str], catalog: Catalog
    ) -> None:
        self.file = file
        self.path = path
        self.read = read
        self.catalog = catalog

    def check(self) -> Report:
        """What is wrong, and below it what the rules say."""
        program = self._checked()
        if program is None:
            return too_deep(self.file)
        report = program.report
        if not _is_broken(report):
            report.extend(lint(program.entry, self.catalog, for_check(report), report))
        return report

    def lint(self, selection: Selection) -> Report:
        """What the rules of `selection` say; errors of syntax alone when there are some."""
        program = self._checked()
        if program is None:
            return too_deep(self.file)
        report = program.report
        if _is_broken(report):
            return Report(one for one in report.diagnostics if one.message.source in _BROKEN)
        found = Report(one for one in report.diagnostics if selection.reports(one))
        found.extend(lint(program.entry, self.catalog, selection, report))
        return found

    def _checked(self) -> CheckedProgram | None:
        """The program after the checker; None when it is nested too deeply."""
        library = Library(natives=self.catalog.modules)
        return deeply(
            lambda: check_program(load(self.file, self.read, path=self.path, library=library), self.catalog)
        )


def _is_broken(report: Report) -> bool:
    return any(one.message.source in _BROKEN for one in report.diagnostics)
