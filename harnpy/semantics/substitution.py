"""Types put in place of type parameters; what aliases stand for."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from harnpy.semantics.typeforms import (
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
    return whole_shape(named) if isinstance(named, Shape) else named


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


def whole_shape(shape: Shape) -> Shape:
    """A shape with the fields of the shapes that it spreads."""
    if not isinstance(shape.tail, (Alias, Shape)):
        return shape
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


# ---- parts -------------------------------------------------------------------------------------


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
