"""Golden programs print what was recorded for them, or fail with the text recorded."""

from pathlib import Path

import pytest

from tests.golden.programs import PROGRAMS, TREE, name_of, run_program

# Errors that only a type checker can see. It is not there yet: these programs are still accepted.
NEED_TYPES = (
    "match/non_exhaustive_error",
    "structs_enums_interfaces/bound_error",
    "structs_enums_interfaces/declared_type_error",
    "truth_nil/nilable_method_error",
)


@pytest.mark.parametrize("later", [False, True], ids=["whole", "later"])
@pytest.mark.parametrize("program", PROGRAMS, ids=name_of)
def test_a_golden_program_does_what_was_recorded(
    program: Path, later: bool, golden_copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = golden_copy / program.relative_to(TREE)
    monkeypatch.chdir(own.parent)
    result = run_program(own, later=later)
    if name_of(program) in NEED_TYPES:
        assert not result.good, "no longer pending: take it off the list"
    else:
        assert result.good, f"wanted {result.wanted!r}, exit {result.exit_code}, got {result.both!r}"


def test_the_lists_of_pending_programs_name_programs() -> None:
    assert set(NEED_TYPES) <= {name_of(program) for program in PROGRAMS}
