"""Random Harn values: scalars with the 64-bit edges, containers, records, deep ones last."""

from hypothesis import strategies as st

from harnpy.values.containers import DecimalValue, DurationValue, PairValue, RangeValue, SetValue
from harnpy.values.records import Err, Ok, Records

MOST, LEAST = (1 << 63) - 1, -(1 << 63)
RECORDS = Records()
Point = RECORDS.struct("Point", ("x", "y"))
Rect = RECORDS.variant("Shape", "Rect", 2)

ints = st.integers(LEAST, MOST) | st.sampled_from([0, 1, -1, 1 << 53, (1 << 53) + 1, MOST, LEAST])
floats = st.floats() | st.sampled_from([0.0, -0.0, 1.0, 2.0**53, 2.0**63, float("nan"), float("inf")])
texts = st.text(max_size=5)
scalars = st.none() | st.booleans() | ints | floats | texts | st.binary(max_size=3)
small = st.builds(DurationValue, ints) | st.builds(
    RangeValue, st.integers(-5, 5), st.integers(-5, 5), st.booleans()
)


def _containers(inner: st.SearchStrategy) -> st.SearchStrategy:
    return (
        st.lists(inner, max_size=4)
        | st.dictionaries(texts, inner, max_size=4)
        | st.lists(inner, max_size=4).map(SetValue.of)
        | st.builds(PairValue, inner, inner)
        | st.builds(Ok, inner)
        | st.builds(Err, inner)
        | st.builds(Point, inner, inner)
        | st.builds(Rect, inner, inner)
    )


values = st.recursive(scalars | small, _containers, max_leaves=12)
decimals = st.builds(DecimalValue, st.integers(-(10**12), 10**12), st.integers(0, 6))
plain_json = st.recursive(
    st.none() | st.booleans() | ints | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


def nested(depth: int) -> list:
    """A list in a list in a list …"""
    value: list = []
    for _ in range(depth):
        value = [value]
    return value


def nested_dicts(depth: int) -> dict:
    """A dict in a dict in a dict …"""
    value: dict = {}
    for _ in range(depth):
        value = {"a": value}
    return value
