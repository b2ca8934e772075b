"""Values as jq sees them: kinds, indexing, truth, arithmetic, order."""

from collections.abc import Callable, Iterator

from harnpy.natives.support.jq_parse import JqError
from harnpy.values.equality import equal
from harnpy.values.kinds import Value, type_of
from harnpy.values.ordering import total_relation
from harnpy.values.text import json_stringify

_MOST = 2**63
_KINDS = {
    "nil": "null",
    "bool": "boolean",
    "int": "number",
    "float": "number",
    "list": "array",
    "dict": "object",
}


def at(base: Value, key: Value) -> Value:
    """`base[key]`; nothing there is nil."""
    if base is None:
        return None
    if base.__class__ is dict and isinstance(key, str):
        return base.get(key)
    if base.__class__ is list and isinstance(key, (int, float)) and not isinstance(key, bool):
        index = int(key)
        return base[index] if -len(base) <= index < len(base) else None
    raise JqError(f"cannot index {kind_of(base)} with {json_stringify(key)}")


def items_of(base: Value) -> Iterator[Value]:
    """The elements of an array, the values of an object by key."""
    if base.__class__ is list:
        yield from base
    elif base.__class__ is dict:
        for key in sorted(base):
            yield base[key]
    else:
        raise JqError(f"cannot iterate over {kind_of(base)}")


def is_true(value: Value) -> bool:
    """Everything counts as true but null and false."""
    return value is not None and value is not False


def kind_of(value: Value) -> str:
    """The kind of a value in the words of jq."""
    kind = type_of(value)
    return _KINDS.get(kind, kind)


def number(value: Value) -> Value:
    """The value itself when it is a number."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    raise JqError(f"{kind_of(value)} is not a number")


def in_range(result: Value) -> Value:
    """An integer beyond 64 bits becomes a float."""
    return float(result) if isinstance(result, int) and not -_MOST <= result < _MOST else result


def cut(text: Value, separator: Value) -> list[str]:
    """The parts of a text between separators."""
    if not isinstance(text, str) or not isinstance(separator, str):
        raise JqError("split needs two strings")
    if not text:
        return []
    return text.split(separator) if separator else list(text)


def _plus(left: Value, right: Value) -> Value:
    if left is None or right is None:
        return right if left is None else left
    if left.__class__ is dict and right.__class__ is dict:
        return {**left, **right}
    if left.__class__ in (str, list) and type(left) is type(right):
        return left + right
    return in_range(number(left) + number(right))


def _minus(left: Value, right: Value) -> Value:
    if left.__class__ is list and right.__class__ is list:
        return [item for item in left if not any(equal(item, other) for other in right)]
    return in_range(number(left) - number(right))


def _divide(left: Value, right: Value) -> Value:
    if isinstance(left, str) and isinstance(right, str):
        return cut(left, right)
    if number(right) == 0:
        raise JqError("division by zero")
    quotient = number(left) / right
    return (
        int(quotient)
        if quotient.is_integer() and isinstance(left, int) and isinstance(right, int)
        else quotient
    )


def _modulo(left: Value, right: Value) -> Value:
    dividend, divisor = int(number(left)), int(number(right))
    if divisor == 0:
        raise JqError("division by zero")
    rest = abs(dividend) % abs(divisor)
    return -rest if dividend < 0 else rest


OPERATORS: dict[str, Callable[[Value, Value], Value]] = {
    "+": _plus,
    "-": _minus,
    "*": lambda left, right: in_range(number(left) * number(right)),
    "/": _divide,
    "%": _modulo,
    "==": equal,
    "!=": lambda left, right: not equal(left, right),
    "<": lambda left, right: total_relation(left, right) < 0,
    "<=": lambda left, right: total_relation(left, right) <= 0,
    ">": lambda left, right: total_relation(left, right) > 0,
    ">=": lambda left, right: total_relation(left, right) >= 0,
}
"""Binary operators by their spelling."""
