"""Operations that the host does for a program: a name and a dict in, a value of the program out."""

from __future__ import annotations

from harnpy.values.faults import CATCH, Fault, runtime_fault
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_MOST, _LEAST = (1 << 63) - 1, -(1 << 63)
_DEEPEST = 120
_SCALARS = frozenset({str, bool, bytes, float, type(None)})


def ask_host(machine: Machine, name: str, request: dict[str, Value]) -> Value:
    """What the host answers to an operation; a fault when it does not know it or fails."""
    function = machine.operations.get(name)
    if function is None:
        raise runtime_fault(f"host_call: unsupported operation {name}")
    try:
        answer = function(dict(request))
        if hasattr(answer, "__await__"):
            machine.hub.start_loop()
            answer = machine.hub.wait(answer)
    except CATCH:
        raise
    except Exception as error:
        # Whatever a function of the host raises is an error of the program that asked.
        raise runtime_fault(f"host_call: {name} failed: {error.__class__.__name__}: {error}") from error
    return taken(name, answer, 0)


def taken(name: str, value: Value, depth: int) -> Value:
    """A Python value as one of the program: plain data, and what gives itself as lists, such as arrays."""
    cls = value.__class__
    if cls in _SCALARS:
        return value
    if cls is int:
        if _LEAST <= value <= _MOST:
            return value
        raise _refused(name, "an int beyond 64 bits")
    if depth > _DEEPEST:
        raise _refused(name, f"data that nests deeper than {_DEEPEST} levels")
    items: Value = value
    if isinstance(value, (list, tuple)):
        return [taken(name, one, depth + 1) for one in items]
    if isinstance(value, dict):
        if any(not isinstance(one, str) for one in items):
            raise _refused(name, "a dict with a key that is no str")
        return {str(one): taken(name, items[one], depth + 1) for one in items}
    for scalar in (bool, int, float, str):
        if isinstance(value, scalar):
            return taken(name, scalar(value), depth + 1)
    lists = getattr(value, "tolist", None)
    if callable(lists):
        return taken(name, lists(), depth + 1)
    raise _refused(name, f"a {cls.__name__}")


def _refused(name: str, what: str) -> Fault:
    taken_kinds = "None, bool, int, float, str, bytes, lists and dicts of them"
    return runtime_fault(f"host_call: {name} returned {what}; it may return {taken_kinds}")
