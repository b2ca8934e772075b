"""Every example runs and prints what stands beside it."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.support.harn import EXE, ROOT

EXAMPLES = sorted((ROOT / "examples").glob("[0-9]*.harn"))


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_an_example_prints_what_stands_beside_it(path: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [*EXE, "run", str(path.relative_to(ROOT))],
        cwd=ROOT,
        # What an earlier run by hand has kept is none of the test's business.
        env={**os.environ, "HARN_STATE_DIR": str(tmp_path), "HARN_MEMORY_ROOT": str(tmp_path / "memory")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == path.with_suffix(".out").read_text("utf-8")


def test_examples_are_numbered_and_short() -> None:
    assert [int(path.name.partition("_")[0]) for path in EXAMPLES] == list(range(1, len(EXAMPLES) + 1))
    assert [path.name for path in EXAMPLES if len(path.read_text("utf-8").splitlines()) > 60] == []


def test_every_output_belongs_to_an_example() -> None:
    outputs = {path.stem for path in (ROOT / "examples").glob("*.out")}
    assert outputs == {path.stem for path in EXAMPLES}
