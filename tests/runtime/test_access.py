"""Reads, writes and method calls on every kind: results, rules of absence, texts of faults."""

import pytest

from harnpy.runtime import access, loops
from harnpy.runtime.handles import ROOT
from harnpy.values.containers import PairValue, RangeValue, SetValue
from harnpy.values.display import display
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value
from harnpy.values.records import ABSENT, Ok
from tests.runtime.programs import machine_of

MACHINE = machine_of()
METHODS = MACHINE.access
P = MACHINE.records.struct("P", ("x", "y"), ("y",))
P.METHODS["double"] = lambda self: self.f_x * 2


def fault_of(function: Value, *args: Value) -> str:
    with pytest.raises(Fault) as raised:
        function(*args)
    return raised.value.value


@pytest.mark.parametrize(
    ("value", "key", "found"),
    [
        ([1, 2], -1, 2),
        ([1, 2], 5, None),
        ("héllo", 1, "é"),
        ("a", 3, None),
        ({"1": "x"}, 1, "x"),
        ({"true": "x"}, True, "x"),
        ({}, "a", None),
        (RangeValue(0, 3, False), -1, 2),
    ],
)
def test_index(value: Value, key: Value, found: Value) -> None:
    assert access.index(value, key) == found


@pytest.mark.parametrize(
    ("function", "args", "text"),
    [
        (access.index, (1, "a"), "Type error: cannot index into int with string"),
        (access.index, (None, 0), "Type error: cannot index into nil with int"),
        (access.index, ([1], "a"), "Type error: cannot index into list with string"),
        (
            access.index,
            (RangeValue(0, 3, False), 5),
            "Runtime error: range index out of range: index 5 for range of length 3",
        ),
        (access.slice_of, (1, None, None), "Type error: cannot slice int"),
        (access.slice_of, ([], "a", None), "Type error: slice start must be an integer, got string"),
        (
            access.set_index,
            ([1], 5, 2),
            "Runtime error: Index 5 out of bounds for list of length 1",
        ),
        (
            access.set_index,
            ([1, 2, 3], -4, 2),
            "Runtime error: Index -4 out of bounds for list of length 3",
        ),
        (
            access.set_index,
            ("a", 0, 2),
            "Type error: cannot assign by index into string; only lists and dicts support index assignment",
        ),
        (access.set_property, ([], "p", 1), "Type error: cannot set property `p` on list"),
        (
            access.get_property,
            (None, "p"),
            "Type error: cannot access property `p` on nil — use `?.p` for optional access, or narrow with a "
            "`!= nil` guard before reading fields",
        ),
        (
            access.get_property,
            (PairValue(1, 2), "p"),
            "Type error: cannot access property `p` on pair (expected `first` or `second`)",
        ),
        (
            access.get_property,
            (SetValue.of([]), "count"),
            "Type error: cannot access property `count` on set — only dicts, structs, lists, strings, "
            "and pairs support property access",
        ),
        (METHODS.call_method, ([], "nope"), "Runtime error: list has no method `nope`"),
        (METHODS.call_method, (1.5, "nope"), "Runtime error: value of type float has no method `nope`"),
        (METHODS.call_method, (None, "nope"), "Type error: value of type nil has no method `nope`"),
        (METHODS.call_method, (Ok(1), "nope"), "Type error: value of type enum has no method `nope`"),
        (METHODS.call_method, ({"a": 1}, "a"), "Runtime error: dict has no method `a`"),
        (METHODS.call_method, (RangeValue(0, 1, False), "nope"), "Runtime error: iter has no method `nope`"),
        (
            METHODS.on_temporary,
            ([1], "push", 2),
            "Runtime error: `list.push` mutates its receiver, so call it on a `let` binding "
            "(`let xs = ...; xs.push(...)`)",
        ),
        (loops.list_parts, (1,), "Type error: cannot destructure int with [...] pattern — expected list"),
        (
            loops.dict_parts,
            (P(1, 2),),
            "Type error: cannot destructure struct with {...} pattern — expected dict",
        ),
    ],
)
def test_fault_texts(function: Value, args: tuple, text: str) -> None:
    assert fault_of(function, *args) == text


@pytest.mark.parametrize(
    ("value", "name", "found"),
    [
        ({"a": 1}, "a", 1),
        ({"a": 1}, "count", None),
        ([3, 4], "count", 2),
        ([3, 4], "last", 4),
        ([], "first", None),
        ([], "empty", True),
        ("ab", "count", 2),
        ("ab", "zzz", None),
        (PairValue(1, 2), "second", 2),
        (Ok(5), "variant", "Ok"),
        (Ok(5), "fields", [5]),
        (Ok(5), "x", None),
        (P(1, ABSENT), "x", 1),
        (P(1, ABSENT), "y", None),
        (P(1, ABSENT), "z", None),
    ],
)
def test_properties(value: Value, name: str, found: Value) -> None:
    assert access.get_property(value, name) == found
    assert access.optional_property(value, name) == found


@pytest.mark.parametrize("value", [None, 1, SetValue.of([]), ROOT, RangeValue(0, 1, False)])
def test_optional_property_of_what_has_none(value: Value) -> None:
    assert access.optional_property(value, "nope") is None


def test_python_attributes_are_out_of_reach() -> None:
    for name in ("__class__", "copy", "f_x", "extra", "READ", "__dict__"):
        assert access.get_property(P(1, 2), name) is None
        assert access.get_property([1], name) is None
        assert METHODS.call_method(P(1, 2), name) is None


def test_methods_of_structs_dicts_and_ranges() -> None:
    assert METHODS.call_method(P(2, 1), "double") == 4
    assert METHODS.call_method(P(2, 1), "double", "surplus") == 4
    assert METHODS.call_method(P(lambda a: a + 1, 1), "x", 5) == 6
    assert METHODS.call_method({"f": lambda a: a}, "f", 7, 8) == 7
    assert METHODS.call_method({"keys": lambda: 1}, "keys") == ["keys"]
    assert METHODS.call_method({"remove": lambda k: "mine"}, "remove", "x") == "mine"
    assert METHODS.call_method(RangeValue(1, 4, False), "len") == 3


def test_mutation_in_place() -> None:
    xs = [1]
    assert METHODS.mutate(xs, "push", 2) is None
    assert xs == [1, 2]
    fields = {"a": 1}
    assert METHODS.mutate(fields, "remove", "a") == 1
    assert fields == {}
    assert not METHODS.mutating({"remove": lambda k: k}, "remove")
    assert not METHODS.mutating(P(1, 2), "push")
    assert METHODS.mutating(SetValue.of([]), "add")


def test_writes() -> None:
    p = P(1, ABSENT)
    access.set_property(p, "y", 2)
    access.set_property(p, "extra", 3)
    assert display(p) == "P {extra: 3, x: 1, y: 2}"
    twin = access.copy(p)
    access.set_property(twin, "extra", 4)
    access.set_property(twin, "x", 9)
    assert display(p) == "P {extra: 3, x: 1, y: 2}"
    fields: dict = {}
    access.set_index(fields, 1, "a")
    assert fields == {"1": "a"}


def test_loops() -> None:
    assert list(loops.iterate("abc")) == []
    assert list(loops.iterate(None)) == []
    assert list(loops.iterate(RangeValue(1, 3, True))) == [1, 2, 3]
    assert list(loops.iterate({"b": 1, "a": 2})) == [{"key": "a", "value": 2}, {"key": "b", "value": 1}]
    assert loops.pair_parts(PairValue(1, 2)) == (1, 2)
    assert fault_of(loops.pair_parts, [1]).startswith(
        "Type error: cannot destructure list with a `for (a, b)` pair pattern — expected a Pair."
    )
    assert [loops.retries(n) for n in (3, 0, -1, "x", True)] == [3, 1, 1, 1, 1]
