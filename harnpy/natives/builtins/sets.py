"""Functions over sets; all give new sets and leave their arguments as they are."""

from harnpy.natives.methods import set as sets
from harnpy.natives.support.declare import builtin
from harnpy.values.containers import SetValue
from harnpy.values.hashing import structural_key
from harnpy.values.kinds import Value


@builtin("set<T>(...items: list<T> | set<T> | T) -> set<T>", fresh=True)
def make_set(*items: Value) -> SetValue:
    """The set of the arguments; the elements of lists and sets among them are taken instead of these."""
    flat: list[Value] = []
    for item in items:
        if item.__class__ is list:
            flat += item
        elif item.__class__ is SetValue:
            flat += item.items.values()
        else:
            flat.append(item)
    return SetValue.of(flat)


@builtin("set_add<T, U>(items: set<T>, item: U) -> set<T | U>", fresh=True)
def set_add(items: SetValue, item: Value) -> SetValue:
    """The set with `item`."""
    return sets.adding(items, item)


@builtin("set_remove<T, U>(items: set<T>, item: U) -> set<T>", fresh=True)
def set_remove(items: SetValue, item: Value) -> SetValue:
    """The set without `item`."""
    return sets.removing(items, item)


@builtin("set_contains<T, U>(items: set<T>, item: U) -> bool")
def set_contains(items: SetValue, item: Value) -> bool:
    """Whether an element equals `item`."""
    return structural_key(item) in items.items


@builtin("set_union<T, U>(a: set<T>, b: set<U>) -> set<T | U>", fresh=True)
def set_union(a: SetValue, b: SetValue) -> SetValue:
    """The elements of both sets."""
    return sets.union(a, b)


@builtin("set_intersect<T, U>(a: set<T>, b: set<U>) -> set<T>", fresh=True)
def set_intersect(a: SetValue, b: SetValue) -> SetValue:
    """The elements that are in both sets."""
    return sets.intersection(a, b)


@builtin("set_difference<T, U>(a: set<T>, b: set<U>) -> set<T>", fresh=True)
def set_difference(a: SetValue, b: SetValue) -> SetValue:
    """The elements of `a` that are not in `b`."""
    return sets.difference(a, b)


@builtin("set_symmetric_difference<T, U>(a: set<T>, b: set<U>) -> set<T | U>", fresh=True)
def set_symmetric_difference(a: SetValue, b: SetValue) -> SetValue:
    """The elements that are in exactly one of the sets."""
    return sets.symmetric_difference(a, b)


@builtin("set_is_subset<T, U>(a: set<T>, b: set<U>) -> bool")
def set_is_subset(a: SetValue, b: SetValue) -> bool:
    """Whether all elements of `a` are in `b`."""
    return sets.is_subset(a, b)


@builtin("set_is_superset<T, U>(a: set<T>, b: set<U>) -> bool")
def set_is_superset(a: SetValue, b: SetValue) -> bool:
    """Whether all elements of `b` are in `a`."""
    return sets.is_superset(a, b)


@builtin("set_is_disjoint<T, U>(a: set<T>, b: set<U>) -> bool")
def set_is_disjoint(a: SetValue, b: SetValue) -> bool:
    """Whether the sets have no element in common."""
    return sets.is_disjoint(a, b)
