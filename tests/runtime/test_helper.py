"""A big program that was made in parts is whole in the code cache a moment later; nobody waits for that."""

import os
import subprocess
import time
from pathlib import Path

from harnpy.pipeline import BIG_LINES
from tests.support.harn import EXE, Command

LONGEST = 30.0
FUNCTION = "fn f{n}(a: int) -> int {{\n  return a + {n}\n}}\n"


def big() -> str:
    """A program with so many lines that its functions wait for their first calls."""
    count = BIG_LINES // 3 + 1
    return "".join(FUNCTION.format(n=n) for n in range(count)) + "println(f1(1))\n"


def kept(command: Command) -> list[str]:
    """The files in the code cache."""
    folder = command.folder / ".cache" / "code"
    return sorted(one.name for one in folder.iterdir()) if folder.is_dir() else []


def wait_for(command: Command) -> list[str]:
    """The files in the code cache once there are some."""
    end = time.monotonic() + LONGEST
    while not (found := [name for name in kept(command) if not name.endswith(".tmp")]):
        assert time.monotonic() < end, "nothing came into the code cache"
        time.sleep(0.05)
    return found


def loaded_front(command: Command) -> bool:
    """Whether the next run needs the parser."""
    script = "import sys; from harnpy.__main__ import main; main(['run', 'big.harn']); "
    script += "print('harnpy.syntax.parser' in sys.modules)"
    done = subprocess.run(
        [EXE[0], "-c", script],
        cwd=command.folder,
        env=command.environ,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    first, last = done.stdout.split()
    assert first == "2"
    return last == "True"


def test_a_helper_keeps_the_whole_program(tmp_path: Path) -> None:
    command = Command(tmp_path)
    path = command.write("big.harn", big())
    os.utime(path, (1_700_000_000, 1_700_000_000))
    # Text from a pipe ends when nothing holds the pipe: the helper must not.
    began = time.monotonic()
    done = command("run", "big.harn")
    assert (done.stdout, done.stderr, done.returncode) == ("2\n", "", 0)
    assert time.monotonic() - began < LONGEST
    found = wait_for(command)
    assert len(found) == 1
    assert not loaded_front(command)
    assert kept(command) == found


def test_no_helper_without_a_code_cache(tmp_path: Path) -> None:
    command = Command(tmp_path)
    command.write("big.harn", big())
    for name in ("HARNPY_CODE_CACHE", "HARN_BYTECODE_CACHE"):
        assert command("run", "big.harn", **{name: "0"}).stdout == "2\n"
    time.sleep(1)
    assert kept(command) == []


def test_no_helper_for_code_from_standard_input(tmp_path: Path) -> None:
    command = Command(tmp_path)
    assert command("run", "-", stdin=big()).stdout == "2\n"
    time.sleep(1)
    assert kept(command) == []


def test_a_killed_run_leaves_a_usable_cache(tmp_path: Path) -> None:
    command = Command(tmp_path)
    path = command.write("big.harn", big() + 'eprintln("on")\nwhile f1(1) == 2 { }\n')
    os.utime(path, (1_700_000_000, 1_700_000_000))
    running = subprocess.Popen(
        [*EXE, "run", "big.harn"],
        cwd=tmp_path,
        env=command.environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stderr is not None
    try:
        # The loop has begun, or the front has refused the program.
        assert running.stderr.readline() == "on\n"
    finally:
        running.kill()
        running.wait()
    # Nothing holds the pipe any more, the helper neither.
    assert running.stderr.read() == ""
    running.stderr.close()
    wait_for(command)
    assert command("run", "big.harn", "--timeout", "1s").stdout == "2\n"


def test_a_small_program_is_kept_before_it_runs(tmp_path: Path) -> None:
    command = Command(tmp_path)
    command.write("small.harn", "fn f(a) { return a }\nprintln(f(1))\n")
    assert command("run", "small.harn").stdout == "1\n"
    assert len(kept(command)) == 1
