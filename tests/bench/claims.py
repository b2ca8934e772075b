"""Speed and memory claims that are no programs of their own, beside plain Python; prints one table.

usage: python tests/bench/claims.py
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HARNPY = str(Path(sys.executable).with_name("harnpy"))
RUNS = 5

APPENDS = """fn main(harness: Harness) {
  let acc = 0
  for lap in 0..300 {
    let xs = []
    for i in 0..100000 { xs.push(i) }
    acc = acc + len(xs)
  }
  println(acc)
}
"""
APPENDS_TWIN = """def main():
    acc = 0
    for lap in range(300):
        xs = []
        for i in range(100000):
            xs.append(i)
        acc = acc + len(xs)
    print(acc)
main()
"""
COPIED_ONCE = """fn fill(xs, n) {
  let ys = xs
  for i in 0..n { ys[i] = i * 2 }
  return ys
}
fn main(harness: Harness) {
  const base = (0..100000).to_list()
  let sum = 0
  for lap in 0..10 {
    const filled = fill(base, 100000)
    sum = sum + (filled[7] ?? 0)
  }
  println(sum)
}
"""
COPIED_ONCE_TWIN = """def fill(xs, n):
    ys = list(xs)
    for i in range(n):
        ys[i] = i * 2
    return ys
def main():
    base = list(range(100000))
    total = 0
    for lap in range(10):
        filled = fill(base, 100000)
        total += filled[7]
    print(total)
main()
"""
SLEEPERS = """fn main(harness: Harness) {
  let handles = []
  for i in 0..9999 { handles.push(spawn { harness.clock.sleep_ms(50) }) }
  for h in handles { await(h) }
  println(len(handles))
}
"""
PIPELINE = """fn main(harness: Harness) {
  const xs = (0..1000000).to_list()
  println(xs.map({ x -> x * 3 }).filter({ x -> x % 2 == 0 }).map({ x -> x + 1 }).sum())
}
"""


def seconds(command: list[str], expected: int = 0) -> float:
    """Median whole-process seconds."""
    times: list[float] = []
    for _ in range(RUNS):
        start = time.perf_counter()
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        times.append(time.perf_counter() - start)
        if done.returncode != expected:
            sys.exit(f"{command} ended with {done.returncode}: {done.stderr.decode()[:300]}")
    return statistics.median(times)


def peak_kib(command: list[str]) -> int:
    """Largest resident set of one run in KiB."""
    pid = os.spawnv(os.P_NOWAIT, command[0], command)
    _, _, usage = os.wait4(pid, 0)
    return usage.ru_maxrss


def ratio(folder: Path, name: str, program: str, twin: str) -> str:
    """Time of a program over that of its twin."""
    harn, python = folder / f"{name}.harn", folder / f"{name}.py"
    harn.write_text(program)
    python.write_text(twin)
    seconds([HARNPY, "run", str(harn)])
    mine = seconds([HARNPY, "run", str(harn)])
    theirs = seconds([sys.executable, str(python)])
    return f"{mine / theirs:.2f}x of plain Python ({mine:.3f} s, {theirs:.3f} s)"


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print("owned appends          ", ratio(folder, "appends", APPENDS, APPENDS_TWIN))
        print("list copied once       ", ratio(folder, "copied", COPIED_ONCE, COPIED_ONCE_TWIN))
        sleepers = folder / "sleepers.harn"
        sleepers.write_text(SLEEPERS)
        print(f"9,999 sleeping tasks    {seconds([HARNPY, 'run', str(sleepers)]):.3f} s")
        endless = [HARNPY, "run", "--timeout", "200ms", "-e", "while true { }"]
        print(f"endless loop, 200 ms    {seconds(endless, 124):.3f} s, exit 124")
        pipeline = folder / "pipeline.harn"
        pipeline.write_text(PIPELINE)
        print(f"1,000,000 elements      {peak_kib([HARNPY, 'run', str(pipeline)]) / 1024:.0f} MiB at most")


if __name__ == "__main__":
    main()
