"""Abstract values: which kinds a value may have, the interval of its int part, what its elements are."""

from collections.abc import Mapping

NAMES = (
    "nil",
    "bool",
    "int",
    "float",
    "string",
    "bytes",
    "decimal",
    "duration",
    "list",
    "dict",
    "set",
    "range",
    "pair",
    "struct",
    "enum",
    "closure",
    "builtin",
    "iter",
    "generator",
    "stream",
)
"""Kinds as `type_of` names them, by bit; the bit after the last stands for every other kind."""

BITS: dict[str, int] = {name: 1 << index for index, name in enumerate(NAMES)}
NIL, BOOL, INT, FLOAT, STRING = (BITS[name] for name in ("nil", "bool", "int", "float", "string"))
DECIMAL, DURATION, LIST, DICT, SET = (BITS[name] for name in ("decimal", "duration", "list", "dict", "set"))
RANGE, STRUCT, ENUM, CLOSURE, BUILTIN = (
    BITS[name] for name in ("range", "struct", "enum", "closure", "builtin")
)
ITER, GENERATOR, STREAM = BITS["iter"], BITS["generator"], BITS["stream"]
OTHER = 1 << len(NAMES)
ALL = (OTHER << 1) - 1
NUMBER = INT | FLOAT
CONTAINER = LIST | DICT | SET | RANGE | ITER | GENERATOR | STREAM
NOMINAL = STRUCT | ENUM | CLOSURE

MIN, MAX = -(2**63), 2**63 - 1
DEEPEST = 4
MOST_FIELDS = 24


class Value:
    """What is known of a value. Never changed after it is made.

    mask     bits of the kinds it may have; 0 where no value can be
    lo, hi   bounds of the value if it is an int
    elem     join of its elements if it is a container (of the values of a dict); None: unknown
    fields   for a dict: literal keys that are certainly present, with their values; None: no key known
    what     for a struct or enum its declaration, for a closure its node; None: unknown
    depth    nesting of `elem` and `fields`
    """

    __slots__ = ("depth", "elem", "fields", "hi", "lo", "mask", "what")

    def __init__(
        self,
        mask: int,
        lo: int = MIN,
        hi: int = MAX,
        elem: "Value | None" = None,
        what: object = None,
    ) -> None:
        self.mask = mask
        self.lo = lo
        self.hi = hi
        self.elem = elem
        self.fields: Mapping[str, Value] | None = None
        self.what: object = what
        self.depth = 0 if elem is None else elem.depth + 1

    def __repr__(self) -> str:
        names = "|".join(name for name in NAMES if self.mask & BITS[name])
        return f"<{names or 'never'} {self.lo}..{self.hi} {self.elem or ''}>"


UNKNOWN = Value(ALL)
NEVER = Value(0)
NIL_VALUE = Value(NIL)
BOOL_VALUE = Value(BOOL)
STRING_VALUE = Value(STRING)
FLOAT_VALUE = Value(FLOAT)
ANY_INT = Value(INT)
MOST_ITEMS = 2**40
"""No list, dict, set or text in memory is longer."""
SOME_LENGTH = Value(INT, 0, MOST_ITEMS)
ANY_LENGTH = Value(INT, 0, MAX)
"""The length of what may be a range, which has no items in memory."""


def integer(lo: int, hi: int) -> Value:
    """An int from `lo` to `hi`."""
    return Value(INT, lo, hi)


def container(mask: int, elem: Value | None, fields: Mapping[str, Value] | None = None) -> Value:
    """A container with elements `elem`; what lies too deep is forgotten."""
    if elem is not None and elem.depth >= DEEPEST:
        elem = shallow(elem)
    value = Value(mask, MIN, MAX, elem)
    if fields and len(fields) <= MOST_FIELDS:
        if any(field.depth >= DEEPEST for field in fields.values()):
            fields = {key: shallow(field) for key, field in fields.items()}
        value.fields = fields
        value.depth = max(value.depth, 1 + max(field.depth for field in fields.values()))
    return value


def shallow(value: Value) -> Value:
    """`value` without knowledge of its elements."""
    if value.elem is None and value.fields is None:
        return value
    return Value(value.mask, value.lo, value.hi, None, value.what)


def restrict(value: Value, mask: int) -> Value:
    """`value` where it has one of the kinds in `mask`."""
    kept = value.mask & mask
    if kept == value.mask:
        return value
    if not kept:
        return NEVER
    result = Value(kept, value.lo, value.hi, value.elem, value.what)
    if kept & DICT:
        result.fields = value.fields
        result.depth = value.depth
    if not kept & CONTAINER:
        result.elem, result.fields, result.depth = None, None, 0
    return result


def bounded(value: Value, lo: int, hi: int) -> Value:
    """`value` whose int part lies in lo..hi too."""
    if not value.mask & INT or (lo <= value.lo and hi >= value.hi):
        return value
    lo, hi = max(lo, value.lo), min(hi, value.hi)
    if lo > hi:
        return restrict(value, ALL & ~INT)
    result = Value(value.mask, lo, hi, value.elem, value.what)
    result.fields, result.depth = value.fields, value.depth
    return result


def join(left: Value, right: Value) -> Value:
    """What is known of a value that is one or the other; `left` itself when it covers `right`."""
    if left is right or left.mask == ALL or not right.mask:
        return left
    if right.mask == ALL or not left.mask:
        return right
    mask = left.mask | right.mask
    if mask == ALL:
        return UNKNOWN
    lo, hi = _join_bounds(left, right)
    what = left.what
    if right.mask & NOMINAL and what is not right.what:
        what = None if left.mask & NOMINAL else right.what
    elem, fields = left.elem, left.fields
    if right.mask & CONTAINER:
        elem, fields = _join_contents(left, right)
    if (
        mask == left.mask
        and elem is left.elem
        and fields is left.fields
        and what is left.what
        and (not mask & INT or (lo == left.lo and hi == left.hi))
    ):
        return left
    result = container(mask, elem, fields)
    result.lo, result.hi, result.what = lo, hi, what
    return result


def _join_bounds(left: Value, right: Value) -> tuple[int, int]:
    if not right.mask & INT:
        return left.lo, left.hi
    if not left.mask & INT:
        return right.lo, right.hi
    return min(left.lo, right.lo), max(left.hi, right.hi)


def _join_contents(left: Value, right: Value) -> tuple[Value | None, Mapping[str, Value] | None]:
    if not left.mask & CONTAINER:
        return right.elem, right.fields
    elem = None if left.elem is None or right.elem is None else join(left.elem, right.elem)
    if not right.mask & DICT:
        return elem, left.fields
    if not left.mask & DICT:
        return elem, right.fields
    if left.fields is None or right.fields is None:
        return elem, None
    return elem, _join_fields(left.fields, right.fields)


def _join_fields(left: Mapping[str, Value], right: Mapping[str, Value]) -> Mapping[str, Value] | None:
    changed = False
    joined: dict[str, Value] = {}
    for key, value in left.items():
        other = right.get(key)
        if other is None:
            changed = True
            continue
        joined[key] = result = join(value, other)
        changed = changed or result is not value
    return (joined or None) if changed else left


def element(value: Value) -> Value:
    """The elements of a container; UNKNOWN when nothing is known of them."""
    return UNKNOWN if value.elem is None else value.elem


def or_nil(value: Value) -> Value:
    """`value` or nil."""
    return join(value, NIL_VALUE)
