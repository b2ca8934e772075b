"""Encoded entries: equal to a dict written whole, whatever is changed, whoever wrote the file."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harnpy.storage.entries import MOST_IN_BLOCK, Entries, decode_entries, encode_entry
from harnpy.values.text import NotAnObject, json_compact, json_pretty, json_stringify, salvage_members

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


def content(entries: Entries) -> str:
    return b"".join(entries.parts()).decode()


@given(st.lists(st.tuples(TEXTS, VALUES | st.just(...)), max_size=20))
def test_changes_give_what_a_dict_written_whole_gives(changes: list[tuple[str, object]]) -> None:
    entries, expected = Entries(), dict[str, object]()
    for key, value in changes:
        if value is ...:
            entries = entries.without(key)
            expected.pop(key, None)
        else:
            entries = entries.with_entry(key, encode_entry(key, value))
            expected[key] = value
    assert content(entries) == json_pretty(expected)
    assert entries.keys() == sorted(expected, key=str.encode)
    assert {key: entries.value(key) for key in entries.keys()} == expected  # noqa: SIM118  no dict


@given(st.dictionaries(TEXTS, VALUES, max_size=6), st.sampled_from([None, 2, 4]), st.booleans())
def test_files_of_other_writers_are_written_as_ours(
    values: dict[str, object], indent: int | None, ascii_only: bool
) -> None:
    entries = decode_entries(json.dumps(values, indent=indent, ensure_ascii=ascii_only))
    assert content(entries.normal()) == json_pretty(values)


@pytest.mark.parametrize(
    "written", ["1e-06", "1e-05", "1.0e5", "1E5", "[1e-07]", "1.50", "-0", "100000000000000000.0"]
)
def test_numbers_of_other_writers_are_spelt_as_ours(written: str) -> None:
    text = f'{{\n  "a": {written}\n}}'
    assert content(decode_entries(text).normal()) == json_pretty(json.loads(text))


def test_many_entries_stand_in_small_blocks() -> None:
    entries, expected = Entries(), dict[str, int]()
    for number in range(3 * MOST_IN_BLOCK):
        key = f"k{number * 7919 % 10_007}"
        expected[key] = number
        entries = entries.with_entry(key, encode_entry(key, number))
    assert content(entries) == json_pretty(expected)
    for key in list(expected)[::2]:
        entries = entries.without(key)
        del expected[key]
    assert content(entries) == json_pretty(expected)


def test_a_change_leaves_the_entries_before_it_alone() -> None:
    before = Entries().with_entry("a", encode_entry("a", [1]))
    after = before.with_entry("a", encode_entry("a", [2])).without("b")
    assert (before.value("a"), after.value("a")) == ([1], [2])
    assert before.without("b") is before
    assert before.value("a") is not before.value("a")


@pytest.mark.parametrize("text", ["[]", "null", '"x"', "5", " true "])
def test_json_that_is_no_object_is_told_apart(text: str) -> None:
    with pytest.raises(NotAnObject):
        decode_entries(text)


def test_repeated_keys_keep_the_last_value_and_numbers_are_read_as_the_design_says() -> None:
    entries = decode_entries('{"a": 1, "a": 9223372036854775808, "b": 1e2, "c": -0.0}')
    assert [entries.value(key) for key in ("a", "b")] == [9.223372036854775808e18, 100.0]
    assert content(entries.normal()) == '{\n  "a": 9.223372036854776e+18,\n  "b": 100.0,\n  "c": -0.0\n}'


def test_writers_differ_in_control_characters() -> None:
    text = "\b\f\t\x01\x7f\x85é"
    assert json_compact(text) == '"\\b\\f\\t\\u0001\x7f\x85é"'
    assert json_pretty(text) == json_compact(text)
    assert json_stringify(text) == '"\\u0008\\u000c\\t\\u0001\\u007f\\u0085é"'
    assert json_stringify({'\n"': "\\"}) == '{"\\n\\"":"\\\\"}'


FLOATS = {1e-05: "0.00001", 1e-06: "1e-6", 2.5e-07: "2.5e-7", 1e15: "1000000000000000.0", 1e16: "1e+16",
          1.2345678901234568e17: "1.2345678901234568e+17", 1.5e300: "1.5e+300", 5e-324: "5e-324",
          -0.0: "-0.0"}  # fmt: skip


@pytest.mark.parametrize("number", FLOATS)
def test_floats_are_written_in_one_way(number: float) -> None:
    assert {json_stringify(number), json_pretty(number), json_compact(number)} == {FLOATS[number]}


def test_salvage_tells_what_it_read_and_where_it_could_not() -> None:
    assert salvage_members('{\n  "a": 1,\n  "b": x,\n  "c": 3\n}') == ([("a", "1"), ("c", "3")], [14])
    assert salvage_members("") == ([], [0])
    assert salvage_members('{"a": 1} trailing')[0] == [("a", "1")]
