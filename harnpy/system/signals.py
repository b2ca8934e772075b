"""Signals of this process: which numbers and what to do in, a way to undo it out."""

import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager


@contextmanager
def handled(numbers: tuple[int, ...], action: Callable[[int], None]) -> Generator[None]:
    """Call `action` with the number of each signal that arrives while the body runs.

    Only the main thread may handle signals; elsewhere the body runs without.
    """
    before: dict[int, object] = {}
    try:
        for number in numbers:
            before[number] = signal.signal(number, lambda arrived, _frame: action(arrived))
    except ValueError:
        before.clear()
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)  # pyright: ignore[reportArgumentType] (it came from signal itself)


def name_of(number: int) -> str:
    """`SIGTERM` for 15; `SIG` and the number for one without a name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"SIG{number}"
