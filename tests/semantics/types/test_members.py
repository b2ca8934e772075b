"""What values have: methods with the receiver's types put in, properties, names (language.md 6.3)."""

import pytest

from harnpy.semantics import members
from harnpy.semantics.generics import flat
from harnpy.semantics.type_names import display
from tests.semantics.types.declaring import Declared

DECLARED = """
interface Show { type Item = string; fn show(self) -> string; fn item(self) -> Item }
interface Other { fn other(self, n: int) -> int }
struct Cell<T> { value: T, note?: string }
impl Cell { fn get(self) -> T { return self.value }; fn twice<U>(self, f: fn(T) -> U) -> [U] { return [] } }
enum Color { Red }
type Names = list<string>
type Mixed = {a: int, b: string}
type Alike = {a: int, b: int}
"""
METHODS = {
    "list<int>.map": "fn(fn(int) -> U) -> list<U>",
    "Names.first": "fn() -> string?",
    "list.first": "fn() -> any",
    "list<int>.push": "fn(int) -> nil",
    "list<int>.contains": "fn(any) -> bool",
    "list<int>.zip": "fn(list<U>) -> list<tuple<int, U>>",
    "list<int>.sum": "fn() -> int",
    "list<int?>.sum": "fn() -> int",
    "list<number>.sum": "fn() -> int | float",
    "list<string>.sum": "fn() -> int",
    "list.sum": "fn() -> any",
    "list<int?>.compact": "fn() -> list<int>",
    "list<list<int>>.flatten": "fn() -> list<int>",
    "list<list<int> | string>.flatten": "fn() -> list<int | string>",
    "list<int>.partition": "fn(fn(int) -> any) -> tuple<list<int>, list<int>>",
    "list<int>.flat_map": "fn(fn(int) -> list<U> | U) -> list<U>",
    "tuple<int, string>.reversed": "fn() -> list<int | string>",
    "list<int>.every": "fn(fn(int) -> any) -> bool",
    "list<int>.nothing": "-",
    "dict<string, int>.entries": "fn() -> list<{key: string, value: int}>",
    "dict<string, int>.get": "fn(string, D?) -> int | D",
    "Alike.values": "fn() -> list<int>",
    "Mixed.values": "fn() -> list",
    "Mixed.filter": "fn(fn(any) -> any) -> dict",
    "Alike.filter": "fn(fn(int) -> any) -> dict<string, int>",
    "Mixed.to_dict": "fn() -> {a: int, b: string}",
    "dict<string, int>.count": "fn() -> int",
    "dict<string, int>.contains": "-",
    "set<int>.union": "fn(set<U>) -> set<int | U>",
    "set<int>.count": "fn() -> int",
    "range.len": "fn() -> int",
    "range.map": "fn(fn(int) -> U) -> iter<U>",
    "range.sum": "fn() -> int",
    "range.reversed": "-",
    "iter<string>.to_list": "fn() -> list<string>",
    "iter<Pair<string, int>>.to_dict": "fn() -> dict<string, int>",
    "iter<int>.enumerate": "fn() -> iter<Pair<int, int>>",
    "Generator<int>.iter": "fn() -> iter<int>",
    "Stream<int>.iter": "fn() -> iter<int>",
    "string.split": "fn(string) -> list<string>",
    '"a".upper': "fn() -> string",
    "int.upper": "-",
    "nil.len": "-",
    "Cell<int>.get": "fn() -> int",
    "Cell<int>.twice": "fn(fn(int) -> U) -> list<U>",
    "Cell<int>.put": "-",
    "Show.show": "fn() -> string",
    "Show.item": "fn() -> string",
    "Show.other": "-",
    "Show & Other.other": "fn(int) -> int",
    "HarnessFs.read_text": "fn(string) -> string",
    "HarnessFs.nothing": "-",
    "rng.shuffle": "fn(list<T>) -> list<T>",
}


@pytest.mark.parametrize("place", METHODS)
def test_a_method_with_the_types_of_its_receiver(place: str) -> None:
    written, _, name = place.rpartition(".")
    declared = Declared(DECLARED, written)
    found = members.method(declared.world, flat(declared.types[written]), name)
    assert ("-" if found is None else display(found.function)) == METHODS[place]


PROPERTIES = {
    "list<int>.count": "int",
    "list<int>.first": "int?",
    "list<int>.len": "-",
    "string.empty": "bool",
    "Pair<int, string>.second": "string",
    "Pair.first": "any",
    "Color.variant": "string",
    "Result<int, string>.fields": "list",
    "Cell<int>.value": "int",
    "Cell<int>.note": "string?",
    "Cell<int>.nothing": "-",
    "{a: int, b?: int}.b": "int?",
    "{a: int}.c": "-",
    "{a: int, ...dict}.c": "any",
    "{a: int, ...dict<string, bool>}.c": "bool",
    "dict<string, int>.k": "int",
    "dict.k": "any",
    "{a: int} & {b: string}.b": "string",
    "{a: int} & {a: string}.a": "int & string",
    "Harness.fs": "HarnessFs",
    "Harness.nothing": "-",
    "HarnessFs.read_text": "-",
    "set<int>.count": "-",
    "int.count": "-",
}


@pytest.mark.parametrize("place", PROPERTIES)
def test_a_property(place: str) -> None:
    written, _, name = place.rpartition(".")
    declared = Declared(DECLARED, written)
    found = members.property_type(declared.world, flat(declared.types[written]), name)
    assert ("-" if found is None else display(found)) == PROPERTIES[place]


SIGNATURES = {
    "list<int>.push": "<T> push(item: T) -> nil",
    "list<int>.map": "<T, U> map(f: fn(T) -> U) -> list<U>",
    "list<int>.len": "len() -> int",
    "list<int>.every": "<T> all(f: fn(T) -> any) -> bool",
    "dict.map_values": "<K, V, U> map_values(f: fn(V) -> U) -> dict<K, U>",
    "iter.zip": (
        "<T, U, S> zip(other: list<U> | set<U> | iter<U> | generator<U> | stream<U> | S) -> iter<Pair<T, U>>"
    ),
    "Cell<int>.get": "get() -> int",
    "Other.other": "other(n: int) -> int",
}


@pytest.mark.parametrize("place", SIGNATURES)
def test_a_signature_reads_as_declared(place: str) -> None:
    written, _, name = place.rpartition(".")
    declared = Declared(DECLARED, written)
    found = members.method(declared.world, flat(declared.types[written]), name)
    assert found is not None
    assert found.signature == SIGNATURES[place]


def test_flags_and_names_of_old_spellings() -> None:
    declared = Declared("", "list<int>")
    whole = declared.types["list<int>"]
    push, every = (members.method(declared.world, whole, name) for name in ("push", "every"))
    assert push is not None
    assert every is not None
    assert (push.name, push.mutates, push.deprecated) == ("push", True, False)
    assert (every.name, every.mutates, every.deprecated) == ("all", False, True)


def test_names_to_suggest_leave_old_spellings_out() -> None:
    types = Declared(
        DECLARED, "set<int>", "range", "Cell<int>", "Show & Other", "Harness", "HarnessEnv", "int"
    )
    found = {written: members.names(types.world, one) for written, one in types.types.items()}
    assert "union" in found["set<int>"]
    assert "includes" not in found["set<int>"]
    assert {"len", "map"} <= set(found["range"])
    assert found["Cell<int>"] == ["get", "twice"]
    assert found["Show & Other"] == ["item", "other", "show"]
    assert found["Harness"][:3] == ["stdio", "term", "clock"]
    assert found["HarnessEnv"] == ["get", "get_or"]
    assert found["int"] == []


def test_how_messages_name_the_owner() -> None:
    types = Declared(
        DECLARED, "list<int>", "{a: int}", "Cell<int>", "HarnessFs", "Generator<int>", '"a"'
    ).types
    assert [members.kind_name(one) for one in types.values()] == [
        *("list", "dict", "Cell", "HarnessFs", "generator", "string")
    ]
