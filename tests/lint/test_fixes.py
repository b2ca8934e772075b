"""Rewrites: they fit together, leave a program that parses, are final, and keep what a program prints."""

import os
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harnpy.base.spans import SourceFile, Span
from harnpy.catalog.standard import standard
from harnpy.diagnostics.model import Diagnostic, Fix, Message
from harnpy.diagnostics.report import Report
from harnpy.lint.fixes import applied, fix_all
from harnpy.lint.linter import for_lint
from harnpy.lint.program import Program
from harnpy.syntax.parser import parse
from harnpy.system.sources import read_source
from tests.lint.looking import fixed, linted
from tests.support.harn import ROOT, run_harn

FUNCTION = re.compile(r"<fn\([^)]*\)>")
GOLDEN = Path(os.environ.get("HARNPY_GOLDEN", ROOT / "tests" / "golden")) / "lang"
PROGRAMS = sorted(path for path in GOLDEN.rglob("*.harn") if path.with_suffix(".expected").exists())

# One or more of these make a function body; each has something to mend, alone or beside its neighbours.
LINES = (
    "let a = n * 2", "const b = (n)", "const c = n ?? nil", "const d = to_int(n)", "const e = n == n",
    "if flag == true { return n } else { return 2 }", "const {x, y} = {x: 1, y: 2}\n  return x",
    "const f = [n].map({ item -> n })", "const g = flag == false ? 1 : 2", "for item in [1,] { }",
    "const h = name == nil ? \"none\" : name", "return n\n  println(n)", "const i = n * 3\n  return i",
    "const j = [\n    n,\n    2\n  ]", "const k = ((flag || true))", "const l = (name ?? name)?.len()",
    "println(match n { 1 -> { 1 }\n    1 -> { 2 }\n    _ -> { 3 }\n  })", "const m: int | nil = n",
    "const o = !(flag != true)", "// a comment\n  const p = name! // another",
)  # fmt: skip


def program(lines: list[str]) -> str:
    """A program around some lines, with faults of its own."""
    body = "".join(f"  {line}\n" for line in lines)
    head = 'import { lerp, clamp } from "std/math"\nimport { trim_all } from "std/text"\n// Runs.\n'
    signature = "pub fn run(n: int, flag: bool, name: string?) -> any"
    return f"{head}{signature} {{\n{body}  return nil\n}}\nconst q = 1\n"


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(LINES), max_size=6, unique=True))
def test_fixing_is_final_and_leaves_what_parses(lines: list[str]) -> None:
    text = program(lines)
    for unsafe in (False, True):
        once = fixed(text, unsafe=unsafe)
        assert not parse(SourceFile("x.harn", once.text))[1].has_errors
        again = fixed(once.text, unsafe=unsafe)
        assert (again.text, again.count) == (once.text, 0)


MESSAGE = Message("HARN-LNT-014", "a", source="lint", label="lint[unused-variable]")
PARTS = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20), st.text("xy", max_size=3)), max_size=6)


@settings(max_examples=100, deadline=None)
@given(PARTS)
def test_fixes_never_overlap(parts: list[tuple[int, int, str]]) -> None:
    text = "abcdefghijklmnopqrst"
    rounds: list[SourceFile] = []

    def look(file: SourceFile) -> Report:
        rounds.append(file)
        if len(rounds) > 1:
            return Report()
        found = Report()
        for first, second, new in parts:
            span = Span(file, min(first, second), max(first, second))
            found.add(Diagnostic(MESSAGE, span, fix=Fix(span, new, "format-only"), data={}))
        return found

    after = fix_all(SourceFile("x.harn", text), look)
    kept = [char for char in after.text if char in text]
    assert kept == sorted(kept)
    assert len(set(kept)) == len(kept)
    assert (after.count > 0) is bool(parts)


def test_edits_are_applied_in_order() -> None:
    file = SourceFile("x.harn", "one two three")
    fixes = [Fix(Span(file, 0, 3), "1", "format-only"), Fix(Span(file, 8, 13), "3", "format-only")]
    assert applied(file.text, fixes) == "1 two 3"


def test_a_fix_that_breaks_the_text_is_left_out() -> None:
    file = SourceFile("x.harn", "const a = 1\n")

    def look(current: SourceFile) -> Report:
        _, report = parse(current)
        if not report.has_errors:
            span = Span(current, 0, 5)
            report.add(Diagnostic(MESSAGE, span, fix=Fix(span, "fn (", "format-only"), data={}))
        return report

    after = fix_all(file, look)
    assert (after.text, after.count) == (file.text, 0)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("return (n ?? nil)?.len()", "return n?.len()", id="operand in parentheses"),
        pytest.param("return !(flag == true)", "return !(flag)", id="negated"),
        pytest.param("return (n == nil ? 1 : n) + 1", "return (n ?? 1) + 1", id="ternary in parentheses"),
        pytest.param("return n == nil ? flag ? 1 : 2 : n", "return n ?? (flag ? 1 : 2)", id="ternary in one"),
        pytest.param("const r = ((n)) + 2\nreturn [r]", "const r = n + 2\nreturn [r]", id="twice"),
        pytest.param("return to_int(flag ? 1 : 2)", "return (flag ? 1 : 2)", id="cast of a choice"),
        pytest.param("return to_int(3).abs()", "return (3).abs()", id="cast of a receiver"),
    ],
)
def test_the_text_after_a_fix(before: str, after: str) -> None:
    head = "pub fn run(n: any, flag: bool) -> any {\n  "
    selection = for_lint(ignore=frozenset(("unused-parameter",)))
    done = fixed(f"{head}{before}\n}}\n", selection).text
    assert done.removeprefix(head).removesuffix("\n}\n") == after


def test_what_shares_a_line_or_holds_a_comment_stays() -> None:
    text = "pub fn run(n: int) -> int {\n  const a = n // why\n  return a\n}\n"
    assert fixed(text).text == text
    assert [one.code for one in linted(text).diagnostics] == ["HARN-LNT-012"]


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.relative_to(GOLDEN).as_posix())
def test_fixed_programs_print_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    text, catalog = path.read_text("utf-8"), standard()
    selection = for_lint()

    def look(file: SourceFile) -> Report:
        return Program(file, str(path), read_source, catalog).lint(selection)

    after = fix_all(SourceFile(str(path), text), look)
    if after.text == text:
        return
    # The display of a function shows the names of its parameters, which a fix may mark as unused.
    printed, wanted = (
        run_harn(after.text, path=str(path)).stdout,
        path.with_suffix(".expected").read_text("utf-8"),
    )
    assert FUNCTION.sub("<fn>", printed) == FUNCTION.sub("<fn>", wanted)
