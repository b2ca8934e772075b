"""Results of the methods of builtin values by what is known of the receiver."""

from collections.abc import Callable

from harnpy.catalog.model import result_of
from harnpy.semantics.facts.access import read_key
from harnpy.semantics.facts.arithmetic import merged
from harnpy.semantics.facts.flow import Flow
from harnpy.semantics.facts.kinds import (
    ALL,
    ANY_LENGTH,
    BITS,
    BOOL_VALUE,
    DICT,
    ITER,
    LIST,
    MOST_ITEMS,
    NIL,
    NUMBER,
    SOME_LENGTH,
    STRING_VALUE,
    UNKNOWN,
    Value,
    container,
    element,
    integer,
    join,
    or_nil,
    restrict,
)
from harnpy.semantics.facts.results import result_value

ONE_ARGUMENT = frozenset(
    (
        *("map", "filter", "flat_map", "find", "find_index", "any", "all", "none", "every", "for_each"),
        *("sorted_by", "sort_by", "min_by", "max_by", "group_by", "count_by", "partition"),
        *("take_while", "drop_while", "skip_while"),
    )
)
"""Methods whose one argument is a function that they call with each element."""


_Arguments = tuple[Value, ...]


_Rule = Callable[[Value, _Arguments], Value]


def builtin_method(flow: Flow, name: str, receiver: Value, values: _Arguments) -> Value:
    """The result of a method without callback of a builtin value."""
    kind = _KIND_NAMES.get(receiver.mask)
    if kind is None:
        return UNKNOWN
    rule = _RULES[kind].get(name) if kind in _RULES else None
    if rule is not None:
        return rule(receiver, values)
    row = flow.world.catalog.methods.get(kind, {}).get(name)
    if row is None or name in ONE_ARGUMENT or name == "reduce":
        return UNKNOWN
    return result_value(result_of(row.signature))


def _same(receiver: Value, values: _Arguments) -> Value:
    return container(receiver.mask, receiver.elem)


def _listed(receiver: Value, values: _Arguments) -> Value:
    return container(LIST, receiver.elem)


def _iterated(receiver: Value, values: _Arguments) -> Value:
    return container(ITER, receiver.elem)


def _one(receiver: Value, values: _Arguments) -> Value:
    return or_nil(element(receiver))


def _total(receiver: Value, values: _Arguments) -> Value:
    return Value(NUMBER)


def _length(receiver: Value, values: _Arguments) -> Value:
    return SOME_LENGTH


def _any_length(receiver: Value, values: _Arguments) -> Value:
    return ANY_LENGTH


def _compact(receiver: Value, values: _Arguments) -> Value:
    return container(LIST, None if receiver.elem is None else restrict(receiver.elem, ALL & ~NIL))


def _position(receiver: Value, values: _Arguments) -> Value:
    return integer(-1, MOST_ITEMS)


def _grouped(receiver: Value, values: _Arguments) -> Value:
    return container(LIST, container(LIST, receiver.elem))


def _enumerated(receiver: Value, values: _Arguments) -> Value:
    fields = {"index": SOME_LENGTH, "value": element(receiver)}
    return container(LIST, container(DICT, join(SOME_LENGTH, element(receiver)), fields))


def _zipped(receiver: Value, values: _Arguments) -> Value:
    other = element(values[0]) if len(values) == 1 and values[0].mask == LIST else UNKNOWN
    return container(LIST, container(LIST, join(element(receiver), other)))


def _entries(receiver: Value, values: _Arguments) -> Value:
    return container(LIST, entry(receiver))


def entry(receiver: Value) -> Value:
    """One `{key, value}` of a dict."""
    value = element(receiver)
    return container(DICT, join(STRING_VALUE, value), {"key": STRING_VALUE, "value": value})


def _get(receiver: Value, values: _Arguments) -> Value:
    found = read_key(receiver, None)
    return join(found, values[1]) if len(values) > 1 else found


def _merged(receiver: Value, values: _Arguments) -> Value:
    if len(values) == 1 and values[0].mask == DICT:
        return merged(receiver, values[0])
    return Value(DICT)


def _next(receiver: Value, values: _Arguments) -> Value:
    value = or_nil(element(receiver))
    return container(DICT, join(BOOL_VALUE, value), {"done": BOOL_VALUE, "value": value})


_LIST_RULES: dict[str, _Rule] = {
    **dict.fromkeys(("sorted", "reversed", "unique", "slice", "take", "skip", "to_list"), _listed),
    **dict.fromkeys(("first", "last", "min", "max", "pop"), _one),
    **dict.fromkeys(("chunks", "windows"), _grouped),
    "compact": _compact,
    "enumerate": _enumerated,
    "zip": _zipped,
    "sum": _total,
    "len": _length,
    "index_of": _position,
    "iter": _iterated,
}


_ITER_RULES: dict[str, _Rule] = {
    **dict.fromkeys(("take", "skip", "iter"), _iterated),
    **dict.fromkeys(("first", "last", "min", "max"), _one),
    "to_list": _listed,
    "sum": _total,
    "count": _any_length,
}


_RULES: dict[str, dict[str, _Rule]] = {
    "list": _LIST_RULES,
    "iter": _ITER_RULES,
    "range": {**_ITER_RULES, "len": _any_length},
    "string": {"len": _length, "index_of": _position, "last_index_of": _position},
    "dict": {
        "len": _length,
        "keys": lambda receiver, values: container(LIST, STRING_VALUE),
        "values": _listed,
        "entries": _entries,
        "to_list": _entries,
        "get": _get,
        "merge": _merged,
        "to_dict": lambda receiver, values: receiver,
        "remove": lambda receiver, values: UNKNOWN,
    },
    "set": {"len": _length, "to_list": _listed, "to_set": _same, "iter": _iterated},
    "generator": {"iter": _iterated, "next": _next},
    "stream": {"iter": _iterated, "next": _next},
}


_KIND_NAMES: dict[int, str] = {
    BITS[name]: name for name in ("list", "iter", "range", "string", "dict", "set", "generator", "stream")
}
