"""Conversions: any value in, its text, number or list out; nil where there is none."""

import math

from harnpy.natives.support.declare import builtin
from harnpy.natives.support.text import WHITE_SPACE
from harnpy.runtime.operators import LEAST, MOST
from harnpy.values.containers import DecimalValue, SetValue
from harnpy.values.display import display
from harnpy.values.faults import type_fault
from harnpy.values.kinds import Value, type_of

_DIGITS = 20


@builtin("to_string(value: any) -> string")
def to_string(value: Value) -> str:
    """The text that printing shows."""
    return display(value)


@builtin("to_int(value: any) -> int?")
def to_int(value: Value) -> int | None:
    """The int that a number (truncated), bool or decimal text stands for, nil for anything else."""
    cls = value.__class__
    if cls is int:
        return value
    if cls is float:
        return clamped(int(value)) if math.isfinite(value) else None
    if cls is str:
        return _parse_int(value.strip(WHITE_SPACE))
    if cls is bool:
        return 1 if value else 0
    if cls is DecimalValue:
        whole = abs(value.units) // 10**value.scale
        return clamped(-whole if value.units < 0 else whole)
    return None


@builtin("to_float(value: any) -> float?")
def to_float(value: Value) -> float | None:
    """The float that a number or text stands for, nil for anything else."""
    cls = value.__class__
    if cls is float:
        return value
    if cls is int:
        return float(value)
    if cls is str:
        return _parse_float(value.strip(WHITE_SPACE))
    if cls is DecimalValue:
        return value.units / 10**value.scale
    return None


@builtin("to_list<T>(value: list<T> | set<T> | T) -> list<T>")
def to_list(value: Value) -> list[Value]:
    """A list itself, the elements of a set, otherwise a list of the one value."""
    if value.__class__ is list:
        return value
    return list(value.items.values()) if value.__class__ is SetValue else [value]


@builtin("decimal(value: any) -> decimal", fresh=True)
def decimal(value: Value) -> DecimalValue:
    """The exact decimal that an int or a text such as `1.50` stands for."""
    if value.__class__ is DecimalValue:
        return value
    if value.__class__ is int:
        return DecimalValue(value, 0)
    text = display(value).strip(WHITE_SPACE) if value.__class__ in (str, float) else ""
    sign, digits = (text[:1], text[1:]) if text[:1] in ("+", "-") else ("", text)
    whole, _, fraction = digits.partition(".")
    if not _is_digits(whole + fraction) or digits.endswith("."):
        raise type_fault(f"decimal: cannot convert {type_of(value)} to decimal")
    units = int(whole + fraction)
    return DecimalValue(-units if sign == "-" else units, len(fraction))


def clamped(value: int) -> int:
    """The 64-bit int nearest to `value`."""
    return min(max(value, LEAST), MOST)


def _parse_int(text: str) -> int | None:
    sign, digits = (text[0], text[1:]) if text[:1] in ("+", "-") else ("", text)
    if not _is_digits(digits):
        return None
    digits = digits.lstrip("0")
    # Longer texts cannot fit, and reading them would take quadratic time.
    if len(digits) > _DIGITS:
        return None
    value = int(sign + (digits or "0"))
    return value if LEAST <= value <= MOST else None


def _is_digits(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _parse_float(text: str) -> float | None:
    # Python also takes underscores and digits of other scripts.
    if not text.isascii() or "_" in text or text.strip() != text:
        return None
    try:
        return float(text)
    except ValueError:
        return None
