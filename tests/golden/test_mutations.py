"""Damaged golden programs end in a diagnostic or an ordinary run, never in a Python exception or a hang."""

import io
import os
import signal
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

from harnpy import pipeline
from harnpy.catalog.standard import standard
from harnpy.pipeline import Request, run
from tests.golden.mutations import mutants_of
from tests.golden.programs import PROGRAMS, name_of

PER_PROGRAM = int(os.environ.get("HARNPY_MUTATIONS", "200"))
SHARDS = 16
RUN_MS = 200
STUCK_SECONDS = 10
# Programs of `ambient` are others in another spelling; with standard modules most of the time goes to those.
UNLIKE = [
    program
    for program in PROGRAMS
    if not name_of(program).startswith("ambient/") and '"std/' not in program.read_text("utf-8")
]


class Stuck(BaseException):
    """A mutant used the processor for long after its time limit."""


def _stuck(_signal: int, _frame: FrameType | None) -> None:
    raise Stuck


@pytest.fixture(autouse=True)
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One catalog for all runs, and an alarm for a mutant that does not come to its end."""
    catalog = standard()
    monkeypatch.setattr(pipeline, "standard", lambda: catalog)
    before = signal.signal(signal.SIGVTALRM, _stuck)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


@pytest.mark.parametrize("shard", range(SHARDS))
def test_damaged_programs_come_to_an_orderly_end(shard: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for program in UNLIKE[shard::SHARDS]:
        monkeypatch.chdir(program.parent)
        text, seed = program.read_text("utf-8"), zlib.crc32(name_of(program).encode())
        for mutant in mutants_of(text, PER_PROGRAM, seed):
            try:
                _run(program, mutant)
            except BaseException as problem:
                problem.add_note(f"in a mutant of {name_of(program)}:\n{mutant}")
                raise


def _run(program: Path, text: str) -> None:
    """Run a text without any permission; what it does is its own affair as long as it ends."""
    request = Request(program.name)
    request.text, request.base, request.timeout_ms = text, "none", RUN_MS
    request.stdout, request.stderr, request.stdin = io.StringIO(), io.StringIO(), io.StringIO()
    signal.setitimer(signal.ITIMER_VIRTUAL, STUCK_SECONDS)
    run(request)
