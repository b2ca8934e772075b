"""Frames, the check document and other outputs of a report."""

import json

import pytest
from syrupy.assertion import SnapshotAssertion

from harnpy.base.spans import SourceFile, Span
from harnpy.diagnostics.formats import github
from harnpy.diagnostics.model import WARNING, Label, Message, Repair
from harnpy.diagnostics.render import (
    TEXT_LIMIT,
    Frames,
    check_document,
    tally,
    visible,
    word_span,
)
from harnpy.diagnostics.report import Report

MISMATCH = Message(
    "HARN-TYP-007",
    "const binding `{name}`: expected {wanted}, found {found}",
    source="type",
    label="found this type",
)
UNUSED = Message("HARN-LNT-014", "variable `{name}` is never used", severity=WARNING, source="lint")
REPAIRS = {
    "HARN-TYP-007": (
        Repair("casts/insert-explicit-conversion", "scope-local", "convert one side, or change its type"),
    )
}


def span_of(file: SourceFile, text: str, occurrence: int = 1) -> Span:
    start = -1
    for _ in range(occurrence):
        start = file.text.index(text, start + 1)
    return Span(file, start, start + len(text))


def mismatch(file: SourceFile, text: str, occurrence: int = 1, **more: object) -> Report:
    report = Report()
    given = {"name": "x", "wanted": "int", "found": "string"}
    report.error(MISMATCH, span_of(file, text, occurrence), **{**given, **more})  # pyright: ignore[reportArgumentType] - options of the call
    return report


def test_two_labels_with_help_and_repair(snapshot: SnapshotAssertion) -> None:
    file = SourceFile("demo.harn", 'fn f() {\n  const x: int = "a"\n}\n')
    declared = span_of(file, 'const x: int = "a"')
    report = mismatch(
        file,
        '"a"',
        help='did you mean `to_int("a")`?',
        notes=(Label(declared, "expected type declared here"),),
    )
    assert Frames(repairs=REPAIRS).report(report) == snapshot


def test_gutters_grow_with_the_line_number(snapshot: SnapshotAssertion) -> None:
    file = SourceFile("src/long.harn", "\n" * 1233 + 'const total: Total = "3"\n')
    note = Label(Span(file, 3, 3), "declared here")
    assert Frames().report(mismatch(file, '"3"', notes=(note,))) == snapshot


@pytest.mark.parametrize(
    ("name", "text", "guilty"),
    [
        ("wide", 'const 名前: int = "値段"', '"値段"'),
        ("combining", 'const e\u0301 = "u\u0308b"', '"u\u0308b"'),
        ("emoji", 'f("👍👍", "x")', '"x"'),
        ("tabs", '\t\tconst x =\t"a"', '"a"'),
        ("several lines", 'const x = [\n  1,\n  2\n]', "[\n  1,\n  2\n]"),
        ("end of file", "const x =", ""),
        ("escape codes", 'const x = "\x1b[31m\u202e"', '"\x1b[31m\u202e"'),
        ("carriage return", 'const x = "a"\r\nconst y = 2', '"a"'),
    ],
)  # fmt: skip
def test_carets_stand_under_what_they_mark(
    snapshot: SnapshotAssertion, name: str, text: str, guilty: str
) -> None:
    file = SourceFile(f"{name}.harn", text)
    if guilty:
        report = mismatch(file, guilty)
    else:
        report = Report()
        report.error(MISMATCH, Span(file, len(text), len(text)), name="x", wanted="int", found="nothing")
    assert Frames().report(report) == snapshot


def test_long_lines_are_cut_around_the_caret(snapshot: SnapshotAssertion) -> None:
    file = SourceFile("demo.harn", "const x = [" + ", ".join(str(number) for number in range(60)) + "]")
    blocks = [Frames(width=60).report(mismatch(file, text)) for text in ("x", "31", "59]")]
    assert all(len(line) <= 60 for block in blocks for line in block.splitlines()[2:3])
    assert "\n".join(blocks) == snapshot


def test_wide_lines_are_cut_to_the_terminal() -> None:
    file = SourceFile("demo.harn", "const x = " + "名" * 100 + ' "a"')
    lines = Frames(width=60).report(mismatch(file, '"a"')).splitlines()
    source, carets = lines[3], lines[4]
    assert source.startswith(" 1 | …名")
    assert len(source) + source.count("名") <= 60
    marked = len(carets.partition("^")[0])
    assert len(source.partition('"a"')[0]) + source.partition('"a"')[0].count("名") == marked


def test_at_most_fifty_per_file() -> None:
    file = SourceFile("demo.harn", "x\n" * 60)
    report = Report()
    for number in range(60):
        report.error(UNUSED, Span(file, 2 * number, 2 * number + 1), name=f"x{number}")
    text = Frames().report(report)
    assert text.count("warning[HARN-LNT-014]") == TEXT_LIMIT
    assert text.endswith("\ndemo.harn: … 10 more\n")


def test_painted_parts(snapshot: SnapshotAssertion) -> None:
    file = SourceFile("demo.harn", 'const x: int = "a"')
    report = mismatch(file, '"a"', help="convert it", notes=(Label(span_of(file, "int"), "declared here"),))
    painted = Frames(paint=lambda role, text: f"<{role}>{text}</{role}>", repairs=REPAIRS)
    assert painted.report(report) == snapshot


def test_an_uncaught_error(snapshot: SnapshotAssertion) -> None:
    file = SourceFile("demo.harn", "fn div(a, b) {\n  return a / b\n}\n")
    notes = ["called from mid at demo.harn:5", "called from pipeline at demo.harn:9"]
    block = Frames().failure("Division by zero", word_span(file, 2, 14), notes)
    many = Frames().failure(
        "Thrown: no\nway", None, [f"called from f{n} at demo.harn:{n}" for n in range(14)]
    )
    assert block + many == snapshot


@pytest.mark.parametrize(("column", "length"), [(10, 3), (14, 1), (15, 1), (16, 2), (18, 1), (30, 1)])
def test_the_caret_of_an_uncaught_error_covers_a_word(column: int, length: int) -> None:
    file = SourceFile("demo.harn", "  return abc + éß(1)")
    place = word_span(file, 1, column)
    assert place.end - place.start == length


def test_the_check_document(snapshot: SnapshotAssertion) -> None:
    bad = SourceFile("b.harn", 'const ä: int = "a"\n')
    warned = SourceFile("c.harn", "let x = 1\n")
    warnings = Report()
    warnings.error(UNUSED, span_of(warned, "x"), name="x")
    files = [
        ("d.harn", "Error reading d.harn: No such file or directory"),
        ("c.harn", warnings),
        ("b.harn", mismatch(bad, '"a"', help="did you mean `to_int`?")),
        ("a.harn", Report()),
    ]
    assert json.dumps(check_document(files), indent=2, ensure_ascii=False) == snapshot


def test_warnings_fail_only_a_strict_check() -> None:
    report = Report()
    report.error(UNUSED, Span(SourceFile("c.harn", "let x = 1"), 4, 5), name="x")
    assert check_document([("c.harn", report)])["ok"] is True
    strict = check_document([("c.harn", report)], strict=True)
    assert strict["ok"] is False
    assert strict["error"] is not None


def test_a_line_for_github() -> None:
    file = SourceFile("a.harn", "\nlet x = 1")
    report = Report()
    report.error(UNUSED, span_of(file, "x"), name="100%\n")
    expected = "::warning file=a.harn,line=2,col=5,title=HARN-LNT-014::variable `100%25%0A` is never used\n"
    assert github([("a.harn", report)]) == expected


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        ((2, 1, 3), "2 errors, 1 warning in 3 files"),
        ((1, 0, 1), "1 error in 1 file"),
        ((0, 2, 2), "2 warnings in 2 files"),
        ((0, 0, 2), "no findings in 2 files"),
    ],
)
def test_the_closing_line(counts: tuple[int, int, int], text: str) -> None:
    assert tally(*counts) == text


def test_text_cannot_steer_a_terminal() -> None:
    assert visible("a\x1b[2Jb\x7f\x9bc\td\ne") == "a␛[2Jb��c\td\ne"
