"""What a cached hello may import: a list in the repository; a longer one fails."""

import os
import subprocess
import sys
from pathlib import Path

from tests.support.harn import ROOT, Command

LINES = (ROOT / "tests" / "requirements" / "hello_imports.txt").read_text("utf-8").splitlines()
ALLOWED = [line for line in LINES if not line.startswith("#")]

NEVER = {
    "asyncio", "attr", "attrs", "click", "dataclasses", "enum", "functools", "hashlib", "httpx2", "inspect",
    "json", "lark", "logging", "numpy", "prompt_toolkit", "psycopg", "pygments", "re", "re2", "rich",
    "socket", "sqlite3", "ssl", "typing",
}  # fmt: skip


def imported_by(command: Command, *arguments: str) -> set[str]:
    """Modules that a command imports beyond those of a bare interpreter."""
    script = (
        "import sys; before = set(sys.modules); sys.argv[1:] = {!r}; from harnpy.__main__ import main; main()"
    )
    script += "; sys.stderr.write('\\n'.join(sorted(set(sys.modules) - before)))"
    done = subprocess.run(
        [sys.executable, "-c", script.format(list(arguments))],
        cwd=command.folder,
        env=command.environ,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.split())


def test_import_budget_of_a_cached_hello(tmp_path: Path) -> None:
    command = Command(tmp_path)
    path = command.write("hello.harn", 'println("hello")\n')
    os.utime(path, (1_700_000_000, 1_700_000_000))
    assert command("run", "hello.harn").stdout == "hello\n"
    found = imported_by(command, "run", "hello.harn")
    assert sorted(found & NEVER) == []
    assert sorted(found - set(ALLOWED)) == []


def test_the_list_of_a_cached_hello_holds_nothing_else(tmp_path: Path) -> None:
    command = Command(tmp_path)
    path = command.write("hello.harn", 'println("hello")\n')
    os.utime(path, (1_700_000_000, 1_700_000_000))
    command("run", "hello.harn")
    assert sorted(set(ALLOWED) - imported_by(command, "run", "hello.harn")) == []


def test_import_budget_of_the_version(tmp_path: Path) -> None:
    found = imported_by(Command(tmp_path), "--version")
    assert found <= {"atexit", "gc", "harnpy", "harnpy.__main__", "harnpy.system", "harnpy.system.ends"}


def test_import_budget_of_a_changed_file(tmp_path: Path) -> None:
    command = Command(tmp_path)
    command.write("hello.harn", 'println("hello")\n')
    found = imported_by(command, "run", "hello.harn")
    assert sorted(found & {"asyncio", "click", "rich", "sqlite3", "numpy", "lark"}) == []
