"""A parameter of a native's signature in, the test of its argument out.

Only the outer kind is tested: elements of `list<T>`, the parameters of `fn(…)` and type parameters are not.
"""

from __future__ import annotations

from harnpy.catalog.model import Parameter
from harnpy.values.containers import DecimalValue, DurationValue, PairValue, RangeValue, SetValue
from harnpy.values.functions import Native, ToolValue
from harnpy.values.kinds import FunctionType, NoneType, Value, type_of

_CALLABLES = frozenset({FunctionType, Native, ToolValue})

_CLASSES: dict[str, frozenset[type]] = {
    "string": frozenset({str}),
    "int": frozenset({int}),
    "float": frozenset({float, int}),
    "number": frozenset({float, int}),
    "bool": frozenset({bool}),
    "nil": frozenset({NoneType}),
    "bytes": frozenset({bytes}),
    "list": frozenset({list}),
    "tuple": frozenset({list}),
    "dict": frozenset({dict}),
    "set": frozenset({SetValue}),
    "range": frozenset({RangeValue}),
    "pair": frozenset({PairValue}),
    "duration": frozenset({DurationValue}),
    "decimal": frozenset({DecimalValue}),
    "closure": _CALLABLES,
    "fn": _CALLABLES,
}
# Kinds whose carriers are defined elsewhere: told by the kind of the value.
_KINDS = frozenset({"iter", "generator", "stream"})


class Acceptor:
    """The test of one parameter: `classes` decides nearly always, `kinds` the rest."""

    __slots__ = ("classes", "kinds", "name", "text")

    def __init__(self, name: str, text: str, classes: frozenset[type], kinds: frozenset[str]) -> None:
        self.name = name
        self.text = text
        self.classes = classes
        self.kinds = kinds

    def fits(self, value: Value) -> bool:
        """Whether the value may be passed."""
        return value.__class__ in self.classes or type_of(value) in self.kinds


def acceptor(parameter: Parameter) -> Acceptor | None:
    """The test of a parameter; None for one that takes everything."""
    classes: set[type] = set()
    kinds: set[str] = set()
    for part in _members(parameter.type):
        name = "fn" if part.startswith("fn(") else "dict" if part.startswith("{") else part.partition("<")[0]
        if name in _CLASSES:
            classes |= _CLASSES[name]
            # A struct satisfies a shape, a tool or a namespace a dict: they are told by kind.
            kinds |= {"dict", "struct"} if name == "dict" else set()
        elif name.lower() in _KINDS:
            kinds.add(name.lower())
        elif part.startswith('"'):
            classes.add(str)
        else:
            return None
    if parameter.optional:
        classes.add(NoneType)
    return Acceptor(parameter.name, parameter.type, frozenset(classes), frozenset(kinds))


def _members(text: str) -> list[str]:
    """The members of a union type written as text; `T?` is `T` and nil."""
    found: list[str] = []
    depth = start = 0
    for index, char in enumerate(text):
        if char in "(<{[":
            depth += 1
        elif char in ")]}" or (char == ">" and text[index - 1 : index] != "-"):
            depth -= 1
        elif char == "|" and depth == 0:
            found.append(text[start:index].strip())
            start = index + 1
    found.append(text[start:].strip())
    members: list[str] = []
    for one in found:
        nilable = one.endswith("?")
        members.append(one.rstrip("?").strip())
        if nilable:
            members.append("nil")
        if one.startswith("(") and one.endswith(")"):
            members[-1:] = _members(one[1:-1])
    return members
