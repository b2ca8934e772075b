"""Texts of values, as language.md 4.5 gives them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harnpy.values.containers import DecimalValue, DurationValue, PairValue, RangeValue, SetValue
from harnpy.values.display import display
from harnpy.values.functions import Native
from harnpy.values.kinds import Value
from harnpy.values.records import ABSENT, Err, Ok, Records
from harnpy.values.text import json_pretty, json_stringify

RECORDS = Records()
POINT = RECORDS.struct("Point", ("y", "x", "z"), ("z",))
RECT = RECORDS.variant("Shape", "Rect", 2)
RED = RECORDS.variant("Color", "Red", 0)


def sample(x: Value, u_class: Value, *rest: Value) -> None:
    """A function as lowering makes it."""


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (42, "42"),
        (True, "true"),
        (None, "nil"),
        (2.0, "2.0"),
        (-0.0, "-0.0"),
        (0.1, "0.1"),
        (1e-7, "0.0000001"),
        (1e15, "1000000000000000"),
        (999999999999999.0, "999999999999999.0"),
        (1e21, "1000000000000000000000"),
        (1.5e-10, "0.00000000015"),
        (0.1 + 0.2, "0.30000000000000004"),
        (9223372036854775807.0, "9223372036854775808"[:-4] + "6000"),
        (math.nan, "NaN"),
        (math.inf, "inf"),
        (-math.inf, "-inf"),
        (DecimalValue(150, 2), "1.50"),
        (DecimalValue(-5, 3), "-0.005"),
        ("a b", "a b"),
        (b"\x01\xff", 'b"01ff"'),
        (bytes(40), 'b"' + "00" * 32 + '...+8"'),
        (DurationValue(1500), "1500ms"),
        (DurationValue(90_000), "90s"),
        (DurationValue(120_000), "2m"),
        (DurationValue(86_400_000), "1d"),
        (DurationValue(2 * 604_800_000), "2w"),
        (DurationValue(0), "0ms"),
        (DurationValue(-3_600_000), "-1h"),
        ([1, "a", None], "[1, a, nil]"),
        ([], "[]"),
        ({}, "{}"),
        ({"b": [{"x": 1}], "a": 1}, "{a: 1, b: [{x: 1}]}"),
        (SetValue.of([2, 1, 2]), "set(2, 1)"),
        (SetValue.of([]), "set()"),
        (RED.make(), "Color.Red"),
        (RED.make(1), "Color.Red(1)"),
        (Ok(42), "Result.Ok(42)"),
        (Err([1]), "Result.Err([1])"),
        (RECT(1.0, 2.0), "Shape.Rect(1.0, 2.0)"),
        (RECT.make(1, 2, 3), "Shape.Rect(1, 2, 3)"),
        (RECT.make(1), "Shape.Rect(1)"),
        (POINT(2, 1, ABSENT), "Point {x: 1, y: 2}"),
        (PairValue(1, "b"), "(1, b)"),
        (RangeValue(1, 5, True), "1..=5"),
        (RangeValue(0, 3, False), "0..3"),
        (sample, "<fn(x, class, rest)>"),
        (Native("len", "len(x)", len, 1, 1), "<builtin len>"),
    ],
)
def test_display(value: Value, text: str) -> None:
    assert display(value) == text
    assert display([value]) == f"[{text}]"


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_read_back_and_never_have_an_exponent(value: float) -> None:
    text = display(value)
    assert float(text) == value
    assert "e" not in text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2.0, "2.0"),
        (0.00001, "0.00001"),
        (1e15, "1000000000000000.0"),
        (1e-6, "1e-6"),
        (1e16, "1e+16"),
        (123456789012345680.0, "1.2345678901234568e+17"),
        (-0.0, "-0.0"),
        (math.inf, "null"),
        ('é\n"\\\x01', '"é\\n\\"\\\\\\u0001"'),
        (b"abcd", '{"$bytes_b64":"YWJjZA=="}'),
        (DecimalValue(150, 2), '"1.50"'),
        (RangeValue(1, 3, False), '"1..3"'),
        (SetValue.of([1]), "[1]"),
        (POINT(2, 1, ABSENT), '{"x":1,"y":2}'),
        (Ok(1), "null"),
        (DurationValue(5), "null"),
        (PairValue(1, 2), "null"),
        ({"b": [None, True], "a": {}}, '{"a":{},"b":[null,true]}'),
    ],
)
def test_compact_json(value: Value, text: str) -> None:
    assert json_stringify(value) == text


def test_pretty_json() -> None:
    value = {"b": [1, {}], "a": [], "c": {"d": "x"}}
    assert json_pretty(value) == (
        '{\n  "a": [],\n  "b": [\n    1,\n    {}\n  ],\n  "c": {\n    "d": "x"\n  }\n}'
    )
