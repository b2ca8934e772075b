"""Habits of other languages: one diagnostic each, with a sentence how Harn writes it."""

import pytest

from harnpy.base.spans import SourceFile
from harnpy.syntax import parser
from tests.syntax.reading import faults

HABITS = {
    "const s = 'abc def'": "double quotes",
    "const s = `abc`": "double quotes",
    "const s = “abc”": "double quotes",
    "# a comment's text": "begins with `//`",
    "const x = 2 ^ 3": "`a ** b`",
    "def f(x) {\n  return x\n}": "`fn f(x) { … }`",
    "function f(x) {\n  return x\n}": "`fn f(x) { … }`",
    "class A {\n  x: int\n}": "struct",
    "if x {\n  1\n} elif y {\n  2\n}": "`else if`",
    "switch x {\n  1 -> { 2 }\n}": "`match",
    "switch (x) {\n  1 -> { 2 }\n}": "`match",
    "x++": "`x += 1`",
    "f(x++)": "`x += 1`",
    "x--": "`x -= 1`",
    "const f = x => x + 1": "`{ x -> x + 1 }`",
    "const f = (x, y) => x + y": "`{ x -> x + 1 }`",
    "const f = () => 1": "`{ x -> x + 1 }`",
    "xs.map(x -> x + 1)": "`{ x -> x + 1 }`",
    "fn f() {\n  retrun 1\n}": "`return`",
    "cosnt x = 1": "`const`",
    "whlie true {\n  f()\n}": "`while`",
    'improt "std/text"': "`import`",
    "if a {\n  1\n} esle {\n  2\n}": "`else`",
    "guard a esle { b() }": "`else`",
    'log "x"': "`log(…)`",
    "type A = int\n  | string": "end the line above with it",
    "const f = |x| x": "`{ x -> x + 1 }`",
    "for i in 1...3 {\n  f(i)\n}": "`a..=b`",
    "for i in xs:\n  f(i)": "between `{` and `}`",
    "if x:\n  f(i)": "between `{` and `}`",
    "await f()": "`await(…)`",
    "const x = await f()": "`await(…)`",
    'print "x"': "`println(…)`",
    "let (a, b) = [1, 2]": "`let [a, b] = …`",
    'import x from "m"': "import { x } from …",
    'match x {\n  1 -> "a"\n  _ -> "b"\n}': "what follows `->` is a block",
    "const d = {k}": "`k: k`",
    "const d = {k, l: 2}": "`k: k`",
    "match d {\n  {k} -> { 1 }\n}": "`k: k`",
    "const x = (7 // 2)": "`//` begins a comment",
    "f(7 // 2)\ng(1)": "`//` begins a comment",
    "const x = a and b": "`&&`",
    "f(a or b)": "`||`",
    "f(not a)": "`!`",
    "if not a {\n}": "`!`",
    "f(x is int)": '`type_of(x) == "…"`',
    'if typeof x == "int" {\n}': '`type_of(x) == "…"`',
    "f(1e3)": "`1000.0`",
    "const x = 1e-2": "`0.01`",
    "const x = 1_000_000": "`1000000`",
    "const x = 0xff": "`255`",
    'f(f"a")': "without a letter",
    "f(3px)": "begins with a letter",
    "const x = a === b": "`==`",
    "const x = a if b else c": "`condition ? a : b`",
    "const x = [y for y in z]": "`xs.map(",
    "let x: int\nconst y = 2": "needs a value",
    "let mut x = 3": "`let` declares",
    "const d = {\n  a: 1\nprintln(d)": "finish this dict",
    "fn f() {\n  const d = {\n    a: 1\n  return d\n}": "finish this dict",
    "const x = 1\u200b + 2": "U+200B ZERO WIDTH SPACE; delete",
    "const x\u00a0= 1": "U+00A0 NO-BREAK SPACE; write an ordinary space",
    "const x = 1\ufeff": "U+FEFF ZERO WIDTH NO-BREAK SPACE; delete",
}


@pytest.mark.parametrize("text", HABITS, ids=list(HABITS))
def test_a_habit_is_one_diagnostic_that_says_what_to_write(text: str) -> None:
    (found,) = faults(text)
    assert HABITS[text] in found.help


@pytest.mark.parametrize("text", ["f(a b)", "x = [1 2]", "x = [data y]"])
def test_a_comma_is_advised_between_two_parts(text: str) -> None:
    assert faults(text)[0].help == "separate the parts with `,`"


@pytest.mark.parametrize("text", ["fn f(a, , b) -> int {\n}", "f(a, )b", "x = {a: }"])
def test_other_faults_get_no_hint_of_a_closure(text: str) -> None:
    assert all("closure" not in (one.help or "") for one in faults(text))


def test_a_dict_without_its_brace_points_at_the_opener() -> None:
    (found,) = faults("const d = {\n  a: 1\nprintln(d)")
    (note,) = found.notes
    assert (note.span.text, note.text) == ("{", "this `{` is not closed")


@pytest.mark.parametrize("text", ["\ufeffconst x = 1\n", "\ufeff#!/usr/bin/env harnpy\nconst x = 1\n"])
def test_a_byte_order_mark_at_the_start_is_accepted(text: str) -> None:
    module, report = parser.parse(SourceFile("t", text))
    assert not report.has_errors
    assert len(module.items) == 1
