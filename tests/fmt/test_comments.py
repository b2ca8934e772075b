"""Where comments go: programs with comments as written and as formatted."""

import pytest

from harnpy.fmt.formatter import format_text

PLACES = {
    "above an item": ("\n\n// a\n\n\n// b\n\nf()\n", "// a\n// b\nf()\n"),
    "behind an item": ("f() // a\n", "f()  // a\n"),
    "above a statement": ("fn f() {\n\n// a\n  b()\n}\n", "fn f() {\n  // a\n  b()\n}\n"),
    "behind the last statement": ("fn f() {\n  b()\n// a\n}\n", "fn f() {\n  b()\n  // a\n}\n"),
    "in an empty body": ("fn f() {\n// a\n}\n", "fn f() {\n  // a\n}\n"),
    "behind a brace": ("fn f() { // a\nb() }\n", "fn f() {  // a\n  b()\n}\n"),
    "before else": (
        "if a { b() } // c\nelse { d() }\n",
        "if a {\n  b()\n} else {  // c\n  d()\n}\n",
    ),
    "above else": (
        "if a { b() }\n// c\nelse { d() }\n",
        "if a {\n  b()\n} else {\n  // c\n  d()\n}\n",
    ),
    "behind an argument": ("f(1, // a\n2)\n", "f(\n  1,  // a\n  2,\n)\n"),
    "above an argument": ("f(1,\n// a\n2)\n", "f(\n  1,\n  // a\n  2,\n)\n"),
    "behind the last argument": ("f(1\n// a\n)\n", "f(\n  1,\n  // a\n)\n"),
    "without arguments": ("f(\n// a\n)\n", "f(\n  // a\n)\n"),
    "in a dict": ("x = {a: 1, // a\n// b\nb: 2}\n", "x = {\n  a: 1,  // a\n  // b\n  b: 2,\n}\n"),
    "at an operator": ("x = a // a\n+ b\n", "x = a  // a\n  + b\n"),
    "above an operator": ("x = a\n// a\n+ b\n", "x = a\n  // a\n  + b\n"),
    "before a minus": ("x = a - // a\nb\n", "// a\nx = a - b\n"),
    "above a call": ("x = a\n// a\n.b()\n", "x = a\n  // a\n  .b()\n"),
    "between words": ("x = /* a */ 1 + 2 /* b */ + 3\n", "x = /* a */ 1 + 2 /* b */ + 3\n"),
    "in an arm": (
        "match x {\n// a\n1 -> { b() } // b\n_ -> {\n// c\n}\n// d\n}\n",
        "match x {\n  // a\n  1 -> { b() }  // b\n  _ -> {\n    // c\n  }\n  // d\n}\n",
    ),
    "in members": (
        "struct S {\n// a\na: int, // b\nb: int\n// c\n}\n",
        "struct S {\n  // a\n  a: int  // b\n  b: int\n  // c\n}\n",
    ),
    "at parameters": ("fn f(a, // a\nb) {}\n", "fn f(\n  a,  // a\n  b,\n) {\n}\n"),
    "where no rule has room": ("enum E {\n  A /* a */ (b: int)\n}\n", "enum E {\n  A(/* a */ b: int)\n}\n"),
    "above sorted imports": (
        '// head\nimport "./b"\n// of a\nimport "./a" // end\n',
        '// head\n// of a\nimport "./a"  // end\nimport "./b"\n',
    ),
    "one line of documentation": ("/// says\nfn f() {}\n", "/** says */\nfn f() {\n}\n"),
    "lines of documentation": (
        "///  one\n///two\n///\n/// three\nfn f() {}\n",
        "/**\n *  one\n * two\n *\n * three\n */\nfn f() {\n}\n",
    ),
    "a documentation block": (
        "impl S {\n    /**\n       * a\n    * b\n   */\n  fn f() {}\n}\n",
        "impl S {\n  /**\n   * a\n   * b\n   */\n  fn f() {\n  }\n}\n",
    ),
    "a bar": ("//// bar\nf()\n", "//// bar\nf()\n"),
    "in a hole": ('x = "${ /* a */ b }"\n', 'x = "${ /* a */ b }"\n'),
    "two behind a brace": ("fn f() // a\n{ // b\n}\n", "fn f() {  // a\n  // b\n}\n"),
    "nothing else": ("// a\n\n// b\n", "// a\n// b\n"),
    "at the end": ("f()\n// a\n", "f()\n\n// a\n"),
}


@pytest.mark.parametrize(("written", "formatted"), PLACES.values(), ids=PLACES)
def test_places(written: str, formatted: str) -> None:
    assert format_text(written) == formatted
    assert format_text(formatted) == formatted


SEPARATORS = {
    "// ---": "// " + "-" * 17,
    "// " + "-" * 40: "// " + "-" * 17,
    "// --- Part one ---": "// --- Part one ----",
    "// === Two": "// === Two =========",
    "// -- no": "// -- no",
    "// plain": "// plain",
}


@pytest.mark.parametrize(("written", "resized"), SEPARATORS.items())
def test_separators_get_the_width_asked_for(written: str, resized: str) -> None:
    made = format_text(f"{written}\nf()\n", separators=20)
    assert made == f"{resized}\nf()\n"
    assert format_text(made, separators=20) == made
    assert format_text(f"{written}\nf()\n") == f"{written}\nf()\n"
