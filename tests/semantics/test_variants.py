"""Enum variants in expressions and patterns; holes of pipes."""

import pytest

from harnpy.syntax.nodes import BinaryOp, Call, Member, MethodCall, Node, PEnum
from tests.semantics.reading import Read

SHAPES = "enum Shape {\n  Dot\n  Circle(r: float)\n}\nenum Sign {\n  Dot\n  Dash(n: int)\n}\n"


def variant(read: Read, node: Node) -> tuple[str, str, bool]:
    found = read.bindings.variants[node]
    return found.enum_name, found.variant, found.known


def test_construction_names_its_variant() -> None:
    read = Read(
        SHAPES
        + "const a = Shape.Circle(1.0)\nconst b = Shape.Dot\nconst c = Ok(1)\nconst d = Result.Err(2)\n"
    )
    assert variant(read, read.nodes(MethodCall)[0]) == ("Shape", "Circle", True)
    assert variant(read, read.nodes(Member)[0]) == ("Shape", "Dot", True)
    assert variant(read, read.nodes(Call)[0]) == ("Result", "Ok", True)
    assert variant(read, read.nodes(MethodCall)[1]) == ("Result", "Err", True)


def test_unknown_variant_is_a_warning() -> None:
    read = Read(SHAPES + "const a = Shape.Hexagon(1)\n")
    assert read.texts == ["Unknown variant 'Hexagon' in enum 'Shape'"]
    assert variant(read, read.nodes(MethodCall)[0]) == ("Shape", "Hexagon", False)


def test_a_local_value_hides_an_enum() -> None:
    read = Read(SHAPES + "fn f(Shape) { return Shape.Dot }\n")
    assert read.bindings.variants == {}


def arms(*patterns: str) -> str:
    inside = "\n".join(f"    {one} -> {{ 1 }}" for one in patterns)
    return SHAPES + f"fn f(s) {{\n  return match s {{\n{inside}\n    _ -> {{ 0 }}\n  }}\n}}\n"


def test_patterns_find_their_enum() -> None:
    read = Read(arms("Shape.Dot", "Circle(r)", "Dash(n)", "Ok(v)", "Result.Err(e)"))
    assert read.found == []
    assert [variant(read, one) for one in read.nodes(PEnum)] == [
        ("Shape", "Dot", True),
        ("Shape", "Circle", True),
        ("Sign", "Dash", True),
        ("Result", "Ok", True),
        ("Result", "Err", True),
    ]


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (
            "Dot(x)",
            "match pattern `Dot(...)` is ambiguous: variant `Dot` is declared by enums Shape, Sign; "
            "qualify it as `Shape.Dot(...)`",
        ),
        (
            "Circl(x)",
            "match pattern `Circl(...)` names no variant of an enum of this file — did you mean `Circle`?",
        ),
    ],
)
def test_bare_variants_must_be_certain(pattern: str, text: str) -> None:
    assert Read(arms(pattern)).texts == [text]


def test_pipe_holes_are_found_where_they_may_stand() -> None:
    read = Read("fn f(a, b) { return a }\nconst x = [1] |> _.map(len) |> f(_, 2) |> [_, { -> 1 }] |> len\n")
    assert read.found == []
    pipes = [one for one in read.nodes(BinaryOp) if one.op == "|>"]
    assert [one.right in read.bindings.holes for one in pipes] == [False, True, True, True]


def test_a_hole_inside_a_closure_is_no_hole() -> None:
    assert Read("const x = 1 |> { -> _ }\n").texts == [
        "discard name `_` is valid only in a binding or pattern"
    ]
