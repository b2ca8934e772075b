"""A value in, its parts for a loop or a pattern out, or the fault of one without (language.md 4.9, 4.11)."""

from __future__ import annotations

from harnpy.values.containers import PairValue, RangeValue, SetValue
from harnpy.values.faults import Thrown, type_fault
from harnpy.values.kinds import Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_PAIR_HINT = (
    "Use `for {index, value} in list.enumerate()`, `for [a, b] in list.zip(...)`, or wrap the source with "
    "`iter(...)` to yield Pairs."
)
_ITERATORS = frozenset({"iter", "generator", "stream", "channel"})


def iterate(value: Value) -> Iterable[Value]:
    """What `for` walks over: nothing for a value that cannot be iterated. Containers are snapshots."""
    cls = value.__class__
    if cls is list:
        return value
    if cls is RangeValue:
        return value.range
    if cls is dict:
        return [{"key": key, "value": value[key]} for key in sorted(value)]
    if cls is SetValue:
        return list(value.items.values())
    return value if type_of(value) in _ITERATORS else ()


def entries(fields: dict[str, Value]) -> list[tuple[str, Value]]:
    """The keys and values of a dict in the order of its keys."""
    return [(key, fields[key]) for key in sorted(fields)]


def pair_parts(value: Value) -> tuple[Value, Value]:
    """The parts of a pair, for `for (a, b)`."""
    if value.__class__ is PairValue:
        return value.first, value.second
    kind = type_of(value)
    raise type_fault(
        f"cannot destructure {kind} with a `for (a, b)` pair pattern — expected a Pair. {_PAIR_HINT}"
    )


def list_parts(value: Value) -> list[Value]:
    """The list itself, for a `[...]` pattern or a spread."""
    if value.__class__ is list:
        return value
    raise type_fault(f"cannot destructure {type_of(value)} with [...] pattern — expected list")


def dict_parts(value: Value) -> dict[str, Value]:
    """The dict itself, for a `{...}` pattern or a spread."""
    if value.__class__ is dict:
        return value
    if type_of(value) == "dict":
        return dict(value.entry)
    raise type_fault(f"cannot destructure {type_of(value)} with {{...}} pattern — expected dict")


def retries(count: Value) -> int:
    """How often `retry count` runs its body: at least once."""
    return count if count.__class__ is int and count > 1 else 1


def no_arm() -> Thrown:
    """The error of a `match` without a matching arm: a thrown string."""
    return Thrown("No match arm matched the value")
