"""The cold path on a program of 10,000 lines: milliseconds of each stage, and from start to running."""

import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

LINES = 10_000
ROUNDS = 5
HARNPY = str(Path(sys.executable).with_name("harnpy"))

PARTS = (
    """
struct Body@ {
  x: float
  y: float
  mass: float
}

impl Body@ {
  fn moved(self, dx: float, dy: float) -> Body@ {
    return Body@ {x: self.x + dx, y: self.y + dy, mass: self.mass}
  }

  fn energy(self) -> float {
    const squared = self.x * self.x + self.y * self.y
    return 0.5 * self.mass * squared
  }
}
""",
    """
enum Shape@ {
  Circle(float),
  Box(float, float),
  Empty,
}

fn area_@(shape: Shape@) -> float {
  return match shape {
    Shape@.Circle(r) -> { 3.14159 * r * r }
    Shape@.Box(w, h) -> { w * h }
    Shape@.Empty -> { 0.0 }
  }
}
""",
    """
fn gcd_@(a: int, b: int) -> int {
  let x = a
  let y = b
  while y != 0 {
    const rest = x % y
    x = y
    y = rest
  }
  return x
}
""",
    """
fn partitions_@(n: int, largest: int) -> int {
  if n == 0 {
    return 1
  }
  if n < 0 || largest == 0 {
    return 0
  }
  return partitions_@(n - largest, largest) + partitions_@(n, largest - 1)
}
""",
    """
// Marks the multiples of every prime below the limit.
fn sieve_@(limit: int) -> list<int> {
  let flags = []
  for i in 0..limit {
    flags.push(true)
  }
  let found = []
  let i = 2
  while i < limit {
    if flags[i] {
      found.push(i)
      let multiple = i * i
      while multiple < limit {
        flags[multiple] = false
        multiple = multiple + i
      }
    }
    i = i + 1
  }
  return found
}
""",
    """
fn words_@(text: string) -> dict {
  let counts = {}
  for word in text.lower().split(" ") {
    if word == "" {
      continue
    }
    const seen = counts[word] ?? 0
    counts[word] = seen + 1
  }
  return counts
}
""",
    """
fn order_@(lines: list) -> dict {
  const valid = lines.filter({ line -> line.quantity > 0 && line.price != nil })
  const totals = valid.map({ line -> {name: line.name, total: line.quantity * line.price} })
  const sum = totals.reduce(0, { acc, one -> acc + one.total })
  return {count: totals.len(), sum: sum, label: "order of ${totals.len()} lines: ${sum}"}
}
""",
    """
fn machine_@(program: list, input: int) -> int {
  let stack = [input]
  let at = 0
  while at < program.len() {
    const step = program[at]
    match step.op {
      "push" -> { stack.push(step.value) }
      "add" -> {
        const right = stack[stack.len() - 1] ?? 0
        const left = stack[stack.len() - 2] ?? 0
        stack.pop()
        stack[stack.len() - 1] = left + right
      }
      "jump" -> {
        if (stack[0] ?? 0) > 10 {
          at = step.value
        }
      }
      _ -> { throw "unknown step ${step.op} at ${at}" }
    }
    at = at + 1
  }
  return stack[stack.len() - 1] ?? 0
}
""",
    """
fn guarded_@(table: dict, key: string) {
  try {
    const value = table[key]
    if value == nil {
      throw {code: "missing", key: key}
    }
    return Ok(value)
  } catch (e) {
    return Err("lookup failed: ${e}")
  } finally {
    table_log_@(key)
  }
}

fn table_log_@(key: string) {
  const line = "key=${key}" + " len=" + to_string(len(key))
  return line
}
""",
    """
fn ledger_@(rows: list) -> string {
  let out = ""
  let balance = 0
  for row in rows {
    const {date, amount, note = "none"} = row
    balance = balance + amount
    const sign = if amount < 0 { "-" } else { "+" }
    out = out + "${date} ${sign}${abs(amount)} ${note}\\n"
  }
  return out + "balance ${balance}"
}
""",
    """
fn nested_@(depth: int, seed: int) -> list {
  let rows = []
  for i in range(0, depth) {
    let row = []
    for j in range(0, depth) {
      const cell = (i * 31 + j * 17 + seed) % 256
      if cell % 2 == 0 && cell > 16 || cell == 3 {
        row.push({at: [i, j], cell: cell, tags: ["even", "kept"]})
      } else {
        row.push(nil)
      }
    }
    rows.push(row)
  }
  return rows
}
""",
    """
fn pick_@(value: any) -> string {
  if type_of(value) == "int" {
    return "number ${value}"
  } else if type_of(value) == "list" {
    const [first, ...others] = value
    return "list of ${first} and ${others.len()} more"
  }
  const text = value?.name ?? "nobody"
  return text |> { one -> one.upper() }
}
""",
    """
// Statistics of a series: the mean, the spread around it and the index of the largest element.
fn statistics_@(series: list<float>, weights: list<float>, label: string = "series") -> dict {
  if series.len() == 0 || series.len() != weights.len() {
    return {ok: false, label: label, reason: "expected ${series.len()} weights, got ${weights.len()}"}
  }
  let weighted_total = 0.0
  let weight_total = 0.0
  let largest_index = 0
  for {index, value} in series.enumerate() {
    weighted_total = weighted_total + value * (weights[index] ?? 0.0)
    weight_total = weight_total + (weights[index] ?? 0.0)
    if value > (series[largest_index] ?? 0.0) && index != largest_index {
      largest_index = index
    }
  }
  const mean = if weight_total == 0.0 { 0.0 } else { weighted_total / weight_total }
  const deviations = series.map({ value -> (value - mean) * (value - mean) })
  const spread = deviations.reduce(0.0, { total, deviation -> total + deviation }) / series.len()
  return {ok: true, label: "${label} (${series.len()})", mean: mean, spread: spread, largest: largest_index}
}
""",
    """
fn settle_@(accounts: dict, transfers: list, limits: dict = {daily: 1000, single: 250}) -> dict {
  let balances = accounts
  let rejected = []
  let daily_total = 0
  for transfer in transfers {
    const available = balances[transfer.source] ?? 0
    const allowed = transfer.amount <= limits.single && daily_total + transfer.amount <= limits.daily
    if available < transfer.amount || !allowed || transfer.source == transfer.target {
      rejected.push({id: transfer.id, available: available, reason: "refused ${transfer.amount}"})
      continue
    }
    balances[transfer.source] = available - transfer.amount
    balances[transfer.target] = (balances[transfer.target] ?? 0) + transfer.amount
    daily_total = daily_total + transfer.amount
  }
  const summary = rejected.map({ one -> one.reason }).join(", ")
  return {balances: balances, rejected: rejected, total: daily_total, summary: "refused: [${summary}]"}
}
""",
)


def program(lines: int = LINES) -> str:
    """A program of so many lines: the parts above over and over, each time with names of its own."""
    found = ['println("running")']
    number = 0
    while len(found) < lines:
        found += PARTS[number % len(PARTS)].replace("@", str(number)).rstrip("\n").split("\n")
        number += 1
    return "\n".join(found) + "\n"


def best_ms(work: Callable[[], object]) -> float:
    """The least processor time of some rounds, garbage collection off."""
    times: list[float] = []
    for _ in range(ROUNDS):
        gc.collect()
        gc.disable()
        start = time.process_time()
        work()
        times.append((time.process_time() - start) * 1000)
        gc.enable()
    return min(times)


def stages(text: str) -> dict[str, float]:
    """Milliseconds of each stage of the front, the best of some rounds."""
    from harnpy.base.spans import SourceFile
    from harnpy.catalog.standard import standard
    from harnpy.lowering.compiled import compile_module
    from harnpy.lowering.module import lower
    from harnpy.project.graph import load
    from harnpy.semantics.checker import check_program
    from harnpy.semantics.ranges import analyse
    from harnpy.syntax import parser

    catalog = standard()
    graph = load(SourceFile("big.harn", text), lambda path: "", path="/big.harn", running=True)
    checked = check_program(graph, catalog, running=True)
    if checked.report.has_errors:
        raise SystemExit(f"the program has errors: {checked.report.sorted()[0].text}")
    entry = checked.entry
    path = "big.harn"
    tree = lower(entry, catalog).tree
    return {
        "tokens": best_ms(lambda: parser.tokens(SourceFile(path, text))),
        "parse to AST": best_ms(lambda: parser.parse(SourceFile(path, text))),
        "resolve, types, facts": best_ms(lambda: check_program(graph, catalog, running=True)),
        "  of it facts": best_ms(lambda: analyse(entry.module, entry.bindings, catalog, {})),
        "lower": best_ms(lambda: lower(entry, catalog)),
        "compile": best_ms(lambda: compile(tree, path, "exec", dont_inherit=True)),
        "lower and compile": best_ms(lambda: compile_module(entry, catalog)),
        "  functions later": best_ms(lambda: compile_module(entry, catalog, later=True)),
    }


def running_ms(path: Path, environ: dict[str, str]) -> tuple[float, float]:
    """Best and median milliseconds of a whole process without code cache."""
    times: list[float] = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        subprocess.run([HARNPY, "run", str(path)], env=environ, stdout=subprocess.DEVNULL, check=True)
        times.append((time.perf_counter() - start) * 1000)
    return min(times), statistics.median(times)


def wait_for_helper(cache: Path) -> None:
    """Return when the helper of a run has put the whole program into the cache."""
    while all(one.suffix == ".tmp" for one in cache.rglob("big.harn-*")):
        time.sleep(0.1)


def main() -> None:
    """Print the table."""
    text = program()
    sys.stdout.write(f"{text.count(chr(10))} lines, {len(text) / 1000:.0f} kB\n")
    for name, value in stages(text).items():
        sys.stdout.write(f"{name:24} {value:8.1f} ms\n")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "big.harn")
        path.write_text(text, "utf-8")
        off = os.environ | {"HARNPY_CODE_CACHE": "0"}
        best, median = running_ms(path, off)
        sys.stdout.write(f"{'process, no cache':24} {best:8.1f} ms   median {median:.1f} ms\n")
        on = os.environ | {"HARNPY_CACHE_DIR": f"{folder}/cache"}
        subprocess.run([HARNPY, "run", str(path)], env=on, stdout=subprocess.DEVNULL, check=True)
        wait_for_helper(Path(folder, "cache"))
        best, median = running_ms(path, on)
        sys.stdout.write(f"{'process, cached':24} {best:8.1f} ms   median {median:.1f} ms\n")


if __name__ == "__main__":
    main()
