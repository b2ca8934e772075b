"""The only bridge between Harn code, which is plain functions, and waiting: greenlets, timers, asyncio.

A program runs in the greenlet it was started in. The first task makes the hub, a greenlet that hands control
to one runnable task after another; a task that waits switches to the hub and to nothing else. Until something
awaits real I/O the hub is a queue and a timer heap; from then on the same queue is served from inside an
asyncio loop. Making every function `async def` was refused: calls would cost two to three times more.

A wait is known by its ticket: entries that other parts keep, `(task, ticket)`, are dead once the task has
gone on, so a wait that ends early leaves nothing to tidy up.
"""

import _thread
import sys

from harnpy.runtime.errors import caught
from harnpy.runtime.interrupts import Interrupts
from harnpy.runtime.limits import TASKS, current_depth, lower_limit
from harnpy.runtime.task import TOLD, WARNED, Task, cycle_text, deadlock_text
from harnpy.runtime.timers import NEVER
from harnpy.values.faults import CATCH, Abort, Fault, Unwind
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from types import FrameType

    from harnpy.base.clock import Clock
    from harnpy.runtime.limits import PollFlag
    from harnpy.values.iterators import Pulled

_TURN_MS = 5.0
# What the main program waits for when it is over.
_END = ("close", None)
_ARTICLES = {"iter": "an iterator", "generator": "a generator", "stream": "a stream"}
_POOLED = 256
# Depth of the first task's starter, in frames, that is not worth a change of the limit at each wait.
_LEVEL = 8
# The longest that a lock can wait is about 292 years; a day is as good.
_LONGEST_LULL = 86_400.0
# What closing takes at most, all that was opened together.
_END_SECONDS = 2.0


class Switching(Interrupts):
    """Hands control from greenlet to greenlet."""

    __slots__ = ("_extra", "_greenlet", "_pool", "base", "closing", "shared", "switch")

    def __init__(self, clock: "Clock", flag: "PollFlag", stop: list[bool]) -> None:
        super().__init__(clock, flag, stop)
        # Switches to the hub's greenlet; None until there is one.
        self.switch: Value = None
        self._greenlet: Value = None
        self._pool: list[Value] = []
        # Depth of the frames at the start of the program, and what the hub's greenlet stands on above it.
        self.base = 0
        self._extra = 0
        # Whether tasks were ever started; until then nobody can interfere.
        self.shared = False
        self.closing = False

    def begin(self) -> None:
        """Make the hub's greenlet. It stands on the frames of the main program as they are now."""
        from greenlet import getcurrent, greenlet  # late: a program without tasks needs none

        self.shared = True
        self.main.worker = getcurrent()
        self._extra = max(0, current_depth() - self.base)
        hub = greenlet(self._serve)
        self._greenlet = greenlet
        self.switch = hub.switch
        hub.switch()

    def leave(self, task: Task) -> None:
        """Run others until the task is handed control again."""
        if self.switch is None:
            self._wait_alone()
        elif task is self.main and self._extra > _LEVEL:
            # Tasks stand on the frames that the main program had when it started the first one.
            sys.setrecursionlimit(sys.getrecursionlimit() + self._extra)
            try:
                self._onward()()
            finally:
                lower_limit(self._extra)
        else:
            self._onward()()
        fault = task.fault
        if fault is not None:
            task.fault = None
            task.struck = False
            raise fault

    def _onward(self) -> "Callable[[], Value]":
        """Take out the next runnable task and return what switches to it, or to the hub if that must do it.

        The hub alone starts greenlets, since they inherit the depth of their starter, looks around and idles.
        """
        ready = self.ready
        if not ready or self.attention.rang or self.loop is not None:
            return self.switch
        task = ready[0]
        worker = task.worker
        if worker is None:
            if not self._pool:
                return self.switch
            worker = task.worker = self._pool.pop()
        ready.popleft()
        self.current = task
        if (ready and not self.attention.ticking) or self.timers.next < self.attention.covered:
            self.cover()
        return worker.switch

    def _wait_alone(self) -> None:
        while not self.ready:
            if self.attention.rang:
                self.attend()
            else:
                self._idle()
        self.ready.popleft()

    def _serve(self) -> None:
        self.main.worker.switch()
        ready, attention = self.ready, self.attention
        while not self.closing:
            if self.loop is not None:
                self.loop.serve()
            elif attention.rang:
                self.attend()
            elif ready:
                self.resume(ready.popleft())
            else:
                self._idle()
        if self.loop is not None:
            self.loop.close()

    def resume(self, task: Task) -> None:
        """Run a task until it waits. Only the hub's greenlet does this."""
        self.current = task
        if (self.ready and not self.attention.ticking) or self.timers.next < self.attention.covered:
            self.cover()
        worker = task.worker
        if worker is None:
            worker = task.worker = self._pool.pop() if self._pool else self._greenlet(self._work)
        worker.switch()

    def _work(self) -> None:
        ready = self.ready
        while True:
            task = self.current
            self._perform(task)
            worker, task.worker = task.worker, None
            if self.closing:
                return
            if ready and ready[0].worker is None and not self.attention.rang and self.loop is None:
                # The next task begins where this one ended.
                self.current = ready.popleft()
                self.current.worker = worker
                if ready and not self.attention.ticking:
                    self.cover()
                continue
            if len(self._pool) >= _POOLED:
                return
            self._pool.append(worker)
            self._onward()()

    def _perform(self, task: Task) -> None:
        body, task.body = task.body, None
        try:
            if task.cancel < TOLD and body is not None:
                task.value = body()
        except CATCH as error:
            caught(error)
            task.error = error
        except Unwind:
            task.value = None
        except Exception as error:
            self.halt = error
            self.attention.ring()
        except Abort as abort:
            self.halt = abort
            self.attention.ring()
        if task.cancel >= TOLD:
            task.error = task.value = None
        self._finish(task)

    def _finish(self, task: Task) -> None:
        task.done = True
        self.tasks.discard(task)
        observed = False
        for waiter, ticket in task.waiters:
            if waiter.ticket == ticket:
                observed = True
                self.wake(waiter)
        if task.group is not None:
            task.group.ended(task, observed)
        if not self.tasks and self.main.reason == _END:
            self.wake(self.main)

    def _idle(self) -> None:
        """Nothing can run: let time pass, or wait for other threads, or break the deadlock."""
        timers = self.timers
        if timers.next != NEVER and not (timers.virtual and self.external):
            delay = timers.next - timers.now()
            if delay > 0 and timers.virtual:
                timers.advance(delay)
            elif delay > 0:
                self.lull.acquire(True, min(delay / 1000, _LONGEST_LULL))
            timers.fire()
        elif self.external:
            self.lull.acquire()
        else:
            self.break_deadlock()

    def break_deadlock(self) -> None:
        """All tasks wait for each other: the wait that came last fails."""
        task = self.last if self.last.reason is not None else self.main
        self.fail(task, Fault(deadlock_text(task.reason), "plain"))

    def drop_all(self) -> None:
        """Let go of every greenlet; those that still stand somewhere run no cleanup of the program."""
        if self.switch is None:
            return
        stopped, self.stop[0] = self.stop[0], True
        self.closing = True
        self.ready.clear()
        self.switch()
        self._pool.clear()
        for task in self.tasks:
            task.worker = None
        self.stop[0] = stopped


class Hub(Switching):
    """Runs the tasks of one machine, one at a time."""

    __slots__ = ("_count", "most_tasks")

    def __init__(self, clock: "Clock", flag: "PollFlag", stop: list[bool]) -> None:
        super().__init__(clock, flag, stop)
        self._count = 0
        self.most_tasks = TASKS

    def run(self, body: "Callable[[], Value]") -> Value:
        """Run the main program to its end; tasks that are still running then are cancelled."""
        self.base = current_depth()
        try:
            return body()
        finally:
            self.close()

    def close(self) -> None:
        """Cancel the tasks that are still running and let go of everything."""
        try:
            if self.tasks and not self.stop[0]:
                for task in list(self.tasks):
                    self.cancel(task)
                while self.tasks:
                    self.park(*_END)
        finally:
            self.attention.close()
            self.drop_all()

    def spawn(self, body: "Callable[[], Value]", group: Value = None) -> Task:
        """Start a task; it runs when the current one waits."""
        if self.switch is None:
            self.begin()
        if len(self.tasks) >= self.most_tasks:
            raise Fault(f"Runtime error: spawn: more than {self.most_tasks} tasks", "runtime")
        self._count += 1
        task = Task(self._count, body, group)
        self.tasks.add(task)
        self.ready.append(task)
        if not self.attention.ticking:
            self.cover()
        return task

    def park(self, operation: str, subject: Value = None) -> Value:
        """Wait until the current task is woken; return what it is woken with.

        The caller has put `(task, task.ticket)` where somebody will find it.
        """
        task = self.current
        ticket = task.ticket
        if task.pending or self.attention.rang:
            self.check(task)
        if task.cancel >= WARNED:
            self.hurry(task)
        if task.ticket == ticket:
            task.reason = (operation, subject)
            self.last = task
        self.leave(task)
        if task.struck:
            task.struck = False
            self.deliver(task)
        elif task.pending:
            self.attention.flag.set_flag()
        value, task.inbox = task.inbox, None
        return value

    def park_for(self, ms: float, operation: str, subject: Value = None) -> Value:
        """As `park`, but for at most `ms` milliseconds: then `TIMED_OUT`."""
        timer = self.timers.after(ms, self.expire, (self.current, self.current.ticket))
        try:
            return self.park(operation, subject)
        finally:
            self.timers.drop(timer)

    def sleep(self, ms: float) -> None:
        """Let the others run for `ms` milliseconds of the program's time."""
        if ms > 0:
            self.park_for(ms, "sleep")
        else:
            self.yield_now()

    def yield_now(self) -> None:
        """Let every runnable task have its turn."""
        task = self.current
        if task.pending or self.attention.rang:
            self.check(task)
        if self.ready:
            self.ready.append(task)
            self.leave(task)
            if task.pending:
                self.deliver(task)

    def poll(self) -> None:
        """Look at everything that may interrupt running code, the most urgent first."""
        attention, task = self.attention, self.current
        attention.flag.clear_flag()
        if task.pending or attention.rang:
            self.check(task)
        if self.ready:
            self.ready.append(task)
            self.leave(task)
            if task.pending:
                attention.flag.set_flag()

    def wait(self, awaitable: "Awaitable[Value]", *, lasting: bool = False) -> Value:
        """Wait for what needs an asyncio loop, or run it here when it needs none.

        A library with its own idea of a loop has imported asyncio by then; else call `start_loop` first.
        What is `lasting` goes on when the wait is interrupted; anything else is cancelled then.
        """
        if self.loop is None and "asyncio" not in sys.modules:
            steps: Value = awaitable.__await__()
            try:
                steps.send(None)
            except StopIteration as end:
                return end.value
            raise RuntimeError("a native awaits without a loop: call start_loop first")
        return self.start_loop().wait(awaitable, lasting=lasting)

    def start_loop(self) -> "Loop":
        """Make sure that an asyncio loop serves the tasks."""
        if self.loop is None:
            self.loop = Loop(self)
        if self.switch is None:
            self.begin()
        return self.loop

    def in_thread(self, work: "Callable[[], Value]") -> Value:
        """Wait for work that would block other tasks, deadlines and signals; no Harn code runs in it."""
        job = Job(self, work)
        self.external += 1
        _thread.start_new_thread(job.run, ())
        self.park("thread", "thread")
        return job.result()

    def wait_turn(self, handle: "Pulled") -> None:
        """Return when nobody runs the generator of `handle` any more."""
        while handle.frame.gi_running:
            if not self.tasks or handle.frame.gi_frame in _frames():
                raise Fault(cycle_text(f"a task that pulls {_ARTICLES[handle.KIND]} from inside itself"))
            handle.waiters = (*handle.waiters, (self.current, self.current.ticket))
            # A loop that began before there were tasks tells nobody when it is through.
            self.park_for(_TURN_MS, "generator", handle.KIND)

    def pass_turn(self, handle: "Pulled") -> None:
        """Let the next task that waits for `handle` go on."""
        while handle.waiters:
            (task, ticket), *rest = handle.waiters
            handle.waiters = tuple(rest)
            if task.ticket == ticket:
                self.wake(task)
                return


class Job:
    """Work for a thread of its own, and its outcome."""

    __slots__ = ("_entry", "_error", "_hub", "_value", "_work")

    def __init__(self, hub: Hub, work: "Callable[[], Value]") -> None:
        self._hub = hub
        self._work = work
        self._entry = (hub.current, hub.current.ticket)
        self._value: Value = None
        self._error: BaseException | None = None

    def run(self) -> None:
        """Do the work; what the thread runs."""
        try:
            self._value = self._work()
        except BaseException as error:
            self._error = error
        self._hub.post(self._arrive, None)

    def _arrive(self, _: Value) -> None:
        self._hub.external -= 1
        task, ticket = self._entry
        if task.ticket == ticket:
            self._hub.wake(task)

    def result(self) -> Value:
        """The result, or the error raised."""
        if self._error is not None:
            raise self._error
        return self._value


class Answer:
    """What a task waits for of the loop: a value or an error."""

    __slots__ = ("begun", "error", "task", "ticket", "value")

    def __init__(self, task: Task, ticket: int) -> None:
        self.task = task
        self.ticket = ticket
        self.begun = False
        self.value: Value = None
        self.error: BaseException | None = None


class Loop:
    """An asyncio loop that serves a hub's tasks between its own callbacks."""

    __slots__ = ("_asyncio", "_closing", "_ends", "_hub", "_lasting", "_loop")

    def __init__(self, hub: Hub) -> None:
        import asyncio  # late: only real I/O needs it, and it costs as much as all of a small program

        self._asyncio = asyncio
        self._hub = hub
        self._loop = asyncio.new_event_loop()
        # What is to be closed in the end; work that nobody need wait for, which asyncio itself would drop.
        self._ends: list[Callable[[], Awaitable[None]]] = []
        self._lasting: set[Value] = set()
        self._closing = False

    def at_end(self, end: "Callable[[], Awaitable[None]]") -> None:
        """Have `end()` awaited before the loop closes; all ends together get a short while."""
        self._ends.append(end)

    def wait(self, awaitable: "Awaitable[Value]", *, lasting: bool = False) -> Value:
        """Wait in the current task for what the loop does."""
        hub = self._hub
        answer = Answer(hub.current, hub.current.ticket)
        future = self._loop.create_task(self._answer(awaitable, answer))
        hub.external += 1
        if lasting:
            self._lasting.add(future)
            future.add_done_callback(self._lasting.discard)
        try:
            hub.park("io", "io")
        except BaseException:
            if not lasting and future.cancel():
                future.add_done_callback(lambda _: self._forget(awaitable, answer))
            raise
        if answer.error is not None:
            raise answer.error
        return answer.value

    def _forget(self, awaitable: Value, answer: "Answer") -> None:
        """A wait was given up; if the work never began, nobody has said that it is over."""
        if not answer.begun:
            self._hub.external -= 1
            if hasattr(awaitable, "close"):
                awaitable.close()

    async def _answer(self, awaitable: "Awaitable[Value]", answer: "Answer") -> None:
        answer.begun = True
        try:
            answer.value = await awaitable
        except BaseException as error:
            # For whoever waits; when nobody does any more, nobody need hear of it.
            answer.error = error
        self._arrive(answer)

    def _arrive(self, answer: "Answer") -> None:
        hub = self._hub
        hub.external -= 1
        task = answer.task
        if task.ticket == answer.ticket:
            hub.wake(task)
            if len(hub.ready) == 1 and not (hub.attention.rang or hub.closing or self._closing):
                # Nobody else can run: a turn of the loop would cost more than the rest of a short wait.
                hub.resume(hub.ready.popleft())
                self._plan()
                return
        self._loop.call_soon(self._drain)

    def stir(self) -> None:
        """Have the loop look at the tasks. May be called from a signal handler or another thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._drain)

    def serve(self) -> None:
        """Run the loop until the hub closes."""
        self._loop.call_soon(self._drain)
        self._loop.run_forever()

    def close(self) -> None:
        """Cancel what still runs in the loop and close it."""
        loop, asyncio = self._loop, self._asyncio
        self._closing = True
        ends = [*self._lasting, *(end() for end in self._ends)]
        last = [asyncio.ensure_future(end, loop=loop) for end in ends]
        if last:
            loop.run_until_complete(asyncio.wait(last, timeout=_END_SECONDS))
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.wait(left))
        loop.close()

    def _drain(self) -> None:
        if self._closing:
            return
        hub = self._hub
        for _ in range(max(1, len(hub.ready))):
            if hub.attention.rang:
                hub.attend()
            if hub.closing:
                self._loop.stop()
                return
            if not hub.ready:
                break
            hub.resume(hub.ready.popleft())
        self._plan()

    def _plan(self) -> None:
        """See to it that `_drain` runs again when there is something to do."""
        hub, timers = self._hub, self._hub.timers
        if hub.closing:
            self._loop.stop()
        elif hub.ready or hub.attention.rang:
            self._loop.call_soon(self._drain)
        elif timers.next != NEVER and not (timers.virtual and hub.external):
            delay = max(0.0, timers.next - timers.now())
            if timers.virtual:
                timers.advance(delay)
                delay = 0.0
            self._loop.call_later(delay / 1000, self._elapsed)
        elif not hub.external:
            hub.break_deadlock()
            self._loop.call_soon(self._drain)

    def _elapsed(self) -> None:
        if not self._closing:
            self._hub.timers.fire()
            self._drain()


def _frames() -> "list[FrameType]":
    """The frames of the running task."""
    frames: list[FrameType] = []
    frame: FrameType | None = sys._getframe()  # pyright: ignore[reportPrivateUsage] (the documented way to the frames)
    while frame is not None:
        frames.append(frame)
        frame = frame.f_back
    return frames
