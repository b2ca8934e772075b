"""Methods of lists that read: a list in, an element, a fact or a new list out; the list stays as it is."""

from harnpy.natives.support.declare import method, old_method, property_of
from harnpy.natives.support.elements import (
    contains,
    discriminator,
    distinct,
    extreme,
    join_texts,
    position,
    require_strings,
    total,
)
from harnpy.runtime.calls import adapt
from harnpy.values.containers import SetValue
from harnpy.values.display import display
from harnpy.values.faults import Thrown
from harnpy.values.iterators import IterValue
from harnpy.values.kinds import Value
from harnpy.values.ordering import sorted_by_keys, sorted_values

Items = list[Value]


@method("list", "len() -> int", aliases=("count",))
def length(items: Items) -> int:
    """Number of elements."""
    return len(items)


@property_of("list", "count", "int")
def count(items: Items) -> int:
    """Number of elements."""
    return len(items)


@method("list", "empty() -> bool")
def is_empty(items: Items) -> bool:
    """Whether the list has no elements."""
    return not items


@property_of("list", "empty", "bool")
def empty(items: Items) -> bool:
    """Whether the list has no elements."""
    return not items


@method("list", "first() -> T?")
def first_element(items: Items, *surplus: object) -> Value:
    """First element, nil when the list is empty."""
    if surplus:
        raise Thrown("list.first() takes no arguments; use take(n) for several elements")
    return items[0] if items else None


@property_of("list", "first", "T?")
def first(items: Items) -> Value:
    """First element, nil when the list is empty."""
    return items[0] if items else None


@method("list", "last() -> T?")
def last_element(items: Items, *surplus: object) -> Value:
    """Last element, nil when the list is empty."""
    if surplus:
        raise Thrown("list.last() takes no arguments; use take(n) for several elements")
    return items[-1] if items else None


@property_of("list", "last", "T?")
def last(items: Items) -> Value:
    """Last element, nil when the list is empty."""
    return items[-1] if items else None


@method("list", "contains(item: any) -> bool", aliases=("includes",))
def contains_item(items: Items, item: Value = None) -> bool:
    """Whether an element equals `item`."""
    return contains(items, item)


@method("list", "index_of(item: any) -> int")
def index_of(items: Items, item: Value = None) -> int:
    """Index of the first element that equals `item`, -1 when there is none."""
    return position(items, item)


@method("list", "map<U>(f: fn(T) -> U) -> list<U>", fresh=True)
def map_items(items: Items, f: Value = None) -> Value:
    """Results of `f` for each element."""
    call = adapt(f, 1)
    return None if call is None else [call(item) for item in items]


@method("list", "filter(f: fn(T) -> any) -> list<T>", fresh=True)
def filter_items(items: Items, f: Value = None) -> Value:
    """Elements for which `f` is truthy."""
    call = adapt(f, 1)
    return None if call is None else [item for item in items if call(item)]


@method("list", "flat_map<U>(f: fn(T) -> list<U> | U) -> list<U>", fresh=True)
def flat_map(items: Items, f: Value = None) -> Value:
    """Results of `f` for each element, with lists among them spliced in."""
    call = adapt(f, 1)
    if call is None:
        return None
    found: Items = []
    for item in items:
        made = call(item)
        if made.__class__ is list:
            found += made
        else:
            found.append(made)
    return found


@method("list", "reduce<U>(init: U, f: fn(U, T) -> U) -> U")
def reduce_items(items: Items, init: Value = None, f: Value = None) -> Value:
    """Fold the elements from the left: `f(accumulated, element)`, starting with `init`."""
    call = adapt(f, 2)
    if call is None:
        return None
    for item in items:
        init = call(init, item)
    return init


@method("list", "find(f: fn(T) -> any) -> T?")
def find(items: Items, f: Value = None) -> Value:
    """First element for which `f` is truthy, nil when there is none."""
    call = adapt(f, 1)
    if call is not None:
        for item in items:
            if call(item):
                return item
    return None


@method("list", "find_index(f: fn(T) -> any) -> int")
def find_index(items: Items, f: Value = None) -> Value:
    """Index of the first element for which `f` is truthy, -1 when there is none."""
    call = adapt(f, 1)
    if call is None:
        return None
    for index, item in enumerate(items):
        if call(item):
            return index
    return -1


@method("list", "any(f: fn(T) -> any) -> bool")
def any_item(items: Items, f: Value = None) -> bool:
    """Whether `f` is truthy for at least one element."""
    call = adapt(f, 1)
    if call is not None:
        for item in items:
            if call(item):
                return True
    return False


@method("list", "all(f: fn(T) -> any) -> bool", aliases=("every",))
def all_items(items: Items, f: Value = None) -> bool:
    """Whether `f` is truthy for every element."""
    call = adapt(f, 1)
    if call is not None:
        for item in items:
            if not call(item):
                return False
    return True


@method("list", "none(f?: fn(T) -> any) -> bool")
def no_item(items: Items, f: Value = None) -> bool:
    """Whether `f` is truthy for no element."""
    return not any_item(items, f)


@method("list", "sorted() -> list<T>", fresh=True)
def sorted_list(items: Items, *surplus: object) -> Items:
    """The elements in ascending total order; equal ones keep their order."""
    if surplus:
        raise Thrown("list.sorted takes no arguments; use list.sorted_by(fn) for key-based sorting")
    return sorted_values(items)


@method("list", "sorted_by(key: fn(T) -> any) -> list<T>", fresh=True)
def sorted_by(items: Items, key: Value = None) -> Value:
    """The elements in ascending total order of `key(element)`; equal ones keep their order."""
    call = adapt(key, 1)
    return None if call is None else sorted_by_keys(items, [call(item) for item in items])


@method("list", "reversed() -> list<T>", fresh=True)
def reversed_list(items: Items) -> Items:
    """The elements from last to first."""
    return items[::-1]


@method("list", "unique() -> list<T>", fresh=True)
def unique(items: Items) -> Items:
    """The elements without later repetitions."""
    return distinct(items)


@method("list", "compact() -> list<T>", fresh=True)
def compact(items: Items) -> Items:
    """The elements that are not nil."""
    return [item for item in items if item is not None]


@method("list", "flatten() -> list<any>", fresh=True)
def flatten(items: Items) -> Items:
    """The elements, with the elements of lists among them in their place; one level."""
    found: Items = []
    for item in items:
        if item.__class__ is list:
            found += item
        else:
            found.append(item)
    return found


@method("list", "enumerate() -> list<{index: int, value: T}>", fresh=True)
def enumerate_items(items: Items) -> Items:
    """A dict `{index, value}` for each element."""
    return [{"index": index, "value": value} for index, value in enumerate(items)]


@method("list", "zip<U>(other: list<U>) -> list<tuple<T, U>>", fresh=True)
def zip_items(items: Items, other: Value = None) -> Items:
    """Lists `[mine, other's]` as long as both have elements."""
    if other.__class__ is not list:
        return []
    return [[mine, theirs] for mine, theirs in zip(items, other, strict=False)]


@method("list", "slice(start: int, end?: int) -> list<T>", fresh=True)
def slice_items(items: Items, start: Value = None, end: Value = None) -> Items:
    """Elements from `start` to before `end`; negative numbers count from the end."""
    return items[start if start.__class__ is int else 0 : end if end.__class__ is int else None]


@method("list", "take(n: int) -> list<T>", fresh=True)
def take(items: Items, n: Value = None) -> Items:
    """The first `n` elements."""
    return items[: _count(n, 0)]


@method("list", "skip(n: int) -> list<T>", fresh=True)
def skip(items: Items, n: Value = None) -> Items:
    """The elements after the first `n`."""
    return items[_count(n, 0) :]


@method("list", "take_while(f: fn(T) -> any) -> list<T>", fresh=True)
def take_while(items: Items, f: Value = None) -> Value:
    """Elements before the first one for which `f` is falsy."""
    call = adapt(f, 1)
    if call is None:
        return None
    for index, item in enumerate(items):
        if not call(item):
            return items[:index]
    return items[:]


@method("list", "drop_while(f: fn(T) -> any) -> list<T>", fresh=True)
def drop_while(items: Items, f: Value = None) -> Value:
    """Elements from the first one on for which `f` is falsy."""
    call = adapt(f, 1)
    if call is None:
        return None
    for index, item in enumerate(items):
        if not call(item):
            return items[index:]
    return []


@method("list", "chunks(n: int) -> list<list<T>>", fresh=True, aliases=("chunk", "each_slice"))
def chunks(items: Items, n: Value = None) -> Items:
    """Lists of `n` successive elements; the last one may be shorter."""
    size = _count(n, 1)
    return [items[start : start + size] for start in range(0, len(items), size)]


@method(
    "list",
    "windows(n: int, step: int = 1) -> list<list<T>>",
    fresh=True,
    aliases=("window", "each_cons", "sliding_window"),
)
def windows(items: Items, n: Value = None, step: Value = None) -> Items:
    """All lists of `n` neighbouring elements that start at every `step`th element."""
    size = _count(n, 1)
    return [items[start : start + size] for start in range(0, len(items) - size + 1, _count(step, 1))]


@method("list", "partition(f: fn(T) -> any) -> tuple<list<T>, list<T>>", fresh=True)
def partition(items: Items, f: Value = None) -> Value:
    """Two lists: the elements for which `f` is truthy, and the others."""
    call = adapt(f, 1)
    if call is None:
        return None
    yes: Items = []
    no: Items = []
    for item in items:
        (yes if call(item) else no).append(item)
    return [yes, no]


@method("list", "group_by(f: fn(T) -> string) -> dict<string, list<T>>", fresh=True)
def group_by(items: Items, f: Value = None) -> Value:
    """Elements under the text that `f` gives for them."""
    call = adapt(f, 1)
    if call is None:
        return None
    groups: dict[str, Items] = {}
    for item in items:
        key = discriminator("group_by", call(item))
        if key in groups:
            groups[key].append(item)
        else:
            groups[key] = [item]
    return groups


@method("list", "count_by(f: fn(T) -> string) -> dict<string, int>", fresh=True)
def count_by(items: Items, f: Value = None) -> Value:
    """Number of elements for each text that `f` gives."""
    call = adapt(f, 1)
    if call is None:
        return None
    counts: dict[str, int] = {}
    for item in items:
        key = discriminator("count_by", call(item))
        counts[key] = counts.get(key, 0) + 1
    return counts


@method("list", "tally() -> dict<string, int>", fresh=True)
def tally(items: Items) -> dict[str, int]:
    """Number of occurrences of each string."""
    counts: dict[str, int] = {}
    for item in require_strings(items):
        counts[item] = counts.get(item, 0) + 1
    return counts


@method("list", 'join(sep: string = "") -> string')
def join(items: Items, sep: Value = None) -> str:
    """The display texts of the elements with `sep` between them."""
    return join_texts(items, "" if sep is None else display(sep))


@method("list", "sum() -> int | float")
def sum_items(items: Items) -> Value:
    """Sum of the numbers among the elements, 0 when there are none."""
    return total(items)


@method("list", "min() -> T?")
def smallest(items: Items) -> Value:
    """Least element in the total order, the first of equals; nil when the list is empty."""
    return extreme(items, items, False)


@method("list", "max() -> T?")
def largest(items: Items) -> Value:
    """Greatest element in the total order, the first of equals; nil when the list is empty."""
    return extreme(items, items, True)


@method("list", "min_by(f: fn(T) -> any) -> T?")
def min_by(items: Items, f: Value = None) -> Value:
    """Element with the least `f(element)`, the first of equals; nil when the list is empty."""
    call = adapt(f, 1)
    return None if call is None else extreme(items, [call(item) for item in items], False)


@method("list", "max_by(f: fn(T) -> any) -> T?")
def max_by(items: Items, f: Value = None) -> Value:
    """Element with the greatest `f(element)`, the first of equals; nil when the list is empty."""
    call = adapt(f, 1)
    return None if call is None else extreme(items, [call(item) for item in items], True)


@method("list", "to_list() -> list<T>")
def to_list(items: Items) -> Items:
    """The list itself."""
    return items


@method("list", "to_set() -> set<T>", fresh=True)
def to_set(items: Items) -> SetValue:
    """The elements as a set."""
    return SetValue.of(items)


@method("list", "iter() -> iter<T>", fresh=True)
def iterate(items: Items) -> IterValue:
    """A lazy iterator over the elements."""
    return IterValue(items)


@old_method("list", "appending(item: T) -> list<T>", fresh=True)
def appending(items: Items, item: Value = None) -> Items:
    """Old spelling of `xs + [item]`."""
    return [*items, item]


@old_method("list", "dropping_last() -> list<T>", fresh=True)
def dropping_last(items: Items) -> Items:
    """Old spelling of `xs[:-1]`."""
    return items[:-1]


def _count(n: Value, least: int) -> int:
    return max(n, least) if n.__class__ is int else least
