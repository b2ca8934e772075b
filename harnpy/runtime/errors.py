"""Python exceptions in, what Harn sees out: the caught value, the Harn stack, the report of an uncaught one.

A traceback keeps frames, and frames keep containers, which would then look shared to the ownership test
(lowering.md 9). So catching reduces it to `Site` data: code objects and instruction offsets.
"""

from __future__ import annotations

import sys

from harnpy.base.mangle import unmangle
from harnpy.diagnostics.suggest import nearest
from harnpy.values.display import display
from harnpy.values.faults import CATCH, Fault, Thrown
from harnpy.values.functions import shown_name
from harnpy.values.kinds import SCALARS, Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import CodeType, TracebackType

OVERFLOW = "Stack overflow: too many nested calls"

# Families whose uncaught text gets the line, and those among them that are called run-time errors first.
_LOCATED = frozenset({"runtime", "type", "undefined", "immutable", "overflow"})
_RELABELLED = frozenset({"undefined", "immutable", "overflow"})
_ENTRY_NAMES = ("_init", "_pipe_")


Site = tuple["CodeType", int, int]
"""One Python frame of a traceback: its code, the instruction it was at, and which activation it was."""


def position_of(site: Site) -> tuple[int, int | None]:
    """Line from 1 and UTF-8 byte column from 0 of a site; None for a column that was not kept."""
    code, offset, _ = site
    for index, (line, _, column, _) in enumerate(code.co_positions()):
        if index * 2 == offset:
            return line or code.co_firstlineno, column
    return code.co_firstlineno, None


class Failure:
    """An uncaught error as data.

    text     what follows `error: `
    file     path shown to the user; empty when no Harn frame was running
    line     from 1; 0 without a position
    column   UTF-8 byte column from 0, as CPython counts; None when unknown
    notes    (name, file, line) of each outer frame, innermost first
    value    what a handler would have caught
    help     which flag would have allowed what was refused; else empty
    """

    __slots__ = ("column", "file", "help", "line", "notes", "text", "value")

    def __init__(
        self,
        text: str,
        place: tuple[str, int, int | None],
        notes: tuple[tuple[str, str, int], ...],
        value: Value,
        help: str = "",
    ) -> None:
        self.text = text
        self.file, self.line, self.column = place
        self.notes = notes
        self.value = value
        self.help = help

    def __repr__(self) -> str:
        place = f", {self.file}:{self.line}" if self.line else ""
        return f"Failure({self.text!r}{place})"


def caught(error: Value) -> Value:
    """Return the value that `catch (e)` binds, and let go of the frames the error holds."""
    if not isinstance(error, Fault):
        _adopt(error)
    error.stack = stack_of(error)
    error.__traceback__ = None
    return error.value


def throw(value: Value) -> BaseException:
    """Return the exception that throws `value`: the one being handled when `value` is its very payload."""
    if value.__class__ not in SCALARS or value.__class__ is str:
        error: Value = sys.exc_info()[1]
        while error is not None:
            if isinstance(error, CATCH) and getattr(error, "value", None) is value:
                return error
            error = error.__context__
    return Thrown(value)


def raise_error(error: BaseException) -> Value:
    """Raise where only an expression can stand."""
    raise error


def catches(error: Value, name: str) -> bool:
    """Return whether `catch (e: NAME)` takes the error: an enum, a struct or one of the plain kinds."""
    if not isinstance(error, Fault):
        _adopt(error)
    value: Value = error.value
    kind = type_of(value)
    if kind == "enum":
        return name == value.ENUM
    if kind == "struct":
        return name == value.NAME
    return kind == name and name in ("string", "int", "float", "bool", "list", "dict")


def undefined(name: str, candidates: Iterable[str] = ()) -> Fault:
    """The fault of a name that nothing binds."""
    near = nearest(name, candidates)
    hint = f" (did you mean `{near}`?)" if near else ""
    return Fault(f"Undefined variable: {name}{hint}", "undefined")


def stack_of(error: Value) -> tuple[Site, ...]:
    """Return where the error passed, outermost first: what was kept when it was caught, and since then."""
    sites: list[Site] = []
    entry: TracebackType | None = error.__traceback__
    while entry is not None:
        frame = entry.tb_frame
        sites.append((frame.f_code, entry.tb_lasti, id(frame)))
        entry = entry.tb_next
    kept: tuple[Site, ...] = error.stack or ()
    if not kept:
        return tuple(sites)
    # Thrown again: the second way out begins in the frame that caught it, where the first one ended.
    code, _, activation = kept[0]
    for index, site in enumerate(sites):
        if site[2] == activation and site[0] is code:
            return (*sites[:index], *kept)
    return (*sites, *kept)


def failure_of(error: Value, machine: Value) -> Failure:
    """Return the report of an error that nothing caught.

    Of `machine` it reads `files`, the co_filenames of emitted code, `tail_sites`, the (line, byte column)
    pairs by file where frames are left out, and `entry_file`.
    """
    if not isinstance(error, Fault):
        _adopt(error)
    sites = [site for site in stack_of(error) if site[0].co_filename in machine.files]
    sites.reverse()
    place: tuple[str, int, int | None] = ("", 0, None)
    if sites:
        place = (sites[0][0].co_filename, *position_of(sites[0]))
    text = _uncaught_text(error, place[0], place[1], machine.entry_file)
    return Failure(
        text, place, tuple(_notes(sites, machine.tail_sites)), error.value, getattr(error, "help", "")
    )


def _notes(
    sites: list[Site], tail_sites: dict[str, frozenset[tuple[int, int]]]
) -> Iterable[tuple[str, str, int]]:
    below_main = False
    for site in sites[1:]:
        file = site[0].co_filename
        line, column = position_of(site)
        if (line, column) in tail_sites.get(file, ()):
            continue
        name = frame_name(site[0])
        below_main = name == "main" and site is sites[-1]
        yield name, file, line
    if sites and (below_main or (len(sites) == 1 and frame_name(sites[0][0]) == "main")):
        code = sites[-1][0]
        yield "pipeline", code.co_filename, code.co_firstlineno


def frame_name(code: CodeType) -> str:
    """Return the name of a frame of emitted code, as notes give it."""
    name = code.co_name
    if name == "_body":
        # What a generator runs later is a function inside it.
        name = code.co_qualname.split(".<locals>.")[-2]
    if name.startswith(_ENTRY_NAMES) or name == "<module>":
        return "pipeline"
    return shown_name(name)


def _uncaught_text(error: Value, file: str, line: int, entry_file: str) -> str:
    value, family = error.value, error.family
    if family == "thrown":
        return f"Thrown: {display(value)}"
    if value.__class__ is dict:
        category = value.get("category")
        if category is not None and "message" in value:
            return f"Error [{display(category)}]: {display(value['message'])}"
        return f"Thrown: {display(value)}"
    text = display(value)
    if family in _RELABELLED:
        text = f"Runtime error: {text}"
    if family in _LOCATED and line:
        text += f" (line {line})" if file == entry_file else f" ({_base_name(file)}:{line})"
    return text


def _base_name(file: str) -> str:
    return file.rpartition("/")[2]


def _adopt(error: Value) -> None:
    """Give an exception of Python's own what a `Fault` has."""
    if getattr(error, "family", None) is not None:
        return
    if isinstance(error, NameError):
        fault = _unbound(error)
    elif isinstance(error, RecursionError):
        fault = Fault(OVERFLOW, "overflow")
    else:
        raise error
    adopted: Value = error
    adopted.value, adopted.family, adopted.stack = fault.value, fault.family, None


def _unbound(error: NameError) -> Fault:
    # UnboundLocalError does not carry the name before 3.12, but every text quotes it first.
    python_name = error.name or (str(error).split("'")[1:2] or ["?"])[0]
    entry = error.__traceback__
    while entry is not None and entry.tb_next is not None:
        entry = entry.tb_next
    names: set[str] = set()
    if entry is not None:
        frame = entry.tb_frame
        names = {unmangle(name) for name in (*frame.f_locals, *frame.f_globals) if not name.startswith("_")}
    return undefined(unmangle(python_name), names)
