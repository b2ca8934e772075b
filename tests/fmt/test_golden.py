"""Recorded layouts, and our own sources in the layout that they preach."""

from pathlib import Path

import pytest

from harnpy.fmt.formatter import format_text
from harnpy.system.sources import sources_under
from tests.fmt.texts import CASES, ROOT

PROGRAMS = sorted(CASES.glob("*.harn"))
OURS = [Path(path) for path in sources_under((str(ROOT / "stdlib"), str(ROOT / "examples")))]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_gets_the_layout_that_was_recorded(program: Path) -> None:
    wanted = program.with_suffix(".formatted").read_text("utf-8")
    assert format_text(program.read_text("utf-8"), program.name) == wanted
    assert format_text(wanted, program.name) == wanted


@pytest.mark.parametrize("program", OURS, ids=lambda path: path.stem)
def test_our_own_sources_are_formatted(program: Path) -> None:
    text = program.read_text("utf-8")
    assert format_text(text, program.name) == text
