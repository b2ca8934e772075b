"""Decorators that declare a native: a signature in Harn's syntax in, a catalog row at the function out."""

from __future__ import annotations

from harnpy.catalog.model import BUILTIN, CAPABILITY, FUNCTION, METHOD, PROPERTY, Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Function = TypeVar("Function", bound=Callable[..., object])

# `co_flags` bit of an `async def`; `inspect` costs more than all of a small program.
_COROUTINE = 0x80


def builtin(
    signature: str,
    *,
    effect: str = "",
    fresh: bool = False,
    unchecked: bool = False,
    aliases: tuple[str, ...] = (),
) -> Callable[[Function], Function]:
    """Declare a function without prefix. `aliases` are deprecated spellings of the same function.

    One that is `unchecked` takes `*args` and judges their number and kinds itself.
    """
    return _declare((BUILTIN, ""), signature, effect, {"fresh": fresh, "unchecked": unchecked}, aliases)


def constant(name: str, result: str) -> Callable[[Function], Function]:
    """Declare a name that stands for a value: a function of no arguments, called where the name is read."""
    return _declare((BUILTIN, ""), f"{name}() -> {result}", "", {"constant": True}, ())


def method(
    kind: str,
    signature: str,
    *,
    mutates: bool = False,
    fresh: bool = False,
    aliases: tuple[str, ...] = (),
) -> Callable[[Function], Function]:
    """Declare a method of values of `kind`; the Python function takes the receiver first.

    The signature leaves the receiver out. One that `mutates` changes the receiver in place and returns the
    result of the call: the caller has made sure that nobody else holds the receiver.
    """
    return _declare((METHOD, kind), signature, "", {"mutates": mutates, "fresh": fresh}, aliases)


def old_method(kind: str, signature: str, *, fresh: bool = False) -> Callable[[Function], Function]:
    """Declare a method whose name is deprecated and has no successor of the same shape."""
    return _declare((METHOD, kind), signature, "", {"fresh": fresh, "deprecated": True}, ())


def property_of(kind: str, name: str, result: str = "any") -> Callable[[Function], Function]:
    """Declare a property: a function of the value alone."""
    return _declare((PROPERTY, kind), f"{name}() -> {result}", "", {}, ())


def capability(
    handle: str, signature: str, *, effect: str = "", fresh: bool = False, unchecked: bool = False
) -> Callable[[Function], Function]:
    """Declare a method of a harness handle: `capability("HarnessFs", "exists(path: string) -> bool")`.

    The Python function does not take the handle.
    """
    return _declare((CAPABILITY, handle), signature, effect, {"fresh": fresh, "unchecked": unchecked}, ())


class NativeModule:
    """A module that programs import by its path and Python implements: `MODULE = NativeModule("std/…")`."""

    __slots__ = ("path",)

    def __init__(self, path: str) -> None:
        self.path = path

    def function(
        self, signature: str, *, effect: str = "", fresh: bool = False, unchecked: bool = False
    ) -> Callable[[Function], Function]:
        """Declare an exported function: `@MODULE.function("fact_key(fact: dict) -> string")`."""
        flags = {"fresh": fresh, "unchecked": unchecked}
        return _declare((FUNCTION, self.path), signature, effect, flags, ())


def _declare(
    place: tuple[str, str], signature: str, effect: str, flags: dict[str, bool], aliases: tuple[str, ...]
) -> Callable[[Function], Function]:
    def mark(function: Function) -> Function:
        code = function.__code__
        takes_context = code.co_argcount > 0 and code.co_varnames[0] == "ctx"
        names = {name for name, on in flags.items() if on}
        names |= {"context"} if takes_context else set()
        names |= {"waits"} if code.co_flags & _COROUTINE else set()
        summary = (function.__doc__ or "").strip().partition("\n")[0]
        spelt = signature[: signature.index("(")].partition("<")[0].strip()
        rows = function.__dict__.setdefault("native_rows", [])
        for name in (spelt, *aliases):
            mine = frozenset(names | ({"deprecated"} if name != spelt else set()))
            rows.append(
                Row(
                    *place,
                    name,
                    signature,
                    effect,
                    function.__module__,
                    function.__name__,
                    mine,
                    summary,
                )
            )
        return function

    return mark
