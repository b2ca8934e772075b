"""Facts that no program point owns: the join of everything that was ever written to one place."""

from harnpy.semantics.facts.intervals import Thresholds, unbounded, widen
from harnpy.semantics.facts.kinds import INT, MAX, MIN, NEVER, Value, join
from harnpy.syntax.nodes import Node

STEPS = 2**52
"""No loop runs more often: at 10 ns a step it would take over a year."""
MOST_GROWTH = 2**10
FARTHEST_START = 2**62 - 1
_PLAIN, _FALLING, _UNBOUNDED = 5, 10, 16


class Cell:
    """One place: `value` covers all that was written to it; `readers` must run again when it changes.

    An int that is replaced by itself plus a small term grows by at most `STEPS` such terms: `grow_lo` and
    `grow_hi` are the bounds of the terms, `base` covers what else was written.
    """

    __slots__ = ("base", "changes", "grow_hi", "grow_lo", "readers", "thresholds", "value")

    def __init__(self, thresholds: Thresholds) -> None:
        self.thresholds = thresholds
        self.base = NEVER
        self.value = NEVER
        self.changes = 0
        self.grow_lo = 0
        self.grow_hi = 0
        self.readers: set[Node] = set()

    def write(self, value: Value) -> bool:
        """Cover `value`; True when that changed the cell."""
        joined = join(self.base, value)
        if joined is self.base:
            return False
        self.changes += 1
        if self.changes > _UNBOUNDED:
            joined = unbounded(joined)
        elif self.changes > _PLAIN:
            joined = widen(self.base, joined, self.thresholds)
        self.base = joined
        self.value = self._grown()
        return True

    def accumulate(self, exact: Value, source: "Cell", lo: int, hi: int) -> bool:
        """Cover `exact`, a value of `source` plus a term in lo..hi; True when that changed the cell."""
        if join(self.value, exact) is self.value:
            return False
        if exact.mask != INT:
            return self.write(exact)
        if self.changes < _FALLING and hi <= 0 and exact.lo >= -1:
            return self.write(exact)
        base = join(self.base, source.base)
        lo, hi = min(lo, self.grow_lo, source.grow_lo), max(hi, self.grow_hi, source.grow_hi)
        if not base.mask & INT or base.lo < -FARTHEST_START or base.hi > FARTHEST_START:
            return self.write(exact)
        if base is self.base and lo == self.grow_lo and hi == self.grow_hi:
            return False
        self.changes += 1
        self.base, self.grow_lo, self.grow_hi = base, lo, hi
        self.value = self._grown()
        return True

    def _grown(self) -> Value:
        base = self.base
        if not base.mask & INT or (self.grow_lo == 0 and self.grow_hi == 0):
            return base
        lo, hi = base.lo + self.grow_lo * STEPS, base.hi + self.grow_hi * STEPS
        grown = Value(base.mask, max(lo, MIN), min(hi, MAX), base.elem, base.what)
        grown.fields, grown.depth = base.fields, base.depth
        return grown
