"""The rules of the canonical layout, one short program each: as written, as formatted."""

import pytest

from harnpy.fmt.formatter import Unformattable, format_text
from harnpy.fmt.rules.table import RULES
from harnpy.syntax import nodes

EXPRESSIONS = {
    "blanks around operators": ("a+b*c", "a + b * c"),
    "a power too": ("2**3", "2 ** 3"),
    "none in ranges": ("0 .. n - 1", "0..n - 1"),
    "none in slices": ("xs[ : -1 ]", "xs[:-1]"),
    "redundant parentheses": ("((a + b) + c)", "a + b + c"),
    "redundant around a comparison": ("(a in b) && c", "a in b && c"),
    "redundant around a call": ("(f(x)).y", "f(x).y"),
    "needed on the right": ("a - (b - c)", "a - (b - c)"),
    "needed below a tighter operator": ("(a + b) * c", "(a + b) * c"),
    "needed around the called member": ("(o.m)(a)", "(o.m)(a)"),
    "needed around a propagation": ("(a?).b", "(a?).b"),
    "needed as a bound of a range": ("(1..2)..3", "(1..2)..3"),
    "needed left of a power": ("(-2) ** 2", "(-2) ** 2"),
    "and inside or": ("a && b || c", "(a && b) || c"),
    "a default inside or": ("a ?? b || c", "(a ?? b) || c"),
    "a default inside and": ("a ?? b && c", "(a ?? b) && c"),
    "a default compared": ("a == b ?? c", "a == (b ?? c)"),
    "a default of a sum": ("a ?? b + 1", "a ?? b + 1"),
    "a condition before a pipe": ("c ? a : b |> f", "(c ? a : b) |> f"),
    "a negated power": ("-2 ** 2", "-(2 ** 2)"),
    "a negated negation": ("-(-a)", "--a"),
    "a negative exponent": ("2 ** -1", "2 ** -1"),
    "a condition in a condition": ("a ? b : (c ? d : e)", "a ? b : c ? d : e"),
    "membership": ("!(a in b)", "!(a in b)"),
    "an optional index": ("x?[0]", "x?.[0]"),
    "quoted words as keys": ('{"a": 1, "if": 2, "b c": 3, "é": 4}', '{a: 1, if: 2, "b c": 3, "é": 4}'),
    "computed keys": ('{["a"]: 1, ...b}', '{["a"]: 1, ...b}'),
    "trailing commas": ("[1, 2,]", "[1, 2]"),
    "lines that the author broke": ("f(\n  1,\n  2,\n)", "f(1, 2)"),
    "struct literals": ("P{x:1}", "P {x: 1}"),
    "closures": ("{x->x+1}", "{ x -> x + 1 }"),
    "closures without parameters": ("{->1}", "{ -> 1 }"),
    "functions as values": ("fn(a:int)->int{return a}", "fn(a: int) -> int { return a }"),
    "durations": ("[60000ms, 90s, 0s, 14d, 36h]", "[1m, 90s, 0ms, 2w, 36h]"),
    "raw strings": ('r##"a"##', 'r"a"'),
    "raw strings with quotes": ('r##"a "b" c"##', 'r#"a "b" c"#'),
    "escapes": (r'"\$ \q \${x} \t"', r'"$ \\q \${x} \t"'),
    "escapes beside holes": (r'"\$ ${ a+b } \q"', r'"$ ${ a+b } \\q"'),
    "type arguments": ("f < int , string > (x)", "f<int, string>(x)"),
    "try star": ("try*f() + 1", "try* f() + 1"),
}

PROGRAMS = {
    "semicolons": ("a(); b()\n", "a()\n\nb()\n"),
    "empty lines in a body": ("fn f() {\n\n  a()\n\n\n  b()\n\n}\n", "fn f() {\n  a()\n  b()\n}\n"),
    "empty bodies": (
        "fn f() {}\nimpl S {}\nstruct S {}\n",
        "fn f() {\n}\n\nimpl S {\n}\n\nstruct S {\n}\n",
    ),
    "var": ("var a = 1\n", "let a = 1\n"),
    "members": (
        "struct S {a: int, b?: string,}\nenum E<T> { A(x: T), B }\n",
        "struct S {\n  a: int\n  b?: string\n}\n\nenum E<T> {\n  A(x: T)\n  B\n}\n",
    ),
    "optional types": (
        "fn f(a: int | nil, b: nil | int, c: int | string | nil) {}\n",
        "fn f(a: int?, b: nil | int, c: int | string | nil) {\n}\n",
    ),
    "imports": (
        'import "./b"\nimport { z, a } from "std/x"\nimport * as m from "../c"\nimport a::b::{ c }\nf()\n',
        'import { a, z } from "std/x"\nimport * as m from "../c"\nimport "./b"\n'
        'import { c } from "a/b"\n\nf()\n',
    ),
    "the catch variable": (
        "try { a() } catch e { b() } finally { c() }\n",
        "try {\n  a()\n} catch (e) {\n  b()\n} finally {\n  c()\n}\n",
    ),
    "arms": (
        "match x { 1|2 -> {a()} y if y>3 -> { return y } [h, ...t] -> { throw h } _ -> {} }\n",
        "match x {\n  1 | 2 -> { a() }\n  y if y > 3 -> { return y }\n  [h, ...t] -> {\n    throw h\n  }\n"
        "  _ -> {\n  }\n}\n",
    ),
    "a closure in a closure": (
        "f = { a -> { b -> a } }\n",
        "f = { a ->\n  { b -> a }\n}\n",
    ),
    "a closure of several statements": (
        "xs.map({ x -> a(); x })\n",
        "xs.map(\n  { x ->\n    a()\n    x\n  },\n)\n",
    ),
    "options": (
        "parallel each xs with {max_concurrent: 2} { x -> x } as stream\n",
        "parallel each xs with { max_concurrent: 2 } { x ->\n  x\n} as stream\n",
    ),
    "a dict behind in": ("for x in {a: 1} { b() }\n", "for x in ({a: 1}) {\n  b()\n}\n"),
    "attributes": ("@a @b(c: 1, [2]) fn f() {}\n", "@a\n@b(c: 1, [2])\nfn f() {\n}\n"),
    "an empty file": ("\n\n", ""),
    "line ends of another system": ("a()\r\n\r\nb()\r\n", "a()\n\nb()\n"),
    "a first line for the system": ("#!/usr/bin/env harnpy\na( )\n", "#!/usr/bin/env harnpy\na()\n"),
    "predicates of closures": (
        "f = fn(x) -> x is int { return true }\n",
        "f = fn(x) -> x is int { return true }\n",
    ),
    "a guard over a branch": (
        "fn f() { guard (if a { b } else { c }) else { return } }\n",
        "fn f() {\n  guard (if a {\n    b\n  } else {\n    c\n  }) else {\n    return\n  }\n}\n",
    ),
    "signatures": (
        "pub gen fn f<A,B>(a:A,b:B=1,...c:any)->list<A> throws E where A:X+Y,B:Z {}\n",
        "pub gen fn f<A, B>(a: A, b: B = 1, ...c: any) -> list<A> throws E where A: X + Y, B: Z {\n}\n",
    ),
    "tools": (
        'tool t(a: int) -> string { description "says"; a }\n',
        'tool t(a: int) -> string {\n  description "says"\n  a\n}\n',
    ),
    "interfaces": (
        "interface I<T> { type A = int; fn f(x: T) -> T; type B }\n",
        "interface I<T> {\n  type A = int\n  fn f(x: T) -> T\n  type B\n}\n",
    ),
    "selection": (
        "select { m from c { a() } timeout 1000ms { b() } }\n",
        "select {\n  m from c {\n    a()\n  }\n  timeout 1s {\n    b()\n  }\n}\n",
    ),
    "a number named like a word": ("parallel (each) { i -> i }\n", "parallel (each) { i ->\n  i\n}\n"),
    "a number named like a word, with a comment": (
        "parallel (/* n */ each) { 1 }\n",
        "parallel (/* n */ each) {\n  1\n}\n",
    ),
    "names that open statements": (
        "(emit)(1); (require)[0]; x = emit(1)\n",
        "(emit)(1)\n\n(require)[0]\n\nx = emit(1)\n",
    ),
    "a computed number of attempts": ("retry (n + 1) { a() }\n", "retry (n + 1) {\n  a()\n}\n"),
}

NARROW = {
    "arguments": (
        "call(argument, another_one, third)\n",
        "call(\n  argument,\n  another_one,\n  third,\n)\n",
    ),
    "operators": (
        "x = first + second + third_one + fourth + fifth\n",
        "x = first + second + third_one\n  + fourth\n  + fifth\n",
    ),
    "before minus": ("x = first_one + second_one - third\n", "x = first_one + second_one \\\n  - third\n"),
    "calls": (
        "x = first.second(1).third(2).fourth(3)\n",
        "x = first.second(1).third(2)\n  .fourth(3)\n",
    ),
    "calls behind a break": (
        "x = first.map({ a -> a * 1234 }).sum(1).max(2)\n",
        "x = first.map(\n  { a -> a * 1234 },\n)\n  .sum(1)\n  .max(2)\n",
    ),
    "a long text": (
        'x = "a text that is too long for it"\n',
        'x =\n  "a text that is too long for it"\n',
    ),
    "a list in a header": (
        "for x in [1111, 2222, 3333, 4444] {}\n",
        "for x in [\n  1111,\n  2222,\n  3333,\n  4444,\n] {\n}\n",
    ),
    "types": (
        "type T = {a: int, b: string, c: list<int>}\ntype U = First | Second | Third | Other\n",
        "type T = {\n  a: int,\n  b: string,\n  c: list<int>,\n}\n\n"
        "type U = First | Second \\\n  | Third \\\n  | Other\n",
    ),
    "parameters": (
        "fn name(first: int, second: int) {}\n",
        "fn name(\n  first: int,\n  second: int,\n) {\n}\n",
    ),
    "parameters before results": (
        "fn f(a: int, b: int) -> A throws B | C {}\n",
        "fn f(\n  a: int,\n  b: int,\n) -> A throws B | C {\n}\n",
    ),
    "the body of a function before its parameters": (
        "x = fn(a, b) { return a + b + 1 }\n",
        "x = fn(a, b) {\n  return a + b + 1\n}\n",
    ),
    "imported names": (
        'import { first, second, third } from "a"\n',
        'import {\n  first,\n  second,\n  third,\n} from "a"\n',
    ),
}


@pytest.mark.parametrize(("written", "formatted"), EXPRESSIONS.values(), ids=EXPRESSIONS)
def test_expressions(written: str, formatted: str) -> None:
    assert format_text(f"x = {written}\n") == f"x = {formatted}\n"
    assert format_text(f"x = {formatted}\n") == f"x = {formatted}\n"


@pytest.mark.parametrize(("written", "formatted"), PROGRAMS.values(), ids=PROGRAMS)
def test_programs(written: str, formatted: str) -> None:
    assert format_text(written) == formatted
    assert format_text(formatted) == formatted


@pytest.mark.parametrize(("written", "formatted"), NARROW.values(), ids=NARROW)
def test_lines_of_thirty_columns(written: str, formatted: str) -> None:
    assert format_text(written, width=30) == formatted
    assert format_text(formatted, width=30) == formatted


WIDE = {
    "a path that cannot break": "x = aaaaaaaaaaaaaaaaaaaaa.bbbbbbbbbbbbbbbbbbbbbbbb\n",
    "a condition": "x = first_one ? second_one : third_one_and_more\n",
}


@pytest.mark.parametrize("written", WIDE.values(), ids=WIDE)
def test_a_line_that_stays_too_wide_is_refused(written: str) -> None:
    with pytest.raises(Unformattable, match=r"formatted line 2 is \d+ columns wide \(maximum 30\)") as fault:
        format_text(written, width=30)
    assert fault.value.kind == "line_width"


EXEMPT = {
    "a text": 'x =\n  "a text that is too long for thirty"\n',
    "a text in a call": 'f(\n  "a text that is too long for thirty",\n)\n',
    "a comment": "f(1)  // a comment that is too long\n",
    "a single name": "f(\n  a_name_that_is_too_long_for_thirty,\n)\n",
}


@pytest.mark.parametrize("written", EXEMPT.values(), ids=EXEMPT)
def test_lines_that_nothing_can_be_done_about_are_kept(written: str) -> None:
    assert format_text(written, width=30) == written


FAULTS = {
    "f(1 + )\n": "Expected expression, got ) at 1:7",
    "fn f() {\n": "Unexpected end of file, expected }",
    'x = "abc\n': "Unterminated string at 1:5",
    "fn f() {\n  let a = 1 2\n}\n": "Expected statement separator (`;` or newline), got int(2) at 2:13",
}


@pytest.mark.parametrize(("written", "text"), FAULTS.items())
def test_a_program_that_does_not_parse_is_refused(written: str, text: str) -> None:
    with pytest.raises(Unformattable) as fault:
        format_text(written)
    assert (fault.value.kind, str(fault.value)) == ("parse", text)
    assert fault.value.report is not None
    assert fault.value.report.has_errors


def test_every_node_has_a_rule() -> None:
    assert RULES.missing(nodes.ALL) == []
