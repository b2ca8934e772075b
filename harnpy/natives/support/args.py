"""Arguments of natives: values in, the Python thing a native works with out, or its fault."""

from harnpy.natives.support.faults import thrown
from harnpy.values.containers import DurationValue
from harnpy.values.display import display
from harnpy.values.kinds import Value, type_of
from harnpy.values.records import StructValue


def octets(value: Value) -> bytes:
    """The bytes of a string (UTF-8) or of bytes; the display of anything else."""
    if isinstance(value, bytes):
        return value
    return (value if isinstance(value, str) else display(value)).encode("utf-8", "surrogatepass")


def option(options: Value, name: str, fallback: Value = None) -> Value:
    """The option `name` of a dict or struct, or `fallback` when it is absent or nil."""
    given = options.fields if isinstance(options, StructValue) else options
    found = None if given is None else given.get(name)
    return fallback if found is None else found


def text_option(
    options: dict[str, Value] | None, name: str, builtin: str, fallback: str | None = None
) -> str | None:
    """A string option; a fault names the builtin and the option."""
    found = option(options, name, fallback)
    if found is not None and not isinstance(found, str):
        raise thrown(f"{builtin}: `{name}` must be a string, got {type_of(found)}")
    return found


def int_option(
    options: dict[str, Value] | None, name: str, builtin: str, fallback: int | None = None
) -> int | None:
    """An int option; a fault names the builtin and the option."""
    found = option(options, name, fallback)
    if found is not None and type(found) is not int:
        raise thrown(f"{builtin}: `{name}` must be an int, got {type_of(found)}")
    return found


def milliseconds(value: Value) -> int | None:
    """A duration or a number of milliseconds; None for anything else."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return int(value)
    return value.ms if isinstance(value, DurationValue) else None
