"""Linting in tests: a source text in, findings and fixed texts out."""

from harnpy.base.spans import SourceFile
from harnpy.catalog.standard import standard
from harnpy.diagnostics.model import Code
from harnpy.diagnostics.report import Report
from harnpy.lint.fixes import Fixed, fix_all
from harnpy.lint.linter import Selection, for_lint
from harnpy.lint.program import Program
from tests.support.harn import ROOT

FILES = {
    "/w/left.harn": "pub fn left() -> int {\n  return 1\n}\n",
    "/w/right.harn": "pub fn right() -> int {\n  return 2\n}\n",
}


def read(path: str) -> str:
    """A module beside the program, or one of the standard library."""
    if path in FILES:
        return FILES[path]
    if not path.startswith(str(ROOT / "stdlib")):
        raise FileNotFoundError(2, "No such file or directory")
    with open(path, encoding="utf-8") as file:
        return file.read()


def linted(text: str, selection: Selection | None = None, *, path: str = "/w/main.harn") -> Report:
    """What `lint` says."""
    file = SourceFile(path, text)
    return Program(file, path, read, standard()).lint(selection or for_lint())


def found(text: str, *, path: str = "/w/main.harn") -> list[str]:
    """The names of the rules that say something, with their lines."""
    report = linted(text, path=path)
    return [
        f"{one.label.removeprefix('lint[').rstrip(']')} {one.span.file.line_col(one.span.start)[0]}"
        for one in report.sorted()
    ]


def fixed(text: str, selection: Selection | None = None, *, unsafe: bool = False) -> Fixed:
    """The text after `lint --fix`."""
    return fix_all(SourceFile("/w/main.harn", text), lambda file: linted(file.text, selection), unsafe=unsafe)


def selected(code: Code) -> Selection:
    """What the command on the page of a code looks for."""
    words = code.command.split()
    if "--require-file-header" in words:
        return for_lint(frozenset(("require-file-header",)))
    return for_lint(frozenset(words[words.index("--select") + 1 :])) if "--select" in words else for_lint()
