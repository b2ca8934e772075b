"""Post-lex: one case per rule N1 to N8 of line breaks and D1 to D26 of the disambiguation table."""

import pytest

from harnpy.syntax import nodes
from tests.syntax.reading import kinds, module, only, short, value

LINES = [
    ("N1", "f(a,\n b\n)", "IDENT ( IDENT , IDENT )"),
    ("N1", "[a\n, b]", "[ IDENT , IDENT ]"),
    ("N2", "\n\na\n\n\nb\n", "IDENT SEP IDENT"),
    ("N2", "if a {\n\nb\n\n}", "if IDENT { IDENT }"),
    ("N3", "a\n |> b\n .c\n ?? d\n + e", "IDENT |> IDENT . IDENT ?? IDENT + IDENT"),
    ("N3", "a\n - b", "IDENT SEP - IDENT"),
    ("N3", "a\n (b)\n [c]", "IDENT SEP ( IDENT ) SEP [ IDENT ]"),
    ("N3", "a\n !b", "IDENT SEP ! IDENT"),
    ("N3", "a\n ? b\n : c", "IDENT TERN_Q IDENT : IDENT"),
    ("N3", "return\n .a", "return SEP . IDENT"),
    ("N4", "a -\n b", "IDENT - IDENT"),
    ("N4", "a not in\n b", "IDENT not_in IDENT"),
    ("N4", "let a =\n 1", "let IDENT = INT"),
    ("N4", "if\n a { }", "if IDENT { }"),
    ("N4", "throw\n a", "throw IDENT"),
    ("N4", "return\n a", "return SEP IDENT"),
    ("N4", "const f: Box<\n int\n> = g", "const IDENT : IDENT GENERIC_LT IDENT TYPE_GT = IDENT"),
    ("N4", "const a: list<int>\n = 1", "const IDENT : IDENT GENERIC_LT IDENT TYPE_GT SEP = INT"),
    ("N5", "if a { }\n else { }", "if IDENT { } else { }"),
    ("N5", "try { }\n catch { }\n finally { }", "try { } catch { } finally { }"),
    ("N6", "a ? b\n : c", "IDENT TERN_Q IDENT : IDENT"),
    ("N7", "while a\n { }", "while IDENT { }"),
    ("N7", "a\n { }", "IDENT SEP { }"),
    ("N8", "let a = [1]\n , b", "let IDENT = [ INT ] , IDENT"),
    ("separators", "a;\n\nb", "IDENT SEP IDENT"),
    ("separators", "a;;b", "IDENT SEP SEP IDENT"),
    ("separators", "{a: 1\n b: 2}", "{ IDENT : INT SEP IDENT : INT }"),
]

CHOICES = [
    ("D1", "x = {a: 1}", "IDENT = { IDENT : INT }"),
    ("D1", "x = {a -> 1}", "IDENT = CLOSURE_LBRACE IDENT -> INT }"),
    ("D1", "x = { -> }", "IDENT = CLOSURE_LBRACE -> }"),
    ("D1", "x = {k: fn(a) -> int {1}}", "IDENT = { IDENT : fn ( IDENT ) -> IDENT { INT } }"),
    ("D1", "x = {k: {a -> 1}}", "IDENT = { IDENT : CLOSURE_LBRACE IDENT -> INT } }"),
    ("D1", "spawn { {a -> 1} }", "spawn { CLOSURE_LBRACE IDENT -> INT } }"),
    ("D3", "P {x: 1}", "IDENT STRUCT_LBRACE IDENT : INT }"),
    ("D3", "P {\n x: 1 }", "IDENT STRUCT_LBRACE IDENT : INT }"),
    ("D3", "P {}", "IDENT STRUCT_LBRACE }"),
    ("D3", "P\n {x: 1}", "IDENT SEP { IDENT : INT }"),
    ("D3", "if P {}", "if IDENT { }"),
    ("D3", "match P { x -> { } }", "match IDENT { IDENT -> { } }"),
    ("D3", "struct P { x: int }", "struct IDENT { IDENT : IDENT }"),
    ("D3", "p {x: 1}", "IDENT { IDENT : INT }"),
    ("D4", "{a: 1}", "{ IDENT : INT }"),
    ("D4", "{ x -> x }", "CLOSURE_LBRACE IDENT -> IDENT }"),
    ("D5", "a ? b : c", "IDENT TERN_Q IDENT : IDENT"),
    ("D5", "a? - b", "IDENT TRY_Q - IDENT"),
    ("D5", "x = f()?\ny = {a: 1}", "IDENT = IDENT ( ) TRY_Q SEP IDENT = { IDENT : INT }"),
    ("D5", "{a: f()?, b: 1}", "{ IDENT : IDENT ( ) TRY_Q , IDENT : INT }"),
    ("D5", "a ? b ? 1 : 2 : 3", "IDENT TERN_Q IDENT TERN_Q INT : INT : INT"),
    ("D5", "a? ? b : c", "IDENT TRY_Q TERN_Q IDENT : IDENT"),
    ("D5", "fn f() -> T? where T: S { }", "fn IDENT ( ) -> IDENT TRY_Q WHERE IDENT : IDENT { }"),
    (
        "D5",
        "let f: fn() -> int? = a ? b : c",
        "let IDENT : fn ( ) -> IDENT TRY_Q = IDENT TERN_Q IDENT : IDENT",
    ),
    ("D6", "a?[0]", "IDENT OPT_LBRACK INT ]"),
    ("D6", "a ? [0] : [1]", "IDENT TERN_Q [ INT ] : [ INT ]"),
    ("D6", "a?.[0]", "IDENT ?. [ INT ]"),
    ("D7", "f<int>(a)", "IDENT GENERIC_LT IDENT TYPE_GT ( IDENT )"),
    ("D7", "f<list<int>>(a)", "IDENT GENERIC_LT IDENT GENERIC_LT IDENT TYPE_GT TYPE_GT ( IDENT )"),
    ("D7", "a < b && c > (d)", "IDENT < IDENT && IDENT > ( IDENT )"),
    ("D7", "f(a < b, c > d)", "IDENT ( IDENT < IDENT , IDENT > IDENT )"),
    ("D7", "x = a < b\ny = c > (d)", "IDENT = IDENT < IDENT SEP IDENT = IDENT > ( IDENT )"),
    ("D7", "x = a < b\nc\nd > (e)", "IDENT = IDENT < IDENT SEP IDENT SEP IDENT > ( IDENT )"),
    ("D9", "a!.b", "IDENT BANG_POST . IDENT"),
    ("D9", "a != b", "IDENT != IDENT"),
    ("D9", "!a! == b", "! IDENT BANG_POST == IDENT"),
    ("D10", "try* f()", "TRY_STAR IDENT ( )"),
    ("D10", "try { }", "try { }"),
    ("D11", "a.match.type", "IDENT . IDENT . IDENT"),
    ("D11", "{match: 1, type: 2}", "{ IDENT : INT , IDENT : INT }"),
    ("D11", "let x: {type?: int} = y", "let IDENT : { IDENT TRY_Q : IDENT } = IDENT"),
    ("D11", "@x(retry: 1) fn f() { }", "@ IDENT ( IDENT : INT ) fn IDENT ( ) { }"),
    ("D12", "a not in b", "IDENT not_in IDENT"),
    ("D12", "for not in b { }", "for IDENT in IDENT { }"),
    ("D13", "gen fn f() { }", "GEN fn IDENT ( ) { }"),
    ("D13", "gen = 1", "IDENT = INT"),
    (
        "D14",
        "parallel each a with { max_concurrent: 2 } { b } as stream",
        "parallel EACH IDENT WITH { IDENT : INT } { IDENT } AS STREAM",
    ),
    ("D14", "each(with, as, stream)", "IDENT ( IDENT , IDENT , IDENT )"),
    (
        "D16",
        "select {\n a from b { }\n timeout 1s { }\n default { }\n}",
        "SELECT { IDENT FROM IDENT { } SEP TIMEOUT DURATION { } SEP DEFAULT { } }",
    ),
    ("D16", "select { timeout from b { } }", "SELECT { IDENT FROM IDENT { } }"),
    ("D18", "match a { b -> { } }", "match IDENT { IDENT -> { } }"),
    ("D22", "guard a else { }", "guard IDENT GUARD_ELSE { }"),
    ("D23", "fn f() -> {x: int} { }", "fn IDENT ( ) -> { IDENT : IDENT } { }"),
    (
        "D24",
        "fn f<out T>() -> v is T throws E where T: I { }",
        "fn IDENT GENERIC_LT OUT IDENT TYPE_GT ( ) -> IDENT IS IDENT throws IDENT WHERE IDENT : IDENT { }",
    ),
    ("D24", "fn f() -> implies v is T { }", "fn IDENT ( ) -> IMPLIES IDENT IS IDENT { }"),
    ("D24", "where(is, out, implies)", "IDENT ( IDENT , IDENT , IDENT )"),
    ("words", "select = 1", "IDENT = INT"),
    ("words", "x.scope { }", "IDENT . IDENT { }"),
    ("words", "{ x -> mutex(k) { } }", "CLOSURE_LBRACE IDENT -> MUTEX ( IDENT ) { } }"),
    ("words", "mutex(k)", "IDENT ( IDENT )"),
    ("words", "deadline = deadline + 1", "IDENT = IDENT + INT"),
    ("words", "x = deadline 5s { }", "IDENT = DEADLINE DURATION { }"),
    ("words", "require -1", "REQUIRE - INT"),
    ("words", "require + 1", "IDENT + INT"),
    ("words", "emit [1]", "EMIT [ INT ]"),
    ("words", "tool t() { }", "TOOL IDENT ( ) { }"),
    ("words", "pub tool t() { }", "pub TOOL IDENT ( ) { }"),
    ("words", "tool.name", "IDENT . IDENT"),
    ("words", "cost_route { }", "COST_ROUTE { }"),
    ("words", 'import { from } from "x"', "import { IDENT } FROM STRING"),
    ("words", 'import * as from from "x"', "import * AS IDENT FROM STRING"),
]


@pytest.mark.parametrize(("rule", "text", "expected"), LINES)
def test_line_breaks(rule: str, text: str, expected: str) -> None:
    assert kinds(text) == expected, rule


@pytest.mark.parametrize(("rule", "text", "expected"), CHOICES)
def test_choices(rule: str, text: str, expected: str) -> None:
    assert kinds(text) == expected, rule


def test_blocks_and_dicts_need_no_choice() -> None:
    """D2: after a complete operand only a block can follow."""
    found = only("if a { {} } else { {k: 1} }")
    assert isinstance(found, nodes.IfElse)
    assert [type(one).__name__ for one in found.then.statements] == ["DictLit"]


def test_a_parallel_body_may_have_a_parameter() -> None:
    """D15."""
    with_one, without = module("parallel(2) { i -> i }\nparallel(2) { i }").items
    assert isinstance(with_one, nodes.Parallel)
    assert isinstance(without, nodes.Parallel)
    assert (with_one.variable is not None, without.variable) == (True, None)


def test_arms_become_patterns() -> None:
    """D17."""
    patterns = ["_", "x", "-1 | 2", "E.V(p)", "V(1)", "{k: p}", "[a, ...r]", "a + 1"]
    found = only("match a { " + " ".join(f"{pattern} -> {{ }}" for pattern in patterns) + " }")
    assert isinstance(found, nodes.MatchExpr)
    names = [type(arm.pattern).__name__ for arm in found.arms]
    assert names == ["PWild", "PBind", "POr", "PEnum", "PEnum", "PDict", "PList", "PExpr"]


def test_functions_with_and_without_name() -> None:
    """D19."""
    assert [type(one).__name__ for one in module("fn f() { }\nfn() { }").items] == ["FnDecl", "Closure"]


def test_assignment_targets() -> None:
    """D20."""
    assert [type(one).__name__ for one in module("a = 1\na.b = 1\na[0] += 1").items] == ["Assignment"] * 3


def test_a_call_never_starts_a_line() -> None:
    """D21."""
    assert [type(one).__name__ for one in module("a\n(b)").items] == ["Ident", "Ident"]


def test_the_underscore_is_a_name() -> None:
    """D25."""
    assert kinds("a |> _.b") == "IDENT |> IDENT . IDENT"


def test_slices_and_ternaries_in_an_index() -> None:
    """D26."""
    assert [type(value(text)).__name__ for text in ("a[1:]", "a[:1]", "a[:]", "a[b ? 1 : 2]")] == [
        "Slice",
        "Slice",
        "Slice",
        "Index",
    ]
    assert short(value("a[b ? 1 : 2:3]")) == "a[b ? 1 : 2:3]"
