"""What must hold of equality, order, keys, display and JSON for every value."""

from copy import deepcopy
from functools import cmp_to_key
from json import loads
from math import isnan

import pytest
from hypothesis import given

from harnpy.values.containers import DurationValue, SetValue
from harnpy.values.convert import to_json
from harnpy.values.display import display
from harnpy.values.equality import equal
from harnpy.values.hashing import structural_key
from harnpy.values.kinds import Value, type_of
from harnpy.values.ordering import (
    greater,
    greater_or_equal,
    less,
    less_or_equal,
    sort_keys,
    sorted_values,
    total_relation,
)
from harnpy.values.text import json_pretty, json_stringify, parse_json
from tests.values.strategies import nested, nested_dicts, plain_json, values

DEPTH = 100_000


def has_nan(value: Value) -> bool:
    return "NaN" in display(value)


@given(values)
def test_a_value_equals_its_copy_unless_a_nan_or_an_identity_is_inside(value: Value) -> None:
    twin = deepcopy(value)
    if not has_nan(value):
        assert equal(value, twin)
        assert structural_key(value) == structural_key(twin)
    assert display(value) == display(twin)


@given(values, values)
def test_equality_is_symmetric_and_agrees_with_keys(left: Value, right: Value) -> None:
    assert equal(left, right) == equal(right, left)
    if structural_key(left) == structural_key(right) and not has_nan(left):
        assert equal(left, right)
        assert hash(structural_key(left)) == hash(structural_key(right))


@given(values, values)
def test_different_kinds_are_unequal_but_for_numbers(left: Value, right: Value) -> None:
    kinds = {type_of(left), type_of(right)}
    if len(kinds) > 1 and kinds != {"int", "float"}:
        assert not equal(left, right)


@given(values, values, values)
def test_the_order_of_sorting_is_total(a: Value, b: Value, c: Value) -> None:
    assert total_relation(a, b) == -total_relation(b, a)
    if total_relation(a, b) <= 0 and total_relation(b, c) <= 0:
        assert total_relation(a, c) <= 0


@given(values, values)
def test_the_four_relations_hang_together(a: Value, b: Value) -> None:
    assert less(a, b) == greater(b, a)
    assert less_or_equal(a, b) == greater_or_equal(b, a)
    assert not (less(a, b) and greater(a, b))
    if less(a, b) or greater(a, b):
        assert less_or_equal(a, b) != greater_or_equal(a, b)


@given(values.flatmap(lambda value: values.map(lambda other: [value, other, value])))
def test_sorting_is_stable_and_ordered(items: list) -> None:
    expected = sorted(items, key=cmp_to_key(total_relation))
    assert [id(one) for one in sorted_values(items)] == [id(one) for one in expected]
    keys = sort_keys(items)
    assert len(keys) == len(items)


@given(plain_json)
def test_json_comes_back_as_it_was(value: Value) -> None:
    assert equal(parse_json(json_stringify(value)), value)
    assert equal(parse_json(json_pretty(value)), value)
    assert to_json(value) == value


@given(values)
def test_json_text_is_what_python_reads(value: Value) -> None:
    text = json_stringify(value)
    assert loads(text) == to_json(value)
    assert loads(json_pretty(value)) == to_json(value)


@given(values)
def test_json_keys_are_sorted(value: Value) -> None:
    def check(pairs: list) -> None:
        names = [name for name, _ in pairs]
        assert names == sorted(names)

    loads(json_stringify(value), object_pairs_hook=check)


@pytest.mark.parametrize("make", [nested, nested_dicts])
def test_depth_is_no_limit(make: Value) -> None:
    one, other = make(DEPTH), make(DEPTH)
    assert equal(one, other)
    assert total_relation(one, other) == 0
    assert not less(one, other)
    assert structural_key(one) == structural_key(other)
    assert len(SetValue.of([one, other]).items) == 1
    assert display(one).startswith(("[[", "{a: {a"))
    assert json_stringify(one) == json_stringify(other)
    to_json(one)


def test_shared_parts_do_not_take_exponential_time() -> None:
    one, other = [1], [1]
    for _ in range(60):
        one, other = [one, one], [other, other]
    assert equal(one, other)


def test_nan_spoils_equality_and_the_relations_but_not_sorting() -> None:
    nan = float("nan")
    assert not equal([nan], [nan])
    assert not less_or_equal([1, nan], [1, 2])
    assert not less_or_equal(nan, "x")
    assert isnan(sorted_values([2, nan, 1])[2])


def test_numbers_compare_as_floats_but_sort_exactly() -> None:
    big = (1 << 53) + 1
    assert equal(big, 2.0**53)
    assert sorted_values([big, 2.0**53]) == [2.0**53, big]


def test_durations_compare_by_length() -> None:
    assert equal(DurationValue(60_000), DurationValue(60_000))
    assert less(DurationValue(1), DurationValue(2))
    assert total_relation(DurationValue(3), DurationValue(2)) == 1
