"""Functions of jq that need values only: the input, and outputs of their argument, in; one value out."""

from collections.abc import Callable

from harnpy.natives.support.jq_parse import JqError
from harnpy.natives.support.jq_values import OPERATORS, at, cut, is_true, items_of, kind_of, number
from harnpy.values.display import display
from harnpy.values.equality import equal
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value
from harnpy.values.ordering import sorted_by_keys, sorted_values, total_relation
from harnpy.values.text import json_stringify, parse_json


def elements(value: Value) -> list[Value]:
    """The value itself when it is an array."""
    if value.__class__ is list:
        return value
    raise JqError(f"{kind_of(value)} is not an array")


def _text(value: Value) -> str:
    if isinstance(value, str):
        return value
    raise JqError(f"{kind_of(value)} is not a string")


def _length(value: Value) -> Value:
    if value is None:
        return 0
    if value.__class__ in (str, list, dict):
        return len(value)
    return abs(number(value))


def _keys(value: Value) -> list[Value]:
    if value.__class__ is dict:
        return sorted(value)
    return list(range(len(elements(value))))


def _has(value: Value, key: Value) -> bool:
    if value.__class__ is dict and isinstance(key, str):
        return key in value
    if value.__class__ is list and type(key) is int:
        return 0 <= key < len(value)
    raise JqError(f"cannot check whether {kind_of(value)} has a {kind_of(key)} key")


def _add(value: Value) -> Value:
    total: Value = None
    for item in items_of(value):
        total = OPERATORS["+"](total, item)
    return total


def _join(value: Value, separator: Value) -> str:
    parts = [
        "" if item is None else item if isinstance(item, str) else json_stringify(item)
        for item in elements(value)
    ]
    return _text(separator).join(parts)


def _tonumber(value: Value) -> Value:
    if not isinstance(value, str):
        return number(value)
    try:
        found = parse_json(value)
    except Fault:
        raise JqError(f"cannot parse '{value}' as a number") from None
    return number(found)


def _fromjson(value: Value) -> Value:
    try:
        return parse_json(_text(value))
    except Fault as fault:
        raise JqError(display(fault.value)) from None


def _contains(value: Value, part: Value) -> bool:
    if value.__class__ is dict and part.__class__ is dict:
        return all(key in value and _contains(value[key], item) for key, item in part.items())
    if value.__class__ is list and part.__class__ is list:
        return all(any(_contains(one, item) for one in value) for item in part)
    if isinstance(value, str) and isinstance(part, str):
        return part in value
    return equal(value, part)


def _flatten(value: Value) -> list[Value]:
    found: list[Value] = []
    pending = [iter(elements(value))]
    while pending:
        for item in pending[-1]:
            if item.__class__ is list:
                pending.append(iter(item))
                break
            found.append(item)
        else:
            pending.pop()
    return found


def _unique(items: list[Value], keys: list[Value]) -> list[Value]:
    return [group[0] for group in _groups(items, keys)]


def _groups(items: list[Value], keys: list[Value]) -> list[list[Value]]:
    groups: list[list[Value]] = []
    last: Value = None
    for key, item in sorted_by_keys([[key, item] for key, item in zip(keys, items, strict=True)], keys):
        if groups and equal(key, last):
            groups[-1].append(item)
        else:
            groups.append([item])
        last = key
    return groups


def _extreme(items: list[Value], keys: list[Value], sign: int) -> Value:
    best = 0
    for index in range(1, len(items)):
        order = total_relation(keys[index], keys[best]) * sign
        if order > 0 or (order == 0 and sign > 0):
            best = index
    return items[best] if items else None


def entries(value: Value) -> list[Value]:
    """`{key, value}` of each field of an object, by key."""
    if value.__class__ is not dict:
        raise JqError(f"{kind_of(value)} has no keys")
    return [{"key": key, "value": value[key]} for key in sorted(value)]


def from_entries(value: Value) -> Value:
    """The object of such entries."""
    made: dict[str, Value] = {}
    for entry in elements(value):
        if entry.__class__ is not dict:
            raise JqError("from_entries needs objects")
        key = entry.get("key", entry.get("name", entry.get("k")))
        made[key if isinstance(key, str) else json_stringify(key)] = entry.get("value", entry.get("v"))
    return made


def _tostring(value: Value) -> str:
    return value if isinstance(value, str) else json_stringify(value)


PLAIN: dict[str, Callable[[Value], Value]] = {
    "length": _length,
    "keys": _keys,
    "not": lambda value: not is_true(value),
    "type": kind_of,
    "tostring": _tostring,
    "tonumber": _tonumber,
    "tojson": json_stringify,
    "fromjson": _fromjson,
    "sort": lambda value: sorted_values(elements(value)),
    "unique": lambda value: _unique(elements(value), elements(value)),
    "add": _add,
    "reverse": lambda value: value[::-1] if isinstance(value, str) else elements(value)[::-1],
    "first": lambda value: at(elements(value), 0),
    "last": lambda value: at(elements(value), -1),
    "min": lambda value: _extreme(elements(value), elements(value), -1),
    "max": lambda value: _extreme(elements(value), elements(value), 1),
    "any": lambda value: any(is_true(item) for item in items_of(value)),
    "all": lambda value: all(is_true(item) for item in items_of(value)),
    "flatten": _flatten,
    "to_entries": entries,
    "from_entries": from_entries,
    "floor": lambda value: int(number(value) // 1),
    "ascii_downcase": lambda value: _text(value).lower(),
    "ascii_upcase": lambda value: _text(value).upper(),
}
"""Functions of the input alone."""

WITH_VALUE: dict[str, Callable[[Value, Value], Value]] = {
    "has": _has,
    "join": _join,
    "split": cut,
    "contains": _contains,
    "startswith": lambda value, part: _text(value).startswith(_text(part)),
    "endswith": lambda value, part: _text(value).endswith(_text(part)),
}
"""Functions of the input and one argument's output."""

BY_KEY: dict[str, Callable[[list[Value], list[Value]], Value]] = {
    "sort_by": sorted_by_keys,
    "group_by": _groups,
    "unique_by": _unique,
    "min_by": lambda items, keys: _extreme(items, keys, -1),
    "max_by": lambda items, keys: _extreme(items, keys, 1),
}
"""Functions of an array and the outputs of an argument for each of its elements."""
