"""What kept state costs beside the bare operation on the same bytes: `python -m tests.bench.durable`.

Medians of rounds that alternate between the two, in one folder; a bare operation below 2 ms is allowed 1 ms
on top instead of a ratio. Exits with 1 when a budget is exceeded twice over.
"""

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from harnpy.durable.checkpoints import checkpoints_of
from harnpy.durable.keeping import convert, encode
from harnpy.durable.world import World
from harnpy.natives.builtins.checkpoint import checkpoint, checkpoint_exists, checkpoint_get
from harnpy.natives.std.checkpoint import checkpoint_stage
from tests.crash.worlds import KeptStates, world_in

ROUNDS = 60
VALUE = {
    "text": "x" * 400,
    "list": [str(number) * 10 for number in range(30)],
    "nested": {"a": 1, "b": [1.5, None]},
}


class Line:
    """One measured operation: its median, that of the bare one, and how much it may take, in ms."""

    def __init__(self, name: str, took: float, bare: float, budget: float) -> None:
        self.name = name
        self.took = took
        self.bare = bare
        self.budget = budget

    def __str__(self) -> str:
        ratio = f"{self.took / self.bare:5.2f}x" if self.bare else "      "
        bare = f"bare {self.bare:8.3f} ms {ratio}"
        return f"{self.name:58} {self.took:9.3f} ms  {bare}  budget {self.budget:8.3f} ms"


def beside(
    operation: Callable[[int], object], bare: Callable[[], object], rounds: int = ROUNDS
) -> tuple[float, float]:
    """Medians of an operation and the bare one, in ms."""
    first: list[float] = []
    second: list[float] = []
    for number in range(rounds):
        start = time.perf_counter()
        operation(number)
        middle = time.perf_counter()
        bare()
        first.append(middle - start)
        second.append(time.perf_counter() - middle)
    return statistics.median(first) * 1000, statistics.median(second) * 1000


def bare_replace(folder: Path, content: bytes) -> None:
    """The fewest steps that replace a file durably."""
    beside_it, target = folder / ".bare.tmp", folder / "bare"
    descriptor = os.open(beside_it, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
    os.write(descriptor, content)
    os.fsync(descriptor)
    os.close(descriptor)
    os.rename(beside_it, target)
    above = os.open(folder, os.O_RDONLY)
    os.fsync(above)
    os.close(above)


def with_keys(folder: Path, count: int, value: object) -> World:
    """A world whose checkpoints have so many keys of a value."""
    world = world_in(folder)
    world.ctx.state["durable"] = world
    file = Path(checkpoints_of(world).file.path)
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({f"key{number}": value for number in range(count)}, indent=2, sort_keys=True))
    return world


def of_changes(name: str, count: int, value: object, factor: float) -> Line:
    """A checkpoint of a value among so many keys, beside the bare replace of the whole file."""
    with tempfile.TemporaryDirectory(dir=".") as name_of_folder:
        folder = Path(name_of_folder).resolve()
        world = with_keys(folder, count, value)
        checkpoint(world.ctx, "warm", value)
        content = Path(checkpoints_of(world).file.path).read_bytes()
        took, bare = beside(
            lambda number: checkpoint(world.ctx, f"new{number}", value), lambda: bare_replace(folder, content)
        )
    return Line(name, took, bare, max(bare * factor, bare + 1 if bare < 2 else 0))


def of_work(count: int) -> Line:
    """The work of the interpreter for a new 100-byte value among so many keys."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        world = with_keys(Path(folder), count, "x" * 100)
        checkpoint(world.ctx, "warm", 1)
        entries = checkpoints_of(world).entries()

        def work(number: int) -> None:
            line = encode(world, f"new{number}", convert(world, "x" * 100, ""), "")
            entries.with_entry(f"new{number}", line).parts()

        took, _ = beside(work, lambda: None)
    return Line(f"interpreter work of a checkpoint among {count:,} keys", took, 0, 1)


def of_reads() -> list[Line]:
    """Reads of an unchanged file of 1,000 keys, and the first read of 2 MB."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        world = with_keys(Path(folder), 1000, VALUE)
        small = {"checkpoint_exists": checkpoint_exists, "checkpoint_get of 10 bytes": checkpoint_get}
        checkpoint(world.ctx, "small", "ten bytes.")
        lines = [
            Line(name, beside(lambda _, call=call: call(world.ctx, "small"), lambda: None, 2000)[0], 0, 0.015)
            for name, call in small.items()
        ]
        took, _ = beside(lambda _: checkpoint_stage(world.ctx, "small", lambda: None), lambda: None, 2000)
        lines.append(Line("checkpoint_stage, hit", took, 0, 0.025))
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        world = with_keys(Path(folder), 2200, VALUE)
        path = Path(checkpoints_of(world).file.path)
        text = path.read_text()
        took, bare = beside(
            lambda _: checkpoints_of(world_in(Path(folder))).entries(), lambda: json.loads(text), 15
        )
        lines.append(Line(f"first read of {len(text) / 1e6:.1f} MB, beside json.loads", took, bare, bare * 3))
    return lines


def of_states() -> Line:
    """A write of agent state beside two bare replaces."""
    with tempfile.TemporaryDirectory(dir=".") as name_of_folder:
        folder = Path(name_of_folder).resolve()
        kept = KeptStates(world_in(folder))
        kept.put("k", "1")
        content = b"x" * 100

        def bare() -> None:
            bare_replace(folder, content)
            bare_replace(folder, content)

        took, single = beside(lambda number: kept.put("k", "x" * 100), bare)
    return Line("agent_state_write, beside two replaces", took, single, single + 1)


def main() -> int:
    """Measure everything, print a line each, and say whether a budget is exceeded twice over."""
    lines = [
        of_changes("checkpoint of 1 kB among 1,000 keys", 1000, VALUE, 1.5),
        of_changes("checkpoint of 100 bytes among 10,000 keys", 10_000, "x" * 100, 1.3),
        of_changes("checkpoint in a small file", 3, "x", 1.5),
        of_work(10_000),
        *of_reads(),
        of_states(),
    ]
    for line in lines:
        sys.stdout.write(f"{line}\n")
    return int(any(line.took > 2 * line.budget for line in lines))


if __name__ == "__main__":
    sys.exit(main())
