"""jq trees applied to values: a tree and an input in, every output out."""

from collections.abc import Callable, Iterator

from harnpy.natives.support.jq_parse import JqError, Tree
from harnpy.natives.support.jq_values import (
    OPERATORS,
    at,
    cut,
    in_range,
    is_true,
    items_of,
    kind_of,
    number,
)
from harnpy.values.display import display
from harnpy.values.equality import equal
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value
from harnpy.values.ordering import sorted_by_keys, sorted_values, total_relation
from harnpy.values.text import json_stringify, parse_json

_MOST_OUTPUTS = 1_000_000


def run(tree: Tree, value: Value) -> Iterator[Value]:
    """Yield the outputs of a tree for one input."""
    return _FORMS[tree[0]](tree, value)


def _identity(_tree: Tree, value: Value) -> Iterator[Value]:
    yield value


def _literal(tree: Tree, _value: Value) -> Iterator[Value]:
    yield tree[1]


def _field(tree: Tree, value: Value) -> Iterator[Value]:
    for base in run(tree[1], value):
        for key in run(tree[2], value):
            yield at(base, key)


def _slice(tree: Tree, value: Value) -> Iterator[Value]:
    for base in run(tree[1], value):
        for low in run(tree[2], value) if tree[2] is not None else (None,):
            for high in run(tree[3], value) if tree[3] is not None else (None,):
                if base is not None and not isinstance(base, (list, str)):
                    raise JqError(f"cannot slice {kind_of(base)}")
                if not all(end is None or type(end) is int for end in (low, high)):
                    raise JqError("slice bounds must be integers")
                yield None if base is None else base[low:high]


def _iterate(tree: Tree, value: Value) -> Iterator[Value]:
    for base in run(tree[1], value):
        yield from items_of(base)


def _optional(tree: Tree, value: Value) -> Iterator[Value]:
    try:
        yield from run(tree[1], value)
    except JqError:
        return


def _recurse(_tree: Tree, value: Value) -> Iterator[Value]:
    pending = [value]
    while pending:
        current = pending.pop()
        yield current
        if isinstance(current, (list, dict)):
            pending += reversed(list(items_of(current)))


def _array(tree: Tree, value: Value) -> Iterator[Value]:
    yield [] if tree[1] is None else bounded(run(tree[1], value))


def bounded(outputs: Iterator[Value]) -> list[Value]:
    """All outputs as a list; too many are refused."""
    found: list[Value] = []
    for output in outputs:
        found.append(output)
        if len(found) > _MOST_OUTPUTS:
            raise JqError("too many outputs")
    return found


def _object(tree: Tree, value: Value) -> Iterator[Value]:
    made: list[dict[str, Value]] = [{}]
    for key_tree, item_tree in tree[1]:
        keys = bounded(run(key_tree, value))
        if not all(isinstance(key, str) for key in keys):
            raise JqError("object keys must be strings")
        items = bounded(run(item_tree, value))
        made = [{**one, key: item} for one in made for key in keys for item in items]
    yield from made


def _pipe(tree: Tree, value: Value) -> Iterator[Value]:
    for middle in run(tree[1], value):
        yield from run(tree[2], middle)


def _comma(tree: Tree, value: Value) -> Iterator[Value]:
    yield from run(tree[1], value)
    yield from run(tree[2], value)


def _alternative(tree: Tree, value: Value) -> Iterator[Value]:
    try:
        found = [output for output in run(tree[1], value) if is_true(output)]
    except JqError:
        found = []
    if found:
        yield from found
    else:
        yield from run(tree[2], value)


def _or(tree: Tree, value: Value) -> Iterator[Value]:
    for left in run(tree[1], value):
        if is_true(left):
            yield True
        else:
            yield from (is_true(right) for right in run(tree[2], value))


def _and(tree: Tree, value: Value) -> Iterator[Value]:
    for left in run(tree[1], value):
        if is_true(left):
            yield from (is_true(right) for right in run(tree[2], value))
        else:
            yield False


def _if(tree: Tree, value: Value) -> Iterator[Value]:
    for test in run(tree[1], value):
        yield from run(tree[2] if is_true(test) else tree[3], value)


def _negative(tree: Tree, value: Value) -> Iterator[Value]:
    for output in run(tree[1], value):
        yield in_range(number(output) * -1)


def _binary(tree: Tree, value: Value) -> Iterator[Value]:
    operator = OPERATORS[tree[1]]
    for right in run(tree[3], value):
        for left in run(tree[2], value):
            yield operator(left, right)


def _list(value: Value) -> list[Value]:
    if isinstance(value, list):
        return value
    raise JqError(f"{kind_of(value)} is not an array")


def _text(value: Value) -> str:
    if isinstance(value, str):
        return value
    raise JqError(f"{kind_of(value)} is not a string")


def _length(value: Value) -> Value:
    if value is None:
        return 0
    if isinstance(value, (str, list, dict)):
        return len(value)
    return abs(number(value))


def _keys(value: Value) -> list[Value]:
    if isinstance(value, dict):
        return sorted(value)
    return list(range(len(_list(value))))


def _has(value: Value, key: Value) -> bool:
    if isinstance(value, dict) and isinstance(key, str):
        return key in value
    if isinstance(value, list) and type(key) is int:
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
        for item in _list(value)
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
    if isinstance(value, dict) and isinstance(part, dict):
        return all(key in value and _contains(value[key], item) for key, item in part.items())
    if isinstance(value, list) and isinstance(part, list):
        return all(any(_contains(one, item) for one in value) for item in part)
    if isinstance(value, str) and isinstance(part, str):
        return part in value
    return equal(value, part)


def _flatten(value: Value) -> list[Value]:
    found: list[Value] = []
    pending = [iter(_list(value))]
    while pending:
        for item in pending[-1]:
            if isinstance(item, list):
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


def _to_entries(value: Value) -> list[Value]:
    if not isinstance(value, dict):
        raise JqError(f"{kind_of(value)} has no keys")
    return [{"key": key, "value": value[key]} for key in sorted(value)]


def _from_entries(value: Value) -> Value:
    made: dict[str, Value] = {}
    for entry in _list(value):
        if not isinstance(entry, dict):
            raise JqError("from_entries needs objects")
        key = entry.get("key", entry.get("name", entry.get("k")))
        made[key if isinstance(key, str) else json_stringify(key)] = entry.get("value", entry.get("v"))
    return made


def _tostring(value: Value) -> str:
    return value if isinstance(value, str) else json_stringify(value)


_PLAIN: dict[str, Callable[[Value], Value]] = {
    "length": _length,
    "keys": _keys,
    "not": lambda value: not is_true(value),
    "type": kind_of,
    "tostring": _tostring,
    "tonumber": _tonumber,
    "tojson": json_stringify,
    "fromjson": _fromjson,
    "sort": lambda value: sorted_values(_list(value)),
    "unique": lambda value: _unique(_list(value), _list(value)),
    "add": _add,
    "reverse": lambda value: value[::-1] if isinstance(value, str) else _list(value)[::-1],
    "first": lambda value: at(_list(value), 0),
    "last": lambda value: at(_list(value), -1),
    "min": lambda value: _extreme(_list(value), _list(value), -1),
    "max": lambda value: _extreme(_list(value), _list(value), 1),
    "any": lambda value: any(is_true(item) for item in items_of(value)),
    "all": lambda value: all(is_true(item) for item in items_of(value)),
    "flatten": _flatten,
    "to_entries": _to_entries,
    "from_entries": _from_entries,
    "floor": lambda value: int(number(value) // 1),
    "ascii_downcase": lambda value: _text(value).lower(),
    "ascii_upcase": lambda value: _text(value).upper(),
}
_WITH_VALUE: dict[str, Callable[[Value, Value], Value]] = {
    "has": _has,
    "join": _join,
    "split": cut,
    "contains": _contains,
    "startswith": lambda value, part: _text(value).startswith(_text(part)),
    "endswith": lambda value, part: _text(value).endswith(_text(part)),
}
_BY_KEY: dict[str, Callable[[list[Value], list[Value]], Value]] = {
    "sort_by": sorted_by_keys,
    "group_by": _groups,
    "unique_by": _unique,
    "min_by": lambda items, keys: _extreme(items, keys, -1),
    "max_by": lambda items, keys: _extreme(items, keys, 1),
}


def _map(value: Value, tree: Tree) -> Iterator[Value]:
    yield [output for item in items_of(value) for output in run(tree, item)]


def _select(value: Value, tree: Tree) -> Iterator[Value]:
    for test in run(tree, value):
        if is_true(test):
            yield value


def _call(tree: Tree, value: Value) -> Iterator[Value]:
    name, arguments = tree[1], tree[2]
    if not arguments and name in _PLAIN:
        yield _PLAIN[name](value)
    elif not arguments and name in ("empty", "values", "recurse"):
        yield from (
            _recurse(tree, value)
            if name == "recurse"
            else [value]
            if name == "values" and value is not None
            else ()
        )
    elif len(arguments) == 1 and name in _WITH_VALUE:
        for argument in run(arguments[0], value):
            yield _WITH_VALUE[name](value, argument)
    elif len(arguments) == 1 and name in _BY_KEY:
        yield _BY_KEY[name](_list(value), [bounded(run(arguments[0], item)) for item in _list(value)])
    elif len(arguments) == 1 and name in _STREAMS:
        yield from _STREAMS[name](value, arguments[0])
    else:
        raise JqError(f"unknown function {name}/{len(arguments)}")


def _with_entries(value: Value, tree: Tree) -> Iterator[Value]:
    yield _from_entries([output for entry in _to_entries(value) for output in run(tree, entry)])


def _first_of(value: Value, tree: Tree) -> Iterator[Value]:
    for output in run(tree, value):
        yield output
        return


def _any_of(value: Value, tree: Tree) -> Iterator[Value]:
    yield any(is_true(output) for item in items_of(value) for output in run(tree, item))


def _all_of(value: Value, tree: Tree) -> Iterator[Value]:
    yield all(is_true(output) for item in items_of(value) for output in run(tree, item))


_STREAMS: dict[str, Callable[[Value, Tree], Iterator[Value]]] = {
    "map": _map,
    "select": _select,
    "with_entries": _with_entries,
    "first": _first_of,
    "any": _any_of,
    "all": _all_of,
}

_FORMS: dict[str, Callable[[Tree, Value], Iterator[Value]]] = {
    "identity": _identity, "literal": _literal, "field": _field, "slice": _slice, "iterate": _iterate,
    "optional": _optional, "recurse": _recurse, "array": _array, "object": _object, "pipe": _pipe,
    "comma": _comma, "alternative": _alternative, "or": _or, "and": _and, "if": _if,
    "negative": _negative, "binary": _binary, "call": _call,
}  # fmt: skip
