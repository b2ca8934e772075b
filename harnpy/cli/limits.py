"""Limits of a run: `NAME=VALUE` in, a name and a number out; and the table that `run --limits` prints."""

import click

from harnpy.diagnostics.suggest import nearest
from harnpy.runtime.limits import FRAMES, TASKS

SETTABLE: dict[str, tuple[str, str]] = {
    "memory": ("off", "bytes of memory of the process, such as 512MiB"),
    "output": ("off", "characters on stdout, such as 10MB"),
    "steps": ("off", "rounds of loops and calls of functions that call themselves"),
    "depth": (str(FRAMES), "calls inside calls, a few frames more or less"),
    "tasks": (str(TASKS), "tasks that are alive at once"),
    "value": ("64MiB", "bytes of one value that is kept, such as a checkpoint"),
}
"""Limits that `--limit NAME=VALUE` sets: the usual value, what is counted."""

DEEPEST = 3_000
"""The largest `depth`: beyond it Python itself would give up."""

SIZES = {"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "kB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000}


def limit(text: str) -> tuple[str, int]:
    """The name and the number of `NAME=VALUE`, sizes in bytes."""
    name, _, amount = text.partition("=")
    if name not in SETTABLE:
        guess = nearest(name, SETTABLE)
        hint = f"did you mean '{guess}'?" if guess else f"known limits: {', '.join(SETTABLE)}"
        raise click.BadParameter(f"unknown limit '{name}'; {hint}")
    unit = next((unit for unit in SIZES if amount.endswith(unit)), "")
    digits = amount.removesuffix(unit)
    if not (digits.isascii() and digits.isdigit()) or int(digits) == 0:
        raise click.BadParameter(f"limit '{name}' wants a number above zero, got '{amount}'")
    if unit and name not in ("memory", "output", "value"):
        raise click.BadParameter(f"limit '{name}' is a plain number, got '{amount}'")
    number = int(digits) * SIZES.get(unit, 1)
    if name == "depth" and number > DEEPEST:
        raise click.BadParameter(f"limit 'depth' is at most {DEEPEST}, got {number}")
    return name, number


def completed_limit(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """The names of limits that begin so, with their `=`."""
    return [f"{name}=" for name in SETTABLE if name.startswith(incomplete)]


def table(given: dict[str, int]) -> str:
    """All limits, one a line: name, value, where the value comes from, what is counted."""
    lines: list[tuple[str, str, str, str]] = []
    for name, (usual, meaning) in SETTABLE.items():
        value = str(given[name]) if name in given else usual
        lines.append((name, value, "--limit" if name in given else "default", meaning))
    lines += [(name, value, "fixed", meaning) for name, value, meaning in _fixed()]
    return "".join(f"{name:13} {value:>9}  {source:8} {meaning}\n" for name, value, source, meaning in lines)


def _fixed() -> list[tuple[str, str, str]]:
    """Limits that nothing sets: name, value, what is counted."""
    # late: only this table needs all these modules
    from harnpy.project.graph import MAX_FILES
    from harnpy.runtime.operators import MOST_BYTES
    from harnpy.syntax.postlex_state import MAX_DEPTH
    from harnpy.system.sources import MAX_BYTES
    from harnpy.values.json_errors import MOST_DEPTH
    from harnpy.values.text import MOST_WRITTEN_DEPTH

    return [
        ("source", f"{MAX_BYTES >> 20} MiB", "size of a source file"),
        ("modules", str(MAX_FILES), "files of a program"),
        ("nesting", str(MAX_DEPTH), "brackets and blocks inside each other"),
        ("json-read", str(MOST_DEPTH), "containers inside each other in JSON that is read"),
        ("json-written", str(MOST_WRITTEN_DEPTH), "containers inside each other in pretty JSON and YAML"),
        ("text", f"{MOST_BYTES >> 20} MiB", "text that repeating and padding makes"),
    ]
