"""Arithmetic, statistics, random numbers, identifiers."""

import math

import pytest

from harnpy.natives.support.rng import Rng
from harnpy.values.kinds import Value
from tests.natives.calling import call, fault, shown


@pytest.mark.parametrize(
    ("name", "args", "text"),
    [
        ("abs", (-5,), "5"),
        ("abs", (-9223372036854775808,), "9223372036854776000"),
        ("abs", ("x",), "nil"),
        ("floor", (-2.2,), "-3"),
        ("ceil", (2.1,), "3"),
        ("floor", (math.nan,), "0"),
        ("ceil", (math.inf,), "9223372036854775807"),
        ("round", (2.5,), "3"),
        ("round", (-2.5,), "-3"),
        ("round", (0.49999999999999994,), "0"),
        ("round", (1234, -2), "1200"),
        ("round", (1250, -2), "1300"),
        ("round", (-1250, -2), "-1300"),
        ("round", (2.345, 1), "2.3"),
        ("round", (2.25, 1), "2.3"),
        ("round", (1234.5, -2), "1200.0"),
        ("round", (1e300, 20), "1" + "0" * 300),
        ("round", (7, 3), "7"),
        ("sign", (-0.5,), "-1"),
        ("sign", (0,), "0"),
        ("sqrt", (16,), "4.0"),
        ("sqrt", (-1,), "NaN"),
        ("sqrt", ("x",), "nil"),
        ("pow", (2, 10), "1024"),
        ("pow", (2, -1), "0.5"),
        ("pow", ("a", 1), "nil"),
        ("min", (3, 1), "1"),
        ("max", (3, 1.5), "3.0"),
        ("max", (1,), "nil"),
        ("max", (1, "a"), "nil"),
        ("min", (math.nan, 1), "1.0"),
        ("ln", (0,), "-inf"),
        ("ln", (-1,), "NaN"),
        ("log2", (8,), "3.0"),
        ("log10", (1000,), "3.0"),
        ("exp", (0,), "1.0"),
        ("exp", (1000,), "inf"),
        ("sin", (math.inf,), "NaN"),
        ("atan2", (1, 1), "0.7853981633974483"),
        ("is_nan", (math.nan,), "true"),
        ("is_nan", (1,), "false"),
        ("is_infinite", (-math.inf,), "true"),
        ("mean", ([],), "0.0"),
        ("mean", ([1, 2],), "1.5"),
        ("median", ([3, 1, 2],), "2.0"),
        ("median", ([4, 1, 2, 3],), "2.5"),
        ("variance", ([1, 2, 3, 4],), "1.25"),
        ("variance", ([1, 3], True), "2.0"),
        ("stddev", ([1, 3],), "1.0"),
        ("percentile", ([1, 2, 3, 4], 50), "2.5"),
        ("percentile", ([5], 100), "5.0"),
    ],
)
def test_a_number_builtin_gives(name: str, args: tuple[Value, ...], text: str) -> None:
    assert text == shown(name, *args)


@pytest.mark.parametrize(
    ("name", "args", "text"),
    [
        ("median", ([],), "Runtime error: median: items must not be empty"),
        ("percentile", ([1], 101), "Runtime error: percentile must be between 0 and 100"),
        ("variance", ([1], True), "Runtime error: sample variance requires at least 2 values"),
        ("mean", (["a"],), "Type error: mean must be numeric"),
        (
            "uuid_v5",
            ("nowhere", "x"),
            "Runtime error: uuid_v5: namespace must be a UUID or one of dns/url/oid/x500",
        ),
    ],
)
def test_a_number_builtin_faults(name: str, args: tuple[Value, ...], text: str) -> None:
    assert text == fault(call, name, *args)


def test_a_seed_decides_the_sequence() -> None:
    rolls = [
        [call("random_int", rng, 1, 6) for _ in range(20)]
        for rng in (call("rng_seed", 7), call("rng_seed", 7))
    ]
    assert rolls[0] == rolls[1]
    assert set(rolls[0]) <= {1, 2, 3, 4, 5, 6}
    assert shown("rng_seed", 1) == "<rng>"
    assert shown("type_of", call("rng_seed", 1)) == "rng"


def test_the_source_follows_its_published_sequence() -> None:
    source = Rng(1234567)
    assert [source.u64() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_random_draws_stay_inside_their_bounds() -> None:
    rng = call("rng_seed", 3)
    assert {call("random_int", rng, -1, 1) for _ in range(100)} == {-1, 0, 1}
    assert call("random_int", 5, 4) is None
    assert call("random_choice", []) is None
    assert call("random_choice", rng, [9]) == 9
    assert sorted(call("random_shuffle", [3, 1, 2])) == [1, 2, 3]
    assert all(0 <= call("random") < 1 for _ in range(100))
    most = 9223372036854775807
    assert -most - 1 <= call("random_int", -most - 1, most) <= most


def test_identifiers_have_their_versions() -> None:
    assert call("uuid")[14] == "4"
    assert call("uuid_v7")[14] == "7"
    now = f"{call('now_ms'):012x}"
    assert call("uuid_v7").startswith(f"{now[:8]}-{now[8:]}-7")
    assert call("uuid_v5", "dns", "python.org") == "886313e1-3b8a-5372-9b90-0c9aee199e5d"
    assert call("uuid_nil") == "00000000-0000-0000-0000-000000000000"
    assert (
        call("uuid_parse", "886313E1-3B8A-5372-9B90-0C9AEE199E5D") == "886313e1-3b8a-5372-9b90-0c9aee199e5d"
    )
    assert call("uuid_parse", "886313e13b8a53729b900c9aee199e5d") == "886313e1-3b8a-5372-9b90-0c9aee199e5d"
    assert call("uuid_parse", "886313e1") is None
    assert call("uuid_parse", "886313e1-3b8a-5372-9b90-0c9aee199e5g") is None
