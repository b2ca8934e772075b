"""The natives in, `catalog/rows.py` out: `python -m harnpy.natives.collect` writes it, a test compares it.

The file holds one text, a line per row: loading it costs next to nothing, and a program pays for the rows it
names (`catalog.model.Catalog`).
"""

from importlib import import_module
from pathlib import Path

from harnpy import catalog, natives
from harnpy.catalog.model import BUILTIN, CAPABILITY, FUNCTION, METHOD, PROPERTY, Row, line_of

_HEAD = (
    '"""Rows of all natives. Written by `make catalog` from the declarations in `harnpy/natives`."""\n\n'
    "# ruff: noqa: E501\n# fmt: off\n"
)
_PLACES = (
    ("builtins", natives.BUILTINS),
    ("methods", natives.METHODS),
    ("harness", natives.HANDLES),
    ("std", natives.MODULES),
)
_FAMILIES = (BUILTIN, METHOD, PROPERTY, CAPABILITY, FUNCTION)


def module_names() -> list[str]:
    """Full names of all modules that declare natives, in the order of the tuples of `harnpy.natives`."""
    return [f"{natives.__name__}.{folder}.{name}" for folder, names in _PLACES for name in names]


def collect() -> list[Row]:
    """Rows of all natives in order of declaration; a name that is declared twice is an error."""
    rows: list[Row] = []
    places: dict[tuple[str, str, str], str] = {}
    for name in module_names():
        for row in _rows_of(name):
            key = (row.family, row.owner, row.name)
            if key in places:
                raise ValueError(f"{' '.join(key)} is declared in {places[key]} and in {name}")
            places[key] = name
            rows.append(row)
    return rows


def render(rows: list[Row]) -> str:
    """Text of `catalog/rows.py` for these rows."""
    lines = [_HEAD, "ROWS = ("]
    lines.append(f"    {chr(10)!r}")
    for family in _FAMILIES:
        lines += [f"    {line_of(row) + chr(10)!r}" for row in _sorted(rows, family)]
    return "\n".join([*lines, ")"]) + "\n"


def target() -> Path:
    """The file that holds the rows."""
    return Path(catalog.__path__[0]) / "rows.py"


def write() -> None:
    """Write the rows of all natives into their file."""
    target().write_text(render(collect()), encoding="utf-8")


def _rows_of(name: str) -> list[Row]:
    found: list[Row] = []
    for function in vars(import_module(name)).values():
        mine = getattr(function, "native_rows", ())
        found += [row for row in mine if row.module == name and row not in found]
    return found


def _sorted(rows: list[Row], family: str) -> list[Row]:
    return sorted((row for row in rows if row.family == family), key=lambda row: (row.owner, row.name))


if __name__ == "__main__":
    write()
