"""R19: memory and facts against a dict, with crashes, torn tails and lost indexes as operations."""

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from harnpy.durable import fact_store, facts
from harnpy.durable.fact_matching import Target
from tests.durable.memories import Lab

LONG = os.environ.get("HARNPY_LONG") == "1"
IDS = st.sampled_from(["a", "b", "c", "d"])
TEXTS = st.sampled_from(["rust", "rust wal", "wal mode", "tests"])
TAGS = st.sampled_from([None, "x", ["x", "y"]])


class MemoryModel(RuleBasedStateMachine):
    """Records by id, in the order of their stores."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="harnpy-model-"))
        self.lab = Lab(self.folder)
        self.model: dict[str, dict[str, Any]] = {}

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    @rule(one=IDS, text=TEXTS, tags=TAGS)
    def store(self, one: str, text: str, tags: Any) -> None:
        self.lab.store("key", text, tags, id=one)
        self.model.pop(one, None)
        listed = [tags] if isinstance(tags, str) else tags or []
        self.model[one] = {"text": text, "tags": listed, "status": None}

    @rule(one=IDS, text=TEXTS)
    def update(self, one: str, text: str) -> None:
        found = self.lab.memory.update("n", one, {"value": text, "status": "new"}, {})
        assert (found is None) == (one not in self.model)
        if found is not None:
            self.model[one] |= {"text": text, "status": "new"}

    @rule(one=IDS)
    def forget(self, one: str) -> None:
        gone = self.lab.memory.forget("n", {"id": one}, {})["forgotten_ids"]
        assert gone == ([one] if self.model.pop(one, None) else [])

    @rule(tag=st.sampled_from(["x", "y"]))
    def forget_tagged(self, tag: str) -> None:
        gone = self.lab.memory.forget("n", {"tag": tag}, {})["forgotten_ids"]
        assert gone == [one for one, record in self.model.items() if tag in record["tags"]]
        for one in gone:
            del self.model[one]

    @rule()
    def begin_again(self) -> None:
        self.lab = Lab(self.folder)

    @rule(size=st.integers(1, 200))
    def crash_while_writing(self, size: int) -> None:
        if self.lab.log.exists():
            with self.lab.log.open("ab") as stream:
                stream.write(b'{"type":"store","id":"torn","namespace":"n","key":"k","value":"x'[:size])
        self.lab = Lab(self.folder)

    @rule()
    def lose_the_index(self) -> None:
        self.lab.memory.space("n", {}).close()
        for path in self.folder.rglob("events.idx*"):
            path.unlink()

    @invariant()
    def agrees(self) -> None:
        found = {record.id: record for record in self.lab.memory.list("n", {})}
        assert list(found) == list(reversed(self.model))
        for one, record in self.model.items():
            kept = found[one]
            assert (kept.text, kept.tags, kept.status) == (record["text"], record["tags"], record["status"])
        hits = {one for one, _ in self.lab.recall("rust")}
        assert hits == {one for one, record in self.model.items() if "rust" in record["text"]}


class FactModel(RuleBasedStateMachine):
    """Claims by id."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="harnpy-model-"))
        self.lab = Lab(self.folder)
        self.model: dict[str, str] = {}

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    @rule(text=TEXTS, kind=st.sampled_from(["claim", "decision"]))
    def store(self, text: str, kind: str) -> None:
        given = {"kind": kind, "claim": text, "confidence": 1, "asserted_at": "t"}
        made = facts.normal(given, None, "fact", None)
        assert fact_store.kept(self.lab.memory, made, {}).id == made["id"]
        self.model[made["id"]] = text

    @rule(text=TEXTS)
    def invalidate_claim(self, text: str) -> None:
        gone: list[str] = fact_store.forgotten(self.lab.memory, Target({"claim": text}), {})["forgotten_ids"]
        assert set(gone) == {one for one, claim in self.model.items() if claim == text}
        for one in gone:
            del self.model[one]

    @rule(text=TEXTS)
    def invalidate_query(self, text: str) -> None:
        gone: list[str] = fact_store.forgotten(self.lab.memory, Target(text), {})["forgotten_ids"]
        words = set(text.split())
        assert set(gone) == {one for one, claim in self.model.items() if words <= set(claim.split())}
        for one in gone:
            del self.model[one]

    @rule()
    def begin_again(self) -> None:
        self.lab = Lab(self.folder)

    @invariant()
    def agrees(self) -> None:
        options = {"limit": 99}
        found: list[Any] = fact_store.recalled(self.lab.memory, "rust", (None, None), options, "t")
        assert {one["id"] for one in found} == {one for one, claim in self.model.items() if "rust" in claim}


SIZES = settings(
    max_examples=2_000 if LONG else 40,
    stateful_step_count=50 if LONG else 20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestMemoryModel = MemoryModel.TestCase
TestMemoryModel.settings = SIZES
TestFactModel = FactModel.TestCase
TestFactModel.settings = SIZES
