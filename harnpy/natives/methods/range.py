"""Methods of ranges that need no iterator; every other method of a range is that of its iterator."""

from harnpy.natives.support.declare import method
from harnpy.values.containers import RangeValue
from harnpy.values.display import display
from harnpy.values.iterators import IterValue
from harnpy.values.kinds import Value


@method("range", "len() -> int", aliases=("count",))
def length(mine: RangeValue) -> int:
    """Number of ints in the range."""
    return max(mine.range.stop - mine.range.start, 0)


@method("range", "empty() -> bool")
def empty(mine: RangeValue) -> bool:
    """Whether the range holds no int."""
    return not mine.range


@method("range", "contains(n: int) -> bool", aliases=("includes",))
def contains(mine: RangeValue, n: Value = None) -> bool:
    """Whether the int `n` lies in the range."""
    return n.__class__ is int and n in mine.range


@method("range", "first() -> int?")
def first(mine: RangeValue) -> int | None:
    """The first int, nil when the range is empty."""
    return mine.range[0] if mine.range else None


@method("range", "last() -> int?")
def last(mine: RangeValue) -> int | None:
    """The last int, nil when the range is empty."""
    return mine.range[-1] if mine.range else None


@method("range", "to_string() -> string")
def to_string(mine: RangeValue) -> str:
    """The range as it is written."""
    return display(mine)


@method("range", "iter() -> iter<int>", fresh=True)
def iterate(mine: RangeValue) -> IterValue:
    """A lazy iterator over the ints."""
    return IterValue(mine.range)
