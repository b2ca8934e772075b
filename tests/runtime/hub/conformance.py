"""The promises of the hub, one function each: bodies of a main program that a driver runs.

A promise takes a `Program`: the hub, the names that emitted code uses, and the globals of one loaded module.
It asserts what it promises. Drivers differ in gear (timers alone, asyncio) and in thread.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import Any

from harnpy.base.clock import FixedClock
from harnpy.runtime.channels import Channel
from harnpy.runtime.errors import caught
from harnpy.runtime.hub import Hub
from harnpy.runtime.tasks import Operations, cancel_gracefully, is_cancelled, race, wait_for
from harnpy.values.faults import Fault, Thrown
from harnpy.values.iterators import IterValue
from harnpy.values.kinds import Value
from harnpy.values.records import Err, Ok

CLOSED = "channel 'c' is closed"
LONG = 60_000


class Program:
    """What a main program and its tasks can do."""

    def __init__(self, hub: Hub, module: dict[str, Any]) -> None:
        self.hub = hub
        self.module = module
        names: dict[str, Any] = Operations(hub).names()
        self.spawn = names["_spawn"]
        self.scope = names["_scope"]
        self.parallel = names["_parallel"]
        self.select = names["_select"]
        self.deadline = names["_deadline"]
        self.mutex = names["_mutex"]
        self.gen = names["_gen"]

    def spin(self, until: Callable[[], bool] = lambda: False) -> None:
        """A loop as emitted code has it."""
        while not until():
            if self.module["_FLAG"]:
                self.hub.poll()

    def wait(self, handle: object) -> Value:
        """`await`."""
        return wait_for(self.hub, handle)

    def channel(self, capacity: int = 4) -> Channel:
        """A channel called c."""
        return Channel(self.hub, "c", capacity)


def fault_of(body: Callable[[], object]) -> Value:
    """What `catch` binds."""
    try:
        body()
    except Fault as error:
        return caught(error)
    raise AssertionError("nothing was thrown")


# Tasks.


def await_gives_the_result_once(program: Program) -> None:
    handle = program.spawn(lambda: 7)
    assert [program.wait(handle), program.wait(handle), program.wait(5)] == [7, None, 5]
    assert handle.shown() == "task:vm_task_1"


def await_raises_the_error_once(program: Program) -> None:
    def bad() -> None:
        raise Thrown("bad")

    handle = program.spawn(bad)
    assert fault_of(lambda: program.wait(handle)) == "bad"
    assert program.wait(handle) is None


def an_error_nobody_awaits_is_silent(program: Program) -> None:
    def bad() -> None:
        raise Thrown("bad")

    program.spawn(bad)
    program.hub.sleep(1)


def tasks_run_in_the_order_in_which_they_were_spawned(program: Program) -> None:
    seen: list[int] = []

    def body(number: int) -> None:
        seen.append(number)
        program.hub.yield_now()
        seen.append(-number)

    handles = [program.spawn(lambda number=number: body(number)) for number in (1, 2, 3)]
    for handle in handles:
        program.wait(handle)
    assert seen == [1, 2, 3, -1, -2, -3]


def tasks_start_with_room_for_all_calls(program: Program) -> None:
    def deep(depth: int) -> int:
        return deep(depth - 1) + 1 if depth else 0

    def spawn_at(depth: int) -> int:
        return spawn_at(depth - 1) if depth else program.wait(program.spawn(lambda: deep(500)))

    assert spawn_at(300) == 500


def busy_tasks_take_turns(program: Program) -> None:
    rounds = [0, 0]

    def body(mine: int) -> None:
        for number in range(1, 4):
            rounds[mine] = number
            program.spin(lambda number=number: rounds[1 - mine] >= number)

    with program.scope():
        program.spawn(lambda: body(0))
        program.spawn(lambda: body(1))
    assert rounds == [3, 3]


def a_busy_task_lets_a_sleeper_wake(program: Program) -> None:
    woken: list[bool] = []

    def sleeper() -> None:
        program.hub.sleep(5)
        woken.append(True)

    program.spawn(sleeper)
    program.hub.yield_now()
    program.spin(lambda: bool(woken))


def ten_thousand_sleepers_end_within_a_second(program: Program) -> None:
    start = time.monotonic()
    handles = [program.spawn(lambda: program.hub.sleep(10)) for _ in range(9_999)]
    for handle in handles:
        program.wait(handle)
    # Twice what is promised: the machines of the suite are shared.
    assert time.monotonic() - start < 2


def more_than_ten_thousand_tasks_are_refused(program: Program) -> None:
    for _ in range(10_000):
        program.spawn(lambda: None)
    assert "more than 10000 tasks" in fault_of(lambda: program.spawn(lambda: None))


def awaiting_oneself_is_a_deadlock(program: Program) -> None:
    handles: list[Any] = []

    def body() -> str:
        return fault_of(lambda: program.wait(handles[0]))

    handles.append(program.spawn(body))
    assert program.wait(handles[0]).startswith("HARN-ORC-011: deadlock detected: ")


def tasks_that_await_each_other_are_a_deadlock(program: Program) -> None:
    handles: list[Any] = []
    handles += [
        program.spawn(lambda: program.wait(handles[1])),
        program.spawn(lambda: program.wait(handles[0])),
    ]
    assert fault_of(lambda: program.wait(handles[0])).startswith("HARN-ORC-011: ")


def waiting_for_nobody_is_a_deadlock(program: Program) -> None:
    assert fault_of(program.channel().receive) == (
        "HARN-ORC-012: wait-for deadlock detected: all active tasks are waiting; receive on channel 'c' has "
        "no sender (channel 'c') — no active task can make progress"
    )


# Cancellation.


def cancel_ends_a_waiting_task_and_runs_its_cleanups(program: Program) -> None:
    seen: list[str] = []

    def body() -> None:
        try:
            program.hub.sleep(LONG)
        finally:
            seen.append("cleanup")

    handle = program.spawn(body)
    program.hub.yield_now()
    program.hub.cancel(handle)
    assert program.wait(handle) is None
    assert seen == ["cleanup"]


def cancel_ends_a_busy_task(program: Program) -> None:
    handle = program.spawn(program.spin)
    program.spawn(lambda: program.hub.cancel(handle))
    assert program.wait(handle) is None


def cancel_before_the_start_runs_nothing(program: Program) -> None:
    seen: list[bool] = []
    handle = program.spawn(lambda: seen.append(True))
    program.hub.cancel(handle)
    assert program.wait(handle) is None
    assert not seen


def a_task_that_swallows_its_cancellation_is_ended(program: Program) -> None:
    caught_texts: list[Any] = []
    cleanups: list[bool] = []

    def body() -> None:
        try:
            while True:
                try:
                    program.spin()
                except Fault as error:
                    caught_texts.append(caught(error))
        finally:
            cleanups.append(True)

    handle = program.spawn(body)
    program.spawn(lambda: program.hub.cancel(handle))
    program.wait(handle)
    assert caught_texts == ["kind:cancelled:VM cancelled by host"]
    assert cleanups == [True]


def a_cancelled_task_may_wait_for_a_quarter_of_a_second(program: Program) -> None:
    seen: list[str] = []

    def body() -> None:
        try:
            program.hub.sleep(LONG)
        except Fault:
            program.hub.sleep(10)
            seen.append("short")
            program.hub.sleep(LONG)
            seen.append("long")

    handle = program.spawn(body)
    program.hub.yield_now()
    program.hub.cancel(handle)
    program.wait(handle)
    assert seen == ["short"]


def a_graceful_cancel_lets_the_task_finish(program: Program) -> None:
    def body() -> str:
        while not is_cancelled(program.hub):
            program.hub.sleep(1)
        return "done"

    handle = program.spawn(body)
    program.hub.yield_now()
    result = cancel_gracefully(program.hub, handle, LONG)
    assert isinstance(result, Ok)
    assert result.f0 == "done"


def a_graceful_cancel_ends_a_task_that_does_not_listen(program: Program) -> None:
    handle = program.spawn(lambda: program.hub.sleep(LONG))
    result = cancel_gracefully(program.hub, handle, 5)
    assert isinstance(result, Err)
    assert result.f0 == "Thrown: kind:cancelled:VM cancelled by host"


# Scopes and branches.


def a_scope_joins_its_tasks(program: Program) -> None:
    seen: list[int] = []
    with program.scope():
        program.spawn(lambda: (program.hub.sleep(2), seen.append(1), program.spawn(lambda: seen.append(3))))
        program.spawn(lambda: seen.append(2))
    assert seen == [2, 1, 3]


def a_failing_task_cancels_its_scope(program: Program) -> None:
    seen: list[str] = []

    def slow() -> None:
        try:
            program.hub.sleep(LONG)
        finally:
            seen.append("cleanup")

    def bad() -> None:
        program.hub.sleep(1)
        raise Thrown("bad")

    def body() -> None:
        with program.scope():
            program.spawn(slow)
            program.spawn(bad)

    assert fault_of(body) == "bad"
    assert seen == ["cleanup"]


def leaving_a_scope_by_an_error_cancels_its_tasks(program: Program) -> None:
    handles: list[Any] = []

    def body() -> None:
        with program.scope():
            handles.append(program.spawn(lambda: program.hub.sleep(LONG)))
            raise Thrown("out")

    assert fault_of(body) == "out"
    assert handles[0].done


def an_awaited_error_is_not_raised_again_by_the_scope(program: Program) -> None:
    def bad() -> None:
        raise Thrown("bad")

    with program.scope():
        handle = program.spawn(bad)
        assert fault_of(lambda: program.wait(handle)) == "bad"


def parallel_keeps_the_order_of_the_source(program: Program) -> None:
    def body(item: int) -> int:
        program.hub.sleep(item)
        return item * 10

    assert program.parallel("each", [3, 1, 2], body, None) == [30, 10, 20]
    assert program.parallel("count", 3, lambda index: index, None) == [0, 1, 2]
    assert program.parallel("count", "x", lambda index: index, None) == []
    assert program.parallel("each", IterValue([1]), lambda item: item, None) == [1]


def parallel_keeps_to_its_slots(program: Program) -> None:
    running = most = 0

    def body(_: int) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        program.hub.sleep(1)
        running -= 1

    program.parallel("each", [1, 2, 3, 4, 5], body, {"max_concurrent": 2})
    assert most == 2
    assert fault_of(lambda: program.parallel("each", [1], body, {"max_concurrent": "x"})) == (
        "parallel max_concurrent must be an int; got string"
    )


def parallel_fails_with_the_lowest_index(program: Program) -> None:
    seen: list[int] = []

    def body(item: int) -> None:
        if item == 1:
            try:
                program.hub.sleep(LONG)
            finally:
                seen.append(item)
        raise Thrown(f"bad {item}")

    assert fault_of(lambda: program.parallel("each", [1, 2, 3], body, None)) == "bad 2"
    assert seen == [1]


def settle_runs_all(program: Program) -> None:
    def body(item: int) -> int:
        if item == 2:
            raise Thrown("bad")
        return item

    settled = program.parallel("settle", [1, 2, 3], body, None)
    assert [type(result) for result in settled["results"]] == [Ok, Err, Ok]
    assert settled["results"][1].f0 == "bad"
    assert (settled["succeeded"], settled["failed"]) == (2, 1)


def a_stream_of_branches_comes_in_the_order_of_completion(program: Program) -> None:
    def body(item: int) -> int:
        program.hub.sleep(item * 4)
        return item

    assert list(program.parallel("each_stream", [3, 1, 2], body, None)) == [1, 2, 3]


def closing_a_stream_of_branches_cancels_them(program: Program) -> None:
    seen: list[int] = []

    def body(item: int) -> int:
        try:
            program.hub.sleep(item)
            return item
        finally:
            seen.append(item)

    stream = program.parallel("each_stream", [1, LONG], body, None)
    assert stream.pull() == 1
    stream.close()
    assert seen == [1, LONG]


def the_first_result_wins_a_race(program: Program) -> None:
    def body(item: int) -> int:
        program.hub.sleep(item)
        return item

    assert race(program.hub, [LONG, 1, LONG], body) == 1
    assert race(program.hub, [], body) is None


# Channels and select.


def a_channel_hands_on_in_order_and_waits_while_full(program: Program) -> None:
    channel = program.channel(2)
    seen: list[str] = []

    def produce() -> None:
        for number in range(4):
            channel.send(number)
            seen.append(f"sent {number}")
        channel.close()

    program.spawn(produce)
    program.hub.yield_now()
    assert seen == ["sent 0", "sent 1"]
    assert list(channel) == [0, 1, 2, 3]


def a_closed_channel_throws_once_it_is_empty(program: Program) -> None:
    channel = program.channel()
    channel.send(1)
    channel.close()
    assert channel.receive() == 1
    assert fault_of(channel.receive)["message"] == f"receive: {CLOSED}"
    thrown = fault_of(lambda: channel.send(2))
    assert thrown == {
        "type": "ChannelClosed",
        "kind": "ChannelClosed",
        "category": "channel_closed",
        "message": f"send: {CLOSED}",
    }
    assert channel.try_receive() is None


def closing_wakes_those_who_wait(program: Program) -> None:
    empty, full = program.channel(), program.channel(1)
    full.send(1)
    receiver = program.spawn(lambda: fault_of(empty.receive)["message"])
    sender = program.spawn(lambda: fault_of(lambda: full.send(2))["message"])
    program.hub.yield_now()
    empty.close()
    full.close()
    assert program.wait(receiver) == f"receive: {CLOSED}"
    assert program.wait(sender) == f"send: {CLOSED}"


def select_takes_the_first_ready_case(program: Program) -> None:
    first, second = program.channel(), program.channel()
    assert program.select([first, second], None, True) == (-2, None)
    second.send("b")
    assert program.select([first, second], None, False) == (1, "b")
    assert program.select([first, second], 5, False) == (-1, None)
    program.spawn(lambda: first.send("a"))
    assert program.select([first, second], LONG, False) == (0, "a")
    program.spawn(first.close)
    program.spawn(second.close)
    assert program.select([first, second], None, False) == (-3, None)


def an_interrupted_receive_loses_no_value(program: Program) -> None:
    channel = program.channel()

    def body() -> None:
        with program.deadline(2):
            channel.receive()

    assert fault_of(body) == "Deadline exceeded"
    channel.send(1)
    assert channel.receive() == 1


# Deadlines.


def a_deadline_ends_a_wait(program: Program) -> None:
    def body() -> None:
        with program.deadline(5):
            program.hub.sleep(LONG)

    assert fault_of(body) == "Deadline exceeded"


def a_deadline_ends_a_busy_loop(program: Program) -> None:
    start = time.monotonic()

    def body() -> None:
        with program.deadline(30):
            program.spin()

    assert fault_of(body) == "Deadline exceeded"
    assert time.monotonic() - start < 0.2


def a_deadline_may_be_caught_inside(program: Program) -> None:
    with program.deadline(2):
        assert fault_of(lambda: program.hub.sleep(LONG)) == "Deadline exceeded"
        program.hub.sleep(5)


def nested_deadlines_expire_on_their_own(program: Program) -> None:
    def inner() -> None:
        with program.deadline(LONG):
            program.hub.sleep(LONG)

    def outer() -> None:
        with program.deadline(3):
            inner()

    assert fault_of(outer) == "Deadline exceeded"
    with program.deadline(LONG):
        assert fault_of(outer) == "Deadline exceeded"
    program.hub.sleep(5)


def a_deadline_cancels_branches(program: Program) -> None:
    seen: list[int] = []

    def branch(item: int) -> None:
        try:
            program.hub.sleep(LONG)
        finally:
            seen.append(item)

    def body() -> None:
        with program.deadline(3):
            program.parallel("each", [1, 2], branch, None)

    assert fault_of(body) == "Deadline exceeded"
    assert seen == [1, 2]


def a_passed_deadline_does_not_linger(program: Program) -> None:
    with program.deadline(5):
        pass
    program.hub.sleep(10)


# Mutexes.


def a_mutex_lets_one_task_in_at_a_time(program: Program) -> None:
    seen: list[str] = []

    def body(name: str) -> None:
        with program.mutex("k"):
            seen.append(name)
            program.hub.sleep(1)
            seen.append(name)

    with program.scope():
        for name in "abc":
            program.spawn(lambda name=name: body(name))
    assert seen == ["a", "a", "b", "b", "c", "c"]


def entering_a_mutex_twice_is_a_deadlock(program: Program) -> None:
    def body() -> None:
        with program.mutex("k"), program.mutex("k"):
            pass

    assert fault_of(body) == (
        "HARN-ORC-011: deadlock detected: re-entrant acquire of a non-reentrant mutex already held by this "
        "task (mutex 'k') — this wait can never complete and would block forever"
    )
    with program.mutex("k"):
        pass


def mutexes_taken_crosswise_are_a_deadlock(program: Program) -> None:
    def body(first: str, second: str) -> None:
        with program.mutex(first):
            program.hub.sleep(1)
            with program.mutex(second):
                pass

    def both() -> None:
        with program.scope():
            program.spawn(lambda: body("a", "b"))
            program.spawn(lambda: body("b", "a"))

    assert fault_of(both).startswith("HARN-ORC-011: deadlock detected: ")


def an_interrupted_wait_for_a_mutex_leaves_it_to_others(program: Program) -> None:
    def hold() -> None:
        with program.mutex("k"):
            program.hub.sleep(10)

    def want() -> None:
        with program.deadline(2), program.mutex("k"):
            pass

    holder = program.spawn(hold)
    program.hub.yield_now()
    assert fault_of(want) == "Deadline exceeded"
    program.wait(holder)
    with program.mutex("k"):
        pass


# Generators.


def two_tasks_pull_one_generator_in_turn(program: Program) -> None:
    def body() -> Iterator[int]:
        for number in range(3):
            program.hub.sleep(2)
            yield number

    generator = program.gen(body)
    first, second = program.spawn(generator.pull), program.spawn(generator.pull)
    assert [program.wait(first), program.wait(second), generator.pull()] == [0, 1, 2]


def a_generator_that_pulls_itself_is_a_deadlock(program: Program) -> None:
    handles: list[Any] = []

    def body() -> Iterator[Any]:
        yield fault_of(handles[0].pull)

    handles.append(program.gen(body))
    program.spawn(lambda: program.hub.sleep(30))
    assert handles[0].pull().startswith("HARN-ORC-011: ")


def a_dropped_generator_runs_its_cleanups(program: Program) -> None:
    seen: list[str] = []

    def body() -> Iterator[int]:
        try:
            yield 1
        finally:
            seen.append("cleanup")

    for _ in program.gen(body):
        break
    assert seen == ["cleanup"]


# Other waits.


def threads_hand_back_their_results(program: Program) -> None:
    program.spawn(lambda: None)
    assert program.hub.in_thread(lambda: 7) == 7
    assert fault_of(lambda: program.hub.in_thread(_fail)) == "from a thread"


def _fail() -> None:
    raise Thrown("from a thread")


def awaitables_run_beside_tasks(program: Program) -> None:
    async def answer(value: int) -> int:
        await asyncio.sleep(0.005)
        return value

    seen: list[str] = []
    program.spawn(lambda: seen.append("task"))
    handles = [program.spawn(lambda value=value: program.hub.wait(answer(value))) for value in (1, 2)]
    assert program.hub.wait(answer(3)) == 3
    assert [program.wait(handle) for handle in handles] == [1, 2]
    assert seen == ["task"]


def a_deadline_ends_an_await(program: Program) -> None:
    def body() -> None:
        with program.deadline(5):
            program.hub.wait(asyncio.sleep(60))

    assert fault_of(body) == "Deadline exceeded"


def mocked_time_moves_on_by_sleeping(program: Program) -> None:
    timers = program.hub.timers
    timers.replace(FixedClock(1_000))
    seen: list[str] = []

    def body(name: str, ms: float) -> None:
        program.hub.sleep(ms)
        seen.append(name)

    with program.scope():
        program.spawn(lambda: body("hour", 3_600_000))
        program.spawn(lambda: body("minute", 60_000))
    assert seen == ["minute", "hour"]
    assert timers.clock.now_ms() == 3_601_000
    timers.replace(None)
    program.hub.sleep(1)


# All functions above but the helpers, in order.
PROMISES: tuple[Callable[[Program], object], ...] = tuple(
    value
    for name, value in list(globals().items())
    if callable(value)
    and getattr(value, "__module__", "") == __name__
    and not isinstance(value, type)
    and not name.startswith("_")
    and name != "fault_of"
)
