"""Golden programs print what was recorded for them, or fail with the text recorded."""

from pathlib import Path

import pytest

from tests.golden.programs import PROGRAMS, TREE, name_of, run_program


@pytest.mark.parametrize("later", [False, True], ids=["whole", "later"])
@pytest.mark.parametrize("program", PROGRAMS, ids=name_of)
def test_a_golden_program_does_what_was_recorded(
    program: Path, later: bool, golden_copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = golden_copy / program.relative_to(TREE)
    monkeypatch.chdir(own.parent)
    result = run_program(own, later=later)
    assert result.good, f"wanted {result.wanted!r}, exit {result.exit_code}, got {result.both!r}"
