"""Values on their way to storage: what is kept, what is refused and where it stands."""

import pytest

from harnpy.runtime.handles import CLASSES, ROOT, Resource
from harnpy.storage.conversion import MOST_DEPTH, Refused, data, distinct, stored
from harnpy.values.containers import DurationValue, PairValue, RangeValue, SetValue
from harnpy.values.display import display
from harnpy.values.faults import Fault
from harnpy.values.records import Ok, Records

REFUSED = {
    "a closure": lambda: None,
    "a set": SetValue.of([1]),
    "a range": RangeValue(1, 3, False),
    "a duration": DurationValue(5),
    "an enum value": Ok(1),
    "a pair": PairValue(1, 2),
    "a handle": Resource("x", {}, None),
    "bytes": b"x",
    "NaN": float("nan"),
    "infinity": float("inf"),
    "-infinity": float("-inf"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_would_not_come_back_is_refused_with_its_place(name: str) -> None:
    value = {"a": [1, {"b c": REFUSED[name]}]}
    with pytest.raises(Refused) as refusal:
        stored(value)
    assert str(refusal.value) == f'value.a[1]["b c"] is {name}'
    lost = stored(value, lossy=True)
    assert (lost.json, lost.lost) == ({"a": [1, {"b c": None}]}, [f'value.a[1]["b c"] is {name}'])


def test_the_first_offence_in_order_of_iteration_is_told() -> None:
    with pytest.raises(Refused, match=r"^value\.a\[0\] is bytes$"):
        stored({"b": b"", "a": [b"", b""]})


@pytest.mark.parametrize("handle", [ROOT, CLASSES["fs"]()])
def test_authority_is_neither_stored_nor_passed_on(handle: object) -> None:
    for convert in (stored, data):
        with pytest.raises(Fault) as fault:
            convert([{"x": handle}])
        assert str(fault.value.value).endswith("is runtime authority and cannot be persisted as domain state")


def test_structs_and_decimals_are_kept_in_another_form_and_told() -> None:
    point = Records().struct("Point", ("x",))(1)
    made = stored({"p": point})
    assert made.json == {"p": {"x": 1}}
    assert made.changes == [("value.p", "struct Point", "a dict")]


def test_nesting_is_bounded() -> None:
    value: object = 1
    for _ in range(MOST_DEPTH):
        value = [value]
    assert stored(value).json == value
    with pytest.raises(Refused, match=r"^value nests deeper than 120 levels$"):
        stored([value])


def test_data_shows_what_json_has_no_form_for() -> None:
    span, length = RangeValue(1, 3, False), DurationValue(5)
    found = data({"n": float("nan"), "b": b"x", "r": span, "d": length})
    shown = {"r": display(span), "d": display(length)}
    assert found == {"b": {"$bytes_b64": "eA=="}, "n": None, **shown}


@pytest.mark.parametrize("value", [SetValue.of([1, 2]), b"x", RangeValue(1, 2, True), [SetValue.of([b"x"])]])
def test_identities_may_hold_what_canonical_json_has_a_form_for(value: object) -> None:
    distinct(value, "identity")


def test_identities_are_judged_inside_of_sets_too() -> None:
    with pytest.raises(Refused, match=r"^identity\[0\] is a duration$"):
        distinct(SetValue.of([DurationValue(5)]), "identity")
