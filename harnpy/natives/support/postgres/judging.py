"""Arguments in, what they mean out: numbers and times of options, statements, names of savepoints."""

from math import isfinite

from harnpy.natives.support.leading import required_string
from harnpy.values.containers import DurationValue
from harnpy.values.faults import Fault, runtime_fault
from harnpy.values.kinds import Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_LONGEST_NAME = 63
_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
_FIRST = _LETTERS | {"_"}
_NAME = _FIRST | frozenset("0123456789.")


def integer(value: Value) -> int | None:
    """An int option, also as a finite float; None for anything else."""
    if value.__class__ is int:
        return value
    return int(value) if value.__class__ is float and isfinite(value) else None


def span(value: Value) -> float | None:
    """Milliseconds as an option: an int, a float or a duration, not below 0; None for anything else."""
    if value.__class__ is DurationValue:
        value = value.ms
    if value.__class__ in (int, float) and isfinite(value) and value >= 0:
        return float(value)
    return None


def text(options: "Mapping[str, Value]", *names: str) -> str | None:
    """The first of some options that is a string that is not blank, without blanks around it."""
    for name in names:
        value: Value = options.get(name)
        if value.__class__ is str and value.strip():
            return value.strip()
    return None


def sql_of(function: str, value: Value) -> str:
    """The text of a statement."""
    sql = required_string(function, "sql", value).strip()
    if not sql:
        raise runtime_fault(f"{function}: `sql` must not be empty")
    if "\0" in sql:
        # The driver would send what stands before it, as if that were the statement.
        raise runtime_fault(f"{function}: `sql` must not contain a NUL character")
    return sql


def params_of(function: str, value: Value) -> list[Value]:
    """The parameters of a statement."""
    if value is None:
        return []
    if value.__class__ is not list:
        raise runtime_fault(f"{function}: `params` must be a list or nil, got {type_of(value)}")
    return value


def savepoint_name(function: str, value: Value) -> str:
    """The name of a savepoint; what passes needs no escapes between double quotes."""
    name = required_string(function, "name", value).strip()
    if not name:
        raise runtime_fault(f"{function}: `name` must not be empty")
    if len(name.encode("utf-8", "replace")) > _LONGEST_NAME:
        raise _refused(function, f"savepoint name exceeds Postgres identifier length ({_LONGEST_NAME} bytes)")
    if name[0] not in _FIRST:
        raise _refused(function, "savepoint name must start with a letter or underscore")
    for character in name:
        if character not in _NAME:
            reason = f"savepoint name `{name}` contains disallowed character `{character}`"
            raise _refused(function, reason)
    return name


def _refused(function: str, reason: str) -> Fault:
    return runtime_fault(f"{function}: {reason}")
