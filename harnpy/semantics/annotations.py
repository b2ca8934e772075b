"""Types as written to types as checked: the forms of an annotation and the names that everybody knows."""

from collections.abc import Callable
from typing import Any, cast

from harnpy.semantics.typeforms import (
    ANY,
    BOOL,
    BYTES,
    CLOSURE,
    DECIMAL,
    DURATION,
    FLOAT,
    HARNESS,
    INT,
    LIST,
    NEVER,
    NIL,
    NUMBER,
    RANGE,
    STRING,
    UNKNOWN,
    UNTYPED,
    Both,
    Field,
    Fn,
    Gen,
    Lit,
    Param,
    Prim,
    Shape,
    Tuple,
    Type,
    optional,
    union,
)
from harnpy.syntax.nodes import (
    AppliedType,
    FnType,
    IntersectionType,
    ListType,
    LitIntType,
    LitStrType,
    NamedType,
    OptionalType,
    ShapeType,
    TypeNode,
    UnionType,
)

LookUp = Callable[[NamedType | AppliedType, tuple[Type, ...]], Type | None]
"""Gives the type that a program declares under a name; None when it declares none."""

_PRIMS = (
    *(ANY, UNKNOWN, NEVER, NIL, INT, FLOAT, DECIMAL, STRING, BYTES, BOOL, DURATION, CLOSURE, RANGE, HARNESS),
    *map(Prim, ("builtin", "atomic", "rng", "sync_permit", "resource")),
)
_CONSTRUCTORS = {
    **{name: name for name in ("list", "dict", "set", "iter", "Result", "Schema", "Generator", "Stream")},
    **{"Iter": "iter", "generator": "Generator", "stream": "Stream", "Pair": "Pair", "pair": "Pair"},
    **{"channel": "channel", "task_handle": "task_handle"},
}
PRELUDE: dict[str, Type] = {
    **{one.name: one for one in _PRIMS},
    **{name: Gen(constructor) for name, constructor in _CONSTRUCTORS.items()},
    "number": NUMBER,
    "tuple": LIST,
    "true": BOOL,
    "false": BOOL,
}
"""What a name without arguments stands for in every program."""


def is_known(name: str) -> bool:
    """Does every program know a type of this name?"""
    return name in PRELUDE or name in _WRITTEN_WITH_ARGUMENTS or name.startswith(HARNESS.name)


_WRITTEN_WITH_ARGUMENTS = frozenset(("owned", "Option"))


def handle(capability: str) -> Prim:
    """The type of a handle: `HarnessFs` for `fs`."""
    return Prim(f"Harness{capability.title()}")


def read(node: TypeNode, look_up: LookUp) -> Type:
    """The type that an annotation stands for; `UNTYPED` for names that nobody declares."""
    return _READERS[node.__class__](node, look_up)


def _named(node: NamedType, look_up: LookUp) -> Type:
    found = look_up(node, ())
    if found is not None:
        return found
    found = PRELUDE.get(node.name)
    if found is None:
        return Prim(node.name) if node.name.startswith("Harness") else UNTYPED
    return found


def _applied(node: AppliedType, look_up: LookUp) -> Type:
    args = tuple([read(one, look_up) for one in node.args])
    found = look_up(node, args)
    if found is not None:
        return found
    if node.name == "tuple":
        return Tuple(args)
    if node.name == "owned":
        return args[0]
    if node.name == "Option":
        return optional(args[0])
    constructor = _CONSTRUCTORS.get(node.name)
    if constructor is None:
        return UNTYPED
    return generic(constructor, args)


_ARITY = {"dict": 2, "Result": 2, "Pair": 2}


def generic(name: str, args: tuple[Type, ...]) -> Gen:
    """A builtin constructor; one with too few arguments, or with unknown ones only, matches every one."""
    wanted = _ARITY.get(name, 1)
    if len(args) < wanted or all(one is UNTYPED for one in args):
        return Gen(name)
    return Gen(name, args[:wanted])


def _list(node: ListType, look_up: LookUp) -> Type:
    return generic("list", (read(node.element, look_up),))


def _union(node: UnionType, look_up: LookUp) -> Type:
    return union([read(one, look_up) for one in node.members])


def _optional(node: OptionalType, look_up: LookUp) -> Type:
    return optional(read(node.inner, look_up))


def _both(node: IntersectionType, look_up: LookUp) -> Type:
    members = dict.fromkeys(read(one, look_up) for one in node.members)
    if UNTYPED in members or ANY in members:
        return UNTYPED
    return Both(tuple(members)) if len(members) > 1 else next(iter(members))


def _shape(node: ShapeType, look_up: LookUp) -> Type:
    fields = {one.name: Field(one.name, read(one.type_expr, look_up), one.optional) for one in node.fields}
    tails = [read(one, look_up) for one in node.tails]
    # Of several tails the later ones are looked at first, as in a literal.
    tail = None
    for one in tails:
        tail = one if tail is None else Shape((*one.fields,), tail) if isinstance(one, Shape) else one
    return Shape(tuple(fields.values()), tail)


def _function(node: FnType, look_up: LookUp) -> Type:
    return Fn(tuple([Param(read(one, look_up)) for one in node.params]), read(node.result, look_up))


def _literal(node: LitStrType | LitIntType, _look_up: LookUp) -> Type:
    return Lit(node.value)


# Each row takes the node that is its key.
_READERS = cast(
    "dict[type, Callable[[Any, LookUp], Type]]",
    {
        NamedType: _named,
        AppliedType: _applied,
        ListType: _list,
        UnionType: _union,
        OptionalType: _optional,
        IntersectionType: _both,
        ShapeType: _shape,
        FnType: _function,
        LitStrType: _literal,
        LitIntType: _literal,
    },
)
