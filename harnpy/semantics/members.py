"""What a value of a type has: its methods and its properties (language.md 6.3, 6.5)."""

from collections.abc import Callable, Iterable

from harnpy.catalog.model import Row
from harnpy.semantics.annotations import handle
from harnpy.semantics.generics import arguments, flat, substitute
from harnpy.semantics.relation import fields_of, merged
from harnpy.semantics.signatures import World
from harnpy.semantics.type_names import display, signature
from harnpy.semantics.typeforms import (
    CLOSURE,
    HARNESS,
    INT,
    LOOSE,
    NIL,
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
    Param,
    Prim,
    Shape,
    Struct,
    Tuple,
    Type,
    Union,
    Var,
    optional,
    union,
)

CAPABILITIES = (
    *("stdio", "term", "clock", "fs", "env", "random", "process", "system", "obs", "interaction"),
    *("runtime", "agent", "testing", "net", "secrets", "llm", "tools", "verdict", "memory", "session"),
    *("postgres", "sqlite"),
)
"""Sub-handles of `harness`, in the order in which messages list them."""

_KINDS = {"Generator": "generator", "Stream": "stream", "Pair": "pair", "Result": "enum"}


class Member:
    """One method or property of a type.

    name        its name; of a deprecated alias the one it stands for
    type        a function for a method, its own type parameters unbound; the type of a property
    owner       the kind, handle or declaration that has it
    row         its row in the catalog; None for what a program declares
    """

    __slots__ = ("name", "owner", "row", "type")

    def __init__(self, name: str, type: Type, owner: str, row: Row | None = None) -> None:
        self.name = name
        self.type = type
        self.owner = owner
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
        """The signature for messages: `<T> push(item: T) -> nil`, with the names of the declaration."""
        if self.row is None:
            return signature(self.name, self.type) if isinstance(self.type, Fn) else display(self.type)
        text = self.row.signature
        head, brackets, rest = text.partition("(")
        name, _, own = head.partition("<")
        shown = [one for one in ("T", "K", "V", "A", "B") if _mentions(text, one)]
        shown += [one.strip() for one in own.rstrip(">").split(",") if one.strip() not in ("", *shown)]
        variables = f"<{', '.join(shown)}> " if shown else ""
        return f"{variables}{name.strip()}{brackets}{rest}"


def _mentions(text: str, letter: str) -> bool:
    at = text.find(letter)
    while at >= 0:
        around = text[max(at - 1, 0) : at] + text[at + 1 : at + 2]
        if not any(one.isalnum() or one == "_" for one in around):
            return True
        at = text.find(letter, at + 1)
    return False


# ---- methods -----------------------------------------------------------------------------------


def method(world: World, receiver: Type, name: str) -> Member | None:
    """The method `name` of a value; None when it has none. Types that may be anything are not asked."""
    whole = flat(receiver)
    if isinstance(whole, Union):
        return _of_all([method(world, one, name) for one in whole.members if one is not NIL])
    if isinstance(whole, Both):
        return _of_both(whole, lambda one: method(world, one, name))
    if isinstance(whole, Var):
        return _first(method(world, one, name) for one in whole.info.bounds)
    if isinstance(whole, (Struct, Enum, Interface)):
        return _declared_method(world, whole, name)
    if isinstance(whole, Prim) and whole.name.startswith("Harness"):
        return _capability(world, whole, name)
    return _builtin_method(world, whole, name)


def names(world: World, receiver: Type) -> list[str]:
    """The methods of a value that are no old spellings, in alphabetical order."""
    whole = flat(receiver)
    if isinstance(whole, (Union, Both)):
        lists = [names(world, one) for one in whole.members if one is not NIL]
        if isinstance(whole, Both):
            return sorted({name for one in lists for name in one})
        return [name for name in lists[0] if all(name in one for one in lists[1:])] if lists else []
    if isinstance(whole, Var):
        return sorted({name for one in whole.info.bounds for name in names(world, one)})
    if isinstance(whole, (Struct, Enum, Interface)):
        return sorted(whole.info.methods)
    if isinstance(whole, Prim) and whole.name.startswith("Harness"):
        return sorted(world.catalog.capabilities.get(whole.name, {}))
    kind = kind_of(whole)
    rows = dict(world.catalog.methods.get(kind, {}))
    if kind == "range":
        rows |= world.catalog.methods.get("iter", {})
    return sorted(name for name, row in rows.items() if "deprecated" not in row.flags)


def kind_of(plain: Type) -> str:
    """The kind under which the catalog lists methods of a type without alias; empty when it has none."""
    if isinstance(plain, Gen):
        return _KINDS.get(plain.name, plain.name)
    if isinstance(plain, Prim):
        return plain.name
    if isinstance(plain, Lit):
        return "string" if isinstance(plain.value, str) else "int"
    if isinstance(plain, Tuple):
        return "list"
    if isinstance(plain, Shape):
        return "dict"
    return "enum" if isinstance(plain, Enum) else "closure" if isinstance(plain, Fn) else ""


def _builtin_method(world: World, whole: Type, name: str) -> Member | None:
    kind = kind_of(whole)
    row = world.catalog.method(kind, name)
    if row is None and kind == "range":
        kind = "iter"
        row = world.catalog.method(kind, name)
    if kind == "dict" and (row is None or "mutates" in row.flags):
        held = _held_callable(whole, name, known=row is not None)
        if held is not None:
            return held
    if row is None:
        return None
    given = dict(zip((one.info for one in world.natives.receiver(kind)), _args(whole), strict=False))
    function = substitute(world.natives.of(row), given)
    return Member(_canonical(row), function, kind, row)


def _args(whole: Type) -> tuple[Type, ...]:
    """What the receiver puts in for the type parameters of its methods; unknown for a bare one."""
    if isinstance(whole, Gen):
        return whole.args or (UNTYPED, UNTYPED)
    if isinstance(whole, Tuple):
        return (union(whole.items),)
    if isinstance(whole, Shape):
        return (STRING, _values(whole))
    return (INT,) if whole is RANGE else ()


def _values(shape: Shape) -> Type:
    if shape.tail is not None or not shape.fields:
        return UNTYPED
    return union(one.type for one in shape.fields)


def _canonical(row: Row) -> str:
    return row.signature.partition("(")[0].partition("<")[0].strip()


def _held_callable(whole: Type, name: str, *, known: bool) -> Member | None:
    """A function that a dict holds under the name of the method."""
    if isinstance(whole, Shape):
        field = whole.field(name)
        if field is not None:
            return Member(name, field.type, "dict") if _may_be_called(field.type) or not known else None
        return None if whole.tail is None or known else Member(name, UNTYPED, "dict")
    if known:
        return None
    value = whole.args[-1] if isinstance(whole, Gen) and whole.args else UNTYPED
    return Member(name, value, "dict") if _may_be_called(value) else None


def _may_be_called(type: Type) -> bool:
    whole = flat(type)
    if isinstance(whole, Union):
        return any(_may_be_called(one) for one in whole.members)
    return whole in LOOSE or whole is CLOSURE or isinstance(whole, (Fn, Var))


def _declared_method(world: World, whole: Struct | Enum | Interface, name: str) -> Member | None:
    found = whole.info.methods.get(name)
    if found is not None:
        given = arguments(whole.info.variables, whole.args)
        return Member(name, substitute(found, given), whole.info.name)
    if isinstance(whole, Struct):
        field = whole.info.fields.get(name)
        if field is not None and _may_be_called(field.type):
            return property_of(world, whole, name)
    return None


def _capability(world: World, whole: Prim, name: str) -> Member | None:
    row = world.catalog.capability(whole.name, name)
    return None if row is None else Member(name, world.natives.of(row), whole.name, row)


# ---- properties --------------------------------------------------------------------------------


def property_of(world: World, receiver: Type, name: str) -> Member | None:
    """What `receiver.name` is; None when a value of this type has no such property."""
    whole = flat(receiver)
    if isinstance(whole, Union):
        return _of_all([property_of(world, one, name) for one in whole.members if one is not NIL])
    if isinstance(whole, Both):
        shape = merged(whole)
        if shape is not None:
            return property_of(world, shape, name)
        return _of_both(whole, lambda one: property_of(world, one, name))
    if isinstance(whole, Var):
        return _first(property_of(world, one, name) for one in whole.info.bounds)
    if isinstance(whole, Struct):
        return _of_field(fields_of(whole).field(name), whole.info.name)
    if isinstance(whole, Shape):
        field = whole.field(name)
        return _of_field(field, "dict") if field is not None else _of_tail(whole, name)
    if isinstance(whole, Gen) and whole.name == "dict":
        return Member(name, whole.args[-1] if whole.args else UNTYPED, "dict")
    if whole is HARNESS:
        return Member(name, handle(name), "Harness") if name in CAPABILITIES else None
    return _builtin_property(world, whole, name)


def property_names(world: World, receiver: Type) -> list[str]:
    """The properties of a value: fields in order of declaration, else in alphabetical order."""
    whole = flat(receiver)
    if isinstance(whole, Both):
        whole = merged(whole) or whole
    if isinstance(whole, Union):
        lists = [property_names(world, one) for one in whole.members if one is not NIL]
        return [name for name in lists[0] if all(name in one for one in lists[1:])] if lists else []
    if isinstance(whole, Struct):
        return list(whole.info.fields)
    if isinstance(whole, Shape):
        return [one.name for one in whole.fields]
    if whole is HARNESS:
        return list(CAPABILITIES)
    return sorted(world.catalog.properties.get(kind_of(whole), {}))


def _of_field(field: Field | None, owner: str) -> Member | None:
    if field is None:
        return None
    return Member(field.name, optional(field.type) if field.optional else field.type, owner)


def _of_tail(shape: Shape, name: str) -> Member | None:
    if shape.tail is None:
        return None
    tail = flat(shape.tail)
    value = tail.args[-1] if isinstance(tail, Gen) and tail.args else UNTYPED
    return Member(name, value, "dict")


def _builtin_property(world: World, whole: Type, name: str) -> Member | None:
    kind = kind_of(whole)
    row = world.catalog.property_row(kind, name)
    if row is None:
        return None
    given = dict(zip((one.info for one in world.natives.receiver(kind)), _args(whole), strict=False))
    return Member(name, substitute(world.natives.of(row).result, given), kind, row)


# ---- several types -----------------------------------------------------------------------------


def _first(found: Iterable[Member | None]) -> Member | None:
    return next((one for one in found if one is not None), None)


def _of_both(whole: Both, ask: Callable[[Type], Member | None]) -> Member | None:
    return _first(ask(one) for one in whole.members)


def _of_all(found: list[Member | None]) -> Member | None:
    """The member that every type of a union has; None when one lacks it."""
    members = [one for one in found if one is not None]
    if not members or len(members) < len(found):
        return None
    first = members[0]
    if len(members) == 1 or all(one.type == first.type for one in members[1:]):
        return first
    functions = [one.type for one in members if isinstance(one.type, Fn)]
    if len(functions) == len(members):
        return Member(first.name, _common(functions), first.owner, first.row)
    return Member(first.name, union(one.type for one in members), first.owner, first.row)


def _common(functions: list[Fn]) -> Type:
    """A function as all of several: parameters that differ take anything, results join."""
    first = functions[0]
    if any(len(one.params) != len(first.params) or one.variables for one in functions):
        return UNTYPED
    params = tuple(
        ours if all(one.params[at].type == ours.type for one in functions) else _untyped(ours)
        for at, ours in enumerate(first.params)
    )
    return Fn(params, union(one.result for one in functions))


def _untyped(param: Param) -> Param:
    return Param(UNTYPED, param.name, param.optional, param.rest)
