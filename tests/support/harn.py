"""Running harnpy in tests: a source text in, what a person or the next pass would see out."""

import ast as pyast
import io
import os
import subprocess
import sys
from pathlib import Path

from harnpy.base.clock import Clock
from harnpy.base.spans import SourceFile
from harnpy.catalog.standard import standard
from harnpy.diagnostics.report import Report
from harnpy.lowering.module import lower
from harnpy.pipeline import Request, RunOutcome, check, run
from harnpy.project.graph import load
from harnpy.semantics.checker import check_program
from harnpy.system.sources import read_source

ROOT = Path(__file__).parents[2]
EXE = [sys.executable, "-m", "harnpy"]


class Ran:
    """What a run printed and how it ended."""

    def __init__(self, outcome: RunOutcome, stdout: str, stderr: str) -> None:
        self.outcome = outcome
        self.stdout = stdout
        self.stderr = stderr

    @property
    def error(self) -> str:
        """The text of the uncaught error; empty for none."""
        return self.outcome.failure.text if self.outcome.failure is not None else ""


def run_harn(
    text: str,
    *,
    path: str = "test.harn",
    clock: Clock | None = None,
    typed: bool = False,
    **settings: object,
) -> Ran:
    """Run a program in this process; `settings` are attributes of the request.

    Errors of types are let pass unless `typed`, so that a test sees what they fault with.
    """
    stdout, stderr = io.StringIO(), io.StringIO()
    request = Request(path)
    request.text, request.clock, request.typed = text, clock, typed
    request.stdout, request.stderr, request.stdin = stdout, stderr, io.StringIO()
    for name, value in settings.items():
        setattr(request, name, value)
    outcome = run(request)
    return Ran(outcome, stdout.getvalue(), stderr.getvalue())


def check_harn(text: str, *, path: str = "test.harn") -> Report:
    """What `check` finds."""
    return check(SourceFile(path, text))


def lower_harn(text: str, *, path: str = "test.harn") -> str:
    """The Python that a program becomes."""
    program = check_program(load(SourceFile(path, text), read_source), standard(), running=True, typed=False)
    return pyast.unparse(lower(program.entry, standard()).tree)


class Command:
    """The command in a process of its own: a folder to stand in and a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environ = {name: value for name, value in os.environ.items() if "COLOR" not in name}
        self.environ |= {
            "HARNPY_CACHE_DIR": str(folder / ".cache"),
            "PYTHONPATH": str(ROOT),
            "TMPDIR": str(folder),
        }

    def write(self, name: str, text: str) -> Path:
        """Put a file into the folder."""
        path = self.folder / name
        path.write_text(text, "utf-8")
        return path

    def __call__(
        self, *arguments: str, stdin: str | bytes | None = None, **environ: str
    ) -> "subprocess.CompletedProcess[str]":
        """Run the command to its end."""
        data = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            [*EXE, *arguments],
            cwd=self.folder,
            env=self.environ | environ,
            input=data if data is not None else b"",
            capture_output=True,
            timeout=60,
            check=False,
        )
        out, err = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in err, err
        return subprocess.CompletedProcess(done.args, done.returncode, out, err)
