"""Random numbers from a seed: the same seed gives the same sequence everywhere."""

from harnpy.values.kinds import Value

_MASK = (1 << 64) - 1
# SplitMix64 (Steele, Lea, Flood 2014): a step and two rounds of mixing.
_STEP = 0x9E3779B97F4A7C15
_MIX_1, _MIX_2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_FRACTION_BITS = 53
_WORD = 64


class Rng:
    """A source of random numbers as a value of a program."""

    __slots__ = ("state",)
    KIND = "rng"

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def u64(self) -> int:
        """The next 64 bits."""
        self.state = mixed = (self.state + _STEP) & _MASK
        mixed = ((mixed ^ (mixed >> 30)) * _MIX_1) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * _MIX_2) & _MASK
        return mixed ^ (mixed >> 31)

    def fraction(self) -> float:
        """A float from 0 to below 1."""
        return (self.u64() >> (_WORD - _FRACTION_BITS)) / (1 << _FRACTION_BITS)

    def below(self, bound: int) -> int:
        """An int from 0 to below `bound`, all equally likely; `bound` is at most 2^64."""
        # Draws beyond the last whole multiple of `bound` would favour small results.
        most = (1 << _WORD) - (1 << _WORD) % bound
        while True:
            drawn = self.u64()
            if drawn < most:
                return drawn % bound

    def shuffled(self, items: list[Value]) -> list[Value]:
        """The items in random order, as a new list."""
        mixed = items[:]
        for index in range(len(mixed) - 1, 0, -1):
            other = self.below(index + 1)
            mixed[index], mixed[other] = mixed[other], mixed[index]
        return mixed

    def octets(self, count: int) -> bytes:
        """`count` random bytes."""
        words = [self.u64().to_bytes(8, "big") for _ in range(-(-count // 8))]
        return b"".join(words)[:count]
