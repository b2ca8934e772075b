"""What `check` costs: whole processes cold and warm, and how its time grows with the program."""

import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from cold import program

ROUNDS = 7
HARNPY = str(Path(sys.executable).with_name("harnpy"))
SIZES = (1_000, 2_000, 5_000, 10_000, 20_000)


def whole_ms(command: list[str], environ: dict[str, str], prepare: Callable[[], None]) -> tuple[float, float]:
    """Best and median milliseconds of a whole process; `prepare` runs before each."""
    times: list[float] = []
    for _ in range(ROUNDS):
        prepare()
        start = time.perf_counter()
        subprocess.run(
            command, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
        )
        times.append((time.perf_counter() - start) * 1000)
    return min(times), statistics.median(times)


def in_process_ms(text: str) -> float:
    """The least processor time of parsing, checking and linting a text."""
    from harnpy.base.spans import SourceFile
    from harnpy.catalog.standard import standard
    from harnpy.lint.program import Program

    catalog = standard()
    times: list[float] = []
    for _ in range(5):
        gc.collect()
        gc.disable()
        start = time.process_time()
        Program(SourceFile("big.harn", text), None, lambda path: "", catalog).check()
        times.append((time.process_time() - start) * 1000)
        gc.enable()
    return min(times)


def big_match(arms: int) -> str:
    """A function with a match of so many arms over an enum."""
    variants = "".join(f"  V{number},\n" for number in range(arms))
    cases = "".join(f"    Big.V{number} -> {{ {number} }}\n" for number in range(arms))
    head = f"pub enum Big {{\n{variants}}}\n\npub fn pick(big: Big) -> int {{\n"
    return f"{head}  return match big {{\n{cases}  }}\n}}\n"


def big_union(members: int) -> str:
    """A union of so many records, assigned, narrowed by its tag, and matched."""
    shapes = " | ".join(f'{{tag: "t{number}", v{number}: int}}' for number in range(members))
    cases = "".join(f'    "t{number}" -> {{ one.v{number} }}\n' for number in range(members))
    same = "pub fn same(one: Any) -> Any {\n  const other: Any = one\n  return other\n}\n\n"
    return (
        f"pub type Any = {shapes}\n\n{same}"
        f"pub fn pick(one: Any) -> int {{\n  return match one.tag {{\n{cases}  }}\n}}\n"
    )


def processes(folder: Path) -> None:
    """Print whole-process times of `--version` and of `check`, cold and warm."""
    cache = folder / "cache"
    environ = {**os.environ, "HARNPY_CACHE_DIR": str(cache)}

    def forget() -> None:
        for one in cache.rglob("*"):
            if one.is_file():
                one.unlink()

    def keep() -> None:
        """Leave the cache as it is."""

    rows = [("harnpy --help", [HARNPY, "--help"], keep)]
    for lines in (1_000, 10_000):
        path = folder / f"p{lines}.harn"
        path.write_text(program(lines), "utf-8")
        rows += [
            (f"check {lines}, cold", [HARNPY, "check", str(path)], forget),
            (f"check {lines}, warm", [HARNPY, "check", str(path)], keep),
        ]
    for name, command, prepare in rows:
        best, median = whole_ms(command, environ, prepare)
        sys.stdout.write(f"{name:24} {best:8.1f} ms   median {median:8.1f} ms\n")


def main() -> None:
    """Print the tables."""
    with tempfile.TemporaryDirectory() as folder:
        processes(Path(folder))
    for lines in SIZES:
        spent = in_process_ms(program(lines))
        sys.stdout.write(
            f"{lines:6} lines in process   {spent:8.1f} ms   {spent / lines * 1000:6.1f} us/line\n"
        )
    sys.stdout.write(f"match of 2,000 arms       {in_process_ms(big_match(2_000)):8.1f} ms\n")
    sys.stdout.write(f"union of 200 members      {in_process_ms(big_union(200)):8.1f} ms\n")


if __name__ == "__main__":
    main()
