"""jq trees applied to values: a tree and an input in, every output out."""

from collections.abc import Callable, Iterator

from harnpy.natives.support.jq_functions import BY_KEY, PLAIN, WITH_VALUE, elements, entries, from_entries
from harnpy.natives.support.jq_parse import JqError, Tree
from harnpy.natives.support.jq_values import (
    OPERATORS,
    at,
    in_range,
    is_true,
    items_of,
    kind_of,
    number,
)
from harnpy.values.kinds import Value

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
                if base is not None and base.__class__ not in (list, str):
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
        if current.__class__ in (list, dict):
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


def _map(value: Value, tree: Tree) -> Iterator[Value]:
    yield [output for item in items_of(value) for output in run(tree, item)]


def _select(value: Value, tree: Tree) -> Iterator[Value]:
    for test in run(tree, value):
        if is_true(test):
            yield value


def _call(tree: Tree, value: Value) -> Iterator[Value]:
    name, arguments = tree[1], tree[2]
    if not arguments and name in PLAIN:
        yield PLAIN[name](value)
    elif not arguments and name in ("empty", "values", "recurse"):
        yield from (
            _recurse(tree, value)
            if name == "recurse"
            else [value]
            if name == "values" and value is not None
            else ()
        )
    elif len(arguments) == 1 and name in WITH_VALUE:
        for argument in run(arguments[0], value):
            yield WITH_VALUE[name](value, argument)
    elif len(arguments) == 1 and name in BY_KEY:
        yield BY_KEY[name](elements(value), [bounded(run(arguments[0], item)) for item in elements(value)])
    elif len(arguments) == 1 and name in _STREAMS:
        yield from _STREAMS[name](value, arguments[0])
    else:
        raise JqError(f"unknown function {name}/{len(arguments)}")


def _with_entries(value: Value, tree: Tree) -> Iterator[Value]:
    yield from_entries([output for entry in entries(value) for output in run(tree, entry)])


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
