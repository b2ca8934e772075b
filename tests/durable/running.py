"""Programs run in a folder of their own, with what they print and warn of."""

import io
import os
from pathlib import Path

import harnpy


class Ran:
    """What a run gave: its lines, what went to stderr, the text of the uncaught error."""

    def __init__(self, outcome: "harnpy.RunOutcome", stdout: str, stderr: str) -> None:
        self.lines = stdout.splitlines()
        self.warnings = stderr.splitlines()
        self.error = outcome.failure.text if outcome.failure is not None else outcome.message
        self.problems = [one.text for one in outcome.diagnostics if one.severity == "error"]


def run(folder: Path, text: str, name: str = "demo.harn", **environ: str) -> Ran:
    """Run a program that stands in `folder`, with variables of the environment."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    before = dict(os.environ)
    os.environ.update({"HARNPY_CODE_CACHE": "0", **environ})
    for variable in {"HARN_STATE_DIR", "HARN_MEMORY_ROOT"} - set(environ):
        os.environ.pop(variable, None)
    stdout, stderr = io.StringIO(), io.StringIO()
    try:
        outcome = harnpy.run(path=path, stdout=stdout, stderr=stderr, cwd=folder)
    finally:
        os.environ.clear()
        os.environ.update(before)
    ran = Ran(outcome, stdout.getvalue(), stderr.getvalue())
    assert ran.problems == []
    return ran
