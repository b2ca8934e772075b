"""Lazy iterators, generators and the operators of `stream.*`."""

from collections.abc import Iterator

import pytest

from harnpy.values.containers import RangeValue
from harnpy.values.display import display
from harnpy.values.functions import Native
from harnpy.values.iterators import GeneratorValue, IterValue, StreamValue
from harnpy.values.kinds import Value
from tests.natives.calling import MACHINE, call, fault, method, shown, told


def lazily(*items: object) -> IterValue:
    """An iterator over the arguments."""
    return IterValue(list(items))


def stream_of(*items: object) -> StreamValue:
    """A stream of the arguments."""
    return StreamValue(lambda: iter_of(items), MACHINE.hub)


def iter_of(items: tuple[object, ...]) -> Iterator[object]:
    """A Python generator."""
    yield from items


def double(x: Value) -> Value:
    return x * 2


def odd(x: Value) -> Value:
    return x % 2 == 1


def pairs_of(x: Value) -> Value:
    return [x, x] if x < 3 else x


@pytest.mark.parametrize(
    ("name", "arguments", "text"),
    [
        ("map", (double,), "[2, 4, 6, 8]"),
        ("filter", (odd,), "[1, 3]"),
        ("flat_map", (pairs_of,), "[1, 1, 2, 2, 3, 4]"),
        ("take", (2,), "[1, 2]"),
        ("take", (0,), "[]"),
        ("skip", (3,), "[4]"),
        ("skip", (9,), "[]"),
        ("take_while", (odd,), "[1]"),
        ("skip_while", (odd,), "[2, 3, 4]"),
        ("zip", (["a", "b"],), "[(1, a), (2, b)]"),
        ("enumerate", (), "[(0, 1), (1, 2), (2, 3), (3, 4)]"),
        ("chain", ([5],), "[1, 2, 3, 4, 5]"),
        ("chunks", (3,), "[[1, 2, 3], [4]]"),
        ("windows", (3,), "[[1, 2, 3], [2, 3, 4]]"),
        ("windows", (2, 2), "[[1, 2], [3, 4]]"),
        ("windows", (1, 3), "[[1], [4]]"),
        ("iter", (), "[1, 2, 3, 4]"),
    ],
)
def test_combinators(name: str, arguments: tuple[object, ...], text: str) -> None:
    assert told(method(lazily(1, 2, 3, 4), name, *arguments), "to_list") == text


@pytest.mark.parametrize(
    ("name", "arguments", "text"),
    [
        ("count", (), "3"),
        ("sum", (), "6"),
        ("min", (), "1"),
        ("max", (), "3"),
        ("first", (), "3"),
        ("last", (), "2"),
        ("reduce", (10, lambda a, x: a - x), "4"),
        ("any", (odd,), "true"),
        ("all", (odd,), "false"),
        ("find", (lambda x: x < 3,), "1"),
        ("to_set", (), "set(3, 1, 2)"),
        ("for_each", (odd,), "nil"),
    ],
)
def test_sinks(name: str, arguments: tuple[object, ...], text: str) -> None:
    assert told(lazily(3, 1, 2), name, *arguments) == text


@pytest.mark.parametrize("name", ["first", "last", "min", "max", "find"])
def test_sinks_of_nothing_are_nil(name: str) -> None:
    assert method(lazily(), name, odd) is None


def test_ranges_and_other_sources_have_iterators() -> None:
    assert told(method(RangeValue(1, 3, True), "map", double), "to_list") == "[2, 4, 6]"
    assert told(call("iter", {"b": 1, "a": 2}), "to_list") == "[(a, 2), (b, 1)]"
    assert told(call("iter", "añ"), "to_list") == "[a, ñ]"
    assert told(call("iter", {"b": 1}), "to_dict") == "{b: 1}"


def test_a_combinator_shares_the_upstream() -> None:
    numbers = lazily(1, 2, 3, 4)
    assert told(method(numbers, "take", 2), "to_list") == "[1, 2]"
    assert display(numbers) == "<iter>"
    for _ in method(numbers, "skip", 0):
        break
    assert told(numbers, "to_list") == "[4]"
    assert display(numbers) == "<iter (exhausted)>"
    assert told(numbers, "to_list") == "[]"


def test_an_iterator_is_a_snapshot() -> None:
    items = [1, 2]
    numbers = IterValue(items)
    items = [*items, 3]
    assert told(numbers, "to_list") == "[1, 2]"


@pytest.mark.parametrize(
    ("name", "arguments", "text"),
    [
        ("map", (), "iter.map: expected callable"),
        ("any", (1,), "iter.any: expected callable"),
        ("take", (-1,), "iter.take: expected non-negative int"),
        ("skip", ("1",), "iter.skip: expected non-negative int"),
        ("chunks", (0,), "iter.chunks: chunk size must be positive"),
        ("zip", (1,), "iter.zip: expected an iterable, got int"),
        ("to_dict", (), "iter.to_dict: expected pair, got int"),
    ],
)
def test_faults_of_iterators(name: str, arguments: tuple[object, ...], text: str) -> None:
    assert fault(method, lazily(1), name, *arguments) == f"Type error: {text}"


def test_generators_follow_their_protocol() -> None:
    def body() -> Iterator[object]:
        yield 1
        yield None

    generator = GeneratorValue(body, MACHINE.hub)
    steps = [told(generator, "next") for _ in range(4)]
    assert steps[:2] == ["{done: false, value: 1}", "{done: false, value: nil}"]
    assert steps[2:] == ["{done: true, value: nil}"] * 2
    assert display(generator) == "<generator (done)>"
    assert told(method(stream_of(1, 2), "iter"), "to_list") == "[1, 2]"


@pytest.mark.parametrize(
    ("name", "arguments", "items"),
    [
        ("map", (double,), "[2, 4, 6]"),
        ("filter", (odd,), "[1, 3]"),
        ("tap", (double,), "[1, 2, 3]"),
        ("scan", (10, lambda a, x: a + x), "[11, 13, 16]"),
        ("take", (2,), "[1, 2]"),
        ("take_until", (lambda x: x == 3,), "[1, 2]"),
        ("zip", (["a", "b"],), "[(1, a), (2, b)]"),
        ("interleave", ([7], [8, 9]), "[1, 7, 8, 2, 9, 3]"),
        ("race", (), "[1, 2, 3]"),
        ("debounce", (5,), "[3]"),
        ("throttle", (1000,), "[1, 2, 3]"),
    ],
)
def test_operators_of_streams(name: str, arguments: tuple[object, ...], items: str) -> None:
    from_list = call(f"stream.{name}", [1, 2, 3], *arguments)
    from_stream = call(f"stream.{name}", stream_of(1, 2, 3), *arguments)
    assert (from_list.KIND, from_stream.KIND) == ("iter", "stream")
    assert shown("stream.collect", from_list) == shown("stream.collect", from_stream) == items


def test_merge_takes_values_as_they_come() -> None:
    def slow() -> Iterator[object]:
        for item in ("a", "b"):
            MACHINE.hub.sleep(100)
            yield item

    merged = call("stream.merge", StreamValue(slow, MACHINE.hub), [1, 2])
    assert shown("stream.collect", merged) == "[1, 2, a, b]"


def test_race_takes_the_first_source() -> None:
    def slow() -> Iterator[object]:
        MACHINE.hub.sleep(100_000)
        yield "late"

    before = MACHINE.hub.timers.now()
    assert shown("stream.collect", call("stream.race", StreamValue(slow, MACHINE.hub), [1, 2])) == "[1, 2]"
    assert MACHINE.hub.timers.now() - before < 100_000


def test_debounce_waits_for_silence() -> None:
    def bursts() -> Iterator[object]:
        for item, pause in ((1, 1), (2, 50), (3, 1), (4, 0)):
            yield item
            MACHINE.hub.sleep(pause)

    assert shown("stream.collect", call("stream.debounce", StreamValue(bursts, MACHINE.hub), 10)) == "[2, 4]"


def test_broadcast_gives_all_values_to_each() -> None:
    first, second = call("stream.broadcast", stream_of(1, 2), 2)
    assert shown("stream.first", first) == "1"
    assert shown("stream.collect", second) == "[1, 2]"
    assert shown("stream.collect", first) == "[2]"


def test_a_failing_source_of_a_merge_throws() -> None:
    broken: Native = MACHINE.native("unreachable")

    def failing() -> Iterator[object]:
        yield 1
        broken.call()

    merged = call("stream.merge", StreamValue(failing, MACHINE.hub), [7])
    assert fault(call, "stream.collect", merged) == "Runtime error: unreachable code was reached"


def test_sinks_of_streams() -> None:
    assert call("stream.fold", [1, 2], 10, lambda a, x: a + x) == 13
    assert call("stream.first", []) is None
    for cap in (1, {"max": 1}):
        text = "Runtime error: stream.collect: max cap 1 exceeded"
        assert fault(call, "stream.collect", [1, 2], cap) == text


@pytest.mark.parametrize(
    ("name", "arguments", "text"),
    [
        ("merge", (), "stream.merge: expected at least one stream"),
        ("interleave", ([],), "stream.interleave: expected at least two streams"),
        ("zip", ([], [], []), "stream.zip: expected 2 streams, got 3"),
        ("first", (5,), "stream.first: expected a stream or iterable, got int"),
    ],
)
def test_faults_of_streams(name: str, arguments: tuple[object, ...], text: str) -> None:
    assert fault(call, f"stream.{name}", *arguments) == f"Type error: {text}"
