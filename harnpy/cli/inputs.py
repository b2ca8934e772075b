"""Program files as commands are given them: `-` for standard input, and a hint where a file is missing."""

import os
import sys
from collections.abc import Iterable

from harnpy.diagnostics.suggest import nearest
from harnpy.system.sources import SUFFIXES, Unreadable, decoded, read_source, worded

STDIN = "<stdin>"


def source_text(path: str) -> str:
    """The text of a program file; `-` reads standard input."""
    if path == "-":
        return decoded(_stdin_bytes())
    try:
        return read_source(path)
    except Unreadable as cause:
        raise Unreadable(f"{cause}{hint_for(path)}") from None


def unique(files: Iterable[str]) -> list[str]:
    """The files without those that are named a second time in another way."""
    found: dict[str, str] = {}
    for path in files:
        place = path if path == "-" else os.path.normpath(path)
        found[place] = min(found.get(place, path), path, key=len)
    return list(found.values())


def hint_for(path: str) -> str:
    """What a path that cannot be read may have been meant to be, as the end of a line; empty for no idea."""
    if os.path.isdir(path):
        return f"; `harnpy check {path}` takes a folder, `harnpy run` a file"
    return _missing_hint(path)


def _stdin_bytes() -> bytes:
    if sys.stdin is None:
        raise Unreadable("standard input is closed")
    try:
        return sys.stdin.buffer.read()
    except OSError as cause:
        raise Unreadable(worded(cause)) from None


def _missing_hint(path: str) -> str:
    if os.path.exists(path):
        return ""
    if os.path.isfile(path + ".harn"):
        return f"; did you mean '{path}.harn'?"
    folder, name = os.path.split(path)
    try:
        beside = [entry for entry in os.listdir(folder or ".") if entry.endswith(SUFFIXES)]
    except OSError:
        return ""
    guess = nearest(name, beside)
    return f"; did you mean '{os.path.join(folder, guess)}'?" if guess else ""
