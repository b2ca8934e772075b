"""The golden programs: where they are, what they must do, and running one of them in this process.

Beside `NAME.harn` stands `NAME.expected`, the output of a run that ends well, or `NAME.error`, a text
(a pattern after `re:`) in the output of a run that fails. Files with neither are helpers of their neighbours.
"""

import io
import re
from pathlib import Path

from harnpy.cli.outcome import failure_block
from harnpy.diagnostics.render import Frames
from harnpy.pipeline import Request, RunOutcome, run

TREE = Path(__file__).parent / "lang"
KINDS = (".expected", ".error")


def kind_of(program: Path) -> str | None:
    """Which kind of result stands beside a program; None for a helper."""
    return next((kind for kind in KINDS if program.with_suffix(kind).exists()), None)


PROGRAMS = [path for path in sorted(TREE.rglob("*.harn")) if kind_of(path)]


def name_of(program: Path) -> str:
    """The path of a program in the tree, without its suffix."""
    return program.relative_to(TREE).with_suffix("").as_posix()


class Result:
    """How a golden program ended."""

    def __init__(self, program: Path, exit_code: int, stdout: str, stderr: str) -> None:
        self.kind = kind_of(program)
        self.wanted = program.with_suffix(self.kind or "").read_text("utf-8").strip("\n").rstrip()
        self.exit_code = exit_code
        self.stdout = stdout.rstrip()
        self.both = stdout + "\n" + stderr

    @property
    def good(self) -> bool:
        """Whether the program did what it must."""
        if self.kind == ".expected":
            return self.exit_code == 0 and self.stdout == self.wanted
        pattern = self.wanted[3:].strip() if self.wanted.startswith("re:") else re.escape(self.wanted)
        return self.exit_code != 0 and re.search(pattern, self.both) is not None


def run_program(program: Path, *, later: bool = False) -> Result:
    """Run the program of a file in the working folder, without standard input.

    With `later` each function is made when it is first called, as in big modules.
    """
    stdout, stderr = io.StringIO(), io.StringIO()
    request = Request(program.name)
    request.stdout, request.stderr, request.stdin = stdout, stderr, io.StringIO()
    request.later = later
    outcome = run(request)
    return Result(program, outcome.exit_code, stdout.getvalue(), stderr.getvalue() + _told(outcome))


def _told(outcome: RunOutcome) -> str:
    """What the user reads about the end of a run."""
    frames = Frames()
    parts = [] if outcome.report is None else [frames.report(outcome.report)]
    if outcome.failure is not None:
        parts.append(failure_block(outcome.failure, outcome, frames))
    return "\n".join([*parts, outcome.message])
