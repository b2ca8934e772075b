"""Operands in, the operator's result or its fault out: the slow paths behind the guards (language.md 4.4)."""

from __future__ import annotations

import math

from harnpy.values.containers import DecimalValue, RangeValue, SetValue
from harnpy.values.display import display
from harnpy.values.equality import equal
from harnpy.values.faults import Fault, runtime_fault, type_fault
from harnpy.values.kinds import Value, type_of

MOST, LEAST = (1 << 63) - 1, -(1 << 63)
_INT_BITS = 63
MOST_BYTES = 16_777_216
"""Bytes that repetition and padding may produce."""

_NUMBERS = frozenset({int, float})
# Significant digits of a decimal quotient.
_DECIMAL_DIGITS = 28


def int64(value: int) -> int | float:
    """An int of any size as a Harn number: beyond 64 bits it is a float."""
    return value if LEAST <= value <= MOST else _to_float(value)


def _to_float(value: int) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def op_add(a: Value, b: Value) -> Value:
    """`a + b`."""
    first, second = a.__class__, b.__class__
    if first in _NUMBERS and second in _NUMBERS:
        total = a + b
        if total.__class__ is int and not LEAST <= total <= MOST:
            return float(a) + float(b)
        return total
    if first is second and first in (str, list):
        return a + b
    if first is dict and second is dict:
        return {**a, **b}
    pair = _decimals(a, b)
    if pair is not None:
        left, right, scale = pair
        return DecimalValue(left + right, scale)
    raise type_fault(f"Cannot add {type_of(a)} and {type_of(b)}")


def op_sub(a: Value, b: Value) -> Value:
    """`a - b`."""
    if a.__class__ in _NUMBERS and b.__class__ in _NUMBERS:
        result = a - b
        if result.__class__ is int and not LEAST <= result <= MOST:
            return float(a) - float(b)
        return result
    pair = _decimals(a, b)
    if pair is not None:
        left, right, scale = pair
        return DecimalValue(left - right, scale)
    raise type_fault(f"Cannot subtract {type_of(b)} from {type_of(a)}")


def op_mul(a: Value, b: Value) -> Value:
    """`a * b`."""
    first, second = a.__class__, b.__class__
    if first in _NUMBERS and second in _NUMBERS:
        product = a * b
        if product.__class__ is int and not LEAST <= product <= MOST:
            return float(a) * float(b)
        return product
    if first is str and second is int:
        return repeat(a, b)
    if first is int and second is str:
        return repeat(b, a)
    if _decimals(a, b) is not None:
        left, right = _decimal(a), _decimal(b)
        return DecimalValue(left.units * right.units, left.scale + right.scale)
    raise type_fault(f"Cannot multiply {type_of(a)} and {type_of(b)}")


def repeat(text: str, times: int) -> str:
    """`text` so many times, or the fault of a result that is too large."""
    if times <= 0 or not text:
        return ""
    check_bytes("repeat", len(text.encode("utf-8", "surrogatepass")) * times)
    return text * times


def check_bytes(operation: str, count: int) -> None:
    """Fault when the output of an operation would exceed the byte limit."""
    if count > MOST_BYTES:
        raise Fault(f"Value byte limit: {operation} output would be {count} bytes (limit {MOST_BYTES})")


def op_div(a: Value, b: Value) -> Value:
    """`a / b`; ints truncate toward zero."""
    first, second = a.__class__, b.__class__
    if first is int and second is int:
        if b == 0:
            raise Fault("Division by zero")
        quotient = abs(a) // abs(b)
        return int64(quotient if (a < 0) == (b < 0) else -quotient)
    if first in _NUMBERS and second in _NUMBERS:
        return _float_quotient(float(a), float(b))
    pair = _decimals(a, b)
    if pair is not None:
        return _decimal_quotient(pair[0], pair[1])
    raise runtime_fault(f"Cannot divide {type_of(a)} by {type_of(b)}")


def _float_quotient(a: float, b: float) -> float:
    if b != 0.0:
        return a / b
    if a == 0.0 or math.isnan(a):
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def op_mod(a: Value, b: Value) -> Value:
    """`a % b`; the sign follows the dividend."""
    first, second = a.__class__, b.__class__
    if first in _NUMBERS and second in _NUMBERS:
        if b == 0:
            raise Fault("Division by zero")
        if first is int and second is int:
            rest = abs(a) % abs(b)
            return -rest if a < 0 else rest
        a, b = float(a), float(b)
        return math.nan if math.isinf(a) else math.fmod(a, b)
    pair = _decimals(a, b)
    if pair is not None:
        left, right, scale = pair
        if right == 0:
            raise Fault("Division by zero")
        rest = abs(left) % abs(right)
        return DecimalValue(-rest if left < 0 else rest, scale)
    raise runtime_fault(f"Cannot modulo {type_of(a)} by {type_of(b)}")


def op_pow(a: Value, b: Value) -> Value:
    """`a ** b`: an int for an int and an int that is not negative, else a float."""
    first, second = a.__class__, b.__class__
    if first not in _NUMBERS or second not in _NUMBERS:
        raise type_fault(f"Cannot exponentiate {type_of(a)} by {type_of(b)}")
    if first is int and second is int and b >= 0:
        if -1 <= a <= 1:
            return a ** (b if b < 2 else 2 - b % 2)
        if b <= _INT_BITS:
            power = a**b
            if LEAST <= power <= MOST:
                return power
    return float_power(float(a), float(b))


def float_power(a: float, b: float) -> float:
    """The power as C gives it, without Python's exceptions."""
    odd = math.isfinite(b) and math.fmod(b, 2.0) in (1.0, -1.0)
    try:
        return math.pow(a, b)
    except OverflowError:
        return -math.inf if a < 0 and odd else math.inf
    except ValueError:
        if a == 0.0:
            return math.copysign(math.inf, a) if odd else math.inf
        return math.nan


def op_neg(a: Value) -> Value:
    """`-a`."""
    cls = a.__class__
    if cls is int:
        return int64(-a)
    if cls is float:
        return -a
    if cls is DecimalValue:
        return DecimalValue(-a.units, a.scale)
    raise runtime_fault(f"Cannot negate value of type {type_of(a)}")


def op_ne(a: Value, b: Value) -> bool:
    """`a != b`."""
    return not equal(a, b)


def op_in(a: Value, container: Value) -> bool:
    """`a in container`; false for what contains nothing."""
    cls = container.__class__
    if cls is list:
        return any(equal(a, item) for item in container)
    if cls is dict:
        return (a if a.__class__ is str else display(a)) in container
    if cls is str:
        return (a if a.__class__ is str else display(a)) in container
    if cls is SetValue:
        return container.has(a)
    return cls is RangeValue and a.__class__ is int and a in container.range


def make_range(start: Value, end: Value, inclusive: bool) -> RangeValue:
    """`start..end` or `start..=end`."""
    for bound in (start, end):
        if bound.__class__ is not int:
            raise type_fault(f"range bounds must be int, got {type_of(bound)}")
    return RangeValue(start, end, inclusive)


def _decimal(value: Value) -> DecimalValue:
    return value if value.__class__ is DecimalValue else DecimalValue(value, 0)


def _decimals(a: Value, b: Value) -> tuple[int, int, int] | None:
    """Both operands in units of one scale, when one is a decimal and the other a decimal or an int."""
    first, second = a.__class__, b.__class__
    if first is not DecimalValue and second is not DecimalValue:
        return None
    if first not in (DecimalValue, int) or second not in (DecimalValue, int):
        return None
    left, right = _decimal(a), _decimal(b)
    scale = max(left.scale, right.scale)
    return left.scaled(scale), right.scaled(scale), scale


def _decimal_quotient(left: int, right: int) -> DecimalValue:
    if right == 0:
        raise Fault("Division by zero")
    whole = abs(left) // abs(right)
    scale = max(0, _DECIMAL_DIGITS - len(str(whole)))
    units, rest = divmod(abs(left) * 10**scale, abs(right))
    # Half to even, as the last digit of money is rounded.
    if rest * 2 > abs(right) or (rest * 2 == abs(right) and units % 2):
        units += 1
    quotient = DecimalValue(units if (left < 0) == (right < 0) else -units, scale)
    return DecimalValue(*quotient.normalized())
