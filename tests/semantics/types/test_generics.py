"""Type parameters: what they are found to be, what is put in their place, what aliases stand for."""

import pytest

from harnpy.semantics.generics import bind, expand, flat, instantiate, substitute
from harnpy.semantics.substitution import distributed, variables_in
from harnpy.semantics.type_names import display
from harnpy.semantics.typeforms import INT, STRING, UNTYPED, Alias, Fn, Lit, Type, VarInfo
from tests.semantics.types.declaring import Declared

DECLARED = """
struct Cell<T> { value: T }
struct Ints { value: int }
enum Maybe<T> { Some(value: T), None }
interface Source<T> { fn pull(self) -> T }
struct Words { first: string }
impl Words { fn pull(self) -> string { return self.first } }
type Boxed<T> = {value: T}
type Two<A, B> = {left: A, right: B}
type Loop = Loop
type Ping = Pong
type Pong = Ping
type Id = int
type Name = string
type Key = Id | Name | nil
type Base = {id: int, name: string}
type Wide = {id: string, ...Base}
type Open = {id: string, ...dict}
type Wider = {zip: int, ...Open}
type Ring = {a: int, ...Ring}
type List<T> = {value: T, next: List<T>?}
type Numbers = {value: int, next: Numbers?}
"""
# A parameter, an argument, what T (and U) are then.
BINDINGS = [
    ("T", "int", "T = int"),
    ("T?", "int?", "T = int"),
    ("T?", "nil", ""),
    ("T | string", "int | string", "T = int"),
    ("list<T>", "list<int>", "T = int"),
    ("list<T>", "list<int?>", "T = int?"),
    ("list<T>", "list", "T = any"),
    ("list<T>", "any", "T = any"),
    ("list<T>", "tuple<int, string>", "T = int | string"),
    ("list<T>", "list<int> | list<string>", "T = int | string"),
    ("list<T> | set<T>", "set<int>", "T = int"),
    ("list<T> | set<T> | T", "int", "T = int"),
    ("list<T> | T", "list<int> | string", "T = int | string"),
    ("Result<T, any> | T", "Result<int, string>", "T = int"),
    ("dict<string, T>", "{a: int, b: string}", "T = int | string"),
    ("dict<U, T>", "dict<string, int>", "T = int, U = string"),
    ("{a: T}", "{a: int, b: string}", "T = int"),
    ("{a: T}", "dict<string, int>", "T = int"),
    ("{a: int, ...T}", "{a: int, b: string}", "T = {b: string}"),
    ("{value: T}", "Ints", "T = int"),
    ("{value: T}", "Cell<int>", "T = int"),
    ("tuple<T, U>", "tuple<int, string>", "T = int, U = string"),
    ("fn(T) -> U", "fn(int) -> string", "T = int, U = string"),
    ("fn(T) -> list<U> | U", "fn(int) -> list<string>", "T = int, U = string"),
    ("Cell<T>", "Cell<int>", "T = int"),
    ("Cell<T>", "Cell", "T = any"),
    ("Maybe<T>", "Maybe<int>", "T = int"),
    ("Source<T>", "Words", "T = string"),
    ("Source<T>", "Source<int>", "T = int"),
    ("Boxed<T>", "Boxed<int>", "T = int"),
    ("Boxed<T>", "{value: int}", "T = int"),
    ("Two<T, U>", "{left: int, right: string}", "T = int, U = string"),
    ("T", "Id", "T = Id"),
    ("list<T>", "list<Id>", "T = Id"),
    ("list<int>", "list<string>", ""),
    ("{a: T} & {b: U}", "{a: int, b: string}", "T = int, U = string"),
    ("{a: T, b: U}", "{a: int}", "T = int"),
    ("{a: T}", "int", ""),
    ("tuple<T, U>", "list<int>", ""),
    ("fn(T) -> U", "closure", ""),
    ("Cell<T>", "Ints", ""),
    ("Source<T>", "int", ""),
    ("dict<string, T>", "list<int>", ""),
    ("Source<T> | int", "Words", "T = string"),
    ("Source<T> | int", "Ints | int", ""),
    ("Source<U> | T", "Ints", "T = Ints"),
    ("{value: T} | int", "Ints", "T = int"),
    ("{a: T} | int", "{a: string} | int", "T = string"),
    ("Boxed<Boxed<T>>", "{value: {value: int}}", "T = int"),
    ("List<T>", "Numbers", "T = int"),
]  # fmt: skip


def found_by(pattern: str, argument: str, *more: Type) -> str:
    declared = Declared(f"{DECLARED}\nfn f<T, U>(x: {pattern}) -> nil {{}}", argument)
    function = declared.function("f")
    found: dict[VarInfo, Type] = {}
    for one in (declared.types[argument], *more):
        bind(function.params[0].type, one, found, {one.info for one in function.variables})
    return ", ".join(sorted(f"{info.name} = {display(one)}" for info, one in found.items()))


@pytest.mark.parametrize(("pattern", "argument", "told"), BINDINGS)
def test_what_an_argument_tells_about_type_parameters(pattern: str, argument: str, told: str) -> None:
    assert found_by(pattern, argument) == told


def test_two_answers_join_and_literals_count_as_their_base() -> None:
    assert found_by("T", "int", STRING) == "T = int | string"
    assert found_by("T", "int", Lit("a"), Lit(3)) == "T = int | string"
    assert found_by("T", "never", INT) == "T = int"
    assert found_by("T", "int", UNTYPED) == "T = any"


def test_type_parameters_of_others_are_not_bound() -> None:
    declared = Declared("fn outer<T>(x: list<T>) -> T {}", "list<int>")
    outer = declared.function("outer")
    found: dict[VarInfo, Type] = {}
    bind(outer.params[0].type, declared.types["list<int>"], found, frozenset())
    assert found == {}


def test_a_generic_function_as_argument_takes_what_its_place_gives() -> None:
    declared = Declared(
        "fn map<T, U>(x: list<T>, f: fn(T) -> U) -> list<U> {}\n"
        "fn wrap<V>(x: V) -> {held: V} { return {held: x} }",
        "list<int>",
    )
    whole = declared.function("map")
    found: dict[VarInfo, Type] = {}
    own = {one.info for one in whole.variables}
    bind(whole.params[0].type, declared.types["list<int>"], found, own)
    bind(whole.params[1].type, declared.function("wrap"), found, own)
    assert display(instantiate(whole, found).result) == "list<{held: int}>"


def test_what_holds_no_type_parameter_stays_the_same_object() -> None:
    declared = Declared(
        DECLARED + "fn f<T>(x: T, y: {a: [int], b: fn(int) -> Cell<int>}) -> [T] { return [x] }"
    )
    function = declared.function("f")
    given: dict[VarInfo, Type] = {function.variables[0].info: INT}
    assert substitute(function.params[1].type, given) is function.params[1].type
    assert display(substitute(function.result, given)) == "list<int>"
    assert substitute(function.result, {}) is function.result


def test_what_nothing_tells_about_is_unknown() -> None:
    function = Declared("fn f<T, U>(x: T) -> {a: T, b: [U], c: U} {}").function("f")
    assert display(instantiate(function, {function.variables[0].info: INT})) == (
        "fn(int) -> {a: int, b: list, c: any}"
    )


EXPANDED = {
    "Id": "int",
    "Loop": "any",
    "Ping": "any",
    "Boxed<int>": "{value: int}",
    "Boxed": "{value: any}",
    "Two<int>": "{left: int, right: any}",
    "Two<Id, [Name]>": "{left: Id, right: list<Name>}",
    "Wide": "{id: string, name: string}",
    "Wider": "{zip: int, id: string, ...dict}",
    "Ring": "{a: int, ...any}",
    "[Id]": "list<Id>",
}


@pytest.mark.parametrize("written", EXPANDED)
def test_what_an_alias_stands_for(written: str) -> None:
    assert display(expand(Declared(DECLARED, written).types[written])) == EXPANDED[written]


def test_a_union_of_aliases_is_flattened() -> None:
    types = Declared(DECLARED, "Key", "Key | Key | bool", "Loop | int").types
    assert display(flat(types["Key"])) == "int | string | nil"
    assert display(flat(types["Key | Key | bool"])) == "int | string | bool | nil"
    assert flat(types["Loop | int"]) is UNTYPED


def test_an_alias_of_a_union_splits_unless_its_parameter_is_out() -> None:
    declared = 'type Box<T> = {v: T}\ntype Give<out T> = {v: T}\ntype AB = "a" | "b"'
    types = Declared(declared, "Box<AB>", "Give<AB>", "Box<int>").types
    split = [distributed(one) for one in types.values() if isinstance(one, Alias)]
    assert [one if one is None else display(one) for one in split] == ['Box<"a"> | Box<"b">', None, None]


def test_the_type_parameters_of_a_type_are_listed() -> None:
    function = Declared("fn f<T, U>(x: {a: [T], ...U}, y: fn(T) -> U?) -> nil {}").function("f")
    assert isinstance(function, Fn)
    assert [sorted(v.info.name for v in variables_in(one.type)) for one in function.params] == [
        ["T", "U"]
    ] * 2
