"""Functions over lists and dicts; all give new values and leave their arguments as they are."""

from harnpy.natives.methods import list as lists
from harnpy.natives.support.declare import builtin
from harnpy.natives.support.elements import discriminator, distinct, fields_of
from harnpy.runtime.calls import adapt
from harnpy.values.containers import PairValue
from harnpy.values.display import display
from harnpy.values.faults import type_fault
from harnpy.values.hashing import structural_key
from harnpy.values.kinds import Value, type_of

Items = list[Value]
Fields = dict[str, Value]

_WINDOW = 2
_ENTRY = 2


@builtin("keys(dict: dict) -> list<string>", fresh=True)
def keys(fields: Value) -> list[str]:
    """The keys of a dict in ascending order."""
    return sorted(fields_of(fields))


@builtin("values(dict: dict) -> list", fresh=True)
def values(fields: Value) -> Items:
    """The values of a dict in the order of their keys."""
    found = fields_of(fields)
    return [found[key] for key in sorted(found)]


@builtin("entries(dict: dict) -> list<{key: string, value: any}>", fresh=True)
def entries(fields: Value) -> list[Fields]:
    """A dict `{key, value}` for each entry, in the order of the keys."""
    found = fields_of(fields)
    return [{"key": key, "value": found[key]} for key in sorted(found)]


@builtin("chunk<T>(items: list<T>, size: int) -> list<list<T>>", fresh=True)
def chunk(items: Items, size: int) -> Items:
    """Lists of `size` successive elements; the last one may be shorter."""
    return lists.chunks(items, size)


@builtin("window<T>(items: list<T>, size?: int, step?: int) -> list<list<T>>", fresh=True)
def window(items: Items, size: int | None = None, step: int | None = None) -> Items:
    """All lists of `size` (2) neighbouring elements that start at every `step`th (1) element."""
    return lists.windows(items, _WINDOW if size is None else size, step)


@builtin("flat_map<T, U>(items: list<T>, f: fn(T) -> U) -> list<any>", fresh=True)
def flat_map(items: Items, f: Value) -> Value:
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


@builtin("take_while<T>(items: list<T>, f: fn(T) -> any) -> list<T>", fresh=True)
def take_while(items: Items, f: Value) -> Value:
    """Elements before the first one for which `f` is falsy."""
    call = adapt(f, 1)
    if call is None:
        return None
    for index, item in enumerate(items):
        if not call(item):
            return items[:index]
    return items[:]


@builtin("drop_while<T>(items: list<T>, f: fn(T) -> any) -> list<T>", fresh=True)
def drop_while(items: Items, f: Value) -> Value:
    """Elements from the first one on for which `f` is falsy."""
    call = adapt(f, 1)
    if call is None:
        return None
    for index, item in enumerate(items):
        if not call(item):
            return items[index:]
    return []


@builtin("unique<T>(items: list<T>) -> list<T>", fresh=True)
def unique(items: Items) -> Items:
    """The elements without later repetitions."""
    return distinct(items)


@builtin("dedup_by<T>(items: list<T>, f: fn(T) -> any) -> list<T>", fresh=True)
def dedup_by(items: Items, f: Value) -> Value:
    """The elements without those for which `f` gives what it gave for an earlier one."""
    call = adapt(f, 1)
    if call is None:
        return None
    first: dict[object, Value] = {}
    for item in items:
        first.setdefault(structural_key(call(item)), item)
    return list(first.values())


@builtin("group_by<T>(items: list<T>, f: fn(T) -> string) -> dict<string, list<T>>", fresh=True)
def group_by(items: Items, f: Value) -> Value:
    """Elements under the text that `f` gives for them."""
    call = adapt(f, 1)
    if call is None:
        return None
    groups: dict[str, Items] = {}
    for item in items:
        groups.setdefault(discriminator("group_by", call(item)), []).append(item)
    return groups


@builtin("count_by<T>(items: list<T>, f: fn(T) -> string) -> dict<string, int>", fresh=True)
def count_by(items: Items, f: Value) -> Value:
    """Number of elements for each text that `f` gives."""
    call = adapt(f, 1)
    if call is None:
        return None
    counts: dict[str, int] = {}
    for item in items:
        key = discriminator("count_by", call(item))
        counts[key] = counts.get(key, 0) + 1
    return counts


@builtin("partition<T>(items: list<T>, f: fn(T) -> any) -> {match: list<T>, no_match: list<T>}", fresh=True)
def partition(items: Items, f: Value) -> Value:
    """The elements for which `f` is truthy under `match`, the others under `no_match`."""
    call = adapt(f, 1)
    if call is None:
        return None
    yes: Items = []
    no: Items = []
    for item in items:
        (yes if call(item) else no).append(item)
    return {"match": yes, "no_match": no}


@builtin("pick(dict: dict, keys: list) -> dict", fresh=True)
def pick(fields: Value, names: Items) -> Fields:
    """The entries of the given keys; keys without an entry are left out."""
    found = fields_of(fields)
    wanted = [display(name) for name in names]
    return {name: found[name] for name in wanted if name in found}


@builtin("deep_merge(a: dict, b: dict) -> dict", fresh=True)
def deep_merge(a: Value, b: Value) -> Fields:
    """The entries of both dicts; where both hold a dict these are merged in turn, else that of `b` wins."""
    merged = dict(fields_of(a))
    # Pairs of a dict that is ours to change and the entries to merge into it.
    pending: list[tuple[Fields, Fields]] = [(merged, fields_of(b))]
    while pending:
        mine, theirs = pending.pop()
        for key, value in theirs.items():
            known = mine.get(key)
            if known is not None and known.__class__ is dict and value.__class__ is dict:
                mine[key] = dict(known)
                pending.append((mine[key], value))
            else:
                mine[key] = value
    return merged


@builtin("dict_from_pairs(pairs: list) -> dict", fresh=True)
def dict_from_pairs(pairs: Items) -> Fields:
    """A dict of `[key, value]` lists or pairs; the last of equal keys wins."""
    made: Fields = {}
    for index, entry in enumerate(pairs):
        if entry.__class__ is PairValue:
            made[display(entry.first)] = entry.second
        elif entry.__class__ is list and len(entry) == _ENTRY:
            made[display(entry[0])] = entry[1]
        else:
            raise type_fault(
                f"dict_from_pairs: entry {index} must be a [key, value] list or pair, got {type_of(entry)}"
            )
    return made
