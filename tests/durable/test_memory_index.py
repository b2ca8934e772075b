"""M1: the index is derived. Whatever happens to it, answers are those that the log alone gives."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.durable.memories import Lab, Naive

WORDS = ("rust", "wal", "mode", "tests", "alpha", "beta", "gamma", "Élan", "deploy", "friday")
QUERIES = ("rust", "wal mode", "rust rust", "alpha beta gamma", "absent", "?", "key3 friday", "Élan", "ops")


def change(lab: Lab, chance: random.Random, turn: int) -> None:
    """One change of a namespace."""
    kind = chance.choice(("store", "store", "store", "again", "update", "forget"))
    one = f"id{chance.randrange(20)}"
    text = " ".join(chance.choices(WORDS, k=chance.randrange(1, 9)))
    if kind == "store":
        lab.store(f"key{turn}", text, chance.choice((None, "ops", ["ops", "rule"])), id=f"id{turn}")
    elif kind == "again":
        lab.store("again", {"text": text, "n": turn}, id=one)
    elif kind == "update":
        patch = chance.choice(({"value": text}, {"tags": "ops"}, {"status": "done"}))
        lab.memory.update("n", one, dict(patch), {})
    else:
        predicate = chance.choice(({"id": one}, {"tag": "rule"}, {"query": "absent"}, "gamma beta"))
        lab.memory.forget("n", predicate, {})


def answers(lab: Lab) -> list[Any]:
    """All that can be asked."""
    found: list[Any] = [lab.recall(query) for query in QUERIES]
    found += [lab.recall("rust wal", k=3), lab.ids(), lab.ids(tag="ops"), lab.ids(status="done", limit=2)]
    return [*found, lab.memory.summarize("n", {"query": "tests", "limit": 4}, {})["text"]]


def copied(lab: Lab, target: Path) -> Lab:
    """The log alone, elsewhere."""
    place = target / ".harn" / "memory" / "n"
    place.mkdir(parents=True)
    shutil.copy(lab.log, place / "events.jsonl")
    return Lab(target)


@pytest.mark.parametrize("seed", range(12))
def test_M1_a_grown_a_fresh_and_an_in_memory_index_answer_alike(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    grown = Lab(tmp_path / "grown")
    for turn in range(40):
        change(grown, chance, turn)
        if chance.random() < 0.4:
            answers(grown)
    wanted = answers(grown)
    assert answers(copied(grown, tmp_path / "fresh")) == wanted
    walled = copied(grown, tmp_path / "walled")
    walled.index.mkdir()
    assert answers(walled) == wanted
    assert [category for category, _ in walled.warnings] == ["memory.index"]
    naive = Naive(grown.memory.list("n", {}))
    for query, found in zip(QUERIES, wanted, strict=False):
        if query != "?":
            assert dict(found) == naive.scores(query)


def _delete(lab: Lab) -> None:
    lab.index.unlink()


def _cut(lab: Lab) -> None:
    lab.index.write_bytes(lab.index.read_bytes()[:5000])


def _empty(lab: Lab) -> None:
    lab.index.write_bytes(b"")


def _text(lab: Lab) -> None:
    lab.index.write_text("not a data base at all\n" * 300)


def _scramble(lab: Lab) -> None:
    content = bytearray(lab.index.read_bytes())
    content[4096:] = bytes(len(content) - 4096)
    lab.index.write_bytes(content)


def _other_form(lab: Lab) -> None:
    connection = sqlite3.connect(lab.index)
    connection.execute("PRAGMA user_version = 99")
    connection.close()


def _other_log(lab: Lab) -> None:
    other = Lab(lab.folder / "other")
    for number in range(30):
        other.store(f"other{number}", "rust wal mode alpha", id=f"other{number}")
    other.recall("rust")
    other.memory.space("n", {}).close()
    shutil.copy(other.index, lab.index)


@pytest.mark.parametrize("damage", [_delete, _cut, _empty, _text, _scramble, _other_form, _other_log])
def test_M1_X14_an_index_that_is_damaged_is_made_again(damage: Callable[[Lab], None], tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    chance = random.Random(5)
    for turn in range(40):
        change(lab, chance, turn)
    wanted = answers(lab)
    lab.memory.space("n", {}).close()
    damage(lab)
    again = Lab(tmp_path)
    assert answers(again) == wanted
    assert {category for category, _ in again.warnings} <= {"memory.index"}
    again.store("new", "rust", id="new")
    assert "new" in dict(again.recall("rust"))
    assert again.index.stat().st_size > 0


def test_M1_X14_a_log_replaced_by_an_older_copy_of_equal_size_is_read_again(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    lab.store("k", "alpha", id="1", now="2026-01-01T00:00:00Z")
    older = lab.log.read_bytes()
    lab.recall("alpha")
    lab.log.write_bytes(older.replace(b"alpha", b"gamma"))
    assert [lab.recall("alpha"), len(lab.recall("gamma"))] == [[], 1]
    lab.log.unlink()
    assert lab.ids() == []
    lab.log.write_bytes(older)
    assert len(lab.recall("alpha")) == 1
    assert len(Lab(tmp_path).recall("alpha")) == 1


def test_M1_what_another_process_appended_is_seen(tmp_path: Path) -> None:
    one, other = Lab(tmp_path), Lab(tmp_path)
    one.store("k", "alpha", id="1")
    assert len(other.recall("alpha")) == 1
    other.store("k", "alpha", id="2")
    assert len(one.recall("alpha")) == 2
    with one.log.open("ab") as stream:
        stream.write(one.log.read_bytes().splitlines()[0].replace(b'"id":"1"', b'"id":"3"') + b"\n")
    assert sorted(dict(one.recall("alpha"))) == ["1", "2", "3"]


def test_M1_many_forgotten_records_do_not_stay_in_the_index(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    for turn in range(60):
        lab.log.parent.mkdir(parents=True, exist_ok=True)
        with lab.log.open("ab") as stream:
            for number in range(40):
                stream.write(
                    b'{"type":"store","id":"i%d","namespace":"n","key":"k","value":"turn%d","stored_at":"t"}\n'
                    % (number, turn)
                )
        assert len(lab.recall(f"turn{turn}")) == 40
    connection = sqlite3.connect(lab.index)
    assert connection.execute("SELECT count(*) FROM dead").fetchone()[0] < 1200
    connection.close()
    assert lab.recall("turn1") == []
