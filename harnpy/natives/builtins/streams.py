"""Operators and sinks of `stream.*`: any iterable in, a lazy value or a result out.

An operator gives a stream when its source is one, else an iterator. Operators that read several sources at
their own pace run a task for each; leaving the result ends those tasks.
"""

from harnpy.natives.support.declare import builtin
from harnpy.runtime.calls import adapt
from harnpy.runtime.channels import Channel
from harnpy.runtime.errors import caught
from harnpy.runtime.task import TIMED_OUT, Cancelled
from harnpy.runtime.tasks import Group
from harnpy.runtime.timers import milliseconds
from harnpy.values.containers import PairValue
from harnpy.values.faults import CATCH, runtime_fault, type_fault
from harnpy.values.iterators import GeneratorValue, IterValue, StreamValue, source_of
from harnpy.values.kinds import Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from harnpy.runtime.machine import Machine

    Body = Callable[[], Iterator[Value]]

_COLLECTED = 10_000
_SECOND_MS = 1000.0
# Values that a task of an operator may be ahead of its reader.
_AHEAD = 1


# What has elements; anything else is refused when it is pulled from.
_SOURCE = "list<T> | set<T> | iter<T> | generator<T> | stream<T> | S"


@builtin(f"stream.map<T, U, S>(source: {_SOURCE}, f: fn(T) -> U) -> stream<U>", fresh=True)
def map_stream(ctx: "Machine", source: Value, f: Value) -> GeneratorValue | IterValue:
    """Results of `f` for each value."""
    upstream, call = _source("map", source), _callable("map", f, 1)
    return _lazy(ctx, [source], lambda: (call(item) for item in upstream))


@builtin(f"stream.filter<T, S>(source: {_SOURCE}, f: fn(T) -> any) -> stream<T>", fresh=True)
def filter_stream(ctx: "Machine", source: Value, f: Value) -> GeneratorValue | IterValue:
    """Values for which `f` is truthy."""
    upstream, call = _source("filter", source), _callable("filter", f, 1)

    def pull() -> "Iterator[Value]":
        for item in upstream:
            if call(item):
                yield item
            elif ctx.flag.up:
                ctx.hub.poll()

    return _lazy(ctx, [source], pull)


@builtin(f"stream.tap<T, S>(source: {_SOURCE}, f: fn(T) -> any) -> stream<T>", fresh=True)
def tap(ctx: "Machine", source: Value, f: Value) -> GeneratorValue | IterValue:
    """The values as they are; `f` is called with each on the way."""
    upstream, call = _source("tap", source), _callable("tap", f, 1)

    def pull() -> "Iterator[Value]":
        for item in upstream:
            call(item)
            yield item

    return _lazy(ctx, [source], pull)


@builtin(f"stream.scan<T, U, S>(source: {_SOURCE}, seed: U, f: fn(U, T) -> U) -> stream<U>", fresh=True)
def scan(ctx: "Machine", source: Value, seed: Value, f: Value) -> GeneratorValue | IterValue:
    """Each accumulated value of a fold, without the seed."""
    upstream, call = _source("scan", source), _callable("scan", f, 2)

    def pull() -> "Iterator[Value]":
        accumulated = seed
        for item in upstream:
            accumulated = call(accumulated, item)
            yield accumulated

    return _lazy(ctx, [source], pull)


@builtin(f"stream.take<T, S>(source: {_SOURCE}, n: int) -> stream<T>", fresh=True)
def take(ctx: "Machine", source: Value, n: int) -> GeneratorValue | IterValue:
    """The first `n` values."""
    if n < 0:
        raise type_fault("stream.take: expected non-negative int")
    upstream = iter(_source("take", source))

    def pull() -> "Iterator[Value]":
        for _ in range(n):
            for item in upstream:
                yield item
                break
            else:
                return

    return _lazy(ctx, [source], pull)


@builtin(f"stream.take_until<T, S>(source: {_SOURCE}, f: fn(T) -> any) -> stream<T>", fresh=True)
def take_until(ctx: "Machine", source: Value, f: Value) -> GeneratorValue | IterValue:
    """Values before the first for which `f` is truthy."""
    upstream, call = _source("take_until", source), _callable("take_until", f, 1)

    def pull() -> "Iterator[Value]":
        for item in upstream:
            if call(item):
                return
            yield item

    return _lazy(ctx, [source], pull)


@builtin(f"stream.zip<T, S>(...sources: {_SOURCE}) -> stream<Pair<T, T>>", fresh=True)
def zip_streams(ctx: "Machine", *sources: Value) -> GeneratorValue | IterValue:
    """Pairs of the values of two sources, as long as both last."""
    if len(sources) != 2:
        raise type_fault(f"stream.zip: expected 2 streams, got {len(sources)}")
    left, right = (iter(_source("zip", source)) for source in sources)

    def pull() -> "Iterator[Value]":
        for item in left:
            for beside in right:
                yield PairValue(item, beside)
                break
            else:
                return

    return _lazy(ctx, sources, pull)


@builtin(f"stream.interleave<T, S>(...sources: {_SOURCE}) -> stream<T>", fresh=True)
def interleave(ctx: "Machine", *sources: Value) -> GeneratorValue | IterValue:
    """One value of each source in turn; a source that has ended is left out."""
    if len(sources) < 2:
        raise type_fault("stream.interleave: expected at least two streams")
    upstreams = [iter(_source("interleave", source)) for source in sources]

    def pull() -> "Iterator[Value]":
        running = upstreams
        while running:
            lasting: list[Iterator[Value]] = []
            for upstream in running:
                for item in upstream:
                    yield item
                    lasting.append(upstream)
                    break
            running = lasting

    return _lazy(ctx, sources, pull)


@builtin(f"stream.merge<T, S>(...sources: {_SOURCE}) -> stream<T>", fresh=True)
def merge(ctx: "Machine", *sources: Value) -> GeneratorValue | IterValue:
    """The values of all sources in the order in which they come."""
    if not sources:
        raise type_fault("stream.merge: expected at least one stream")
    upstreams = [_source("merge", source) for source in sources]
    return _lazy(ctx, sources, lambda: _Feed(ctx, upstreams).values())


@builtin(f"stream.race<T, S>(...sources: {_SOURCE}) -> stream<T>", fresh=True)
def race(ctx: "Machine", *sources: Value) -> GeneratorValue | IterValue:
    """The values of the source that gives one first; the others are left."""
    if not sources:
        raise type_fault("stream.race: expected at least one stream")
    upstreams = [_source("race", source) for source in sources]

    def pull() -> "Iterator[Value]":
        feed = _Feed(ctx, upstreams)
        winner: int | None = None
        for index, item in feed.numbered():
            if winner is None:
                winner = index
                feed.keep(index)
            if index == winner:
                yield item

    return _lazy(ctx, sources, pull)


@builtin(f"stream.broadcast<T, S>(source: {_SOURCE}, n: int) -> list<stream<T>>", fresh=True)
def broadcast(ctx: "Machine", source: Value, n: int) -> list[Value]:
    """`n` streams that each give all values of the source."""
    upstream = iter(_source("broadcast", source))
    queues: list[list[Value]] = [[] for _ in range(n)]

    def reader(mine: list[Value]) -> "Body":
        def pull() -> "Iterator[Value]":
            while True:
                while mine:
                    yield mine.pop(0)
                for item in upstream:
                    for queue in queues:
                        queue.append(item)
                    break
                else:
                    return

        return pull

    return [_lazy(ctx, [source], reader(queue)) for queue in queues]


@builtin(f"stream.throttle<T, S>(source: {_SOURCE}, per_sec: int | float) -> stream<T>", fresh=True)
def throttle(ctx: "Machine", source: Value, per_sec: float) -> GeneratorValue | IterValue:
    """The values, at most `per_sec` in a second."""
    if not per_sec > 0:
        raise type_fault("stream.throttle: rate must be positive")
    upstream, hub = _source("throttle", source), ctx.hub
    gap = _SECOND_MS / per_sec

    def pull() -> "Iterator[Value]":
        ready = hub.timers.now()
        for item in upstream:
            now = hub.timers.now()
            if now < ready:
                hub.sleep(ready - now)
            ready = max(now, ready) + gap
            yield item

    return _lazy(ctx, [source], pull)


@builtin(f"stream.debounce<T, S>(source: {_SOURCE}, ms: any) -> stream<T>", fresh=True)
def debounce(ctx: "Machine", source: Value, ms: Value) -> GeneratorValue | IterValue:
    """Only values that no other follows within `ms` milliseconds."""
    quiet = milliseconds(ms)
    if quiet is None:
        raise type_fault(f"stream.debounce: expected a duration or int milliseconds, got {type_of(ms)}")
    upstream = _source("debounce", source)
    return _lazy(ctx, [source], lambda: _Feed(ctx, [upstream]).settled(quiet))


@builtin(f"stream.collect<T, S>(source: {_SOURCE}, max?: any) -> list<T>", fresh=True)
def collect(ctx: "Machine", source: Value, max: Value = None) -> list[Value]:
    """All values as a list; more than `max` (10,000; also `{max}`) are a fault."""
    wanted: Value = max.get("max") if max.__class__ is dict else max
    cap: Value = _COLLECTED if wanted is None else wanted
    if cap.__class__ is not int or cap < 0:
        raise type_fault("stream.collect: max must be a non-negative int")
    items: list[Value] = []
    for item in _source("collect", source):
        if len(items) == cap:
            raise runtime_fault(f"stream.collect: max cap {cap} exceeded")
        items.append(item)
        if ctx.flag.up:
            ctx.hub.poll()
    return items


@builtin(f"stream.fold<T, U, S>(source: {_SOURCE}, seed: U, f: fn(U, T) -> U) -> U")
def fold(ctx: "Machine", source: Value, seed: Value, f: Value) -> Value:
    """Fold all values from the left: `f(accumulated, value)`."""
    call = _callable("fold", f, 2)
    for item in _source("fold", source):
        seed = call(seed, item)
        if ctx.flag.up:
            ctx.hub.poll()
    return seed


@builtin(f"stream.first<T, S>(source: {_SOURCE}) -> T?")
def first(source: Value) -> Value:
    """The next value, nil when there is none."""
    return next(iter(_source("first", source)), None)


class _Feed:
    """Tasks that read one source each into a channel."""

    __slots__ = ("_channel", "_error", "_group", "_running", "_tasks")

    def __init__(self, ctx: "Machine", sources: "Sequence[Value]") -> None:
        self._channel = Channel(ctx.hub, "stream", _AHEAD)
        self._error: Exception | None = None
        self._group = Group(ctx.hub)
        self._running = len(sources)
        self._tasks = [self._group.start(self._reader(at, source)) for at, source in enumerate(sources)]

    def _reader(self, index: int, source: Value) -> "Callable[[], None]":
        def read() -> None:
            try:
                for item in source:
                    self._channel.send((index, item))
            except Cancelled:
                raise
            except CATCH as error:
                caught(error)
                self._error = self._error or error
            finally:
                self._running -= 1
                if not self._running or self._error is not None:
                    self._channel.close()

        return read

    def keep(self, index: int) -> None:
        """End all readers but one."""
        for at, task in enumerate(self._tasks):
            if at != index:
                self._group.cancel(task)

    def numbered(self) -> "Iterator[tuple[int, Value]]":
        """Values with the number of their source, as they come; leaving ends the readers."""
        try:
            yield from self._channel
            if self._error is not None:
                raise self._error
        finally:
            self._group.stop()

    def values(self) -> "Iterator[Value]":
        """Values as they come."""
        for _, item in self.numbered():
            yield item

    def settled(self, quiet: float) -> "Iterator[Value]":
        """Values that no other follows within `quiet` milliseconds."""
        channel = self._channel
        try:
            while channel.buffer or not channel.closed:
                found = channel.receive_or(None)
                while found is not None:
                    following = channel.receive_or(quiet)
                    if following is TIMED_OUT or following is None:
                        yield found[1]
                        break
                    found = following
            if self._error is not None:
                raise self._error
        finally:
            self._group.stop()


def _lazy(ctx: "Machine", sources: "Sequence[Value]", body: "Body") -> GeneratorValue | IterValue:
    if any(isinstance(source, StreamValue) for source in sources):
        return StreamValue(body, ctx.hub)
    return IterValue(body(), ctx.hub)


def _source(name: str, value: Value) -> Value:
    source = source_of(value)
    if source is None:
        raise type_fault(f"stream.{name}: expected a stream or iterable, got {type_of(value)}")
    return source


def _callable(name: str, f: Value, count: int) -> "Callable[..., Value]":
    call = adapt(f, count)
    if call is None:
        raise type_fault(f"stream.{name}: expected callable")
    return call
