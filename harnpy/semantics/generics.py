"""Type parameters: what they must stand for so that two types agree."""

from collections.abc import Callable, Container
from typing import Any, cast

from harnpy.semantics.shapes import fields_of
from harnpy.semantics.substitution import (
    Found,
    arguments,
    expand,
    flat,
    instantiate,
    substitute,
    variables_in,
    whole_shape,
)
from harnpy.semantics.typeforms import (
    LOOSE,
    NEVER,
    NIL,
    STRING,
    UNTYPED,
    Alias,
    Both,
    Enum,
    Fn,
    Gen,
    Interface,
    Param,
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

__all__ = ["arguments", "bind", "expand", "flat", "instantiate", "opened", "parameter_pairs", "substitute"]


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
        whole = whole_shape(expected)
        if isinstance(actual, Struct):
            actual = fields_of(actual)
        if isinstance(actual, Gen) and actual.name == "dict" and actual.args:
            for field in whole.fields:
                self.match(field.type, actual.args[1])
        if not isinstance(actual, Shape):
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
        if actual.variables:
            known = substitute(expected, self.found)
            actual = opened(actual, known) if isinstance(known, Fn) else actual
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
        return isinstance(actual, {"list": Tuple, "dict": Shape}.get(expected.name, Gen))
    if isinstance(expected, Shape):
        return isinstance(actual, (Shape, Struct)) or (isinstance(actual, Gen) and actual.name == "dict")
    if isinstance(expected, Interface):
        named = isinstance(actual, (Struct, Enum, Interface))
        return named and expected.info.methods.keys() <= actual.info.methods.keys()
    if isinstance(expected, (Struct, Enum)):
        return isinstance(actual, (Struct, Enum)) and actual.info is expected.info
    return expected.__class__ in _MATCHERS and expected.__class__ is actual.__class__


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
