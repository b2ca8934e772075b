"""Functions that are compiled when they are first called: a stub with their signature in, themselves after.

The stub and the function are one Python function object: the first call gives it its own code in place of the
stub's and goes on with the same arguments, moved rather than copied, so that nothing looks shared. The frame
of the stub belongs to no Harn file and gets room of its own below the depth limit.
"""

from __future__ import annotations

import gc

from harnpy.runtime.calls import OMITTED
from harnpy.runtime.codecache import execute
from harnpy.runtime.limits import lower_limit, make_room, raise_limit
from harnpy.runtime.modules import named
from harnpy.values.kinds import FunctionType, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from harnpy.runtime.modules import Head, Made, ModuleCode

    Globals = dict[str, Value]

_ROOM = 100_000
"""Frames that making a function may need: a tree is walked by recursion."""


def bind(code: ModuleCode, names: Globals, arrived: Callable[[Made], None]) -> None:
    """Put a stub for each function that a module lacks into its globals; `arrived` is told what was made."""
    later = code.later
    assert later is not None, "only a module that lacks functions comes here"
    for number, head in enumerate(later.heads):

        def make(number: int = number) -> Made:
            return later.function(number)

        names[head[0]] = _Stub(head, names, code.path, make, arrived).function


class _Stub:
    """One function that waits for its first call."""

    __slots__ = ("_arrived", "_make", "_path", "_room", "function")

    def __init__(
        self, head: Head, names: Globals, path: str, make: Callable[[], Made], arrived: Callable[[Made], None]
    ) -> None:
        python, parameters, defaults = head
        template = _TEMPLATES[len(parameters)].__code__
        code = template.replace(
            co_name=python,
            co_qualname=python,
            co_varnames=(*parameters, *template.co_varnames[len(parameters) :]),
            co_consts=tuple(self if value == _STUB else value for value in template.co_consts),
        )
        self._path = path
        self._make = make
        self._arrived = arrived
        self._room = 0
        self.function: Value = FunctionType(code, names, python, (OMITTED,) * defaults)

    def load(self) -> Value:
        """Give the function its own code, and room for the frame of the stub."""
        room = make_room(_ROOM)
        collecting = gc.isenabled()
        # What is made holds no garbage; looking for some would take longer than making it.
        gc.disable()
        try:
            self._become(self._make())
        finally:
            lower_limit(room)
            if collecting:
                gc.enable()
        self._room = raise_limit(1)
        return self.function

    def _become(self, made: Made) -> None:
        self._arrived(made)
        function, code = self.function, made.code
        if made.constants is not None:
            execute(made.constants, function.__globals__)
        if code.co_kwonlyargcount:
            # The hidden argument of functions that end in a call (see `bounces`).
            function.__kwdefaults__ = {code.co_varnames[code.co_argcount]: False}
        function.__code__ = named(code, self._path)

    def leave(self) -> None:
        """The first call is over."""
        lower_limit(self._room)


# ---- stubs -------------------------------------------------------------------------------------------------
#
# One per count of parameters, for as many as lowering lets wait; the names of the parameters and the stub
# itself are put into the code object.
# `[p, (p := None)][0]` moves an argument: the frame of the stub must not hold what the function may change.

_STUB = "stub"


def _stub0() -> Value:
    _stub: Value = "stub"
    _function = _stub.load()
    try:
        return _function()
    finally:
        _stub.leave()


def _stub1(p1: Value) -> Value:
    _stub: Value = "stub"
    _function = _stub.load()
    try:
        return _function([p1, (p1 := None)][0])
    finally:
        _stub.leave()


def _stub2(p1: Value, p2: Value) -> Value:
    _stub: Value = "stub"
    _function = _stub.load()
    try:
        return _function([p1, (p1 := None)][0], [p2, (p2 := None)][0])
    finally:
        _stub.leave()


def _stub3(p1: Value, p2: Value, p3: Value) -> Value:
    _stub: Value = "stub"
    _function = _stub.load()
    try:
        return _function([p1, (p1 := None)][0], [p2, (p2 := None)][0], [p3, (p3 := None)][0])
    finally:
        _stub.leave()


def _stub4(p1: Value, p2: Value, p3: Value, p4: Value) -> Value:
    _stub: Value = "stub"
    _function = _stub.load()
    try:
        return _function(
            [p1, (p1 := None)][0], [p2, (p2 := None)][0], [p3, (p3 := None)][0], [p4, (p4 := None)][0]
        )
    finally:
        _stub.leave()


def _stub5(p1: Value, p2: Value, p3: Value, p4: Value, p5: Value) -> Value:
    _stub: Value = "stub"
    _function = _stub.load()
    try:
        return _function(
            [p1, (p1 := None)][0], [p2, (p2 := None)][0], [p3, (p3 := None)][0], [p4, (p4 := None)][0],
            [p5, (p5 := None)][0],
        )  # fmt: skip
    finally:
        _stub.leave()


_TEMPLATES = (_stub0, _stub1, _stub2, _stub3, _stub4, _stub5)
