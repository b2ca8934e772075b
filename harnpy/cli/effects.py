"""`check --effects`: the least permissions that a program needs, as flags of `run`."""

import os

from harnpy.base.spans import SourceFile
from harnpy.catalog.standard import standard
from harnpy.cli.console import Console, write_out
from harnpy.cli.exit_codes import FAILED, OK
from harnpy.cli.inputs import STDIN, source_text
from harnpy.lint.program import Program
from harnpy.semantics.effects import ANYTHING, Effects, effects_of
from harnpy.system.sources import Unreadable, read_source

# Effects without a flag of their own are part of every base.
_FOLDERS = ("read", "write")
_NAMES = ("run", "env", "net")


def print_effects(console: Console, files: list[str], *, strict: bool) -> int:
    """Print a line for each program; a program with errors has none, since nobody knows what it would do."""
    failed = False
    for path in files:
        shown = STDIN if path == "-" else path
        try:
            text = source_text(path)
        except Unreadable as cause:
            console.line(f"[harnpy] Error reading {shown}: {cause}")
            failed = True
            continue
        catalog = standard()
        program = Program(SourceFile(shown, text), None if path == "-" else path, read_source, catalog)
        program.strict = strict
        report = program.check()
        checked = program.checked
        if report.has_errors or checked is None:
            console.line(f"{shown}: has errors; `harnpy check {shown}` tells them")
            failed = True
        else:
            write_out(f"{shown}: {flags(effects_of(checked.entry, checked.modules, catalog))}\n")
    return FAILED if failed else OK


def flags(effects: Effects) -> str:
    """Effects as flags of `run`: with them and nothing else the program may do what its code says."""
    parts = ["--permissions none"]
    for effect in _FOLDERS:
        for place in effects.places(effect):
            parts.append(f"--allow-{effect}={_folder(place)}")
    for effect in _NAMES:
        places = effects.places(effect)
        if places:
            names = "" if ANYTHING in places and effect != "env" else f"={','.join(places)}"
            parts.append(f"--allow-{effect}{names}")
    return " ".join(dict.fromkeys(parts))


def _folder(place: str) -> str:
    """The folder that must be allowed for a path; the working directory for one that only the run knows."""
    return "." if place == ANYTHING else os.path.dirname(place) or "."
