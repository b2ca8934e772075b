"""R09, X10: no key, session or link leads out of an agent's session, not even one swapped in between."""

import os
import shutil
import stat
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from harnpy.durable.agent_state import states_of
from harnpy.durable.state_paths import parts_of, session_of
from harnpy.storage.json_file import StateError
from tests.crash.worlds import KeptStates, session_in, size, world_in

REFUSED_KEYS = [
    "..", "../x", "a/..", "a/../b", "/x", "//x", "/etc/passwd", "a/../../x", "..//x", ".agent_state_meta",
    ".agent_state_meta/x", "a/.agent_state_meta", ".x.tmp", "a/.x.tmp", ".", "./", "./.", "", " ", "\t",
    "/..", "a/./../b", "/proc/self/environ", "/dev/null", "../../../../etc/passwd",
]  # fmt: skip
ORDINARY_KEYS = [
    "~", "~root", "C:", "C:/x", "a\\b", "x.", "x ", "..a", "a..", "...", "x" * 255, "é", "e\u0301",
    "a\u2028b", "con", "a:b", "%2e%2e", "-rf", "a*", "$HOME", "a b/c d", "n" * 100 + "/" + "m" * 100,
]  # fmt: skip
REFUSED_SESSIONS = [
    "", " ", ".", "..", "a/b", "/x", "../x", "a\\b", "a\0b", ".agent_state_meta", ".a.tmp", "x" * 256,
    "é" * 128, "/",
]  # fmt: skip


@pytest.mark.parametrize("key", REFUSED_KEYS)
def test_R09_a_key_that_leads_elsewhere_is_refused(key: str, quick_path: Path) -> None:
    world = world_in(quick_path)
    kept = KeptStates(world)
    (quick_path / "agent" / "x").write_text("outside")
    for call in (
        lambda: states_of(world).write(kept.session, key, b"in"),
        lambda: states_of(world).read(kept.session, key),
        lambda: states_of(world).delete(kept.session, key),
    ):
        with pytest.raises(StateError, match=r"agent_state"):
            call()
    assert (quick_path / "agent" / "x").read_text() == "outside"
    assert kept.names() == []


@pytest.mark.parametrize("key", ORDINARY_KEYS)
def test_R09_a_strange_key_is_a_file_of_the_session(key: str, quick_path: Path) -> None:
    kept = KeptStates(world_in(quick_path))
    if "/" in key and any(len(part) > 255 for part in key.split("/")):
        return
    if len(key) == 255:
        # Its metadata has a longer name than file systems take.
        with pytest.raises(StateError, match=r"File name too long \(os error 36\)"):
            kept.put(key, "in")
        return
    kept.put(key, "in")
    assert (kept.get(key), kept.names()) == ("in", [key.strip()])
    assert [path for path in quick_path.rglob("*") if path.is_file() and "agent/s" not in str(path)] == []
    kept.remove(key)
    assert kept.names() == []


def test_R09_a_nul_is_refused(quick_path: Path) -> None:
    with pytest.raises(StateError, match="NUL"):
        parts_of("a\0b", "__agent_state_write")


@pytest.mark.parametrize("name", REFUSED_SESSIONS)
def test_A1_a_session_is_one_component(name: str) -> None:
    with pytest.raises(StateError, match="must be a single path component"):
        session_of(name)


@pytest.fixture
def outside(quick_path: Path) -> Path:
    """A file beside the root of sessions that nobody may touch."""
    place = quick_path / "outside"
    place.mkdir()
    (place / "secret").write_text("untouched")
    return place


@pytest.mark.parametrize(("link", "key"), [("k", "k"), ("d", "d/secret"), ("a/d", "a/d/secret")])
def test_A8_a_link_below_the_root_is_neither_followed_nor_listed(
    link: str, key: str, outside: Path, quick_path: Path
) -> None:
    kept = KeptStates(world_in(quick_path))
    kept.put("mine", "1")
    place = quick_path / "agent" / "s" / link
    place.parent.mkdir(exist_ok=True)
    place.symlink_to(outside / "secret" if "/" not in key else outside)
    for call in (lambda: kept.get(key), lambda: kept.put(key, "in"), lambda: kept.remove(f"{link}/secret")):
        with pytest.raises(StateError, match="passes through a symbolic link"):
            call()
    assert kept.names() == ["mine"]
    assert (outside / "secret").read_text() == "untouched"


def test_A8_a_session_and_metadata_that_are_links_are_refused(outside: Path, quick_path: Path) -> None:
    (quick_path / "agent").mkdir()
    (quick_path / "agent" / "s").symlink_to(outside)
    world = world_in(quick_path)
    session = session_in(world)
    for call in (
        lambda: states_of(world).create(session),
        lambda: states_of(world).require(session),
        lambda: states_of(world).write(session, "k", b"in"),
        lambda: states_of(world).read(session, "secret"),
        lambda: states_of(world).keys(session),
    ):
        with pytest.raises(StateError, match="symbolic link"):
            call()
    (quick_path / "agent" / "s").unlink()
    states_of(world).create(session)
    (quick_path / "agent" / "s" / ".agent_state_meta").symlink_to(outside)
    with pytest.raises(StateError, match="symbolic link"):
        states_of(world).write(session, "k", b"in")
    assert sorted(path.name for path in outside.iterdir()) == ["secret"]


def test_A8_the_root_itself_may_be_a_link(quick_path: Path) -> None:
    (quick_path / "real").mkdir()
    (quick_path / "agent").symlink_to("real")
    kept = KeptStates(world_in(quick_path))
    kept.put("k", "1")
    assert (quick_path / "real" / "s" / "k").read_text() == "1"


def test_X10_what_is_no_file_is_refused_without_waiting(quick_path: Path) -> None:
    kept = KeptStates(world_in(quick_path))
    kept.put("k", "1")
    os.mkfifo(quick_path / "agent" / "s" / "fifo")
    with pytest.raises(StateError, match=r"agent_state\.read: failed to read .*/fifo: "):
        kept.get("fifo")
    assert kept.names() == ["k"]
    (quick_path / "agent" / "s" / "folder").mkdir()
    with pytest.raises(StateError, match=r"Is a directory \(os error 21\)"):
        kept.get("folder")


def test_X10_a_hard_link_to_an_outside_file_is_replaced_not_written(outside: Path, quick_path: Path) -> None:
    kept = KeptStates(world_in(quick_path))
    os.link(outside / "secret", quick_path / "agent" / "s" / "k")
    kept.put("k", "in")
    assert ((outside / "secret").read_text(), kept.get("k")) == ("untouched", "in")


def test_R09_a_link_that_is_swapped_in_between_changes_nothing(outside: Path, quick_path: Path) -> None:
    kept = KeptStates(world_in(quick_path))
    kept.put("d/secret", "mine")
    place = quick_path / "agent" / "s" / "d"
    aside, link = quick_path / "aside", quick_path / "link"
    link.symlink_to(outside)
    done = threading.Event()

    def flip() -> None:
        while not done.is_set():
            place.rename(aside)
            # The writer may make the folder anew meanwhile.
            with suppress(OSError):
                os.replace(link, place)
            if place.is_symlink():
                os.rename(place, link)
            shutil.rmtree(place, ignore_errors=True)
            with suppress(OSError):
                aside.rename(place)
            if aside.exists():
                shutil.rmtree(aside)

    thread = threading.Thread(target=flip)
    thread.start()
    seen: set[str | None] = set()
    try:
        for _ in range(size(300, 1000)):
            try:
                seen.add(kept.get("d/secret"))
                kept.put("d/secret", "mine")
            except StateError:
                seen.add("refused")
    finally:
        done.set()
        thread.join()
    assert seen <= {"mine", None, "refused"}
    assert (outside / "secret").read_text() == "untouched"
    assert [path.name for path in outside.iterdir()] == ["secret"]


def test_folders_of_state_are_private(quick_path: Path) -> None:
    kept = KeptStates(world_in(quick_path))
    kept.put("a/b", "1")
    folders = [path for path in (quick_path / "agent").rglob("*") if path.is_dir()]
    assert {stat.S_IMODE(path.stat().st_mode) for path in folders} == {0o700}
