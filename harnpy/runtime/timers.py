"""The program's time: the clock it sees, which a test may replace, and what is to happen later on it."""

from heapq import heapify, heappop, heappush

from harnpy.base.clock import FixedClock
from harnpy.values.containers import DurationValue
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from harnpy.base.clock import Clock

NEVER = float("inf")
# Dropped timers are swept out when there are this many and they are the greater part.
_SWEEP = 256


class Timer:
    """One thing to do later: `action(argument)` at `when`."""

    __slots__ = ("action", "argument", "live", "when")

    def __init__(self, when: float, action: "Callable[[Value], None]", argument: Value) -> None:
        self.when = when
        self.action = action
        self.argument = argument
        self.live = True


class Timers:
    """Timers on one axis of milliseconds that keeps running on when the clock behind it is replaced.

    `virtual` says that the clock moves only when it is told to.
    """

    __slots__ = ("_count", "_dead", "_heap", "_offset", "_real", "clock", "next", "origin", "virtual")

    def __init__(self, clock: "Clock") -> None:
        self._real = clock
        self.clock: Clock = clock
        self.virtual = isinstance(clock, FixedClock)
        self._offset = 0.0
        self._heap: list[tuple[float, int, Timer]] = []
        self._count = 0
        self._dead = 0
        # When the program began.
        self.origin = self.now()
        # When the earliest timer is due.
        self.next = NEVER

    def now(self) -> float:
        """Milliseconds on the axis of the timers."""
        return self.clock.monotonic_ms() + self._offset

    def replace(self, clock: "Clock | None") -> None:
        """Let the program see another clock; None gives it back the machine's own."""
        # Whole, so that sums of whole lengths stay exact.
        before = float(-int(-self.now() // 1))
        self.clock = clock or self._real
        self.virtual = isinstance(self.clock, FixedClock)
        self._offset = 0.0
        self._offset = before - self.now()

    @property
    def replaced(self) -> bool:
        """Whether the program sees another clock than the machine's."""
        return self.clock is not self._real

    def advance(self, ms: float) -> None:
        """Move a clock that moves only when told to; any other is left alone."""
        if isinstance(self.clock, FixedClock):
            self.clock.advance(ms)

    def after(self, ms: float, action: "Callable[[Value], None]", argument: Value) -> Timer:
        """Do `action(argument)` in `ms` milliseconds."""
        timer = Timer(self.now() + ms, action, argument)
        self._count += 1
        heappush(self._heap, (timer.when, self._count, timer))
        self.next = self._heap[0][0]
        return timer

    def drop(self, timer: Timer) -> None:
        """Forget a timer."""
        if timer.live:
            timer.live = False
            self._dead += 1
            if self._heap[0][2] is timer or (self._dead > _SWEEP and self._dead * 2 > len(self._heap)):
                self._sweep()

    def fire(self) -> None:
        """Do all that is due, the earliest first."""
        now = self.now()
        while self._heap and self._heap[0][0] <= now:
            timer = heappop(self._heap)[2]
            if timer.live:
                timer.live = False
                timer.action(timer.argument)
            else:
                self._dead -= 1
        self._sweep()

    def _sweep(self) -> None:
        heap = self._heap
        if self._dead > _SWEEP and self._dead * 2 > len(heap):
            heap[:] = [entry for entry in heap if entry[2].live]
            heapify(heap)
            self._dead = 0
        while heap and not heap[0][2].live:
            heappop(heap)
            self._dead -= 1
        self.next = heap[0][0] if heap else NEVER


def milliseconds(value: Value) -> float | None:
    """A duration or a number of milliseconds as milliseconds; None for anything else."""
    if value.__class__ is DurationValue:
        return value.ms
    return value if value.__class__ is int or value.__class__ is float else None
