"""R01-R07 for memory: its log under kills, failing steps, power loss, full disks, many writers, damage."""

import json
import os
import random
import shutil
import signal
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from harnpy.durable.embeddings import Cache
from harnpy.durable.memory import EMBED_NAMESPACE, Memory
from harnpy.storage.json_file import StateError
from tests.crash import test_failures, test_kills, test_power, test_processes
from tests.crash.memories import NAMESPACE, KeptMemory, log_in, memory_in
from tests.crash.worlds import KILLED, contents, ended, filled, forked, size, world_in

TEXTS = (
    "memory: failed to append ",
    "memory: failed to open ",
    "memory: failed to create ",
    "memory: failed to read ",
    "memory: lock error: ",
)


@pytest.fixture(autouse=True)
def _texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(test_failures.TEXTS, KeptMemory.name, TEXTS)


@pytest.mark.parametrize("operation", test_kills.OPERATIONS)
def test_R01_a_kill_at_any_step_leaves_the_old_records_or_the_new(operation: str, quick_path: Path) -> None:
    test_kills.test_R01_a_kill_at_any_step_leaves_the_old_state_or_the_new(KeptMemory, operation, quick_path)


def test_R01_a_kill_at_a_random_moment_loses_no_acknowledged_record(quick_path: Path) -> None:
    assert test_kills.lost_in_kill_loop(KeptMemory, quick_path, size(500, 20_000)) == []
    for line in log_in(quick_path).read_bytes().splitlines():
        json.loads(line)


@pytest.mark.parametrize("lasting", ["", "+"])
@pytest.mark.parametrize("call", test_failures.CALLS)
def test_R02_a_step_that_fails_leaves_the_old_records(call: str, lasting: str, quick_path: Path) -> None:
    test_failures.test_R02_a_step_that_fails_leaves_the_old_value_and_no_litter(
        KeptMemory, call, lasting, quick_path
    )


@pytest.mark.parametrize("plan", ["EINTR@any:{}", "short@write:{}", "short@write:{}+"])
def test_R02_interruptions_and_short_writes_are_no_failures(plan: str, quick_path: Path) -> None:
    test_failures.test_R02_interruptions_and_short_writes_are_no_failures(KeptMemory, plan, quick_path)


def test_R02_a_failed_sync_is_not_tried_again(tmp_path: Path) -> None:
    test_failures.test_R02_a_failed_sync_is_not_tried_again(KeptMemory, tmp_path)


def test_R02_a_tombstone_that_fails_leaves_the_old_records(quick_path: Path) -> None:
    test_failures.test_R02_a_removal_that_fails_leaves_the_old_state(KeptMemory, quick_path)


@pytest.mark.parametrize("operation", test_kills.OPERATIONS)
def test_R03_power_loss_leaves_the_old_records_or_the_new(operation: str, quick_path: Path) -> None:
    test_power.test_R03_every_state_after_a_power_loss_is_the_old_one_or_the_new(
        KeptMemory, operation, quick_path
    )


def test_R04_a_full_disk_keeps_the_old_records(tmp_path: Path) -> None:
    test_failures.test_R04_a_full_disk_keeps_the_old_value_and_the_store_goes_on_with_space(
        KeptMemory, tmp_path
    )


def test_R05_X8_recall_works_where_nothing_can_be_written() -> None:
    folder = Path(tempfile.mkdtemp(prefix="harnpy-modes-"))
    try:
        before = filled(KeptMemory, folder)
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        log = log_in(folder).read_bytes()

        def work() -> None:
            kept = KeptMemory(world_in(folder))
            assert {key: kept.get(key) for key in kept.names()} == before
            assert memory_in(kept.world).recall(NAMESPACE, "old", 5, {})
            with pytest.raises(StateError, match=r"memory: lock error: Permission denied \(os error 13\)"):
                kept.put("k0", "new")

        assert test_failures.as_nobody(work) == 0
        assert log_in(folder).read_bytes() == log
    finally:
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o755)
        shutil.rmtree(folder)


def test_R05_X8_a_file_in_the_way_of_a_folder(quick_path: Path) -> None:
    (quick_path / ".harn").mkdir()
    (quick_path / ".harn" / "memory").write_text("in the way")
    kept = KeptMemory(world_in(quick_path))
    for call in (kept.names, lambda: kept.put("k", "v")):
        with pytest.raises(StateError, match=r"^memory: failed to open .*Not a directory \(os error 20\)"):
            call()


def test_R06_processes_with_ids_of_their_own_lose_nothing(quick_path: Path) -> None:
    test_processes.test_R06_processes_with_keys_of_their_own_lose_nothing(KeptMemory, quick_path)


def test_R06_processes_that_store_forget_and_recall_agree_on_the_log(quick_path: Path) -> None:
    rounds = size(25, 200)

    def work(number: int) -> None:
        kept = KeptMemory(world_in(quick_path))
        for turn in range(rounds):
            kept.put(f"p{number}-{turn}", "common words")
            if turn % 5 == 4:
                kept.remove(f"p{number}-{turn - 1}")
            elif turn % 5 == 2:
                hits = memory_in(kept.world).recall(NAMESPACE, "common", 5, {})
                assert hits[0][1] > 0

    assert test_processes.at_once(work) == [0] * test_processes.PROCESSES
    lines = log_in(quick_path).read_bytes().split(b"\n")
    assert lines.pop() == b""
    kinds = [json.loads(line)["type"] for line in lines]
    forgotten = rounds // 5 * test_processes.PROCESSES
    assert (kinds.count("store"), kinds.count("forget")) == (rounds * test_processes.PROCESSES, forgotten)
    assert len(contents(KeptMemory, quick_path)) == rounds * test_processes.PROCESSES - forgotten


def test_R06_X7_a_stopped_holder_makes_others_fail_by_name(quick_path: Path) -> None:
    kept = KeptMemory(world_in(quick_path))
    kept.put("a", "1")
    with kept.world.locks.held(
        str(log_in(quick_path).with_name("events.lock")),
        kept.world.ops.open(str(log_in(quick_path).with_name("events.lock")), 2),
    ):
        other = KeptMemory(world_in(quick_path))
        other.world.locks.timeout_ms = 200
        with pytest.raises(StateError) as refusal:
            other.put("b", "2")
        assert other.get("a") == "1"
    assert refusal.value.text.startswith("memory: lock error: timed out after 0.2s waiting for the exclusive")
    other.put("b", "2")
    assert kept.names() == ["a", "b"]


def test_R03_R07_M4_a_log_cut_at_any_byte_of_its_last_line(quick_path: Path) -> None:
    before = filled(KeptMemory, quick_path)
    log = log_in(quick_path)
    whole = log.read_bytes()
    start = whole.rindex(b"\n", 0, -1) + 1
    for end in range(start, len(whole)):
        log.write_bytes(whole[:end])
        torn = log.with_name("events.jsonl.torn")
        torn.unlink(missing_ok=True)
        # A line that is whole but for its newline counts.
        kept = before if end == len(whole) - 1 else {key: before[key] for key in ("k0", "k1")}
        assert contents(KeptMemory, quick_path) == kept
        assert log.read_bytes() == whole[:end]
        KeptMemory(world_in(quick_path)).put("next", "value")
        assert contents(KeptMemory, quick_path) == {**kept, "next": "value"}
        lines = log.read_bytes().split(b"\n")
        assert [json.loads(line)["type"] for line in lines[:-1]] == ["store"] * (len(kept) + 1)
        if start < end < len(whole) - 1:
            assert torn.read_bytes() == whole[start:end] + b"\n"
        else:
            assert not torn.exists()


def test_R07_M4_a_tail_of_zeros_is_put_aside(quick_path: Path) -> None:
    before = filled(KeptMemory, quick_path)
    log = log_in(quick_path)
    with log.open("ab") as stream:
        stream.write(bytes(4096))
    assert contents(KeptMemory, quick_path) == before
    KeptMemory(world_in(quick_path)).put("k3", "later")
    assert b"\0" not in log.read_bytes()
    assert contents(KeptMemory, quick_path) == {**before, "k3": "later"}


def test_R07_M4_a_fragment_glued_to_a_line_is_refused_until_it_is_repaired(quick_path: Path) -> None:
    before = filled(KeptMemory, quick_path)
    log = log_in(quick_path)
    first, second, third = log.read_bytes().splitlines(keepends=True)
    damaged = first + second[:30] + third
    log.write_bytes(damaged)
    kept = KeptMemory(world_in(quick_path))
    for call in (kept.names, lambda: kept.put("x", "y"), lambda: kept.remove("k0"), lambda: kept.get("k0")):
        with pytest.raises(StateError) as refusal:
            call()
        assert refusal.value.text.startswith(f"memory: failed to parse line 2 from {log}: ")
        assert "old" not in refusal.value.text
        assert log.read_bytes() == damaged
    memory_in(kept.world).open(NAMESPACE, {"repair": True, "id": "o"})
    assert contents(KeptMemory, quick_path) == {key: before[key] for key in ("k0", "k2")}
    assert log.with_name("events.jsonl.torn").read_bytes() == second[:30] + b"\n"


def told(folder: Path) -> str:
    """The refusal of a read, empty when it went well."""
    try:
        contents(KeptMemory, folder)
    except StateError as error:
        return error.text
    return ""


def test_R07_every_flipped_bit_is_refused_or_read_as_it_stands(quick_path: Path) -> None:
    filled(KeptMemory, quick_path)
    log = log_in(quick_path)
    whole = log.read_bytes()
    refused = 0
    for place in range(0, len(whole), 1 if size(0, 1) else 3):
        for bit in (0, 5, 7):
            damaged = bytearray(whole)
            damaged[place] ^= 1 << bit
            log.write_bytes(damaged)
            refused += told(quick_path).startswith("memory: failed to parse line ")
            assert log.read_bytes() == damaged
    assert refused > 50


@pytest.mark.parametrize(
    "damage",
    [b"\xef\xbb\xbf", b"[" * 200 + b"]" * 200 + b"\n", b"NaN\n", b"[]\n", b"null\n", b"\xff\n",
     b"9" * 5000 + b"\n", b'{"type":"store"}\n', b'{"type":"nothing"}\n',
     b'{"type":"store","id":1}\n', b"\0\n"],
)  # fmt: skip
def test_R07_a_bad_line_is_named_and_nothing_is_overwritten(damage: bytes, quick_path: Path) -> None:
    filled(KeptMemory, quick_path)
    log = log_in(quick_path)
    whole = damage + log.read_bytes()
    log.write_bytes(whole)
    kept = KeptMemory(world_in(quick_path))
    for call in (kept.names, lambda: kept.put("x", "y")):
        with pytest.raises(StateError, match=r"memory: failed to parse line 1 from "):
            call()
    assert log.read_bytes() == whole


def update(folder: Path, plan: dict[str, str]) -> None:
    memory_in(world_in(folder, environ=plan)).update(NAMESPACE, "k1", {"value": "fresh", "tags": "t"}, {})


def open_again(folder: Path, plan: dict[str, str]) -> None:
    memory_in(world_in(folder, environ=plan)).open(NAMESPACE, {"backend": "hybrid"})


def mend(folder: Path, plan: dict[str, str]) -> None:
    memory_in(world_in(folder, environ=plan)).open(NAMESPACE, {"repair": True})


def embed(folder: Path, plan: dict[str, str]) -> None:
    world = world_in(folder, environ=plan)
    Memory(world, lambda request: {"vector": [1, 2], "model": "m"}).embed("hello", {"model_hint": "plain"})


def state_of(folder: Path) -> tuple[object, object, list[str]]:
    """Records, settings and cached vectors, as a new process finds them."""
    world = world_in(folder)
    memory = memory_in(world)
    records = [(one.id, one.text, one.tags) for one in memory.list(NAMESPACE, {})]
    cache = Cache(world, memory.space(EMBED_NAMESPACE, {}), "plain").get("hello")
    backend = memory.space(NAMESPACE, {}).settings().configuration.backend
    return records, backend, [] if cache is None else [str(cache.vector)]


@pytest.mark.parametrize("operation", [update, open_again, mend, embed])
def test_R01_X1_a_kill_at_any_step_of_the_other_changes(
    operation: Callable[[Path, dict[str, str]], None], quick_path: Path
) -> None:
    seen: set[str] = set()
    number, side = 1, "before"
    while True:
        folder = quick_path / f"{number}{side}"
        folder.mkdir()
        filled(KeptMemory, folder)
        before = state_of(folder)
        if operation is mend:
            log = log_in(folder)
            log.write_bytes(b"rubbish\n" + log.read_bytes())
        plan = {"HARNPY_TESTING": "1", "HARNPY_FAULT": f"kill@any:{number}:{side}"}
        code = ended(forked(partial(operation, folder, plan)))
        if operation is mend and log_in(folder).read_bytes().startswith(b"rubbish"):
            # Not repaired: still refused, and the next repair does it.
            assert told(folder).startswith("memory: failed to parse line 1 ")
            mend(folder, {})
            assert state_of(folder)[0] == before[0]
            seen.add("old")
        else:
            found = state_of(folder)
            seen.add("old" if found == before else repr(found))
        if code == 0 and side == "before":
            break
        # After a step that raises, nobody kills.
        assert code in (KILLED, 0)
        number, side = (number, "after") if side == "before" else (number + 1, "before")
    # The old state, and one new one.
    assert len(seen) == 2 - (operation is mend)
    assert number > 4


def test_R01_X1_a_kill_while_the_index_catches_up_changes_no_answer(quick_path: Path) -> None:
    chance = random.Random(7)
    kept = KeptMemory(world_in(quick_path))
    for number in range(size(60, 1000)):
        for one in range(20):
            kept.put(f"{number}-{one}", f"common word{one}")

        def recall() -> None:
            memory_in(world_in(quick_path)).recall(NAMESPACE, "common", 5, {})

        pid = forked(recall)
        time.sleep(chance.uniform(0.001, 0.02))
        os.kill(pid, signal.SIGKILL)
        ended(pid)
        if number % 10 == 0:
            assert len(memory_in(world_in(quick_path)).list(NAMESPACE, {})) == (number + 1) * 20
    grown = memory_in(world_in(quick_path)).recall(NAMESPACE, "word3 common", 100, {})
    fresh = quick_path / "fresh"
    place = log_in(fresh)
    place.parent.mkdir(parents=True)
    shutil.copy(log_in(quick_path), place)
    wanted = memory_in(world_in(fresh)).recall(NAMESPACE, "word3 common", 100, {})
    assert [(one.id, score) for one, score in grown] == [(one.id, score) for one, score in wanted]
