"""Events in, the records they stand for out; and the settings of a namespace."""

from harnpy.durable.memory_events import BACKENDS, Event
from harnpy.values.kinds import Value
from harnpy.values.text import json_compact, json_string

BM25, VECTOR, HYBRID = BACKENDS
DEFAULT_HINT = "default"

_WEIGHT = 0.5
_PATCHED = ("tags", "status", "scope", "provenance")


class Record:
    """What one id stands for now.

    sequence  place of its store in the log: later ones are greater
    """

    __slots__ = (
        "flags", "id", "key", "namespace", "provenance", "scope", "sequence", "status", "stored_at", "tags",
        "text", "value",
    )  # fmt: skip

    def __init__(self, event: Event, sequence: int) -> None:
        self.sequence = sequence
        self.id: str = event["id"]
        self.namespace: str = event["namespace"]
        self.key: str = event["key"]
        self.value: Value = event["value"]
        self.text: str = event.get("text") or ""
        self.tags: list[str] = event.get("tags") or []
        self.stored_at: str = event["stored_at"]
        self.provenance: Value = event.get("provenance")
        self.status: str | None = event.get("status")
        self.scope: str | None = event.get("scope")
        self.flags: dict[str, bool] = event.get("flags") or {}

    def overlay(self, event: Event) -> None:
        """Take what an update brings: present fields replace, flags merge by name."""
        if "value" in event:
            self.value = event["value"]
            given = event.get("text")
            self.text = text_of(self.value) if given is None else given
        elif event.get("text") is not None:
            self.text = event["text"]
        for name in _PATCHED:
            if event.get(name) is not None:
                setattr(self, name, event[name])
        self.flags = {**self.flags, **(event.get("flags") or {})}

    def searchable(self) -> str:
        """The text that recall looks at."""
        return searchable(self.key, self.text, self.tags, self.value)

    def shown(self, score: float | None = None) -> dict[str, Value]:
        """The record as programs get it."""
        found: dict[str, Value] = {
            "_type": "memory_record",
            "id": self.id,
            "namespace": self.namespace,
            "key": self.key,
            "value": self.value,
            "text": self.text,
            "tags": self.tags,
            "stored_at": self.stored_at,
            "provenance": self.provenance,
            "status": self.status,
            "scope": self.scope,
            "flags": self.flags,
        }
        return found if score is None else {**found, "score": score}


class Settings:
    """How a namespace was opened last."""

    __slots__ = ("backend", "bm25_weight", "cosine_weight", "dim", "hint")

    def __init__(self, event: Event | None = None) -> None:
        event = event or {}
        self.backend: str = event.get("backend") or BM25
        self.hint: str = event.get("embed_model_hint") or DEFAULT_HINT
        self.dim: int | None = event.get("embed_dim")
        self.bm25_weight = _weight(event.get("bm25_weight"))
        self.cosine_weight = _weight(event.get("cosine_weight"))

    @property
    def uses_vectors(self) -> bool:
        """Whether recall asks for embeddings unless told otherwise."""
        return self.backend != BM25


def text_of(value: Value) -> str:
    """The text of a value: the string itself, else its JSON."""
    return value if value.__class__ is str else json_compact(value)


def searchable(key: str, text: str, tags: list[str], value: Value) -> str:
    """Key, text, tags and the JSON of the value, a line each: words of a string value count twice."""
    shown = json_string(value) if value.__class__ is str else json_compact(value)
    return f"{key}\n{text}\n{' '.join(tags)}\n{shown}"


def _weight(given: Value) -> float:
    return _WEIGHT if given is None else float(given)
