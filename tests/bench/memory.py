"""Memory of 100,000 records: the first recall, later ones, an append beside a bare one; with budgets."""

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

RECORDS = 100_000
ROUNDS = 30
HALVED = 2.0
"""A bare append that takes less, in milliseconds, leaves room for one more."""


def fill(folder: Path) -> Path:
    """Write a log of some 30 MB: a word in every record, one in a percent of them."""
    log = folder / ".harn" / "memory" / "n" / "events.jsonl"
    log.parent.mkdir(parents=True)
    words = [f"word{number}" for number in range(20_000)]
    with log.open("w") as stream:
        for number in range(RECORDS):
            at = number * 7919
            text = " ".join(words[(at + step * 104_729) % len(words)] for step in range(10))
            text = f"common {text}{' rare' if number % 100 == 0 else ''}"
            stream.write(
                f'{{"type":"store","id":"id{number}","namespace":"n","key":"key{number}","value":"{text}",'
                f'"text":"{text}","tags":["a"],"stored_at":"2026-01-01T00:00:00Z"}}\n'
            )
    return log


def timed(work: Callable[[], object]) -> float:
    """Milliseconds that some work takes."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def child(folder: Path) -> None:
    """One process: the first recall, then others, in ms; processor time until then; most memory in MB."""
    # The parent measures nothing of this.
    sys.path.insert(0, str(Path(__file__).parents[2]))
    from tests.durable.memories import Lab

    lab = Lab(folder)
    figures = [timed(lambda: lab.recall("rare", k=5))]
    processor = time.process_time()
    for query in ("rare", "common", "common rare"):
        figures.append(statistics.median(timed(lambda query=query: lab.recall(query, k=5)) for _ in range(9)))
    figures.append(processor * 1000)
    figures.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    sys.stdout.write(" ".join(f"{one:.2f}" for one in figures) + "\n")


def measure(folder: Path) -> list[float]:
    """The figures of a new process."""
    command = [sys.executable, __file__, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [float(one) for one in done.stdout.split()]


def appends(folder: Path) -> tuple[float, float]:
    """Medians of a bare synced append and of a stored record of the same bytes, taken in turns."""
    sys.path.insert(0, str(Path(__file__).parents[2]))
    from tests.durable.memories import Lab

    lab = Lab(folder)
    lab.store("k", "first words of a record", id="first")
    line = lab.log.read_bytes().splitlines(keepends=True)[-1]
    bare: list[float] = []
    stored: list[float] = []
    # A file of the same size: what a sync costs depends on it.
    shutil.copy(lab.log, folder / "bare")
    descriptor = os.open(folder / "bare", os.O_WRONLY | os.O_APPEND)
    os.fsync(descriptor)

    def append() -> None:
        os.write(descriptor, line)
        os.fsync(descriptor)

    for number in range(ROUNDS):
        bare.append(timed(append))
        stored.append(timed(lambda number=number: lab.store("k", "first words of a record", id=f"x{number}")))
    os.close(descriptor)
    return statistics.median(bare), statistics.median(stored)


def report(name: str, figure: float, budget: float, unit: str) -> None:
    """One line: what was measured, what is allowed."""
    judged = "ok" if figure <= budget else "OVER"
    sys.stdout.write(f"{name:44} {figure:10.2f} {unit:3} budget {budget:10.2f} {judged}\n")


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("HARNPY_BENCH_DIR")) as place:
        folder = Path(place)
        fill(folder)
        first, *_, processor, memory = measure(folder)
        report("first recall, the index is made", first, 15_000, "ms")
        report("its processor time", processor, 15_000, "ms")
        report("most memory meanwhile", memory, 400, "MB")
        again, rare, common, both, _, memory = measure(folder)
        report("a new process: word in 1 % of the records", again, 120, "ms")
        report("then: word in 1 % of the records", rare, 120, "ms")
        report("then: word in all records", common, 250, "ms")
        report("then: both words", both, 250, "ms")
        report("most memory", memory, 400, "MB")
        bare, stored = appends(folder)
        budget = bare + 1 if bare < HALVED else bare * 1.5
        report(f"append (bare: {bare:.2f} ms)", stored, budget, "ms")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        child(Path(sys.argv[1]))
    else:
        main()
