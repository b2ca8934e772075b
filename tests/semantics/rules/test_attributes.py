"""Attributes: places, arguments, and what `@deprecated` says."""

import pytest

from harnpy.diagnostics.report import Report
from harnpy.semantics.attributes import check, deprecated_use, deprecations
from harnpy.syntax.nodes import AttributedDecl
from tests.semantics.rules.reading import Program, texts

FN = "fn f() {\n  log(1)\n}"
PIPELINE = "pipeline p() {\n  log(1)\n}"


def told(text: str) -> list[str]:
    program = Program(text)
    report = Report()
    for decl in program.all(AttributedDecl):
        check(decl, report)
    return texts(report)


@pytest.mark.parametrize(
    "text",
    [
        f"@test\n{PIPELINE}",
        f'@test(cases: [{{name: "one", args: [1]}}], fixture: setup)\n{PIPELINE}',
        f'@test(fixture: "setup")\n{PIPELINE}',
        f"@test_fixture(scope: file)\n{FN}",
        f'@test_fixture(scope: "case")\n{FN}',
        f"@deprecated\n{FN}",
        f'@deprecated(since: "0.4", use: json.fresh)\n{FN}',
        "@deprecated(use: Fresh)\nstruct Old {\n  x: int\n}",
        f"@complexity(allow)\n{FN}",
        f"@complexity(allow)\n{PIPELINE}",
        f"@nonsense(x: 1)\n{FN}",
    ],
)
def test_good_attributes(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"@test\n{FN}", "`@test` only applies to pipeline declarations"),
        (f"@test_fixture(scope: file)\n{PIPELINE}", "`@test_fixture` only applies to function declarations"),
        ("@complexity(allow)\nstruct S {\n  x: int\n}",
         "`@complexity` only applies to function declarations"),
        (f"@test(bogus: 3)\n{PIPELINE}",
         'unknown `@test` argument `bogus`; expected one of ["cases", "fixture"]'),
        (f"@test(slow)\n{PIPELINE}",
         'unknown `@test` argument `slow`; expected one of ["cases", "fixture"]'),
        (f"@test(cases: 3)\n{PIPELINE}", "`@test(cases: ...)` must be a list of `{name, args}` rows"),
        (f'@test(cases: [{{name: "a"}}])\n{PIPELINE}',
         "`@test(cases: ...)` must be a list of `{name, args}` rows"),
        (f"@test(cases: [{{name: 1, args: []}}])\n{PIPELINE}",
         "`@test(cases: ...)` must be a list of `{name, args}` rows"),
        (f"@test(fixture: 3)\n{PIPELINE}", "`@test(fixture: ...)` must be a string or symbol"),
        (f"@test_fixture\n{FN}", "`@test_fixture` requires exactly one `scope: file|case` argument"),
        (f"@test_fixture(scope: suite)\n{FN}",
         "`@test_fixture` requires exactly one `scope: file|case` argument"),
        (f"@deprecated(since: 3)\n{FN}", "`@deprecated(since: ...)` must be a string or symbol"),
        (f"@complexity(25)\n{FN}", "`@complexity` requires the argument `allow`"),
    ],
)  # fmt: skip
def test_bad_attributes(text: str, expected: str) -> None:
    assert told(text) == [expected]


def test_a_near_argument_is_suggested() -> None:
    report = Report()
    program = Program(f"@test(case: [])\n{PIPELINE}")
    check(program.all(AttributedDecl)[0], report)
    assert [one.help for one in report.diagnostics] == ["did you mean `cases`?"]


def test_what_a_deprecation_says() -> None:
    program = Program(f'@deprecated(since: "0.4", use: fresh)\n{FN}\n@deprecated\n{PIPELINE}\nfn g() {{}}\n')
    found = deprecations(program.module)
    assert [(one.since, one.use) for one in found.values()] == [("0.4", "fresh"), ("", "")]
    report = Report()
    for decl, told in found.items():
        deprecated_use(report, decl.span, "f", told)
    assert texts(report) == ["`f` is deprecated (since 0.4)", "`f` is deprecated"]
    assert [one.help for one in report.diagnostics] == ["use `fresh` instead", ""]
