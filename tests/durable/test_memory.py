"""M2-M15: what is stored, forgotten, updated and found; stamps, names, embeddings, the bytes of the files."""

import ctypes
import hashlib
import os
import sqlite3
from pathlib import Path
from threading import Thread

import pytest

from harnpy.base.clock import FixedClock
from harnpy.durable import bm25, stamps
from harnpy.durable.tokens import Tokenizer
from harnpy.durable.vectors import blend, cosine, cosines
from harnpy.values.faults import Fault
from tests.durable.memories import NOON, Lab, fault

ALICE = {"text": "Alice prefers Rust examples and concise plans"}
BOB = {"text": "Bob prefers TypeScript examples"}


def pair(lab: Lab) -> None:
    lab.store("alice-profile", ALICE, ["preference", "profile"], id="alice", now="2026-01-01T00:00:01Z")
    lab.store("bob-profile", BOB, "profile", id="bob", now="2026-01-01T00:00:02Z")


def test_M13_M14_scores_to_the_last_digit(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    record = lab.store("alice-profile", ALICE, ["preference", "profile"], id="alice")
    digest = "16c78f521a408aba120a0d5fdecc8d61513d0760c2d708bce14caa4d1c1c5049"
    assert hashlib.sha256(record.searchable().encode()).hexdigest() == digest
    assert lab.recall("rust") == [("alice", 0.3955628496211987)]
    lab.store("bob-profile", BOB, "profile", id="bob")
    assert lab.recall("rust preference") == [("alice", 1.7872196893776755)]
    assert lab.recall("profile") == [("bob", 0.9165970800249972), ("alice", 0.8865781058666865)]
    tokens = Tokenizer().tokens
    assert [len(tokens(one.searchable())) for one in lab.memory.list("n", {})] == [13, 20]


def test_M6_hybrid_scores_to_the_last_digit_and_one_request_for_a_text(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    lab.memory.open("n", {"backend": "hybrid", "bm25_weight": 0.4, "cosine_weight": 0.6})
    searchable = {
        "alice": f'alice-profile\n{{"text":"{ALICE["text"]}"}}\npreference profile\n'
        f'{{"text":"{ALICE["text"]}"}}',
        "bob": f'bob-profile\n{{"text":"{BOB["text"]}"}}\nprofile\n{{"text":"{BOB["text"]}"}}',
    }
    lab.vectors = {"profile": [1, 0, 0], searchable["alice"]: [0.6, 0.8, 0], searchable["bob"]: [0, 1, 0]}
    pair(lab)
    assert lab.recall("profile") == [("alice", 0.7146312423466746), ("bob", 0.3666388320099989)]
    assert lab.recall("profile", mode="semantic") == [("alice", 0.6)]
    assert sorted(lab.asked) == sorted(lab.vectors)
    # Detached: the cache answers, whoever asks.
    lab.vectors = {}
    assert lab.recall("profile") == [("alice", 0.7146312423466746), ("bob", 0.3666388320099989)]
    assert Lab(tmp_path).recall("profile")[0][1] == 0.7146312423466746


def test_M2_M3_a_tombstone_hides_what_was_before_it_and_an_id_is_one_record(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    lab.store("k", "Use WAL", id="1")
    lab.store("k", "Use WAL mode", id="1")
    assert [record.text for record in lab.memory.list("n", {})] == ["Use WAL mode"]
    assert lab.memory.forget("n", {"id": "1"}, {})["forgotten_ids"] == ["1"]
    assert lab.recall("wal") == []
    lab.store("k", "Use WAL again", id="1")
    assert [one for one, _ in lab.recall("wal")] == ["1"]
    assert lab.recall("mode") == []


def test_M4_repair_is_the_only_call_that_changes_a_damaged_log(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    for number in range(3):
        lab.store(f"k{number}", "word", id=str(number))
    lines = lab.log.read_bytes().splitlines(keepends=True)
    lab.log.write_bytes(lines[0] + b"rubbish\n" + lines[1][:20] + lines[2])
    assert "failed to parse line 2" in fault(lab.recall, "word")
    lab.memory.open("n", {"repair": True})
    assert sorted(lab.ids()) == ["0", "2"]
    assert lab.log.with_name("events.jsonl.torn").read_bytes() == b"rubbish\n" + lines[1][:20] + b"\n"
    assert [text for category, text in lab.warnings if category == "memory.repair"] == [
        f"moved what is no event out of lines 2, 3 of {lab.log} to {lab.log}.torn"
    ]
    lab.memory.open("n", {"repair": True})
    assert len(lab.log.read_bytes().splitlines()) == 4


def test_M5_an_append_of_any_length_is_one_line(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    lab.store("long", "x" * 3_000_000, id="long")
    lab.store("next", "y\n\u2028z", id="next")
    assert lab.log.read_bytes().count(b"\n") == 2
    assert lab.ids() == ["next", "long"]


def test_M6_a_failing_embed_leaves_no_record(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    lab.memory.open("n", {"backend": "vector"})
    with pytest.raises(KeyError):
        lab.store("k", "v")
    assert lab.ids() == []
    lab.store("k", "v", id="1", skip_embed=True)
    with pytest.raises(KeyError):
        lab.store("k", "w", id="2", skip_embed=True, embed=True)
    assert lab.ids() == ["1"]


def test_M7_M11_cached_vectors_are_whole_files_in_a_folder_of_the_hint(tmp_path: Path) -> None:
    lab = Lab(tmp_path, vectors={"hello": [0.1, 0.2, 3], "other": [1.0]})
    root = tmp_path / "mem"
    made = lab.memory.embed("hello", {"root": str(root), "embed_model_hint": "voyage-2"})
    assert made.shown() == {"vector": [0.1, 0.2, 3.0], "model": "test", "dim": 3}
    name = hashlib.sha256(b"hello").hexdigest() + ".json"
    folder = root / "__embed" / "vectors"
    primary = folder / "d5941c859daf03d9124ca1eb1afa3e608efbb42930d6be8c7068d96dcd946c1c" / name
    assert primary.read_bytes() == b'{"model":"test","dim":3,"vector":[0.1,0.2,3.0]}'
    assert (folder / "voyage-2" / name).samefile(primary)
    # What another program put in the folder of the hint alone is found.
    primary.unlink()
    assert lab.memory.embed("hello", {"root": str(root), "model_hint": "voyage-2"}).vector == [0.1, 0.2, 3.0]
    lab.memory.embed("other", {"root": str(root), "model_hint": "ns/model"})
    lab.memory.embed("other", {"root": str(root), "model_hint": "ns_model"})
    lab.memory.embed("other", {"root": str(root)})
    digests = {
        hashlib.sha256(hint).hexdigest() for hint in (b"voyage-2", b"ns/model", b"ns_model", b"default")
    }
    assert {path.name for path in folder.iterdir()} == digests | {"voyage-2", "ns_model", "default"}
    assert "37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f" in digests
    assert lab.asked == ["hello", "other", "other", "other"]


@pytest.mark.parametrize(
    ("content", "detail"),
    [
        (b"", "malformed JSON at line 1, column 1"),
        (b'{"model":"m","dim":1,"vector":[NaN]}', "malformed JSON at line 1, column 32"),
        (b"[]", "not a JSON object"),
        (b"\xff", "stream did not contain valid UTF-8"),
        (b'{"model":"m","dim":1}', "host response missing `vector` field"),
        (b'{"model":"m","dim":2,"vector":[1]}', "declared dim=2 does not match vector length=1"),
        (b'{"dim":1,"vector":[1]}', "missing field `model`"),
    ],
)
def test_M7_a_damaged_cached_vector_is_refused_and_kept(content: bytes, detail: str, tmp_path: Path) -> None:
    lab = Lab(tmp_path, vectors={"t": [1.0]})
    lab.memory.embed("t", {"model_hint": "a/b"})
    (path,) = (tmp_path / ".harn/memory/__embed/vectors").glob("*/*.json")
    path.write_bytes(content)
    refused = fault(lab.memory.embed, "t", {"model_hint": "a/b"})
    assert refused.startswith(f"Runtime error: memory: failed to parse cached embedding {path}: ")
    assert refused.endswith(detail) or "malformed" in detail
    assert path.read_bytes() == content


def test_M8_M9_stamps_compare_as_instants_and_never_go_back(tmp_path: Path) -> None:
    clock = FixedClock(NOON)
    lab = Lab(tmp_path, clock)
    assert lab.store("k", "v").stored_at == "2026-01-01T12:00:00+00:00"
    clock.advance(1)
    assert lab.store("k", "v").stored_at == "2026-01-01T12:00:00.001000+00:00"
    clock.advance(-3_600_000)
    assert lab.store("k", "v").stored_at == "2026-01-01T12:00:00.001000+00:00"
    # A stamp that a caller gave in another form sets no limit.
    lab.store("k", "v", now="2030-01-01T00:00:00Z")
    assert Lab(tmp_path, clock).store("k", "v").stored_at == "2026-01-01T12:00:00.001000+00:00"
    order = ["yesterday", "2026-01-01T02:00:00+02:00", "2026-01-01T00:00:00.5Z", "2026-01-01T00:00:00.51z"]
    assert sorted(order, key=stamps.moment) == order
    assert stamps.moment(order[1]) == stamps.moment("2026-01-01T00:00:00Z")
    assert stamps.moment("2026-12-31T23:59:60Z") == stamps.moment("2027-01-01T00:00:00.000Z")
    for bad in (
        "2026-02-30T00:00:00Z",
        "2026-01-01T00:00:00",
        "2026-01-01T24:00:00Z",
        "2026-01-01T00:00:00.Z",
    ):
        assert stamps.instant(bad) is None


def test_M9_nil_is_absent_or_missing(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    record = lab.store("k", None, None, id=None, status=None, provenance=None, flags=None)
    assert (record.value, record.text, record.status, record.provenance) == (None, "null", None, None)
    assert b"provenance" not in lab.log.read_bytes()
    assert lab.memory.update("n", record.id, {"status": None}, {}) is not None
    assert len(lab.log.read_bytes().splitlines()) == 1


@pytest.mark.parametrize(
    "name", ["events.jsonl", "x/events.jsonl", "events.lock", "events.idx-wal", "events.jsonl.torn/y"]
)
def test_M10_names_of_our_files_are_reserved(name: str, tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    refused = fault(lab.memory.store, name, ("k", "v", None), {})
    assert refused == "Runtime error: memory namespace must not use a reserved name"
    assert not (tmp_path / ".harn").exists()


@pytest.mark.parametrize("link", ["team", "team/notes"])
def test_M10_X10_symbolic_links_below_the_root_are_not_followed(link: str, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    (outside / "notes").mkdir(parents=True)
    place = tmp_path / "p" / ".harn" / "memory" / link
    place.parent.mkdir(parents=True)
    place.symlink_to(outside)
    lab = Lab(tmp_path / "p")
    for call in (
        lambda: lab.memory.store("team/notes", ("k", "v", None), {}),
        lambda: lab.memory.list("team/notes", {}),
    ):
        assert fault(call) == "Runtime error: memory namespace must not escape the memory root"
    assert sorted(path.name for path in outside.rglob("*")) == ["notes"]


EXCHANGE, HERE = 2, -100
"""Arguments of `renameat2`: swap two entries; paths are relative to the working directory."""


def test_R09_M10_a_folder_swapped_for_a_link_between_calls_leads_nowhere(tmp_path: Path) -> None:
    lab = Lab(tmp_path / "p")
    lab.memory.store("team/notes", ("k", "v", None), {})
    team = tmp_path / "p" / ".harn" / "memory" / "team"
    link, outside = team.with_name("link"), tmp_path / "outside"
    (outside / "notes").mkdir(parents=True)
    link.symlink_to(outside)
    libc = ctypes.CDLL(None)
    stop: list[bool] = []

    def flip() -> None:
        while not stop:
            libc.renameat2(HERE, bytes(team), HERE, bytes(link), EXCHANGE)

    thread = Thread(target=flip)
    thread.start()
    kept = 0
    refused: list[str] = []
    try:
        for number in range(1_000):
            try:
                lab.memory.store("team/notes", ("k", number, None), {"id": str(number)})
                kept += 1
            except Fault as error:
                refused.append(str(error.value))
    finally:
        stop.append(True)
        thread.join()
    assert [path.name for path in outside.rglob("*")] == ["notes"]
    assert kept > 0
    escaping = "Runtime error: memory namespace must not escape the memory root"
    assert escaping in refused
    # The link may be gone again when it is looked at.
    assert all(text == escaping or text.endswith("Not a directory (os error 20)") for text in refused)


def test_M10_X10_a_log_that_is_no_plain_file_is_refused(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    lab.log.parent.mkdir(parents=True)
    os.mkfifo(lab.log)
    assert f"memory: failed to open {lab.log}: " in fault(lab.ids)
    assert f"memory: failed to open {lab.log}: " in fault(lab.store, "k", "v")
    lab.log.unlink()
    lab.log.symlink_to("/etc/passwd")
    assert f"memory: failed to open {lab.log}: " in fault(lab.ids)


def test_M12_the_dimension_of_the_namespace_is_enforced(tmp_path: Path) -> None:
    lab = Lab(tmp_path, vectors={'k\nv\n\n"v"': [1.0, 2.0]})
    lab.memory.open("n", {"backend": "vector", "embed_dim": 3})
    assert fault(lab.store, "k", "v") == (
        "Runtime error: memory: memory.embed returned a 2-dim vector but the namespace was opened with "
        "embed_dim=3"
    )
    assert lab.ids() == []


def test_M15_vectors_of_two_models_under_one_hint_are_told_of(tmp_path: Path) -> None:
    lab = Lab(tmp_path, vectors={"a": [1.0], "b": [1.0], "c": [1.0]})
    lab.memory.embed("a", {})
    lab.model = "newer"
    lab.memory.embed("b", {})
    lab.memory.embed("c", {})
    assert lab.warnings == [
        ("memory.embed_model", "vectors of 'test' and of 'newer' are cached under the hint 'default'")
    ]


def test_one_base_for_memory_and_its_own_variable(tmp_path: Path) -> None:
    # S1, S2
    lab = Lab(tmp_path)
    lab.store("k", "v")
    assert lab.log == tmp_path / ".harn" / "memory" / "n" / "events.jsonl"
    assert oct(lab.log.parent.stat().st_mode)[-3:] == "700"
    lab.ids()
    assert oct(lab.index.stat().st_mode)[-3:] == "600"


def test_cosines() -> None:
    assert cosine([1, 0], [0, 1]) == 0.0
    assert cosine([0, 0], [0, 1]) == 0.0
    assert cosine([3.0, 4.0], [6.0, 8.0]) == 1.0
    rows = [[number / 7, 1.0, -number / 3] for number in range(2_500)]
    assert cosines([0.3, 0.1, 0.7], rows) == [cosine([0.3, 0.1, 0.7], row) for row in rows]


def test_a_blend_keeps_what_has_a_signal_even_of_weight_nothing() -> None:
    assert blend({1: 4.0, 2: 2.0}, {2: 0.5, 3: -0.5}, (1.0, 0.0)) == {1: 1.0, 2: 0.5}
    assert blend({}, {3: 0.5}, (1.0, 0.0)) == {3: 0.0}
    # Scores below one are not blown up.
    assert blend({1: 0.5}, {}, (1.0, 1.0)) == {1: 0.5}


def test_an_empty_corpus_has_statistics() -> None:
    assert bm25.Statistics(0, 0).average == 1.0
    assert bm25.scores([], bm25.Statistics(0, 0)) == {}


def test_words_are_pinned() -> None:
    # M13
    tokens = Tokenizer().tokens
    assert tokens("max_retry-COUNT=3.14 x é ⑦ Ⓐ ⅷ ß") == [
        "max",
        "retry",
        "count",
        "14",
        "é",
        "⑦",
        "Ⓐ",
        "ⅷ",
        "ß",
    ]
    assert tokens("नमस्ते Élan CAFÉ") == ["नमस", "ते", "Élan", "cafÉ"]
    assert tokens(" \t\n_-.") == []


def test_M1_packed_vectors_answer_as_their_files_do(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    lab.memory.open("n", {"backend": "vector", "embed_model_hint": "a/b"})
    lab.vectors = {"q": [0.3, 0.1]}
    for number in range(20):
        lab.vectors[f'k\nv{number}\n\n"v{number}"'] = [number / 7, 1.0]
        lab.store("k", f"v{number}", id=str(number))
    wanted = lab.recall("q")
    assert len(wanted) == 20
    assert [lab.recall("q"), Lab(tmp_path).recall("q")] == [wanted, wanted]
    place = lab.log.parent / "vectors" / hashlib.sha256(b"a/b").hexdigest()
    connection = sqlite3.connect(lab.index)
    assert connection.execute("SELECT count(*) FROM vectors").fetchone() == (20,)
    connection.close()
    # A file that has changed is read again, one that is damaged is refused.
    file = place / (hashlib.sha256(b'k\nv3\n\n"v3"').hexdigest() + ".json")
    file.write_text('{"model":"test","dim":2,"vector":[-1,-1]}')
    assert [one for one, _ in lab.recall("q")] == [one for one, _ in wanted if one != "3"]
    file.write_text("{")
    assert "memory: failed to parse cached embedding" in fault(lab.recall, "q")
    file.unlink()
    lab.vectors = {'k\nv3\n\n"v3"': [3 / 7, 1.0]}
    assert lab.recall("q") == wanted
