"""How types read in messages (language.md 5.1)."""

from collections.abc import Callable
from typing import Any, cast

from harnpy.semantics.typeforms import (
    NIL,
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
)

_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})


def display(shown: Type) -> str:
    """The type as a person writes it; `any` where nothing is known."""
    return _WRITERS[shown.__class__](shown)


def field_text(field: Field) -> str:
    """`name: T` or `name?: T`."""
    return f"{field.name}{'?' if field.optional else ''}: {display(field.type)}"


def signature(name: str, function: Fn) -> str:
    """A callable with the names of its parameters: `<T> push(item: T) -> nil`."""
    own = f"<{', '.join(one.info.name for one in function.variables)}> " if function.variables else ""
    params = ", ".join(_named_param(one) for one in function.params)
    return f"{own}{name}({params}) -> {display(function.result)}"


def _named_param(param: Param) -> str:
    mark = "..." if param.rest else ""
    return f"{mark}{param.name or '_'}{'?' if param.optional else ''}: {display(param.type)}"


def _prim(shown: Prim) -> str:
    return "any" if shown is UNTYPED else shown.name


def _literal(shown: Lit) -> str:
    return f'"{shown.value.translate(_ESCAPES)}"' if isinstance(shown.value, str) else str(shown.value)


def _generic(shown: Gen) -> str:
    return applied(shown.name, shown.args)


def _declared(shown: Struct | Enum | Interface | Alias) -> str:
    return applied(shown.info.name, shown.args)


def applied(name: str, args: tuple[Type, ...]) -> str:
    """`name<A, B>`, or the name alone."""
    return f"{name}<{', '.join(map(display, args))}>" if args else name


def _tuple(shown: Tuple) -> str:
    return applied("tuple", shown.items)


def _union(shown: Union) -> str:
    rest = [one for one in shown.members if one is not NIL]
    nilable = len(rest) < len(shown.members)
    if nilable and len(rest) == 1 and not isinstance(rest[0], (Fn, Both)):
        return f"{display(rest[0])}?"
    # A function type swallows what follows it, so it stands last.
    plain = [display(one) for one in rest if not isinstance(one, Fn)]
    functions = [display(one) for one in rest if isinstance(one, Fn)]
    return " | ".join(plain + ["nil"] * nilable + functions)


def _both(shown: Both) -> str:
    return " & ".join(map(display, shown.members))


def _shape(shown: Shape) -> str:
    parts = [field_text(one) for one in shown.fields]
    if shown.tail is not None:
        parts.append(f"...{display(shown.tail)}")
    return "{" + ", ".join(parts) + "}"


def _function(shown: Fn) -> str:
    params = ", ".join(("..." if one.rest else "") + display(one.type) for one in shown.params)
    return f"fn({params}) -> {display(shown.result)}"


def _variable(shown: Var) -> str:
    return shown.info.name


# Each row takes the form that is its key.
_WRITERS = cast(
    "dict[type, Callable[[Any], str]]",
    {
        Prim: _prim,
        Lit: _literal,
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
        Var: _variable,
    },
)
