"""Results of operators on abstract values of any kinds (language.md 4.4)."""

from collections.abc import Callable

from harnpy.semantics.facts import intervals
from harnpy.semantics.facts.kinds import (
    BOOL_VALUE,
    DECIMAL,
    DICT,
    FLOAT,
    INT,
    LIST,
    MIN,
    NEVER,
    NIL,
    NUMBER,
    STRING,
    Value,
    container,
    element,
    integer,
    join,
    restrict,
)

_IntRule = Callable[[Value, Value], "Value | None"]
_INT_RULES: dict[str, _IntRule] = {
    "+": intervals.add,
    "-": intervals.subtract,
    "*": intervals.multiply,
    "/": intervals.divide,
    "%": intervals.remainder,
    "**": intervals.power,
}


def arithmetic(op: str, left: Value, right: Value) -> Value:
    """The result of `left op right`; NEVER where every pair of kinds is an error."""
    if left.mask == INT and right.mask == INT:
        return _INT_RULES[op](left, right) or NEVER
    result = _numbers(op, left, right)
    if op == "+":
        result = join(result, _concatenation(left, right))
    elif op == "*" and (
        (left.mask & STRING and right.mask & INT) or (left.mask & INT and right.mask & STRING)
    ):
        result = join(result, Value(STRING))
    return result


def _numbers(op: str, left: Value, right: Value) -> Value:
    result = NEVER
    if left.mask & INT and right.mask & INT:
        result = _INT_RULES[op](left, right) or NEVER
    mask = 0
    both = left.mask | right.mask
    if left.mask & NUMBER and right.mask & NUMBER and both & FLOAT:
        mask |= FLOAT
    if both & DECIMAL and left.mask & (DECIMAL | INT) and right.mask & (DECIMAL | INT) and op != "**":
        mask |= DECIMAL
    return join(result, Value(mask)) if mask else result


def _concatenation(left: Value, right: Value) -> Value:
    both = left.mask & right.mask
    result = Value(STRING) if both & STRING else NEVER
    if both & LIST:
        elem = None if left.elem is None or right.elem is None else join(left.elem, right.elem)
        result = join(result, container(LIST, elem))
    if both & DICT:
        result = join(result, merged(restrict(left, DICT), restrict(right, DICT)))
    return result


def merged(left: Value, right: Value) -> Value:
    """Two dicts merged, the right one wins."""
    elem = None if left.elem is None or right.elem is None else join(left.elem, right.elem)
    if right.elem is None and right.fields is None:
        return container(DICT, elem)
    fields = dict(left.fields or {})
    sure = right.fields or {}
    for key, value in fields.items():
        fields[key] = join(value, element(right))
    fields.update(sure)
    return container(DICT, elem, fields)


def negation(value: Value) -> Value:
    """The result of `-value`."""
    result = NEVER
    if value.mask & INT:
        result = intervals.promoted(-value.hi, -value.lo)
    mask = value.mask & (FLOAT | DECIMAL)
    return join(result, Value(mask)) if mask else result


def absolute(value: Value) -> Value:
    """The result of `abs` of a number known as such."""
    lo = 0 if value.lo <= 0 <= value.hi else min(abs(value.lo), abs(value.hi))
    if value.lo == MIN:
        return intervals.promoted(lo, -MIN)
    return integer(lo, max(abs(value.lo), abs(value.hi)))


def coalesced(left: Value, right: Value) -> Value:
    """The result of `left ?? right`."""
    if not left.mask & NIL:
        return left
    return join(restrict(left, ~NIL), right)


def truth() -> Value:
    """The result of a comparison or of `!`, `&&`, `||`."""
    return BOOL_VALUE
