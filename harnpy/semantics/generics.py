"""Types with holes: put types in place of type parameters, find those that make two types agree."""

from collections.abc import Callable, Container, Mapping
from typing import Any, cast

from harnpy.semantics.typeforms import (
    LOOSE,
    NEVER,
    NIL,
    STRING,
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
    VarInfo,
    members_of,
    union,
    widened,
)

Found = dict[VarInfo, Type]
_Given = Mapping[VarInfo, Type]


# ---- substitution ------------------------------------------------------------------------------


def substitute(whole: Type, given: _Given) -> Type:
    """The type with every type parameter of `given` replaced; the very same object when none occurs."""
    if not given:
        return whole
    return _REPLACERS[whole.__class__](whole, given)


def arguments(variables: tuple[Var, ...], args: tuple[Type, ...]) -> Found:
    """What the parameters of a declaration stand for; unknown where an argument is missing."""
    return {one.info: args[at] if at < len(args) else UNTYPED for at, one in enumerate(variables)}


def instantiate(function: Fn, given: _Given) -> Fn:
    """A function with its own type parameters replaced: those that `given` lacks are unknown."""
    own = {one.info: given.get(one.info, UNTYPED) for one in function.variables}
    params = tuple(_param(one, own) for one in function.params)
    throws = None if function.throws is None else substitute(function.throws, own)
    return Fn(params, substitute(function.result, own), (), throws)


def _leaf(whole: Type, _given: _Given) -> Type:
    return whole


def _variable(whole: Var, given: _Given) -> Type:
    return given.get(whole.info, whole)


def _many(parts: tuple[Type, ...], given: _Given) -> tuple[Type, ...]:
    made = tuple([substitute(one, given) for one in parts])
    return parts if all(map(_same, made, parts)) else made


def _same(one: object, other: object) -> bool:
    return one is other


def _generic(whole: Gen, given: _Given) -> Type:
    args = _many(whole.args, given)
    if args is whole.args:
        return whole
    # `list` of something unknown is a bare list.
    return Gen(whole.name) if all(one is UNTYPED for one in args) else Gen(whole.name, args)


def _declared(whole: Struct | Enum | Interface | Alias, given: _Given) -> Type:
    args = _many(whole.args, given)
    return whole if args is whole.args else whole.__class__(whole.info, args)  # pyright: ignore[reportArgumentType] - info and class come from one object


def _tuple(whole: Tuple, given: _Given) -> Type:
    items = _many(whole.items, given)
    return whole if items is whole.items else Tuple(items)


def _union(whole: Union, given: _Given) -> Type:
    members = _many(whole.members, given)
    return whole if members is whole.members else union(members)


def _both(whole: Both, given: _Given) -> Type:
    members = _many(whole.members, given)
    return whole if members is whole.members else Both(members)


def _shape(whole: Shape, given: _Given) -> Type:
    fields = tuple([_field(one, given) for one in whole.fields])
    tail = None if whole.tail is None else substitute(whole.tail, given)
    if tail is whole.tail and all(map(_same, fields, whole.fields)):
        return whole
    return Shape(fields, tail, whole.fresh)


def _field(field: Field, given: _Given) -> Field:
    made = substitute(field.type, given)
    return field if made is field.type else Field(field.name, made, field.optional)


def _function(whole: Fn, given: _Given) -> Type:
    params = tuple([_param(one, given) for one in whole.params])
    result = substitute(whole.result, given)
    throws = None if whole.throws is None else substitute(whole.throws, given)
    if result is whole.result and throws is whole.throws and all(map(_same, params, whole.params)):
        return whole
    return Fn(params, result, whole.variables, throws)


def _param(param: Param, given: _Given) -> Param:
    made = substitute(param.type, given)
    return param if made is param.type else Param(made, param.name, param.optional, param.rest)


# Each row takes the form that is its key.
_REPLACERS = cast(
    "dict[type, Callable[[Any, _Given], Type]]",
    {
        Prim: _leaf,
        Lit: _leaf,
        Var: _variable,
        Gen: _generic,
        Tuple: _tuple,
        Union: _union,
        Both: _both,
        Shape: _shape,
        Fn: _function,
        Struct: _declared,
        Enum: _declared,
        Interface: _declared,
        Alias: _declared,
    },
)


# ---- aliases -----------------------------------------------------------------------------------


def expand(named: Type) -> Type:
    """What an alias stands for, any other type itself. A shape that spreads another one takes its fields.

    An alias that stands for itself stands for nothing that is known.
    """
    if isinstance(named, Alias):
        named = _target(named)
    if isinstance(named, Shape) and isinstance(named.tail, (Alias, Shape)):
        return _opened(named)
    return named


def _target(named: Alias) -> Type:
    seen: set[Type] = set()
    whole: Type = named
    while isinstance(whole, Alias):
        if whole in seen:
            return UNTYPED
        seen.add(whole)
        info = whole.info
        whole = (
            substitute(info.target, arguments(info.variables, whole.args)) if info.variables else info.target
        )
    return whole


def _opened(shape: Shape) -> Type:
    """A shape with the fields of the shapes that it spreads."""
    fields = {one.name: one for one in shape.fields}
    seen: set[Type] = set()
    tail = shape.tail
    while tail is not None:
        whole = _target(tail) if isinstance(tail, Alias) else tail
        if not isinstance(whole, Shape):
            tail = whole
            break
        if whole in seen:
            tail = UNTYPED
            break
        seen.add(whole)
        for one in whole.fields:
            fields.setdefault(one.name, one)
        tail = whole.tail
    return Shape(tuple(fields.values()), tail, shape.fresh)


def flat(whole: Type) -> Type:
    """An alias or union expanded until no member is an alias or a union."""
    whole = expand(whole)
    if not isinstance(whole, Union) or not any(isinstance(one, Alias) for one in whole.members):
        return whole
    found: list[Type] = []
    seen: set[Type] = set()
    pending = list(reversed(whole.members))
    while pending:
        one = pending.pop()
        if isinstance(one, Alias):
            if one not in seen:
                seen.add(one)
                pending.extend(reversed(members_of(expand(one))))
        else:
            found.append(one)
    return union(found)


def distributed(named: Alias) -> Type | None:
    """`Box<A> | Box<B>` for `Box<A | B>`, unless the parameter is `out`; None where nothing is to split."""
    for at, (variable, arg) in enumerate(zip(named.info.variables, named.args, strict=False)):
        whole = flat(arg)
        if variable.info.variance != "out" and isinstance(whole, Union):
            before, after = named.args[:at], named.args[at + 1 :]
            return union(Alias(named.info, (*before, one, *after)) for one in whole.members)
    return None


# ---- matching ----------------------------------------------------------------------------------


def bind(expected: Type, actual: Type, found: Found, own: Container[VarInfo] | None = None) -> None:
    """Note in `found` what the type parameters in `expected` must stand for, so that `actual` fits.

    Different answers for one parameter join to a union; literals count as their base type.

    Args:
        own: the parameters that may be bound; all when not given.
    """
    _Binder(found, own).match(expected, actual)


class _Binder:
    """One match of two types; `active` are the pairs that are being compared."""

    __slots__ = ("active", "found", "own")

    def __init__(self, found: Found, own: Container[VarInfo] | None) -> None:
        self.found = found
        self.own = own
        self.active: set[tuple[Type, Type]] = set()

    def match(self, expected: Type, actual: Type) -> None:
        """Match two types of any form."""
        handler = _MATCHERS.get(expected.__class__)
        if handler is None or expected is actual:
            if isinstance(expected, Var):
                self.note(expected, actual)
            return
        if isinstance(expected, Alias):
            self._alias(expected, actual)
            return
        actual = flat(actual)
        if actual in LOOSE:
            self._unknown(expected)
        elif isinstance(actual, Union) and not isinstance(expected, Union):
            for one in actual.members:
                if one is not NIL:
                    self.match(expected, one)
        else:
            handler(self, expected, actual)

    def note(self, variable: Var, actual: Type) -> None:
        """One more answer for a parameter."""
        if self.own is not None and variable.info not in self.own:
            return
        before = self.found.get(variable.info)
        if before is None or before is NEVER:
            self.found[variable.info] = widened(actual)
        elif actual is not NEVER:
            self.found[variable.info] = union((before, widened(actual)))

    def _unknown(self, expected: Type) -> None:
        """Nothing is known of the actual type, so of no parameter inside the expected one."""
        for one in variables_in(expected):
            if one.info not in self.found:
                self.note(one, UNTYPED)

    def _alias(self, expected: Alias, actual: Type) -> None:
        if isinstance(actual, Alias) and actual.info is expected.info:
            self._pairs(expected.args, actual.args)
            return
        pair = (expected, actual)
        if pair not in self.active:
            self.active.add(pair)
            self.match(expand(expected), actual)

    def _pairs(self, expected: tuple[Type, ...], actual: tuple[Type, ...]) -> None:
        for one, other in zip(expected, actual, strict=False):
            self.match(one, other)

    def union(self, expected: Union, actual: Type) -> None:
        """Members of the same build meet; the rest goes to the type parameters."""
        holders = [one for one in expected.members if not isinstance(one, Var)]
        variables = [one for one in expected.members if isinstance(one, Var)]
        rest: list[Type] = []
        for one in members_of(actual):
            alike = [other for other in holders if _alike(other, one)]
            for other in alike:
                self.match(other, one)
            if not alike:
                rest.append(one)
        if rest:
            for variable in variables:
                self.note(variable, union(rest))

    def both(self, expected: Both, actual: Type) -> None:
        """Every member meets the actual type."""
        for one in expected.members:
            self.match(one, actual)

    def generic(self, expected: Gen, actual: Type) -> None:
        """Arguments meet; tuples are lists, shapes are dicts."""
        if isinstance(actual, Gen):
            if actual.name == expected.name:
                args = actual.args or (UNTYPED,) * len(expected.args)
                self._pairs(expected.args, args)
        elif isinstance(actual, Tuple) and expected.name == "list" and expected.args:
            for one in actual.items:
                self.match(expected.args[0], one)
        elif isinstance(actual, Shape) and expected.name == "dict" and len(expected.args) == 2:
            self.match(expected.args[0], STRING)
            for field in actual.fields:
                self.match(expected.args[1], field.type)

    def tuple(self, expected: Tuple, actual: Type) -> None:
        """Positions meet."""
        if isinstance(actual, Tuple):
            self._pairs(expected.items, actual.items)

    def shape(self, expected: Shape, actual: Type) -> None:
        """Fields meet; a tail that is a type parameter takes what is left over."""
        whole = expand(expected)
        if isinstance(actual, Struct) and isinstance(whole, Shape):
            given = arguments(actual.info.variables, actual.args)
            actual = Shape(tuple(_field(one, given) for one in actual.info.fields.values()))
        if isinstance(actual, Gen) and len(actual.args) == 2 and isinstance(whole, Shape):
            for field in whole.fields:
                self.match(field.type, actual.args[1])
        if not isinstance(actual, Shape) or not isinstance(whole, Shape):
            return
        theirs = {one.name: one for one in actual.fields}
        for field in whole.fields:
            other = theirs.pop(field.name, None)
            if other is not None:
                self.match(field.type, other.type)
        if isinstance(whole.tail, Var):
            self.note(whole.tail, Shape(tuple(theirs.values()), actual.tail))

    def function(self, expected: Fn, actual: Type) -> None:
        """Parameters and results meet; a parameter without type says nothing."""
        if not isinstance(actual, Fn):
            return
        for one, other in zip(expected.params, actual.params, strict=False):
            if other.type is not UNTYPED:
                self.match(one.type, other.type)
        self.match(expected.result, actual.result)

    def declared(self, expected: Struct | Enum, actual: Type) -> None:
        """Arguments of one declaration meet."""
        if isinstance(actual, (Struct, Enum)) and actual.info is expected.info:
            self._pairs(expected.args, actual.args or (UNTYPED,) * len(expected.args))

    def interface(self, expected: Interface, actual: Type) -> None:
        """Arguments meet, or the methods of a type that satisfies the interface."""
        if isinstance(actual, Interface) and actual.info is expected.info:
            self._pairs(expected.args, actual.args)
            return
        pair = (expected, actual)
        if not isinstance(actual, (Struct, Enum, Interface)) or pair in self.active:
            return
        self.active.add(pair)
        inner = arguments(expected.info.variables, expected.args)
        given = arguments(actual.info.variables, actual.args)
        for name, method in expected.info.methods.items():
            theirs = actual.info.methods.get(name)
            if theirs is not None:
                self.match(substitute(method, inner), substitute(theirs, given))


def _alike(expected: Type, actual: Type) -> bool:
    """Are both of one build, so that their parts may meet?"""
    expected = expand(expected)
    if expected == actual or expected == widened(actual):
        return True
    if isinstance(expected, Gen):
        if isinstance(actual, Gen):
            return actual.name == expected.name
        return (isinstance(actual, Tuple) and expected.name == "list") or (
            isinstance(actual, Shape) and expected.name == "dict"
        )
    if isinstance(expected, (Struct, Enum, Interface)):
        return isinstance(actual, (Struct, Enum, Interface)) and actual.info is expected.info
    return expected.__class__ in _MATCHERS and expected.__class__ is actual.__class__


def variables_in(whole: Type) -> list[Var]:
    """The type parameters that a type mentions."""
    found: dict[Var, None] = {}
    pending: list[Type] = [whole]
    while pending:
        one = pending.pop()
        if isinstance(one, Var):
            found[one] = None
        else:
            pending.extend(_parts(one))
    return list(found)


def _parts(whole: Type) -> tuple[Type, ...]:
    """The types directly inside a type."""
    if isinstance(whole, (Gen, Struct, Enum, Interface, Alias)):
        return whole.args
    if isinstance(whole, (Union, Both)):
        return whole.members
    if isinstance(whole, Tuple):
        return whole.items
    if isinstance(whole, Shape):
        tail = () if whole.tail is None else (whole.tail,)
        return (*(one.type for one in whole.fields), *tail)
    if isinstance(whole, Fn):
        return (*(one.type for one in whole.params), whole.result)
    return ()


# Each row takes the form that is its key; forms without parts have no row.
_MATCHERS = cast(
    "dict[type, Callable[[_Binder, Any, Type], None]]",
    {
        Union: _Binder.union,
        Both: _Binder.both,
        Gen: _Binder.generic,
        Tuple: _Binder.tuple,
        Shape: _Binder.shape,
        Fn: _Binder.function,
        Struct: _Binder.declared,
        Enum: _Binder.declared,
        Interface: _Binder.interface,
        Alias: _Binder.union,
    },
)
