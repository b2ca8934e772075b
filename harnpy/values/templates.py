"""Slot names in, the `__init__` and `copy` of a record class out.

Stores to a slot by name cost a tenth of any loop over descriptors, and no text is ever turned into code; so
the functions below are written out for up to eight fields and get the names of the slots by replacing the
names in their code objects. Records with more fields use a loop.
"""

from __future__ import annotations

from harnpy.values.kinds import FunctionType, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

TAIL: Value = None
RECORD: Value = None


def initializer(slots: tuple[str, ...], tail: str, value: object) -> Callable[..., None]:
    """Return an `__init__` that fills the slots by position and gives the slot `tail` a fixed value."""
    if len(slots) < len(_INITIALIZERS):
        return _renamed(_INITIALIZERS[len(slots)], slots, {"tail": tail}, {"TAIL": value})

    def fill(self: Value, *values: Value) -> None:
        for slot, item in zip(slots, values, strict=True):
            object.__setattr__(self, slot, item)
        object.__setattr__(self, tail, value)

    return fill


def copier(slots: tuple[str, ...], record: type) -> Callable[..., Value] | None:
    """Return the `copy` of a struct class, or None when the inherited loop has to do."""
    if len(slots) < len(_COPIERS):
        return _renamed(_COPIERS[len(slots)], slots, {}, {"RECORD": record})
    return None


def _renamed(
    template: Callable[..., Value], slots: tuple[str, ...], more: dict[str, str], names: dict[str, object]
) -> Callable[..., Value]:
    made_of = {f"s{index}": slot for index, slot in enumerate(slots)} | more
    code = template.__code__
    code = code.replace(co_names=tuple(made_of.get(name, name) for name in code.co_names))
    module: dict[str, Value] = {"__builtins__": {}, **names}
    return FunctionType(code, module)


def _init0(self: Value) -> None:
    self.tail = TAIL


def _init1(self: Value, v0: Value) -> None:
    self.s0 = v0
    self.tail = TAIL


def _init2(self: Value, v0: Value, v1: Value) -> None:
    self.s0 = v0
    self.s1 = v1
    self.tail = TAIL


def _init3(self: Value, v0: Value, v1: Value, v2: Value) -> None:
    self.s0 = v0
    self.s1 = v1
    self.s2 = v2
    self.tail = TAIL


def _init4(self: Value, v0: Value, v1: Value, v2: Value, v3: Value) -> None:
    self.s0 = v0
    self.s1 = v1
    self.s2 = v2
    self.s3 = v3
    self.tail = TAIL


def _init5(self: Value, v0: Value, v1: Value, v2: Value, v3: Value, v4: Value) -> None:
    self.s0 = v0
    self.s1 = v1
    self.s2 = v2
    self.s3 = v3
    self.s4 = v4
    self.tail = TAIL


def _init6(self: Value, *values: Value) -> None:
    self.s0, self.s1, self.s2, self.s3, self.s4, self.s5 = values
    self.tail = TAIL


def _init7(self: Value, *values: Value) -> None:
    self.s0, self.s1, self.s2, self.s3, self.s4, self.s5, self.s6 = values
    self.tail = TAIL


def _init8(self: Value, *values: Value) -> None:
    self.s0, self.s1, self.s2, self.s3, self.s4, self.s5, self.s6, self.s7 = values
    self.tail = TAIL


def _copy0(self: Value) -> Value:
    twin = RECORD()
    if self.extra is not None:
        twin.extra = self.extra.copy()
    return twin


def _copy1(self: Value) -> Value:
    twin = RECORD(self.s0)
    if self.extra is not None:
        twin.extra = self.extra.copy()
    return twin


def _copy2(self: Value) -> Value:
    twin = RECORD(self.s0, self.s1)
    if self.extra is not None:
        twin.extra = self.extra.copy()
    return twin


def _copy3(self: Value) -> Value:
    twin = RECORD(self.s0, self.s1, self.s2)
    if self.extra is not None:
        twin.extra = self.extra.copy()
    return twin


def _copy4(self: Value) -> Value:
    twin = RECORD(self.s0, self.s1, self.s2, self.s3)
    if self.extra is not None:
        twin.extra = self.extra.copy()
    return twin


def _copy5(self: Value) -> Value:
    twin = RECORD(self.s0, self.s1, self.s2, self.s3, self.s4)
    if self.extra is not None:
        twin.extra = self.extra.copy()
    return twin


def _copy6(self: Value) -> Value:
    twin = RECORD(self.s0, self.s1, self.s2, self.s3, self.s4, self.s5)
    if self.extra is not None:
        twin.extra = self.extra.copy()
    return twin


def _copy7(self: Value) -> Value:
    twin = RECORD(self.s0, self.s1, self.s2, self.s3, self.s4, self.s5, self.s6)
    if self.extra is not None:
        twin.extra = self.extra.copy()
    return twin


def _copy8(self: Value) -> Value:
    twin = RECORD(self.s0, self.s1, self.s2, self.s3, self.s4, self.s5, self.s6, self.s7)
    if self.extra is not None:
        twin.extra = self.extra.copy()
    return twin


_INITIALIZERS = (_init0, _init1, _init2, _init3, _init4, _init5, _init6, _init7, _init8)
_COPIERS = (_copy0, _copy1, _copy2, _copy3, _copy4, _copy5, _copy6, _copy7, _copy8)
