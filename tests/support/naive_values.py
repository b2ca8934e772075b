"""Values of the naive evaluator and what operators and methods make of them, rule by rule."""

import math
from collections.abc import Callable, Iterable
from functools import cmp_to_key
from typing import Any

from harnpy.catalog.standard import standard
from harnpy.values.display import display_float

_CATALOG = standard()
_MOST_ITEMS = 400
MOST, LEAST = 2**63 - 1, -(2**63)
Caller = Callable[..., Any]


class Unsupported(Exception):
    """The program uses something this evaluator does not know."""


class Fail(Exception):
    """A fault or a thrown value; `thrown` tells the two apart when nobody catches it."""

    def __init__(self, value: Any, thrown: bool = False) -> None:
        super().__init__(value)
        self.value = value
        self.thrown = thrown

    @property
    def text(self) -> str:
        return "Thrown: " + show(self.value) if self.thrown else self.value


class Set:
    def __init__(self, items: Iterable[Any] = ()) -> None:
        self.items: list[Any] = []
        for item in items:
            self.add(item)

    def has(self, item: Any) -> bool:
        return any(same_member(item, one) for one in self.items)

    def add(self, item: Any) -> None:
        if not self.has(item):
            self.items.append(item)


class Range:
    def __init__(self, start: int, end: int, inclusive: bool) -> None:
        self.start, self.end, self.inclusive = start, end, inclusive
        self.numbers = range(start, end + 1 if inclusive else end)


class Variant:
    def __init__(self, enum: str, name: str, fields: list[Any]) -> None:
        self.enum, self.name, self.fields = enum, name, fields


class Record:
    def __init__(self, name: str, fields: dict[str, Any]) -> None:
        self.name, self.fields = name, fields


class Function:
    """A Harn function, or a builtin when `native` is set."""

    def __init__(self, node: Any, scope: Any, name: str, native: Caller | None = None) -> None:
        self.node, self.scope, self.name, self.native = node, scope, name, native


class Generator:
    def __init__(self, pull: Callable[[], tuple[bool, Any]]) -> None:
        self.pull = pull


_KINDS: dict[type, str] = {
    type(None): "nil",
    bool: "bool",
    int: "int",
    float: "float",
    str: "string",
    list: "list",
    dict: "dict",
    Set: "set",
    Range: "range",
    Variant: "enum",
    Record: "struct",
    Function: "closure",
    Generator: "generator",
}


def kind_of(value: Any) -> str:
    if isinstance(value, Function) and value.native is not None:
        return "builtin"
    return _KINDS[type(value)]


def copied(value: Any) -> Any:
    """A copy that shares nothing that can change."""
    if isinstance(value, list):
        return [copied(item) for item in value]
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    if isinstance(value, Set):
        made = Set()
        made.items = [copied(item) for item in value.items]
        return made
    if isinstance(value, Variant):
        return Variant(value.enum, value.name, [copied(item) for item in value.fields])
    if isinstance(value, Record):
        return Record(value.name, {key: copied(item) for key, item in value.fields.items()})
    return value


def show(value: Any) -> str:
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return display_float(value)
    if isinstance(value, list):
        return "[" + ", ".join(show(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + _show_fields(value) + "}"
    if isinstance(value, Set):
        return "set(" + ", ".join(show(item) for item in value.items) + ")"
    if isinstance(value, Range):
        return f"{value.start}{'..=' if value.inclusive else '..'}{value.end}"
    if isinstance(value, Variant):
        inner = ", ".join(show(item) for item in value.fields)
        return f"{value.enum}.{value.name}" + (f"({inner})" if value.fields else "")
    if isinstance(value, Record):
        return f"{value.name} {{{_show_fields(value.fields)}}}"
    if isinstance(value, Function) and value.native is None:
        return f"<fn({', '.join(param.name for param in value.node.params)})>"
    raise Unsupported(f"display of {kind_of(value)}")


def _show_fields(fields: dict[str, Any]) -> str:
    names = sorted(fields, key=lambda name: name.encode())
    return ", ".join(f"{name}: {show(fields[name])}" for name in names)


def truth(value: Any) -> bool:
    if isinstance(value, Set):
        return bool(value.items)
    return not (
        value is None or value is False or (isinstance(value, int | float | str | list | dict) and not value)
    )


def is_number(value: Any) -> bool:
    return type(value) in (int, float)


def is_nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)


def equal(a: Any, b: Any) -> bool:
    if is_number(a) and is_number(b):
        return a == b if type(a) is type(b) else float(a) == float(b)
    if type(a) is not type(b):
        return False
    if isinstance(a, list):
        return len(a) == len(b) and all(equal(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(equal(item, b[key]) for key, item in a.items())
    if isinstance(a, Set):
        return len(a.items) == len(b.items) and all(b.has(item) for item in a.items)
    if isinstance(a, Range):
        return (a.start, a.end, a.inclusive) == (b.start, b.end, b.inclusive)
    if isinstance(a, Variant):
        return (a.enum, a.name) == (b.enum, b.name) and equal(a.fields, b.fields)
    if isinstance(a, Record):
        return a.name == b.name and equal(a.fields, b.fields)
    if isinstance(a, Function | Generator):
        return a.name == b.name if isinstance(a, Function) and a.native and b.native else False
    return a == b


def same_member(a: Any, b: Any) -> bool:
    """Whether a set takes the two for one: no kind is like another, and NaN is like itself."""
    if is_number(a) or is_number(b):
        if type(a) is not type(b):
            raise Unsupported("int beside float in a set")
        return a == b
    return equal(a, b)


def _first_difference(a: Any, b: Any) -> int | None:
    """-1, 0 or 1; None when a NaN takes part. Kinds without an order count as equal."""
    if is_number(a) and is_number(b):
        x, y = (a, b) if type(a) is type(b) else (float(a), float(b))
        if is_nan(x) or is_nan(y):
            return None
        return (x > y) - (x < y)
    if is_nan(a) or is_nan(b):
        return None
    if isinstance(a, str) and isinstance(b, str):
        return (a > b) - (a < b)
    if isinstance(a, list) and isinstance(b, list):
        found = [_first_difference(x, y) for x, y in zip(a, b, strict=False)]
        for one in found:
            if one != 0:
                return one
        return (len(a) > len(b)) - (len(a) < len(b))
    return 0


def relation(op: str, a: Any, b: Any) -> bool:
    found = _first_difference(a, b)
    if found is None:
        return False
    return {"<": found < 0, ">": found > 0, "<=": found <= 0, ">=": found >= 0}[op]


def _total(a: Any, b: Any) -> int:
    def rank(value: Any) -> tuple[int, str]:
        if is_number(value):
            return (1, "") if is_nan(value) else (0, "")
        return (2, kind_of(value))

    if rank(a) != rank(b):
        return -1 if rank(a) < rank(b) else 1
    if isinstance(a, list):
        for x, y in zip(a, b, strict=False):
            found = _total(x, y)
            if found:
                return found
        return (len(a) > len(b)) - (len(a) < len(b))
    if rank(a)[0] == 0 or isinstance(a, str):
        return (a > b) - (a < b)
    return 0


def in_order(items: list[Any], key: Caller | None = None) -> list[Any]:
    keys = [(key(item) if key else item) for item in items]
    order = sorted(range(len(items)), key=cmp_to_key(lambda i, j: _total(keys[i], keys[j])))
    return [items[i] for i in order]


def number(value: int) -> Any:
    return value if LEAST <= value <= MOST else float(value)


def arithmetic(op: str, a: Any, b: Any) -> Any:
    if is_number(a) and is_number(b):
        return _numbers(op, a, b)
    first, second = kind_of(a), kind_of(b)
    if op == "+" and first == second == "string":
        return a + b
    if op == "+" and first == second == "list":
        if len(a) + len(b) > _MOST_ITEMS:
            raise Unsupported("huge list")
        return copied(a) + copied(b)
    if op == "+" and first == second == "dict":
        return {**copied(a), **copied(b)}
    if op == "*" and {first, second} == {"string", "int"}:
        text, times = (a, b) if first == "string" else (b, a)
        size = len(text.encode()) * times
        if times > 0 and size > 16777216:
            raise Fail(f"Value byte limit: repeat output would be {size} bytes (limit 16777216)")
        return text * times if times > 0 and text else ""
    raise Fail(
        {
            "+": f"Type error: Cannot add {first} and {second}",
            "-": f"Type error: Cannot subtract {second} from {first}",
            "*": f"Type error: Cannot multiply {first} and {second}",
            "/": f"Runtime error: Cannot divide {first} by {second}",
            "%": f"Runtime error: Cannot modulo {first} by {second}",
            "**": f"Type error: Cannot exponentiate {first} by {second}",
        }[op]
    )


def _numbers(op: str, a: Any, b: Any) -> Any:
    both_ints = isinstance(a, int) and isinstance(b, int)
    if op in "+-*" and op != "**":
        exact = a + b if op == "+" else a - b if op == "-" else a * b
        if both_ints and not LEAST <= exact <= MOST:
            x, y = float(a), float(b)
            return x + y if op == "+" else x - y if op == "-" else x * y
        return exact
    if op == "%":
        if b == 0:
            raise Fail("Division by zero")
        if both_ints:
            return -(-a % abs(b)) if a < 0 else a % abs(b)
        return math.nan if math.isinf(a) else math.fmod(a, b)
    if op == "/":
        if both_ints:
            if b == 0:
                raise Fail("Division by zero")
            return number(abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1))
        if b == 0:
            negative = math.copysign(1, a) * math.copysign(1, b) < 0
            return math.nan if a == 0 or is_nan(a) else -math.inf if negative else math.inf
        return float(a) / float(b)
    return _power(a, b)


def _power(a: Any, b: Any) -> Any:
    if isinstance(a, int) and isinstance(b, int) and b >= 0:
        if abs(a) <= 1:
            return 1 if b == 0 or a == 1 else 0 if a == 0 else (-1 if b % 2 else 1)
        if b <= 64 and LEAST <= a**b <= MOST:
            return a**b
    x, y = float(a), float(b)
    odd = y == math.floor(y) and y % 2 == 1 if math.isfinite(y) else False
    try:
        return math.pow(x, y)
    except OverflowError:
        return -math.inf if x < 0 and odd else math.inf
    except ValueError:
        return (math.copysign(math.inf, x) if odd else math.inf) if x == 0 else math.nan


def negated(value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        return number(-value)
    if isinstance(value, float):
        return -value
    raise Fail(f"Runtime error: Cannot negate value of type {kind_of(value)}")


def contained(a: Any, b: Any) -> bool:
    if isinstance(b, list):
        return any(equal(a, item) for item in b)
    if isinstance(b, Set):
        return b.has(a)
    if isinstance(b, dict | str):
        return show(a) in b
    return isinstance(b, Range) and type(a) is int and a in b.numbers


def at(value: Any, key: Any) -> Any:
    if isinstance(value, list | str) and type(key) is int:
        return value[key] if -len(value) <= key < len(value) else None
    if isinstance(value, dict):
        return value.get(show(key))
    if isinstance(value, Range) and type(key) is int:
        count = max(0, value.numbers.stop - value.numbers.start)
        if -count <= key < count:
            return value.numbers[key]
        raise Fail(f"Runtime error: range index out of range: index {key} for range of length {count}")
    raise Fail(f"Type error: cannot index into {kind_of(value)} with {kind_of(key)}")


def part(value: Any, name: str) -> Any:
    if isinstance(value, dict):
        return value.get(name)
    if isinstance(value, Record):
        return value.fields.get(name)
    if isinstance(value, list | str):
        if name == "count":
            return len(value)
        if name == "empty":
            return not value
        if isinstance(value, list) and value and name in ("first", "last"):
            return value[0] if name == "first" else value[-1]
        return None
    if isinstance(value, Variant):
        return {"variant": value.name, "fields": value.fields}.get(name)
    if value is None:
        raise Fail(
            f"Type error: cannot access property `{name}` on nil — use `?.{name}` for optional access, "
            "or narrow with a `!= nil` guard before reading fields"
        )
    raise Fail(
        f"Type error: cannot access property `{name}` on {kind_of(value)} — only dicts, structs, lists, "
        "strings, and pairs support property access"
    )


def put(value: Any, key: Any, item: Any) -> None:
    """`value[key] = item`."""
    if isinstance(value, dict):
        value[show(key)] = item
    elif isinstance(value, list):
        if type(key) is not int:
            raise Fail(f"Type error: list index must be an int, got {kind_of(key)}")
        if not -len(value) <= key < len(value):
            raise Fail(f"Runtime error: Index {key} out of bounds for list of length {len(value)}")
        value[key] = item
    else:
        raise Fail(
            f"Type error: cannot assign by index into {kind_of(value)}; "
            "only lists and dicts support index assignment"
        )


def put_part(value: Any, name: str, item: Any) -> None:
    """`value.name = item`."""
    if isinstance(value, dict):
        value[name] = item
    elif isinstance(value, Record):
        value.fields[name] = item
    else:
        raise Fail(f"Type error: cannot set property `{name}` on {kind_of(value)}")


def cut(value: Any, start: Any, end: Any) -> Any:
    if not isinstance(value, list | str):
        raise Fail(f"Type error: cannot slice {kind_of(value)}")
    for name, bound in (("start", start), ("end", end)):
        if bound is not None and type(bound) is not int:
            raise Fail(f"Type error: slice {name} must be an integer, got {kind_of(bound)}")
    return value[start:end]


def entries(value: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"key": key, "value": value[key]} for key in sorted(value, key=lambda name: name.encode())]


# Methods: tables of functions of (call, receiver, arguments).

_Method = Callable[[Caller, Any, list[Any]], Any]


def _first(found: list[Any]) -> Any:
    return found[0] if found else None


def _fold(call: Caller, items: list[Any], start: Any, step: Any) -> Any:
    for item in items:
        start = call(step, start, item)
    return start


def _sum(items: list[Any]) -> Any:
    total: Any = 0
    for item in items:
        if is_number(item):
            total = arithmetic("+", total, item)
    return total


def _unique(items: list[Any]) -> list[Any]:
    kept: list[Any] = []
    for item in items:
        if not any(same_member(item, one) for one in kept):
            kept.append(item)
    return kept


def _insert(items: list[Any], where: Any, item: Any) -> None:
    if type(where) is not int:
        raise Fail(f"Type error: list.insert: index must be an int, got {kind_of(where)}")
    if where < 0:
        where = max(0, where + len(items))
    items.insert(min(where, len(items)), item)


def _extend(items: list[Any], more: Any) -> None:
    if not isinstance(more, list | Set):
        raise Fail(f"Type error: list.extend: expected a list, got {kind_of(more)}")
    items.extend(copied(more if isinstance(more, list) else more.items))


def _assign(items: list[Any], new: list[Any]) -> None:
    items[:] = new


LIST: dict[str, _Method] = {
    "len": lambda call, xs, a: len(xs),
    "empty": lambda call, xs, a: not xs,
    "first": lambda call, xs, a: _first(xs),
    "last": lambda call, xs, a: _first(xs[-1:]),
    "contains": lambda call, xs, a: contained(a[0], xs),
    "index_of": lambda call, xs, a: next((i for i, x in enumerate(xs) if equal(x, a[0])), -1),
    "map": lambda call, xs, a: [call(a[0], x) for x in xs],
    "filter": lambda call, xs, a: [x for x in xs if truth(call(a[0], copied(x)))],
    "find": lambda call, xs, a: next((x for x in xs if truth(call(a[0], copied(x)))), None),
    "find_index": lambda call, xs, a: next((i for i, x in enumerate(xs) if truth(call(a[0], x))), -1),
    "any": lambda call, xs, a: any(truth(call(a[0], x)) for x in xs),
    "all": lambda call, xs, a: all(truth(call(a[0], x)) for x in xs),
    "none": lambda call, xs, a: not any(truth(call(a[0], x)) for x in xs),
    "reduce": lambda call, xs, a: _fold(call, xs, a[0], a[1]),
    "sorted": lambda call, xs, a: in_order(xs),
    "sorted_by": lambda call, xs, a: in_order(xs, lambda x: call(a[0], copied(x))),
    "reversed": lambda call, xs, a: xs[::-1],
    "unique": lambda call, xs, a: _unique(xs),
    "enumerate": lambda call, xs, a: [{"index": i, "value": x} for i, x in enumerate(xs)],
    "zip": lambda call, xs, a: (
        [[x, y] for x, y in zip(xs, a[0], strict=False)] if isinstance(a[0], list) else []
    ),
    "slice": lambda call, xs, a: xs[a[0] : a[1]] if len(a) > 1 else xs[a[0] :],
    "take": lambda call, xs, a: xs[: max(0, a[0])],
    "skip": lambda call, xs, a: xs[max(0, a[0]) :],
    "join": lambda call, xs, a: (a[0] if a else "").join(show(x) for x in xs),
    "sum": lambda call, xs, a: _sum(xs),
    "min": lambda call, xs, a: _first(in_order(xs)),
    "to_list": lambda call, xs, a: xs,
    "push": lambda call, xs, a: xs.append(a[0]),
    "pop": lambda call, xs, a: xs.pop() if xs else None,
    "insert": lambda call, xs, a: _insert(xs, a[0], a[1]),
    "extend": lambda call, xs, a: _extend(xs, a[0]),
    "clear": lambda call, xs, a: xs.clear(),
    "reverse": lambda call, xs, a: xs.reverse(),
    "sort": lambda call, xs, a: _assign(xs, in_order(xs)),
    "sort_by": lambda call, xs, a: _assign(xs, in_order(xs, lambda x: call(a[0], copied(x)))),
}


def _keys(value: dict[str, Any]) -> list[str]:
    return [entry["key"] for entry in entries(value)]


DICT: dict[str, _Method] = {
    "len": lambda call, d, a: len(d),
    "keys": lambda call, d, a: _keys(d),
    "values": lambda call, d, a: [d[key] for key in _keys(d)],
    "entries": lambda call, d, a: entries(d),
    "has": lambda call, d, a: show(a[0]) in d,
    "get": lambda call, d, a: d.get(show(a[0]), a[1] if len(a) > 1 else None),
    "merge": lambda call, d, a: {**d, **a[0]} if isinstance(a[0], dict) else d,
    "map_values": lambda call, d, a: {key: call(a[0], d[key]) for key in _keys(d)},
    "filter": lambda call, d, a: {key: d[key] for key in _keys(d) if truth(call(a[0], copied(d[key])))},
    "remove": lambda call, d, a: d.pop(show(a[0]), None),
    "clear": lambda call, d, a: d.clear(),
}


def _discard(value: Set, item: Any) -> bool:
    kept = [one for one in value.items if not same_member(item, one)]
    found = len(kept) != len(value.items)
    value.items = kept
    return found


SET: dict[str, _Method] = {
    "len": lambda call, s, a: len(s.items),
    "contains": lambda call, s, a: s.has(a[0]),
    "to_list": lambda call, s, a: list(s.items),
    "union": lambda call, s, a: Set([*s.items, *a[0].items]),
    "add": lambda call, s, a: s.add(a[0]),
    "remove": lambda call, s, a: _discard(s, a[0]),
    "clear": lambda call, s, a: s.items.clear(),
}
STRING: dict[str, _Method] = {
    "len": lambda call, s, a: len(s),
    "empty": lambda call, s, a: not s,
    "upper": lambda call, s, a: s.upper(),
    "lower": lambda call, s, a: s.lower(),
    "contains": lambda call, s, a: a[0] in s,
    "split": lambda call, s, a: s.split(a[0]),
    "chars": lambda call, s, a: list(s),
    "reversed": lambda call, s, a: s[::-1],
    "reverse": lambda call, s, a: s[::-1],
}
RANGE: dict[str, _Method] = {
    "len": lambda call, r, a: len(r.numbers),
    "to_list": lambda call, r, a: list(r.numbers),
    "contains": lambda call, r, a: contained(a[0], r),
}


def _next(call: Caller, generator: Generator, args: list[Any]) -> dict[str, Any]:
    done, value = generator.pull()
    return {"done": done, "value": value}


METHODS: dict[type, dict[str, _Method]] = {
    list: LIST,
    dict: DICT,
    Set: SET,
    str: STRING,
    Range: RANGE,
    Generator: {"next": _next},
}
MUTATING: dict[type, frozenset[str]] = {
    list: frozenset({"push", "pop", "insert", "extend", "clear", "reverse", "sort", "sort_by"}),
    dict: frozenset({"remove", "clear"}),
    Set: frozenset({"add", "remove", "clear"}),
}


def no_method(value: Any, name: str) -> Exception:
    kind = kind_of(value)
    if _CATALOG.method(kind, name) is not None:
        return Unsupported(f"{kind}.{name}")
    if kind in ("string", "list", "dict", "set"):
        return Fail(f"Runtime error: {kind} has no method `{name}`")
    if kind in ("int", "float"):
        return Fail(f"Runtime error: value of type {kind} has no method `{name}`")
    if kind in ("nil", "bool", "enum", "closure", "builtin"):
        return Fail(f"Type error: value of type {kind} has no method `{name}`")
    raise Unsupported(f"{kind}.{name}")
