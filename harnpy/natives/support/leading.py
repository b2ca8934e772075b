"""Arguments of durable functions: as given in, without leading capabilities and judged out.

These functions are called with capability values in front or without; they judge their arguments themselves,
so that the texts are the ones that programs have always seen.
"""

from harnpy.runtime.handles import CLASSES, Handle, Harness
from harnpy.values.display import display
from harnpy.values.faults import Fault, runtime_fault, type_fault
from harnpy.values.kinds import Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_ROOT = Harness.KIND


def without_leading(function: str, args: "Sequence[Value]", *needed: str) -> list[Value]:
    """The arguments after the capability values that may stand in front, at most one of each type.

    `needed` are the fields of the root that the function may be given: `runtime`, `clock`.
    """
    allowed = [_ROOT, *(CLASSES[name].KIND for name in needed)]
    rest = list(args)
    taken: set[str] = set()
    while rest and isinstance(rest[0], Handle) and rest[0].KIND not in taken:
        kind = rest[0].KIND
        if kind not in allowed:
            raise type_fault(f"{function}: expected {allowed[-1]}, got {kind}")
        taken.add(kind)
        rest.pop(0)
    return rest


def fitted(function: str, args: "Sequence[Value]", most: int) -> list[Value]:
    """The arguments with nil for those left out; more than `most` are a fault."""
    if len(args) > most:
        noun = "argument" if most == 1 else "arguments"
        raise Fault(f"Arity mismatch: '{function}' expects at most {most} {noun}, got {len(args)}")
    return [*args, *[None] * (most - len(args))]


def required(function: str, name: str, value: Value) -> Value:
    """An argument that must not be nil."""
    if value is None:
        raise runtime_fault(f"{function}: `{name}` is required")
    return value


def required_text(function: str, name: str, value: Value) -> str:
    """An argument whose display text is what counts."""
    given = required(function, name, value)
    return given if given.__class__ is str else display(given)


def required_string(function: str, name: str, value: Value) -> str:
    """An argument that must be a string."""
    given = required(function, name, value)
    if given.__class__ is not str:
        raise runtime_fault(f"{function}: `{name}` must be a string, got {type_of(given)}")
    return given


def options_of(function: str, value: Value, name: str = "options") -> dict[str, Value]:
    """An argument of options: a dict, a struct, or nil for none; options that are nil are absent."""
    if value is None:
        return {}
    fields = value.fields if type_of(value) == "struct" else value
    if fields.__class__ is not dict:
        raise runtime_fault(f"{function}: `{name}` must be a dict or nil, got {type_of(value)}")
    return {key: given for key, given in fields.items() if given is not None}
