"""Work of the asyncio loop: what becomes of it when nobody waits any more, and at the end of the program."""

import asyncio
import time
from collections.abc import Callable

import pytest

from harnpy.base.clock import Clock
from harnpy.runtime import hub as hub_module
from harnpy.runtime.hub import Hub
from harnpy.runtime.limits import PollFlag


def run(body: Callable[[Hub], object]) -> Hub:
    """Run a program on a hub of its own."""
    hub = Hub(Clock(), PollFlag(None), [False])
    hub.start_loop()
    hub.run(lambda: body(hub))
    return hub


async def work(seen: list[str], name: str, seconds: float) -> str:
    seen.append(f"{name} begins")
    try:
        await asyncio.sleep(seconds)
    except asyncio.CancelledError:
        seen.append(f"{name} is cancelled")
        raise
    seen.append(f"{name} ends")
    return name


async def fail() -> None:
    await asyncio.sleep(0)
    raise ValueError("no")


def test_a_wait_gives_the_answer_or_raises_the_error() -> None:
    seen: list[str] = []

    def body(hub: Hub) -> None:
        seen.append(str(hub.wait(work(seen, "a", 0.01))))
        with pytest.raises(ValueError, match="no"):
            hub.wait(fail())

    run(body)
    assert seen == ["a begins", "a ends", "a"]


@pytest.mark.parametrize("lasting", [False, True])
def test_only_what_is_lasting_goes_on_when_the_wait_is_given_up(lasting: bool) -> None:
    seen: list[str] = []

    def body(hub: Hub) -> None:
        task = hub.spawn(lambda: hub.wait(work(seen, "a", 0.1), lasting=lasting))
        hub.sleep(20)
        hub.cancel(task)
        hub.sleep(150)

    hub = run(body)
    assert seen == ["a begins", "a ends" if lasting else "a is cancelled"]
    assert hub.external == 0


def test_lasting_work_is_waited_for_at_the_end() -> None:
    seen: list[str] = []

    def body(hub: Hub) -> None:
        task = hub.spawn(lambda: hub.wait(work(seen, "a", 0.1), lasting=True))
        hub.sleep(20)
        hub.cancel(task)

    run(body)
    assert seen == ["a begins", "a ends"]


def test_work_that_never_began_is_forgotten() -> None:
    seen: list[str] = []

    def body(hub: Hub) -> None:
        def wait() -> object:
            # What is pending strikes before the loop has its turn.
            hub.current.pending = True
            hub.current.cancel = 2
            return hub.wait(work(seen, "a", 0.1))

        hub.spawn(wait)
        hub.sleep(20)
        assert hub.external == 0

    run(body)
    assert seen == []


def test_ends_are_awaited_together_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "_END_SECONDS", 0.2)
    seen: list[str] = []

    def body(hub: Hub) -> None:
        loop = hub.start_loop()
        loop.at_end(lambda: work(seen, "slow", 30))  # pyright: ignore[reportArgumentType] - its result is dropped
        loop.at_end(lambda: work(seen, "quick", 0.01))  # pyright: ignore[reportArgumentType] - its result is dropped

    began = time.monotonic()
    run(body)
    assert time.monotonic() - began < 2
    assert seen == ["slow begins", "quick begins", "quick ends", "slow is cancelled"]
