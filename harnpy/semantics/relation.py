"""May a value of one type go where another is wanted (language.md 5.2): yes or no."""

from collections.abc import Callable
from typing import Any, cast

from harnpy.semantics.conformance import unmet
from harnpy.semantics.generics import opened, parameter_pairs
from harnpy.semantics.shapes import Holds, fields_of, merged, supplies
from harnpy.semantics.sketches import Sketches
from harnpy.semantics.substitution import distributed, expand, flat, whole_shape
from harnpy.semantics.typeforms import (
    ANY,
    CLOSURE,
    FLOAT,
    INT,
    NEVER,
    NIL,
    STRING,
    UNKNOWN,
    UNTYPED,
    Alias,
    Both,
    Enum,
    Field,
    Fn,
    Gen,
    Interface,
    Lit,
    Prim,
    Shape,
    Struct,
    Tuple,
    Type,
    Union,
    Var,
    base_of,
    union,
)

COVARIANT = frozenset({"list", "iter", "Generator", "Stream", "Result", "Pair", "task_handle"})
"""Builtin constructors whose arguments may be narrower; `dict` is covariant in its values."""

_Declared = Struct | Enum | Interface
_CALLABLE = frozenset({"closure", "builtin"})
_COMPOUND = frozenset({Alias, Union, Both, Var})
_FEW = 8
_DEEPEST = 40
"""How many aliases may be open at once: one that grows with every step is taken to fit."""


def fits(actual: Type, expected: Type) -> bool:
    """May a value of type `actual` go where `expected` is wanted?"""
    if actual is expected or (actual is INT and expected is FLOAT):
        return True
    return Relation().holds(actual, expected)


class Relation:
    """One question, and what it has found out about pairs of types on the way.

    Pairs that are being compared, or have been on their account, count as fitting.
    """

    __slots__ = ("_assumed", "_depth", "_refuted", "_sketches", "_trail")

    def __init__(self) -> None:
        self._assumed: set[tuple[Type, Type]] = set()
        self._trail: list[tuple[Type, Type]] = []
        self._refuted: set[tuple[Type, Type]] = set()
        self._depth = 0
        self._sketches = Sketches()

    def holds(self, actual: Type, expected: Type) -> bool:
        """Does `actual` fit `expected`?"""
        if actual is expected or expected is UNTYPED or expected is ANY or expected is UNKNOWN:
            return True
        if actual is UNTYPED or actual is ANY or actual is NEVER:
            return True
        if actual.__class__ in _COMPOUND or expected.__class__ in _COMPOUND:
            return self._compound(actual, expected)
        rule = _RULES.get(expected.__class__)
        return rule is not None and actual is not UNKNOWN and rule(self, actual, expected)

    def _compound(self, actual: Type, expected: Type) -> bool:
        """Take apart what stands for several types, or for another one."""
        if isinstance(actual, Alias) or isinstance(expected, Alias):
            return actual == expected or self.assuming(actual, expected, self._aliases)
        if isinstance(actual, Union):
            return self._from_union(actual, expected)
        if isinstance(expected, Union):
            return self._to_union(actual, expected)
        if isinstance(expected, Both):
            return all(self.holds(actual, one) for one in expected.members)
        if isinstance(actual, Both):
            return any(self.holds(one, expected) for one in actual.members) or self._merged(actual, expected)
        return actual == expected or (
            isinstance(actual, Var) and any(self.holds(one, expected) for one in actual.info.bounds)
        )

    def assuming(self, actual: Type, expected: Type, question: Holds) -> bool:
        """Answer a question about a pair of types; should it come up again on the way, it counts as true."""
        pair = (actual, expected)
        if pair in self._assumed or self._depth > _DEEPEST:
            return True
        if pair in self._refuted:
            return False
        mark = len(self._trail)
        self._assumed.add(pair)
        self._trail.append(pair)
        self._depth += 1
        good = question(actual, expected)
        self._depth -= 1
        if not good:
            # What was found to fit since then may rest on this pair.
            self._assumed.difference_update(self._trail[mark:])
            del self._trail[mark:]
            self._refuted.add(pair)
        return good

    # ---- aliases, unions, intersections ---------------------------------------------------------

    def _aliases(self, actual: Type, expected: Type) -> bool:
        return (
            self.holds(expand(actual), expand(expected))
            or (isinstance(expected, Alias) and self._split_target(actual, expected))
            or (isinstance(actual, Alias) and self._split_source(actual, expected))
        )

    def _split_target(self, actual: Type, expected: Alias) -> bool:
        split = distributed(expected)
        return split is not None and self.holds(actual, split)

    def _split_source(self, actual: Alias, expected: Type) -> bool:
        split = distributed(actual)
        return split is not None and self.holds(split, expected)

    def _from_union(self, actual: Union, expected: Type) -> bool:
        # Aliases among the members stay as they are: comparing them ends when they come up again.
        if not isinstance(expected, Union):
            return all(self.holds(one, expected) for one in actual.members)
        known = frozenset(expected.members)
        wanted = flat(expected)
        return all(one in known or self.holds(one, wanted) for one in actual.members)

    def _to_union(self, actual: Type, expected: Union) -> bool:
        wanted = flat(expected)
        if not isinstance(wanted, Union):
            return self.holds(actual, wanted)
        return self._to_members(actual, wanted.members)

    def _to_members(self, actual: Type, members: tuple[Type, ...]) -> bool:
        if isinstance(actual, (Prim, Lit)):
            # Most members of a long union are of another class, or are literals of another value.
            members = tuple([one for one in members if _may_meet(actual, one)])
        elif isinstance(actual, (Struct, Enum)):
            members = tuple([one for one in members if not _other_declaration(actual, one)])
        elif isinstance(actual, Shape) and actual.tail is None and len(members) > _FEW:
            members = self._sketches.likely(actual, members)
        if any(self.holds(actual, one) for one in members):
            return True
        if isinstance(actual, (Both, Var)):
            parts = actual.members if isinstance(actual, Both) else actual.info.bounds
            return any(self.holds(one, union(members)) for one in parts)
        return isinstance(actual, Shape) and self._split_shape(actual, members)

    def _split_shape(self, actual: Shape, members: tuple[Type, ...]) -> bool:
        """A shape whose tag is a union of literals fits a union that has a member for each of them."""
        for field in actual.fields:
            kind = flat(field.type)
            if isinstance(kind, Union) and all(isinstance(one, Lit) for one in kind.members):
                return all(self._to_members(_with(actual, field, one), members) for one in kind.members)
        return False

    def _merged(self, actual: Both, expected: Type) -> bool:
        shape = merged(actual)
        return shape is not None and self.holds(shape, expected)


# ---- one form expected -------------------------------------------------------------------------


def _prim(relation: Relation, actual: Type, expected: Prim) -> bool:
    """A literal fits its base, an int a float, every function a `closure`."""
    if isinstance(actual, Lit):
        return relation.holds(base_of(actual), expected)
    if expected is CLOSURE and isinstance(actual, Fn):
        return True
    return actual == expected or (actual is INT and expected is FLOAT) or _callables(actual, expected)


def _callables(actual: Type, expected: Type) -> bool:
    return expected is CLOSURE and isinstance(actual, Prim) and actual.name in _CALLABLE


def _literal(_relation: Relation, actual: Type, expected: Lit) -> bool:
    """The base type fits: its value is looked at when the program runs."""
    return actual == expected or actual == base_of(expected)


def _generic(relation: Relation, actual: Type, expected: Gen) -> bool:
    """A constructor fits itself, tuples fit lists, shapes and structs and schemas fit dicts."""
    if isinstance(actual, Gen):
        if actual.name != expected.name:
            return actual.name == "Schema" and expected.name == "dict"
        return _same_constructor(relation, actual, expected)
    if isinstance(actual, Tuple):
        bare = not expected.args
        return expected.name == "list" and (
            bare or all(relation.holds(one, expected.args[0]) for one in actual.items)
        )
    if expected.name != "dict":
        return False
    if isinstance(actual, Struct):
        return _shape_to_dict(relation, fields_of(actual), expected)
    return isinstance(actual, Shape) and _shape_to_dict(relation, whole_shape(actual), expected)


def _same_constructor(relation: Relation, actual: Gen, expected: Gen) -> bool:
    if not actual.args or not expected.args:
        return True
    if expected.name in COVARIANT:
        return all(map(relation.holds, actual.args, expected.args))
    if expected.name == "dict":
        return _equal(relation, actual.args[0], expected.args[0]) and relation.holds(
            actual.args[-1], expected.args[-1]
        )
    return all(_equal(relation, *pair) for pair in zip(actual.args, expected.args, strict=True))


def _shape_to_dict(relation: Relation, actual: Shape, expected: Gen) -> bool:
    if not expected.args:
        return True
    value = expected.args[-1]
    if not relation.holds(STRING, expected.args[0]):
        return False
    if any(not relation.holds(one.type, value) for one in actual.fields):
        return False
    return actual.tail is None or relation.holds(actual.tail, expected)


def _tuple(relation: Relation, actual: Type, expected: Tuple) -> bool:
    """Tuples fit by arity and position; a list never is one."""
    return (
        isinstance(actual, Tuple)
        and len(actual.items) == len(expected.items)
        and all(map(relation.holds, actual.items, expected.items))
    )


def _shape(relation: Relation, actual: Type, expected: Shape) -> bool:
    """Shapes fit by width and field, structs by their fields, dicts by their values."""
    whole = whole_shape(expected)
    if isinstance(actual, Gen):
        return _dict_to_shape(relation, actual, whole)
    if not isinstance(actual, (Shape, Struct)):
        return False
    actual = fields_of(actual) if isinstance(actual, Struct) else whole_shape(actual)
    for one in whole.fields:
        if not _field(relation, actual.field(one.name), one, actual.tail):
            return False
    return whole.tail is None or _tail(relation, actual, whole)


def _field(relation: Relation, actual: Field | None, expected: Field, tail: Type | None) -> bool:
    """A field fits by type; it may be absent when it is optional, or when an open tail may have it."""
    if actual is None:
        return expected.optional or supplies(tail, expected.type, relation.holds)
    if expected.optional:
        return actual.type is NIL or relation.holds(actual.type, expected.type)
    return not actual.optional and relation.holds(actual.type, expected.type)


def _tail(relation: Relation, actual: Shape, expected: Shape) -> bool:
    if isinstance(expected.tail, Var):
        return actual.tail == expected.tail
    if isinstance(expected.tail, Gen) and expected.tail.args:
        named = {one.name for one in expected.fields}
        rest = [one.type for one in actual.fields if one.name not in named]
        if actual.tail is not None and not relation.holds(actual.tail, expected.tail):
            return False
        return all(relation.holds(one, expected.tail.args[-1]) for one in rest)
    return True


def _dict_to_shape(relation: Relation, actual: Gen, expected: Shape) -> bool:
    if actual.name != "dict":
        return False
    if not actual.args:
        return not expected.fields or expected.tail is not None
    value = actual.args[-1]
    return all(relation.holds(value, one.type) for one in expected.fields)


def _function(relation: Relation, actual: Type, expected: Fn) -> bool:
    """Parameters are contravariant, the result is covariant; fewer parameters may stand in for more."""
    if not isinstance(actual, Fn):
        return isinstance(actual, Prim) and actual.name in _CALLABLE
    actual = opened(actual, expected)
    if actual.required > len(expected.params):
        return False
    pairs = parameter_pairs(actual, expected)
    return all(relation.holds(theirs, ours) for ours, theirs in pairs) and relation.holds(
        actual.result, expected.result
    )


def _struct(relation: Relation, actual: Type, expected: Struct) -> bool:
    """A struct fits its own name, its arguments by the variance of the parameters."""
    return isinstance(actual, Struct) and _named(relation, actual, expected)


def _enum(relation: Relation, actual: Type, expected: Enum) -> bool:
    """An enum fits its own name."""
    return isinstance(actual, Enum) and _named(relation, actual, expected)


def _named(relation: Relation, actual: _Declared, expected: _Declared) -> bool:
    if actual.info is not expected.info:
        return False
    if not actual.args or not expected.args:
        return True
    for variable, ours, theirs in zip(expected.info.variables, actual.args, expected.args, strict=False):
        variance = variable.info.variance
        if variance == "out":
            good = relation.holds(ours, theirs)
        elif variance == "in":
            good = relation.holds(theirs, ours)
        else:
            good = _equal(relation, ours, theirs)
        if not good:
            return False
    return True


def _interface(relation: Relation, actual: Type, expected: Interface) -> bool:
    """Named types fit an interface by their methods."""
    if isinstance(actual, Interface) and _named(relation, actual, expected):
        return True
    if not isinstance(actual, (Struct, Enum, Interface)):
        return False
    named = actual

    def satisfied(_actual: Type, _expected: Type) -> bool:
        return not unmet(named, expected, relation.holds)

    return relation.assuming(actual, expected, satisfied)


def _equal(relation: Relation, one: Type, other: Type) -> bool:
    """Do two types fit each other, as an invariant argument must? An empty container fits anywhere."""
    return one is NEVER or one == other or (relation.holds(one, other) and relation.holds(other, one))


# ---- parts of the rules ------------------------------------------------------------------------


def _with(shape: Shape, field: Field, type: Type) -> Shape:
    made = Field(field.name, type, field.optional)
    return Shape(tuple(made if one is field else one for one in shape.fields), shape.tail)


def _other_declaration(actual: Struct | Enum, member: Type) -> bool:
    return isinstance(member, (Struct, Enum)) and member.info is not actual.info


def _may_meet(actual: Prim | Lit, member: Type) -> bool:
    """Could a type without parts fit this member of a union?"""
    if isinstance(member, Lit):
        return actual == member or actual == base_of(member)
    return not isinstance(member, (Struct, Enum, Shape, Tuple))


# Each row takes the form that is its key.
_RULES = cast(
    "dict[type, Callable[[Relation, Type, Any], bool]]",
    {
        Prim: _prim,
        Lit: _literal,
        Gen: _generic,
        Tuple: _tuple,
        Shape: _shape,
        Fn: _function,
        Struct: _struct,
        Enum: _enum,
        Interface: _interface,
    },
)
