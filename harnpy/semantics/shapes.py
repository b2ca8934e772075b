"""Shapes that are made of other types: fields of structs, intersections, right-biased merges."""

from collections.abc import Callable

from harnpy.semantics.substitution import arguments, flat, substitute
from harnpy.semantics.typeforms import LOOSE, UNTYPED, Both, Field, Gen, Shape, Struct, Type, union

Holds = Callable[[Type, Type], bool]
"""Says whether the first type fits the second."""


def fields_of(struct: Struct) -> Shape:
    """The fields of a struct as a shape, its type arguments put in."""
    given = arguments(struct.info.variables, struct.args)
    fields = struct.info.fields.values()
    return Shape(tuple([Field(one.name, substitute(one.type, given), one.optional) for one in fields]))


def merged(both: Both) -> Shape | None:
    """The shape with the fields of all members of an intersection; None unless all are shapes or structs.

    A field of two members has the types of both.
    """
    fields: dict[str, Field] = {}
    tail: Type | None = None
    for one in both.members:
        whole = flat(one)
        shape = fields_of(whole) if isinstance(whole, Struct) else whole
        if not isinstance(shape, Shape):
            return None
        for field in shape.fields:
            before = fields.get(field.name)
            fields[field.name] = field if before is None else _of_both(before, field)
        tail = shape.tail if tail is None else tail
    return Shape(tuple(fields.values()), tail)


def _of_both(one: Field, other: Field) -> Field:
    type = one.type if one.type == other.type else Both((one.type, other.type))
    return Field(one.name, type, one.optional and other.optional)


def joined(left: Shape, right: Shape) -> Shape:
    """The shape of `left + right`: the right one wins, unless it may lack the field."""
    fields = {one.name: one for one in left.fields}
    if right.tail is not None:
        # An open right side may overwrite what the left one says.
        fields = {name: Field(name, UNTYPED, one.optional) for name, one in fields.items()}
    for one in right.fields:
        before = fields.get(one.name)
        if before is not None and one.optional:
            fields[one.name] = Field(one.name, union((before.type, one.type)), before.optional)
        else:
            fields[one.name] = one
    return Shape(tuple(fields.values()), left.tail if right.tail is None else right.tail)


def supplies(tail: Type | None, wanted: Type, holds: Holds) -> bool:
    """May the open tail of a shape hold a field of type `wanted`?"""
    if tail is None:
        return False
    if tail in LOOSE:
        return True
    if not isinstance(tail, Gen) or tail.name != "dict":
        return False
    return not tail.args or holds(tail.args[-1], wanted)
