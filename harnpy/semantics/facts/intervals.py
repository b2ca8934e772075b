"""Intervals: bounds of int operations before they are promoted, and widening to a few thresholds."""

from bisect import bisect_left, bisect_right, insort

from harnpy.semantics.facts.kinds import (
    ALL,
    FLOAT,
    INT,
    MAX,
    MIN,
    Value,
    container,
    integer,
)

_MOST_NOTED = 32


class Thresholds:
    """Bounds at which widening stops: fixed ones, and those that the remainders of a module suggest."""

    __slots__ = ("_down", "_noted", "_up")

    def __init__(self) -> None:
        self._up = [-1, 0, 1, 2**10, 2**31 - 1, 2**53, 2**62, MAX]
        self._down = [MIN, -(2**62), -(2**53), -(2**31), -1, 0, 1]
        self._noted: set[int] = set()

    def note(self, divisor: int) -> None:
        """A remainder by `divisor` is taken somewhere."""
        if divisor not in self._noted and len(self._noted) < _MOST_NOTED and 1 < abs(divisor) < 2**62:
            self._noted.add(divisor)
            insort(self._up, abs(divisor) - 1)
            insort(self._down, 1 - abs(divisor))

    def above(self, bound: int) -> int:
        """The least threshold from `bound` on."""
        return self._up[bisect_left(self._up, bound)]

    def below(self, bound: int) -> int:
        """The greatest threshold up to `bound`."""
        return self._down[bisect_right(self._down, bound) - 1]


def promoted(lo: int, hi: int) -> Value:
    """The result of an int operation with exact bounds lo..hi: outside 64 bits it becomes a float."""
    if lo < MIN or hi > MAX:
        return Value(INT | FLOAT, max(lo, MIN), min(hi, MAX)) if lo <= MAX and hi >= MIN else Value(FLOAT)
    return integer(lo, hi)


def add(left: Value, right: Value) -> Value:
    """Int sum."""
    return promoted(left.lo + right.lo, left.hi + right.hi)


def subtract(left: Value, right: Value) -> Value:
    """Int difference."""
    return promoted(left.lo - right.hi, left.hi - right.lo)


def multiply(left: Value, right: Value) -> Value:
    """Int product."""
    corners = (left.lo * right.lo, left.lo * right.hi, left.hi * right.lo, left.hi * right.hi)
    return promoted(min(corners), max(corners))


def divide(left: Value, right: Value) -> Value | None:
    """Int quotient toward zero; None when the divisor is certainly 0."""
    corners = [
        _quotient(dividend, divisor)
        for low, high in _signed_parts(right)
        for divisor in (low, high)
        for dividend in (left.lo, left.hi)
    ]
    return promoted(min(corners), max(corners)) if corners else None


def remainder(left: Value, right: Value) -> Value | None:
    """Int remainder with the sign of the dividend; None when the divisor is certainly 0."""
    if right.lo == right.hi == 0:
        return None
    most = max(abs(right.lo), abs(right.hi)) - 1
    lo = max(left.lo, -most) if left.lo < 0 else 0
    hi = min(left.hi, most) if left.hi > 0 else 0
    if left.lo >= 0 and left.hi <= min(abs(right.lo), abs(right.hi)) - 1 and right.lo * right.hi > 0:
        lo = left.lo
    return integer(lo, hi)


def power(left: Value, right: Value) -> Value:
    """Int power: an int while the exponent is not negative and the result fits."""
    if right.lo < 0 or right.hi > 64:
        return Value(INT | FLOAT)
    most = max(abs(left.lo), abs(left.hi)) ** right.hi
    lo = 0 if left.lo >= 0 else -most
    return promoted(lo, max(most, 1))


def widen(old: Value, new: Value, thresholds: Thresholds) -> Value:
    """`new`, which covers `old`, with every bound that moved put on the next threshold."""
    if new is old:
        return old
    lo, hi = new.lo, new.hi
    if new.mask & INT and old.mask & INT:
        if lo < old.lo:
            lo = thresholds.below(lo)
        if hi > old.hi:
            hi = thresholds.above(hi)
    elem, fields = new.elem, new.fields
    if elem is not None and old.elem is not None:
        elem = widen(old.elem, elem, thresholds)
    if fields is not None and old.fields is not None:
        before = old.fields
        fields = {
            key: widen(before[key], value, thresholds) if key in before else value
            for key, value in fields.items()
        }
    if lo == new.lo and hi == new.hi and elem is new.elem and fields is None:
        return new
    result = container(new.mask, elem, fields)
    result.lo, result.hi, result.what = lo, hi, new.what
    return result


def unbounded(new: Value) -> Value:
    """`new` with the widest interval at every level."""
    if new.mask == ALL:
        return new
    if new.elem is None and new.fields is None and not new.mask & INT:
        return new
    elem = None if new.elem is None else unbounded(new.elem)
    fields = None if new.fields is None else {key: unbounded(value) for key, value in new.fields.items()}
    result = container(new.mask, elem, fields)
    result.what = new.what
    return result


def _quotient(dividend: int, divisor: int) -> int:
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


def _signed_parts(value: Value) -> list[tuple[int, int]]:
    parts: list[tuple[int, int]] = []
    if value.hi > 0:
        parts.append((max(1, value.lo), value.hi))
    if value.lo < 0:
        parts.append((value.lo, min(-1, value.hi)))
    return parts
