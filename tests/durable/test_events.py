"""What happens in a run, as those who watch it see it."""

import json
from pathlib import Path
from subprocess import run

import pytest

import harnpy
from tests.support.harn import EXE

PROGRAM = """import { checkpoint_stage_keyed, checkpoint_stage, checkpoint_stage_retry } from "std/checkpoint"
checkpoint_stage_keyed("k", 1, { -> 1 })
checkpoint_stage("k", { -> 2 })
let n = 0
checkpoint_stage_retry("r", 3, fn() {
  n = n + 1
  if n < 3 {
    throw "attempt ${n}"
  }
  n
})
"""
ATTEMPTS = [{"stage": "r", "attempt": number, "error": f"attempt {number}"} for number in (1, 2)]


def test_an_observer_sees_warnings_and_failed_attempts(tmp_path: Path) -> None:
    seen: list[tuple[str, object]] = []
    outcome = harnpy.run(
        PROGRAM,
        cwd=tmp_path,
        state_root=tmp_path / "kept",
        observer=lambda kind, data: seen.append((kind, data)),
    )
    assert outcome.failure is None
    (kind, warning), *attempts = seen
    assert (kind, warning["category"]) == ("warning", "checkpoint.stage_form")  # pyright: ignore[reportIndexIssue] (a dict)
    assert attempts == [("checkpoint.attempt_failed", one) for one in ATTEMPTS]
    assert (tmp_path / "kept/checkpoints/default.json").is_file()


def test_run_json_has_them_as_events(tmp_path: Path) -> None:
    (tmp_path / "p.harn").write_text(PROGRAM)
    done = run([*EXE, "run", "--json", "p.harn"], cwd=tmp_path, capture_output=True, text=True, check=True)
    events = [json.loads(line)["data"] for line in done.stdout.splitlines()]
    assert [one["event_type"] for one in events] == ["warning", *["checkpoint.attempt_failed"] * 2, "result"]
    assert [one["seq"] for one in events] == [1, 2, 3, 4]
    assert done.stderr == ""


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(TypeError, match="observer must be a function of a kind and its data, not int"):
        harnpy.run("1", observer=5)  # pyright: ignore[reportArgumentType] (that is the point)
    with pytest.raises(TypeError, match="state_root must be a str or a path object, not int"):
        harnpy.run("1", state_root=5)  # pyright: ignore[reportArgumentType] (that is the point)
