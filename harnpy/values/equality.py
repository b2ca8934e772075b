"""Two values in, whether they are equal out: structural, kinds apart (language.md 4.3).

Works on a stack of its own, so that values of any depth can be compared.
"""

from __future__ import annotations

from harnpy.values.kinds import SCALARS, FunctionType, Value

_NUMBERS = frozenset({int, float})
# Compared parts after which pairs already compared are remembered: values that share parts would else take
# time exponential in their depth.
_PATIENCE = 2_000


def equal(left: Value, right: Value) -> bool:
    """Return whether `left == right` in Harn."""
    cls = left.__class__
    if cls in SCALARS or right.__class__ in SCALARS:
        return _equal_scalars(left, right)
    if cls is list and right.__class__ is list:
        pending: list[tuple[Value, Value]] = []
        if len(left) != len(right) or not _push_items(left, right, pending):
            return False
        return not pending or _equal_deep(pending)
    return _equal_deep([(left, right)])


def _equal_scalars(left: Value, right: Value) -> bool:
    first, second = left.__class__, right.__class__
    if first is second:
        return left == right
    if first in _NUMBERS and second in _NUMBERS:
        return float(left) == float(right)
    return False


def _equal_deep(pending: list[tuple[Value, Value]]) -> bool:
    seen: set[tuple[int, int]] = set()
    compared = 0
    while pending:
        a, b = pending.pop()
        cls = a.__class__
        if cls is b.__class__:
            if cls in SCALARS:
                if a != b:
                    return False
                continue
        elif cls in SCALARS or b.__class__ in SCALARS:
            if not _equal_scalars(a, b):
                return False
            continue
        compared += 1
        if compared > _PATIENCE:
            if (id(a), id(b)) in seen:
                continue
            seen.add((id(a), id(b)))
        if not _compare_parts(a, b, pending):
            return False
    return True


def _compare_parts(a: Value, b: Value, pending: list[tuple[Value, Value]]) -> bool:
    """Compare two values but for their parts, which are left in `pending`."""
    cls = a.__class__
    if cls is list:
        if b.__class__ is not list or len(a) != len(b):
            return False
        return _push_items(a, b, pending)
    if cls is dict:
        return b.__class__ is dict and _push_fields(a, b, pending)
    if cls is bytes:
        return b.__class__ is bytes and a == b
    if cls is FunctionType or b.__class__ in (list, dict, bytes, FunctionType):
        return False
    rule = _RULES.get(a.KIND)
    return rule is not None and a.KIND == b.KIND and rule(a, b, pending)


def _push_items(a: list[Value], b: list[Value], pending: list[tuple[Value, Value]]) -> bool:
    for x, y in zip(a, b, strict=True):
        cls = x.__class__
        if cls is y.__class__ and cls in SCALARS:
            if x != y:
                return False
        else:
            pending.append((x, y))
    return True


def _push_fields(a: dict[str, Value], b: dict[str, Value], pending: list[tuple[Value, Value]]) -> bool:
    if len(a) != len(b):
        return False
    for name, x in a.items():
        if name not in b:
            return False
        pending.append((x, b[name]))
    return True


def _enums(a: Value, b: Value, pending: list[tuple[Value, Value]]) -> bool:
    if a.ENUM != b.ENUM or a.VARIANT != b.VARIANT:
        return False
    ours, theirs = a.fields, b.fields
    if len(ours) != len(theirs):
        return False
    pending.extend(zip(ours, theirs, strict=True))
    return True


def _structs(a: Value, b: Value, pending: list[tuple[Value, Value]]) -> bool:
    return a.NAME == b.NAME and _push_fields(a.fields, b.fields, pending)


def _pairs(a: Value, b: Value, pending: list[tuple[Value, Value]]) -> bool:
    pending += ((a.first, b.first), (a.second, b.second))
    return True


def _sets(a: Value, b: Value, pending: list[tuple[Value, Value]]) -> bool:
    return a.items.keys() == b.items.keys()


def _ranges(a: Value, b: Value, pending: list[tuple[Value, Value]]) -> bool:
    return a.start == b.start and a.end == b.end and a.inclusive == b.inclusive


def _durations(a: Value, b: Value, pending: list[tuple[Value, Value]]) -> bool:
    return a.ms == b.ms


def _decimals(a: Value, b: Value, pending: list[tuple[Value, Value]]) -> bool:
    return a.normalized() == b.normalized()


def _builtins(a: Value, b: Value, pending: list[tuple[Value, Value]]) -> bool:
    return a.name == b.name


def _atomics(a: Value, b: Value, pending: list[tuple[Value, Value]]) -> bool:
    return a.value == b.value


def _identical(a: Value, b: Value, pending: list[tuple[Value, Value]]) -> bool:
    return a is b


def _dict_carriers(a: Value, b: Value, pending: list[tuple[Value, Value]]) -> bool:
    return _push_fields(a.entry, b.entry, pending)


_RULES: dict[str, Value] = {
    "enum": _enums,
    "struct": _structs,
    "pair": _pairs,
    "set": _sets,
    "range": _ranges,
    "duration": _durations,
    "decimal": _decimals,
    "builtin": _builtins,
    "atomic": _atomics,
    "task_handle": _identical,
    "iter": _identical,
    "dict": _dict_carriers,
}
