"""Syntax errors: what each mistake is called, where, and what helps."""

import pytest

from harnpy.diagnostics.codes import syntax as codes
from tests.syntax.reading import faults, told

TOP = "top-level item separator (`;` or newline)"
INNER = "statement separator (`;` or newline)"
AFTER_ATTR = "fn/tool/skill/eval_pack/pipeline/struct/enum/type/interface/impl declaration after `@attr`"

EXPECTED = [
    ("a b", f"expected {TOP}, found id(b)"),
    ("fn f() {\n a b\n}", f"expected {INNER}, found id(b)"),
    ("fn f() {\n a = b = c\n}", f"expected {INNER}, found ="),
    ("1 = 2", f"expected {INNER}, found ="),
    ("a;;b", "expected expression, found ;"),
    (";a", "expected expression, found ;"),
    ("if a { };else { }", "expected expression, found else"),
    ("let x = )", "expected expression, found )"),
    ("x = [1 2]", "expected ], found int(2)"),
    ('f(a "b")', "expected ), found str(b)"),
    ("let match = 1", "expected variable name or destructuring pattern, found 'match' (reserved keyword)"),
    ("fn if() { }", "expected function name, found 'if' (reserved keyword)"),
    ("fn f(for) { }", "expected parameter name, found 'for' (reserved keyword)"),
    ("pipeline 1() { }", "expected pipeline name, found int(1)"),
    ("struct { }", "expected type name, found {"),
    ("enum E { 1 }", "expected variant name, found int(1)"),
    ("struct S { 1 }", "expected field name, found int(1)"),
    ("import 1", "expected import path string, found int(1)"),
    ('import { 1 } from "x"', "expected import name, found int(1)"),
    ('import * as 1 from "x"', "expected alias name, found int(1)"),
    ("a.1", "expected member name, found int(1)"),
    ("try { } catch (1) { }", "expected error variable, found int(1)"),
    ("select { 1 }", "expected select case variable, found int(1)"),
    ("select { }", "expected at least one select case, found }"),
    (
        "select { a from b { } \n timeout 1s { } \n default { } }",
        "expected select cannot have both timeout and default, found default",
    ),
    ('x = {"a${b}": 1}', 'expected dict key, found "'),
    ("x = {a: 1, b}", "expected :, found }"),
    ("match a { 1 { } }", "expected ->, found {"),
    ("match a { 1 => { } }", "expected ->, found =>"),
    ("for a b { }", "expected in, found id(b)"),
    ("guard a { }", "expected else, found {"),
    ("type T = |", "expected type, found |"),
    ("fn f(n: int -> int { }", "expected ), found ->"),
    ("if a = b { }", "expected {, found ="),
    ("a..b..c", "expected end of range; parenthesize a range used as a range bound, found .."),
    (
        "fn f(a = 1, b) { }",
        "expected Required parameter cannot follow a parameter with a default value, found id(b)",
    ),
    ("fn f(...a, b) { }", "expected Rest parameter must be the last parameter, found ,"),
    ("pipeline p(a = 1) { }", "expected Pipeline parameters do not support default values, found ="),
    ("pipeline p(...a) { }", "expected Pipeline parameters do not support rest parameters, found ..."),
    ("@a const b = 1", f"expected {AFTER_ATTR}, found const"),
    ("@a 1", f"expected {AFTER_ATTR}, found int(1)"),
    (
        "parallel 2 with { size: 1 } { }",
        "expected known option (only `max_concurrent` is supported in `parallel ... with { ... }`; "
        "got `size`), found id(size)",
    ),
    ("x = parallel 2 { } as stream", f"expected {INNER}, found as"),
    ('fn f() { import "x" }', "expected expression, found import"),
    ("if a { pipeline p() { } }", "expected expression, found pipeline"),
    ("@sibling pub fn f() { }", "expected `@sibling` on a module-level `fn` that is not `pub`, found pub"),
    ("let {a}: int = b", "expected =, found :"),
]


@pytest.mark.parametrize(("text", "expected"), EXPECTED)
def test_unexpected_tokens(text: str, expected: str) -> None:
    (fault,) = faults(text)
    assert (fault.code, fault.text) == ("HARN-PAR-001", expected)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("fn f() {\n  a\n", "}"),
        ("f(1", ")"),
        ("x = [1,", "]"),
        ("x = f(1 +", "expression"),
        ("x = [1", "]"),
        ("a +", "expression"),
        ("import", "import path string"),
        ("type T =", "type"),
        ("let", "variable name or destructuring pattern"),
    ],
)
def test_the_end_of_the_file(text: str, wanted: str) -> None:
    (fault,) = faults(text)
    assert (fault.code, fault.text) == ("HARN-PAR-002", f"unexpected end of file, expected {wanted}")
    assert (fault.label, fault.span.start) == ("file ends here", len(text))


def test_a_line_break_has_its_own_label() -> None:
    (fault,) = faults("let x\nlet y = 1")
    assert (fault.text, fault.label) == ("expected =, found newline", "line break not allowed here")


def test_retired_ranges() -> None:
    assert told("for i in 1 to 3 { }") == [f"HARN-PAR-007 1:12 {codes.RETIRED_RANGE.template}"]
    assert [one[:12] for one in told("for i in 1 to 3 exclusive { }")] == ["HARN-PAR-007"]
    assert told("to = to + 1") == []


def test_holes() -> None:
    assert told('x = "${1 +}"') == [
        "HARN-CMP-001 1:6 invalid interpolation `${1 +}`: Unexpected end of file, expected expression"
    ]
    assert told('"a ${b c} d ${e f}"') == [
        f"HARN-CMP-001 1:4 invalid interpolation `${{b c}}`: Expected {TOP}, got id(c) at 1:8".replace(
            TOP, "}"
        ),
        f"HARN-CMP-001 1:13 invalid interpolation `${{e f}}`: Expected {TOP}, got id(f) at 1:17".replace(
            TOP, "}"
        ),
    ]


@pytest.mark.parametrize(
    ("text", "bracket"),
    [
        ("fn f(n: int -> int {\n}", "("),
        ("x = f(1,\n  2\ny = 3", "("),
        ("x = [1\ny = 2", "["),
        ("fn f() {\n  if a {\n    b\n}\n", "{"),
    ],
)
def test_a_missing_bracket_points_at_its_opener(text: str, bracket: str) -> None:
    fault = faults(text)[0]
    (note,) = fault.notes
    assert (note.text, note.span.text) == (f"this `{bracket}` is not closed", bracket)
    assert fault.help.startswith("add a closing")


def test_the_brace_that_lacks_its_partner_is_guessed_by_indentation() -> None:
    text = "fn f() {\n  if a {\n    b\n}\n\nfn g() {\n}\n"
    (note,) = faults(text)[0].notes
    assert note.span.file.line_col(note.span.start) == (2, 8)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 65 + "1" + ")" * 65,
        "[" * 80,
        "-" * 80 + "1",
        "-" * 1000 + "1",
        "!" * 80 + "a",
        "2 ** " * 80 + "2",
        "a ? b : " * 80 + "c",
        "if a { } else " * 80 + "{ }",
        "if a { " * 70,
    ],
)
def test_nesting_is_limited(text: str) -> None:
    assert faults(text)[0].text == (
        "expected parser nesting depth within 64 levels, found source nesting depth exceeded"
    )


def test_nesting_up_to_the_limit_is_fine() -> None:
    assert told("(" * 64 + "1" + ")" * 64) == []
    assert told("-" * 64 + "1") == []


@pytest.mark.parametrize("code", codes.CODES, ids=lambda code: code.code)
def test_the_examples_of_a_code(code: codes.Code) -> None:
    assert {one.code for one in faults(code.bad)} == {code.code}
    assert told(code.good) == []
