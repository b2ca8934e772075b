"""Abstract values: interval rules cover their points, joins cover their parts."""

from hypothesis import given
from hypothesis import strategies as st

from harnpy.semantics.facts.intervals import divide, multiply, power, remainder
from harnpy.semantics.facts.kinds import (
    ANY_INT,
    FLOAT_VALUE,
    MAX,
    MIN,
    NEVER,
    NIL_VALUE,
    STRING_VALUE,
    UNKNOWN,
    Value,
    container,
    integer,
    join,
)
from harnpy.semantics.facts.kinds import LIST as A_LIST

INTS = st.integers(-20, 20) | st.integers(MIN, MAX) | st.sampled_from([MIN, MAX, MIN + 1, -1, 0, 1])
INTERVALS = st.tuples(INTS, INTS).map(lambda pair: integer(min(pair), max(pair)))
LEAVES = st.one_of(
    st.sampled_from([UNKNOWN, NEVER, NIL_VALUE, STRING_VALUE, FLOAT_VALUE, ANY_INT]),
    INTERVALS,
)
VALUES = st.recursive(LEAVES, lambda inner: inner.map(lambda elem: container(A_LIST, elem)), max_leaves=4)


def exact(op: str, left: int, right: int) -> int | None:
    if op == "*":
        return left * right
    if right == 0:
        return None
    quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
    return quotient if op == "/" else left - quotient * right


@given(st.sampled_from("*/%"), INTERVALS, INTERVALS, st.data())
def test_interval_rules_cover_every_pair(op: str, left: Value, right: Value, data: st.DataObject) -> None:
    rule = {"*": multiply, "/": divide, "%": remainder}[op]
    x = data.draw(st.integers(left.lo, left.hi))
    y = data.draw(st.integers(right.lo, right.hi))
    wanted = exact(op, x, y)
    found = rule(left, right)
    if wanted is None:
        return
    assert found is not None
    if MIN <= wanted <= MAX:
        assert found.lo <= wanted <= found.hi
    else:
        assert found.mask & FLOAT_VALUE.mask


@given(st.integers(-9, 9), st.integers(0, 70))
def test_power_covers_its_points(base: int, exponent: int) -> None:
    found = power(integer(-9, 9), integer(0, 70))
    wanted = base**exponent
    assert found.lo <= wanted <= found.hi or found.mask & FLOAT_VALUE.mask


def covers(outer: Value, inner: Value) -> bool:
    return join(outer, inner) is outer


@given(VALUES, VALUES)
def test_join_covers_both_and_keeps_its_left_side_when_that_covers(left: Value, right: Value) -> None:
    both = join(left, right)
    assert covers(both, left)
    assert covers(both, right)
    assert join(both, both) is both


@given(VALUES, VALUES, VALUES)
def test_join_is_monotone(left: Value, right: Value, more: Value) -> None:
    if covers(left, right):
        assert covers(join(left, more), right)
