"""Locals that change by small terms: a counter or an accumulator never leaves 64 bits in a year."""

from harnpy.semantics.facts.cells import FARTHEST_START, MOST_GROWTH, STEPS
from harnpy.semantics.facts.kinds import INT, Value

_PATIENCE = 4


class Growth:
    """Bounds of the values that a local gets other than by growing, and of the terms it grows by.

    `used` tells that the bounds have served as a fact; a change after that refutes it.
    """

    __slots__ = ("dead", "grow_hi", "grow_lo", "hi", "lo", "started", "used")

    def __init__(self) -> None:
        self.lo = 0
        self.hi = 0
        self.grow_lo = 0
        self.grow_hi = 0
        self.started = False
        self.used = False
        self.dead = False

    def start(self, value: Value, rounds: int) -> bool:
        """The local gets `value`; True when that refutes what was used."""
        if not value.mask & INT or self.dead:
            return False
        lo = value.lo if not self.started else min(self.lo, value.lo)
        hi = value.hi if not self.started else max(self.hi, value.hi)
        if self.started and lo == self.lo and hi == self.hi:
            return False
        self.started, self.lo, self.hi = True, lo, hi
        if lo < -FARTHEST_START or hi > FARTHEST_START or (self.used and rounds > _PATIENCE):
            self.dead = True
        return self.used

    def grow(self, lo: int, hi: int, rounds: int) -> bool:
        """The local grows by a term in lo..hi; True when that refutes what was used."""
        if lo >= self.grow_lo and hi <= self.grow_hi:
            return False
        refuted = self.used
        self.grow_lo, self.grow_hi = min(lo, self.grow_lo), max(hi, self.grow_hi)
        if max(-self.grow_lo, self.grow_hi) > MOST_GROWTH or (refuted and rounds > _PATIENCE):
            self.dead = True
        return refuted

    @property
    def low(self) -> int:
        """The least value that growing can reach."""
        return self.lo + self.grow_lo * STEPS

    @property
    def high(self) -> int:
        """The greatest value that growing can reach."""
        return self.hi + self.grow_hi * STEPS
