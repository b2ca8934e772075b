"""What the JSON reader accepts, and how it words what it refuses (language.md 4.12)."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harnpy.values.faults import Thrown
from harnpy.values.json_errors import first_problem
from harnpy.values.kinds import Value
from harnpy.values.text import json_pretty, json_stringify, parse_json
from tests.values.strategies import nested


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a":1,"a":2}', {"a": 2}),
        (" \t\r\n[1, 2.5, -0.0, 1e3]\n", [1, 2.5, -0.0, 1000.0]),
        ("9223372036854775807", (1 << 63) - 1),
        ("-9223372036854775808", -(1 << 63)),
        ("9223372036854775808", float(1 << 63)),
        ("9" * 30, 1e30),
        ("0." + "1" * 5000, 0.1111111111111111),
        ('"\\ud83d\\ude00\\u00e9"', "😀é"),
        ('"[[[{"', "[[[{"),
        ("[" * 127 + "]" * 127, nested(126)),
    ],
)
def test_reads(text: str, value: Value) -> None:
    found = parse_json(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("text", "message", "line", "column"),
    [
        ("", "EOF while parsing a value", 1, 0),
        ('{"a":1,}', "trailing comma", 1, 8),
        ("[1,2", "EOF while parsing a list", 1, 4),
        ("[1 2]", "expected `,` or `]`", 1, 4),
        ('{"a":1 "b"}', "expected `,` or `}`", 1, 8),
        ("nulx", "expected ident", 1, 4),
        ("01", "invalid number", 1, 2),
        ("-x", "invalid number", 1, 2),
        ("1.", "EOF while parsing a value", 1, 2),
        ('{"a" 1}', "expected `:`", 1, 6),
        ("{a:1}", "key must be a string", 1, 2),
        ('"ab', "EOF while parsing a string", 1, 3),
        ('"\\x"', "invalid escape", 1, 3),
        ('"\\udc00"', "lone leading surrogate in hex escape", 1, 7),
        ("1 2", "trailing characters", 1, 3),
        ("NaN", "expected value", 1, 1),
        ("[Infinity]", "expected value", 1, 2),
        ("1e999", "number out of range", 1, 5),
        ('["é", x]', "expected value", 1, 8),
        ("\n\n  ?", "expected value", 3, 3),
        ("{", "EOF while parsing an object", 1, 1),
    ],
)
def test_refuses(text: str, message: str, line: int, column: int) -> None:
    with pytest.raises(Thrown) as thrown:
        parse_json(text)
    assert thrown.value.value == {
        "error": "structured_parse_error",
        "format": "json",
        "kind": "malformed",
        "message": f"JSON parse error: {message} at line {line} column {column}",
        "line": line,
        "column": column,
    }


@pytest.mark.parametrize("depth", [128, 500, 200_000])
@pytest.mark.parametrize("closed", [True, False])
def test_nesting_has_a_limit(depth: int, closed: bool) -> None:
    with pytest.raises(Thrown) as thrown:
        parse_json("[" * depth + ("]" * depth if closed else ""))
    assert thrown.value.value["kind"] == "recursion_limit"
    assert thrown.value.value["message"] == "JSON nesting exceeds the maximum container depth (127)"


def test_many_brackets_are_not_depth() -> None:
    text = json_stringify([[{"a": [']"[\\']}] for _ in range(500)])
    assert len(parse_json(text)) == 500


@given(st.text(alphabet='[]{}",:\\u0dDe8 -1.nul\n', max_size=25))
def test_fast_and_slow_reader_agree(text: str) -> None:
    try:
        parse_json(text)
    except Thrown:
        assert first_problem(text) is not None
    else:
        assert first_problem(text) is None


def test_pretty_writer_has_a_depth_limit() -> None:
    json_pretty(nested(1024))
    with pytest.raises(Exception, match="value nesting exceeds the maximum serialization depth \\(1024\\)"):
        json_pretty([nested(1024)])


def test_a_deep_text_never_reaches_the_scanner() -> None:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(1_000_000)
    try:
        with pytest.raises(Thrown):
            parse_json("[" * 1_000_000)
    finally:
        sys.setrecursionlimit(limit)
