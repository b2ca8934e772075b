"""Methods of dicts: whatever shows an order shows the keys sorted."""

from harnpy.natives.support.declare import method, old_method
from harnpy.runtime.calls import adapt
from harnpy.values.containers import PairValue
from harnpy.values.display import display
from harnpy.values.iterators import IterValue
from harnpy.values.kinds import Value

Fields = dict[str, Value]


@method("dict", "len() -> int", aliases=("count",))
def length(fields: Fields) -> int:
    """Number of entries."""
    return len(fields)


@method("dict", "keys() -> list<K>", fresh=True)
def keys(fields: Fields) -> list[str]:
    """The keys in ascending order."""
    return sorted(fields)


@method("dict", "values() -> list<V>", fresh=True)
def values(fields: Fields) -> list[Value]:
    """The values in the order of their keys."""
    return [fields[key] for key in sorted(fields)]


@method("dict", "entries() -> list<{key: K, value: V}>", fresh=True)
def entries(fields: Fields) -> list[Fields]:
    """A dict `{key, value}` for each entry, in the order of the keys."""
    return [{"key": key, "value": fields[key]} for key in sorted(fields)]


@method("dict", "has(key: K) -> bool")
def has(fields: Fields, key: Value = None) -> bool:
    """Whether there is an entry for `key`."""
    return _key(key) in fields


@method("dict", "get<D>(key: K, default?: D) -> V | D")
def get(fields: Fields, key: Value = None, default: Value = None) -> Value:
    """The value of `key`, `default` when there is no such entry."""
    return fields.get(_key(key), default)


@method("dict", "merge(other: dict) -> dict", fresh=True, aliases=("merging",))
def merge(fields: Fields, other: Value = None) -> Fields:
    """The entries of both; those of `other` win."""
    return {**fields, **other} if other.__class__ is dict else dict(fields)


@method("dict", "map_values<U>(f: fn(V) -> U) -> dict<K, U>", fresh=True)
def map_values(fields: Fields, f: Value = None) -> Value:
    """The entries with `f(value)` in the place of each value."""
    call = adapt(f, 1)
    return None if call is None else {key: call(fields[key]) for key in sorted(fields)}


@method("dict", "map_keys(f: fn(K) -> any) -> dict<string, V>", fresh=True, aliases=("rekeyed", "rekey"))
def map_keys(fields: Fields, f: Value = None) -> Value:
    """The entries with the display text of `f(key)` in the place of each key; the last of equal keys wins."""
    call = adapt(f, 1)
    return None if call is None else {_key(call(key)): fields[key] for key in sorted(fields)}


@method("dict", "filter(f: fn(V) -> any) -> dict<K, V>", fresh=True)
def filter_entries(fields: Fields, f: Value = None) -> Value:
    """The entries for whose value `f` is truthy."""
    call = adapt(f, 1)
    return None if call is None else {key: fields[key] for key in sorted(fields) if call(fields[key])}


@method("dict", "to_list() -> list<{key: K, value: V}>", fresh=True)
def to_list(fields: Fields) -> list[Fields]:
    """A dict `{key, value}` for each entry, in the order of the keys."""
    return entries(fields)


@method("dict", "to_dict() -> dict<K, V>")
def to_dict(fields: Fields) -> Fields:
    """The dict itself."""
    return fields


@method("dict", "iter() -> iter<Pair<K, V>>", fresh=True)
def iterate(fields: Fields) -> IterValue:
    """A lazy iterator over the entries as pairs, in the order of the keys."""
    return IterValue(PairValue(key, fields[key]) for key in sorted(fields))


@method("dict", "remove(key: K) -> V?", mutates=True)
def remove(fields: Fields, key: Value = None) -> Value:
    """Remove the entry of `key` and return its value; nil when there is none."""
    return fields.pop(_key(key), None)


@method("dict", "clear() -> nil", mutates=True)
def clear(fields: Fields) -> None:
    """Remove all entries."""
    fields.clear()


@old_method("dict", "removing(key: K) -> dict<K, V>", fresh=True)
def removing(fields: Fields, key: Value = None) -> Fields:
    """The entries without that of `key`; old spelling of a copy and `remove`."""
    left = dict(fields)
    left.pop(_key(key), None)
    return left


def _key(key: Value) -> str:
    return key if key.__class__ is str else display(key)
