"""What programs do with tasks: spawn, await, cancel, scopes, parallel branches, deadlines."""

from harnpy.runtime.channels import Channel, select
from harnpy.runtime.errors import caught
from harnpy.runtime.locks import Mutexes, closes_cycle
from harnpy.runtime.task import ASKED, CANCELLED, RUNNING, Cancelled, Task, cycle_text
from harnpy.runtime.timers import milliseconds
from harnpy.values.display import display
from harnpy.values.faults import CATCH, Abort, Fault, Unwind, type_fault
from harnpy.values.iterators import GeneratorValue, StreamValue, source_of
from harnpy.values.kinds import Value, type_of
from harnpy.values.records import Err, Ok

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from harnpy.runtime.hub import Hub
    from harnpy.runtime.task import Entry
    from harnpy.runtime.timers import Timer

    Body = Callable[[], Value]

_STATE = "operations of tasks"
# Most tasks that one `parallel` starts at a time.
_MOST_BRANCHES = 5_000


class Operations:
    """The names of the ABI that have to do with tasks and waiting, for one machine."""

    __slots__ = ("_hub", "_mutexes")

    def __init__(self, hub: "Hub") -> None:
        self._hub = hub
        self._mutexes = Mutexes(hub)

    def names(self) -> dict[str, Value]:
        """What emitted code sees under which name."""
        return {
            "_spawn": self.spawn,
            "_scope": self.scope,
            "_parallel": self.parallel,
            "_select": self.select,
            "_deadline": self.deadline,
            "_mutex": self._mutexes.get,
            "_gen": self.generator,
            "_stream": self.stream,
        }

    def spawn(self, body: "Body") -> Task:
        """`spawn { }`."""
        hub = self._hub
        return hub.spawn(body) if hub.current.scope is None else spawn(hub, body)

    def scope(self) -> "Scope":
        """`scope { }` as a context manager."""
        return Scope(self._hub)

    def parallel(self, mode: str, source: Value, body: "Callable[[Value], Value]", options: Value) -> Value:
        """`parallel` in all its forms."""
        return parallel(self._hub, mode, source, body, options)

    def select(self, channels: "Sequence[Value]", timeout: Value, has_default: bool) -> tuple[int, Value]:
        """The choice that `select { }` makes."""
        return select(self._hub, channels, timeout, has_default)

    def deadline(self, length: Value) -> "Deadline":
        """`deadline d { }` as a context manager."""
        return Deadline(self._hub, length)

    def generator(self, body: "Callable[[], Iterator[Value]]") -> GeneratorValue:
        """The handle that a function with `yield` returns."""
        return GeneratorValue(body, self._hub)

    def stream(self, body: "Callable[[], Iterator[Value]]") -> StreamValue:
        """The handle that a `gen fn` returns."""
        return StreamValue(body, self._hub)


def spawn(hub: "Hub", body: "Body") -> Task:
    """Start a task; the innermost scope that the current task is in will join it."""
    scope = hub.current.scope
    task = hub.spawn(body, scope)
    if scope is not None:
        task.scope = scope
        scope.adopt(task)
    return task


def wait_for(hub: "Hub", handle: Value) -> Value:
    """`await`: the result of a task once, its error once, nil after that; another value as it is."""
    if handle.__class__ is not Task:
        return handle
    current = hub.current
    if handle is current:
        raise Fault(cycle_text(f"a task that awaits itself (task '{handle.name}')"))
    if not handle.done:
        if handle.reason is not None and closes_cycle(current, handle):
            raise Fault(cycle_text(f"tasks that wait for each other (task '{handle.name}')"))
        handle.waiters = (*handle.waiters, (current, current.ticket))
        hub.park("await", handle)
    return handle.collect()


def cancel_gracefully(hub: "Hub", task: Task, ms: float) -> Value:
    """Ask a task to end, wait for it up to `ms`, then cancel it. Return Ok(result) or Err(text)."""
    task.cancel = max(task.cancel, ASKED)
    if not task.done:
        task.waiters = (*task.waiters, (hub.current, hub.current.ticket))
        hub.park_for(ms, "await", task)
    if not task.done:
        hub.cancel(task)
        while not task.done:
            task.waiters = (*task.waiters, (hub.current, hub.current.ticket))
            hub.park("await", task)
        return Err(f"Thrown: {CANCELLED}")
    try:
        return Ok(task.collect())
    except Fault as error:
        text = display(caught(error))
        return Err(f"Thrown: {text}" if error.family == "thrown" else text)


class Group:
    """Tasks that are joined together."""

    __slots__ = ("_entry", "_failed", "_hub", "_live", "tasks")
    name = "scope"

    def __init__(self, hub: "Hub") -> None:
        self._hub = hub
        self._entry: Entry | None = None
        self._failed = False
        self._live = 0
        # In the order of their start.
        self.tasks: list[Task] = []

    def start(self, body: "Body") -> Task:
        """Start a task of this group."""
        task = self._hub.spawn(body, self)
        task.scope = self._hub.current.scope
        self.adopt(task)
        return task

    def adopt(self, task: Task) -> None:
        """Count a task that was started with this group."""
        self._live += 1
        self.tasks.append(task)

    def ended(self, task: Task, observed: bool) -> None:
        """Take note of the end of a task; an error that somebody awaits is theirs."""
        self._live -= 1
        if task.error is not None and not observed:
            self._failed = True
        if self._entry is not None and (self._failed or not self._live):
            waiter, ticket = self._entry
            if waiter.ticket == ticket:
                self._hub.wake(waiter)

    def gather(self) -> None:
        """Wait until all have ended or one has failed; when the wait is interrupted all are cancelled."""
        try:
            while self._live and not self._failed:
                self._wait()
        except BaseException as error:
            if isinstance(error, Unwind) or not isinstance(error, Abort):
                self.stop()
            raise

    def cancel(self, task: Task) -> None:
        """End one of the tasks; nobody waits for it."""
        self._hub.cancel(task)

    def stop(self) -> None:
        """Cancel all and wait for their cleanups."""
        hub = self._hub
        if hub.closing:
            return
        for task in self.tasks:
            hub.cancel(task)
        interrupted: Fault | None = None
        while self._live:
            try:
                self._wait()
            except Fault as error:
                interrupted = error
        if interrupted is not None:
            raise interrupted

    def _wait(self) -> None:
        self._entry = (self._hub.current, self._hub.current.ticket)
        self._hub.park("join", self)


class Scope(Group):
    """`scope { }`: joins the tasks spawned inside; the first error by source order cancels the rest."""

    __slots__ = ("_outer", "_owner")

    def __enter__(self) -> None:
        self._owner = self._hub.current
        self._outer = self._owner.scope
        self._owner.scope = self

    def __exit__(
        self, kind: "type[BaseException] | None", error: BaseException | None, trace: object
    ) -> None:
        self._owner.scope = self._outer
        if error is None:
            self.join()
        elif isinstance(error, Unwind) or not isinstance(error, Abort):
            self.stop()

    def join(self) -> None:
        """Wait for all; raise the first error in the order of their start."""
        self.gather()
        for task in self.tasks:
            if task.error is not None:
                error, task.error = task.error, None
                self.stop()
                raise error


class Deadline:
    """`deadline d { }`: throws in the task that entered it when the time is over."""

    __slots__ = ("_hub", "_ms", "_task", "_timer", "expired")

    def __init__(self, hub: "Hub", length: Value) -> None:
        ms = milliseconds(length)
        if ms is None:
            raise type_fault(f"deadline: expected a duration or int milliseconds, got {type_of(length)}")
        self._hub = hub
        self._ms = ms
        self._task = hub.current
        self._timer: Timer | None = None
        # The time is over and the task does not know yet.
        self.expired = False

    def __enter__(self) -> None:
        self._task.limits = (*self._task.limits, self)
        self._timer = self._hub.timers.after(self._ms, self._pass, None)
        self._hub.cover()

    def __exit__(self, *error: object) -> None:
        self._task.limits = tuple(limit for limit in self._task.limits if limit is not self)
        if self._timer is not None:
            self._hub.timers.drop(self._timer)

    def _pass(self, _: Value) -> None:
        self.expired = True
        self._hub.interrupt(self._task)


class Branches:
    """The work of one `parallel`: runners take the next item until none is left."""

    __slots__ = ("_body", "_fail_fast", "_items", "_next", "errors", "results")

    def __init__(self, items: list[Value], body: "Callable[[Value], Value]", fail_fast: bool) -> None:
        self._items = items
        self._body = body
        self._fail_fast = fail_fast
        self._next = 0
        self.results: list[Value] = [None] * len(items)
        self.errors: dict[int, Exception] = {}

    def run(self) -> None:
        """Work off items; what a task does."""
        for _ in self.work():
            continue

    def work(self) -> "Iterator[Value]":
        """Work off items and yield each result."""
        while self._next < len(self._items):
            index = self._next
            self._next += 1
            try:
                self.results[index] = self._body(self._items[index])
            except Cancelled:
                raise
            except CATCH as error:
                caught(error)
                self.errors[index] = error
                if self._fail_fast:
                    raise
                continue
            yield self.results[index]

    def first_error(self) -> Exception | None:
        """The error with the lowest index."""
        return self.errors[min(self.errors)] if self.errors else None


def parallel(hub: "Hub", mode: str, source: Value, body: "Callable[[Value], Value]", options: Value) -> Value:
    """Run `body` for every item of `source` in tasks of its own; modes count, each, each_stream, settle."""
    items = _items(mode, source)
    branches = Branches(items, body, mode != "settle")
    runners = min(len(items), _slots(options), _MOST_BRANCHES)
    if mode == "each_stream":
        return _as_stream(hub, branches, runners)
    group = Group(hub)
    for _ in range(runners):
        group.start(branches.run)
    group.gather()
    if mode == "settle":
        return _settled(branches)
    error = branches.first_error()
    if error is not None:
        group.stop()
        raise error
    return branches.results


def _items(mode: str, source: Value) -> list[Value]:
    if mode == "count":
        return list(range(source)) if source.__class__ is int else []
    found = source_of(source)
    return [] if found is None or source.__class__ is str else list(found)


def _slots(options: Value) -> int:
    wanted = options.get("max_concurrent") if options else None
    if wanted is None:
        return _MOST_BRANCHES
    if wanted.__class__ is not int:
        raise Fault(f"parallel max_concurrent must be an int; got {type_of(wanted)}")
    return wanted if wanted > 0 else _MOST_BRANCHES


def _settled(branches: Branches) -> dict[str, Value]:
    errors = branches.errors
    results = [
        Err(caught(errors[index])) if index in errors else Ok(value)
        for index, value in enumerate(branches.results)
    ]
    return {"results": results, "succeeded": len(results) - len(errors), "failed": len(errors)}


def _as_stream(hub: "Hub", branches: Branches, runners: int) -> StreamValue:
    """Results in the order of completion; closing the stream cancels what still runs."""
    group = Group(hub)
    channel = Channel(hub, "parallel", max(1, runners))
    running = runners

    def run() -> None:
        nonlocal running
        try:
            for result in branches.work():
                channel.send(result)
        finally:
            running -= 1
            if not running or branches.errors:
                channel.close()

    def pull() -> "Iterator[Value]":
        try:
            yield None
            yield from channel
            error = branches.first_error()
            if error is not None:
                raise error
        finally:
            group.stop()

    for _ in range(runners):
        group.start(run)
    if not runners:
        channel.close()
    stream = StreamValue(pull, hub)
    # Begun at once, so that a stream that nobody reads still ends its tasks when it is dropped.
    next(stream.frame)
    return stream


def race(hub: "Hub", items: list[Value], body: "Callable[[Value], Value]") -> Value:
    """Run `body` for all items; the first result wins, the rest is cancelled. All fail: the first error."""
    group = Group(hub)
    channel = Channel(hub, "race", max(1, len(items)))
    errors: dict[int, Exception] = {}

    def attempt(index: int) -> None:
        try:
            channel.send(body(items[index]))
        except Cancelled:
            raise
        except CATCH as error:
            caught(error)
            errors[index] = error
            if len(errors) == len(items):
                channel.close()

    for index in range(len(items)):
        group.start(lambda index=index: attempt(index))
    try:
        for result in channel if items else ():
            return result
        if errors:
            raise errors[min(errors)]
        return None
    finally:
        group.stop()


def is_cancelled(hub: "Hub") -> bool:
    """Whether the current task has been asked or told to end."""
    return hub.current.cancel > RUNNING


def names(machine: Value) -> dict[str, Value]:
    """The names of emitted code that have to do with tasks and waiting, for one machine."""
    operations = machine.state.get(_STATE)
    if operations is None:
        operations = machine.state[_STATE] = Operations(machine.hub)
    return operations.names()
