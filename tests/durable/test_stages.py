"""Ownership of stages: who waits for whom, what waiters are told, what ends a wait."""

import fcntl
import json
import os
import time
from pathlib import Path

import pytest

from harnpy.durable import stages
from tests.durable.running import run

HEAD = """import { checkpoint_stage } from "std/checkpoint"
fn fault(action: fn() -> any) -> string {
  try {
    action()
  } catch (e) {
    return to_string(e)
  }
  return "none"
}
"""


def owned_elsewhere(folder: Path, digest: str = "45666d976bab316d970ec459afd866d9") -> int:
    """Hold the lock of the stage `prepare` as another process would, and sign it."""
    place = folder / ".harn/checkpoints/demo.stages" / f"{digest}.lock"
    place.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(place, os.O_RDWR | os.O_CREAT)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    signed = {"name": "prepare", "pid": 4711, "host": "elsewhere", "started_at": "2026-01-01T00:00:00Z"}
    os.write(descriptor, json.dumps(signed).encode())
    return descriptor


def test_a_long_wait_is_told_once_with_the_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stages, "WARN_AFTER_MS", 50)
    holder = owned_elsewhere(tmp_path)
    text = HEAD + 'println(fault({ -> checkpoint_stage("prepare", { -> 1 }) }))\n'
    ran = run(tmp_path, text, HARNPY_STAGE_WAIT_MS="600")
    assert ran.lines == [
        "Runtime error: checkpoint stage 'prepare' is running in process 4711; gave up after 600ms"
    ]
    assert ran.warnings == [
        "[harnpy] warning: stage 'prepare' is running in process 4711 on elsewhere since "
        "2026-01-01T00:00:00Z; waiting [checkpoint.stage_wait]"
    ]
    os.close(holder)
    assert run(tmp_path, text).lines == ["none"]


def test_a_wait_that_is_no_number_is_refused(tmp_path: Path) -> None:
    holder = owned_elsewhere(tmp_path)
    text = HEAD + 'println(fault({ -> checkpoint_stage("prepare", { -> 1 }) }))\n'
    assert run(tmp_path, text, HARNPY_STAGE_WAIT_MS="soon").lines == [
        "Runtime error: HARNPY_STAGE_WAIT_MS must be a number of milliseconds, not 'soon'"
    ]
    os.close(holder)


def test_an_owner_of_another_stage_does_not_wait_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stages, "MOST_WAIT_AS_OWNER_MS", 100)
    holder = owned_elsewhere(tmp_path)
    text = HEAD + (
        'println(fault({ -> checkpoint_stage("outer", { -> checkpoint_stage("prepare", { -> 1 }) }) }))\n'
    )
    assert run(tmp_path, text).lines == [
        "checkpoint stage 'prepare' is running in process 4711 while this process holds stage 'outer'; "
        "gave up after 100ms"
    ]
    os.close(holder)


def test_a_deadline_and_other_tasks_go_on_while_a_stage_is_waited_for(tmp_path: Path) -> None:
    holder = owned_elsewhere(tmp_path)
    text = HEAD + (
        'const other = spawn {\n  sleep_ms(50)\n  println("other")\n}\n'
        'println(fault(fn() {\n  deadline 200ms {\n    checkpoint_stage("prepare", { -> 1 })\n'
        "  }\n}))\nawait(other)\n"
    )
    start = time.monotonic()
    assert run(tmp_path, text).lines == ["other", "Deadline exceeded"]
    assert time.monotonic() - start < 5
    os.close(holder)


def test_when_an_owner_throws_the_next_waiter_runs_the_stage(tmp_path: Path) -> None:
    text = HEAD + (
        "let runs = 0\nconst results = parallel 3 { i ->\n  fault({ -> checkpoint_stage(\"s\", fn() {\n"
        "    runs = runs + 1\n    const mine = runs\n    sleep_ms(30)\n    if mine < 3 {\n"
        "      throw \"no ${mine}\"\n"
        "    }\n    mine\n  }) })\n}\nprintln(results.sorted())\nprintln(checkpoint_get(\"s\"))\n"
    )  # fmt: skip
    assert run(tmp_path, text).lines == ["[no 1, no 2, none]", "3"]


def test_a_nested_call_of_the_same_stage_runs_and_does_not_wait(tmp_path: Path) -> None:
    text = HEAD + (
        'println(checkpoint_stage("s", fn() {\n  const inner = checkpoint_stage("s", { -> 2 })\n'
        "  inner * 10\n}))\n"
        'println(checkpoint_get("s"))\n'
    )
    assert run(tmp_path, text).lines == ["20", "20"]


def test_a_hit_takes_no_lock(tmp_path: Path) -> None:
    run(tmp_path, 'checkpoint("prepare", 7)\n')
    holder = owned_elsewhere(tmp_path)
    assert run(tmp_path, HEAD + 'println(checkpoint_stage("prepare", { -> 1 }))\n').lines == ["7"]
    os.close(holder)


def test_recursion_through_stages_ends_as_any_recursion_and_leaves_no_locks(tmp_path: Path) -> None:
    text = HEAD + (
        "fn deep(n: int) -> int {\n  return checkpoint_stage(\"s${n}\", { -> deep(n + 1) })\n}\n"
        "println(contains(fault({ -> deep(0) }), \"Stack overflow\"))\nprintln(checkpoint_list())\n"
    )  # fmt: skip
    ran = run(tmp_path, text, HARNPY_FSYNC="0")
    assert ran.lines == ["true", "[]"]
    assert list((tmp_path / ".harn/checkpoints/demo.stages").iterdir()) == []
