"""Types as the checker sees them (language.md 5.1): frozen forms, what declarations know, unions.

Equality is structural for builtin constructors and by declaration for named types. `UNTYPED` stands where
nothing is known, and for what was wrong already: it fits everywhere and is never reported.
"""

from collections.abc import Iterable

import attrs

from harnpy.syntax.nodes import EnumDecl, InterfaceDecl, StructDecl, TypeDecl, TypeParam


class Type:
    """Base of all forms."""

    __slots__ = ()


@attrs.frozen(slots=True, cache_hash=True)
class Prim(Type):
    """A type without parts: `int`, `nil`, `closure`, `any`, a handle type such as `HarnessFs`."""

    name: str


UNTYPED = Prim("untyped")


@attrs.frozen(slots=True, cache_hash=True)
class Lit(Type):
    """A string or int literal as a type."""

    value: str | int


@attrs.frozen(slots=True, cache_hash=True)
class Gen(Type):
    """A builtin constructor: list dict set iter Generator Stream Result Schema Pair, tasks, channels.

    `args` is empty for a bare `list`, which matches every list.
    """

    name: str
    args: tuple[Type, ...] = ()


@attrs.frozen(slots=True, cache_hash=True)
class Tuple(Type):
    """`tuple<A, B>`."""

    items: tuple[Type, ...]


@attrs.frozen(slots=True, cache_hash=True)
class Union(Type):
    """`A | B`: flat, at least two different members; made by `union`."""

    members: tuple[Type, ...]


@attrs.frozen(slots=True, cache_hash=True)
class Both(Type):
    """`A & B`."""

    members: tuple[Type, ...]


@attrs.frozen(slots=True, cache_hash=True)
class Field:
    """One field of a shape or struct; an `optional` one may be absent."""

    name: str
    type: Type
    optional: bool = False


@attrs.frozen(slots=True, cache_hash=True)
class Shape(Type):
    """`{a: T, b?: U, ...R}`; `tail` is None for a closed shape.

    Unions and checks compare fields in order of writing; `field` looks one up by name. A `fresh` shape is
    that of a literal nobody annotated: names bound to it are not held to its fields.
    """

    fields: tuple[Field, ...]
    tail: Type | None = None
    fresh: bool = attrs.field(default=False, eq=False)

    def field(self, name: str) -> Field | None:
        """The field called `name`."""
        for one in self.fields:
            if one.name == name:
                return one
        return None


@attrs.frozen(slots=True, cache_hash=True)
class Param:
    """One parameter of a function type; the name is for messages only.

    The type of a rest parameter is that of one argument.
    """

    type: Type
    name: str = attrs.field(default="", eq=False)
    optional: bool = False
    rest: bool = False


@attrs.frozen(slots=True, cache_hash=True)
class Fn(Type):
    """A function; `variables` are its own type parameters, `throws` what it declares to throw, if it does."""

    params: tuple[Param, ...]
    result: Type
    variables: "tuple[Var, ...]" = ()
    throws: Type | None = attrs.field(default=None, eq=False)

    @property
    def required(self) -> int:
        """How many arguments a call must give."""
        return sum(not (one.optional or one.rest) for one in self.params)


@attrs.frozen(slots=True, cache_hash=True)
class Struct(Type):
    """An instance of a struct."""

    info: "StructInfo"
    args: tuple[Type, ...] = ()


@attrs.frozen(slots=True, cache_hash=True)
class Enum(Type):
    """A value of an enum."""

    info: "EnumInfo"
    args: tuple[Type, ...] = ()


@attrs.frozen(slots=True, cache_hash=True)
class Interface(Type):
    """Anything whose methods satisfy an interface."""

    info: "InterfaceInfo"
    args: tuple[Type, ...] = ()


@attrs.frozen(slots=True, cache_hash=True)
class Alias(Type):
    """The name of a type declaration, kept for messages; `generics.expand` gives what it stands for."""

    info: "AliasInfo"
    args: tuple[Type, ...] = ()


@attrs.frozen(slots=True, cache_hash=True)
class Var(Type):
    """A type parameter inside its declaration, abstract but for its bounds; one `info` per declared one."""

    info: "VarInfo"


@attrs.define(slots=True, eq=False)
class VarInfo:
    """A declared type parameter: variance (`in`, `out` or empty), interfaces of its `where` clause."""

    name: str
    variance: str = ""
    bounds: tuple[Type, ...] = ()
    node: TypeParam | None = None


@attrs.define(slots=True, eq=False)
class StructInfo:
    """What a struct declaration says. `methods` come from all `impl` blocks of its module, without `self`."""

    decl: StructDecl
    name: str
    variables: tuple[Var, ...] = ()
    fields: dict[str, Field] = attrs.field(factory=dict[str, Field])
    methods: dict[str, Fn] = attrs.field(factory=dict[str, Fn])


@attrs.define(slots=True, eq=False)
class EnumInfo:
    """What an enum declaration says: the payload of each variant."""

    decl: EnumDecl
    name: str
    variables: tuple[Var, ...] = ()
    variants: dict[str, tuple[Param, ...]] = attrs.field(factory=dict[str, tuple[Param, ...]])
    methods: dict[str, Fn] = attrs.field(factory=dict[str, Fn])


@attrs.define(slots=True, eq=False)
class InterfaceInfo:
    """What an interface declaration says; `assoc` maps an associated type to its default, or None.

    Inside `methods` an associated type is a `Var` from `assoc_vars`.
    """

    decl: InterfaceDecl
    name: str
    variables: tuple[Var, ...] = ()
    methods: dict[str, Fn] = attrs.field(factory=dict[str, Fn])
    assoc: dict[str, Type | None] = attrs.field(factory=dict[str, Type | None])
    assoc_vars: dict[str, Var] = attrs.field(factory=dict[str, Var])


@attrs.define(slots=True, eq=False)
class AliasInfo:
    """What a type declaration says; `target` is filled when its module's declarations are read."""

    decl: TypeDecl
    name: str
    variables: tuple[Var, ...] = ()
    target: Type = UNTYPED


ANY = Prim("any")
UNKNOWN = Prim("unknown")
NEVER = Prim("never")
NIL = Prim("nil")
INT = Prim("int")
FLOAT = Prim("float")
DECIMAL = Prim("decimal")
STRING = Prim("string")
BYTES = Prim("bytes")
BOOL = Prim("bool")
DURATION = Prim("duration")
CLOSURE = Prim("closure")
RANGE = Prim("range")
HARNESS = Prim("Harness")
LIST = Gen("list")
DICT = Gen("dict")
SET = Gen("set")
ITER = Gen("iter")
NUMBER = Union((INT, FLOAT))

LOOSE = frozenset({UNTYPED, ANY})
"""Types that go anywhere and take anything."""


def list_of(element: Type) -> Gen:
    """`list<T>`; a bare list when nothing is known of the elements."""
    return LIST if element is UNTYPED else Gen("list", (element,))


def dict_of(key: Type, value: Type) -> Gen:
    """`dict<K, V>`; a bare dict when nothing is known of the values."""
    return DICT if value is UNTYPED else Gen("dict", (key, value))


def union(members: Iterable[Type]) -> Type:
    """The union of types: flat, without repeats and `never`; `UNTYPED` or `any` swallow the rest.

    A literal type beside its base type is dropped; a union of nothing is `never`.
    """
    found: dict[Type, None] = {}
    for one in members:
        for part in one.members if isinstance(one, Union) else (one,):
            if part is UNTYPED or part is ANY:
                return part
            if part is not NEVER:
                found[part] = None
    if len(found) > 1:
        kept = [one for one in found if not (isinstance(one, Lit) and base_of(one) in found)]
        return Union(tuple(kept)) if len(kept) > 1 else kept[0]
    return next(iter(found), NEVER)


def base_of(literal: Type) -> Type:
    """`string` or `int` for a literal type, the type itself for any other."""
    if isinstance(literal, Lit):
        return STRING if isinstance(literal.value, str) else INT
    return literal


def widened(written: Type) -> Type:
    """The type that a binding without annotation gets: literals become their base, also inside unions."""
    if isinstance(written, Lit):
        return base_of(written)
    if isinstance(written, Union) and any(isinstance(one, Lit) for one in written.members):
        return union(base_of(one) for one in written.members)
    return written


def optional(inner: Type) -> Type:
    """`T | nil`."""
    return union((inner, NIL))


def members_of(whole: Type) -> tuple[Type, ...]:
    """The members of a union, or the type alone. Expand aliases first (`generics.expand`)."""
    return whole.members if isinstance(whole, Union) else (whole,)


def without_nil(whole: Type) -> Type:
    """A type with `nil` taken out of its union; `never` for `nil` itself."""
    if whole is NIL:
        return NEVER
    if isinstance(whole, Union) and NIL in whole.members:
        return union(one for one in whole.members if one is not NIL)
    return whole


def may_be_nil(whole: Type) -> bool:
    """Is `nil` a member of the (expanded) type?"""
    return whole is NIL or (isinstance(whole, Union) and NIL in whole.members)
