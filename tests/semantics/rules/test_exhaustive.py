"""Cases that a `match` leaves out, and patterns that never match."""

import time

import pytest

from harnpy.semantics.exhaustive import Left, cases_left, mismatched
from harnpy.syntax.nodes import MatchExpr
from tests.semantics.rules.reading import Program, check_types_of, texts

TYPES = """
enum Light { Red Amber Green }
enum Shape { Dot Circle(radius: float) Box(width: int, open: bool) }
enum Sign { Dot Dash(length: int) }
type Size = "s" | "m" | "l"
type Event = {kind: "open", path: string} | {kind: "close", code: int} | {kind: "tick"}
type Loose = {kind: "open"} | {kind: string}
type Late = {note: string, kind: 1} | {note: string, kind: 2}
type Named = Light
struct Point { x: int }
"""


def left(value_type: str, arms: str, value: str = "v") -> Left | None:
    program = Program(
        f"{TYPES}\nfn run(v: {value_type}, ok: bool) {{\n  return match {value} {{ {arms} }}\n}}\n"
    )
    (match,) = program.all(MatchExpr)
    return cases_left(match, program.type_of, program.bindings.variants)


def told(value_type: str, arms: str, value: str = "v") -> str:
    found = left(value_type, arms, value)
    assert found is not None
    return f"{found.subject}: {found.text}" if found.missing else "complete"


@pytest.mark.parametrize(
    ("value_type", "arms", "expected"),
    [
        ("bool", "true -> { 1 }", "bool: false"),
        ("bool", "true -> { 1 } false -> { 2 }", "complete"),
        ("Light", "Light.Green -> { 1 }", 'enum Light: variants "Red", "Amber"'),
        ("Named", "Light.Green -> { 1 } Light.Red -> { 1 }", 'enum Light: variants "Amber"'),
        ("Light", "Light.Red -> { 1 } Light.Amber -> { 1 } Light.Green -> { 1 }", "complete"),
        ("Light", "Light.Red -> { 1 } Light.Amber -> { 1 } Light.Green if ok -> { 1 }",
         'enum Light: variants "Green"'),
        ("Shape", "Circle(r) -> { r } Shape.Dot -> { 1 }", 'enum Shape: variants "Box"'),
        ("Shape", "Circle(1.5) -> { 1 } Shape.Dot -> { 1 } Box(_, _) -> { 1 }",
         'enum Shape: variants "Circle"'),
        ("Shape", "Circle(_) -> { 1 } Shape.Dot -> { 1 } Box(_, true) -> { 1 } Box(_, false) -> { 2 }",
         "complete"),
        ("Shape", "Sign.Dot -> { 1 } Circle(_) -> { 1 } Box(_, _) -> { 1 }", 'enum Shape: variants "Dot"'),
        ("Result<int, string>", "Ok(v) -> { v }", 'enum Result: variants "Err"'),
        ("Result<int, string>", "Ok(v) -> { v } Err(e) -> { e }", "complete"),
        ("Result<int, string>", "Ok(3) -> { 1 } Err(e) -> { e }", 'enum Result: variants "Ok"'),
        ("Size", '"s" -> { 1 } "m" -> { 2 }', 'literal union: "l"'),
        ("Size", '"s" | "m" -> { 1 } "l" -> { 2 }', "complete"),
        ("1 | 2 | -3", "1 -> { 1 } -3 -> { 1 }", "literal union: 2"),
        ("string | int | nil", '"" -> { 1 } 0 -> { 2 }', "union type: nil"),
        ("string | int | nil", '"" -> { 1 } 0 -> { 2 } nil -> { 3 }', "complete"),
        ("Light?", "Light.Red -> { 1 } Light.Amber -> { 1 }", "union type: Light.Green, nil"),
        ("Size?", '"s" -> { 1 } nil -> { 1 }', 'union type: "m", "l"'),
    ],
)  # fmt: skip
def test_what_is_left_of_a_value(value_type: str, arms: str, expected: str) -> None:
    assert told(value_type, arms) == expected


@pytest.mark.parametrize(
    ("value_type", "value", "arms", "expected"),
    [
        ("Event", "v.kind", '"open" -> { 1 } "close" -> { 2 }', 'tagged shape union: variants "tick"'),
        ("Event", 'v["kind"]', '"open" -> { 1 }', 'tagged shape union: variants "close", "tick"'),
        ("Event", "v.kind", '"open" -> { 1 } "close" -> { 2 } "tick" -> { 3 }', "complete"),
        ("Late", "v.kind", "1 -> { 1 }", "tagged shape union: variants 2"),
        ("Light", "v.variant", '"Red" -> { 1 } "Green" -> { 1 }', 'enum Light: variants "Amber"'),
        ("int | string | nil", "type_of(v)", '"int" -> { 1 } "nil" -> { 2 }', "union type: string"),
        ("list<int> | {a: int} | Light", "type_of(v)", '"list" -> { 1 }', "union type: dict, enum"),
        ("int | string", "type_of(v)", '"int" -> { 1 } "string" -> { 2 }', "complete"),
    ],
)
def test_what_is_left_of_a_part(value_type: str, value: str, arms: str, expected: str) -> None:
    assert told(value_type, arms, value) == expected


@pytest.mark.parametrize(
    ("value_type", "value", "arms"),
    [
        ("Light", "v", "Light.Red -> { 1 } _ -> { 2 }"),
        ("Light", "v", "Light.Red -> { 1 } other -> { 2 }"),
        ("int", "v", "1 -> { 1 }"),
        ("any", "v", "1 -> { 1 }"),
        ("unknown", "type_of(v)", '"int" -> { 1 }'),
        ("any | nil", "type_of(v)", '"int" -> { 1 }'),
        ("list<int> | nil", "v", "[] -> { 1 }"),
        ("Point | nil", "v", "nil -> { 1 }"),
        ("Event", "v", '{kind: "open"} -> { 1 }'),
        ("Loose", "v.kind", '"open" -> { 1 }'),
    ],
)
def test_open_sets_are_left_alone(value_type: str, value: str, arms: str) -> None:
    assert left(value_type, arms, value) is None


@pytest.mark.parametrize(
    ("value_type", "arms", "kinds"),
    [
        ("int", '1 -> { 1 } "two" -> { 2 } true -> { 3 } 1.0 -> { 4 } nil -> { 5 } _ -> { 6 }',
         ["string", "bool"]),
        ("string?", '"a" | 2 -> { 1 } nil -> { 2 } _ -> { 3 }', ["int"]),
        ("Size", '"s" -> { 1 } "xl" -> { 1 } 3 -> { 2 } _ -> { 3 }', ["int"]),
        ("Light", '"Red" -> { 1 } _ -> { 2 }', ["string"]),
        ("list<int>", '"a" -> { 1 } _ -> { 2 }', ["string"]),
        ("duration", "3s -> { 1 } 3 -> { 2 } _ -> { 3 }", ["int"]),
        ("any", '1 -> { 1 } "a" -> { 2 } _ -> { 3 }', []),
        ("unknown", "1 -> { 1 } _ -> { 3 }", []),
        ("any | int", '"a" -> { 1 } _ -> { 3 }', []),
    ],
)  # fmt: skip
def test_literals_that_never_match(value_type: str, arms: str, kinds: list[str]) -> None:
    program = Program(f"{TYPES}\nfn run(v: {value_type}) {{\n  return match v {{ {arms} }}\n}}\n")
    (match,) = program.all(MatchExpr)
    assert [kind for _, kind in mismatched(program.type_of(match.value), match.arms)] == kinds


@pytest.mark.parametrize("kind", ["literals", "variants", "tags"])
def test_big_matches_take_no_time(kind: str) -> None:
    count = 2000 if kind != "tags" else 200
    if kind == "literals":
        declared = "type Big = " + " | ".join(f'"v{at}"' for at in range(count))
        value, arms = "v", [f'"v{at}"' for at in range(count - 1)]
    elif kind == "variants":
        declared = f"enum Big {{ {' '.join(f'V{at}' for at in range(count))} }}"
        value, arms = "v", [f"Big.V{at}" for at in range(count - 1)]
    else:
        declared = "type Big = " + " | ".join(f'{{kind: "v{at}", f{at}: int}}' for at in range(count))
        value, arms = "v.kind", [f'"v{at}"' for at in range(count - 1)]
    body = " ".join(f"{one} -> {{ 1 }}" for one in arms)
    program = Program(f"{declared}\nfn run(v: Big) -> int {{\n  return match {value} {{ {body} }}\n}}\n")
    began = time.process_time()
    found = texts(check_types_of(program))
    assert time.process_time() - began < 1
    assert len(found) == 1
    assert found[0].startswith("Non-exhaustive match on ")
    assert found[0].rpartition(" ")[2].lower() == f'"v{count - 1}"'


@pytest.mark.parametrize(
    ("body", "warned"),
    [
        ('if type_of(v) != "list" { throw 1 }', False),
        ('if type_of(v) != "list" && type_of(v) != "dict" { throw 1 }', False),
        ('guard type_of(v) == "list" else { throw 1 }', False),
        ('if type_of(v) != "list" { if type_of(v) == "int" { return 1 }\n throw 1 }', False),
        ('if type_of(v) == "int" { return 1 }\n if type_of(v) == "list" { return 2 }\n throw 1', True),
        ('if type_of(v) == "int" { return 1 } else { throw 1 }', True),
        ('if type_of(v) != "list" { unreachable(v) }', True),
    ],
)
def test_kinds_left_where_the_program_gives_up(body: str, warned: bool) -> None:
    found = texts(check_types_of(Program(f"fn run(v: unknown) {{\n{body}\nreturn nil\n}}\n")))
    assert any("was not fully narrowed" in one for one in found) is warned
