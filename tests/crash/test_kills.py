"""R01: processes that are killed, at every step of an operation and at random, lose nothing acknowledged."""

import os
import random
import signal
import time
from functools import partial
from pathlib import Path

import pytest

from harnpy.durable.world import World
from tests.crash.worlds import (
    KILLED,
    STORES,
    Kept,
    contents,
    ended,
    filled,
    forked,
    litter,
    size,
    world_in,
)

OPERATIONS = ("replace", "add", "remove")
HOUR = 3600


def operate(kept: Kept, operation: str) -> None:
    """One change of a store with three entries."""
    if operation == "remove":
        kept.remove("k1")
    else:
        kept.put("k1" if operation == "replace" else "new", "fresh")


def operate_on(kind: type[Kept], world: World, operation: str) -> None:
    """The same, from a world on."""
    operate(kind(world), operation)


def changed(before: dict[str, str], operation: str) -> dict[str, str]:
    """The entries after that change."""
    after = dict(before)
    if operation == "remove":
        del after["k1"]
    else:
        after["k1" if operation == "replace" else "new"] = "fresh"
    return after


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("kind", STORES)
def test_R01_a_kill_at_any_step_leaves_the_old_state_or_the_new(
    kind: type[Kept], operation: str, quick_path: Path
) -> None:
    seen: set[str] = set()
    number, side = 1, "before"
    while True:
        folder = quick_path / f"{number}{side}"
        folder.mkdir()
        before = filled(kind, folder)
        plan = {"HARNPY_TESTING": "1", "HARNPY_FAULT": f"kill@any:{number}:{side}"}
        world = world_in(folder, environ=plan)
        code = ended(forked(partial(operate_on, kind, world, operation)))
        found = contents(kind, folder)
        assert found in (before, changed(before, operation))
        seen.add("new" if found != before else "old")
        if code == 0:
            assert found == changed(before, operation)
            break
        assert code == KILLED
        cleaned(kind, folder)
        number, side = (number, "after") if side == "before" else (number + 1, "before")
    assert seen == {"old", "new"}
    assert number > 5


def cleaned(kind: type[Kept], folder: Path) -> None:
    """The next change removes what the killed process left, once it is old enough."""
    young = litter(folder)
    kind(world_in(folder)).put("k0", "again")
    assert litter(folder) == young
    for name in young:
        os.utime(folder / name, (0, time.time() - 2 * HOUR))
    kept = kind(world_in(folder))
    for key in ("k0", "k1"):
        kept.put(key, "again")
    assert litter(folder) == []
    assert contents(kind, folder)["k0"] == "again"


@pytest.mark.parametrize("kind", STORES)
def test_R01_a_kill_at_a_random_moment_loses_nothing_acknowledged(kind: type[Kept], quick_path: Path) -> None:
    assert lost_in_kill_loop(kind, quick_path, size(500, 20_000)) == []


def lost_in_kill_loop(kind: type[Kept], folder: Path, rounds: int) -> list[str]:
    """Kill a process that counts up again and again; tell what it acknowledged and was not there."""
    seed = int(os.environ.get("HARNPY_SEED", "0")) or random.randrange(1 << 30)
    chance = random.Random(seed)
    lost: list[str] = []
    last = -1
    for number in range(rounds):
        reader, writer = os.pipe()
        pid = forked(lambda first=last + 1, writer=writer: count(kind(world_in(folder)), first, writer))
        os.close(writer)
        time.sleep(chance.uniform(0.001, 0.020))
        os.kill(pid, chance.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM)))
        told = b"".join(iter(lambda reader=reader: os.read(reader, 4096), b"")).split()
        os.close(reader)
        ended(pid)
        acknowledged = int(told[-1]) if told else last
        found = kind(world_in(folder)).get("n")
        value = -1 if found is None else int(found)
        if not acknowledged <= value <= acknowledged + 1:
            lost.append(f"round {number} of seed {seed}: acknowledged {acknowledged}, found {value}")
        last = value
    assert last > 0
    return lost


def count(kept: Kept, first: int, writer: int) -> None:
    """Keep one number after the other, and say so each time."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for number in range(first, first + 10_000):
        kept.put("n", str(number))
        os.write(writer, b"%d " % number)
