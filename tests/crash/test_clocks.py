"""R08, X11: clocks that jump change no wait, remove no young file and let no identifier go back."""

import os
from pathlib import Path

import pytest

from harnpy.base.clock import Clock
from harnpy.durable.identity import Identifiers
from tests.crash.worlds import STORES, Kept, contents, world_in

HOUR, YEAR = 3_600_000, 31_536_000_000
JUMPS = {"back one hour": -HOUR, "forward ten years": 10 * YEAR, "to 1970": -(10**13), "frozen": None}


class Jumping(Clock):
    """Real monotonic time; wall time jumps between calls."""

    __slots__ = ("_calls", "_jump")

    def __init__(self, jump: int | None) -> None:
        self._jump = jump
        self._calls = 0

    def now_ms(self) -> int:
        self._calls += 1
        if self._jump is None:
            return 1_764_000_000_000
        return max(super().now_ms() + (self._jump if self._calls % 2 else 0), 0)


@pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS)
@pytest.mark.parametrize("kind", STORES)
def test_R08_stores_work_under_a_clock_that_jumps(
    kind: type[Kept], jump: int | None, quick_path: Path
) -> None:
    kept = kind(world_in(quick_path, clock=Jumping(jump)))
    for number in range(6):
        kept.put(f"k{number % 3}", str(number))
    kept.remove("k0")
    assert contents(kind, quick_path) == {"k1": "4", "k2": "5"}


@pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS)
def test_R08_identifiers_ascend_and_stay_apart(jump: int | None) -> None:
    ids = Identifiers(Jumping(jump))
    made = [ids.text() for _ in range(10_000)]
    assert made == sorted(set(made))
    assert all(len(one) == 36 and one[14] == "7" and one[19] in "89ab" for one in made)


@pytest.mark.parametrize("kind", STORES)
def test_R08_leftovers_from_the_future_are_young(kind: type[Kept], quick_path: Path) -> None:
    kept = kind(world_in(quick_path))
    kept.put("k", "1")
    folder = Path(kept.folder())
    future, old = folder / ".k.future.tmp", folder / ".k.old.tmp"
    for path, seconds in ((future, 4_000_000_000), (old, 1_000)):
        path.write_text("x")
        os.utime(path, (seconds, seconds))
    kind(world_in(quick_path)).put("k", "2")
    assert (future.exists(), old.exists()) == (True, False)
    assert contents(kind, quick_path) == {"k": "2"}
