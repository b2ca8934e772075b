"""Where the parameters of a declaration stand, against what `in` and `out` promise (HARN-TYP-012)."""

from collections.abc import Callable
from typing import Any, cast

from harnpy.semantics.relation import COVARIANT
from harnpy.semantics.typeforms import (
    Alias,
    AliasInfo,
    Both,
    Enum,
    EnumInfo,
    Fn,
    Gen,
    Interface,
    InterfaceInfo,
    Shape,
    Struct,
    StructInfo,
    Tuple,
    Type,
    Union,
    Var,
    VarInfo,
)

_IN, _OUT, _BOTH = -1, 1, 0
_POSITIONS = {_IN: "contravariant", _OUT: "covariant", _BOTH: "invariant"}
_DECLARED = {"in": "contravariant", "out": "covariant"}


class Misplaced:
    """A type parameter in a position that its marker forbids.

    declared   what the marker says: covariant or contravariant
    position   where it stands: covariant, contravariant or invariant
    """

    __slots__ = ("declared", "position", "variable")

    def __init__(self, variable: VarInfo, position: int) -> None:
        self.variable = variable
        self.declared = _DECLARED[variable.variance]
        self.position = _POSITIONS[position]


def misplaced(info: StructInfo | EnumInfo | InterfaceInfo | AliasInfo) -> list[Misplaced]:
    """The marked parameters of a declaration that stand where they must not, each once."""
    walk = _Walk({one.info: None for one in info.variables if one.info.variance})
    if walk.found:
        for part in _parts(info):
            walk.visit(part, _OUT)
    return [Misplaced(one, at) for one, at in walk.found.items() if at is not None]


def _parts(info: StructInfo | EnumInfo | InterfaceInfo | AliasInfo) -> list[Type]:
    if isinstance(info, AliasInfo):
        return [info.target]
    if isinstance(info, EnumInfo):
        return [one.type for fields in info.variants.values() for one in fields]
    if isinstance(info, StructInfo):
        return [one.type for one in info.fields.values()]
    return list(info.methods.values())


class _Walk:
    """Goes through a type with the sign of the place: 1 covariant, -1 contravariant, 0 both."""

    __slots__ = ("found",)

    def __init__(self, found: dict[VarInfo, int | None]) -> None:
        self.found = found

    def visit(self, part: Type, sign: int) -> None:
        """Look at one part."""
        handler = _HANDLERS.get(part.__class__)
        if handler is not None:
            handler(self, part, sign)

    def variable(self, part: Var, sign: int) -> None:
        """The place of a type parameter."""
        info = part.info
        if info not in self.found or self.found[info] is not None:
            return
        allowed = _OUT if info.variance == "out" else _IN
        if sign != allowed:
            self.found[info] = sign

    def generic(self, part: Gen, sign: int) -> None:
        """Arguments of builtin constructors."""
        for at, one in enumerate(part.args):
            covariant = part.name in COVARIANT or (part.name == "dict" and at == 1)
            self.visit(one, sign if covariant else _BOTH)

    def many(self, part: Tuple | Union | Both, sign: int) -> None:
        """Parts that stand where the whole stands."""
        for one in part.items if isinstance(part, Tuple) else part.members:
            self.visit(one, sign)

    def shape(self, part: Shape, sign: int) -> None:
        """Fields are covariant."""
        for one in part.fields:
            self.visit(one.type, sign)
        if part.tail is not None:
            self.visit(part.tail, sign)

    def function(self, part: Fn, sign: int) -> None:
        """Parameters turn the sign, the result keeps it."""
        for one in part.params:
            self.visit(one.type, -sign)
        self.visit(part.result, sign)

    def declared(self, part: Struct | Enum | Interface | Alias, sign: int) -> None:
        """Arguments by the variance that the other declaration promises."""
        for variable, one in zip(part.info.variables, part.args, strict=False):
            variance = variable.info.variance
            self.visit(one, sign if variance == "out" else -sign if variance == "in" else _BOTH)


# Each row takes the form that is its key.
_HANDLERS = cast(
    "dict[type, Callable[[_Walk, Any, int], None]]",
    {
        Var: _Walk.variable,
        Gen: _Walk.generic,
        Tuple: _Walk.many,
        Union: _Walk.many,
        Both: _Walk.many,
        Shape: _Walk.shape,
        Fn: _Walk.function,
        Struct: _Walk.declared,
        Enum: _Walk.declared,
        Interface: _Walk.declared,
        Alias: _Walk.declared,
    },
)
