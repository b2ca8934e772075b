"""Programs for `check` get exactly the diagnostics recorded beside them."""

from pathlib import Path

import pytest

from harnpy.base.spans import SourceFile
from harnpy.pipeline import check

TREE = Path(__file__).parent / "check"
PROGRAMS = sorted(path for path in TREE.rglob("*.harn") if path.with_suffix(".check").exists())


@pytest.mark.parametrize(
    "program", PROGRAMS, ids=lambda path: path.relative_to(TREE).with_suffix("").as_posix()
)
def test_a_program_gets_the_recorded_diagnostics(program: Path) -> None:
    # Shown by its name alone: below `tests` it would be a test.
    report = check(SourceFile(program.name, program.read_text("utf-8")), str(program))
    told = {(one.severity, one.code, one.span.file.line_col(one.span.start)[0]) for one in report.diagnostics}
    recorded = (
        line.split() for line in program.with_suffix(".check").read_text("utf-8").splitlines() if line
    )
    assert told == {(severity, code, int(line)) for severity, code, line in recorded}
