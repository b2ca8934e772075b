"""Methods of sets; order of insertion is order of iteration."""

from harnpy.natives.support.declare import method, old_method
from harnpy.runtime.calls import adapt
from harnpy.values.containers import SetValue
from harnpy.values.faults import Thrown
from harnpy.values.hashing import structural_key
from harnpy.values.iterators import IterValue
from harnpy.values.kinds import Value


@method("set", "len() -> int", aliases=("count",))
def length(mine: SetValue) -> int:
    """Number of elements."""
    return len(mine.items)


@method("set", "empty() -> bool")
def empty(mine: SetValue) -> bool:
    """Whether the set has no elements."""
    return not mine.items


@method("set", "contains(item: any) -> bool", aliases=("includes",))
def contains(mine: SetValue, item: Value = None) -> bool:
    """Whether an element equals `item`."""
    return structural_key(item) in mine.items


@method("set", "union<U>(other: set<U>) -> set<T | U>", fresh=True)
def union(mine: SetValue, other: Value = None) -> SetValue:
    """The elements of both sets."""
    return SetValue(_joined(mine.items, _items("union", other)))


@method("set", "intersection<U>(other: set<U>) -> set<T>", fresh=True, aliases=("intersect",))
def intersection(mine: SetValue, other: Value = None) -> SetValue:
    """The elements that are in both sets."""
    theirs = _items("intersection", other)
    return SetValue({key: item for key, item in mine.items.items() if key in theirs})


@method("set", "difference<U>(other: set<U>) -> set<T>", fresh=True)
def difference(mine: SetValue, other: Value = None) -> SetValue:
    """The elements that are not in `other`."""
    return SetValue(_without(mine.items, _items("difference", other)))


@method("set", "symmetric_difference<U>(other: set<U>) -> set<T | U>", fresh=True)
def symmetric_difference(mine: SetValue, other: Value = None) -> SetValue:
    """The elements that are in exactly one of the sets."""
    theirs = _items("symmetric_difference", other)
    return SetValue({**_without(mine.items, theirs), **_without(theirs, mine.items)})


@method("set", "is_subset<U>(other: set<U>) -> bool")
def is_subset(mine: SetValue, other: Value = None) -> bool:
    """Whether all elements are in `other`."""
    return mine.items.keys() <= _items("is_subset", other).keys()


@method("set", "is_superset<U>(other: set<U>) -> bool")
def is_superset(mine: SetValue, other: Value = None) -> bool:
    """Whether all elements of `other` are in the set."""
    return mine.items.keys() >= _items("is_superset", other).keys()


@method("set", "is_disjoint<U>(other: set<U>) -> bool")
def is_disjoint(mine: SetValue, other: Value = None) -> bool:
    """Whether no element is in `other`."""
    return mine.items.keys().isdisjoint(_items("is_disjoint", other))


@method("set", "map<U>(f: fn(T) -> U) -> set<U>", fresh=True)
def map_items(mine: SetValue, f: Value = None) -> Value:
    """The set of the results of `f` for each element."""
    call = adapt(f, 1)
    return None if call is None else SetValue.of([call(item) for item in mine.items.values()])


@method("set", "filter(f: fn(T) -> any) -> set<T>", fresh=True)
def filter_items(mine: SetValue, f: Value = None) -> Value:
    """The elements for which `f` is truthy."""
    call = adapt(f, 1)
    return None if call is None else SetValue({key: item for key, item in mine.items.items() if call(item)})


@method("set", "any(f: fn(T) -> any) -> bool")
def any_item(mine: SetValue, f: Value = None) -> bool:
    """Whether `f` is truthy for at least one element."""
    call = adapt(f, 1)
    if call is not None:
        for item in mine.items.values():
            if call(item):
                return True
    return False


@method("set", "all(f: fn(T) -> any) -> bool", aliases=("every",))
def all_items(mine: SetValue, f: Value = None) -> bool:
    """Whether `f` is truthy for every element."""
    call = adapt(f, 1)
    if call is not None:
        for item in mine.items.values():
            if not call(item):
                return False
    return True


@method("set", "to_list() -> list<T>", fresh=True)
def to_list(mine: SetValue) -> list[Value]:
    """The elements as a list."""
    return list(mine.items.values())


@method("set", "to_set() -> set<T>")
def to_set(mine: SetValue) -> SetValue:
    """The set itself."""
    return mine


@method("set", "iter() -> iter<T>", fresh=True)
def iterate(mine: SetValue) -> IterValue:
    """A lazy iterator over the elements."""
    return IterValue(list(mine.items.values()))


@method("set", "add(item: T) -> nil", mutates=True)
def add(mine: SetValue, item: Value = None) -> None:
    """Add `item` unless an element equals it."""
    mine.items.setdefault(structural_key(item), item)


@method("set", "remove(item: any) -> bool", mutates=True)
def remove(mine: SetValue, item: Value = None) -> bool:
    """Remove the element that equals `item`; whether there was one."""
    key = structural_key(item)
    if key not in mine.items:
        return False
    del mine.items[key]
    return True


@method("set", "clear() -> nil", mutates=True)
def clear(mine: SetValue) -> None:
    """Remove all elements."""
    mine.items.clear()


@old_method("set", "adding<U>(item: U) -> set<T | U>", fresh=True)
def adding(mine: SetValue, item: Value = None) -> SetValue:
    """The set with `item`; old spelling of `s.union(set(item))`."""
    return SetValue(_joined(mine.items, {structural_key(item): item}))


@old_method("set", "removing(item: any) -> set<T>", fresh=True)
def removing(mine: SetValue, item: Value = None) -> SetValue:
    """The set without `item`; old spelling of `s.difference(set(item))`."""
    return SetValue(_without(mine.items, {structural_key(item): item}))


@old_method("set", "delete(item: any) -> set<T>", fresh=True)
def delete(mine: SetValue, item: Value = None) -> SetValue:
    """The set without `item`; old spelling of `s.difference(set(item))`."""
    return removing(mine, item)


def _items(name: str, other: Value) -> dict[object, Value]:
    if other.__class__ is SetValue:
        return other.items
    raise Thrown(f"set.{name}: argument must be a set")


def _joined(mine: dict[object, Value], theirs: dict[object, Value]) -> dict[object, Value]:
    # Of equal elements the one that is already there stays.
    return {**mine, **{key: item for key, item in theirs.items() if key not in mine}}


def _without(mine: dict[object, Value], theirs: dict[object, Value]) -> dict[object, Value]:
    return {key: item for key, item in mine.items() if key not in theirs}
