"""Arithmetic beyond the operators; what is no number gives nil."""

import math

from harnpy.natives.builtins.convert import clamped
from harnpy.natives.support.declare import builtin, constant
from harnpy.runtime.operators import int64, op_pow
from harnpy.values.kinds import Value

_PAIR = 2
# From here on every float is an integer.
_INTEGRAL = float(1 << 52)
# Beyond so many digits rounding changes no float and leaves nothing of an int.
_DIGITS = 400


@constant("pi", "float")
def pi() -> float:
    """The ratio of a circle's circumference to its diameter."""
    return math.pi


@constant("e", "float")
def euler() -> float:
    """The base of the natural logarithm."""
    return math.e


@builtin("abs<T>(n: T) -> T")
def absolute(n: Value) -> Value:
    """`n` without its sign."""
    if n.__class__ is int:
        return int64(abs(n))
    return abs(n) if n.__class__ is float else None


@builtin("floor(n: any) -> int")
def floor(n: Value) -> int | None:
    """The greatest int that is not above `n`."""
    return _whole(math.floor(n) if _finite(n) else n)


@builtin("ceil(n: any) -> int")
def ceil(n: Value) -> int | None:
    """The least int that is not below `n`."""
    return _whole(math.ceil(n) if _finite(n) else n)


@builtin("round(n: any, digits?: int) -> any")
def round_half_up(n: Value, digits: int | None = None) -> Value:
    """The nearest int or, with `digits`, number of so many decimals; halves go away from zero."""
    if n.__class__ is int:
        return n if digits is None or digits >= 0 else int64(_round_int(n, -digits))
    if n.__class__ is not float:
        return None
    if digits is None:
        return _whole(_round_float(n))
    factor = 10.0 ** min(max(digits, -_DIGITS), 308)
    scaled = n * factor
    if not math.isfinite(scaled):
        return n
    return _round_float(scaled) / factor if factor else 0.0


@builtin("sign(n: any) -> int")
def sign(n: Value) -> int | None:
    """-1, 0 or 1 as `n` is negative, zero or positive."""
    return (n > 0) - (n < 0) if _is_number(n) else None


@builtin("sqrt(n: any) -> float")
def sqrt(n: Value) -> float | None:
    """The square root, NaN for a negative number."""
    return _applied(math.sqrt, n)


@builtin("pow(base: any, exponent: any) -> any")
def power(base: Value, exponent: Value) -> Value:
    """`base ** exponent`."""
    return op_pow(base, exponent) if _is_number(base) and _is_number(exponent) else None


@builtin("min<T>(...numbers: T) -> T")
def smallest(*numbers: Value) -> Value:
    """The least of two or more numbers; a float as soon as one of them is."""
    return _chosen(numbers, False)


@builtin("max<T>(...numbers: T) -> T")
def largest(*numbers: Value) -> Value:
    """The greatest of two or more numbers; a float as soon as one of them is."""
    return _chosen(numbers, True)


@builtin("sin(n: any) -> float")
def sin(n: Value) -> float | None:
    """The sine of an angle in radians."""
    return _applied(math.sin, n)


@builtin("cos(n: any) -> float")
def cos(n: Value) -> float | None:
    """The cosine of an angle in radians."""
    return _applied(math.cos, n)


@builtin("tan(n: any) -> float")
def tan(n: Value) -> float | None:
    """The tangent of an angle in radians."""
    return _applied(math.tan, n)


@builtin("asin(n: any) -> float")
def asin(n: Value) -> float | None:
    """The angle in radians whose sine is `n`."""
    return _applied(math.asin, n)


@builtin("acos(n: any) -> float")
def acos(n: Value) -> float | None:
    """The angle in radians whose cosine is `n`."""
    return _applied(math.acos, n)


@builtin("atan(n: any) -> float")
def atan(n: Value) -> float | None:
    """The angle in radians whose tangent is `n`."""
    return _applied(math.atan, n)


@builtin("atan2(y: any, x: any) -> float")
def atan2(y: Value, x: Value) -> float | None:
    """The angle in radians between the x axis and the point (x, y)."""
    return math.atan2(y, x) if _is_number(y) and _is_number(x) else None


@builtin("ln(n: any) -> float")
def ln(n: Value) -> float | None:
    """The natural logarithm: `-inf` of zero, NaN of a negative number."""
    return _applied(math.log, n, -math.inf)


@builtin("log2(n: any) -> float")
def log2(n: Value) -> float | None:
    """The logarithm to base 2."""
    return _applied(math.log2, n, -math.inf)


@builtin("log10(n: any) -> float")
def log10(n: Value) -> float | None:
    """The logarithm to base 10."""
    return _applied(math.log10, n, -math.inf)


@builtin("exp(n: any) -> float")
def exp(n: Value) -> float | None:
    """`e` to the power of `n`."""
    return _applied(math.exp, n)


@builtin("is_nan(n: any) -> bool")
def is_nan(n: Value) -> bool:
    """Whether `n` is the float NaN."""
    return n.__class__ is float and math.isnan(n)


@builtin("is_infinite(n: any) -> bool")
def is_infinite(n: Value) -> bool:
    """Whether `n` is an infinite float."""
    return n.__class__ is float and math.isinf(n)


def _is_number(n: Value) -> bool:
    return n.__class__ is int or n.__class__ is float


def _finite(n: Value) -> bool:
    return n.__class__ is float and math.isfinite(n)


def _whole(n: Value) -> int | None:
    """An int of 64 bits: infinite floats become the nearest, NaN becomes 0."""
    if n.__class__ is float:
        if math.isnan(n):
            return 0
        return clamped(int(n)) if math.isfinite(n) else clamped(1 << 64 if n > 0 else -(1 << 64))
    return clamped(n) if n.__class__ is int else None


def _round_float(n: float) -> float:
    if not -_INTEGRAL < n < _INTEGRAL:
        return n
    whole = float(math.trunc(n))
    return math.copysign(whole if abs(n - whole) < 0.5 else whole + math.copysign(1.0, n), n)


def _round_int(n: int, zeros: int) -> int:
    if zeros > _DIGITS:
        return 0
    unit = 10**zeros
    quotient, rest = divmod(abs(n), unit)
    rounded = (quotient + (1 if rest * 2 >= unit else 0)) * unit
    return rounded if n >= 0 else -rounded


def _applied(function: Value, n: Value, at_zero: float = math.nan) -> float | None:
    if not _is_number(n):
        return None
    try:
        return function(float(n))
    except ValueError:
        return at_zero if n == 0 else math.nan
    except OverflowError:
        return math.inf


def _chosen(numbers: tuple[Value, ...], greatest: bool) -> Value:
    if len(numbers) < _PAIR or not all(_is_number(n) for n in numbers):
        return None
    if all(n.__class__ is int for n in numbers):
        return max(numbers) if greatest else min(numbers)
    # A NaN loses against any number.
    floats = [float(n) for n in numbers if not math.isnan(n)]
    if not floats:
        return math.nan
    return max(floats) if greatest else min(floats)
