"""How types read: what is written on the left is shown as on the right (language.md 5.1)."""

import pytest

from harnpy.semantics.type_names import display, signature
from harnpy.semantics.typeforms import INT, NEVER, UNTYPED, Lit, union
from tests.semantics.types.declaring import Declared

DECLARED = """
struct Point { x: int }
struct Cell<T> { value: T }
enum Color { Red }
interface Show { fn show(self) -> string }
type Id = int
type Boxed<T> = {value: T}
type Action = fn(int) -> int
"""
SHOWN = {
    "int": "int",
    "[int]": "list<int>",
    "list": "list",
    "dict<string, int>": "dict<string, int>",
    "tuple<int, string>": "tuple<int, string>",
    "{name: string, age?: int, ...dict}": "{name: string, age?: int, ...dict}",
    "{}": "{}",
    "int?": "int?",
    "int | nil": "int?",
    "nil | int": "int?",
    "int | string | nil": "int | string | nil",
    "nil | int | string": "int | string | nil",
    "list<int>?": "list<int>?",
    "Action?": "Action?",
    "fn(int) -> int": "fn(int) -> int",
    "fn(int) -> string?": "fn(int) -> string?",
    "fn() -> nil": "fn() -> nil",
    "fn(fn(int) -> string, [int]) -> nil": "fn(fn(int) -> string, list<int>) -> nil",
    '"pass"': '"pass"',
    '"a\\"b\\n"': '"a\\"b\\n"',
    '"a" | "b"': '"a" | "b"',
    "-3 | 4": "-3 | 4",
    "Iter<int>": "iter<int>",
    "iter<int>": "iter<int>",
    "Generator<int>": "Generator<int>",
    "Stream<int>": "Stream<int>",
    "Result<int, string>": "Result<int, string>",
    "Option<int>": "int?",
    "owned<list<int>>": "list<int>",
    "Pair<int, string>": "Pair<int, string>",
    "Schema<Point>": "Schema<Point>",
    "Point": "Point",
    "Cell<int>": "Cell<int>",
    "Cell": "Cell",
    "Color": "Color",
    "Show": "Show",
    "Id": "Id",
    "Id?": "Id?",
    "Boxed<Id>": "Boxed<Id>",
    "Point & Show": "Point & Show",
    "number": "int | float",
    "true": "bool",
    "false | true": "bool",
    "int | never": "int",
    "int | int": "int",
    "string | \"a\"": "string",
    "any | int": "any",
    "unknown": "unknown",
    "HarnessFs": "HarnessFs",
    "decimal | bytes | duration": "decimal | bytes | duration",
    "dict<string, [int?]>": "dict<string, list<int?>>",
    "[nobody_knows]": "list",
    "nobody_knows": "any",
}  # fmt: skip


@pytest.mark.parametrize("written", SHOWN)
def test_a_type_reads_as_people_write_it(written: str) -> None:
    assert display(Declared(DECLARED, written).types[written]) == SHOWN[written]


def test_a_function_type_stands_last_because_it_swallows_what_follows() -> None:
    declared = Declared("", "fn(int) -> int")
    whole = union((declared.types["fn(int) -> int"], INT, Lit("a")))
    assert display(whole) == 'int | "a" | fn(int) -> int'


def test_what_is_not_known_reads_as_any() -> None:
    assert display(UNTYPED) == "any"
    assert display(union(())) == display(NEVER) == "never"


def test_a_signature_names_its_parameters() -> None:
    text = "fn f<T>(item: T, more: int = 1, ...rest: string) -> [T] { return [item] }"
    shown = signature("f", Declared(text).function("f"))
    assert shown == "<T> f(item: T, more?: int, ...rest: string) -> list<T>"
