"""Every registered code: a complete page, a bad example that raises exactly it, a good one that is clean."""

import re
from pathlib import Path

import pytest

from harnpy.base.spans import SourceFile
from harnpy.catalog.standard import standard
from harnpy.diagnostics.explain import CATEGORIES, category_of, registered
from harnpy.diagnostics.model import Code
from harnpy.lint.linter import for_check, lint
from harnpy.project.graph import load
from harnpy.project.loader import Library
from harnpy.semantics.checker import check_program
from tests.support.architecture import sources
from tests.support.harn import ROOT, run_harn

CODES = list(registered().codes.values())
IDS = [row.code for row in CODES]
STRICT = "check --strict-types"
CHECKED = [row for row in CODES if row.command in ("check", STRICT)]
FILES = {
    "/w/broken.harn": "pub fn f( {\n}\n",
    "/w/generated.harn": "/" * ((4 << 20) + 1),
}
"""What the imports of the examples find beside the program."""


def read(path: str) -> str:
    """One of `FILES`, or a standard module."""
    if path.startswith("/lib/"):
        return (ROOT / "stdlib" / path.removeprefix("/lib/")).read_text("utf-8")
    if path not in FILES:
        raise FileNotFoundError(2, "No such file or directory")
    return FILES[path]


def codes_of(text: str, *, strict: bool) -> set[str]:
    """The codes that `check` reports, with `--strict-types` when it is `strict`."""
    graph = load(SourceFile("/w/main.harn", text), read, library=Library("/lib"), running=False)
    program = check_program(graph, standard(), strict=strict)
    module, report = program.entry, program.report
    if not any(one.message.source in ("lexer", "parser") for one in report.diagnostics):
        report.extend(lint(module, standard(), for_check(report), report))
    return {one.code for one in report.diagnostics}


@pytest.mark.parametrize("row", CODES, ids=IDS)
def test_a_page_is_complete(row: Code) -> None:
    assert re.fullmatch(r"HARN-[A-Z]{3}-\d{3}", row.code)
    assert category_of(row) in CATEGORIES
    assert row.summary
    assert not row.summary.endswith(".")
    assert len(row.why) > 40
    assert row.bad.strip()
    assert row.good.strip()


@pytest.mark.parametrize("row", CHECKED, ids=[row.code for row in CHECKED])
def test_the_examples_hold(row: Code) -> None:
    strict = row.command == STRICT
    assert codes_of(row.bad, strict=strict) == {row.code}
    assert codes_of(row.good, strict=strict) == set()


@pytest.mark.parametrize("code", ["HARN-ORC-011", "HARN-ORC-012", "HARN-CAP-201"])
def test_the_examples_of_running_programs_hold(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    row = registered().codes[code]
    assert code in run_harn(row.bad).error
    assert run_harn(row.good).error == ""


def test_every_code_has_one_row_and_every_message_a_code() -> None:
    known = registered().codes
    rows: list[str] = []
    messages: set[str] = set()
    for source in sources():
        if not source.relative.startswith("harnpy/diagnostics/codes/"):
            continue
        rows += re.findall(r'Code\(\s*"(HARN-[A-Z]{3}-\d{3})"', source.text)
        messages |= set(re.findall(r'Message\(\s*"(HARN-[A-Z]{3}-\d{3})"', source.text))
    assert messages - set(known) == set()
    assert sorted(rows) == sorted(known)
