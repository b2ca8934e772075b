"""Medians of whole processes: bare Python, a cached hello, `--version`, a changed file, `--help`."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 20
HARNPY = str(Path(sys.executable).with_name("harnpy"))


def median_ms(command: list[str], environ: dict[str, str], before: Path | None = None) -> float:
    """The median wall time of a command in milliseconds; `before` is touched before each run."""
    times: list[float] = []
    for number in range(ROUNDS):
        if before is not None:
            before.write_text(f'println("hello {number}")\n', "utf-8")
        start = time.perf_counter()
        subprocess.run(command, env=environ, stdout=subprocess.DEVNULL, check=True)
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        environ = os.environ | {"HARNPY_CACHE_DIR": f"{folder}/cache"}
        hello, changing = Path(folder, "hello.harn"), Path(folder, "changing.harn")
        hello.write_text('println("hello")\n', "utf-8")
        os.utime(hello, (1_700_000_000, 1_700_000_000))
        subprocess.run([HARNPY, "run", str(hello)], env=environ, stdout=subprocess.DEVNULL, check=True)
        bare = median_ms([sys.executable, "-c", "pass"], environ)
        rows = {
            "bare python": bare,
            "cached hello": median_ms([HARNPY, "run", str(hello)], environ),
            "harnpy --version": median_ms([HARNPY, "--version"], environ),
            "changed file": median_ms([HARNPY, "run", str(changing)], environ, changing),
            "harnpy --help": median_ms([HARNPY, "--help"], environ),
        }
    for name, value in rows.items():
        sys.stdout.write(f"{name:18} {value:7.1f} ms   bare {value - bare:+7.1f} ms\n")


if __name__ == "__main__":
    main()
