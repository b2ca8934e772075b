"""Methods of lazy iterators: combinators share the upstream of their receiver, sinks drain it.

A sink looks at the poll flag as it goes, so that an endless source can be interrupted.
"""

from itertools import islice

from harnpy.natives.support.declare import method
from harnpy.natives.support.elements import extreme, total
from harnpy.runtime.calls import adapt
from harnpy.values.containers import PairValue, SetValue
from harnpy.values.faults import type_fault
from harnpy.values.iterators import IterValue, source_of
from harnpy.values.kinds import Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from harnpy.runtime.machine import Machine

# Elements that a sink takes before it looks at the flag.
_BATCH = 4096
# Kinds of results that `flat_map` takes apart.
_FLAT = frozenset({"list", "set", "range", "iter", "generator", "stream"})


@method("iter", "map<T, U>(f: fn(T) -> U) -> iter<U>", fresh=True)
def map_items(ctx: "Machine", mine: IterValue, f: Value = None) -> IterValue:
    """Results of `f` for each element, as they are asked for."""
    return IterValue(_mapped(mine, _callable("map", f, 1)), ctx.hub)


def _mapped(upstream: IterValue, call: "Callable[[Value], Value]") -> "Iterator[Value]":
    for item in upstream:
        yield call(item)


@method("iter", "filter<T>(f: fn(T) -> any) -> iter<T>", fresh=True)
def filter_items(ctx: "Machine", mine: IterValue, f: Value = None) -> IterValue:
    """Elements for which `f` is truthy."""
    return IterValue(_kept(ctx, mine, _callable("filter", f, 1)), ctx.hub)


def _kept(ctx: "Machine", upstream: "Iterable[Value]", call: "Callable[[Value], Value]") -> "Iterator[Value]":
    flag = ctx.flag
    for item in upstream:
        if call(item):
            yield item
        elif flag.up:
            ctx.hub.poll()


@method("iter", "flat_map<T, U>(f: fn(T) -> list<U> | iter<U> | U) -> iter<U>", fresh=True)
def flat_map(ctx: "Machine", mine: IterValue, f: Value = None) -> IterValue:
    """Results of `f`, with the elements of lists, sets, ranges and iterators in their place."""
    return IterValue(_flat(mine, _callable("flat_map", f, 1)), ctx.hub)


def _flat(upstream: "Iterable[Value]", call: "Callable[[Value], Value]") -> "Iterator[Value]":
    for item in upstream:
        made = call(item)
        if type_of(made) in _FLAT:
            for part in source_of(made) or ():  # noqa: UP028 (as in _after)
                yield part
        else:
            yield made


@method("iter", "take<T>(n: int) -> iter<T>", fresh=True)
def take(mine: IterValue, n: Value = None) -> IterValue:
    """The next `n` elements; the receiver goes on after them."""
    return IterValue(_up_to(mine, _size("take", n)), mine.turns)


def _up_to(upstream: IterValue, left: int) -> "Iterator[Value]":
    # Not one element more is taken, as the receiver goes on after them.
    for item in islice(iter(upstream), left):  # noqa: UP028 (as in _after)
        yield item


@method("iter", "skip<T>(n: int) -> iter<T>", fresh=True)
def skip(ctx: "Machine", mine: IterValue, n: Value = None) -> IterValue:
    """What follows the next `n` elements."""
    return IterValue(_beyond(ctx, mine, _size("skip", n)), mine.turns)


def _beyond(ctx: "Machine", mine: IterValue, left: int) -> "Iterator[Value]":
    upstream = iter(mine)
    while left > 0:
        passed = len(list(islice(upstream, min(left, _BATCH))))
        if not passed:
            return
        left -= passed
        if ctx.flag.up:
            ctx.hub.poll()
    for item in upstream:  # noqa: UP028 (as in _after)
        yield item


@method("iter", "take_while<T>(f: fn(T) -> any) -> iter<T>", fresh=True)
def take_while(ctx: "Machine", mine: IterValue, f: Value = None) -> IterValue:
    """Elements before the first for which `f` is falsy, which is used up."""
    return IterValue(_while(mine, _callable("take_while", f, 1)), ctx.hub)


def _while(upstream: "Iterable[Value]", call: "Callable[[Value], Value]") -> "Iterator[Value]":
    for item in upstream:
        if not call(item):
            return
        yield item


@method("iter", "skip_while<T>(f: fn(T) -> any) -> iter<T>", fresh=True)
def skip_while(ctx: "Machine", mine: IterValue, f: Value = None) -> IterValue:
    """Elements from the first for which `f` is falsy."""
    return IterValue(_after(ctx, mine, _callable("skip_while", f, 1)), ctx.hub)


def _after(ctx: "Machine", mine: IterValue, call: "Callable[[Value], Value]") -> "Iterator[Value]":
    upstream = iter(mine)
    for item in upstream:
        if not call(item):
            yield item
            break
        if ctx.flag.up:
            ctx.hub.poll()
    # Not `yield from`, which would close the upstream together with this iterator.
    for item in upstream:
        yield item


@method(
    "iter",
    "zip<T, U, S>(other: list<U> | set<U> | iter<U> | generator<U> | stream<U> | S) -> iter<Pair<T, U>>",
    fresh=True,
)
def zip_with(mine: IterValue, other: Value = None) -> IterValue:
    """Pairs of an element and the one beside it in `other`, as long as both last."""
    return IterValue(_pairs(mine, _source("zip", other)), mine.turns)


def _pairs(left: "Iterable[Value]", other: "Iterable[Value]") -> "Iterator[Value]":
    right = iter(other)
    for item in left:
        for beside in right:
            yield PairValue(item, beside)
            break
        else:
            return


@method("iter", "enumerate<T>() -> iter<Pair<int, T>>", fresh=True)
def enumerate_items(mine: IterValue) -> IterValue:
    """Pairs of a number, from 0, and an element."""
    return IterValue(_numbered(mine), mine.turns)


def _numbered(upstream: IterValue) -> "Iterator[Value]":
    for index, item in enumerate(upstream):
        yield PairValue(index, item)


@method(
    "iter",
    "chain<T, U, S>(other: list<U> | set<U> | iter<U> | generator<U> | stream<U> | S) -> iter<T | U>",
    fresh=True,
)
def chain(mine: IterValue, other: Value = None) -> IterValue:
    """The elements and then those of `other`."""
    return IterValue(_both(mine, _source("chain", other)), mine.turns)


def _both(first: "Iterable[Value]", second: "Iterable[Value]") -> "Iterator[Value]":
    for source in (first, second):
        for item in source:  # noqa: UP028 (as in _after)
            yield item


@method("iter", "chunks<T>(size: int) -> iter<list<T>>", fresh=True)
def chunks(mine: IterValue, size: Value = None) -> IterValue:
    """Lists of `size` elements; the last may be shorter."""
    if type(size) is not int or size < 1:
        raise type_fault("iter.chunks: chunk size must be positive")
    return IterValue(_cut(mine, size), mine.turns)


def _cut(mine: IterValue, size: int) -> "Iterator[Value]":
    upstream = iter(mine)
    while part := list(islice(upstream, size)):
        yield part


@method("iter", "windows<T>(size: int, step: int = 1) -> iter<list<T>>", fresh=True)
def windows(mine: IterValue, size: Value = None, step: Value = None) -> IterValue:
    """Lists of `size` neighbours, each `step` elements after the one before."""
    stride = 1 if step is None else step
    if type(size) is not int or size < 1 or type(stride) is not int or stride < 1:
        raise type_fault("iter.windows: window size must be positive")
    return IterValue(_slide(mine, size, stride), mine.turns)


def _slide(mine: IterValue, size: int, step: int) -> "Iterator[Value]":
    upstream = iter(mine)
    window = list(islice(upstream, size))
    while len(window) == size:
        yield window
        gap = max(0, step - size)
        fresh = list(islice(upstream, gap, gap + min(step, size)))
        window = [*window[step:], *fresh]


@method("iter", "iter<T>() -> iter<T>")
def iterate(mine: IterValue) -> IterValue:
    """The iterator itself."""
    return mine


@method("iter", "to_list<T>() -> list<T>", fresh=True)
def to_list(ctx: "Machine", mine: IterValue) -> list[Value]:
    """All elements that are left."""
    return _drain(ctx, mine)


@method("iter", "to_set<T>() -> set<T>", fresh=True)
def to_set(ctx: "Machine", mine: IterValue) -> SetValue:
    """All elements that are left, without repetitions."""
    return SetValue.of(_drain(ctx, mine))


@method("iter", "to_dict() -> dict<string, any>", fresh=True)
def to_dict(ctx: "Machine", mine: IterValue) -> dict[str, Value]:
    """A dict of the pairs that are left; the last of equal keys stays."""
    made: dict[str, Value] = {}
    for item in _drain(ctx, mine):
        if type(item) is not PairValue:
            raise type_fault(f"iter.to_dict: expected pair, got {type_of(item)}")
        if type(item.first) is not str:
            raise type_fault(f"iter.to_dict: expected string key, got {type_of(item.first)}")
        made[item.first] = item.second
    return made


@method("iter", "count() -> int")
def count(ctx: "Machine", mine: IterValue) -> int:
    """Number of elements that are left."""
    number = 0
    while batch := len(_batch(mine)):
        number += batch
        if ctx.flag.up:
            ctx.hub.poll()
    return number


@method("iter", "sum() -> int | float")
def sum_items(ctx: "Machine", mine: IterValue) -> int | float:
    """Sum of the numbers that are left."""
    return total(_drain(ctx, mine))


@method("iter", "min<T>() -> T?")
def least(ctx: "Machine", mine: IterValue) -> Value:
    """The first in the order of sorting, nil when nothing is left."""
    items = _drain(ctx, mine)
    return extreme(items, items, False)


@method("iter", "max<T>() -> T?")
def greatest(ctx: "Machine", mine: IterValue) -> Value:
    """The last in the order of sorting, nil when nothing is left."""
    items = _drain(ctx, mine)
    return extreme(items, items, True)


@method("iter", "reduce<T, U>(init: U, f: fn(U, T) -> U) -> U")
def reduce_items(ctx: "Machine", mine: IterValue, init: Value = None, f: Value = None) -> Value:
    """Fold what is left: `f(accumulated, element)`, starting with `init`."""
    call, flag = _callable("reduce", f, 2), ctx.flag
    for item in mine:
        init = call(init, item)
        if flag.up:
            ctx.hub.poll()
    return init


@method("iter", "first<T>() -> T?")
def first(mine: IterValue) -> Value:
    """The next element, nil when nothing is left."""
    return next(iter(mine), None)


@method("iter", "last<T>() -> T?")
def last(ctx: "Machine", mine: IterValue) -> Value:
    """The last element, nil when nothing is left."""
    item: Value = None
    while batch := _batch(mine):
        item = batch[-1]
        if ctx.flag.up:
            ctx.hub.poll()
    return item


@method("iter", "any<T>(f: fn(T) -> any) -> bool")
def any_item(ctx: "Machine", mine: IterValue, f: Value = None) -> bool:
    """Whether `f` is truthy for an element; stops at the first."""
    call, flag = _callable("any", f, 1), ctx.flag
    for item in mine:
        if call(item):
            return True
        if flag.up:
            ctx.hub.poll()
    return False


@method("iter", "all<T>(f: fn(T) -> any) -> bool")
def all_items(ctx: "Machine", mine: IterValue, f: Value = None) -> bool:
    """Whether `f` is truthy for every element; stops at the first for which it is not."""
    call, flag = _callable("all", f, 1), ctx.flag
    for item in mine:
        if not call(item):
            return False
        if flag.up:
            ctx.hub.poll()
    return True


@method("iter", "find<T>(f: fn(T) -> any) -> T?")
def find(ctx: "Machine", mine: IterValue, f: Value = None) -> Value:
    """The first element for which `f` is truthy, nil when there is none."""
    call, flag = _callable("find", f, 1), ctx.flag
    for item in mine:
        if call(item):
            return item
        if flag.up:
            ctx.hub.poll()
    return None


@method("iter", "for_each<T>(f: fn(T) -> any) -> nil")
def for_each(ctx: "Machine", mine: IterValue, f: Value = None) -> None:
    """Call `f` for each element that is left."""
    call, flag = _callable("for_each", f, 1), ctx.flag
    for item in mine:
        call(item)
        if flag.up:
            ctx.hub.poll()


def _drain(ctx: "Machine", mine: IterValue) -> list[Value]:
    items: list[Value] = []
    while batch := _batch(mine):
        items += batch
        if ctx.flag.up:
            ctx.hub.poll()
    return items


def _batch(mine: IterValue) -> list[Value]:
    return list(islice(iter(mine), _BATCH))


def _callable(name: str, f: Value, count: int) -> "Callable[..., Value]":
    call = adapt(f, count)
    if call is None:
        raise type_fault(f"iter.{name}: expected callable")
    return call


def _size(name: str, n: Value) -> int:
    if type(n) is not int or n < 0:
        raise type_fault(f"iter.{name}: expected non-negative int")
    return n


def _source(name: str, value: Value) -> "Iterable[Value]":
    source = source_of(value)
    if source is None:
        raise type_fault(f"iter.{name}: expected an iterable, got {type_of(value)}")
    return source
