"""Results of methods that follow from the type of the receiver, where a signature cannot say how."""

from collections.abc import Callable

from harnpy.semantics.substitution import flat
from harnpy.semantics.typeforms import (
    DICT,
    FLOAT,
    INT,
    LOOSE,
    STRING,
    UNTYPED,
    Gen,
    Shape,
    Tuple,
    Type,
    base_of,
    dict_of,
    list_of,
    members_of,
    union,
    without_nil,
)


def element_of(receiver: Type) -> Type:
    """The type of the elements of a list, set or iterator; ints for a range; unknown for a bare one."""
    if isinstance(receiver, Gen):
        return receiver.args[0] if receiver.args else UNTYPED
    return union(receiver.items) if isinstance(receiver, Tuple) else INT


def value_of(shape: Shape) -> Type:
    """What all fields of a shape are; unknown when they differ, or when there may be more of them."""
    types = {base_of(one.type) for one in shape.fields}
    return types.pop() if len(types) == 1 and shape.tail is None else UNTYPED


def _sum(receiver: Type) -> Type:
    """What is no number is left out; the sum of nothing is 0."""
    element = flat(element_of(receiver))
    if element in LOOSE:
        return UNTYPED
    numbers = {base_of(one) for one in members_of(element)} & {INT, FLOAT}
    if any(one in LOOSE for one in members_of(element)):
        return UNTYPED
    return union(one for one in (INT, FLOAT) if one in numbers) if numbers else INT


def _compact(receiver: Type) -> Type:
    return list_of(without_nil(flat(element_of(receiver))))


def _flatten(receiver: Type) -> Type:
    """Lists among the elements give theirs, one level deep."""
    element = flat(element_of(receiver))
    parts: list[Type] = []
    for one in members_of(element):
        nested = isinstance(one, Tuple) or (isinstance(one, Gen) and one.name == "list")
        parts.append(element_of(one) if nested else one)
    return list_of(union(parts))


def _filtered(receiver: Type) -> Type:
    """Some fields of a shape may be gone."""
    if not isinstance(receiver, Shape):
        return receiver
    value = value_of(receiver)
    return DICT if value is UNTYPED else dict_of(STRING, value)


def _same(receiver: Type) -> Type:
    return receiver


def _from_pairs(receiver: Type) -> Type:
    element = flat(element_of(receiver))
    if isinstance(element, Gen) and element.name == "Pair" and element.args:
        return dict_of(STRING, element.args[1])
    return DICT


RESULTS: dict[tuple[str, str], Callable[[Type], Type]] = {
    ("list", "sum"): _sum,
    ("iter", "sum"): _sum,
    ("list", "compact"): _compact,
    ("list", "flatten"): _flatten,
    ("dict", "filter"): _filtered,
    ("dict", "to_dict"): _same,
    ("iter", "to_dict"): _from_pairs,
}
"""The rule for the result of each such method, by kind and name."""
