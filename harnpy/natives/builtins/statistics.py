"""Statistics of a list of numbers."""

import math

from harnpy.natives.support.declare import builtin
from harnpy.values.faults import runtime_fault, type_fault
from harnpy.values.kinds import Value

_PAIR = 2
_PERCENT = 100


@builtin("mean(items: list) -> float")
def mean(items: list[Value]) -> float:
    """The arithmetic mean, 0.0 of no numbers."""
    numbers = _numbers("mean", items)
    return _total(numbers) / len(numbers) if numbers else 0.0


@builtin("median(items: list) -> float")
def median(items: list[Value]) -> float:
    """The middle of the sorted numbers, the mean of the two middle ones of an even count."""
    numbers = sorted(_some("median", items))
    middle = len(numbers) // 2
    if len(numbers) % 2:
        return numbers[middle]
    return (numbers[middle - 1] + numbers[middle]) / 2


@builtin("variance(items: list, sample?: bool) -> float")
def variance(items: list[Value], sample: bool | None = None) -> float:
    """The mean squared distance from the mean; with `sample` divided by one less than the count."""
    return _variance("variance", items, bool(sample))


@builtin("stddev(items: list, sample?: bool) -> float")
def stddev(items: list[Value], sample: bool | None = None) -> float:
    """The square root of the variance."""
    return math.sqrt(_variance("stddev", items, bool(sample)))


@builtin("percentile(items: list, p: number) -> float")
def percentile(items: list[Value], p: float) -> float:
    """The value below which `p` percent of the numbers lie, interpolated between neighbours."""
    numbers = sorted(_some("percentile", items))
    if not 0 <= p <= _PERCENT:
        raise runtime_fault("percentile must be between 0 and 100")
    rank = p / _PERCENT * (len(numbers) - 1)
    below = math.floor(rank)
    above = math.ceil(rank)
    return numbers[below] + (numbers[above] - numbers[below]) * (rank - below)


def _numbers(name: str, items: list[Value]) -> list[float]:
    if not all(item.__class__ is int or item.__class__ is float for item in items):
        raise type_fault(f"{name} must be numeric")
    return [float(item) for item in items]


def _some(name: str, items: list[Value]) -> list[float]:
    numbers = _numbers(name, items)
    if not numbers:
        raise runtime_fault(f"{name}: items must not be empty")
    return numbers


def _total(numbers: list[float]) -> float:
    # Not `sum`, whose result depends on the version of Python.
    total = 0.0
    for number in numbers:
        total += number
    return total


def _variance(name: str, items: list[Value], sample: bool) -> float:
    numbers = _some(name, items)
    if sample and len(numbers) < _PAIR:
        raise runtime_fault("sample variance requires at least 2 values")
    centre = _total(numbers) / len(numbers)
    squares = _total([(number - centre) * (number - centre) for number in numbers])
    return squares / (len(numbers) - 1 if sample else len(numbers))
