"""The parser: precedence, every form, spans, and the smaller front doors."""

import pytest

from harnpy.base.spans import SourceFile
from harnpy.syntax import nodes, parser
from harnpy.syntax.nodes.core import children
from harnpy.syntax.visit import walk
from tests.syntax.reading import FORMS, module, only, short, value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + b * c - d", "((a + (b * c)) - d)"),
        ("1 + x ?? 2", "((1 + x) ?? 2)"),
        ("a == b ?? c", "(a == (b ?? c))"),
        ("x ?? 0 < 2", "((x ?? 0) < 2)"),
        ("0..n - 1", "(0 .. (n - 1))"),
        ("lo ?? 0..=10 ?? nil", "((lo ?? (0 ..= 10)) ?? nil)"),
        ("a || b && c == d < e", "(a || (b && (c == (d < e))))"),
        ("a < b < c", "((a < b) < c)"),
        ("-2 ** 2", "(-(2 ** 2))"),
        ("2 ** -1", "(2 ** (-1))"),
        ("2 ** 3 ** 2", "(2 ** (3 ** 2))"),
        ("-a.b", "(-a.b)"),
        ("!a! == b", "((!a!) == b)"),
        ("try* a + b", "((try* a) + b)"),
        ("a |> b ? c : d |> e", "((a |> (b ? c : d)) |> e)"),
        ("a ? b : c ? d : e", "(a ? b : (c ? d : e))"),
        ("a not in b && c in d", "((a not_in b) && (c in d))"),
        ("f()? + 1", "(f()? + 1)"),
        ("(a + b) * c", "((a + b) * c)"),
        ("a % b / c", "((a % b) / c)"),
        ("a != b == c", "((a != b) == c)"),
    ],
)
def test_precedence(text: str, expected: str) -> None:
    assert short(value(text)) == expected


def test_every_form_parses() -> None:
    seen = {type(item) for item in walk(module(FORMS))}
    assert {cls.__name__ for cls in nodes.ALL} - {cls.__name__ for cls in seen} == {"BrokenStmt"}


def test_spans_lie_inside_one_another() -> None:
    for item in walk(module(FORMS)):
        for child in children(item):
            assert item.span.start <= child.span.start <= child.span.end <= item.span.end, (item, child)


def test_a_span_covers_its_text() -> None:
    found = only("const total = f(1)  +  [2]")
    assert isinstance(found, nodes.Binding)
    assert found.span.text == "const total = f(1)  +  [2]"
    assert found.value.span.text == "f(1)  +  [2]"
    assert isinstance(found.value, nodes.BinaryOp)
    assert (found.value.op_span.text, found.value.left.span.text) == ("+", "f(1)")


def test_parts_of_a_hole_have_true_positions() -> None:
    found = only('x("é ${name}")')
    (hole,) = [item for item in walk(found) if isinstance(item, nodes.Ident) and item.name == "name"]
    assert hole.span.text == "name"


def test_calls_of_members_are_method_calls() -> None:
    assert [
        type(value(text)).__name__ for text in ("o.m(1)", "o?.m<int>(1)", "(o.m)(1)", "o.m", "f<int>(1)")
    ] == [
        "MethodCall",
        "MethodCall",
        "Call",
        "Member",
        "Call",
    ]


def test_try_with_and_without_clauses() -> None:
    kinds = [type(value(text)).__name__ for text in ("try { }", "try { } catch { }", "try { } finally { }")]
    assert kinds == ["TryExpr", "TryCatch", "TryCatch"]


def test_keys_of_dicts() -> None:
    found = value('{a: 1, "b c": 2, [d]: 3, ...e}')
    assert isinstance(found, nodes.DictLit)
    assert [
        (entry.key.value if isinstance(entry.key, nodes.Str) else None, entry.computed)
        for entry in found.entries
    ] == [
        ("a", False),
        ("b c", False),
        (None, True),
        (None, False),
    ]


def test_var_reads_as_let() -> None:
    found = only("var x = 1")
    assert isinstance(found, nodes.Binding)
    assert (found.kind, found.word) == ("let", "var")


def test_pub_marks_and_widens() -> None:
    found = only("pub const x = 1")
    assert isinstance(found, nodes.Binding)
    assert (found.is_pub, found.span.start) == (True, 0)


def test_imports() -> None:
    plain, names, space, rust = module(
        'import "a"\nimport { b, c } from "./d"\nimport * as e from "f"\nimport g::h::{ i }'
    ).items
    assert isinstance(plain, nodes.ImportDecl)
    assert (plain.path, plain.names, plain.namespace) == ("a", None, None)
    assert isinstance(names, nodes.ImportDecl)
    assert [one.name for one in names.names or ()] == ["b", "c"]
    assert isinstance(space, nodes.ImportDecl)
    assert space.namespace == "e"
    assert isinstance(rust, nodes.ImportDecl)
    assert (rust.path, [one.name for one in rust.names or ()]) == ("g/h", ["i"])


def test_a_predicate_result_is_a_bool() -> None:
    found = only("fn f(v) -> implies v is int { }")
    assert isinstance(found, nodes.FnDecl)
    assert found.predicate is not None
    assert (found.predicate.parameter, found.predicate.one_sided) == ("v", True)
    assert isinstance(found.return_type, nodes.NamedType)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int", "NamedType"),
        ("true", "NamedType"),
        ("int?", "OptionalType"),
        ("int? ?", "OptionalType"),
        ("[int]", "ListType"),
        ("dict<string, int>", "AppliedType"),
        ("A | B & C | fn(int) -> int", "UnionType"),
        ("A & B", "IntersectionType"),
        ("fn(A, B) -> C | D", "FnType"),
        ('{a: int, "x"?: int}', None),
        ("{a: int, b?: T, ...R}", "ShapeType"),
        ('"a"', "LitStrType"),
        ("-1", "LitIntType"),
    ],
)
def test_types(text: str, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(ValueError, match="expected"):
            parser.parse_type(text)
    else:
        assert type(parser.parse_type(text)).__name__ == expected


def test_signatures() -> None:
    found = parser.parse_signature(
        "zip<T, U>(left: list<T>, right: list<U>? = nil, ...more: any) -> list<T>?"
    )
    assert [(one.name, one.rest, one.default is not None) for one in found.params] == [
        ("left", False, False),
        ("right", False, True),
        ("more", True, False),
    ]
    assert isinstance(found.return_type, nodes.OptionalType)
    with pytest.raises(ValueError, match="zip"):
        parser.parse_signature("zip(left")


@pytest.mark.parametrize(
    "text", ["fn f() {", "let a =", "f(1,", '"""a', "/* a", "a +", "if x {\n y", "@test", "x |>"]
)
def test_incomplete_inputs(text: str) -> None:
    assert parser.incomplete(text)


@pytest.mark.parametrize("text", ["", "a", '"abc', "}", "a b", "f(1)", "x = )", "let a = 1"])
def test_complete_inputs(text: str) -> None:
    assert not parser.incomplete(text)


def test_the_outline_of_reductions() -> None:
    found = parser.reductions(SourceFile("t", "x = f(1)"))
    assert found is not None
    assert parser.outline(found).splitlines() == [
        "module 1:1-1:9",
        "  assign 1:1-1:9",
        "    name 1:1-1:2",
        "      IDENT 'x'",
        "    = '='",
        "    call 1:5-1:9",
        "      name 1:5-1:6",
        "        IDENT 'f'",
        "      arguments 1:6-1:9",
        "        int_literal 1:7-1:8",
        "          INT '1'",
    ]
    assert parser.reductions(SourceFile("t", "x = )")) is None


def test_parsed_nodes_are_whole_and_frozen() -> None:
    known = set(nodes.ALL)
    for node in walk(module(FORMS)):
        assert node.__class__ in known
        for field in node.FIELDS:
            kept = getattr(node, field)
            with pytest.raises(AttributeError):
                setattr(node, field, kept)
