"""Operators on every pair of kinds: results at the 64-bit edges, and the texts of their faults."""

import math

import pytest
from hypothesis import given

from harnpy.runtime import operators as op
from harnpy.values.containers import DecimalValue, DurationValue, RangeValue, SetValue
from harnpy.values.display import display
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value, type_of
from tests.values.strategies import LEAST, MOST, decimals, floats, ints, values

ALL = (op.op_add, op.op_sub, op.op_mul, op.op_div, op.op_mod, op.op_pow)


@pytest.mark.parametrize(
    ("function", "a", "b", "text"),
    [
        (op.op_add, MOST, 1, "9223372036854776000"),
        (op.op_add, 1, 2.5, "3.5"),
        (op.op_add, "a", "b", "ab"),
        (op.op_add, [1], [2], "[1, 2]"),
        (op.op_add, {"a": 1, "b": 1}, {"b": 2}, "{a: 1, b: 2}"),
        (op.op_sub, LEAST, 1, "-9223372036854776000"),
        (op.op_mul, MOST, MOST, "85070591730234620000000000000000000000"),
        (op.op_mul, "ab", 2, "abab"),
        (op.op_mul, -1, "ab", ""),
        (op.op_div, 7, 2, "3"),
        (op.op_div, -7, 2, "-3"),
        (op.op_div, LEAST, -1, "9223372036854776000"),
        (op.op_div, 1, 0.0, "inf"),
        (op.op_div, -1.0, 0.0, "-inf"),
        (op.op_div, 1.0, -0.0, "-inf"),
        (op.op_div, 0.0, 0, "NaN"),
        (op.op_mod, -7, 3, "-1"),
        (op.op_mod, 7, -3, "1"),
        (op.op_mod, -7.5, 2, "-1.5"),
        (op.op_mod, math.inf, 2, "NaN"),
        (op.op_pow, 2, 62, "4611686018427387904"),
        (op.op_pow, 2, 63, "9223372036854776000"),
        (op.op_pow, -2, 63, "-9223372036854775808"),
        (op.op_pow, 2, -1, "0.5"),
        (op.op_pow, 0, -1, "inf"),
        (op.op_pow, -1, MOST, "-1"),
        (op.op_pow, 10, MOST, "inf"),
        (op.op_pow, -8.0, 1 / 3, "NaN"),
        (op.op_add, DecimalValue(150, 2), 1, "2.50"),
        (op.op_mul, DecimalValue(15, 1), DecimalValue(2, 0), "3.0"),
        (op.op_div, DecimalValue(1, 0), DecimalValue(8, 0), "0.125"),
        (op.op_mod, DecimalValue(-75, 1), 2, "-1.5"),
    ],
)
def test_results(function: Value, a: Value, b: Value, text: str) -> None:
    assert display(function(a, b)) == text


@pytest.mark.parametrize(
    ("function", "a", "b", "text"),
    [
        (op.op_add, 1, None, "Type error: Cannot add int and nil"),
        (op.op_add, True, 1, "Type error: Cannot add bool and int"),
        (op.op_sub, "a", 1, "Type error: Cannot subtract int from string"),
        (op.op_mul, {}, 1, "Type error: Cannot multiply dict and int"),
        (op.op_div, "a", 2, "Runtime error: Cannot divide string by int"),
        (op.op_mod, [], 2, "Runtime error: Cannot modulo list by int"),
        (op.op_pow, "a", 2, "Type error: Cannot exponentiate string by int"),
        (op.op_div, 1, 0, "Division by zero"),
        (op.op_mod, 1, 0, "Division by zero"),
        (op.op_mod, 1.0, 0.0, "Division by zero"),
        (op.op_add, DecimalValue(1, 0), 1.0, "Type error: Cannot add decimal and float"),
        (op.op_add, DurationValue(1), DurationValue(1), "Type error: Cannot add duration and duration"),
        (
            op.op_mul,
            "é",
            10_000_000,
            "Value byte limit: repeat output would be 20000000 bytes (limit 16777216)",
        ),
    ],
)
def test_faults(function: Value, a: Value, b: Value, text: str) -> None:
    with pytest.raises(Fault) as raised:
        function(a, b)
    assert raised.value.value == text


@given(values, values)
def test_operators_give_harn_values_or_faults(a: Value, b: Value) -> None:
    for function in ALL:
        if function is op.op_mul and type_of(a) != type_of(b) and "string" in (type_of(a), type_of(b)):
            continue
        try:
            result = function(a, b)
        except Fault:
            continue
        type_of(result)
        if result.__class__ is int:
            assert LEAST <= result <= MOST


@given(ints, ints)
def test_quotient_and_remainder_of_ints_belong_together(a: int, b: int) -> None:
    if b != 0 and not (a == LEAST and b == -1):
        assert op.op_div(a, b) * b + op.op_mod(a, b) == a


@given(floats, floats)
def test_float_operators_never_raise_python_errors(a: float, b: float) -> None:
    op.op_pow(a, b)
    op.op_div(a, b)
    if b != 0:
        op.op_mod(a, b)


@given(decimals, decimals)
def test_decimals_add_exactly(a: DecimalValue, b: DecimalValue) -> None:
    total = op.op_add(a, b)
    assert op.op_sub(total, b).normalized() == a.normalized()


def test_negation() -> None:
    assert op.op_neg(LEAST) == 9223372036854775808.0
    assert op.op_neg(5) == -5
    with pytest.raises(Fault, match="Cannot negate value of type string"):
        op.op_neg("a")


@pytest.mark.parametrize(
    ("item", "container", "found"),
    [
        (1, [1.0], True),
        (True, [1], False),
        (1.0, SetValue.of([1]), True),
        (1, {"1": 0}, True),
        (1, "a1b", True),
        (3, RangeValue(1, 3, False), False),
        (3, RangeValue(1, 3, True), True),
        (2.0, RangeValue(1, 3, True), False),
        (1, 5, False),
    ],
)
def test_membership(item: Value, container: Value, found: bool) -> None:
    assert op.op_in(item, container) is found


def test_range_bounds() -> None:
    with pytest.raises(Fault, match="range bounds must be int, got float"):
        op.make_range(1, 2.0, True)
