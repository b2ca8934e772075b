"""What operators give: the result type, or the sentence about the operands (language.md 4.4, 5.7)."""

import pytest

from harnpy.semantics.operator_rules import Problem, binary, unary
from harnpy.semantics.type_names import display
from harnpy.semantics.typeforms import BOOL, INT, NIL, UNTYPED, Lit, Type, optional
from tests.semantics.types.declaring import Declared

DECLARED = """
struct Point { x: int }
enum Color { Red }
type Id = int
type Maybe = int?
type Person = {name: string, age: int}
"""
NUMERIC = "(needs numeric operands)"
OPERATIONS = {
    "int + int": "int",
    "int + float": "float",
    "float - int": "float",
    "int / int": "int",
    "int / float": "float",
    "int % int": "int",
    "int ** int": "int",
    "int ** float": "float",
    "decimal + int": "decimal",
    "int * decimal": "decimal",
    "decimal + float": "can't add decimal and float",
    "decimal ** int": f"can't use '**' on decimal and int {NUMERIC}",
    "string + string": "string",
    "string * int": "string",
    "int * string": "string",
    "string * string": "can't multiply string and string (try string * int)",
    "string + int": "can't add string and int",
    "string - int": f"can't use '-' on string and int {NUMERIC}",
    "bool + bool": "can't add bool and bool",
    "bool % int": f"can't use '%' on bool and int {NUMERIC}",
    "duration + duration": "can't add duration and duration",
    "nil + int": "can't add nil and int",
    "list<int> + list<int>": "list<int>",
    "list<int> + list<string>": "list<int | string>",
    "list<int> + list": "list",
    "list<int> + tuple<int, string>": "list<int | string>",
    "list<int> + int": "can't add list<int> and int",
    "set<int> + set<int>": "can't add set<int> and set<int>",
    "dict + dict": "dict",
    "dict<string, int> + dict<string, string>": "dict<string, int | string>",
    "dict<string, int> + {a: string}": "dict<string, int | string>",
    "{a: int} + {b: string}": "{a: int, b: string}",
    "{a: int, b: int} + {b: string}": "{a: int, b: string}",
    "{a: int} + {a?: string}": "{a: int | string}",
    "{a: int} + {b: int, ...dict}": "{a: any, b: int, ...dict}",
    "{a: int} & {b: int} + {c: int}": "{a: int, b: int, c: int}",
    "Person + {zip: int}": "{name: string, age: int, zip: int}",
    "Point + Point": "can't add Point and Point",
    "Color + int": "can't add Color and int",
    "Id + int": "int",
    "Id + string": "can't add Id and string",
    "int? + int": "operand of '+' may be nil (type int?); handle nil first or provide a default with `??`",
    "int * Maybe": "operand of '*' may be nil (type Maybe); handle nil first or provide a default with `??`",
    "int? + string": "can't add int? and string",
    "number + int": "int | float",
    "int | string + int": "can't add int | string and int",
    '"a" | "b" + string': "string",
    "1 | 2 + int": "int",
    "any + int": "any",
    "unknown + int": "any",
    "nobody_knows + string": "any",
    "never + int": "any",
    "int < int": "bool",
    "int <= float": "bool",
    "string > string": "bool",
    "list<int> < list<int>": "bool",
    "dict < dict": "bool",
    "bool < int": "Comparison '<' may not be meaningful for types bool and int",
    "nil < int": "Comparison '<' may not be meaningful for types nil and int",
    "bool >= bool": "Comparison '>=' may not be meaningful for types bool and bool",
    "bool < string": "Comparison '<' may not be meaningful for types bool and string",
    "Pair<int, int> < Pair<int, int>": (
        "Comparison '<' may not be meaningful for types Pair<int, int> and Pair<int, int>"
    ),
    "int < string": "Comparing int with string using '<' may give unexpected results",
    'string >= float': "Comparing string with float using '>=' may give unexpected results",
    "int? < int": "bool",
    "any < bool": "bool",
}  # fmt: skip
SIGNS = ("**", "<=", ">=", "+", "-", "*", "/", "%", "<", ">")


def split(text: str) -> tuple[str, str, str]:
    """The sign that stands between spaces, and its sides."""
    sign = next(one for one in SIGNS if f" {one} " in text)
    left, right = text.split(f" {sign} ")
    return left, sign, right


def shown(found: Type | Problem) -> str:
    return found.message.template.format_map(found.data) if isinstance(found, Problem) else display(found)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_what_an_operation_gives(operation: str) -> None:
    left, sign, right = split(operation)
    types = Declared(DECLARED, left, right).types
    assert shown(binary(sign, types[left], types[right])) == OPERATIONS[operation]


def test_a_nilable_operand_names_its_side_and_the_result_without_nil() -> None:
    for left, right, side in ((optional(INT), INT, "left"), (INT, optional(INT), "right")):
        found = binary("+", left, right)
        assert isinstance(found, Problem)
        assert (found.side, found.result) == (side, INT)


def test_an_order_that_is_only_warned_about_gives_a_bool() -> None:
    found = binary("<", BOOL, INT)
    assert isinstance(found, Problem)
    assert found.result is BOOL


UNARY = {
    "- int": "int",
    "- float": "float",
    "- decimal": "decimal",
    "- number": "int | float",
    "- string": "can't use '-' on string (needs a numeric operand)",
    "- int?": "operand of '-' may be nil (type int?); handle nil first or provide a default with `??`",
    "- nil": "can't use '-' on nil (needs a numeric operand)",
    "- any": "any",
    "- Id": "int",
    "! string": "bool",
    "! any": "bool",
}


@pytest.mark.parametrize("operation", UNARY)
def test_what_a_prefix_operator_gives(operation: str) -> None:
    sign, operand = operation.split(" ")
    assert shown(unary(sign, Declared(DECLARED, operand).types[operand])) == UNARY[operation]


def test_a_negative_literal_stays_one() -> None:
    assert unary("-", Lit(3)) == Lit(-3)


def test_type_parameters_may_have_any_operator() -> None:
    first, second = (
        one.type for one in Declared("fn f<T, U>(x: T, y: U) -> T { return x }").function("f").params
    )
    assert binary("+", first, second) is UNTYPED
    assert isinstance(binary("+", NIL, NIL), Problem)
