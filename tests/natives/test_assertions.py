"""Assertions and errors: the texts a reader of a failing test sees."""

import math

import pytest

from harnpy.natives.support.differences import exponent_text, source_text
from harnpy.values.containers import DurationValue, PairValue, SetValue
from harnpy.values.faults import Abort
from harnpy.values.kinds import Value
from harnpy.values.records import Err, Records
from tests.natives.calling import call, fault

RECORDS = Records()
POINT: Value = RECORDS.struct("P", ("x", "y"))
SHAPE: Value = RECORDS.variant("Shape", "Rect", 2)


def test_what_holds_gives_nil() -> None:
    assert call("assert", 1, "unused") is None
    assert call("assert_eq", [1, 2.0], [1.0, 2]) is None
    assert call("assert_ne", 1, "1") is None
    assert call("assert_approx", 0.1 + 0.2, 0.3) is None
    assert call("assert_matches", "a1", r"\d") is None
    assert call("value_diff", {"a": 1}, {"a": 1}) is None


@pytest.mark.parametrize(
    ("name", "args", "text"),
    [
        ("assert", (False,), "Assertion failed"),
        ("assert", (0, "zero!"), "zero!"),
        ("assert", (0, ""), "Assertion failed"),
        ("assert", (0, "null"), "Assertion failed"),
        ("assert", (0, None), "Assertion failed"),
        ("assert_eq", (1, 2, "differ"), "differ"),
        ("assert_eq", (1, 2), "assert_eq failed.\n    expected  2\n    actual    1"),
        ("assert_ne", ([1, "a"], [1, "a"]), 'assert_ne failed: both values are [1, "a"].'),
        (
            "assert_eq",
            ({"a": 1, "b": [1]}, {"a": 2, "b": [1]}),
            "assert_eq failed: the two values differ in 1 place.\n\n  at .a\n    expected  "
            "2\n    actual    1",
        ),
        (
            "assert_eq",
            ({"user": {"name": "bob"}, "ids": [1, 2, 4]}, {"user": {"name": "ann"}, "ids": [1, 2]}),
            "assert_eq failed: the two values differ in 2 places.\n\n  at .ids[2]\n    "
            "expected  nothing here\n"
            '    actual    4\n\n  at .user.name\n    expected  "ann"\n    actual    "bob"\n'
            "    The strings first differ at character 0.",
        ),
        (
            "assert_eq",
            ("1", 1),
            'assert_eq failed.\n    expected  1 (int)\n    actual    "1" (string)\n'
            "    One side is a number and the other is text. If this came from parsed input, "
            "the conversion may be "
            "missing.",
        ),
        (
            "assert_eq",
            ("abc", "abcd"),
            'assert_eq failed.\n    expected  "abcd"\n    actual    "abc"\n'
            "    The first 3 characters match; the strings differ in length (4 vs 3).",
        ),
        (
            "assert_eq",
            (0.30000000000000004, 0.3),
            "assert_eq failed.\n    expected  0.3\n    actual    0.30000000000000004\n"
            "    These differ by 5.551115123125783e-17. Floating-point arithmetic is "
            "inexact, so exact equality on "
            "computed floats is usually a bug in the test, not the code — compare with a tolerance using "
            "assert_approx.",
        ),
        (
            "assert_approx",
            (1, 1.1),
            "assert_approx failed.\n    expected  1.1 ± 0.000000001\n    actual    1\n"
            "    These differ by 1.0000000000000009e-1, which is outside the tolerance.",
        ),
        (
            "assert_matches",
            ("abc", r"\d"),
            'assert_matches failed.\n    pattern   /\\d/\n    actual    "abc"\n'
            "    The pattern did not match anywhere in the text.",
        ),
    ],
)
def test_an_assertion_throws(name: str, args: tuple[Value, ...], text: str) -> None:
    assert text == fault(call, name, *args)


@pytest.mark.parametrize(
    ("actual", "expected", "place"),
    [
        (SHAPE(1, 2), SHAPE(1, 3), ".fields[1]"),
        (SetValue.of([1]), SetValue.of([2]), "{2}"),
        ({"a b": 1}, {"a b": 2}, '["a b"]'),
        (POINT(1, 2), POINT(1, 3), ".y"),
        (PairValue(1, 2), PairValue(0, 2), ".first"),
    ],
)
def test_a_difference_names_its_place(actual: Value, expected: Value, place: str) -> None:
    assert f"  at {place}\n" in call("value_diff", actual, expected)


def test_only_ten_differences_are_shown() -> None:
    text = call("value_diff", list(range(12)), list(range(1, 13)))
    assert text.startswith("The two values differ in 12 places.\n\n  at [0]\n")
    assert text.count("  at ") == 10
    assert text.endswith("\n\n  … and 2 more differences.")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 'q"\\\n\r\t', "a": None}, '{"a": nil, "b": "q\\"\\\\\\n\\r\\t"}'),
        (SetValue.of([2, 1]), "set([1, 2])"),
        (POINT(1, "a"), 'P {x: 1, y: "a"}'),
        (SHAPE(1, [True]), "Shape::Rect(1, [true])"),
        (Err("no"), 'Result::Err("no")'),
        (RECORDS.variant("Color", "Red", 0).make(), "Color::Red"),
        (PairValue(1, "x"), '(1, "x")'),
        (DurationValue(90_000), "90s"),
        ([], "[]"),
    ],
)
def test_values_print_as_source(value: Value, text: str) -> None:
    assert text == source_text(value)


def test_a_long_value_is_shortened_in_its_middle() -> None:
    assert fault(call, "assert_ne", "x" * 200, "x" * 200) == (
        f'assert_ne failed: both values are "{"x" * 53} … {"x" * 53}"   (202 characters in all).'
    )


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.5, "5e-1"),
        (0.0, "0e0"),
        (1.5, "1.5e0"),
        (-120.0, "-1.2e2"),
        (1e-9, "1e-9"),
        (1.25e300, "1.25e300"),
        (math.inf, "inf"),
    ],
)
def test_exponents_are_written_in_shortest_digits(number: float, text: str) -> None:
    assert text == exponent_text(number)


def test_values_of_any_depth_are_compared() -> None:
    deep: list[Value] = [1]
    other: list[Value] = [2]
    for _ in range(2_000):
        deep, other = [deep], [other]
    assert "  at [0][0]" in call("value_diff", deep, other)


@pytest.mark.parametrize(
    ("error", "category"),
    [
        ("Deadline exceeded", "timeout"),
        ("HTTP 429", "rate_limit"),
        ("status 503", "overloaded"),
        ("Connection refused (os error 111)", "transient_network"),
        ("order 14290 failed", "generic"),
        ("whatever", "generic"),
        (5, "generic"),
        ({"category": "auth", "message": "timeout"}, "auth"),
        ({"category": "mine"}, "generic"),
        ({"message": "timeout"}, "generic"),
    ],
)
def test_errors_have_categories(error: Value, category: str) -> None:
    assert category == call("error_category", error)
    assert call("error_is", error, category)


def test_thrown_errors_carry_their_category() -> None:
    assert fault(call, "throw_error", "slow", "timeout") == {"category": "timeout", "message": "slow"}
    assert fault(call, "throw_error", "slow") == {"category": "generic", "message": "slow"}
    assert call("is_timeout", {"category": "timeout"})
    assert call("is_rate_limited", "429")
    assert call("error_is_transient", {"category": "overloaded"})
    assert not call("error_is_transient", {"category": "auth"})


def test_a_skipped_test_cannot_be_caught() -> None:
    with pytest.raises(Abort) as stopped:
        call("skip", "no network")
    assert stopped.value.text == "Test skipped: no network"
    assert stopped.value.code == 1
