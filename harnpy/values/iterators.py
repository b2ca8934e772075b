"""Handles over values still to come: lazy iterators, generators and streams.

Each holds one Python generator, which is the whole state: it is fused, knows when it is used up, and closing
it, or dropping the last reference, runs the cleanups pending in it. Combinators are generators over the
generator of their upstream, so a chain and the handle it was made from continue each other.
"""

from types import GeneratorType

from harnpy.values.containers import PairValue, RangeValue, SetValue
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Protocol

    class Turns(Protocol):
        """Who lets one task at a time into a Python generator; the hub of a machine."""

        shared: bool

        def wait_turn(self, handle: "Pulled") -> None:
            """Return when nobody runs the generator of `handle` any more."""
            ...

        def pass_turn(self, handle: "Pulled") -> None:
            """Let the next task that waits for `handle` go on."""
            ...


class Pulled:
    """A handle over a Python generator, which runs for one task at a time.

    `turns` makes a second task wait while the generator runs; without it only one task may pull.
    """

    __slots__ = ("frame", "turns", "waiters")
    KIND = "iter"

    def __init__(self, frame: "Iterator[Value]", turns: "Turns | None") -> None:
        self.frame: Value = frame
        self.turns = turns
        # Entries of the tasks that wait to pull; kept by `turns`.
        self.waiters: tuple[Value, ...] = ()

    def __iter__(self) -> "Iterator[Value]":
        # Alone nobody can come in between, and the loop may run the generator without a layer.
        return self._pulls() if self.turns is not None and self.turns.shared else self.frame

    @property
    def done(self) -> bool:
        """Whether the end was met."""
        return self.frame.gi_frame is None

    def pull(self) -> Value:
        """Return the next value; `StopIteration` at the end."""
        if self.turns is None:
            return next(self.frame)
        if self.frame.gi_running:
            self.turns.wait_turn(self)
        try:
            return next(self.frame)
        finally:
            if self.waiters:
                self.turns.pass_turn(self)

    def close(self) -> None:
        """End the generator where it stands; its cleanups run."""
        if not self.frame.gi_running:
            self.frame.close()

    def _pulls(self) -> "Iterator[Value]":
        while True:
            try:
                value = self.pull()
            except StopIteration:
                return
            yield value


class IterValue(Pulled):
    """A lazy iterator: single-pass, and done once its end was met."""

    __slots__ = ()

    def __init__(self, source: "Iterable[Value]", turns: "Turns | None" = None) -> None:
        super().__init__(source if source.__class__ is GeneratorType else _walk(source), turns)  # pyright: ignore[reportArgumentType] (a generator)

    def shown(self) -> str:
        """The text between the brackets of its display."""
        return "iter (exhausted)" if self.done else "iter"


class GeneratorValue(Pulled):
    """A generator: its body, a Python generator function of no arguments, runs on demand."""

    __slots__ = ()
    KIND = "generator"

    def __init__(self, body: "Callable[[], Iterator[Value]]", turns: "Turns | None" = None) -> None:
        super().__init__(body(), turns)

    def shown(self) -> str:
        """The text between the brackets of its display."""
        return f"{self.KIND} (done)" if self.done else self.KIND


class StreamValue(GeneratorValue):
    """A generator made by `gen fn`, by a stream operator or by `parallel … as stream`."""

    __slots__ = ()
    KIND = "stream"


def source_of(value: Value) -> "Iterable[Value] | None":
    """Return what `iter(value)` walks over, None for what has no iterator.

    A list, set or dict stays as it is now; a dict yields pairs in key order, a string its scalars.
    """
    cls = value.__class__
    if cls is list or cls is str:
        return value
    if cls is dict:
        return (PairValue(key, value[key]) for key in sorted(value))
    if cls is RangeValue:
        return value.range
    if cls is SetValue:
        return list(value.items.values())
    if cls in _HANDLES or getattr(cls, "KIND", "") == "channel":
        return iter(value)
    return None


def iter_of(value: Value) -> "IterValue | None":
    """Return `iter(value)`: the value itself when it is an iterator, None when it has none."""
    if value.__class__ is IterValue:
        return value
    source = source_of(value)
    if source is None:
        return None
    if isinstance(value, Pulled):
        return IterValue(_walk_shared(value), value.turns)
    return IterValue(source)


def _walk(source: "Iterable[Value]") -> "Iterator[Value]":
    yield from source


def _walk_shared(source: "Iterable[Value]") -> "Iterator[Value]":
    # Not `yield from`, which would close the source together with this walk.
    for value in source:  # noqa: UP028
        yield value


_HANDLES = frozenset({IterValue, GeneratorValue, StreamValue})
