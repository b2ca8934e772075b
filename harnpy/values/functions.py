"""Callables as values: natives, and what can be known of a Harn function from its Python function."""

from collections.abc import Callable
from types import FunctionType

from harnpy.base.mangle import unmangle

VARARGS = 0x04
"""`co_flags` bit of a function with a rest parameter."""


class Native:
    """A function implemented in Python, as a value.

    `call` takes the arguments positionally and does every check the language promises (arity, declared
    parameter types, permission). Until first use it is a loader that replaces itself.
    """

    __slots__ = ("call", "limit", "name", "required", "signature")
    KIND = "builtin"

    def __init__(
        self, name: str, signature: str, call: Callable[..., object], required: int, limit: int | None
    ) -> None:
        self.name = name
        self.signature = signature
        self.call = call
        self.required = required
        # Most positional arguments; None for any number.
        self.limit = limit


def required_arguments(function: FunctionType) -> int:
    """Fewest arguments a Harn function takes: parameters without a default."""
    return function.__code__.co_argcount - len(function.__defaults__ or ())


def parameter_names(function: FunctionType) -> list[str]:
    """Parameter names of a Harn function as written; a rest parameter last."""
    code = function.__code__
    count = code.co_argcount + (1 if code.co_flags & VARARGS else 0)
    return [unmangle(name) for name in code.co_varnames[:count]]
