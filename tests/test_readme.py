"""README says what is true: programs run, tables name what exists, commands are those that CI uses."""

import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from harnpy.cli.commands import COMMANDS
from tests.support.harn import EXE, ROOT, run_harn

TEXT = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[str]:
    return [body for name, body in BLOCKS if name == language]


def test_readme_is_short() -> None:
    assert len(TEXT.splitlines()) <= 250


def test_the_first_program_prints_what_is_said() -> None:
    ran = run_harn(blocks("harn")[0])
    assert ran.outcome.exit_code == 0, ran.error
    assert ran.stdout == blocks("text")[0]


def test_the_error_block_is_what_is_printed(tmp_path: Path) -> None:
    source = "fn mean_of(a, b) {\n  const mean = a / b\n  return mean\n}\n\nprintln(mean_of(1, 0))\n"
    (tmp_path / "demo.harn").write_text(source, "utf-8")
    done = subprocess.run(
        [*EXE, "run", "demo.harn"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stderr == blocks("text")[1]


def test_the_python_block_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", io.StringIO())
    exec(blocks("python")[0], {})


@pytest.mark.parametrize("line", blocks("sh")[1].splitlines())
def test_the_commands_of_five_minutes_succeed(line: str) -> None:
    command = line.replace(".venv/bin/harnpy", f"{sys.executable} -m harnpy")
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 2), done.stderr
    assert "error:" not in done.stderr


def test_the_killed_program_goes_on_where_it_was(tmp_path: Path) -> None:
    command = blocks("sh")[2].replace(".venv/bin/harnpy", f"exec {sys.executable} -m harnpy", 1)
    command = command.replace(".venv/bin/harnpy", f"{sys.executable} -m harnpy")
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=ROOT,
        env={**os.environ, "HARN_STATE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == blocks("text")[2]


def test_the_table_names_every_command() -> None:
    named = re.findall(r"^\| `(\w+)", TEXT, re.MULTILINE)
    assert named == list(COMMANDS)


def test_ci_finds_the_test_command() -> None:
    awk = re.search(r"awk '([^']+)' README\.md", (ROOT / ".ci" / "run").read_text("utf-8"))
    assert awk is not None
    found = subprocess.run(
        ["awk", awk[1], "README.md"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()
    assert found == ".venv/bin/python -m pytest -q"


@pytest.mark.skipif(shutil.which("python3") is None, reason="no python3")
def test_readme_commands_name_an_example_that_exists() -> None:
    first = blocks("sh")[0].splitlines()[1]
    example = first.rpartition(" ")[2]
    assert (ROOT / example).is_file()
    assert "'.[all,dev]'" in first
