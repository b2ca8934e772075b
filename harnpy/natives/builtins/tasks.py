"""Builtins of concurrency: tasks, channels, atomics. What has syntax of its own, as `spawn`, needs none."""

from harnpy.natives.support.declare import builtin, capability
from harnpy.runtime.calls import adapt
from harnpy.runtime.channels import Channel, channel_of, select
from harnpy.runtime.locks import Atomic
from harnpy.runtime.task import Task
from harnpy.runtime.tasks import cancel_gracefully, is_cancelled, race, wait_for
from harnpy.runtime.timers import milliseconds
from harnpy.values.faults import Thrown, runtime_fault, type_fault
from harnpy.values.iterators import source_of
from harnpy.values.kinds import Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_CAPACITY = 256
_GRACE_MS = 5000.0
_LEAST, _MOST = -(1 << 63), (1 << 63) - 1


@builtin("await<T>(handle: any) -> any")
def await_task(ctx: "Machine", handle: Value) -> Value:
    """Wait for a task: its result or its error, nil the second time. Any other value is returned as it is."""
    return wait_for(ctx.hub, handle)


@builtin("cancel(handle: any) -> nil")
def cancel(ctx: "Machine", handle: Value) -> None:
    """End a task where it stands; its cleanups run."""
    if handle.__class__ is Task:
        ctx.hub.cancel(handle)


@builtin("cancel_graceful(handle: any, timeout?: any) -> Result<any, string>?")
def cancel_graceful(ctx: "Machine", handle: Value, timeout: Value = None) -> Value:
    """Ask a task to end, give it `timeout` (5000 ms) for that, then cancel it; nil for what is no task."""
    if handle.__class__ is not Task:
        return None
    ms = milliseconds(timeout)
    return cancel_gracefully(ctx.hub, handle, _GRACE_MS if ms is None else ms)


@builtin("is_cancelled() -> bool")
def is_cancelled_now(ctx: "Machine") -> bool:
    """Whether somebody wants the running task to end."""
    return is_cancelled(ctx.hub)


@builtin("yield_now() -> nil")
@capability("HarnessRuntime", "yield_now() -> nil")
def yield_now(ctx: "Machine") -> None:
    """Let every other task that can run have its turn."""
    ctx.hub.yield_now()


@builtin("parallel_race<T, U>(items: list<T> | set<T> | range | iter, f: fn(T) -> U) -> U?")
@capability(
    "HarnessRuntime", "parallel_race<T, U>(items: list<T> | set<T> | range | iter, f: fn(T) -> U) -> U?"
)
def parallel_race(ctx: "Machine", items: Value, f: Value) -> Value:
    """Run `f` for all items at once; the first result wins and the other runs are cancelled."""
    call = adapt(f, 1)
    return None if call is None else race(ctx.hub, list(source_of(items) or ()), call)


@builtin("channel(name?: string, capacity?: int) -> channel")
@capability("HarnessRuntime", "channel(name?: string, capacity?: int) -> channel")
def make_channel(ctx: "Machine", name: str | None = None, capacity: int | None = None) -> Channel:
    """A channel that holds up to `capacity` (256) values."""
    if capacity is not None and capacity < 1:
        raise runtime_fault("channel: `capacity` must be >= 1")
    return Channel(ctx.hub, "default" if name is None else name, capacity or _CAPACITY)


@builtin("send(channel: any, value: any) -> bool")
@capability("HarnessRuntime", "send(channel: any, value: any) -> bool")
def send(channel: Value, value: Value) -> bool:
    """Put a value into a channel; waits while it is full."""
    return channel_of(channel, "send").send(value)


@builtin("receive(channel: any) -> any")
@capability("HarnessRuntime", "receive(channel: any) -> any")
def receive(channel: Value) -> Value:
    """Take the oldest value out of a channel; waits for one."""
    return channel_of(channel, "receive").receive()


@builtin("try_receive(channel: any) -> any")
@capability("HarnessRuntime", "try_receive(channel: any) -> any")
def try_receive(channel: Value) -> Value:
    """Take the oldest value out of a channel; nil when there is none."""
    return channel_of(channel, "try_receive").try_receive()


@builtin("close_channel(channel: any) -> nil")
@capability("HarnessRuntime", "close_channel(channel: any) -> nil")
def close_channel(channel: Value) -> None:
    """Let no more values into a channel; those inside can still be received."""
    channel_of(channel, "close_channel").close()


@builtin("channel_is_closed(channel: any) -> bool")
@capability("HarnessRuntime", "channel_is_closed(channel: any) -> bool")
def channel_is_closed(channel: Value) -> bool:
    """Whether a channel was closed."""
    return channel_of(channel, "channel_is_closed").closed


@builtin("channel_select(channels: list, timeout_ms?: any) -> dict?", fresh=True)
@capability("HarnessRuntime", "channel_select(channels: list, timeout_ms?: any) -> dict?", fresh=True)
def channel_select(
    ctx: "Machine", channels: list[Value], timeout_ms: Value = None
) -> dict[str, Value] | None:
    """The first channel with a value: `{index, value, channel}`; nil when time is up or all are closed."""
    return _selected(ctx, channels, timeout_ms, False)


@capability("HarnessRuntime", "select(...channels: any) -> dict?", fresh=True)
def select_first(ctx: "Machine", *channels: Value) -> dict[str, Value] | None:
    """As `channel_select` without a time, for channels given as a list or one by one."""
    first: Value = channels[0] if len(channels) == 1 else None
    return _selected(ctx, first if first.__class__ is list else list(channels), None, False)


@capability("HarnessRuntime", "select_timeout(channels: list, timeout: any) -> dict?", fresh=True)
def select_timeout(ctx: "Machine", channels: list[Value], timeout: Value) -> dict[str, Value] | None:
    """As `channel_select` with a time."""
    return _selected(ctx, channels, timeout, False)


@capability("HarnessRuntime", "select_try(channels: list) -> dict?", fresh=True)
def select_try(ctx: "Machine", channels: list[Value]) -> dict[str, Value] | None:
    """As `channel_select`, but without waiting."""
    return _selected(ctx, channels, None, True)


def _selected(
    ctx: "Machine", channels: list[Value], timeout: Value, at_once: bool
) -> dict[str, Value] | None:
    index, value = select(ctx.hub, channels, timeout, at_once)
    return None if index < 0 else {"index": index, "value": value, "channel": channels[index]}


@builtin("atomic(initial?: int) -> atomic", fresh=True)
@capability("HarnessRuntime", "atomic(initial?: int) -> atomic", fresh=True)
def make_atomic(initial: int | None = None) -> Atomic:
    """An int that tasks change in single steps."""
    return Atomic(initial or 0)


@builtin("atomic_get(atomic: any) -> int")
@capability("HarnessRuntime", "atomic_get(atomic: any) -> int")
def atomic_get(atomic: Value) -> int:
    """The value of an atomic."""
    return _atomic(atomic, "atomic_get").value


@builtin("atomic_set(atomic: any, value: int) -> int")
@capability("HarnessRuntime", "atomic_set(atomic: any, value: int) -> int")
def atomic_set(atomic: Value, value: int) -> int:
    """Set an atomic; returns the value before."""
    cell = _atomic(atomic, "atomic_set")
    before, cell.value = cell.value, value
    return before


@builtin("atomic_add(atomic: any, amount: int) -> int")
@capability("HarnessRuntime", "atomic_add(atomic: any, amount: int) -> int")
def atomic_add(atomic: Value, amount: int) -> int:
    """Add to an atomic, modulo 2^64; returns the value before."""
    cell = _atomic(atomic, "atomic_add")
    before = cell.value
    cell.value = (before + amount - _LEAST) % (1 << 64) + _LEAST
    return before


@builtin("atomic_cas(atomic: any, expected: int, new: int) -> bool")
@capability("HarnessRuntime", "atomic_cas(atomic: any, expected: int, new: int) -> bool")
def atomic_cas(atomic: Value, expected: int, new: int) -> bool:
    """Set an atomic to `new` if it is `expected`; returns whether it was."""
    cell = _atomic(atomic, "atomic_cas")
    if cell.value != expected:
        return False
    cell.value = new
    return True


def _atomic(value: Value, operation: str) -> Atomic:
    if value.__class__ is not Atomic:
        raise Thrown(f"{operation}: first argument must be an atomic")
    return value


@builtin("pipeline_on_finish(callback: fn(any, any) -> any) -> nil")
@capability("HarnessAgent", "pipeline_on_finish(callback: fn(any, any) -> any) -> nil")
def pipeline_on_finish(ctx: "Machine", callback: Value) -> None:
    """Call `callback(harness, value)` after a normal end; its result replaces the program's."""
    if adapt(callback, 2) is None:
        raise type_fault(f"pipeline_on_finish: expected a callable, got {type_of(callback)}")
    ctx.on_finish = callback
