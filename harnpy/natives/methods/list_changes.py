"""Methods of lists that change their receiver in place: the caller holds the only reference to it."""

from harnpy.natives.support.declare import method
from harnpy.runtime.calls import adapt
from harnpy.values.containers import SetValue
from harnpy.values.faults import type_fault
from harnpy.values.kinds import Value, type_of
from harnpy.values.ordering import sorted_by_keys, sorted_values

Items = list[Value]


@method("list", "push(item: T) -> nil", mutates=True)
def push(items: Items, item: Value = None) -> None:
    """Append `item`."""
    items.append(item)


@method("list", "pop() -> T?", mutates=True)
def pop(items: Items) -> Value:
    """Remove the last element and return it; nil when the list is empty."""
    return items.pop() if items else None


@method("list", "insert(index: int, item: T) -> nil", mutates=True)
def insert(items: Items, index: Value = None, item: Value = None) -> None:
    """Insert `item` before the element at `index`, which counts from the end when negative."""
    if index.__class__ is not int:
        raise type_fault(f"list.insert: index must be an int, got {type_of(index)}")
    items.insert(index, item)


@method("list", "extend(items: list<T> | set<T>) -> nil", mutates=True)
def extend(items: Items, more: Value = None) -> None:
    """Append all elements of a list or set."""
    if more.__class__ is list:
        items += more
    elif more.__class__ is SetValue:
        items += more.items.values()
    else:
        raise type_fault(f"list.extend: expected a list, got {type_of(more)}")


@method("list", "clear() -> nil", mutates=True)
def clear(items: Items) -> None:
    """Remove all elements."""
    items.clear()


@method("list", "reverse() -> nil", mutates=True)
def reverse(items: Items) -> None:
    """Reverse the order of the elements."""
    items.reverse()


@method("list", "sort() -> nil", mutates=True)
def sort(items: Items, *surplus: object) -> None:
    """Sort ascending in the total order; equal elements keep their order."""
    if surplus:
        raise type_fault("list.sort takes no arguments; use sort_by(key) to sort by a key")
    items[:] = sorted_values(items)


@method("list", "sort_by(key: fn(T) -> any) -> nil", mutates=True)
def sort_by(items: Items, key: Value = None) -> None:
    """Sort ascending by `key(element)`; elements with equal keys keep their order."""
    call = adapt(key, 1)
    if call is None:
        raise type_fault("list.sort_by: expected a key function")
    items[:] = sorted_by_keys(items, [call(item) for item in items])
