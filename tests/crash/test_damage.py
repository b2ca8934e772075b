"""R07, X9: damaged files are refused by name and never overwritten; repair saves what can be read."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from harnpy.durable.agent_state import states_of
from harnpy.durable.checkpoints import checkpoints_of
from harnpy.durable.repair import REPAIRED, WHOLE, Repairer
from harnpy.storage.json_file import StateError
from harnpy.values.faults import Fault
from tests.crash.worlds import KeptCheckpoints, KeptStates, KeptValues, contents, session_in, world_in

SECRET = "synthetic-checkpoint-secret"
FILES = {KeptCheckpoints: ".harn/checkpoints/demo.json", KeptValues: ".harn/store.json"}
KINDS = list(FILES)


def prepared(kind: type[KeptCheckpoints | KeptValues], folder: Path) -> Path:
    """A store with three entries, one of them a secret; its file."""
    kept = kind(world_in(folder))
    kept.put("alpha", "one é")
    kept.put("beta", SECRET)
    kept.put("gamma", "3")
    return folder / FILES[kind]


def refusal_of(call: Callable[[], object]) -> str:
    """The text of a refusal; empty when there was none."""
    try:
        call()
    except StateError as error:
        return error.text
    return ""


def damages(content: bytes) -> Iterator[bytes]:
    """The file cut at every offset, with every bit flipped, and with what editors and crashes leave."""
    yield from (content[:end] for end in range(len(content)))
    for index in range(len(content)):
        for bit in range(8):
            yield content[:index] + bytes([content[index] ^ 1 << bit]) + content[index + 1 :]
    yield b"\xef\xbb\xbf" + content
    yield content.replace(b"\n", b"\r\n")
    yield content + b"\n"
    yield content + content
    yield content.replace(b'"3"', b"NaN")
    yield content.replace(b'"3"', b"[" * 200 + b"]" * 200)
    yield content.replace(b'"3"', b"9" * 5000)
    yield content.replace(b'"3"', b'"\\ud800"')
    yield content.replace(b'"3"', b'"\xff"')
    yield content.replace(b'"gamma"', b'"beta"')
    yield content[:-1] + b"\0" * 16
    yield content.replace(b'"3"', b'"\xe2\x80\xa8"')
    yield b"\0" * len(content)


@pytest.mark.parametrize("kind", KINDS)
def test_R07_a_damaged_file_is_refused_or_read_whole_and_never_changed(
    kind: type[KeptCheckpoints | KeptValues], quick_path: Path
) -> None:
    file = prepared(kind, quick_path)
    good, refused, read = file.read_bytes(), 0, 0
    for number, content in enumerate(damages(good)):
        file.write_bytes(content)
        # The same inode and size may come with the same time.
        os.utime(file, ns=(number, number))
        kept = kind(world_in(quick_path))
        text = refusal_of(kept.names)
        if not text:
            read += 1
        else:
            assert text.startswith((f"{kind.name} decode error in {file}: ", f"{kind.name} read error: "))
            assert SECRET not in text
            assert refusal_of(lambda kept=kept: kept.put("delta", "4")) == text
            assert refusal_of(lambda kept=kept: kept.remove("alpha")) == text
            refused += 1
        assert file.read_bytes() == content
    assert refused > len(good)
    assert read > len(good)


DAMAGED = [
    b"{",
    b"[]",
    b"null",
    b'"synthetic-checkpoint-secret"',
    b"",
    b"\xff\xfe",
    b'{"a":' * 200 + b"1" + b"}" * 200,
]


@pytest.mark.parametrize("content", DAMAGED, ids=[str(number) for number in range(len(DAMAGED))])
def test_C2_a_damaged_checkpoint_file_refuses_all_but_clear(content: bytes, quick_path: Path) -> None:
    file = prepared(KeptCheckpoints, quick_path)
    file.write_bytes(content)
    checkpoints = checkpoints_of(world_in(quick_path))
    for call in (
        checkpoints.entries,
        lambda: checkpoints.put("k", b'  "k": 1'),
        lambda: checkpoints.insert("k", b'  "k": 1'),
        lambda: checkpoints.delete("alpha"),
    ):
        with pytest.raises(StateError) as refusal:
            call()
        assert SECRET not in refusal.value.text
    assert file.read_bytes() == content
    checkpoints.clear()
    assert not file.exists()
    checkpoints.put("k", b'  "k": 1')
    assert file.read_bytes() == b'{\n  "k": 1\n}'


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"{", "malformed JSON at line 1, column "),
        (b"", "malformed JSON at line 1, column "),
        (b"[]", "not a JSON object at line 1, column "),
        (b'{\n  "a": x\n}', "malformed JSON at line 2, column "),
    ],
)
def test_R07_the_text_names_the_file_the_line_and_the_column(
    content: bytes, what: str, quick_path: Path
) -> None:
    file = prepared(KeptCheckpoints, quick_path)
    file.write_bytes(content)
    with pytest.raises(StateError) as refusal:
        KeptCheckpoints(world_in(quick_path)).names()
    assert refusal.value.text.startswith(f"checkpoint decode error in {file}: {what}")


def test_K1_a_damaged_store_refuses_all_but_clear(quick_path: Path) -> None:
    file = prepared(KeptValues, quick_path)
    file.write_bytes(b"{")
    kept = KeptValues(world_in(quick_path))
    with pytest.raises(StateError) as refusal:
        kept.names()
    assert refusal.value.text.startswith(f"store decode error in {file}: malformed JSON at line 1, column ")
    assert file.read_bytes() == b"{"


def test_A3_damaged_metadata_stops_a_strict_writer_and_is_put_aside_by_others(quick_path: Path) -> None:
    kept = KeptStates(world_in(quick_path))
    kept.put("k", "old")
    file = quick_path / "agent/s/.agent_state_meta/k.json"
    good = file.read_bytes()
    for content in (good[:-1], b"[]", b'{"writer": 5}', b'{"writer": {"writer_id": 5}}', b"\xff", b""):
        file.write_bytes(content)
        world = world_in(quick_path)
        strict = session_in(world, writer="other", policy="error")
        with pytest.raises(StateError) as refusal:
            states_of(world).write(strict, "k", b"new")
        assert refusal.value.text.startswith(f"agent_state: failed to parse metadata {file}: ")
        assert (file.read_bytes(), kept.get("k")) == (content, "old")
    states_of(world).write(session_in(world, writer="other"), "k", b"new")
    assert file.with_suffix(".json.damaged").read_bytes() == b""
    assert kept.get("k") == "new"
    assert '"writer_id": "other"' in file.read_text()


@pytest.mark.parametrize("kind", KINDS)
def test_R07_repair_saves_what_can_be_read_and_keeps_the_damaged_file(
    kind: type[KeptCheckpoints | KeptValues], quick_path: Path
) -> None:
    file = prepared(kind, quick_path)
    good = file.read_bytes()
    known = {"alpha": "one é", "beta": SECRET, "gamma": "3"}
    for end in range(len(good) - 1):
        for old in file.parent.glob("*.damaged*"):
            old.unlink()
        file.write_bytes(good[:end])
        (outcome,) = Repairer().repair(str(file))
        assert (outcome.status, SECRET in outcome.text) == (REPAIRED, False)
        assert "HARN-HPY-004" in outcome.text
        assert Path(f"{file}.damaged").read_bytes() == good[:end]
        found = contents(kind, quick_path)
        assert found.items() <= known.items()
        assert set(found) == {
            key for key in known if good.find(known[key].encode()) + len(known[key].encode()) < end
        }
    file.write_bytes(good.replace(b'"beta": "', b'"beta": !'))
    assert [one.status for one in Repairer().repair(str(quick_path / ".harn"))] == [REPAIRED]
    assert contents(kind, quick_path) == {"alpha": "one é", "gamma": "3"}
    assert [one.status for one in Repairer().repair(str(quick_path / ".harn"))] == [WHOLE]


def test_R07_a_second_repair_keeps_what_the_first_put_aside(quick_path: Path) -> None:
    file = prepared(KeptCheckpoints, quick_path)
    for content in (b'{\n  "a": 1', b'{\n  "b": 2'):
        file.write_bytes(content)
        Repairer().repair(str(file))
    assert Path(f"{file}.damaged").read_bytes() == b'{\n  "a": 1'
    assert Path(f"{file}.damaged.2").read_bytes() == b'{\n  "b": 2'


@pytest.mark.parametrize("kind", KINDS)
def test_R07_what_is_no_file_or_too_large_is_refused_at_once(
    kind: type[KeptCheckpoints | KeptValues], quick_path: Path
) -> None:
    file = prepared(kind, quick_path)
    file.unlink()
    os.mkfifo(file)
    assert refusal_of(kind(world_in(quick_path)).names) == f"{kind.name} read error: it is no regular file"
    file.unlink()
    file.mkdir()
    folder = f"{kind.name} read error: Is a directory (os error 21)"
    assert refusal_of(kind(world_in(quick_path)).names) == folder
    file.rmdir()
    with file.open("wb") as stream:
        stream.truncate(20 << 30)
    large = f"{kind.name} read error: File too large (os error 27)"
    assert refusal_of(kind(world_in(quick_path)).names) == large


def test_a_plan_of_failures_that_is_none_is_refused(quick_path: Path) -> None:
    environ = {"HARNPY_TESTING": "1", "HARNPY_FAULT": "EIO"}
    with pytest.raises(Fault) as refusal:
        world_in(quick_path, environ=environ)
    assert "HARNPY_FAULT" in refusal.value.value
