"""May this value go there, and if not, why, as data (language.md 5.2, 5.7)."""

from harnpy.semantics.generics import opened, parameter_pairs
from harnpy.semantics.interfaces import reason
from harnpy.semantics.relation import fits
from harnpy.semantics.shapes import fields_of, supplies
from harnpy.semantics.substitution import expand, flat
from harnpy.semantics.type_names import display
from harnpy.semantics.typeforms import (
    NIL,
    Alias,
    Field,
    Fn,
    Gen,
    Interface,
    Shape,
    Struct,
    Tuple,
    Type,
    members_of,
)

__all__ = ["Mismatch", "fits", "mismatch"]

_DEEPEST = 6


class Mismatch:
    """Why a value of type `actual` does not fit `expected`.

    detail    the part that does not fit, as messages put it in parentheses; empty when nothing is to add
    nested    the same of the innermost part, for a note of its own; empty when `detail` says it all
    """

    __slots__ = ("actual", "detail", "expected", "nested")

    def __init__(self, actual: Type, expected: Type) -> None:
        self.actual = actual
        self.expected = expected
        self.detail = ""
        self.nested = ""

    @property
    def tail(self) -> str:
        """` (detail)`, or nothing."""
        return f" ({self.detail})" if self.detail else ""


def mismatch(actual: Type, expected: Type) -> Mismatch | None:
    """Why `actual` does not fit `expected`; None when it fits."""
    if fits(actual, expected):
        return None
    found = Mismatch(actual, expected)
    parts = _trail(actual, expected)
    if parts:
        found.detail = parts[0]
        found.nested = parts[-1] if len(parts) > 1 else ""
    return found


def _missing(actual: Shape, expected: Shape) -> list[Field]:
    theirs = {one.name: one for one in actual.fields}
    return [
        one
        for one in expected.fields
        if not one.optional
        and (one.name not in theirs or theirs[one.name].optional)
        and not supplies(actual.tail, one.type, fits)
    ]


def _trail(actual: Type, expected: Type) -> list[str]:
    """The parts that do not fit, from the outside in."""
    found: list[str] = []
    pair: tuple[Type, Type] | None = (actual, expected)
    while pair is not None and len(found) < _DEEPEST:
        step = _step(*pair)
        if step is None:
            break
        text, pair = step
        found.append(text)
    return found


_Step = tuple[str, tuple[Type, Type] | None]


def _step(actual: Type, expected: Type) -> _Step | None:
    """The first part of two types that does not fit, and its types; None when they have no parts alike."""
    named = isinstance(expected, Alias)
    ours, theirs = _bare(actual), _bare(expected)
    if isinstance(theirs, Interface):
        text = reason(ours, theirs)
        return (text, None) if text and not text.startswith("only named") else None
    if isinstance(ours, Struct) and isinstance(theirs, Shape):
        ours = fields_of(ours)
    if isinstance(ours, Shape) and isinstance(theirs, Shape):
        return _step_into_shape(ours, theirs, named)
    if isinstance(ours, Fn) and isinstance(theirs, Fn):
        return _step_into_function(ours, theirs)
    if isinstance(theirs, Gen):
        return _step_into_container(ours, theirs)
    if isinstance(ours, Tuple) and isinstance(theirs, Tuple) and len(ours.items) == len(theirs.items):
        for at, (one, other) in enumerate(zip(ours.items, theirs.items, strict=True), 1):
            if not fits(one, other):
                return _part(f"tuple position {at}", one, other)
    return None


def _bare(whole: Type) -> Type:
    whole = flat(whole)
    rest = [one for one in members_of(whole) if one is not NIL]
    return expand(rest[0]) if len(rest) == 1 else whole


def _part(what: str, actual: Type, expected: Type) -> _Step:
    return f"{what} expected {display(expected)}, found {display(actual)}", (actual, expected)


def _step_into_shape(ours: Shape, theirs: Shape, named: bool) -> _Step | None:
    missing = _missing(ours, theirs)
    if missing:
        return f"missing field '{missing[0].name}' ({display(missing[0].type)})", None
    mine = {one.name: one for one in ours.fields}
    for wanted in theirs.fields:
        have = mine.get(wanted.name)
        if have is None or fits(have.type, wanted.type) or (wanted.optional and have.type is NIL):
            continue
        found, expected = display(have.type), display(wanted.type)
        if named:
            text = f"field `{wanted.name}` expected {expected}, found {found}"
        else:
            text = f"field '{wanted.name}' has type {found}, expected {expected}"
        return text, (have.type, wanted.type)
    return None


def _step_into_function(ours: Fn, theirs: Fn) -> _Step | None:
    ours = opened(ours, theirs)
    if ours.required > len(theirs.params):
        most = f"at most {len(theirs.params)}" if theirs.params else "none"
        plural = "" if ours.required == 1 else "s"
        return f"takes {ours.required} parameter{plural}, expected {most}", None
    for at, (mine, wanted) in enumerate(parameter_pairs(ours, theirs), 1):
        if not fits(wanted, mine):
            what = f"function parameter {at} expected {display(wanted)}, found {display(mine)}"
            return what, (wanted, mine)
    if not fits(ours.result, theirs.result):
        return _part("function result", ours.result, theirs.result)
    return None


_PARTS = {
    "list": ("list element",),
    "dict": ("dict key", "dict value"),
    "set": ("set element",),
    "iter": ("iterator element",),
    "Generator": ("generator element",),
    "Stream": ("stream element",),
    "Result": ("Ok value", "Err value"),
    "Pair": ("first of the pair", "second of the pair"),
}


def _step_into_container(ours: Type, theirs: Gen) -> _Step | None:
    if isinstance(ours, Tuple) and theirs.name == "list" and theirs.args:
        for at, one in enumerate(ours.items, 1):
            if not fits(one, theirs.args[0]):
                return _part(f"tuple position {at}", one, theirs.args[0])
    if isinstance(ours, Shape) and theirs.name == "dict" and len(theirs.args) == 2:
        for field in ours.fields:
            if not fits(field.type, theirs.args[1]):
                found, expected = display(field.type), display(theirs.args[1])
                text = f"field '{field.name}' has type {found}, expected {expected}"
                return text, (field.type, theirs.args[1])
    if isinstance(ours, Gen) and ours.name == theirs.name and theirs.name in _PARTS:
        for what, mine, wanted in zip(_PARTS[theirs.name], ours.args, theirs.args, strict=False):
            if not fits(mine, wanted) or (theirs.name == "set" and mine != wanted):
                return _part(what, mine, wanted)
    return None
