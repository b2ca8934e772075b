"""Two values in, their order out: the partial order of operators, the total one of sorting (language.md 4.3).

Both work on stacks of their own, so that values of any depth can be compared.
"""

from __future__ import annotations

from math import isnan

from harnpy.values.kinds import Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_NUMBERS = frozenset({int, float})
_UNORDERED = None


def less(left: Value, right: Value) -> bool:
    """Return `left < right`."""
    order = relation(left, right)
    return order is not None and order < 0


def less_or_equal(left: Value, right: Value) -> bool:
    """Return `left <= right`."""
    order = relation(left, right)
    return order is not None and order <= 0


def greater(left: Value, right: Value) -> bool:
    """Return `left > right`."""
    order = relation(left, right)
    return order is not None and order > 0


def greater_or_equal(left: Value, right: Value) -> bool:
    """Return `left >= right`."""
    order = relation(left, right)
    return order is not None and order >= 0


def relation(left: Value, right: Value) -> int | None:
    """Return -1, 0 or 1 as the relational operators see it; None where all four are false.

    Values of unlike kinds, and of kinds without an order, count as equal.
    """
    return _walk(left, right, _relate)


def total_relation(left: Value, right: Value) -> int:
    """Return -1, 0 or 1 in the order of sorting, which ranks values of all kinds."""
    return _walk(left, right, _rank) or 0


def _walk(left: Value, right: Value, compare: Value) -> int | None:
    if left.__class__ in _NUMBERS or left.__class__ is str:
        return compare(left, right)
    levels: list[Iterator[tuple[Value, Value, int]]] = [iter(((left, right, 0),))]
    while levels:
        for a, b, verdict in levels[-1]:
            if verdict:
                return verdict
            parts = _parts(a, b)
            if parts is not None:
                levels.append(parts)
                break
            order = compare(a, b)
            if order != 0:
                return order
        else:
            levels.pop()
    return 0


def _parts(a: Value, b: Value) -> Iterator[tuple[Value, Value, int]] | None:
    if a.__class__ is list and b.__class__ is list:
        return _list_parts(a, b)
    if type_of(a) == "pair" and type_of(b) == "pair":
        return iter(((a.first, b.first, 0), (a.second, b.second, 0)))
    return None


def _list_parts(a: list[Value], b: list[Value]) -> Iterator[tuple[Value, Value, int]]:
    for x, y in zip(a, b, strict=False):
        yield x, y, 0
    # A strict prefix comes first.
    if len(a) != len(b):
        yield None, None, -1 if len(a) < len(b) else 1


def _relate(a: Value, b: Value) -> int | None:
    first, second = a.__class__, b.__class__
    if first in _NUMBERS and second in _NUMBERS:
        if first is not second:
            a, b = float(a), float(b)
        if isnan(a) or isnan(b):
            return _UNORDERED
        return (a > b) - (a < b)
    if first is str and second is str:
        return (a > b) - (a < b)
    ours, theirs = type_of(a), type_of(b)
    if ours == theirs:
        return _same_kind(ours, a, b)
    if {ours, theirs} in ({"decimal", "int"}, {"decimal", "float"}):
        return _UNORDERED
    # A NaN spoils every comparison, also one of unlike kinds.
    if (first is float and isnan(a)) or (second is float and isnan(b)):
        return _UNORDERED
    return 0


def _same_kind(kind: str, a: Value, b: Value) -> int:
    if kind == "duration":
        return (a.ms > b.ms) - (a.ms < b.ms)
    if kind == "decimal":
        scale = max(a.scale, b.scale)
        x, y = a.scaled(scale), b.scaled(scale)
        return (x > y) - (x < y)
    return 0


def _rank(a: Value, b: Value) -> int:
    first, second = a.__class__, b.__class__
    if (first is int or first is float) and (second is int or second is float):
        # Python compares an int with a float exactly; NaN is the largest number.
        if isnan(a) or isnan(b):
            return isnan(a) - isnan(b)
        return (a > b) - (a < b)
    if first is str and second is str:
        return (a > b) - (a < b)
    ours, theirs = type_of(a), type_of(b)
    if ours == theirs:
        return _same_kind(ours, a, b)
    x, y = _group(ours), _group(theirs)
    return (x > y) - (x < y)


def _group(kind: str) -> tuple[int, str]:
    return (0, "") if kind in ("int", "float") else (1, kind)


class Ranked:
    """A value as a sort key: compared in the total order."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value

    def __lt__(self, other: Ranked) -> bool:
        return total_relation(self.value, other.value) < 0


def sort_keys(values: list[Value]) -> list[Value]:
    """Return keys for Python's sorts, one per value: the values themselves where Python's order is Harn's."""
    classes = set(map(type, values))
    if classes <= _NUMBERS:
        if float not in classes or not any(map(isnan, values)):
            return values
    elif classes == {str}:
        return values
    return [Ranked(value) for value in values]


def sorted_values(values: Iterable[Value]) -> list[Value]:
    """Return the values in the total order, as a new list; the sort is stable."""
    items = list(values)
    keys = sort_keys(items)
    if keys is items:
        items.sort()
        return items
    return [items[index] for index in sorted(range(len(items)), key=keys.__getitem__)]


def sorted_by_keys(values: list[Value], keys: list[Value]) -> list[Value]:
    """Return the values in the total order of their keys, as a new list; the sort is stable."""
    ranked = sort_keys(keys)
    return [values[index] for index in sorted(range(len(values)), key=ranked.__getitem__)]


def less_in_order(left: Value, right: Value) -> bool:
    """Return whether `left` comes before `right` in the order of sorting."""
    return total_relation(left, right) < 0
