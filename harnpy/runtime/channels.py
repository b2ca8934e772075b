"""Channels: bounded queues between tasks, and waiting for the first of several."""

from collections import deque

from harnpy.runtime.task import TIMED_OUT, Task
from harnpy.runtime.timers import milliseconds
from harnpy.values.faults import Fault, Thrown, type_fault
from harnpy.values.kinds import Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harnpy.runtime.hub import Hub

TIMEOUT, DEFAULT, CLOSED = -1, -2, -3
"""Case numbers of `select` where no channel had a value."""

# Given to a waiting receiver when its channel is closed.
_END = object()
# Case of a waiter that waits for this channel alone.
_ALONE = -1
# Waiters beyond this number are swept for those that have gone on.
_SWEEP = 16


class Channel:
    """A queue of at most `capacity` values. A receiver that waits is handed the value directly."""

    __slots__ = ("_hub", "_receivers", "_senders", "buffer", "capacity", "closed", "name")
    KIND = "channel"

    def __init__(self, hub: "Hub", name: str, capacity: int) -> None:
        self._hub = hub
        self.name = name
        self.capacity = capacity
        self.buffer: deque[Value] = deque()
        self.closed = False
        self._receivers: deque[tuple[Task, int, int]] = deque()
        self._senders: deque[tuple[Task, int, Value]] = deque()

    def shown(self) -> str:
        """The text between the brackets of its display."""
        return f"channel:{self.name}"

    def send(self, value: Value) -> bool:
        """Put a value in; wait while the channel is full."""
        if self.closed:
            raise closed_fault("send", self.name)
        hub = self._hub
        while self._receivers:
            task, ticket, case = self._receivers.popleft()
            if task.ticket == ticket:
                hub.wake(task, value if case == _ALONE else (case, value))
                return True
        if len(self.buffer) < self.capacity:
            self.buffer.append(value)
            return True
        self._senders.append((hub.current, hub.current.ticket, value))
        if not hub.park("send", self):
            raise closed_fault("send", self.name)
        return True

    def receive(self) -> Value:
        """Take the oldest value; wait for one while the channel is open."""
        if self.buffer:
            return self.take()
        if not self.closed:
            hub = self._hub
            self.expect(hub.current, _ALONE)
            value = hub.park("receive", self)
            if value is not _END:
                return value
        raise closed_fault("receive", self.name)

    def receive_or(self, ms: float | None) -> Value:
        """Take the oldest value; None when the channel is closed and empty, `TIMED_OUT` after `ms`."""
        if self.buffer:
            return self.take()
        if self.closed:
            return None
        hub = self._hub
        self.expect(hub.current, _ALONE)
        value = hub.park("receive", self) if ms is None else hub.park_for(ms, "receive", self)
        return None if value is _END else value

    def take(self) -> Value:
        """Take the oldest of the values that are there."""
        value = self.buffer.popleft()
        while self._senders:
            task, ticket, waiting = self._senders.popleft()
            if task.ticket == ticket:
                self.buffer.append(waiting)
                self._hub.wake(task, True)
                break
        return value

    def try_receive(self) -> Value:
        """Take the oldest value, or return nil."""
        return self.take() if self.buffer else None

    def close(self) -> None:
        """Let nothing in any more; what is inside can still be received."""
        if self.closed:
            return
        self.closed = True
        for task, ticket, _ in self._receivers:
            if task.ticket == ticket:
                self._hub.wake(task, _END)
        for task, ticket, _ in self._senders:
            if task.ticket == ticket:
                self._hub.wake(task, False)
        self._receivers.clear()
        self._senders.clear()

    def expect(self, task: Task, case: int) -> None:
        """Hand the next value to a task that is about to wait."""
        if len(self._receivers) > _SWEEP:
            self._receivers = deque(entry for entry in self._receivers if entry[0].ticket == entry[1])
        self._receivers.append((task, task.ticket, case))

    def __iter__(self) -> "Iterator[Value]":
        while self.buffer or not self.closed:
            if self.buffer:
                yield self.take()
                continue
            hub = self._hub
            self.expect(hub.current, _ALONE)
            value = hub.park("receive", self)
            if value is not _END:
                yield value


def closed_fault(operation: str, name: str) -> Fault:
    """The fault of using a closed channel."""
    return Thrown(
        {
            "type": "ChannelClosed",
            "kind": "ChannelClosed",
            "category": "channel_closed",
            "message": f"{operation}: channel '{name}' is closed",
        }
    )


def channel_of(value: Value, operation: str) -> Channel:
    """The channel that is the first argument of a builtin, or its fault."""
    if value.__class__ is not Channel:
        raise Thrown(f"{operation}: first argument must be a channel")
    return value


def select(hub: "Hub", channels: "Sequence[Value]", timeout: Value, has_default: bool) -> tuple[int, Value]:
    """Wait for the first channel with a value, in the order given; return its index and the value.

    Without a value the index is `TIMEOUT`, `DEFAULT`, or `CLOSED` when all channels are closed.
    """
    for channel in channels:
        if channel.__class__ is not Channel:
            raise type_fault(f"select: expected a channel, got {type_of(channel)}")
    ends = None
    if timeout is not None:
        ms = milliseconds(timeout)
        if ms is None:
            raise type_fault(
                f"select: timeout must be a duration or int milliseconds, got {type_of(timeout)}"
            )
        ends = hub.timers.now() + ms
    while True:
        for index, channel in enumerate(channels):
            if channel.buffer:
                return index, channel.take()
        if has_default:
            return DEFAULT, None
        if all(channel.closed for channel in channels):
            return CLOSED, None
        found = _await_any(hub, channels, ends)
        if found is TIMED_OUT:
            return TIMEOUT, None
        if found is not _END:
            return found


def _await_any(hub: "Hub", channels: "Sequence[Channel]", ends: float | None) -> Value:
    subject = channels[0]
    for index, channel in enumerate(channels):
        if not channel.closed:
            channel.expect(hub.current, index)
            subject = channel
    if ends is None:
        return hub.park("select", subject)
    left = ends - hub.timers.now()
    return hub.park_for(left, "select", subject) if left > 0 else TIMED_OUT
