"""Two values in, where and how they differ out; and values as text that could stand in a program."""

import math

from harnpy.values.containers import SetValue
from harnpy.values.display import display
from harnpy.values.equality import equal
from harnpy.values.kinds import Value, type_of
from harnpy.values.ordering import sorted_values

_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})
_LONGEST, _SHOWN = 120, 54
_MOST = 10
_NUMBERS = ("int", "float")
_INEXACT = (
    "Floating-point arithmetic is inexact, so exact equality on computed floats is usually a bug in the "
    "test, not the code — compare with a tolerance using assert_approx."
)
_TEXT_AND_NUMBER = (
    "One side is a number and the other is text. "
    "If this came from parsed input, the conversion may be missing."
)


class _Nothing:
    """Class of `NOTHING`."""

    KIND = "nothing"


NOTHING: Value = _Nothing()
"""Stands for a value that one side does not have."""


class _Literal(str):
    """Text that is already part of the output."""

    __slots__ = ()


class Difference:
    """One place where two values differ; its path is empty at the root."""

    __slots__ = ("actual", "expected", "path")

    def __init__(self, path: str, actual: Value, expected: Value) -> None:
        self.path = path
        self.actual = actual
        self.expected = expected

    def lines(self) -> list[str]:
        """The two values and what may explain the difference."""
        kinds = ("", "")
        if NOTHING not in (self.expected, self.actual):
            expected, actual = type_of(self.expected), type_of(self.actual)
            kinds = (f" ({expected})", f" ({actual})") if expected != actual else kinds
        lines = [
            f"    expected  {shown(self.expected)}{kinds[0]}",
            f"    actual    {shown(self.actual)}{kinds[1]}",
        ]
        hint = _hint(self.actual, self.expected)
        return [*lines, f"    {hint}"] if hint else lines


def shown(value: Value) -> str:
    """A value as source-like text, shortened in its middle when it is long."""
    if value is NOTHING:
        return "nothing here"
    text = source_text(value)
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_SHOWN]} … {text[-_SHOWN:]}   ({len(text)} characters in all)"


def source_text(value: Value) -> str:
    """A value written as a program would write it: strings and keys quoted, sets sorted."""
    out: list[str] = []
    pending: list[Value] = [value]
    while pending:
        part = pending.pop()
        if part.__class__ is _Literal:
            out.append(part)
        elif part.__class__ is str:
            out.append(_quoted(part))
        else:
            pending.extend(reversed(_pieces(part)))
    return "".join(out)


def differences(actual: Value, expected: Value) -> list[Difference]:
    """All places where the two values differ, in order; none when they are equal."""
    found: list[Difference] = []
    pending: list[Difference] = [Difference("", actual, expected)]
    while pending:
        here = pending.pop()
        parts = None if NOTHING in (here.actual, here.expected) else _parts(here)
        if parts is not None:
            pending.extend(reversed(parts))
        elif not equal(here.actual, here.expected):
            found.append(here)
    return found


def blocks(found: list[Difference]) -> str:
    """The differences as text: one block each, at most ten, and how many more there are."""
    texts = [
        "\n".join([f"  at {one.path}", *one.lines()] if one.path else one.lines()) for one in found[:_MOST]
    ]
    if len(found) > _MOST:
        texts.append(f"  … and {len(found) - _MOST} more differences.")
    return "\n\n".join(texts)


def exponent_text(number: float) -> str:
    """A float as shortest digits with an exponent, such as `1.5e-7`."""
    if not math.isfinite(number):
        return display(number)
    mantissa, _, exponent = repr(number).partition("e")
    sign = "-" if mantissa.startswith("-") else ""
    whole, _, fraction = mantissa.removeprefix("-").partition(".")
    fraction = "" if fraction == "0" else fraction
    digits = (whole + fraction).lstrip("0")
    if not digits:
        return sign + "0e0"
    power = int(exponent or 0) + len(digits) - 1 - len(fraction)
    digits = digits.rstrip("0")
    return f"{sign}{digits[0]}{'.' if len(digits) > 1 else ''}{digits[1:]}e{power}"


def _quoted(text: str) -> str:
    return '"' + text.translate(_ESCAPES) + '"'


def _pieces(value: Value) -> list[Value]:
    """The parts of a value's text, those that are values still to be written."""
    if value.__class__ is list:
        return _listed("[", value, "]")
    if value.__class__ is dict:
        return _fields("{", value, _quoted)
    if value.__class__ is SetValue:
        return _listed("set([", sorted_values(value.items.values()), "])")
    kind = type_of(value)
    if kind == "struct":
        return _fields(f"{value.NAME} {{", value.fields, str)
    if kind == "enum":
        name = f"{value.ENUM}::{value.VARIANT}"
        return _listed(f"{name}(", value.fields, ")") if value.fields else [_Literal(name)]
    if kind == "pair":
        return _listed("(", [value.first, value.second], ")")
    return [_Literal(display(value))]


def _listed(head: str, items: list[Value], tail: str) -> list[Value]:
    pieces: list[Value] = [_Literal(head)]
    for index, item in enumerate(items):
        pieces += (_Literal(", " if index else ""), item)
    return [*pieces, _Literal(tail)]


def _fields(head: str, fields: dict[str, Value], write: Value) -> list[Value]:
    pieces: list[Value] = [_Literal(head)]
    for index, name in enumerate(sorted(fields)):
        pieces += (_Literal((", " if index else "") + write(name) + ": "), fields[name])
    return [*pieces, _Literal("}")]


def _parts(here: Difference) -> list[Difference] | None:
    """The parts of two values that can be compared part by part, None for those that cannot."""
    actual, expected, path = here.actual, here.expected, here.path
    kind = type_of(actual)
    if kind != type_of(expected):
        return None
    if kind == "list":
        return _positions(path, actual, expected)
    if kind == "dict" and actual.__class__ is dict and expected.__class__ is dict:
        return _named(path, actual, expected)
    if kind == "struct" and actual.NAME == expected.NAME:
        return _named(path, actual.fields, expected.fields)
    if kind == "enum" and (actual.ENUM, actual.VARIANT) == (expected.ENUM, expected.VARIANT):
        return _positions(path + ".fields", actual.fields, expected.fields)
    if kind == "pair":
        return [
            Difference(path + ".first", actual.first, expected.first),
            Difference(path + ".second", actual.second, expected.second),
        ]
    return _elements(path, actual, expected) if kind == "set" else None


def _positions(path: str, actual: list[Value], expected: list[Value]) -> list[Difference]:
    count = max(len(actual), len(expected))
    return [
        Difference(
            f"{path}[{index}]",
            actual[index] if index < len(actual) else NOTHING,
            expected[index] if index < len(expected) else NOTHING,
        )
        for index in range(count)
    ]


def _named(path: str, actual: dict[str, Value], expected: dict[str, Value]) -> list[Difference]:
    return [
        Difference(path + _step(name), actual.get(name, NOTHING), expected.get(name, NOTHING))
        for name in sorted({**actual, **expected})
    ]


def _elements(path: str, actual: SetValue, expected: SetValue) -> list[Difference]:
    missing = [item for key, item in expected.items.items() if key not in actual.items]
    surplus = [item for key, item in actual.items.items() if key not in expected.items]
    found = [Difference(f"{path}{{{source_text(item)}}}", NOTHING, item) for item in sorted_values(missing)]
    return found + [
        Difference(f"{path}{{{source_text(item)}}}", item, NOTHING) for item in sorted_values(surplus)
    ]


def _step(name: str) -> str:
    return f".{name}" if name.isascii() and name.isidentifier() else f"[{_quoted(name)}]"


def _hint(actual: Value, expected: Value) -> str:
    first, second = ("", "") if NOTHING in (actual, expected) else (type_of(actual), type_of(expected))
    if first == second == "string":
        return _string_hint(actual, expected)
    if first == second == "float":
        return f"These differ by {exponent_text(abs(actual - expected))}. {_INEXACT}"
    if (first == "string" and second in _NUMBERS) or (second == "string" and first in _NUMBERS):
        return _TEXT_AND_NUMBER
    return ""


def _string_hint(actual: str, expected: str) -> str:
    shorter = min(len(actual), len(expected))
    if actual[:shorter] == expected[:shorter]:
        lengths = f"{len(expected)} vs {len(actual)}"
        return f"The first {shorter} characters match; the strings differ in length ({lengths})."
    # Halve the stretch that holds the first difference: comparing slices is fast.
    low, high = 0, shorter
    while high - low > 1:
        middle = (low + high) // 2
        if actual[low:middle] == expected[low:middle]:
            low = middle
        else:
            high = middle
    return f"The strings first differ at character {low}."
