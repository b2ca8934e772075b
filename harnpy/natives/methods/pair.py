"""Properties of pairs."""

from harnpy.natives.support.declare import property_of
from harnpy.values.containers import PairValue
from harnpy.values.kinds import Value


@property_of("pair", "first", "A")
def first(mine: PairValue) -> Value:
    """The first of the two values."""
    return mine.first


@property_of("pair", "second", "B")
def second(mine: PairValue) -> Value:
    """The second of the two values."""
    return mine.second
