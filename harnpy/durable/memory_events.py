"""Lines of a memory log in, events out, and back: a compact JSON object a line, its fields in a fixed order.

An event is a dict with the fields of its line. Optional fields are left out, unknown ones ignored.
"""

from harnpy.values.faults import Fault
from harnpy.values.kinds import Value, type_of
from harnpy.values.text import json_compact, parse_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

Event = dict[str, Value]

STORE, UPDATE, FORGET, OPEN = "store", "update", "forget", "open"
BACKENDS = ("bm25", "vector", "hybrid")
STAMPS = {STORE: "stored_at", UPDATE: "updated_at", FORGET: "forgotten_at", OPEN: "opened_at"}
"""The field of each type of event that says when it happened."""
BEGIN = b'{"type":"'
"""How every line begins."""

_UNSIGNED = 1 << 53
# Fields of a store without optional ones.
_BARE = 8


class BadLine(ValueError):
    """A line that is no event; the text says why and quotes nothing of it."""


def encode(event: Event) -> bytes:
    """An event as a line without its newline; the caller has put the fields in order."""
    fields = [f"{json_compact(name)}:{json_compact(value)}" for name, value in event.items()]
    return ("{" + ",".join(fields) + "}").encode("utf-8", "surrogatepass")


def decode(line: bytes) -> Event:
    """The event of a line.

    Raises:
        BadLine: it is none.
    """
    try:
        found = parse_json(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadLine("stream did not contain valid UTF-8") from None
    except Fault as fault:
        raise BadLine(f"malformed JSON at column {fault.value.get('column', 1)}") from None
    if found.__class__ is not dict:
        raise BadLine("not a JSON object")
    return _checked(found)


def _checked(event: Event) -> Event:
    """The event if its fields are right; what nearly all lines have is looked at first."""
    if event.get("type") == STORE and len(event) == _BARE and "value" in event:
        texts = (
            event.get("id"),
            event.get("namespace"),
            event.get("key"),
            event.get("text"),
            event.get("stored_at"),
        )
        if {str}.issuperset(map(type, texts)) and _is_texts(event.get("tags")):
            return event
    kind = event.get("type")
    fields = _FIELDS.get(kind if isinstance(kind, str) else "")
    if fields is None:
        raise BadLine("missing field `type`" if "type" not in event else "unknown event type")
    for name, required, test in fields:
        value = event.get(name)
        if required and name not in event:
            raise BadLine(f"missing field `{name}`")
        if not test(value) and (required or value is not None):
            raise BadLine(f"invalid type for `{name}`: {type_of(value)}")
    return event


def _is_text(value: Value) -> bool:
    return value.__class__ is str


def _is_anything(value: Value) -> bool:
    return True


def _is_texts(value: Value) -> bool:
    return value.__class__ is list and {str}.issuperset(map(type, value))


def _is_flags(value: Value) -> bool:
    return value.__class__ is dict and all(one.__class__ is bool for one in value.values())


def _is_backend(value: Value) -> bool:
    return value in BACKENDS


def _is_size(value: Value) -> bool:
    return value.__class__ is int and 0 <= value < _UNSIGNED


def _is_number(value: Value) -> bool:
    return value.__class__ is int or value.__class__ is float


Field = tuple[str, bool, "Callable[[Value], bool]"]
_DETAILS: tuple[Field, ...] = (
    ("provenance", False, _is_anything),
    ("status", False, _is_text),
    ("scope", False, _is_text),
    ("flags", False, _is_flags),
)
_FIELDS: dict[str, tuple[Field, ...]] = {
    STORE: (
        ("id", True, _is_text),
        ("namespace", True, _is_text),
        ("key", True, _is_text),
        ("value", True, _is_anything),
        ("text", False, _is_text),
        ("tags", False, _is_texts),
        ("stored_at", True, _is_text),
        *_DETAILS,
    ),
    UPDATE: (
        ("id", True, _is_text),
        ("namespace", True, _is_text),
        ("text", False, _is_text),
        ("tags", False, _is_texts),
        ("updated_at", True, _is_text),
        *_DETAILS,
    ),
    FORGET: (
        ("id", True, _is_text),
        ("namespace", True, _is_text),
        ("predicate", True, _is_anything),
        ("forgotten_ids", True, _is_texts),
        ("forgotten_at", True, _is_text),
    ),
    OPEN: (
        ("id", True, _is_text),
        ("namespace", True, _is_text),
        ("backend", True, _is_backend),
        ("embed_model_hint", False, _is_text),
        ("embed_dim", False, _is_size),
        ("bm25_weight", False, _is_number),
        ("cosine_weight", False, _is_number),
        ("opened_at", True, _is_text),
    ),
}
