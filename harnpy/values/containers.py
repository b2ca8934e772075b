"""Carriers of the values that Python has no exact class for: range, pair, duration, decimal, set.

All are immutable but the set, whose owner may change it in place (lowering.md 9).
"""

from __future__ import annotations

from harnpy.values.hashing import structural_key
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class RangeValue:
    """`start..end` or `start..=end`; `range` holds the Python range of its ints."""

    __slots__ = ("end", "inclusive", "range", "start")
    KIND = "range"

    def __init__(self, start: int, end: int, inclusive: bool) -> None:
        self.start = start
        self.end = end
        self.inclusive = inclusive
        self.range = range(start, end + 1 if inclusive else end)

    def __repr__(self) -> str:
        return f"RangeValue({self.start}{'..=' if self.inclusive else '..'}{self.end})"


class PairValue:
    """Two values, as an iterator over a dict yields them."""

    __slots__ = ("first", "second")
    KIND = "pair"

    def __init__(self, first: Value, second: Value) -> None:
        self.first = first
        self.second = second

    def __repr__(self) -> str:
        return f"PairValue({self.first!r}, {self.second!r})"


class DurationValue:
    """A span of time in whole milliseconds."""

    __slots__ = ("ms",)
    KIND = "duration"

    def __init__(self, ms: int) -> None:
        self.ms = ms

    def __bool__(self) -> bool:
        return self.ms != 0

    def __repr__(self) -> str:
        return f"DurationValue({self.ms}ms)"


class DecimalValue:
    """An exact base-10 number: `units` times ten to the power of minus `scale`."""

    __slots__ = ("scale", "units")
    KIND = "decimal"

    def __init__(self, units: int, scale: int) -> None:
        self.units = units
        self.scale = scale

    def __bool__(self) -> bool:
        return self.units != 0

    def __repr__(self) -> str:
        return f"DecimalValue({self.units}e-{self.scale})"

    def normalized(self) -> tuple[int, int]:
        """Units and scale of the same number without trailing zeros."""
        units, scale = self.units, self.scale
        while scale > 0 and units % 10 == 0:
            units //= 10
            scale -= 1
        return units, scale

    def scaled(self, scale: int) -> int:
        """Units of the same number at a scale that is not smaller."""
        return self.units * 10 ** (scale - self.scale)


class SetValue:
    """Distinct values in insertion order; `items` maps structural key to value."""

    __slots__ = ("items",)
    KIND = "set"

    def __init__(self, items: dict[object, Value]) -> None:
        self.items = items

    def __bool__(self) -> bool:
        return bool(self.items)

    def __repr__(self) -> str:
        return f"SetValue({[*self.items.values()]!r})"

    @classmethod
    def of(cls, values: Iterable[Value]) -> SetValue:
        """The set of some values; of equal ones the first stays."""
        items: dict[object, Value] = {}
        for value in values:
            items.setdefault(structural_key(value), value)
        return cls(items)

    def copy(self) -> SetValue:
        """A set of its own with the same elements."""
        return SetValue(self.items.copy())

    def has(self, value: Value) -> bool:
        """Whether an equal value is an element."""
        return structural_key(value) in self.items
