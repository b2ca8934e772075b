"""Which types fit which (language.md 5.2): `fits`, or the detail of the mismatch; `-` when it has none."""

import pytest

from harnpy.semantics.assignable import fits, mismatch
from harnpy.semantics.type_names import display
from harnpy.semantics.typeforms import (
    ANY,
    CLOSURE,
    DICT,
    FLOAT,
    INT,
    LIST,
    NEVER,
    NIL,
    STRING,
    UNKNOWN,
    UNTYPED,
    Field,
    Gen,
    Shape,
    Type,
    optional,
)
from tests.semantics.types.declaring import Declared

DECLARED = """
interface Drawn { fn draw(self) -> string }
interface Grown { fn draw(self) -> string; fn grow(self, by: int) -> nil }
struct Square { side: int }
impl Square { fn draw(self) -> string { return "s" } }
struct Disc { r: int }
impl Disc { fn draw(self) -> string { return "d" } }
struct Blob { r: int }
struct Cell<T> { value: T }
struct Source<out T> { value: T }
struct Sink<in T> { f: fn(T) -> nil }
enum Color { Red, Green }
enum Maybe<T> { Some(value: T), None }
type Name = string
type Action = fn(int) -> int
type User = {name: string, age: int}
type Json = nil | bool | int | string | list<Json> | dict<string, Json>
type Data = nil | bool | int | string | list<Data> | dict<string, Data>
type Short = nil | bool | list<Short>
type Tree = {value: int, kids: list<Tree>}
type Bush = {value: int, kids: list<Bush>}
type Thorn = {value: string, kids: list<Thorn>}
type Node<T> = {value: T, next: Node<T>?}
type Deep<T> = {next: Deep<list<T>>?}
type Tagged<T> = {tag: T, n: int}
type Keep<out T> = {tag: T, n: int}
type Loop = Loop
type Mode = "fast" | "safe"
type Ok1 = {kind: "a", n: int} | {kind: "b", n: int}
"""
FITS = "fits"
RESULT = "function result expected tuple<int, int>, found tuple<int, string>"
TABLE = [
    # any, unknown, never, owned
    ("any", "int", FITS),
    ("int", "any", FITS),
    ("int", "unknown", FITS),
    ("unknown", "int", "-"),
    ("unknown", "unknown", FITS),
    ("unknown", "any", FITS),
    ("unknown", "int | unknown", FITS),
    ("never", "int", FITS),
    ("owned<list<int>>", "list<int>", FITS),
    ("list<any>", "list<int>", FITS),
    ("list<unknown>", "list<int>", "list element expected int, found unknown"),
    # numbers and literals
    ("int", "float", FITS),
    ("float", "int", "-"),
    ("list<int>", "list<float>", FITS),
    ("dict<string, int>", "dict<string, float>", FITS),
    ("Result<int, string>", "Result<float, string>", FITS),
    ("fn() -> int", "fn() -> float", FITS),
    ("number", "int", "-"),
    ("int", "number", FITS),
    ("3", "float", FITS),
    ("int", "decimal", "-"),
    ('"a"', "string", FITS),
    ("string", '"a"', FITS),
    ("string", '"a" | "b"', FITS),
    ("int", '"a" | "b"', "-"),
    ('"a"', '"a" | "b"', FITS),
    ('"c"', '"a" | "b"', "-"),
    ('"a"', "int", "-"),
    ("1", '"a" | 1', FITS),
    # unions, intersections
    ("int | string", "int | string | nil", FITS),
    ("int | string", "string | int", FITS),
    ("int?", "int", "-"),
    ("nil", "int?", FITS),
    ("int | string", "int", "-"),
    ("list<int> | nil", "list<float>?", FITS),
    ("Square & Drawn", "Drawn", FITS),
    ("{a: int} & {b: int}", "{b: int}", FITS),
    ("{a: int} & {b: int}", "{a: int, b: int}", FITS),
    ("{a: int} & {b: int}", "{a: int, c: int}", "-"),
    ("{a: int, b: int}", "{a: int} & {b: int}", FITS),
    ("{a: int}", "{a: int} & {b: int}", "-"),
    # containers
    ("list<int>", "list", FITS),
    ("list", "list<int>", FITS),
    ("list<string>", "list<int>", "list element expected int, found string"),
    ("dict<string, int>", "dict<string, string>", "dict value expected string, found int"),
    ("dict<int, int>", "dict<string, int>", "dict key expected string, found int"),
    ('dict<"a", int>', "dict<string, int>", FITS),
    ("set<int>", "set<float>", "set element expected float, found int"),
    ("set<int>", "set<int>", FITS),
    ("set<any>", "set<int>", FITS),
    ("set", "set<int>", FITS),
    ("iter<int>", "iter<float>", FITS),
    ("iter<string>", "iter<float>", "iterator element expected float, found string"),
    ("Generator<int>", "Generator<float>", FITS),
    ("Stream<int>", "Stream<float>", FITS),
    ("Generator<int>", "Stream<int>", "-"),
    ("Stream<int>", "Generator<int>", "-"),
    ("Generator<int>", "iter<int>", "-"),
    ("Result<int, string>", "Result<int, int>", "Err value expected int, found string"),
    ("Result<string, string>", "Result<int, string>", "Ok value expected int, found string"),
    ("Pair<int, int>", "Pair<float, int>", FITS),
    ("Pair<string, int>", "Pair<float, int>", "first of the pair expected float, found string"),
    ("Schema<Square>", "dict", FITS),
    ("dict", "Schema<Square>", "-"),
    ("list<int>", "iter<int>", "-"),
    ("list<list<string>>", "list<list<int>>", "list element expected list<int>, found list<string>"),
    # shapes
    ("{a: int, b: int}", "{a: int}", FITS),
    ("{a: int}", "{a: float}", FITS),
    ("{a: int}", "{a: int, b: string}", "missing field 'b' (string)"),
    ("{a: string}", "{a: int}", "field 'a' has type string, expected int"),
    ("{name: string, age: string}", "User", "field `age` expected int, found string"),
    ("{name: string}", "User", "missing field 'age' (int)"),
    ("{a: int}", "{a: int, b?: string}", FITS),
    ("{a: int, b: string}", "{a: int, b?: string}", FITS),
    ("{a: int, b: string?}", "{a: int, b?: string}", "field 'b' has type string?, expected string"),
    ("{a: int, b: nil}", "{a: int, b?: string}", FITS),
    ("{a?: int}", "{a: int}", "missing field 'a' (int)"),
    ("{a: int}", "dict", FITS),
    ("{a: int}", "{a: int, ...dict}", FITS),
    ("{a: int, b: int}", "dict<string, int>", FITS),
    ("{a: int, b: string}", "dict<string, int>", "field 'b' has type string, expected int"),
    ("{a: int}", "dict<int, int>", "-"),
    ("{a: int, ...dict<string, int>}", "dict<string, int>", FITS),
    ("{a: int, ...dict<string, string>}", "dict<string, int>", "-"),
    ("dict", "{a: int}", "-"),
    ("dict", "{}", FITS),
    ("dict", "{a: int, ...dict}", FITS),
    ("dict<string, int>", "{a: int}", FITS),
    ("dict<string, string>", "{a: int}", "-"),
    ("{a: int, ...dict}", "{a: int, b: int}", FITS),
    ("{a: int, ...any}", "{a: int, b: int}", FITS),
    ("{a: int, ...dict<string, string>}", "{a: int, b: int}", "missing field 'b' (int)"),
    ("{age: int, ...{name: string}}", "User", FITS),
    ("{zip: int, ...User}", "User", FITS),
    ("User", "{zip: int, ...User}", "missing field 'zip' (int)"),
    ("{a: int, b: string}", "{a: int, ...dict<string, int>}", "-"),
    # tuples
    ("tuple<int, string>", "tuple<float, string>", FITS),
    ("tuple<int, string>", "tuple<int>", "-"),
    ("tuple<int, string>", "tuple<int, int>", "tuple position 2 expected int, found string"),
    ("tuple<int, int>", "list<int>", FITS),
    ("tuple<int, string>", "list<int>", "tuple position 2 expected int, found string"),
    ("tuple<int, string>", "list", FITS),
    ("list<int>", "tuple<int, int>", "-"),
    # functions
    ("fn(float) -> int", "fn(int) -> int", FITS),
    ("fn(int) -> int", "fn(string) -> int", "function parameter 1 expected string, found int"),
    ("fn(int) -> int", "fn(int) -> string", "function result expected string, found int"),
    ("fn(int) -> int", "fn(int, string) -> int", FITS),
    ("fn() -> int", "fn(int) -> int", FITS),
    ("fn(int, int) -> int", "fn(int) -> int", "takes 2 parameters, expected at most 1"),
    ("fn(int) -> int", "fn() -> int", "takes 1 parameter, expected none"),
    ("fn(int) -> int", "closure", FITS),
    ("closure", "fn(int) -> int", FITS),
    ("int", "closure", "-"),
    ("builtin", "closure", FITS),
    ("fn(any) -> any", "fn(int) -> string", FITS),
    # declared types
    ("Square", "Square", FITS),
    ("Square", "Disc", "-"),
    ("Square", "Drawn", FITS),
    ("Blob", "Drawn", "missing method(s): draw"),
    ("Square", "Grown", "missing method(s): grow"),
    ("Grown", "Drawn", FITS),
    ("Drawn", "Grown", "missing method(s): grow"),
    ("Square | Disc", "Drawn", FITS),
    ("list<Square | Disc>", "list<Drawn>", FITS),
    ("list<Square | Blob>", "list<Drawn>", "list element expected Drawn, found Square | Blob"),
    ("int", "Drawn", "-"),
    ("{side: int}", "Square", "-"),
    ("Square", "{side: int}", FITS),
    ("Square", "{side: string}", "field 'side' has type int, expected string"),
    ("Square", "dict", FITS),
    ("Color", "Color", FITS),
    ("Color", "Maybe<int>", "-"),
    ("Color", "string", "-"),
    ("Cell<int>", "Cell<int>", FITS),
    ("Cell<int>", "Cell<float>", "-"),
    ("Cell", "Cell<float>", FITS),
    ("Cell<any>", "Cell<float>", FITS),
    ("Cell<never>", "Cell<float>", FITS),
    ("Source<int>", "Source<float>", FITS),
    ("Source<float>", "Source<int>", "-"),
    ("Sink<float>", "Sink<int>", FITS),
    ("Sink<int>", "Sink<float>", "-"),
    ("Maybe<int>", "Maybe<string>", "-"),
    # several forms at once
    ("string", "Loop | int", FITS),
    ("Square & Drawn", "int | Drawn", FITS),
    ("{a: int} & {b: int}", "int | {a: int, b: int}", FITS),
    ("{a: int} & {b: int}", "int | string", "-"),
    ("{a: int} & {a: string}", "{a: string}", FITS),
    ("{a: int, ...dict<string, string>}", "{a: int, ...dict<string, int>}", "-"),
    ("{a: int, ...dict<string, int>}", "{a: int, ...dict<string, int>}", FITS),
    ("Schema<Square>", "Schema<Square>", FITS),
    ("Schema<Square>", "Schema<Disc>", "-"),
    ("fn(int) -> tuple<int, string>", "fn(int) -> tuple<int, int>", RESULT),
    # only nil is in the way
    ("tuple<int, int>?", "tuple<int, int>", "-"),
    ("tuple<int, int>?", "list<int>", "-"),
    ("list<int>?", "list<int>", "-"),
    ("{a: int}?", "{a: int}", "-"),
    ("{a: int}?", "dict<string, int>", "-"),
    ("Action?", "Action", "-"),
    # aliases
    ("Name", "string", FITS),
    ("int", "Name", "-"),
    ("Json", "Data", FITS),
    ("Data", "Json", FITS),
    ("Short", "Json", FITS),
    ("Json", "Short", "-"),
    ("Tree", "Bush", FITS),
    ("Thorn", "Tree", "field `value` expected int, found string"),
    ("Node<int>", "Node<float>", FITS),
    ("Node<string>", "Node<float>", "field `value` expected float, found string"),
    ("list<list<int>>", "Json", FITS),
    ("list<list<float>>", "Json", "-"),
    ("Loop", "int", FITS),
    ("int", "Loop", FITS),
    ("Tagged<Mode>", 'Tagged<"fast"> | Tagged<"safe">', FITS),
    ("Tagged<int | string>", "Tagged<int> | Tagged<string>", FITS),
    ("Keep<int | string>", "Keep<int> | Keep<string>", "-"),
    ('Tagged<"fast">', "Tagged<Mode>", FITS),
    ("{kind: \"a\" | \"b\", n: int}", "Ok1", FITS),
    ("{kind: \"a\" | \"c\", n: int}", "Ok1", "-"),
]  # fmt: skip
WRITTEN = Declared(DECLARED, *dict.fromkeys(text for row in TABLE for text in row[:2])).types


@pytest.mark.parametrize(("actual", "expected", "told"), TABLE)
def test_what_fits(actual: str, expected: str, told: str) -> None:
    found = mismatch(WRITTEN[actual], WRITTEN[expected])
    assert (FITS if found is None else found.detail or "-") == told
    assert fits(WRITTEN[actual], WRITTEN[expected]) is (told == FITS)


def alone(*written: str, declared: str = DECLARED) -> list[Type]:
    return list(Declared(declared, *written).types.values())


def test_an_alias_that_grows_with_every_step_ends() -> None:
    ours, theirs = alone("Deep<int>", "Deep<string>")
    assert fits(ours, theirs)


def test_one_pair_that_was_assumed_does_not_prove_another() -> None:
    declared = """
    type A = {next: B, value: int}
    type B = {next: A}
    type C = {next: D, value: string}
    type D = {next: C}
    """
    written = ("A", "C", "B", "D", "tuple<A, B>", "tuple<C, D>")
    first, other, second, another, both, others = alone(*written, declared=declared)
    assert not fits(first, other)
    assert not fits(second, another)
    assert not fits(both, others)


def test_a_type_parameter_fits_itself_and_its_bounds_only() -> None:
    declared = Declared(
        "interface Show { fn show(self) -> string }\ninterface Other { fn other(self) -> int }\n"
        "fn f<T, U>(a: T, b: U) -> T where T: Show { return a }\ntype S = Show\ntype O = Other"
    )
    function = declared.function("f")
    first, second = (one.type for one in function.params)
    assert fits(first, function.result)
    assert not fits(second, function.result)
    assert not fits(first, INT)
    assert not fits(INT, first)
    assert fits(first, declared.target("S"))
    assert not fits(first, declared.target("O"))
    assert not fits(second, declared.target("S"))
    assert fits(first, UNKNOWN)
    assert fits(first, ANY)


def test_a_type_parameter_goes_into_a_union_by_its_bounds_and_opens_shapes_for_itself() -> None:
    declared = Declared(
        "interface Show { fn show(self) -> string }\ntype Shown = Show | int\n"
        "fn f<T, R>(a: T, b: {x: int, ...R}, c: {x: int}, d: {x: int, ...R}) -> R where T: Show { return b }"
    )
    bound, opened, closed, same = (one.type for one in declared.function("f").params)
    assert fits(bound, declared.target("Shown"))
    assert fits(opened, same)
    assert fits(opened, closed)
    assert not fits(closed, opened)


def test_a_pair_that_was_refuted_is_not_asked_again() -> None:
    declared = "type A = {x: int}\ntype B = {x: string}"
    ours, theirs = alone("tuple<A, A>", "tuple<B, B> | tuple<B, A>", declared=declared)
    assert not fits(ours, theirs)


def test_a_generic_function_fits_what_its_type_parameters_can_become() -> None:
    declared = Declared("fn same<T>(a: T) -> T { return a }", "fn(int) -> int", "fn(int) -> string")
    same = declared.function("same")
    good, bad = declared.types.values()
    assert fits(same, good)
    assert not fits(same, bad)


def test_a_function_with_optional_and_rest_parameters_takes_fewer_and_more() -> None:
    declared = Declared(
        "fn f(a: int, b: string = \"x\", ...more: int) -> nil {}",
        "fn(int) -> nil",
        "fn(int, string, int, int) -> nil",
        "fn() -> nil",
        "fn(int, string, string) -> nil",
    )  # fmt: skip
    function = declared.function("f")
    assert [fits(function, one) for one in declared.types.values()] == [True, True, False, False]


def test_what_is_not_annotated_is_not_compared() -> None:
    assert fits(UNTYPED, INT)
    assert fits(INT, UNTYPED)
    assert fits(Declared("fn f(a) { return a }").function("f"), CLOSURE)


def test_the_detail_stands_in_parentheses() -> None:
    found = mismatch(Shape((Field("nme", STRING), Field("age", INT))), Shape((Field("name", STRING),)))
    assert found is not None
    assert found.tail == " (missing field 'name' (string))"
    plain = mismatch(INT, STRING)
    assert plain is not None
    assert plain.tail == ""


def test_the_innermost_part_is_told_besides() -> None:
    ours, theirs = alone("list<{a: list<string>}>", "list<{a: list<int>}>")
    found = mismatch(ours, theirs)
    assert found is not None
    assert found.detail == "list element expected {a: list<int>}, found {a: list<string>}"
    assert found.nested == "list element expected int, found string"


def test_optional_and_bare_forms() -> None:
    assert fits(NEVER, NIL)
    assert fits(NIL, optional(FLOAT))
    assert fits(DICT, Gen("dict", (STRING, INT)))
    assert not fits(LIST, DICT)
    assert display(optional(FLOAT)) == "float?"
