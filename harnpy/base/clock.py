"""Injectable time, random bytes and identifiers; nothing else in the product reads the machine's own."""

import os
import time


class Clock:
    """The machine's clock. Tests and replays hand in a subclass with values of their own."""

    __slots__ = ()

    def now_ms(self) -> int:
        """Wall time in milliseconds since 1970 (UTC)."""
        return time.time_ns() // 1_000_000

    def monotonic_ms(self) -> float:
        """Milliseconds on a clock that never goes back."""
        return time.monotonic_ns() / 1_000_000

    def random_bytes(self, count: int) -> bytes:
        """`count` unpredictable bytes: seeds and identifiers are made of them."""
        return os.urandom(count)


class FixedClock(Clock):
    """A clock that moves only when told to; its bytes count up from 0."""

    __slots__ = ("_bytes", "_elapsed", "_start")

    def __init__(self, start_ms: int = 0) -> None:
        self._start = start_ms
        self._elapsed = 0.0
        self._bytes = 0

    def now_ms(self) -> int:
        """The start time plus what `advance` added."""
        return self._start + int(self._elapsed)

    def monotonic_ms(self) -> float:
        """Milliseconds added by `advance` so far."""
        return self._elapsed

    def random_bytes(self, count: int) -> bytes:
        """Successive integers, `count` bytes each, big-endian."""
        self._bytes += 1
        return (self._bytes % (1 << (8 * count))).to_bytes(count, "big") if count else b""

    def advance(self, ms: float) -> None:
        """Move both clocks forward by `ms` milliseconds."""
        self._elapsed += ms
