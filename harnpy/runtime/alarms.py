"""What makes running code stop and look: the flag that it polls and one alarm per machine that raises it.

After a delay the alarm calls a function, whatever the running code does meanwhile.

On the main thread a timer signal does it, exact to a tenth of a millisecond. Elsewhere, and where somebody
else already uses that signal, a thread does, exact to one switch interval of the interpreter. The function
runs between any two instructions and may only raise flags.
"""

# The accelerator itself: `signal` imports `enum`, which costs as much as all of a small program.
import _signal  # pyright: ignore[reportMissingImports, reportMissingModuleSource] (no stub)
import _thread
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as _signal
    from collections.abc import Callable

    from harnpy.runtime.limits import PollFlag

_LEAST_SECONDS = 0.000_001
_NEVER = float("inf")


class Alarm:
    """Calls `fire` once for each `arm`; a later `arm` replaces an earlier one."""

    __slots__ = ("_alarm", "_fire")

    def __init__(self, fire: "Callable[[], None]") -> None:
        self._fire = fire
        self._alarm: SignalTimer | Watchdog | None = None

    def arm(self, seconds: float) -> None:
        """Fire after `seconds`."""
        if self._alarm is None:
            self._alarm = _signal_timer(self._fire) or Watchdog(self._fire)
        self._alarm.arm(max(seconds, _LEAST_SECONDS))

    def close(self) -> None:
        """Never fire again; leave the process as it was found."""
        if self._alarm is not None:
            self._alarm.close()
            self._alarm = None


class SignalTimer:
    """The process's interval timer."""

    __slots__ = ("_before",)

    def __init__(self, before: object) -> None:
        self._before = before

    def arm(self, seconds: float) -> None:
        """Send the signal after `seconds`."""
        _signal.setitimer(_signal.ITIMER_REAL, seconds)

    def close(self) -> None:
        """Stop the timer and put back what handled its signal before."""
        _signal.setitimer(_signal.ITIMER_REAL, 0)
        _signal.signal(_signal.SIGALRM, self._before)  # pyright: ignore[reportArgumentType] (its own earlier result)


def _signal_timer(fire: "Callable[[], None]") -> SignalTimer | None:
    if _signal.getsignal(_signal.SIGALRM) not in (_signal.SIG_DFL, None):
        return None

    def handler(number: int, frame: object) -> None:
        fire()

    try:
        before = _signal.signal(_signal.SIGALRM, handler)
    except ValueError:
        # Only the main thread of the main interpreter may handle signals.
        return None
    return SignalTimer(before)


class Watchdog:
    """A thread that waits in place of a signal."""

    __slots__ = ("_closed", "_fire", "_kick", "_when")

    def __init__(self, fire: "Callable[[], None]") -> None:
        self._fire = fire
        self._when: float | None = None
        self._closed = False
        self._kick = _thread.allocate_lock()
        self._kick.acquire()
        _thread.start_new_thread(self._watch, ())

    def arm(self, seconds: float) -> None:
        """Fire after `seconds`."""
        self._when = time.monotonic() + seconds
        self._wake()

    def close(self) -> None:
        """End the thread."""
        self._closed = True
        self._wake()

    def _wake(self) -> None:
        if self._kick.locked():
            self._kick.release()

    def _watch(self) -> None:
        while not self._closed:
            when = self._when
            self._kick.acquire(True, -1 if when is None else max(0.0, when - time.monotonic()))
            if when is not None and when == self._when and time.monotonic() >= when:
                self._when = None
                self._fire()


class Attention:
    """When running code must stop and look: the flag that it tests, and the alarm that raises the flag."""

    __slots__ = ("_alarm", "_until", "covered", "flag", "rang", "ticking", "wake")

    def __init__(self, flag: "PollFlag", wake: "Callable[[], None]") -> None:
        self.flag = flag
        self.wake = wake
        self._alarm = Alarm(self.ring)
        self._until = _NEVER
        # Something is to be looked at.
        self.rang = False
        # The alarm is set for the end of a time slice; for timers due up to this moment of theirs.
        self.ticking = False
        self.covered = _NEVER

    def ring(self) -> None:
        """Have everybody look. May be called from a signal handler or another thread."""
        self.rang = True
        self.flag.set_flag()
        self.wake()

    def within(self, seconds: float) -> None:
        """Ring in `seconds` at the latest."""
        at = time.monotonic() + seconds
        if at < self._until:
            self._until = at
            self._alarm.arm(seconds)

    def look(self) -> None:
        """Take note that the alarm rang; what it was set for must be asked for again."""
        self.rang = False
        self.ticking = False
        self.covered = self._until = _NEVER

    def close(self) -> None:
        """Never ring again."""
        self._alarm.close()
