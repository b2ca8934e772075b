"""What may interrupt running code and waits: timers, other threads, cancellation, deadlines, a stop."""

import _thread
import time
from collections import deque

from harnpy.runtime.alarms import Attention
from harnpy.runtime.task import CANCELLED, ENDING, TIMED_OUT, TOLD, WARNED, Cancelled, Task
from harnpy.runtime.timers import NEVER, Timers
from harnpy.values.faults import Abort, Thrown, Unwind
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from harnpy.base.clock import Clock
    from harnpy.runtime.limits import PollFlag
    from harnpy.runtime.task import Entry

EXIT_STOPPED, EXIT_FAILED = 124, 1
_SLICE_SECONDS = 0.010
_GRACE_MS = 250.0


class Interrupts:
    """The tasks of a machine as far as they can be woken and interrupted; `Hub` runs them."""

    __slots__ = (
        "_stops", "_until", "attention", "current", "external", "halt", "last", "loop", "lull", "main",
        "posts", "ready", "stop", "tasks", "timers",
    )  # fmt: skip

    def __init__(self, clock: "Clock", flag: "PollFlag", stop: list[bool]) -> None:
        self.timers = Timers(clock)
        self.attention = Attention(flag, self.stir)
        # The main program; the running task; the one that came to wait last.
        self.main = self.current = self.last = Task(0, None, None)
        self.ready: deque[Task] = deque()
        # Tasks that have not ended, without the main program.
        self.tasks: set[Task] = set()
        # Waits for other threads or the loop that are under way.
        self.external = 0
        # Held while there is nothing to wake up for; the asyncio loop that is used in its place, if any.
        self.lull = _thread.allocate_lock()
        self.lull.acquire()
        self.loop: Value = None
        self.posts: deque[tuple[Callable[[Value], None], Value]] = deque()
        # True while an abort unwinds, so that no cleanup of the program runs.
        self.stop = stop
        # What the main program must raise next.
        self.halt: BaseException | None = None
        self._stops = 0
        self._until = NEVER

    def set_timeout(self, ms: float) -> None:
        """End the program, without any cleanup, `ms` milliseconds of real time from now."""
        self._until = time.monotonic() + ms / 1000
        self.attention.within(ms / 1000)

    def request_stop(self, reason: str) -> bool:
        """Unwind the program; at the second request end it without cleanups. Return whether it was the first.

        May be called from a signal handler or another thread.
        """
        self._stops += 1
        if self._stops == 1:
            self.halt = Unwind(reason, EXIT_STOPPED, f"stopped by {reason}")
        else:
            self.halt = Abort(reason, EXIT_STOPPED, f"stopped by {reason}")
        self.attention.ring()
        return self._stops == 1

    def end(self, reason: str, text: str) -> None:
        """End the program as failed, without any cleanup."""
        self.halt = Abort(reason, EXIT_FAILED, text)
        self.attention.ring()

    def post(self, action: "Callable[[Value], None]", argument: Value) -> None:
        """Have `action(argument)` done between two tasks. May be called from any thread."""
        self.posts.append((action, argument))
        self.attention.rang = True
        self.stir()

    def stir(self) -> None:
        """Let an idle hub look around. May be called from a signal handler or another thread."""
        if self.loop is not None:
            self.loop.stir()
        elif self.lull.locked():
            try:
                self.lull.release()
            except RuntimeError:
                # Somebody else was faster.
                return

    def wake(self, task: Task, value: Value = None) -> None:
        """Let a parked task go on; `park` returns `value` there. The caller has compared the ticket."""
        task.ticket += 1
        task.reason = None
        task.inbox = value
        self.ready.append(task)

    def fail(self, task: Task, fault: BaseException) -> None:
        """Let a parked task go on; `park` raises `fault` there."""
        task.fault = fault
        self.wake(task)

    def interrupt(self, task: Task) -> None:
        """Throw what is pending for a task as soon as can be."""
        task.pending = True
        if task.reason is not None:
            task.struck = True
            self.wake(task)
        elif task is self.current:
            self.attention.flag.set_flag()

    def cancel(self, task: Task) -> None:
        """Throw a cancellation in a task; one that has not begun never does."""
        if not task.done and task.cancel < TOLD:
            task.cancel = TOLD
            self.interrupt(task)

    def check(self, task: Task) -> None:
        """Raise what is to be thrown in the running task; a wait that it has prepared is off then."""
        try:
            if self.attention.rang:
                self.attend()
                if task is self.main and task.fault is not None:
                    fault, task.fault = task.fault, None
                    raise fault
            if task.pending:
                self.deliver(task)
        except BaseException:
            task.ticket += 1
            raise

    def attend(self) -> None:
        """Do what other threads, signals and timers have asked for since the last look."""
        self.attention.look()
        while self.posts:
            action, argument = self.posts.popleft()
            action(argument)
        self.timers.fire()
        if self._until != NEVER:
            left = self._until - time.monotonic()
            if left > 0:
                self.attention.within(left)
            else:
                self._until = NEVER
                self.halt = Abort("timeout", EXIT_STOPPED, "Execution deadline exceeded")
        if self.halt is not None:
            self._hand_over(self.halt)
        self.cover()

    def _hand_over(self, halt: BaseException) -> None:
        """Have the main program raise `halt` before anything else runs."""
        self.halt = None
        if not isinstance(halt, Unwind):
            self.stop[0] = True
        main = self.main
        main.fault = halt
        if main.reason is not None:
            main.ticket += 1
            main.reason = None
        elif main in self.ready:
            self.ready.remove(main)
        elif main is self.current:
            return
        self.ready.appendleft(main)

    def deliver(self, task: Task) -> None:
        """Raise the cancellation or the innermost expired deadline of the running task."""
        task.pending = False
        if task.cancel == TOLD:
            task.cancel = WARNED
            self._linger(task)
            raise Cancelled()
        if task.cancel == WARNED:
            task.polls -= 1
            if task.polls < 0:
                task.cancel = ENDING
        if task.cancel == ENDING:
            raise Unwind("cancelled", 1, CANCELLED)
        if task.cancel == WARNED:
            self._linger(task)
        for limit in reversed(task.limits):
            if limit.expired:
                limit.expired = False
                if any(other.expired for other in task.limits):
                    self._linger(task)
                raise Thrown("Deadline exceeded")

    def _linger(self, task: Task) -> None:
        task.pending = True
        self.attention.flag.set_flag()

    def hurry(self, task: Task) -> None:
        """Let a cancelled task wait for a short while only."""
        if task.cancel == ENDING:
            task.ticket += 1
            raise Unwind("cancelled", 1, CANCELLED)
        self.timers.after(_GRACE_MS, self._overstay, (task, task.ticket))

    def _overstay(self, entry: "Entry") -> None:
        task, ticket = entry
        if task.ticket == ticket:
            task.cancel = ENDING
            self.fail(task, Unwind("cancelled", 1, CANCELLED))

    def expire(self, entry: "Entry") -> None:
        """Wake a task whose wait has lasted long enough; for timers."""
        task, ticket = entry
        if task.ticket == ticket:
            self.wake(task, TIMED_OUT)

    def cover(self) -> None:
        """Set the alarm for what must not wait until the running task gives way."""
        attention, timers = self.attention, self.timers
        if self.ready and not attention.ticking:
            attention.ticking = True
            attention.within(_SLICE_SECONDS)
        if timers.next < attention.covered and not timers.virtual:
            attention.covered = timers.next
            attention.within((timers.next - timers.now()) / 1000)
