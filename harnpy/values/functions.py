"""Callables as values: natives, tools, and what can be known of a Harn function from its Python function."""

from __future__ import annotations

from harnpy.base.mangle import unmangle
from harnpy.values.kinds import FunctionType, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

VARARGS = 0x04
"""`co_flags` bit of a function with a rest parameter."""


class Native:
    """A function implemented in Python, as a value.

    `call` takes the arguments positionally and does every check the language promises (arity, declared
    parameter types, permission). Until first use it is a loader that replaces itself. `direct` is for methods
    called with no more arguments than declared: the same without the work of fitting a surplus or a lack.
    """

    __slots__ = ("call", "calls_back", "direct", "limit", "name", "required", "signature")
    KIND = "builtin"

    def __init__(
        self, name: str, signature: str, call: Callable[..., Value], required: int, limit: int | None
    ) -> None:
        self.name = name
        self.signature = signature
        self.call = call
        self.direct = call
        self.required = required
        # Whether it takes callbacks, through which the program may recurse.
        self.calls_back = False
        # Most positional arguments; None for any number.
        self.limit = limit


class ToolValue:
    """A `tool` declaration: a dict to `type_of` and to property reads, a function to calls."""

    __slots__ = ("entry", "function")
    KIND = "dict"

    def __init__(self, entry: dict[str, Value], function: Callable[..., Value]) -> None:
        self.entry = entry
        self.function = function


CALLABLES: frozenset[type] = frozenset({FunctionType, Native, ToolValue})
"""Classes of the values that can be called."""


def required_arguments(function: FunctionType) -> int:
    """Fewest arguments a Harn function takes: parameters without a default."""
    return function.__code__.co_argcount - len(function.__defaults__ or ())


def takes_rest(function: FunctionType) -> bool:
    """Whether a Harn function has a rest parameter."""
    return bool(function.__code__.co_flags & VARARGS)


def parameter_names(function: FunctionType) -> list[str]:
    """Parameter names of a Harn function as written; a rest parameter last."""
    code = function.__code__
    count = code.co_argcount + (1 if code.co_flags & VARARGS else 0)
    return [unmangle(name) for name in code.co_varnames[:count]]


def function_name(function: FunctionType) -> str:
    """The name of a Harn function as texts give it; `<closure>` for one without a name."""
    return shown_name(function.__code__.co_name)


def shown_name(python_name: str) -> str:
    """A function's name as people read it.

    One without a name is called `_closure` and a number in code; given to a list method it may have become
    a comprehension, which is a frame of its own before CPython 3.12.
    """
    if python_name == "<listcomp>":
        return "<closure>"
    return "<closure>" if python_name.startswith("_closure") else unmangle(python_name)
