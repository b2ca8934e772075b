"""Locals that change by small terms: counters and accumulators that cannot leave 64 bits in a year."""

from harnpy.semantics.facts.cells import MOST_GROWTH, STEPS
from harnpy.semantics.facts.kinds import INT, MAX, MIN, Value

_PATIENCE = 4


class Growth:
    """Bounds of the values that a local gets other than by growing, and of the terms it grows by.

    Each place where it grows adds its term at most so often as the loops around it run in one activation, and
    all places together at most `STEPS` times. `used` tells that the bounds have served as a fact; a change
    after that refutes it.
    """

    __slots__ = ("dead", "grow_hi", "grow_lo", "hi", "lo", "parts", "started", "used")

    def __init__(self) -> None:
        self.lo = 0
        self.hi = 0
        self.grow_lo = 0
        self.grow_hi = 0
        self.parts: dict[object, tuple[int, int]] = {}
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
        self._judge(rounds)
        return self.used

    def grow(self, place: object, term: tuple[int, int], steps: int, rounds: int) -> bool:
        """At `place` the local grows by a term of these bounds; True when that refutes what was used."""
        lo, hi = term
        old = self.parts.get(place, (0, 0))
        part = (min(old[0], lo * steps), max(old[1], hi * steps))
        if part == old and self.grow_lo <= lo and self.grow_hi >= hi:
            return False
        refuted = self.used
        self.parts[place] = part
        self.grow_lo, self.grow_hi = min(lo, self.grow_lo), max(hi, self.grow_hi)
        self._judge(rounds)
        return refuted

    def _judge(self, rounds: int) -> None:
        if self.low <= MIN or self.high > MAX or (self.used and rounds > _PATIENCE):
            self.dead = True

    @property
    def low(self) -> int:
        """The least value that growing can reach."""
        return self.lo + max(sum(lo for lo, _ in self.parts.values()), self.grow_lo * STEPS)

    @property
    def high(self) -> int:
        """The greatest value that growing can reach."""
        return self.hi + min(sum(hi for _, hi in self.parts.values()), self.grow_hi * STEPS)


class Recursion:
    """Terms of the sums that a function returns over its own results, and its results otherwise.

    most    the greatest of them, by magnitude
    rising  none of them is negative and none is subtracted
    """

    __slots__ = ("dead", "most", "rising", "used")

    def __init__(self) -> None:
        self.most = 0
        self.rising = True
        self.used = False
        self.dead = False

    def note(self, lo: int, hi: int, rising: bool, rounds: int) -> bool:
        """A term or result in lo..hi; True when that refutes what was used."""
        most = max(self.most, -lo, hi)
        rising = self.rising and rising and lo >= 0
        if most == self.most and rising == self.rising:
            return False
        self.most, self.rising = most, rising
        if most > MOST_GROWTH or (self.used and rounds > _PATIENCE):
            self.dead = True
        return self.used
