"""What the hub promises of waits: channels, deadlines, mutexes, generators, threads, awaitables, time.

A promise takes a `Program`: the hub, the names that emitted code uses, and the globals of one loaded module.
It asserts what it promises. Drivers differ in gear (timers alone, asyncio) and in thread.
"""

import asyncio
import time
from collections.abc import Iterator
from typing import Any

from harnpy.base.clock import FixedClock
from harnpy.values.faults import Thrown
from tests.runtime.hub.program import LONG, Program, fault_of, promises_of

CLOSED = "channel 'c' is closed"


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


PROMISES = promises_of(globals())
