"""Lists, dicts, sets and ranges: methods and the builtins beside them."""

import math

import pytest

from harnpy.values.containers import PairValue, RangeValue, SetValue
from harnpy.values.kinds import Value
from tests.natives.calling import call, fault, method, shown, told


def double(x: Value) -> Value:
    return x * 2


def odd(x: Value) -> bool:
    return x % 2 == 1


def add(a: Value, b: Value) -> Value:
    return a + b


def word(x: Value) -> str:
    return "odd" if x % 2 else "even"


NUMBERS = (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("name", "args", "text"),
    [
        ("map", (double,), "[2, 4, 6, 8]"),
        ("filter", (odd,), "[1, 3]"),
        ("flat_map", (lambda x: [x, x] if x > 3 else x,), "[1, 2, 3, 4, 4]"),
        ("reduce", (0, add), "10"),
        ("find", (lambda x: x > 2,), "3"),
        ("find", (lambda x: x > 9,), "nil"),
        ("find_index", (lambda x: x > 2,), "2"),
        ("find_index", (lambda x: x > 9,), "-1"),
        ("any", (odd,), "true"),
        ("all", (odd,), "false"),
        ("every", (odd,), "false"),
        ("none", (lambda x: x > 9,), "true"),
        ("sorted_by", (lambda x: -x,), "[4, 3, 2, 1]"),
        ("min_by", (lambda x: -x,), "4"),
        ("max_by", (lambda x: 0,), "1"),
        ("take_while", (lambda x: x < 3,), "[1, 2]"),
        ("drop_while", (lambda x: x < 3,), "[3, 4]"),
        ("partition", (odd,), "[[1, 3], [2, 4]]"),
        ("group_by", (word,), "{even: [2, 4], odd: [1, 3]}"),
        ("count_by", (word,), "{even: 2, odd: 2}"),
        ("slice", (1, 3), "[2, 3]"),
        ("slice", (-2,), "[3, 4]"),
        ("take", (2,), "[1, 2]"),
        ("take", (-2,), "[]"),
        ("skip", (9,), "[]"),
        ("skip", (-1,), "[1, 2, 3, 4]"),
        ("chunks", (3,), "[[1, 2, 3], [4]]"),
        ("chunks", (0,), "[[1], [2], [3], [4]]"),
        ("windows", (2,), "[[1, 2], [2, 3], [3, 4]]"),
        ("windows", (3, 2), "[[1, 2, 3]]"),
        ("windows", (9,), "[]"),
        ("sliding_window", (4,), "[[1, 2, 3, 4]]"),
        ("zip", (["a", "b"],), "[[1, a], [2, b]]"),
        ("zip", (5,), "[]"),
        (
            "enumerate",
            (),
            "[{index: 0, value: 1}, {index: 1, value: 2}, {index: 2, value: 3}, {index: 3, value: 4}]",
        ),
        ("join", ("-",), "1-2-3-4"),
        ("join", (), "1234"),
        ("sum", (), "10"),
        ("min", (), "1"),
        ("max", (), "4"),
        ("contains", (2.0,), "true"),
        ("contains", (True,), "false"),
        ("index_of", (3,), "2"),
        ("index_of", ("3",), "-1"),
        ("first", (), "1"),
        ("last", (), "4"),
        ("appending", (5,), "[1, 2, 3, 4, 5]"),
        ("dropping_last", (), "[1, 2, 3]"),
        ("to_set", (), "set(1, 2, 3, 4)"),
        ("iter", (), "<iter>"),
    ],
)
def test_a_list_method_gives_and_leaves_the_list(name: str, args: tuple[Value, ...], text: str) -> None:
    items = list(NUMBERS)
    assert text == told(items, name, *args)
    assert list(NUMBERS) == items


@pytest.mark.parametrize(
    ("items", "name", "text"),
    [
        ([3, "a", None, 1, 2.5, "b"], "sorted", "[1, 2.5, 3, nil, a, b]"),
        ([2, math.nan, 1], "sorted", "[1, 2, NaN]"),
        ([1.0, 1, 0], "sorted", "[0, 1.0, 1]"),
        ([], "min", "nil"),
        (["b", 2, "a", 1], "max", "b"),
        ([9007199254740993, 9007199254740992.0], "max", "9007199254740993"),
        ([0, 1, 1.0, True, "1"], "unique", "[0, 1, true, 1]"),
        ([[1], [1], [2]], "unique", "[[1], [2]]"),
        (["b", "a", "b"], "unique", "[b, a]"),
        ([1, [2, [3]], []], "flatten", "[1, 2, [3]]"),
        ([1, None, False, None], "compact", "[1, false]"),
        (["a", "b", "a"], "tally", "{a: 2, b: 1}"),
        ([1, 2.5, "x", True, None], "sum", "3.5"),
        ([9223372036854775807, 1], "sum", "9223372036854776000"),
        ([0.1, 0.2, 0.3], "sum", "0.6000000000000001"),
        ([], "sum", "0"),
        ([], "none", "true"),
    ],
)
def test_a_list_of_these_gives(items: list[Value], name: str, text: str) -> None:
    assert text == told(items, name)


@pytest.mark.parametrize(
    ("name", "neutral"),
    [
        ("map", None), ("filter", None), ("flat_map", None), ("find", None),
        ("sorted_by", None), ("partition", None),
        ("group_by", None), ("min_by", None), ("any", False), ("all", True), ("none", True),
    ],
)  # fmt: skip
def test_without_a_callback_the_result_is_neutral(name: str, neutral: object) -> None:
    assert method([1], name) is neutral
    assert method([1], name, 5) is neutral


@pytest.mark.parametrize(
    ("items", "name", "args", "result", "after"),
    [
        ([1], "push", (2,), None, "[1, 2]"),
        ([1, 2], "pop", (), 2, "[1]"),
        ([], "pop", (), None, "[]"),
        ([0, 1, 2, 3], "insert", (-1, 9), None, "[0, 1, 2, 9, 3]"),
        ([0], "insert", (99, 9), None, "[0, 9]"),
        ([0], "insert", (-99, 9), None, "[9, 0]"),
        ([1], "extend", ([2, 3],), None, "[1, 2, 3]"),
        ([1], "extend", (SetValue.of([5]),), None, "[1, 5]"),
        ([1], "clear", (), None, "[]"),
        ([1, 2], "reverse", (), None, "[2, 1]"),
        ([3, "a", 1], "sort", (), None, "[1, 3, a]"),
        ([3, 1, 2], "sort_by", (lambda x: -x,), None, "[3, 2, 1]"),
        (SetValue.of([1]), "add", (1.0,), None, "set(1)"),
        (SetValue.of([1]), "add", (2,), None, "set(1, 2)"),
        (SetValue.of([1, 2]), "remove", (1,), True, "set(2)"),
        (SetValue.of([1]), "remove", (9,), False, "set(1)"),
        (SetValue.of([1]), "clear", (), None, "set()"),
        ({"a": 1, "b": 2}, "remove", ("a",), 1, "{b: 2}"),
        ({"a": 1}, "remove", ("z",), None, "{a: 1}"),
        ({"1": "x"}, "remove", (1,), "x", "{}"),
        ({"a": 1}, "clear", (), None, "{}"),
    ],
)
def test_a_mutating_method_changes_its_receiver(
    items: Value, name: str, args: tuple[Value, ...], result: object, after: str
) -> None:
    assert method(items, name, *args) is result
    assert after == shown("to_string", items)


@pytest.mark.parametrize(
    ("receiver", "name", "args", "text"),
    [
        ([1], "insert", ("a", 1), "Type error: list.insert: index must be an int, got string"),
        ([1], "extend", (5,), "Type error: list.extend: expected a list, got int"),
        ([1], "sort", (1,), "Type error: list.sort takes no arguments; use sort_by(key) to sort by a key"),
        ([1], "sort_by", (1,), "Type error: list.sort_by: expected a key function"),
        ([1], "first", (2,), "list.first() takes no arguments; use take(n) for several elements"),
        (
            [1],
            "sorted",
            (1,),
            "list.sorted takes no arguments; use list.sorted_by(fn) for key-based sorting",
        ),
        (
            [1],
            "tally",
            (),
            "Type error: tally: list contains int; expected a list of strings — wrap with "
            "to_string(...) so the "
            "bucket key is unambiguous",
        ),
        (SetValue.of([]), "union", ([1],), "set.union: argument must be a set"),
        (SetValue.of([]), "is_subset", (None,), "set.is_subset: argument must be a set"),
    ],
)
def test_a_method_faults(receiver: Value, name: str, args: tuple[Value, ...], text: str) -> None:
    assert text == fault(method, receiver, name, *args)


def test_a_group_needs_a_string_as_its_key() -> None:
    assert fault(method, [1], "group_by", double).startswith(
        "group_by: callback must return a string discriminator, got int; "
    )
    assert "string discriminator" in fault(call, "count_by", [1], double)


@pytest.mark.parametrize(
    ("name", "args", "text"),
    [
        ("keys", (), "[a, b]"),
        ("values", (), "[1, 2]"),
        ("entries", (), "[{key: a, value: 1}, {key: b, value: 2}]"),
        ("to_list", (), "[{key: a, value: 1}, {key: b, value: 2}]"),
        ("has", ("a",), "true"),
        ("get", ("z", 5), "5"),
        ("get", ("z",), "nil"),
        ("merge", ({"a": 9},), "{a: 9, b: 2}"),
        ("merging", (5,), "{a: 1, b: 2}"),
        ("map_values", (double,), "{a: 2, b: 4}"),
        ("map_keys", (double,), "{aa: 1, bb: 2}"),
        ("filter", (odd,), "{a: 1}"),
        ("removing", ("a",), "{b: 2}"),
        ("map_values", (), "nil"),
        ("len", (), "2"),
    ],
)
def test_a_dict_method_gives(name: str, args: tuple[Value, ...], text: str) -> None:
    assert text == told({"b": 2, "a": 1}, name, *args)


@pytest.mark.parametrize(
    ("name", "args", "text"),
    [
        ("union", (SetValue.of([9, 3]),), "set(3, 1, 2, 9)"),
        ("intersection", (SetValue.of([1, 2, 8]),), "set(1, 2)"),
        ("intersect", (SetValue.of([1]),), "set(1)"),
        ("difference", (SetValue.of([1]),), "set(3, 2)"),
        ("symmetric_difference", (SetValue.of([1, 7]),), "set(3, 2, 7)"),
        ("is_superset", (SetValue.of([3]),), "true"),
        ("is_subset", (SetValue.of([3]),), "false"),
        ("is_disjoint", (SetValue.of([8]),), "true"),
        ("contains", (2.0,), "true"),
        ("map", (lambda x: x % 2,), "set(1, 0)"),
        ("filter", (odd,), "set(3, 1)"),
        ("any", (odd,), "true"),
        ("all", (odd,), "false"),
        ("adding", (5,), "set(3, 1, 2, 5)"),
        ("delete", (3,), "set(1, 2)"),
        ("to_list", (), "[3, 1, 2]"),
    ],
)
def test_a_set_method_gives(name: str, args: tuple[Value, ...], text: str) -> None:
    assert text == told(SetValue.of([3, 1, 2]), name, *args)


@pytest.mark.parametrize(
    ("items", "name", "args", "text"),
    [
        (RangeValue(1, 5, True), "last", (), "5"),
        (RangeValue(5, 1, False), "first", (), "nil"),
        (RangeValue(0, 3, False), "contains", (1.0,), "false"),
        (RangeValue(0, 3, False), "includes", (2,), "true"),
        (RangeValue(0, 3, False), "to_string", (), "0..3"),
        (RangeValue(0, 3, False), "len", (), "3"),
        (RangeValue(3, 0, False), "empty", (), "true"),
        (RangeValue(0, 3, False), "map", (double,), "<iter>"),
        (RangeValue(0, 3, False), "to_list", (), "[0, 1, 2]"),
    ],
)
def test_a_range_method_gives(items: RangeValue, name: str, args: tuple[Value, ...], text: str) -> None:
    assert text == told(items, name, *args)


@pytest.mark.parametrize(
    ("name", "args", "text"),
    [
        ("chunk", ([1, 2, 3], 2), "[[1, 2], [3]]"),
        ("window", ([1, 2, 3],), "[[1, 2], [2, 3]]"),
        ("window", ([1, 2, 3], 1, 2), "[[1], [3]]"),
        ("flat_map", ([1, 2], lambda x: [x, x]), "[1, 1, 2, 2]"),
        ("take_while", ([1, 2, 1], lambda x: x < 2), "[1]"),
        ("drop_while", ([1, 2, 1], lambda x: x < 2), "[2, 1]"),
        ("dedup_by", ([1, 2, 3, 4], odd), "[1, 2]"),
        ("partition", ([1, 2], odd), "{match: [1], no_match: [2]}"),
        ("pick", ({"a": 1, "b": 2}, ["a", "q"]), "{a: 1}"),
        ("deep_merge", ({"a": {"x": 1, "y": 1}}, {"a": {"y": 2}, "b": 3}), "{a: {x: 1, y: 2}, b: 3}"),
        ("dict_from_pairs", ([["x", 1], PairValue(2, "y")],), "{2: y, x: 1}"),
        ("set", (1, [2, 1], SetValue.of([3])), "set(1, 2, 3)"),
        ("set_add", (SetValue.of([1]), 2), "set(1, 2)"),
        ("set_is_subset", (SetValue.of([1]), SetValue.of([1, 2])), "true"),
        ("keys", ({"b": 1, "a": 2},), "[a, b]"),
    ],
)
def test_a_collection_builtin_gives(name: str, args: tuple[Value, ...], text: str) -> None:
    assert text == shown(name, *args)


def test_a_collection_builtin_faults() -> None:
    assert fault(call, "keys", 5) == "Type error: 'keys' parameter `dict` expects dict, got int"
    assert (
        fault(call, "dict_from_pairs", [{"a": 1}])
        == "Type error: dict_from_pairs: entry 0 must be a [key, value] list or pair, got dict"
    )


def test_deep_merge_leaves_its_arguments() -> None:
    left = {"a": {"x": 1}}
    call("deep_merge", left, {"a": {"x": 2}})
    assert left == {"a": {"x": 1}}
