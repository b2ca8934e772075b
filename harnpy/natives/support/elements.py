"""A list in, what several natives ask of its elements out: membership, order, sums, joined text."""

from harnpy.values.display import display
from harnpy.values.equality import equal
from harnpy.values.faults import Fault, type_fault
from harnpy.values.hashing import structural_key
from harnpy.values.kinds import type_of
from harnpy.values.ordering import less_in_order
from harnpy.values.records import StructValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.values.kinds import Value

Items = list["Value"]

# Beyond these Python and Harn differ in comparing an int with a float.
_EXACT = 1 << 53
_PLAIN_CLASSES = ({int}, {str})
_MOST, _LEAST = (1 << 63) - 1, -(1 << 63)


def contains(items: Items, needle: "Value") -> bool:
    """Whether an element equals `needle`."""
    if _plain(needle):
        return needle in items
    return any(equal(item, needle) for item in items)


def position(items: Items, needle: "Value") -> int:
    """Index of the first element that equals `needle`, -1 when there is none."""
    if _plain(needle):
        return items.index(needle) if needle in items else -1
    return next((index for index, item in enumerate(items) if equal(item, needle)), -1)


def distinct(items: Items) -> Items:
    """The elements without later repetitions."""
    if set(map(type, items)) in _PLAIN_CLASSES:
        return list(dict.fromkeys(items))
    seen: dict[object, object] = {}
    for item in items:
        seen.setdefault(structural_key(item), item)
    return list(seen.values())


def extreme(items: Items, keys: Items, greatest: bool) -> object:
    """The element whose key comes first or, when `greatest`, last in the total order; the first of equals."""
    if not items:
        return None
    if set(map(type, keys)) in _PLAIN_CLASSES:
        wanted = max(keys) if greatest else min(keys)
        return items[keys.index(wanted)]
    best = 0
    for index in range(1, len(keys)):
        mine, champion = keys[index], keys[best]
        if less_in_order(champion, mine) if greatest else less_in_order(mine, champion):
            best = index
    return items[best]


def total(items: Items) -> int | float:
    """Sum of the ints and floats among the elements; an int beyond 64 bits becomes a float."""
    numbers = [item for item in items if item.__class__ is int or item.__class__ is float]
    result: int | float = 0
    for number in numbers:
        result += number
        if result.__class__ is int and not _LEAST <= result <= _MOST:
            result = float(result)
    return result


def join_texts(items: Items, separator: str) -> str:
    """The display texts of the elements with `separator` between them."""
    return separator.join([item if item.__class__ is str else display(item) for item in items])


def discriminator(name: str, key: "Value") -> str:
    """`key`, when a callback of the native `name` may give it as the key of a group."""
    if key.__class__ is str:
        return key
    raise Fault(
        f"{name}: callback must return a string discriminator, got {type_of(key)}; "
        "wrap the result with to_string(...) so the bucket key is unambiguous"
    )


def require_strings(items: Items) -> list[str]:
    """The elements, when all of them are strings."""
    for item in items:
        if item.__class__ is not str:
            raise type_fault(
                f"tally: list contains {type_of(item)}; expected a list of strings — "
                "wrap with to_string(...) so the bucket key is unambiguous"
            )
    return [item for item in items if item.__class__ is str]


def _plain(needle: "Value") -> bool:
    # A string, or an int that neither `True` nor a rounded float equals.
    return needle.__class__ is str or (needle.__class__ is int and 1 < abs(needle) < _EXACT)


def fields_of(value: "Value") -> "dict[str, Value]":
    """The entries of what passes for a dict: a dict, a struct, or a carrier such as a tool or a namespace."""
    if value.__class__ is dict:
        return value
    return value.fields if isinstance(value, StructValue) else value.entry
