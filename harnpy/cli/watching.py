"""`--watch`: do something again whenever one of the files it looked at changes."""

import os
import time
from collections.abc import Callable, Iterable

from harnpy.cli.console import Console, write_error

_PAUSE_S = 0.2
_CLEAR = "\x1b[2J\x1b[H"

State = dict[str, tuple[int, int]]
"""Size and time of each file that is there."""


def watch(console: Console, files: Callable[[], Iterable[str]], work: Callable[[], object]) -> None:
    """Do `work`, and again after every change among `files`, until somebody interrupts.

    The files are asked for anew each time, so that new ones count and removed ones do not: the work may be
    what finds out about them.
    """
    while True:
        known = _state(files())
        if console.terminal:
            write_error(_CLEAR)
        work()
        # A file that changed during the work has the state it had before.
        before = {path: known.get(path, seen) for path, seen in _state(files()).items()}
        console.line(f"[harnpy] {time.strftime('%H:%M:%S')} watching {len(before)} files, Ctrl+C ends it")
        while _state(files()) == before:
            time.sleep(_PAUSE_S)


def _state(files: Iterable[str]) -> State:
    found: State = {}
    for path in files:
        try:
            seen = os.stat(path)
        except OSError:
            continue
        found[path] = (seen.st_size, seen.st_mtime_ns)
    return found
