"""Harn values in, plain JSON values out: strictly for storage, leniently for data that is passed on.

Storage refuses what would not come back; data shows it as text. Authority is persisted by neither.
"""

from math import isnan

from harnpy.values.containers import DecimalValue, SetValue
from harnpy.values.display import display
from harnpy.values.faults import type_fault
from harnpy.values.functions import ToolValue
from harnpy.values.kinds import Value, type_of
from harnpy.values.records import StructValue
from harnpy.values.text import base64_text, json_string

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Place = tuple["Place | None", str | int]
    # A part of the value, where its conversion goes, where it stands, in how many containers.
    Part = tuple[Value, Value, Value, Place, int]

MOST_DEPTH = 120
"""Containers inside each other; readers take a few more."""

_SCALARS = frozenset({str, int, bool, type(None)})
_NAMES = {
    "closure": "a closure",
    "builtin": "a closure",
    "enum": "an enum value",
    "iter": "an iterator",
    "generator": "an iterator",
    "stream": "an iterator",
    "task_handle": "a task",
    "resource": "a handle",
    "bytes": "bytes",
}
# What the writer of canonical JSON has a form for of its own.
_WRITTEN_AS_THEY_ARE = frozenset({"bytes", "decimal", "range"})
_FIRST = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_")
_WORD = _FIRST | frozenset("0123456789")


class Refused(Exception):
    """A value that cannot be stored; the text names the first offence: `value.items[3] is a closure`."""


class Converted:
    """A stored value: `json`, and what changed its kind on the way as (place, kind, what it is kept as).

    `lost` are the offences that became null, when the run wants that.
    """

    __slots__ = ("changes", "json", "lost")

    def __init__(self) -> None:
        self.json: Value = None
        self.changes: list[tuple[str, str, str]] = []
        self.lost: list[str] = []


def stored(value: Value, name: str = "value", *, lossy: bool = False) -> Converted:
    """Convert a value for storage. `name` begins its paths; `lossy` makes null of what is refused otherwise.

    Raises:
        Refused: a part would not come back as it was.
        Fault: a part is authority.
    """
    made = Converted()

    def other(part: Value, place: "Place") -> Value:
        kind = type_of(part)
        if part.__class__ is DecimalValue:
            made.changes.append((_shown(place), kind, "a string"))
            return display(part)
        offence = f"{_shown(place)} is {_named(part, kind)}"
        if not lossy:
            raise Refused(offence)
        made.lost.append(offence)
        return None

    def opened(part: Value, place: "Place") -> Value:
        if isinstance(part, StructValue):
            made.changes.append((_shown(place), f"struct {part.NAME}", "a dict"))
            return part.fields
        return None

    made.json = _walk(value, name, other, opened)
    return made


def data(value: Value) -> Value:
    """Convert a value that is passed on: what JSON has no form for becomes the text of its display.

    Raises:
        Fault: a part is authority.
    """

    def other(part: Value, place: "Place") -> Value:
        if part.__class__ is float:
            return None
        if part.__class__ is bytes:
            return {"$bytes_b64": base64_text(part)}
        return display(part)

    return _walk(value, "value", other, _struct_fields)


def distinct(value: Value, name: str) -> None:
    """Judge a value that is told from others by its canonical JSON.

    Raises:
        Refused: JSON cannot tell a part from parts of another kind.
    """

    def other(part: Value, place: "Place") -> Value:
        kind = type_of(part)
        if kind not in _WRITTEN_AS_THEY_ARE:
            raise Refused(f"{_shown(place)} is {_named(part, kind)}")
        return None

    def opened(part: Value, place: "Place") -> Value:
        return list(part.items.values()) if part.__class__ is SetValue else _struct_fields(part, place)

    _walk(value, name, other, opened)


def _walk(
    value: Value,
    name: str,
    other: "Callable[[Value, Place], Value]",
    opened: "Callable[[Value, Place], Value]",
) -> Value:
    """Convert in order of iteration, which for dicts is that of their sorted keys, without recursion.

    `opened` gives the list or dict to go on with of a value that holds others, None for one that does not;
    `other` converts those.
    """
    holder: list[Value] = [None]
    pending: list[Part] = [(value, holder, 0, (None, name), 0)]
    while pending:
        part, target, key, place, depth = pending.pop()
        cls = part.__class__
        if cls in _SCALARS or (cls is float and part - part == 0.0):
            target[key] = part
            continue
        inner = part if cls is list or cls is dict else opened(part, place)
        if inner is not None:
            if depth >= MOST_DEPTH:
                raise Refused(f"{name} nests deeper than {MOST_DEPTH} levels")
            target[key] = _begun(inner, place, depth + 1, pending)
        else:
            _refuse_authority(part)
            target[key] = other(part, place)
    return holder[0]


def _struct_fields(part: Value, place: "Place") -> Value:
    return part.fields if isinstance(part, StructValue) else None


def _begun(part: Value, place: "Place", depth: int, pending: "list[Part]") -> Value:
    """The converted container, its parts still to come; the first of them is the next one."""
    if part.__class__ is list:
        made: Value = [None] * len(part)
        for index in range(len(part) - 1, -1, -1):
            pending.append((part[index], made, index, (place, index), depth))
        return made
    names = sorted(part)
    made = dict.fromkeys(names)
    for one in reversed(names):
        pending.append((part[one], made, one, (place, one), depth))
    return made


def _refuse_authority(part: Value) -> None:
    kind = type_of(part)
    if kind.startswith("Harness"):
        raise type_fault(f"{kind} is runtime authority and cannot be persisted as domain state")


def _shown(place: "Place") -> str:
    steps: list[str] = []
    above, step = place
    while above is not None:
        steps.append(_step(step))
        above, step = above
    return f"{step}{''.join(reversed(steps))}"


def _step(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    if step and step[0] in _FIRST and _WORD.issuperset(step):
        return f".{step}"
    return f"[{json_string(step)}]"


def _named(part: Value, kind: str) -> str:
    if part.__class__ is float:
        return "NaN" if isnan(part) else "infinity" if part > 0 else "-infinity"
    if part.__class__ is ToolValue:
        return "a tool"
    return _NAMES.get(kind, f"a {kind}")
