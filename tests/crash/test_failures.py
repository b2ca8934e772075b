"""R02, R04, R05: steps that fail, full disks and read-only folders leave the old state intact."""

import errno
import os
import resource
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from harnpy.durable.agent_state import states_of
from harnpy.storage.json_file import StateError
from harnpy.system.ops import Ops
from harnpy.testing.faults import Faults
from tests.crash.worlds import (
    STORES,
    Kept,
    KeptCheckpoints,
    contents,
    ended,
    filled,
    forked,
    litter,
    session_in,
    world_in,
)

ERRNOS = ("EIO", "ENOSPC", "EDQUOT", "EPERM", "EACCES")
CALLS = (
    "open",
    "write",
    "fsync",
    "rename",
    "fsyncdir",
    "truncate",
    "mkdir",
    "flock",
    "chmod",
    "unlink",
    "close",
)
# Steps whose failure changes nothing that the caller must know of.
SILENT = ("unlink", "truncate", "close")

TEXTS = {
    "checkpoint": ("checkpoint write error: ", "checkpoint lock open error: ", "checkpoint lock error: ",
                   "checkpoint read error: ", "checkpoint lock directory error: "),
    "store": ("store write error: ", "store lock open error: ", "store lock error: ", "store read error: ",
              "store lock directory error: "),
    "agent_state": ("agent_state.write: failed to write ", "agent_state.write: failed to create ",
                    "agent_state: failed to create metadata dir ", "agent_state lock error: ",
                    "agent_state: failed to read metadata ", "agent_state.delete: failed to delete ",
                    "agent_state: failed to delete metadata "),
}  # fmt: skip


class Broken:
    """What came of an operation with a planned failure."""

    def __init__(self, kind: type[Kept], folder: Path, plan: str, operate: Callable[[Kept], None]) -> None:
        self.before = filled(kind, folder)
        self.faults = Faults(plan)
        self.error = ""
        kept = kind(world_in(folder))
        kept.world = world_in(folder, Ops(self.faults))
        try:
            operate(kept)
        except StateError as error:
            self.error = error.text
        self.after = contents(kind, folder)
        self.untouched = self.faults.seen.get(self.faults.call, 0) < self.faults.number


@pytest.mark.parametrize("lasting", ["", "+"])
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("kind", STORES)
def test_R02_a_step_that_fails_leaves_the_old_value_and_no_litter(
    kind: type[Kept], call: str, lasting: str, quick_path: Path
) -> None:
    for name in ERRNOS:
        for number in range(1, 60):
            folder = quick_path / f"{name}{number}"
            folder.mkdir()
            broken = Broken(
                kind, folder, f"{name}@{call}:{number}{lasting}", lambda kept: kept.put("k1", "fresh")
            )
            if broken.untouched:
                break
            judge(kind, folder, broken, getattr(errno, name))
        else:
            raise AssertionError("the operation never completes")


def judge(kind: type[Kept], folder: Path, broken: Broken, number: int) -> None:
    """The documented text, one of the two states, nothing left, and a store that works again."""
    new = {**broken.before, "k1": "fresh"}
    call = broken.faults.call
    if broken.error:
        assert broken.error.startswith(TEXTS[kind.name])
        assert f"(os error {number})" in broken.error
        # Only a folder that was not synced may hold the new value all the same.
        assert broken.after == broken.before or (call == "fsyncdir" and broken.after == new)
    else:
        assert call in SILENT
        assert broken.after == new
    if call != "unlink":
        assert litter(folder) == []
    kind(world_in(folder)).put("k1", "later")
    assert contents(kind, folder) == {**broken.before, "k1": "later"}


@pytest.mark.parametrize("plan", ["EINTR@any:{}", "short@write:{}", "short@write:{}+"])
@pytest.mark.parametrize("kind", STORES)
def test_R02_interruptions_and_short_writes_are_no_failures(
    kind: type[Kept], plan: str, quick_path: Path
) -> None:
    for number in range(1, 60):
        folder = quick_path / str(number)
        folder.mkdir()
        broken = Broken(kind, folder, plan.format(number), lambda kept: kept.put("k1", "fresh"))
        assert broken.error == ""
        assert broken.after == {**broken.before, "k1": "fresh"}
        if broken.untouched:
            return
    raise AssertionError("the operation never completes")


@pytest.mark.parametrize("kind", STORES)
def test_R02_a_failed_sync_is_not_tried_again(kind: type[Kept], tmp_path: Path) -> None:
    broken = Broken(kind, tmp_path, "EIO@fsync:1", lambda kept: kept.put("k1", "fresh"))
    assert "Input/output error (os error 5)" in broken.error
    # Agent state gives up before the content, the second file, is synced.
    assert broken.faults.seen["fsync"] == 1
    assert "rename" not in broken.faults.seen


@pytest.mark.parametrize("kind", STORES)
def test_R02_a_removal_that_fails_leaves_the_old_state(kind: type[Kept], quick_path: Path) -> None:
    for call in ("open", "write", "fsync", "rename", "flock"):
        for number in range(1, 60):
            folder = quick_path / f"{call}{number}"
            folder.mkdir()
            broken = Broken(kind, folder, f"EIO@{call}:{number}", lambda kept: kept.remove("k1"))
            gone = {key: value for key, value in broken.before.items() if key != "k1"}
            assert broken.after in (broken.before, gone)
            if broken.untouched:
                assert (broken.error, broken.after) == ("", gone)
                break
            if broken.after == broken.before:
                assert broken.error.startswith(TEXTS[kind.name])


# ---- R04


@pytest.mark.parametrize("kind", STORES)
def test_R04_a_full_disk_keeps_the_old_value_and_the_store_goes_on_with_space(
    kind: type[Kept], tmp_path: Path
) -> None:
    before = filled(kind, tmp_path)

    def fill() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
        kept = kind(world_in(tmp_path))
        with pytest.raises(StateError, match=r"File too large \(os error 27\)") as refusal:
            kept.put("k1", "x" * 10_000)
        assert refusal.value.text.startswith(TEXTS[kind.name])
        assert kept.get("k1") == before["k1"]
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        kept.put("k1", "x" * 10_000)

    assert ended(forked(fill)) == 0
    assert contents(kind, tmp_path) == {**before, "k1": "x" * 10_000}
    assert litter(tmp_path) == []


# ---- R05


NOBODY = 65534


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users reach, as modes do not bind root."""
    folder = Path(tempfile.mkdtemp(prefix="harnpy-modes-"))
    folder.chmod(0o755)
    yield folder
    for path in (folder, *folder.rglob("*")):
        if path.is_dir():
            path.chmod(0o755)
    shutil.rmtree(folder)


def as_nobody(work: Callable[[], None]) -> int:
    """Run work in a child process without the rights of root."""

    def drop() -> None:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        work()

    return ended(forked(drop))


@pytest.mark.parametrize("kind", STORES)
def test_R05_read_only_state_can_be_read_and_changes_say_why_not(kind: type[Kept], open_folder: Path) -> None:
    before = filled(kind, open_folder)
    for path in (open_folder, *open_folder.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)

    def work() -> None:
        kept = kind(world_in(open_folder))
        assert {key: kept.get(key) for key in kept.names()} == before
        with pytest.raises(StateError, match=r"Permission denied \(os error 13\)") as refusal:
            kept.put("k1", "fresh")
        assert refusal.value.text.startswith(TEXTS[kind.name])

    assert as_nobody(work) == 0
    assert contents(kind, open_folder) == before


def test_R05_unreadable_state_is_refused_and_left_alone(open_folder: Path) -> None:
    filled(KeptCheckpoints, open_folder)
    file = open_folder / ".harn" / "checkpoints" / "demo.json"
    (open_folder / ".harn").chmod(0o755)
    (open_folder / ".harn" / "checkpoints").chmod(0o777)
    file.with_suffix(".lock").chmod(0o666)
    file.chmod(0)
    content = file.read_bytes()

    def work() -> None:
        kept = KeptCheckpoints(world_in(open_folder))
        for call in (
            kept.names,
            lambda: kept.get("k1"),
            lambda: kept.put("k1", "x"),
            lambda: kept.remove("k1"),
        ):
            with pytest.raises(StateError) as refusal:
                call()
            assert refusal.value.text == "checkpoint read error: Permission denied (os error 13)"

    assert as_nobody(work) == 0
    assert file.read_bytes() == content


@pytest.mark.parametrize("kind", STORES)
def test_R05_a_file_where_a_folder_is_needed_is_named(kind: type[Kept], tmp_path: Path) -> None:
    place = tmp_path / ("agent" if kind.name == "agent_state" else ".harn")
    place.write_text("in the way")
    world = world_in(tmp_path)
    begin: Callable[[], None] = (
        (lambda: states_of(world).create(session_in(world)))
        if kind.name == "agent_state"
        else lambda: kind(world).put("k", "v")
    )
    with pytest.raises(StateError) as refusal:
        begin()
    assert refusal.value.text in (
        "agent_state mkdir error: Not a directory (os error 20)",
        f"{kind.name} lock directory error: Not a directory (os error 20)",
    )
    if kind.name != "agent_state":
        with pytest.raises(StateError) as refusal:
            kind(world).names()
        assert refusal.value.text == f"{kind.name} read error: {place} is not a directory"
    assert place.read_text() == "in the way"
