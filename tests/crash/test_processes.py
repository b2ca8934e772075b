"""R06: processes that write at once lose no update, one wins where one must, locks end with their holders."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from harnpy.durable.agent_state import states_of
from harnpy.durable.checkpoints import checkpoints_of
from harnpy.durable.stages import Plain, stages_of
from harnpy.storage.entries import encode_entry
from harnpy.storage.json_file import StateError
from harnpy.system.ops import Ops
from tests.crash.worlds import (
    STORES,
    Kept,
    KeptCheckpoints,
    contents,
    ended,
    forked,
    session_in,
    size,
    world_in,
)

PROCESSES = 8


def at_once(work: Callable[[int], None], count: int = PROCESSES) -> list[int]:
    """Run work in some processes at the same time; their exit codes."""
    gate_reader, gate_writer = os.pipe()

    def started(number: int) -> None:
        os.close(gate_writer)
        # The end of the pipe is the signal to start.
        os.read(gate_reader, 1)
        work(number)

    pids = [forked(lambda number=number: started(number)) for number in range(count)]
    os.close(gate_reader)
    os.close(gate_writer)
    return [ended(pid) for pid in pids]


@pytest.mark.parametrize("kind", STORES)
def test_R06_processes_with_keys_of_their_own_lose_nothing(kind: type[Kept], quick_path: Path) -> None:
    rounds = size(25, 1000)
    kind(world_in(quick_path))

    def work(number: int) -> None:
        kept = kind(world_in(quick_path))
        for turn in range(rounds):
            kept.put(f"p{number}-{turn}", f"{number} {turn}")

    assert at_once(work) == [0] * PROCESSES
    assert contents(kind, quick_path) == {
        f"p{number}-{turn}": f"{number} {turn}" for number in range(PROCESSES) for turn in range(rounds)
    }


def test_R06_two_processes_keep_all_keys_of_the_store(quick_path: Path) -> None:
    kind, rounds = STORES[1], 200

    def work(number: int) -> None:
        kept = kind(world_in(quick_path))
        for turn in range(rounds):
            kept.put(f"p{number}-{turn}", "x")

    assert at_once(work, 2) == [0, 0]
    assert len(contents(kind, quick_path)) == 2 * rounds


def test_R06_one_of_many_inserts_wins_and_all_see_its_value(quick_path: Path) -> None:
    def work(number: int) -> None:
        world = world_in(quick_path)
        for turn in range(size(20, 200)):
            key = f"k{turn}"
            made = checkpoints_of(world).insert(key, encode_entry(key, str(number)))
            kept = checkpoints_of(world).entries().value(key)
            assert made["value"] == kept
            assert made["inserted"] == (kept == str(number))

    assert at_once(work) == [0] * PROCESSES


def test_R06_a_stage_runs_once_among_processes_and_all_take_its_value(quick_path: Path) -> None:
    log = quick_path / "log"

    def work(number: int) -> None:
        def produce() -> str:
            with log.open("a") as stream:
                stream.write(f"{number}\n")
            time.sleep(0.05)
            return f"made by {number}"

        value = stages_of(world_in(quick_path)).run(Plain("checkpoint_stage", "prepare"), produce)
        assert value == f"made by {log.read_text().strip()}"

    assert at_once(work) == [0] * PROCESSES
    assert log.read_text().count("\n") == 1
    # C5: its lock is there only while it runs.
    assert list((quick_path / ".harn" / "checkpoints" / "demo.stages").iterdir()) == []


@pytest.mark.parametrize("moment", ["in", "after"])
def test_R06_X12_a_stage_whose_owner_is_killed_runs_again_elsewhere(moment: str, quick_path: Path) -> None:
    log = quick_path / "log"

    def produce(dies: bool) -> str:
        with log.open("a") as stream:
            stream.write("run\n")
        if dies and moment == "in":
            os.kill(os.getpid(), signal.SIGKILL)
        return "done"

    def die() -> None:
        plan = {"HARNPY_TESTING": "1", "HARNPY_FAULT": "kill@rename:1:before"} if moment == "after" else {}
        stages_of(world_in(quick_path, environ=plan)).run(
            Plain("checkpoint_stage", "prepare"), lambda: produce(True)
        )

    assert ended(forked(die)) == -signal.SIGKILL

    def work(_: int) -> None:
        stage = Plain("checkpoint_stage", "prepare")
        assert stages_of(world_in(quick_path)).run(stage, lambda: produce(False)) == "done"

    assert at_once(work, 3) == [0, 0, 0]
    assert log.read_text() == "run\nrun\n"


def test_R06_X12_a_stage_that_was_saved_before_its_owner_was_killed_does_not_run_again(
    quick_path: Path,
) -> None:
    plan = {"HARNPY_TESTING": "1", "HARNPY_FAULT": "kill@unlink:1:before"}
    stage = Plain("checkpoint_stage", "prepare")
    code = ended(
        forked(lambda: stages_of(world_in(quick_path, environ=plan)).run(stage, lambda: "done") and None)
    )
    assert code == -signal.SIGKILL
    assert stages_of(world_in(quick_path)).run(stage, lambda: "again") == "done"


def test_R06_content_belongs_to_the_recorded_owner(quick_path: Path) -> None:
    world = world_in(quick_path)
    states_of(world).create(session_in(world))

    def work(number: int) -> None:
        mine = world_in(quick_path)
        session = session_in(mine, writer=f"w{number}", policy="error")
        for turn in range(size(15, 200)):
            with suppress(StateError):
                states_of(mine).write(session, f"k{turn % 5}", f"w{number}".encode())

    assert at_once(work) == [0] * PROCESSES
    for key in states_of(world).keys(session_in(world)):
        text = states_of(world).text(session_in(world), key)
        owner = (quick_path / "agent" / "s" / ".agent_state_meta" / f"{key}.json").read_text()
        assert f'"writer_id": "{text}"' in owner


@pytest.mark.parametrize("kind", STORES)
def test_R06_X7_a_stopped_holder_makes_others_fail_by_name_and_loses_nothing(
    kind: type[Kept], quick_path: Path
) -> None:
    reader, writer = os.pipe()

    stops = [1]

    def stopping(call: str, function: Callable[..., object], arguments: tuple[object, ...]) -> object:
        if call == "rename" and stops:
            stops.clear()
            os.write(writer, b"held")
            os.kill(os.getpid(), signal.SIGSTOP)
        return function(*arguments)

    kept = kind(world_in(quick_path))
    kept.put("a", "1")

    def hold() -> None:
        mine = kind(world_in(quick_path))
        mine.world = world_in(quick_path, Ops(stopping))
        mine.put("b", "2")

    pid = forked(hold)
    os.close(writer)
    assert os.read(reader, 4) == b"held"
    kept.world.locks.timeout_ms = 300
    start = time.monotonic()
    with pytest.raises(StateError) as refusal:
        kept.put("c", "3")
    assert 0.25 < time.monotonic() - start < 3
    assert "lock error: timed out after 0.3s waiting for the exclusive lock on " in refusal.value.text
    assert refusal.value.text.endswith("; another process or task is holding it")
    assert kept.get("a") == "1"
    os.kill(pid, signal.SIGCONT)
    assert ended(pid) == 0
    kept.put("c", "3")
    assert contents(kind, quick_path) == {"a": "1", "b": "2", "c": "3"}


def test_R06_a_dead_holder_frees_its_lock_at_once_also_as_a_zombie(quick_path: Path) -> None:
    plan = {"HARNPY_TESTING": "1", "HARNPY_FAULT": "kill@rename:1:before"}
    pid = forked(lambda: KeptCheckpoints(world_in(quick_path, environ=plan)).put("a", "1"))
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    start = time.monotonic()
    KeptCheckpoints(world_in(quick_path)).put("b", "2")
    assert time.monotonic() - start < 1
    assert ended(pid) == -signal.SIGKILL


def test_R06_spellings_of_one_folder_share_one_lock(quick_path: Path) -> None:
    (quick_path / "real").mkdir()
    (quick_path / "link").symlink_to("real")
    spellings = [
        "real",
        "./real",
        str(quick_path / "real"),
        "real/.",
        "link",
        "real/../real",
        "link/.",
        "./link",
    ]

    def work(number: int) -> None:
        world = world_in(quick_path, environ={"HARN_STATE_DIR": spellings[number]})
        checkpoints_of(world).insert("k", encode_entry("k", str(number)))

    assert at_once(work) == [0] * PROCESSES
    world = world_in(quick_path, environ={"HARN_STATE_DIR": "real"})
    assert checkpoints_of(world).entries().keys() == ["k"]
