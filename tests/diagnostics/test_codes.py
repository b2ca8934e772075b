"""Every registered code: a complete page, a bad example that raises exactly it, a good one that is clean."""

import re
from pathlib import Path

import pytest

from harnpy.diagnostics.explain import CATEGORIES, category_of, registered
from harnpy.diagnostics.model import Code
from tests.support.architecture import sources
from tests.support.harn import check_harn, run_harn

CODES = list(registered().codes.values())
IDS = [row.code for row in CODES]
# Examples that import need files beside them: tests/semantics/test_codes.py has those.
STAGED = [row for row in CODES if row.command == "check" and "import" not in row.bad]


@pytest.mark.parametrize("row", CODES, ids=IDS)
def test_a_page_is_complete(row: Code) -> None:
    assert re.fullmatch(r"HARN-[A-Z]{3}-\d{3}", row.code)
    assert category_of(row) in CATEGORIES
    assert row.summary
    assert not row.summary.endswith(".")
    assert len(row.why) > 40
    assert row.bad.strip()
    assert row.good.strip()


@pytest.mark.parametrize("row", STAGED, ids=[row.code for row in STAGED])
def test_the_examples_hold(row: Code) -> None:
    assert {one.code for one in check_harn(row.bad).diagnostics} == {row.code}
    assert [one.code for one in check_harn(row.good).diagnostics] == []


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
