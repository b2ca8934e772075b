"""`fmt` on a program of 10,000 lines: milliseconds of each stage, and of the whole for two layouts."""

import gc
import time
from collections.abc import Callable

from harnpy.base.spans import SourceFile
from harnpy.fmt.comments import attach
from harnpy.fmt.context import Layouter
from harnpy.fmt.formatter import format_text
from harnpy.fmt.rules.declarations import items
from harnpy.fmt.rules.table import RULES
from harnpy.fmt.sameness import difference
from harnpy.syntax.parser import parse_with_comments
from tests.bench.cold import program

ROUNDS = 5
WIDTH = 100


def best_ms(work: Callable[[], object]) -> float:
    """The shortest of some runs, with the garbage collector off as in the command."""
    times: list[float] = []
    gc.disable()
    for _ in range(ROUNDS):
        gc.collect()
        started = time.perf_counter()
        work()
        times.append((time.perf_counter() - started) * 1000)
    gc.enable()
    return min(times)


def main() -> None:
    """Print the table."""
    text = program()
    file = SourceFile("big.harn", text)
    module, _, comments = parse_with_comments(file)

    def documents() -> object:
        return items(Layouter(RULES, attach(file, module, comments).places, WIDTH), module)

    made = format_text(text)
    stages: dict[str, Callable[[], object]] = {
        "parse": lambda: parse_with_comments(SourceFile("big.harn", text)),
        "documents": documents,
        "compare": lambda: difference(module, module),
        "fmt, layout to change": lambda: format_text(text),
        "fmt, nothing to change": lambda: format_text(made),
    }
    lines = text.count("\n")
    for name, work in stages.items():
        milliseconds = best_ms(work)
        print(f"{name:24} {milliseconds:8.0f} ms  {milliseconds * 10_000 / lines:8.0f} ms per 10,000 lines")


if __name__ == "__main__":
    main()
