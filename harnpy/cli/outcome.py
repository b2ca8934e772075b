"""The end of a run in, what a person reads about it out: diagnostics, an uncaught error, one line."""

import os

from harnpy.base.resources import data_folder
from harnpy.base.spans import SourceFile, Span
from harnpy.cli.console import Console, write_error
from harnpy.cli.inputs import hint_for
from harnpy.diagnostics.explain import repairs_by_code
from harnpy.diagnostics.render import Frames, word_span
from harnpy.pipeline import RunOutcome
from harnpy.runtime.errors import Failure
from harnpy.system.sources import Unreadable, read_source


def tell(outcome: RunOutcome, console: Console) -> None:
    """Write to stderr what the user must know about the end of a run; nothing after a quiet success."""
    frames = Frames(console.paint, console.width, repairs_by_code())
    if outcome.report is not None and outcome.report.diagnostics:
        write_error(frames.report(outcome.report))
        _invite(outcome, console)
    if outcome.unreadable is not None:
        path, cause = outcome.unreadable
        console.line(f"[harnpy] Error reading {path}: {cause}{hint_for(path)}")
    if outcome.failure is not None:
        write_error(failure_block(outcome.failure, outcome, frames))
    if outcome.message and outcome.unreadable is None:
        console.line(outcome.message)


def failure_block(failure: Failure, outcome: RunOutcome, frames: Frames) -> str:
    """The block of an uncaught error."""
    notes = [f"called from {name} at {file}:{line}" for name, file, line in failure.notes]
    return frames.failure(failure.text, place_of(failure, outcome), notes, failure.help)


def place_of(failure: Failure, outcome: RunOutcome) -> Span | None:
    """Where the error arose, with the line of the source when it can still be read."""
    if not failure.line:
        return None
    text = outcome.texts.get(failure.file)
    file = SourceFile(failure.file, _text_of(failure.file) if text is None else text)
    if file.line_count < failure.line:
        file = SourceFile(failure.file, "\n" * failure.line)
    start = file.line_starts[failure.line - 1]
    offset = start if failure.column is None else file.offset_of(failure.line, failure.column)
    return word_span(file, failure.line, offset - start + 1)


def _text_of(path: str) -> str:
    if path.startswith("std/"):
        path = os.path.join(data_folder("stdlib"), path + ("" if path.endswith(".harn") else ".harn"))
    try:
        return read_source(path)
    except Unreadable:
        return ""


def _invite(outcome: RunOutcome, console: Console) -> None:
    report = outcome.report
    if console.terminal and report is not None:
        code = next((one.code for one in report.sorted() if one.severity == "error"), None)
        if code:
            console.line(f"run 'harnpy explain {code}' for more")
