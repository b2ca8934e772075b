"""A value in, its kind out: the word `type_of` gives, and which Python class carries each kind.

Exact Python classes carry the common kinds and stand in a table; every other carrier names its kind in the
class attribute `KIND`, so that carriers defined higher up (tasks, channels, handles) need no row here.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType, NoneType
    from typing import Any as Value
else:
    # The modules that name these cost a sixth of the start of a small program.
    Value = object
    NoneType = type(None)
    FunctionType = type(lambda: None)

KIND_OF_CLASS: dict[type, str] = {
    NoneType: "nil",
    bool: "bool",
    int: "int",
    float: "float",
    str: "string",
    bytes: "bytes",
    list: "list",
    dict: "dict",
    FunctionType: "closure",
}

SCALARS: frozenset[type] = frozenset({int, str, bool, float, NoneType})
"""Classes whose values Python compares as Harn does when both sides have the same one."""

# Kinds that Harn names with a capital in the text of an unknown method.
_TITLES = {"generator": "Generator", "stream": "Stream"}


def type_of(value: Value) -> str:
    """Return the kind of a value, as the builtin `type_of` names it."""
    return KIND_OF_CLASS.get(value.__class__) or value.KIND


def kind_of_class(cls: Value) -> str:
    """Return the kind that a carrier class stands for."""
    return KIND_OF_CLASS.get(cls) or cls.KIND


def method_owner(kind: str) -> str:
    """Return how a kind is named where it lacks a method."""
    return _TITLES.get(kind, kind)
