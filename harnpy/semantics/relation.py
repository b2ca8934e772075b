"""May a value of one type go where another is wanted (language.md 5.2): yes or no.

Aliases are compared coinductively: a pair that is being compared counts as fitting.
"""

from collections.abc import Callable
from typing import Any, cast

from harnpy.semantics.generics import (
    Found,
    arguments,
    bind,
    distributed,
    expand,
    flat,
    instantiate,
    substitute,
)
from harnpy.semantics.typeforms import (
    ANY,
    CLOSURE,
    FLOAT,
    INT,
    LOOSE,
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
    Param,
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

_CALLABLE = frozenset({"closure", "builtin"})
_TAKES_ALL = (UNTYPED, ANY, UNKNOWN)
_FITS_ALL = (UNTYPED, ANY, NEVER)


def fits(actual: Type, expected: Type) -> bool:
    """May a value of type `actual` go where `expected` is wanted?"""
    if actual is expected or expected in _TAKES_ALL or actual in _FITS_ALL:
        return True
    if actual.__class__ is Prim and expected.__class__ is Prim:
        return actual == expected or (actual is INT and expected is FLOAT)
    return Relation().holds(actual, expected)


class Relation:
    """One question and the pairs of types that it has assumed to fit on the way."""

    __slots__ = ("assumed",)

    def __init__(self) -> None:
        self.assumed: set[tuple[Type, Type]] = set()

    def holds(self, actual: Type, expected: Type) -> bool:
        """Does `actual` fit `expected`?"""
        if actual is expected or expected in _TAKES_ALL or actual in _FITS_ALL or actual == expected:
            return True
        if isinstance(actual, Alias) or isinstance(expected, Alias):
            return self._aliases(actual, expected)
        if isinstance(actual, Union):
            return self._from_union(actual, expected)
        if isinstance(expected, Union):
            return self._to_union(actual, expected)
        if isinstance(expected, Both):
            return all(self.holds(actual, one) for one in expected.members)
        if isinstance(actual, Both):
            return any(self.holds(one, expected) for one in actual.members) or self._merged(actual, expected)
        if isinstance(actual, Var):
            return any(self.holds(one, expected) for one in actual.info.bounds)
        if actual is UNKNOWN:
            return False
        rule = _RULES.get(expected.__class__)
        return rule is not None and rule(self, actual, expected)

    # ---- aliases, unions, intersections ---------------------------------------------------------

    def _aliases(self, actual: Type, expected: Type) -> bool:
        pair = (actual, expected)
        if pair in self.assumed:
            return True
        self.assumed.add(pair)
        if (
            self.holds(expand(actual), expand(expected))
            or (isinstance(expected, Alias) and self._split_target(actual, expected))
            or (isinstance(actual, Alias) and self._split_source(actual, expected))
        ):
            return True
        self.assumed.discard(pair)
        return False

    def _split_target(self, actual: Type, expected: Alias) -> bool:
        split = distributed(expected)
        return split is not None and self.holds(actual, split)

    def _split_source(self, actual: Alias, expected: Type) -> bool:
        split = distributed(actual)
        return split is not None and self.holds(split, expected)

    def _from_union(self, actual: Union, expected: Type) -> bool:
        whole = flat(actual)
        if not isinstance(whole, Union):
            return self.holds(whole, expected)
        wanted = flat(expected)
        if not isinstance(wanted, Union):
            return all(self.holds(one, wanted) for one in whole.members)
        known = frozenset(wanted.members)
        return all(one in known or self._to_members(one, wanted.members) for one in whole.members)

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
        if any(self.holds(actual, one) for one in members):
            return True
        if isinstance(actual, Both):
            return any(self.holds(one, Union(members)) for one in actual.members if len(members) > 1)
        if isinstance(actual, Var):
            return any(self.holds(one, union(members)) for one in actual.info.bounds)
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

    # ---- one form expected ----------------------------------------------------------------------

    def prim(self, actual: Type, expected: Prim) -> bool:
        """A literal fits its base, an int a float, every function a `closure`."""
        if isinstance(actual, Lit):
            return self.holds(base_of(actual), expected)
        if expected is CLOSURE:
            return isinstance(actual, Fn) or (isinstance(actual, Prim) and actual.name in _CALLABLE)
        return actual is INT and expected is FLOAT

    def literal(self, actual: Type, expected: Lit) -> bool:
        """The base type fits: its value is looked at when the program runs."""
        return actual == base_of(expected)

    def generic(self, actual: Type, expected: Gen) -> bool:
        """A constructor fits itself, tuples fit lists, shapes and structs and schemas fit dicts."""
        if isinstance(actual, Gen):
            if actual.name != expected.name:
                return actual.name == "Schema" and expected.name == "dict"
            return self._same_constructor(actual, expected)
        if isinstance(actual, Tuple):
            bare = not expected.args
            return expected.name == "list" and (
                bare or all(self.holds(one, expected.args[0]) for one in actual.items)
            )
        if expected.name != "dict":
            return False
        if isinstance(actual, Shape):
            return self._shape_to_dict(expand(actual), expected)
        return isinstance(actual, Struct)

    def _same_constructor(self, actual: Gen, expected: Gen) -> bool:
        if not actual.args or not expected.args:
            return True
        if expected.name in COVARIANT:
            return all(map(self.holds, actual.args, expected.args))
        if expected.name == "dict":
            return self.equal(actual.args[0], expected.args[0]) and self.holds(
                actual.args[-1], expected.args[-1]
            )
        return all(map(self.equal, actual.args, expected.args))

    def _shape_to_dict(self, actual: Type, expected: Gen) -> bool:
        if not isinstance(actual, Shape):
            return self.holds(actual, expected)
        if not expected.args:
            return True
        value = expected.args[-1]
        if not self.holds(STRING, expected.args[0]):
            return False
        if any(not self.holds(one.type, value) for one in actual.fields):
            return False
        return actual.tail is None or self.holds(actual.tail, expected)

    def tuple(self, actual: Type, expected: Tuple) -> bool:
        """Tuples fit by arity and position; a list never is one."""
        return (
            isinstance(actual, Tuple)
            and len(actual.items) == len(expected.items)
            and all(map(self.holds, actual.items, expected.items))
        )

    def shape(self, actual: Type, expected: Shape) -> bool:
        """Shapes fit by width and field, structs by their fields, dicts by their values."""
        whole = expand(expected)
        if not isinstance(whole, Shape):
            return self.holds(actual, whole)
        if isinstance(actual, Gen):
            return self._dict_to_shape(actual, whole)
        if isinstance(actual, Struct):
            actual = fields_of(actual)
        actual = expand(actual)
        if not isinstance(actual, Shape):
            return False
        theirs = {one.name: one for one in actual.fields}
        return all(self.field(theirs.get(one.name), one, actual.tail) for one in whole.fields) and self._tail(
            actual, whole
        )

    def field(self, actual: Field | None, expected: Field, tail: Type | None) -> bool:
        """A field fits by type; it may be absent when it is optional, or when an open tail may have it."""
        if actual is None:
            return expected.optional or supplies(self, tail, expected.type)
        if expected.optional:
            return actual.type is NIL or self.holds(actual.type, expected.type)
        return not actual.optional and self.holds(actual.type, expected.type)

    def _tail(self, actual: Shape, expected: Shape) -> bool:
        if isinstance(expected.tail, Var):
            return actual.tail is expected.tail or actual.tail == expected.tail
        if isinstance(expected.tail, Gen) and expected.tail.args:
            named = {one.name for one in expected.fields}
            return all(
                self.holds(one.type, expected.tail.args[-1]) for one in actual.fields if one.name not in named
            )
        return True

    def _dict_to_shape(self, actual: Gen, expected: Shape) -> bool:
        if actual.name != "dict":
            return False
        if not actual.args:
            return not expected.fields or expected.tail is not None
        value = actual.args[-1]
        return all(self.holds(value, one.type) for one in expected.fields)

    def function(self, actual: Type, expected: Fn) -> bool:
        """Parameters are contravariant, the result is covariant; fewer parameters may stand in for more."""
        if not isinstance(actual, Fn):
            return isinstance(actual, Prim) and actual.name in _CALLABLE
        actual = opened(actual, expected)
        if actual.required > len(expected.params):
            return False
        pairs = parameter_pairs(actual, expected)
        return all(self.holds(theirs, ours) for ours, theirs in pairs) and self.holds(
            actual.result, expected.result
        )

    def struct(self, actual: Type, expected: Struct) -> bool:
        """A struct fits its own name, its arguments by the variance of the parameters."""
        return isinstance(actual, Struct) and self._named(actual, expected)

    def enum(self, actual: Type, expected: Enum) -> bool:
        """An enum fits its own name."""
        return isinstance(actual, Enum) and self._named(actual, expected)

    def _named(self, actual: Struct | Enum | Interface, expected: Struct | Enum | Interface) -> bool:
        if actual.info is not expected.info:
            return False
        if not actual.args or not expected.args:
            return True
        for variable, ours, theirs in zip(expected.info.variables, actual.args, expected.args, strict=False):
            variance = variable.info.variance
            if variance == "out":
                good = self.holds(ours, theirs)
            elif variance == "in":
                good = self.holds(theirs, ours)
            else:
                good = self.equal(ours, theirs)
            if not good:
                return False
        return True

    def interface(self, actual: Type, expected: Interface) -> bool:
        """Named types fit an interface by their methods."""
        if isinstance(actual, Interface) and self._named(actual, expected):
            return True
        if not isinstance(actual, (Struct, Enum, Interface)):
            return False
        pair = (actual, expected)
        if pair in self.assumed:
            return True
        self.assumed.add(pair)
        if not self.unmet(actual, expected):
            return True
        self.assumed.discard(pair)
        return False

    def equal(self, one: Type, other: Type) -> bool:
        """Do two types fit each other, as an invariant argument must? An empty container fits anywhere."""
        return one is NEVER or one == other or (self.holds(one, other) and self.holds(other, one))

    # ---- interfaces -----------------------------------------------------------------------------

    def unmet(self, actual: Struct | Enum | Interface, expected: Interface) -> "list[Unmet]":
        """What a named type lacks of an interface: all missing methods, or the first other problem."""
        return _Meeting(self, actual, expected).problems()


class Unmet:
    """One demand of an interface that a type does not meet.

    kind      missing, count, parameter, result or associated
    name      the method or the associated type
    found     what the type has: a type, or a number of parameters
    wanted    what the interface wants
    """

    __slots__ = ("at", "found", "kind", "name", "wanted")

    def __init__(self, kind: str, name: str, found: object, wanted: object, at: int = 0) -> None:
        self.kind = kind
        self.name = name
        self.found = found
        self.wanted = wanted
        self.at = at


class _Meeting:
    """A named type against an interface, with their arguments put in."""

    def __init__(self, relation: Relation, actual: Struct | Enum | Interface, expected: Interface) -> None:
        self.relation = relation
        self.assoc: Found = {}
        self.wanted_info = expected.info
        given = arguments(actual.info.variables, actual.args)
        inner = arguments(expected.info.variables, expected.args)
        self.theirs = {name: substitute(one, given) for name, one in actual.info.methods.items()}
        self.wanted = {name: substitute(one, inner) for name, one in expected.info.methods.items()}

    def problems(self) -> list[Unmet]:
        """All of them, if methods are missing; else the first."""
        missing = [name for name in self.wanted if name not in self.theirs]
        if missing:
            return [Unmet("missing", name, None, None) for name in missing]
        pairs = [(name, self._pair(name)) for name in self.wanted]
        for name, (mine, wanted) in pairs:
            if len(mine.params) != len(wanted.params):
                return [Unmet("count", name, len(mine.params), len(wanted.params))]
        self._associate([pair for _, pair in pairs])
        for name, (mine, wanted) in pairs:
            problem = self._compare(name, mine, wanted)
            if problem is not None:
                return [problem]
        return self._defaults()

    def _pair(self, name: str) -> tuple[Fn, Fn]:
        mine, wanted = self.theirs[name], self.wanted[name]
        assert isinstance(mine, Fn)
        assert isinstance(wanted, Fn)
        if mine.variables and len(mine.variables) == len(wanted.variables):
            # Type parameters of the two methods go by position.
            mine = instantiate(
                mine,
                dict(zip((one.info for one in mine.variables), wanted.variables, strict=True)),
            )
        elif mine.variables:
            mine = instantiate(mine, {})
        elif wanted.variables:
            wanted = instantiate(wanted, {})
        return mine, wanted

    def _associate(self, pairs: list[tuple[Fn, Fn]]) -> None:
        own = frozenset(one.info for one in self.wanted_info.assoc_vars.values())
        if own:
            for mine, wanted in pairs:
                bind(wanted, mine, self.assoc, own)

    def _compare(self, name: str, mine: Fn, wanted: Fn) -> Unmet | None:
        for at, (ours, theirs) in enumerate(zip(mine.params, wanted.params, strict=True), 1):
            want = substitute(theirs.type, self.assoc)
            if not self.relation.holds(want, ours.type):
                return Unmet("parameter", name, ours.type, want, at)
        want = substitute(wanted.result, self.assoc)
        if not self.relation.holds(mine.result, want):
            return Unmet("result", name, mine.result, want)
        return None

    def _defaults(self) -> list[Unmet]:
        for name, default in self.wanted_info.assoc.items():
            variable = self.wanted_info.assoc_vars.get(name)
            found = None if variable is None else self.assoc.get(variable.info)
            if default is not None and found is not None and not self.relation.holds(found, default):
                return [Unmet("associated", name, found, default)]
        return []


# ---- parts that messages need too --------------------------------------------------------------


def supplies(relation: Relation, tail: Type | None, wanted: Type) -> bool:
    """May the open tail of a shape hold a field of type `wanted`?"""
    if tail is None:
        return False
    if tail in LOOSE:
        return True
    return (
        isinstance(tail, Gen)
        and tail.name == "dict"
        and (not tail.args or relation.holds(tail.args[-1], wanted))
    )


def fields_of(struct: Struct) -> Shape:
    """The fields of a struct as a shape."""
    given = arguments(struct.info.variables, struct.args)
    return Shape(
        tuple(
            Field(one.name, substitute(one.type, given), one.optional) for one in struct.info.fields.values()
        )
    )


def merged(both: Both) -> Shape | None:
    """The shape with the fields of all members of an intersection; None unless all are shapes or structs.

    A field of two members has the type of both.
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
            fields[field.name] = field if before is None else _meet(before, field)
        tail = shape.tail if tail is None else tail
    return Shape(tuple(fields.values()), tail)


def _meet(one: Field, other: Field) -> Field:
    optional = one.optional and other.optional
    if fits(one.type, other.type):
        return Field(one.name, one.type, optional)
    if fits(other.type, one.type):
        return Field(one.name, other.type, optional)
    return Field(one.name, Both((one.type, other.type)), optional)


def opened(actual: Fn, expected: Fn) -> Fn:
    """A generic function with its type parameters chosen for the function type it should fit."""
    if not actual.variables:
        return actual
    found: Found = {}
    own = frozenset(one.info for one in actual.variables)
    for ours, theirs in parameter_pairs(actual, expected):
        bind(ours, theirs, found, own)
    return instantiate(actual, found)


def parameter_pairs(actual: Fn, expected: Fn) -> list[tuple[Type, Type]]:
    """Types of parameters that take one argument in both functions: of `actual`, of `expected`."""
    pairs: list[tuple[Type, Type]] = []
    for at, wanted in enumerate(expected.params):
        mine = _param_at(actual.params, at)
        if mine is None:
            break
        pairs.append((mine.type, wanted.type))
    return pairs


def _param_at(params: tuple[Param, ...], at: int) -> Param | None:
    if at < len(params):
        return params[at]
    return params[-1] if params and params[-1].rest else None


def _with(shape: Shape, field: Field, type: Type) -> Shape:
    made = Field(field.name, type, field.optional)
    return Shape(tuple(made if one is field else one for one in shape.fields), shape.tail)


def _other_declaration(actual: Struct | Enum, member: Type) -> bool:
    return isinstance(member, (Struct, Enum)) and member.info is not actual.info


def _may_meet(actual: Prim | Lit, member: Type) -> bool:
    """Could a type without parts fit this member of a union?"""
    if isinstance(member, Lit):
        return actual.__class__ is Prim and actual == base_of(member)
    return not isinstance(member, (Struct, Enum, Shape, Tuple))


# Each row takes the form that is its key.
_RULES = cast(
    "dict[type, Callable[[Relation, Type, Any], bool]]",
    {
        Prim: Relation.prim,
        Lit: Relation.literal,
        Gen: Relation.generic,
        Tuple: Relation.tuple,
        Shape: Relation.shape,
        Fn: Relation.function,
        Struct: Relation.struct,
        Enum: Relation.enum,
        Interface: Relation.interface,
    },
)
