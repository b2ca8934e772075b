"""TOML text of a value: plain keys of a table first, then its tables, in key order."""

import re
from math import isnan

from harnpy.natives.support.faults import thrown
from harnpy.values.kinds import Value
from harnpy.values.text import json_stringify

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_DEEPEST = 127


def stringify(value: Value) -> str:
    """TOML of a dict; anything else, and nil anywhere, is refused."""
    if value.__class__ is not dict:
        raise thrown(
            "toml_stringify: unsupported " + ("unit type" if value is None else "root value, expected a dict")
        )
    out: list[str] = []
    _table(value, (), out)
    return "\n".join(out) + "\n" if out else ""


def _table(table: dict[str, Value], path: tuple[str, ...], out: list[str]) -> None:
    if len(path) > _DEEPEST:
        raise thrown("toml_stringify: value nesting exceeds the maximum serialization depth")
    later: list[tuple[str, Value]] = []
    for key in sorted(table):
        item = table[key]
        if item.__class__ is dict or _is_table_list(item):
            later.append((key, item))
        else:
            out.append(f"{_key(key)} = {_inline(item, 0)}")
    for key, item in later:
        below = (*path, key)
        header = ".".join(_key(part) for part in below)
        for one in item if item.__class__ is list else (item,):
            if out:
                out.append("")
            out.append(f"[[{header}]]" if item.__class__ is list else f"[{header}]")
            _table(one, below, out)


def _is_table_list(item: Value) -> bool:
    return item.__class__ is list and bool(item) and all(one.__class__ is dict for one in item)


def _inline(item: Value, depth: int) -> str:
    if item is None:
        raise thrown("toml_stringify: unsupported unit type")
    if depth > _DEEPEST:
        raise thrown("toml_stringify: value nesting exceeds the maximum serialization depth")
    if item.__class__ is list:
        return "[" + ", ".join(_inline(one, depth + 1) for one in item) + "]"
    if item.__class__ is dict:
        pairs = ", ".join(f"{_key(key)} = {_inline(item[key], depth + 1)}" for key in sorted(item))
        return "{ " + pairs + " }" if pairs else "{}"
    if isinstance(item, str):
        return json_stringify(item).replace("\x7f", "\\u007f")
    if isinstance(item, float):
        return _number(item)
    return json_stringify(item)


def _number(number: float) -> str:
    if isnan(number):
        return "nan"
    if number in (float("inf"), float("-inf")):
        return "inf" if number > 0 else "-inf"
    return json_stringify(number)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json_stringify(key).replace("\x7f", "\\u007f")
