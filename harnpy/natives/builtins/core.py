"""Builtins that every program leans on: kinds, sizes, identity, copies, pairs, ranges, iterators, Results."""

from harnpy.natives.support.declare import builtin
from harnpy.values.containers import PairValue, RangeValue, SetValue
from harnpy.values.display import display
from harnpy.values.faults import contract_fault, runtime_fault, type_fault
from harnpy.values.hashing import structural_key
from harnpy.values.iterators import IterValue, iter_of
from harnpy.values.kinds import SCALARS, Value
from harnpy.values.kinds import type_of as kind_of
from harnpy.values.records import Err, Ok, StructValue, VariantValue

_HASH_BITS = (1 << 63) - 1
_SIZED = frozenset({str, bytes, list, dict})
_BOUNDS = 2


@builtin("type_of(value: any) -> string")
def type_of(value: Value) -> str:
    """Name of the kind of a value, such as `int`, `list` or `HarnessFs`."""
    return kind_of(value)


@builtin("len(value: string | bytes | list | dict | set | range | nil) -> int")
def length(value: Value) -> int:
    """Number of characters, bytes, elements, entries or ints; 0 for nil."""
    cls = value.__class__
    if cls in _SIZED:
        return len(value)
    if cls is SetValue:
        return len(value.items)
    if cls is RangeValue:
        return max(value.range.stop - value.range.start, 0)
    if isinstance(value, StructValue):
        # It passes for a dict where one is asked for, but it has no length.
        wanted = "string | bytes | list | dict | set | range | nil"
        raise contract_fault(f"'len' parameter `value` expects {wanted}, got struct")
    return 0


@builtin("is_same(a: any, b: any) -> bool")
def is_same(a: Value, b: Value) -> bool:
    """Whether both are one object; for numbers, strings, bools and nil whether they are equal."""
    return a is b or (a.__class__ is type(b) and a.__class__ in SCALARS and a == b)


@builtin("addr_of(value: any) -> int")
def addr_of(value: Value) -> int:
    """A number that no other living object has; it differs from run to run."""
    return id(value)


@builtin("hash_value(value: any) -> int")
def hash_value(value: Value) -> int:
    """A number that equal values share within one run."""
    return hash(structural_key(value)) & _HASH_BITS


@builtin("clone<T>(value: T) -> T", fresh=True)
def clone(value: Value) -> Value:
    """A copy of a list, dict, set or struct that shares its elements; any other value itself."""
    if value.__class__ in (list, dict, SetValue) or isinstance(value, StructValue):
        return value.copy()
    return value


@builtin("deep_clone<T>(value: T) -> T", fresh=True)
def deep_clone(value: Value) -> Value:
    """A copy that shares no list, dict, set or struct with `value`."""
    twin: list[Value] = [value]
    # Places whose content is still the original: (container, key).
    pending: list[tuple[Value, Value]] = [(twin, 0)]
    while pending:
        place, key = pending.pop()
        original = place.get(key) if isinstance(place, StructValue) else place[key]
        copy = _copied(original, pending)
        if copy is not original:
            if isinstance(place, StructValue):
                place.set(key, copy)
            else:
                place[key] = copy
    return twin[0]


def _copied(original: Value, pending: list[tuple[Value, Value]]) -> Value:
    if original.__class__ is list:
        copy = original.copy()
        pending.extend((copy, index) for index in range(len(copy)))
        return copy
    if original.__class__ is dict:
        copy = original.copy()
        pending.extend((copy, key) for key in copy)
        return copy
    if original.__class__ is SetValue:
        copy = original.copy()
        pending.extend((copy.items, key) for key in copy.items)
        return copy
    if isinstance(original, StructValue):
        copy = original.copy()
        pending.extend((copy, name) for name in copy.fields)
        return copy
    return original


@builtin("tuple(...items: any) -> list", fresh=True)
def make_tuple(*items: Value) -> list[Value]:
    """A list of the arguments, which the checker takes for a tuple."""
    return list(items)


@builtin(
    "iter<T, S>(source: list<T> | set<T> | iter<T> | generator<T> | stream<T> | S) -> iter<T>", fresh=True
)
def iterate(source: Value) -> IterValue:
    """A lazy iterator over a list, dict (as pairs), set, range, string, channel, generator or stream."""
    found = iter_of(source)
    if found is None:
        raise type_fault(f"iter: cannot iterate over {kind_of(source)}")
    return found


@builtin("pair<A, B>(first: A, second: B) -> Pair<A, B>", fresh=True)
def pair(first: Value, second: Value) -> PairValue:
    """A pair of two values."""
    return PairValue(first, second)


@builtin("range(...bounds: any) -> range", fresh=True)
def make_range(*bounds: Value) -> RangeValue:
    """`range(end)` holds the ints from 0, `range(start, end)` those from `start`, to before `end`."""
    if not 1 <= len(bounds) <= _BOUNDS:
        raise type_fault(f"range: expected 1-2 argument(s), got {len(bounds)}")
    names = ("end",) if len(bounds) == 1 else ("start", "end")
    for name, bound in zip(names, bounds, strict=True):
        if bound.__class__ is not int:
            raise type_fault(f"range: `{name}` must be an int, got {kind_of(bound)}")
    return RangeValue(0 if len(bounds) == 1 else bounds[0], bounds[-1], False)


@builtin("Ok<T>(value: T) -> Result<T, any>", fresh=True)
def make_ok(value: Value) -> Ok:
    """A Result that holds a value."""
    return Ok(value)


@builtin("Err<E>(error: E) -> Result<any, E>", fresh=True)
def make_err(error: Value) -> Err:
    """A Result that holds an error."""
    return Err(error)


@builtin("is_ok(result: any) -> bool")
def is_ok(result: Value) -> bool:
    """Whether `result` is an Ok."""
    return result.__class__ is Ok


@builtin("is_err(result: any) -> bool")
def is_err(result: Value) -> bool:
    """Whether `result` is an Err."""
    return result.__class__ is Err


@builtin("unwrap<T>(result: Result<T, any> | T) -> T")
def unwrap(result: Value) -> Value:
    """The value of an Ok; an Err faults, and what is no Result is returned as it is."""
    if result.__class__ is Ok:
        return _payload(result)
    if result.__class__ is Err:
        raise runtime_fault(f"unwrap called on Err: {display(_payload(result))}")
    return result


@builtin("unwrap_or<T, D>(result: Result<T, any> | T, default: D) -> T | D")
def unwrap_or(result: Value, default: Value) -> Value:
    """The value of an Ok, `default` for an Err; what is no Result is returned as it is."""
    if result.__class__ is Ok:
        return _payload(result)
    return default if result.__class__ is Err else result


@builtin("unwrap_err<E>(result: Result<any, E>) -> E")
def unwrap_err(result: Value) -> Value:
    """The error of an Err; anything else faults."""
    if result.__class__ is not Err:
        raise runtime_fault("unwrap_err called on non-Err")
    return _payload(result)


@builtin("unreachable(value?: any) -> never")
def unreachable(value: Value = None) -> None:
    """Fault because this place was held to be out of reach."""
    raise runtime_fault("unreachable code was reached" + ("" if value is None else f": {display(value)}"))


@builtin("drop(handle: any) -> nil")
def drop(handle: Value) -> None:
    """End the use of a handle: an iterator, generator or stream is closed, its cleanups run."""
    close = getattr(handle, "close", None) if kind_of(handle) in ("generator", "stream") else None
    if close is not None:
        close()


def _payload(result: VariantValue) -> Value:
    fields = result.fields
    return fields[0] if fields else None
