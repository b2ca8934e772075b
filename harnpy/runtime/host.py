"""What a Python program hands to a run: each argument as the run takes it, or an error that names it."""

import io
import os

from harnpy.base.clock import Clock
from harnpy.runtime.grants import BASES, Grants

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

# Some thousand years: what timers take everywhere.
_LONGEST = 1 << 45

WRITES, READS = ("write", "flush"), ("read", "readline")
"""Methods of an output and of an input."""


def program(function: str, source: object, path: object) -> str | None:
    """The path of a program that is given by its text or by its path, None for one that has none."""
    if source is None and path is None:
        raise TypeError(f"harnpy.{function} needs a source or a path")
    if source is not None and path is not None:
        raise TypeError(f"harnpy.{function} takes a source or a path, not both")
    text("source", source)
    return None if path is None else _path("path", path)


def text(name: str, value: object) -> str | None:
    """A text that may be left out."""
    if value is not None and not isinstance(value, str):
        raise _wrong(name, "a str", value)
    return value


def texts(name: str, value: object) -> list[str]:
    """A list of texts. One text alone is a slip: its characters would become the list."""
    if isinstance(value, (str, bytes)) or not hasattr(value, "__iter__"):
        raise _wrong(name, "a list of str", value)
    values: Iterable[object] = value  # pyright: ignore[reportAssignmentType] (it has `__iter__`)
    found: list[str] = []
    for one in values:
        if not isinstance(one, str):
            raise _wrong(name, "a list of str", one, "with ")
        found.append(one)
    return found


def permissions(value: object) -> str:
    """The name of a base of permissions."""
    if not isinstance(value, str):
        raise _wrong("permissions", "'none', 'default' or 'all'", value)
    if value not in BASES:
        raise ValueError(f"permissions must be 'none', 'default' or 'all', not {value!r}")
    return value


def grants(value: object) -> Grants:
    """Grants of the run's own: it adds the files of the program."""
    if value is None:
        return Grants()
    if not isinstance(value, Grants):
        raise _wrong("grants", "a harnpy.Grants", value)
    own = value.copy()
    for name in Grants.__slots__:
        given: object = getattr(value, name)
        if name == "allow" and given is None:
            continue
        # A text in the place of a list would be taken for a list of names of one letter, and refuse nothing.
        listed = texts(f"grants.{name}", given)
        setattr(own, name, frozenset(listed) if name in ("allow", "deny") else listed)
    return own


def milliseconds(name: str, value: object) -> int | None:
    """A time limit."""
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong(name, "an int of milliseconds above 0", value)
    if value <= 0:
        raise ValueError(f"{name} must be an int of milliseconds above 0, not {value}")
    return min(value, _LONGEST)


def clock(value: object) -> Clock | None:
    """A clock."""
    if value is not None and not isinstance(value, Clock):
        raise _wrong("clock", "a harnpy.Clock", value)
    return value


def folder(name: str, value: object) -> str | None:
    """A folder that exists."""
    if value is None:
        return None
    path = _path(name, value)
    if not os.path.isdir(path):
        raise ValueError(f"{name} must be a folder that exists, not {path!r}")
    return path


def operations(name: str, value: object) -> "Mapping[str, Callable[..., object]]":
    """Functions by the name of the operation that they answer."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise _wrong(name, "a dict of functions by name", value)
    given: dict[object, object] = value  # pyright: ignore[reportUnknownVariableType] (judged right here)
    found: dict[str, Callable[..., object]] = {}
    for one, function in given.items():
        if not isinstance(one, str):
            raise _wrong(name, "a dict of functions by name", one, "with the name ")
        if not callable(function):
            raise _wrong(f"{name}[{one!r}]", "a function", function)
        found[one] = function
    return found


def place(name: str, value: object) -> str | None:
    """A path that need not exist."""
    return None if value is None else _path(name, value)


def observer(value: object) -> "Callable[[str, Mapping[str, object]], object] | None":
    """What takes the events of the run."""
    if value is not None and not callable(value):
        raise _wrong("observer", "a function of a kind and its data", value)
    return value  # pyright: ignore[reportReturnType] (it can be called)


def stream(name: str, value: object, methods: tuple[str, ...]) -> None:
    """Refuse what is no text stream with these methods."""
    if value is None:
        return
    binary = isinstance(value, (io.RawIOBase, io.BufferedIOBase))
    if binary or not all(callable(getattr(value, one, None)) for one in methods):
        raise _wrong(name, f"a text stream with {' and '.join(methods)}, such as io.StringIO", value)


def _path(name: str, value: object) -> str:
    given: object = value
    if not isinstance(value, (str, bytes)):
        convert = getattr(value, "__fspath__", None)
        given = convert() if callable(convert) else None
    if not isinstance(given, str):
        raise _wrong(name, "a str or a path object", value)
    if not given:
        raise ValueError(f"{name} must not be empty")
    return given


def _wrong(name: str, wanted: str, value: object, relation: str = "") -> TypeError:
    return TypeError(f"{name} must be {wanted}, not {relation}{value.__class__.__name__}")
