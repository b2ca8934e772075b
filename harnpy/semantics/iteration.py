"""What a loop over a value gives (language.md 4.9)."""

from harnpy.semantics.generics import flat
from harnpy.semantics.typeforms import (
    INT,
    RANGE,
    STRING,
    UNTYPED,
    Field,
    Gen,
    Shape,
    Tuple,
    Type,
    Union,
    members_of,
    union,
    without_nil,
)

_SEQUENCES = frozenset(("list", "set", "iter", "Generator", "Stream", "channel"))


def element_of_source(source: Type) -> Type:
    """The type of one element of what is iterated; UNTYPED when that is not known."""
    found = [_element(one) for one in members_of(without_nil(flat(source)))]
    return union(found) if found else UNTYPED


def _element(one: Type) -> Type:
    if isinstance(one, Gen):
        if one.name in _SEQUENCES:
            return one.args[0] if one.args else UNTYPED
        if one.name == "dict" and len(one.args) == 2:
            return _entry(one.args[0], one.args[1])
        return UNTYPED
    if isinstance(one, Tuple):
        return union(one.items)
    if isinstance(one, Shape):
        values = union(field.type for field in one.fields)
        return _entry(STRING, UNTYPED if one.tail is not None or not one.fields else values)
    return INT if one is RANGE else UNTYPED


def _entry(key: Type, value: Type) -> Shape:
    return Shape((Field("key", key), Field("value", value)))


def element_at(source: Type) -> Type:
    """The type of the element at one position of a list.

    A list of several types is often a tuple in disguise: which of them stands there is not known.
    """
    found = element_of_source(source)
    return UNTYPED if isinstance(without_nil(found), Union) else found


def is_dict(source: Type) -> bool:
    """Is the source certainly a dict, which gives no pairs?"""
    whole = flat(source)
    return isinstance(whole, Shape) or (isinstance(whole, Gen) and whole.name == "dict")
