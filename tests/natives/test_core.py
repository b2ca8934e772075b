"""Kinds, sizes, copies, Results and conversions."""

import math

import pytest

from harnpy.values.containers import PairValue, RangeValue, SetValue
from harnpy.values.kinds import Value
from harnpy.values.records import Err, Ok, Records
from tests.natives.calling import call, fault, shown


@pytest.mark.parametrize(
    ("name", "args", "text"),
    [
        ("len", ("日a",), "2"),
        ("len", (None,), "0"),
        ("len", (b"abc",), "3"),
        ("len", (SetValue.of([1, 1.0]),), "1"),
        ("len", (RangeValue(5, 1, True),), "0"),
        ("type_of", (Ok(1),), "enum"),
        ("type_of", (1.0,), "float"),
        ("is_same", ("a", "a"), "true"),
        ("is_same", (1, 1.0), "false"),
        ("is_same", (1, True), "false"),
        ("is_same", ([1], [1]), "false"),
        ("range", (3,), "0..3"),
        ("range", (2, 5), "2..5"),
        ("pair", (1, "a"), "(1, a)"),
        ("tuple", (1, 2), "[1, 2]"),
        ("is_ok", (5,), "false"),
        ("is_err", (Err(1),), "true"),
        ("unwrap", (Ok("v"),), "v"),
        ("unwrap", (None,), "nil"),
        ("unwrap_or", (Err("e"), 9), "9"),
        ("unwrap_or", (7, 9), "7"),
        ("unwrap_err", (Err("e"),), "e"),
        ("to_string", ([1, "a"],), "[1, a]"),
        ("to_int", ("42",), "42"),
        ("to_int", (" -7\n",), "-7"),
        ("to_int", ("+0009",), "9"),
        ("to_int", ("4.7",), "nil"),
        ("to_int", ("0x10",), "nil"),
        ("to_int", ("1_000",), "nil"),
        ("to_int", ("",), "nil"),
        ("to_int", ("9223372036854775808",), "nil"),
        ("to_int", ("-9223372036854775808",), "-9223372036854775808"),
        ("to_int", ("9" * 5000,), "nil"),
        ("to_int", (-3.99,), "-3"),
        ("to_int", (math.nan,), "nil"),
        ("to_int", (math.inf,), "nil"),
        ("to_int", (1e300,), "9223372036854775807"),
        ("to_int", (True,), "1"),
        ("to_int", (None,), "nil"),
        ("to_float", ("2.5e1",), "25.0"),
        ("to_float", (" inf ",), "inf"),
        ("to_float", ("NaN",), "NaN"),
        ("to_float", ("1_0",), "nil"),
        ("to_float", ("",), "nil"),
        ("to_float", (3,), "3.0"),
        ("to_float", (True,), "nil"),
        ("to_list", (SetValue.of([2, 1]),), "[2, 1]"),
        ("to_list", (RangeValue(0, 2, False),), "[0..2]"),
        ("to_list", (None,), "[nil]"),
        ("decimal", ("1.50",), "1.50"),
        ("decimal", (3,), "3"),
        ("iter", ([1],), "<iter>"),
        ("pi", (), "3.141592653589793"),
    ],
)
def test_a_core_builtin_gives(name: str, args: tuple[object, ...], text: str) -> None:
    assert text == shown(name, *args)


@pytest.mark.parametrize(
    ("name", "args", "text"),
    [
        (
            "len",
            (True,),
            "Type error: 'len' parameter `value` expects string | bytes | list | dict | set "
            "| range | nil, got bool",
        ),
        ("range", (1.5,), "Type error: range: `end` must be an int, got float"),
        ("range", ("a", 2), "Type error: range: `start` must be an int, got string"),
        ("range", (1, 2, 3), "Type error: range: expected 1-2 argument(s), got 3"),
        ("range", (), "Type error: range: expected 1-2 argument(s), got 0"),
        ("unwrap", (Err("why"),), "Runtime error: unwrap called on Err: why"),
        ("unwrap_err", (Ok(1),), "Runtime error: unwrap_err called on non-Err"),
        ("unwrap_err", (5,), "Runtime error: unwrap_err called on non-Err"),
        ("unreachable", (), "Runtime error: unreachable code was reached"),
        ("unreachable", (3,), "Runtime error: unreachable code was reached: 3"),
    ],
)
def test_a_core_builtin_faults(name: str, args: tuple[object, ...], text: str) -> None:
    assert text == fault(call, name, *args)


def test_equal_values_share_a_hash() -> None:
    assert call("hash_value", {"a": [1]}) == call("hash_value", {"a": [1.0]})
    assert call("hash_value", 1) != call("hash_value", "1")


def test_a_clone_shares_its_elements_and_a_deep_clone_does_not() -> None:
    inner = [1]
    assert call("clone", [inner])[0] is inner
    made: Value = Records().struct("P", ("x",))
    point = made([inner])
    for outer in ([inner], {"k": inner}, SetValue.of([inner]), point, [{"k": [inner]}]):
        twin = call("deep_clone", outer)
        assert shown("to_string", twin) == shown("to_string", outer)
        assert twin is not outer
    assert call("deep_clone", [inner])[0] is not inner
    assert call("deep_clone", point).get("x") is not point.get("x")


def test_a_deep_clone_of_a_deep_value_needs_no_depth() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert call("len", call("deep_clone", deep)) == 1
    while deep:
        deep = deep.pop()  # type: ignore[assignment] # taken apart, since its destructor would recurse


def test_a_pair_is_iterated_from_a_dict() -> None:
    first = next(iter(call("iter", {"b": 2, "a": 1})))
    assert isinstance(first, PairValue)
    assert first.first == "a"
