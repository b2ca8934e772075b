"""What the hub promises of tasks, one function each: bodies of a main program that a driver runs.

A promise takes a `Program`: the hub, the names that emitted code uses, and the globals of one loaded module.
It asserts what it promises. Drivers differ in gear (timers alone, asyncio) and in thread.
"""

import time
from typing import Any

from harnpy.runtime.errors import caught
from harnpy.runtime.tasks import cancel_gracefully, is_cancelled, race
from harnpy.values.faults import Fault, Thrown
from harnpy.values.iterators import IterValue
from harnpy.values.records import Err, Ok
from tests.runtime.hub.program import LONG, Program, fault_of, promises_of

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


PROMISES = promises_of(globals())
