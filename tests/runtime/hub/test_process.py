"""Whole processes: signals, the time limit, the end of the program with tasks still running."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PATIENCE = 60


class Run:
    """A program in a process of its own."""

    def __init__(self, tmp_path: Path, program: str, *options: str) -> None:
        file = tmp_path / "program.harn"
        file.write_text(program, encoding="utf-8")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "harnpy", "run", *options, str(file)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # Lines must be seen while the program still runs.
            env={**os.environ, "HARNPY_CODE_CACHE": "0", "PYTHONUNBUFFERED": "1"},
        )

    def until(self, line: str) -> None:
        """Return when the program has printed a line."""
        assert self.process.stdout is not None
        while self.process.stdout.readline().strip() != line:
            assert self.process.poll() is None

    def end(self) -> tuple[int, list[str], str]:
        """Exit code, lines of output that were not read yet, errors."""
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out.split("\n")[:-1], err


UNWINDING = """
const task = spawn { try { sleep(60s) } finally { println("task") } }
try {
  yield_now()
  println("ready")
  BODY
} catch (e) { println("caught") } finally { println("main") }
"""


@pytest.mark.parametrize("body", ["while true { let x = 1 }", "sleep(60s)", "await(task)"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_unwinds_and_runs_all_cleanups(tmp_path: Path, body: str, number: signal.Signals) -> None:
    run = Run(tmp_path, UNWINDING.replace("BODY", body))
    run.until("ready")
    run.process.send_signal(number)
    code, lines, errors = run.end()
    assert (code, lines) == (124, ["main", "task"])
    assert number.name in errors


def test_a_second_signal_ends_a_cleanup(tmp_path: Path) -> None:
    run = Run(
        tmp_path,
        UNWINDING.replace("BODY", "sleep(60s)")
        .replace('println("main")', "CLEANUP")
        .replace("CLEANUP", 'println("main")\n while true { let x = 1 }'),
    )
    run.until("ready")
    run.process.send_signal(signal.SIGINT)
    run.until("main")
    run.process.send_signal(signal.SIGINT)
    code, lines, _ = run.end()
    assert (code, lines) == (124, [])


@pytest.mark.parametrize(
    "body", ["while true { let x = 1 }", "sleep(60s)", "await(spawn { while true { } })"]
)
def test_the_time_limit_runs_no_cleanup(tmp_path: Path, body: str) -> None:
    program = (
        f'println("ready")\ntry {{ {body} }} catch (e) {{ println("caught") }} finally {{ println("no") }}\n'
    )
    run = Run(tmp_path, program, "--timeout", "200ms")
    run.until("ready")
    start = time.monotonic()
    code, lines, errors = run.end()
    assert (code, lines) == (124, [])
    assert "Execution deadline exceeded" in errors
    # It should be a fifth of a second; machines that run suites are busy.
    assert time.monotonic() - start < 2


def test_exit_in_a_task_ends_the_program(tmp_path: Path) -> None:
    program = """
    const task = spawn { try { exit(3) } finally { println("no") } }
    try { await(task) } catch (e) { println("caught") } finally { println("no") }
    """
    assert Run(tmp_path, program).end()[:2] == (3, [])


def test_tasks_end_with_the_program(tmp_path: Path) -> None:
    program = """
    spawn { try { sleep(60s) } finally { println("cleanup") } }
    spawn { while true { let x = 1 } }
    yield_now()
    println("end")
    """
    assert Run(tmp_path, program).end()[:2] == (0, ["end", "cleanup"])


def test_calls_nest_as_deep_in_tasks_as_elsewhere(tmp_path: Path) -> None:
    program = """
    fn deep(n) { if n == 0 { return 0 }
      return 1 + deep(n - 1) }
    fn from(n) { if n == 0 { return await(spawn { deep(480) }) }
      return from(n - 1) + 0 }
    println(from(400))
    println(try { await(spawn { deep(600) }) })
    println(try { deep(600) })
    """
    overflow = "Result.Err(Stack overflow: too many nested calls)"
    assert Run(tmp_path, program).end()[:2] == (0, ["480", overflow, overflow])


def test_the_trace_of_a_task_goes_on_where_it_is_awaited(tmp_path: Path) -> None:
    program = 'fn work() {\n  return 1 / json_parse("0")\n}\nconst task = spawn { work() }\nawait(task)\n'
    code, _, errors = Run(tmp_path, program).end()
    assert code == 1
    assert "program.harn:2:" in errors
    assert [line.split(" at ")[0] for line in errors.split("\n") if "note" in line][-1].endswith("pipeline")


def test_a_program_without_tasks_loads_neither_greenlets_nor_asyncio(tmp_path: Path) -> None:
    file = tmp_path / "program.harn"
    file.write_text('sleep(1)\ndeadline 1s { println("x") }\nfor x in iter([1]) { println(x) }\n')
    probe = (
        "import sys; from harnpy.__main__ import main; sys.argv = ['harnpy', 'run', sys.argv[1]]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(sorted({'greenlet', 'asyncio'} & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", probe, str(file)], capture_output=True, text=True, check=False
    )
    assert run.stdout.split("\n")[:3] == ["x", "1", "[]"]
