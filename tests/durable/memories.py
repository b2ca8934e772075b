"""Memory for tests: a world in a folder, its answers to `memory.embed`, and a scorer that needs no index."""

import math
from pathlib import Path
from typing import Any

from harnpy.base.clock import Clock, FixedClock
from harnpy.durable.memory import Memory
from harnpy.durable.tokens import Tokenizer
from harnpy.durable.world import World
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value
from tests.crash.worlds import world_in

NOON = 1_767_268_800_000
"""2026-01-01T12:00:00Z."""


class Lab:
    """A memory below a folder; `vectors` answer by text, `asked` are the requests."""

    def __init__(
        self, folder: Path, clock: Clock | None = None, vectors: dict[str, list[float]] | None = None
    ) -> None:
        self.folder = folder
        self.clock = clock or FixedClock(NOON)
        self.world: World = world_in(folder, clock=self.clock)
        self.warnings: list[tuple[str, str]] = []
        self.world.ctx.observer = self._observe
        self.vectors = vectors or {}
        self.model = "test"
        self.asked: list[str] = []
        self.memory = Memory(self.world, self._answer)

    def _observe(self, kind: str, data: Any) -> None:
        if kind == "warning":
            self.warnings.append((data["category"], data["message"]))

    def _answer(self, request: dict[str, Value]) -> Value:
        assert sorted(request) == ["model_hint", "text"]
        self.asked.append(request["text"])
        return {"vector": self.vectors[request["text"]], "model": self.model}

    def store(self, key: str, value: Value, tags: Value = None, **options: Value) -> Any:
        """Keep a record in the namespace `n`."""
        return self.memory.store("n", (key, value, tags), options)

    def recall(self, query: str, k: int = 100, **options: Value) -> list[tuple[str, float]]:
        """Ids and scores."""
        return [(record.id, score) for record, score in self.memory.recall("n", query, k, options)]

    def ids(self, **options: Value) -> list[str]:
        """Ids, newest first."""
        return [record.id for record in self.memory.list("n", options)]

    @property
    def log(self) -> Path:
        """The log of the namespace."""
        return self.folder / ".harn" / "memory" / "n" / "events.jsonl"

    @property
    def index(self) -> Path:
        """The index beside it."""
        return self.log.with_name("events.idx")


def fault(function: Any, *args: Any, **options: Any) -> str:
    """What a program would catch."""
    try:
        function(*args, **options)
    except Fault as error:
        return str(error.value)
    raise AssertionError("the call went well")


class Naive:
    """BM25 as the format states it, over all records at once."""

    def __init__(self, records: list[Any]) -> None:
        self.records = records
        self.tokens = Tokenizer().tokens

    def scores(self, query: str) -> dict[str, float]:
        """Scores by id, those above 0."""
        words = {record.id: self.tokens(record.searchable()) for record in self.records}
        average = max(1, sum(map(len, words.values()))) / max(1, len(self.records))
        found: dict[str, float] = {}
        for record in self.records:
            own = words[record.id]
            total = boost = 0.0
            for word in self.tokens(query):
                holding = sum(1 for other in words.values() if word in other)
                idf = math.log1p((max(1, len(self.records)) - holding + 0.5) / (holding + 0.5))
                count, length = own.count(word), max(1, len(own))
                if count:
                    total += (idf * (count * 2.2)) / (count + 1.2 * (0.25 + (0.75 * length) / average))
                boost = (boost + (0.4 if word in self.tokens(record.key) else 0.0)) + (
                    0.25 if any(word in self.tokens(tag) for tag in record.tags) else 0.0
                )
            if total + boost > 0:
                found[record.id] = total + boost
        return found
