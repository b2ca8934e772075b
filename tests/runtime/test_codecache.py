"""The code cache: what is stored comes back while nothing changed, and anything odd counts as absent."""

import hashlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from harnpy.runtime.codecache import CodeCache, Stored, build_of, execute, folder_from

OLD_NS = 1_700_000_000_000_000_000


def digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def cache_in(folder: Path, build: str = "b1") -> CodeCache:
    return CodeCache(str(folder / "code"), build, digest)


def source(folder: Path, name: str, text: str, *, settled: bool = True) -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    if settled:
        os.utime(path, ns=(OLD_NS, OLD_NS))
    return path


def stored(cache: CodeCache, *paths: Path, payload: tuple[object, ...] = ("x",)) -> list[Stored]:
    """A main module with its imports, each imported one standing alone."""
    known = tuple(cache.captured(str(path), path.stat(), path.read_bytes()) for path in paths)
    others = [Stored(one[0], cache.key((one,)), (one,), (), payload) for one in known[1:]]
    imports = tuple((one.path, one.key) for one in others)
    return [Stored(str(paths[0]), cache.key(known), known, imports, payload), *others]


def test_a_stored_program_comes_back(tmp_path: Path) -> None:
    cache = cache_in(tmp_path)
    main, other = source(tmp_path, "main.harn", "1"), source(tmp_path, "lib.harn", "2")
    cache.store(stored(cache, main, other, payload=(compile("y = 1", "m", "exec"), ("a", 1))))
    loaded = cache.load(str(main))
    assert loaded is not None
    assert [one.path for one in loaded] == [str(main), str(other)]
    namespace: dict[str, object] = {}
    code = loaded[0].payload[0]
    execute(code, namespace)  # pyright: ignore[reportArgumentType] - stored as a code object above
    assert namespace["y"] == 1


def test_the_folder_is_closed_to_others(tmp_path: Path) -> None:
    cache, main = cache_in(tmp_path), source(tmp_path, "main.harn", "1")
    cache.store(stored(cache, main))
    assert (tmp_path / "code").stat().st_mode & 0o777 == 0o700
    assert Path(cache.file_of(str(main))).stat().st_mode & 0o777 == 0o600


def test_damage_at_any_byte_counts_as_absent(tmp_path: Path) -> None:
    cache, main = cache_in(tmp_path), source(tmp_path, "main.harn", "1")
    cache.store(stored(cache, main, payload=(compile("print(1)", "m", "exec"),)))
    entry = Path(cache.file_of(str(main)))
    whole = entry.read_bytes()
    for offset in range(len(whole)):
        entry.write_bytes(whole[:offset] + bytes([whole[offset] ^ 0x41]) + whole[offset + 1 :])
        assert cache.load(str(main)) is None, offset
    for length in range(0, len(whole), 7):
        entry.write_bytes(whole[:length])
        assert cache.load(str(main)) is None, length
    entry.write_bytes(whole)
    assert cache.load(str(main)) is not None


@pytest.mark.parametrize("mode", [0o622, 0o620, 0o602])
def test_an_entry_that_others_may_write_is_ignored(tmp_path: Path, mode: int) -> None:
    cache, main = cache_in(tmp_path), source(tmp_path, "main.harn", "1")
    cache.store(stored(cache, main))
    os.chmod(cache.file_of(str(main)), mode)
    assert cache.load(str(main)) is None


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o750, 0o701])
def test_a_folder_that_others_may_enter_is_ignored(tmp_path: Path, mode: int) -> None:
    cache, main = cache_in(tmp_path), source(tmp_path, "main.harn", "1")
    cache.store(stored(cache, main))
    os.chmod(cache.folder, mode)
    assert cache.load(str(main)) is None
    before = sorted(os.listdir(cache.folder))
    cache.store(stored(cache, source(tmp_path, "other.harn", "2")))
    assert sorted(os.listdir(cache.folder)) == before


def test_a_foreign_owner_is_ignored(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root may give files away")
    cache, main = cache_in(tmp_path), source(tmp_path, "main.harn", "1")
    cache.store(stored(cache, main))
    os.chown(cache.file_of(str(main)), 12345, 12345)
    assert cache.load(str(main)) is None


def test_links_are_not_followed(tmp_path: Path) -> None:
    cache, main = cache_in(tmp_path), source(tmp_path, "main.harn", "1")
    cache.store(stored(cache, main))
    entry = Path(cache.file_of(str(main)))
    entry.rename(tmp_path / "elsewhere")
    entry.symlink_to(tmp_path / "elsewhere")
    assert cache.load(str(main)) is None
    Path(cache.folder).rename(tmp_path / "real")
    Path(cache.folder).symlink_to(tmp_path / "real")
    assert cache.load(str(main)) is None


def test_a_pipe_in_place_of_an_entry_does_not_hang(tmp_path: Path) -> None:
    cache, main = cache_in(tmp_path), source(tmp_path, "main.harn", "1")
    cache.store(stored(cache, main))
    os.unlink(cache.file_of(str(main)))
    os.mkfifo(cache.file_of(str(main)))
    assert cache.load(str(main)) is None


def test_an_edited_import_invalidates(tmp_path: Path) -> None:
    cache = cache_in(tmp_path)
    main, other = source(tmp_path, "main.harn", "1"), source(tmp_path, "lib.harn", "2")
    cache.store(stored(cache, main, other))
    other.write_text("3", "utf-8")
    assert cache.load(str(main)) is None


def test_an_import_stored_anew_invalidates_its_importers(tmp_path: Path) -> None:
    cache = cache_in(tmp_path)
    main, other = source(tmp_path, "main.harn", "1"), source(tmp_path, "lib.harn", "2")
    cache.store(stored(cache, main, other))
    before = other.stat()
    other.write_text("3", "utf-8")
    cache.store(stored(cache, other))
    other.write_text("2", "utf-8")
    os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert cache.load(str(main)) is None


def test_an_edit_within_the_same_second_is_seen(tmp_path: Path) -> None:
    cache = cache_in(tmp_path)
    main = source(tmp_path, "main.harn", "1", settled=False)
    cache.store(stored(cache, main))
    seen = main.stat()
    with main.open("r+") as file:
        file.write("2")
    os.utime(main, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    assert cache.load(str(main)) is None


def test_a_touched_file_with_the_same_text_stays_valid_and_settles(tmp_path: Path) -> None:
    hashed: list[bytes] = []

    def counting(data: bytes) -> bytes:
        hashed.append(data)
        return digest(data)

    cache = CodeCache(str(tmp_path / "code"), "b1", counting)
    main = source(tmp_path, "main.harn", "1", settled=False)
    cache.store(stored(cache, main))
    os.utime(main, ns=(OLD_NS + 5, OLD_NS + 5))
    hashed.clear()
    assert cache.load(str(main)) is not None
    assert hashed == [b"1"]
    hashed.clear()
    assert cache.load(str(main)) is not None
    assert hashed == []


def test_another_build_or_a_missing_source_finds_nothing(tmp_path: Path) -> None:
    cache, main = cache_in(tmp_path), source(tmp_path, "main.harn", "1")
    cache.store(stored(cache, main))
    assert cache_in(tmp_path, "b2").load(str(main)) is None
    main.unlink()
    assert cache.load(str(main)) is None


def test_old_entries_and_leftovers_go(tmp_path: Path) -> None:
    cache, main = cache_in(tmp_path), source(tmp_path, "main.harn", "1")
    cache.store(stored(cache, main))
    ages = {"old-00000000": 31 * 86_400, "young-00000000": 86_400, "x.1.tmp": 7_200, "y.2.tmp": 60}
    for name, age in ages.items():
        path = Path(cache.folder, name)
        path.write_bytes(b"")
        os.utime(path, (time.time() - age, time.time() - age))
    cache.store(stored(cache, main))
    left = {name for name in os.listdir(cache.folder) if name in ages}
    assert left == {"young-00000000", "y.2.tmp"}


def test_the_oldest_go_when_there_is_too_much(tmp_path: Path) -> None:
    cache, main = cache_in(tmp_path), source(tmp_path, "main.harn", "1")
    cache.store(stored(cache, main))
    for number in range(4):
        path = Path(cache.folder, f"big-{number:08x}")
        with path.open("wb") as file:
            file.truncate(80 << 20)
        os.utime(path, (time.time() - 1000 + number, time.time() - 1000 + number))
    cache.store(stored(cache, main))
    left = sorted(name for name in os.listdir(cache.folder) if name.startswith("big-"))
    assert left == ["big-00000001", "big-00000002", "big-00000003"]


def test_an_unwritable_place_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "code").write_text("a file", "utf-8")
    cache, main = cache_in(tmp_path), source(tmp_path, "main.harn", "1")
    cache.store(stored(cache, main))
    assert cache.load(str(main)) is None


WRITER = """
import sys, hashlib
from tests.runtime.test_codecache import *
folder = Path(sys.argv[1])
cache, main = cache_in(folder), folder / "main.harn"
print("ready", flush=True)
for number in range(int(sys.argv[2])):
    cache.store(stored(cache, main, payload=("x" * 200_000, number)))
"""


def writer(folder: Path, rounds: int) -> "subprocess.Popen[bytes]":
    root = Path(__file__).parents[2]
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(folder), str(rounds)], cwd=root, stdout=subprocess.PIPE
    )


def test_two_writers_and_a_reader_never_meet_half_an_entry(tmp_path: Path) -> None:
    cache, main = cache_in(tmp_path), source(tmp_path, "main.harn", "1")
    cache.store(stored(cache, main))
    running = [writer(tmp_path, 200) for _ in range(2)]
    while any(one.poll() is None for one in running):
        assert cache.load(str(main)) is not None
    assert [one.communicate() and one.returncode for one in running] == [0, 0]


def test_a_killed_writer_leaves_a_usable_cache(tmp_path: Path) -> None:
    cache, main = cache_in(tmp_path), source(tmp_path, "main.harn", "1")
    cache.store(stored(cache, main))
    for pause in (0.0, 0.01, 0.03):
        process = writer(tmp_path, 1_000_000)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(pause)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert cache.load(str(main)) is not None


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        ({"HOME": "/h"}, "/h/.cache/harnpy/code"),
        ({"HOME": "/h", "XDG_CACHE_HOME": "/x"}, "/x/harnpy/code"),
        ({"HOME": "/h", "XDG_CACHE_HOME": "/x", "HARNPY_CACHE_DIR": "/c"}, "/c/code"),
        ({"HOME": "/h", "HARNPY_CODE_CACHE": "0"}, None),
        ({"HOME": "/h", "HARN_BYTECODE_CACHE": "0"}, None),
        ({}, None),
    ],
)
def test_where_the_cache_is(environ: dict[str, str], folder: str | None) -> None:
    assert folder_from(environ) == folder


def test_the_build_changes_with_any_source(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("1", "utf-8")
    first = build_of([str(tmp_path)], "1.0")
    assert build_of([str(tmp_path)], "1.0") == first
    assert build_of([str(tmp_path)], "1.1") != first
    (tmp_path / "a.py").write_text("12", "utf-8")
    assert build_of([str(tmp_path)], "1.0") != first
