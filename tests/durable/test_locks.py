"""Locks of files: taken in turn, given up in time, left by those thrown out, not handed to children."""

import _thread
import fcntl
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from harnpy.base.clock import Clock
from harnpy.durable.checkpoints import checkpoints_of
from harnpy.storage.entries import encode_entry
from harnpy.system.locks import LockError, Locks
from harnpy.system.ops import Ops
from tests.crash.worlds import world_in
from tests.support.harn import EXE


def opened(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT)


def locked_elsewhere(path: Path) -> int:
    """A descriptor that holds the lock as another process would."""
    descriptor = opened(path)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    return descriptor


def test_a_free_lock_is_had_at_once_and_freed_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    locks = Locks(Ops(), Clock())
    for _ in range(3):
        with locks.held(str(path), opened(path)):
            other = opened(path)
            with pytest.raises(BlockingIOError):
                fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.close(other)
    os.close(locked_elsewhere(path))


def test_a_wait_ends_with_the_text_of_the_design_and_leaves_nothing_locked(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    holder = locked_elsewhere(path)
    locks = Locks(Ops(), Clock(), 200)
    start = time.monotonic()
    with pytest.raises(LockError) as refusal, locks.held(str(path), opened(path)):
        pass
    assert 0.15 < time.monotonic() - start < 2
    assert str(refusal.value) == (
        f"timed out after 0.2s waiting for the exclusive lock on {path}; "
        "another process or task is holding it"
    )
    os.close(holder)
    # The thread that was left behind gets the lock and lets it go.
    with Locks(Ops(), Clock(), 5000).held(str(path), opened(path)):
        pass


def test_a_lock_that_becomes_free_is_had_by_who_waits(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    holder = locked_elsewhere(path)

    def free() -> None:
        time.sleep(0.1)
        os.close(holder)

    _thread.start_new_thread(free, ())
    with Locks(Ops(), Clock()).held(str(path), opened(path)):
        pass


def test_who_is_thrown_out_of_a_wait_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    holder = locked_elsewhere(path)
    locks = Locks(Ops(), Clock())

    def thrown_out(work: Callable[[], object]) -> object:
        _thread.start_new_thread(work, ())
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), locks.held(str(path), opened(path), thrown_out):
        pass
    os.close(holder)
    with locks.held(str(path), opened(path)):
        pass


def test_who_is_thrown_out_of_the_queue_does_not_keep_its_turn(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    locks = Locks(Ops(), Clock())
    turn = locks.turn(str(path))
    turn.acquire()

    def thrown_out(work: Callable[[], object]) -> object:
        _thread.start_new_thread(work, ())
        time.sleep(0.05)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), locks.held(str(path), opened(path), thrown_out):
        pass
    turn.release()
    with locks.held(str(path), opened(path)):
        pass


def test_spellings_of_a_path_share_one_turn(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(".")
    locks = Locks(Ops(), Clock())
    assert locks.turn(f"{tmp_path}/lock") is locks.turn(f"{tmp_path}/./link/lock")


def test_X13_a_child_that_outlives_its_parent_does_not_keep_the_lock(tmp_path: Path) -> None:
    (tmp_path / "p.harn").write_text(
        'import { checkpoint_stage } from "std/checkpoint"\n'
        'checkpoint_stage("s", fn() {\n  exec("sh", "-c", "sleep 5 >/dev/null 2>&1 &")\n  nil\n})\n'
        'checkpoint("a", 1)\n'
    )
    start = time.monotonic()
    subprocess.run([*EXE, "run", "p.harn"], cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
    for lock in (tmp_path / ".harn/checkpoints").glob("*.lock"):
        descriptor = opened(lock)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.close(descriptor)
    assert time.monotonic() - start < 5


def test_a_time_limit_ends_the_wait_for_a_lock(tmp_path: Path) -> None:
    (tmp_path / ".harn/checkpoints").mkdir(parents=True)
    holder = locked_elsewhere(tmp_path / ".harn/checkpoints/p.lock")
    (tmp_path / "p.harn").write_text('checkpoint("a", 1)\n')
    start = time.monotonic()
    done = subprocess.run([*EXE, "run", "--timeout", "500ms", "p.harn"], cwd=tmp_path, check=False)
    assert done.returncode == 124
    assert time.monotonic() - start < 4
    os.close(holder)


def test_one_write_serves_all_that_waited(tmp_path: Path) -> None:
    seen: list[str] = []

    def hook(call: str, function: Callable[..., object], arguments: tuple[object, ...]) -> object:
        seen.append(call)
        if call == "rename":
            time.sleep(0.01)
        return function(*arguments)

    world = world_in(tmp_path, Ops(hook))
    checkpoints = checkpoints_of(world)
    done: list[int] = []

    def work(number: int) -> None:
        for turn in range(10):
            key = f"k{number}-{turn}"
            checkpoints.file.change(
                lambda old, key=key: (old.with_entry(key, encode_entry(key, 1)), None), lambda wait: wait()
            )
        done.append(number)

    for number in range(32):
        _thread.start_new_thread(work, (number,))
    deadline = time.monotonic() + 30
    while len(done) < 32 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(checkpoints.entries().keys()) == 320
    assert seen.count("rename") <= 320 / 4
