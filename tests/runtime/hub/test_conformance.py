"""The conformance suite of the hub on each driver."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from harnpy.base.clock import Clock
from harnpy.runtime.hub import Hub
from harnpy.runtime.limits import Depth, PollFlag
from tests.runtime.hub import conformance, conformance_waits
from tests.runtime.hub.program import Program

PROMISES = (*conformance.PROMISES, *conformance_waits.PROMISES)


def _program() -> Program:
    flag = PollFlag()
    module: dict[str, Any] = {}
    flag.register(module)
    return Program(Hub(Clock(), flag, [False]), module)


def _run(promise: Callable[[Program], object], loop: bool) -> None:
    program = _program()
    if loop:
        program.hub.start_loop()
    depth = Depth()
    depth.enter()
    try:
        program.hub.run(lambda: promise(program))
    finally:
        depth.leave()


def with_timers(promise: Callable[[Program], object]) -> None:
    """Timers alone."""
    _run(promise, False)


def with_a_loop(promise: Callable[[Program], object]) -> None:
    """An asyncio loop from the start."""
    _run(promise, True)


def in_a_thread(promise: Callable[[Program], object]) -> None:
    """A thread that is not the main one."""
    raised: list[BaseException] = []

    def body() -> None:
        try:
            _run(promise, False)
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=body)
    thread.start()
    thread.join()
    if raised:
        raise raised[0]


@pytest.mark.parametrize("driver", [with_timers, with_a_loop, in_a_thread], ids=lambda one: one.__name__)
@pytest.mark.parametrize("promise", PROMISES, ids=lambda one: one.__name__)
def test_promise(promise: Callable[[Program], object], driver: Callable[[Any], None]) -> None:
    driver(promise)
