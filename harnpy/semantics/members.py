"""What a value of a type has: its methods and its properties (language.md 6.3, 6.5).

Types come without alias (`generics.flat`), unions member by member.
"""

import re
from collections.abc import Iterable
from typing import cast

from harnpy.catalog.model import Row
from harnpy.semantics.annotations import handle
from harnpy.semantics.receiver_results import RESULTS, element_of, value_of
from harnpy.semantics.shapes import merged
from harnpy.semantics.signatures import World
from harnpy.semantics.substitution import flat, substitute
from harnpy.semantics.type_names import signature
from harnpy.semantics.typeforms import (
    HARNESS,
    RANGE,
    STRING,
    UNTYPED,
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
    Var,
    VarInfo,
    optional,
)

CAPABILITIES = (
    *("stdio", "term", "clock", "fs", "env", "random", "process", "system", "obs", "interaction"),
    *("runtime", "agent", "testing", "net", "secrets", "llm", "tools", "verdict", "memory", "embed"),
    *("session", "postgres", "sqlite"),
)
"""Sub-handles of `harness`, in the order in which messages list them."""

_KINDS = {"Generator": "generator", "Stream": "stream", "Pair": "pair", "Result": "enum"}


class Member:
    """One method of a type.

    name      its name; of a deprecated alias the one it stands for
    function  its type, the receiver's arguments put in, its own type parameters not
    row       its row in the catalog; None for what a program declares
    """

    __slots__ = ("function", "name", "row")

    def __init__(self, name: str, function: Fn, row: Row | None = None) -> None:
        self.name = name
        self.function = function
        self.row = row

    @property
    def mutates(self) -> bool:
        """Does it change its receiver in place?"""
        return self.row is not None and "mutates" in self.row.flags

    @property
    def deprecated(self) -> bool:
        """Is the spelling an old one?"""
        return self.row is not None and "deprecated" in self.row.flags

    @property
    def signature(self) -> str:
        """For messages: `<T> push(item: T) -> nil`, as declared."""
        return signature(self.name, self.function) if self.row is None else _written(self.row)


_RECEIVER_VARIABLE = re.compile(r"\b[ABKTV]\b")


def _written(row: Row) -> str:
    """The signature of a row with all type parameters in front, those of the receiver too."""
    head, bracket, rest = row.signature.partition("(")
    name, _, own = head.partition("<")
    shown = dict.fromkeys(sorted(_RECEIVER_VARIABLE.findall(row.signature), key="TKVAB".index))
    shown.update(dict.fromkeys(own.rstrip("> ").split(", ")) if own else {})
    variables = f"<{', '.join(shown)}> " if shown else ""
    return f"{variables}{name.strip()}{bracket}{rest}"


# ---- methods -----------------------------------------------------------------------------------


def method(world: World, whole: Type, name: str) -> Member | None:
    """The method `name` of a value, None when it has none. Of dicts only those that every dict has."""
    if isinstance(whole, Both):
        return _first(method(world, flat(one), name) for one in whole.members)
    if isinstance(whole, Var):
        return _first(method(world, flat(one), name) for one in whole.info.bounds)
    if isinstance(whole, (Struct, Enum, Interface)):
        find = world.interface_method if isinstance(whole, Interface) else world.method
        found = find(whole, name)  # pyright: ignore[reportArgumentType] - chosen by the class
        return None if found is None else Member(name, found)
    if is_handle(whole):
        row = world.catalog.capability(kind_name(whole), name)
        return None if row is None else Member(name, world.natives.of(row), row)
    kind = _kind(whole)
    row = world.catalog.method(kind, name)
    if row is None and kind == "range":
        kind = "iter"
        row = world.catalog.method(kind, name)
    if row is None:
        return None
    function = cast("Fn", substitute(world.natives.of(row), _given(world, kind, whole)))
    rule = RESULTS.get((kind, _canonical(row)))
    if rule is not None:
        function = Fn(function.params, rule(whole), function.variables)
    return Member(_canonical(row), function, row)


def names(world: World, whole: Type) -> list[str]:
    """The methods of a value that are no old spellings, in alphabetical order; capabilities of `harness`."""
    if isinstance(whole, (Both, Var)):
        parts = whole.members if isinstance(whole, Both) else whole.info.bounds
        return sorted({name for one in parts for name in names(world, flat(one))})
    if isinstance(whole, (Struct, Enum, Interface)):
        return sorted(whole.info.methods)
    if whole is HARNESS:
        return list(CAPABILITIES)
    if is_handle(whole):
        return sorted(world.catalog.capabilities.get(kind_name(whole), {}))
    kind = _kind(whole)
    rows = dict(world.catalog.methods.get(kind, {}))
    if kind == "range":
        rows |= world.catalog.methods.get("iter", {})
    return sorted(name for name, row in rows.items() if "deprecated" not in row.flags)


def is_handle(whole: Type) -> bool:
    """Is it `harness`, or one of its sub-handles?"""
    return isinstance(whole, Prim) and whole.name.startswith("Harness")


def kind_name(whole: Type) -> str:
    """How messages name the owner of a method: the kind, the handle, the declaration."""
    if isinstance(whole, (Struct, Enum, Interface)):
        return whole.info.name
    return whole.info.name if isinstance(whole, Var) else _kind(whole)


def _kind(whole: Type) -> str:
    """The kind under which the catalog lists a type; empty when it lists none."""
    if isinstance(whole, Gen):
        return _KINDS.get(whole.name, whole.name)
    if isinstance(whole, Prim):
        return whole.name
    if isinstance(whole, Lit):
        return "string" if isinstance(whole.value, str) else "int"
    if isinstance(whole, Tuple):
        return "list"
    if isinstance(whole, Shape):
        return "dict"
    return "enum" if isinstance(whole, Enum) else "closure" if isinstance(whole, Fn) else ""


def _given(world: World, kind: str, whole: Type) -> dict[VarInfo, Type]:
    """What the receiver puts in for the type parameters of its methods."""
    variables = world.natives.receiver(kind)
    return {one.info: arg for one, arg in zip(variables, _args(whole), strict=False)} if variables else {}


def _args(whole: Type) -> tuple[Type, ...]:
    if isinstance(whole, Gen):
        return whole.args or (UNTYPED, UNTYPED)
    if isinstance(whole, Shape):
        return (STRING, value_of(whole))
    return (element_of(whole),) if isinstance(whole, Tuple) or whole is RANGE else ()


def _canonical(row: Row) -> str:
    return row.signature.partition("(")[0].partition("<")[0].strip()


def _first(found: Iterable[Member | None]) -> Member | None:
    return next((one for one in found if one is not None), None)


# ---- properties --------------------------------------------------------------------------------


def property_type(world: World, whole: Type, name: str) -> Type | None:
    """What `value.name` is; None when a value of this type has no such property."""
    if isinstance(whole, Both):
        shape = merged(whole)
        if shape is not None:
            return property_type(world, shape, name)
        found = [property_type(world, flat(one), name) for one in whole.members]
        return next((one for one in found if one is not None), None)
    if isinstance(whole, Struct):
        return _read(world.field(whole, name))
    if isinstance(whole, Shape):
        field = whole.field(name)
        return _read(field) if field is not None else _of_tail(whole)
    if isinstance(whole, Gen) and whole.name == "dict":
        return whole.args[-1] if whole.args else UNTYPED
    if whole is HARNESS:
        return handle(name) if name in CAPABILITIES else None
    kind = _kind(whole)
    row = world.catalog.property_row(kind, name)
    if row is None:
        return None
    return substitute(world.natives.of(row).result, _given(world, kind, whole))


def _read(field: Field | None) -> Type | None:
    if field is None:
        return None
    return optional(field.type) if field.optional else field.type


def _of_tail(shape: Shape) -> Type | None:
    if shape.tail is None:
        return None
    tail = flat(shape.tail)
    return tail.args[-1] if isinstance(tail, Gen) and tail.args else UNTYPED
