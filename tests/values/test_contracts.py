"""Run-time type contracts: what passes, and the exact text of what does not (language.md 4.7)."""

import pytest

from harnpy.values.containers import DurationValue
from harnpy.values.contracts import Contract, check_binding, check_default, check_parameter, schema_of
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value
from harnpy.values.records import Ok, Records

RECORDS = Records()
P = RECORDS.struct("P", ("x", "y"))
RED = RECORDS.variant("Color", "Red", 0)

INT = ("kind", "int", "int")
TEXT = ("kind", "string", "string")
NIL = ("kind", "nil", "nil")
FLOAT = ("kind", "float", "float")
DICT = ("kind", "dict", "dict")
INTS = ("list", "list<int>", INT)
PERSON = ("shape", "{name: string, age: int}", (("name", False, TEXT), ("age", False, INT)), False)
NESTED = ("shape", "{user: {…}}", (("user", False, PERSON),), False)
OPTIONAL = ("shape", "{email?: string}", (("email", True, TEXT),), False)
WORDS = ("union", '"a" | "b"', (("lit", '"a"', "a"), ("lit", '"b"', "b")))
INT_OR_TEXT = ("union", "int | string", (INT, TEXT))
MAYBE_INT = ("union", "int?", (INT, NIL))
POINT = ("struct", "P", "P")
POINT_FIELDS = ("struct", "{x: int, y: int}", "P", (("x", False, INT), ("y", False, INT)))
SHOW = ("interface", "Show", "Show", ("show",))


def parameter_text(spec: tuple, value: Value) -> str:
    with pytest.raises(Fault) as raised:
        check_parameter(value, Contract(spec), "f", "p")
    return raised.value.value


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        (("any", "any"), None),
        (INT, 1),
        (FLOAT, 1),
        (INTS, [1, 2]),
        (PERSON, {"name": "a", "age": 1, "more": None}),
        (OPTIONAL, {}),
        (OPTIONAL, {"email": None}),
        (WORDS, "a"),
        (MAYBE_INT, None),
        (POINT, P(1, 2)),
        (POINT_FIELDS, P(1, 2)),
        (("shape", "{x: int}", (("x", False, INT),), False), P(1, 2)),
        (("enum", "Color", "Color"), RED.make()),
        (("result", "Result<int, string>"), Ok(1)),
        (("tuple", "tuple<int, string>", (INT, TEXT)), [1, "a"]),
        (("dict", "dict<string, int>", TEXT, INT), {"a": 1}),
        (("fn", "fn(int) -> int"), parameter_text),
        (("both", "{…} & {…}", (OPTIONAL, PERSON)), {"name": "a", "age": 1}),
    ],
)
def test_fits(spec: tuple, value: Value) -> None:
    contract = Contract(spec)
    assert check_parameter(value, contract, "f", "p") is value
    assert contract.problem(value) is None


@pytest.mark.parametrize(
    ("spec", "value", "text"),
    [
        (INT, "x", "function 'f' parameter 'p' expected int, got string (x)"),
        (INT, 1.5, "function 'f' parameter 'p' expected int, got float (1.5)"),
        (INT, True, "function 'f' parameter 'p' expected int, got bool (true)"),
        (MAYBE_INT, "x", "function 'f' parameter 'p' expected int|nil, got string (x)"),
        (INT_OR_TEXT, None, "function 'f' parameter 'p' expected int|string, got nil (nil)"),
        (INTS, 1, "function 'f' parameter 'p' expected list, got int (1)"),
        (("fn", "fn() -> int"), 1, "function 'f' parameter 'p' expected closure, got int (1)"),
        (INTS, [1, "a"], "function 'f' parameter 'p': at root[1]: expected type 'int', got 'string'"),
        (
            ("list", "list<list<int>>", INTS),
            [[1], [2, "a"]],
            "function 'f' parameter 'p': at root[1][1]: expected type 'int', got 'string'",
        ),
        (WORDS, "c", 'function \'f\' parameter \'p\': "c" is not one of "a" or "b"'),
        (DICT, [1], "function 'f' parameter 'p': expected dict or struct, got list"),
        (PERSON, [1], "function 'f' parameter 'p': expected dict or struct, got list"),
        (
            PERSON,
            {"name": "a"},
            "function 'f' parameter 'p': missing field 'age' (int) — available fields: name",
        ),
        (
            PERSON,
            {"nmae": "a", "age": 1},
            "function 'f' parameter 'p': missing field 'name' (string), did you mean 'nmae'?"
            " — available fields: age, nmae",
        ),
        (PERSON, {}, "function 'f' parameter 'p': missing field 'name' (string) — no fields present"),
        (PERSON, {"name": 1, "age": 1}, "function 'f' parameter 'p.name' expected string, got int (1)"),
        (
            NESTED,
            {"user": {}},
            "function 'f' parameter 'p.user': missing field 'name' (string) — no fields present",
        ),
        (
            ("dict", "dict<string, int>", TEXT, INT),
            {"name": "a"},
            "function 'f' parameter 'p.name' expected int, got string (a)",
        ),
        (SHOW, P(1, 2), "parameter 'p': expected value satisfying interface 'Show', got struct"),
        (POINT, {"x": 1, "y": 2}, "'f' parameter `p` expects P, got dict"),
        (("enum", "Color", "Color"), 1, "'f' parameter `p` expects Color, got int"),
        (("kind", "duration", "duration"), 5, "'f' parameter `p` expects duration, got int"),
        (("result", "Result<int, string>"), 5, "'f' parameter `p` expects Result<int, string>, got int"),
        (
            ("tuple", "tuple<int, string>", (INT, TEXT)),
            [1],
            "'f' parameter `p` expects tuple<int, string>, got list",
        ),
        (
            ("shape", "{x: int, ...R}", (("x", False, INT),), True),
            {},
            "'f' parameter `p` expects {x: int, ...R}, got dict",
        ),
    ],
)
def test_parameter_texts(spec: tuple, value: Value, text: str) -> None:
    assert parameter_text(spec, value) == f"Type error: {text}"


def test_other_places() -> None:
    with pytest.raises(Fault) as raised:
        check_binding("x", Contract(INT), "k")
    assert (raised.value.value, raised.value.family) == (
        "Type error: binding `k` expects int, got string",
        "plain",
    )
    with pytest.raises(Fault) as raised:
        check_default("s", Contract(INT), "a")
    assert raised.value.value == "Type error: parameter 'a' expected int, got string (s)"
    with pytest.raises(Fault) as raised:
        check_binding(P(1, "a"), Contract(POINT_FIELDS), "P")
    assert raised.value.value == "Type error: binding `P` expects {x: int, y: int}, got struct"
    check_binding(DurationValue(1), Contract(("kind", "duration", "duration")), "d")


def test_schemas() -> None:
    shape = ("shape", "t", (("name", False, TEXT), ("email", True, TEXT), ("kind", False, WORDS)), False)
    assert schema_of(shape) == {
        "type": "dict",
        "properties": {
            "name": {"type": "string"},
            "email": {"type": "string", "nullable": True},
            "kind": {"enum": ["a", "b"]},
        },
        "required": ["name", "kind"],
    }
    assert schema_of(("list", "t", INT_OR_TEXT)) == {
        "type": "list",
        "items": {"union": [{"type": "int"}, {"type": "string"}]},
    }
    assert schema_of(MAYBE_INT) == {"type": "int", "nullable": True}
