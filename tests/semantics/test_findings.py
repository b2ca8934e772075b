"""What the resolver reports."""

import pytest

from tests.semantics.reading import Read

CASES = {
    "value": ("fn f(response) {\n  return reponse\n}\n", ["error HARN-NAM-001 2"]),
    "call": ("fn parse_row(t) { return t }\nprintln(parse_raw(1))\n", ["error HARN-NAM-002 2"]),
    "in a string": ('fn f(total) { return "${totl}" }\n', ["error HARN-NAM-001 1"]),
    "assignment": ("nothing_of_it = 1\n", ["error HARN-NAM-001 1"]),
    "struct": ("struct Point { x: int }\nconst p = Ponit {x: 1}\n", ["error HARN-TYP-020 2"]),
    "assignment is told once": (
        "fn f(xs) {\n  for x in xs {\n    seen = x\n    seen += 1\n  }\n  seen.a = 1\n  return seen\n}\n",
        ["error HARN-NAM-001 3"],
    ),
    "type": (
        "type Id = int\nfn f(a: Idd, b: list<Id>?) -> Result<int, strng> { return Ok(a) }\n",
        ["warning HARN-TYP-020 2", "warning HARN-TYP-020 2"],
    ),
    "types that everybody knows": (
        "fn f(a: number, b: owned<HarnessFs>, c: Option<int>, d: tuple<int, string>) -> Iter<any> { }\n",
        [],
    ),
    "types of an interface": (
        "interface Box {\n  type Item\n  fn get<K>(key: K) -> Item\n}\n",
        [],
    ),
    "types below their use": ("fn f() {\n  fn g(a: Late) { }\n  struct Late { x: int }\n  g(1)\n}\n", []),
    "attribute": ("@tset\nfn f() { return 1 }\n", ["warning HARN-NAM-003 1"]),
    "attribute arguments are no names": ("@complexity(allow)\nfn f() { return 1 }\n", []),
    "const": ("const x = 1\nx = 2\nx += 2\n", ["warning HARN-OWN-001 2", "warning HARN-OWN-001 3"]),
    "path": ("const x = {}\nx.a = 2\n", ["warning HARN-OWN-001 2"]),
    "parameter": ("fn f(x) {\n  x = 2\n}\n", ["warning HARN-OWN-001 2"]),
    "loop variable": ("for x in [1] {\n  x = 2\n}\n", ["warning HARN-OWN-001 2"]),
    "break": ("break\n", ["error HARN-LNT-039 1"]),
    "break in a closure": ("for x in [1] {\n  const f = { -> break }\n}\n", ["error HARN-LNT-039 2"]),
    "break in a branch": ("for x in [1] {\n  spawn { continue }\n}\n", ["error HARN-LNT-039 2"]),
    "break in a block of a loop": ("while true {\n  retry 2 { break }\n}\n", []),
    "return in defer": ("fn f() {\n  defer { return }\n}\n", ["error HARN-ORC-002 2"]),
    "closure in defer": ("fn f() {\n  defer { const g = { -> return 4 } }\n}\n", []),
    "yield in a stream": ("gen fn f() {\n  emit 1\n  yield 1\n}\n", ["error HARN-ORC-002 3"]),
    "emit elsewhere": ("fn f() {\n  emit 1\n}\n", ["error HARN-ORC-002 2"]),
    "yield at the top": ("yield 1\n", ["error HARN-CMP-001 1"]),
    "try* at the top": ("const x = try* len(1)\n", ["error HARN-RCV-002 1"]),
    "try* in a function": ("fn f() { return try* len(1) }\n", []),
    "unknown parent": ("pipeline a(h: Harness) extends nope { 1 }\n", ["error HARN-CMP-001 1"]),
    "circular parents": (
        "pipeline a(h: Harness) extends b { 1 }\npipeline b(h: Harness) extends a { 1 }\n",
        ["error HARN-CMP-001 2"],
    ),
    "types as schemas": ("struct P { x: int }\nconst a = schema_of(P)\nconst b = schema_of(int)\n", []),
    "methods": (
        "struct P { x: int }\nimpl P {\n  fn twice(self) { return self.x * k }\n}\nconst k = 2\n",
        [],
    ),
    "concurrency": (
        'fn f(xs) {\n  return parallel each xs with { max_concurrent: "two" } { x -> x }\n}\n',
        ["error HARN-ORC-002 2"],
    ),
    "recursion": ("fn odd(n) { return even(n - 1) }\nfn even(n) { return odd(n - 1) }\n", []),
    "catch": ("try { len(1) } catch (e) { println(e) }\nprintln(e)\n", []),
    "select": (
        "fn f(ch) {\n  select {\n    m from ch { println(m) }\n    default { println(m) }\n  }\n}\n",
        ["error HARN-NAM-001 4"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_findings(name: str) -> None:
    text, expected = CASES[name]
    assert Read(text).found == expected


def test_texts() -> None:
    read = Read("const response = 1\nprintln(reponse)\nprintln(completely_else)\nprintl(1)\n")
    assert read.texts == [
        "value `reponse` is not defined or imported — did you mean `response`?",
        "value `completely_else` is not defined or imported",
        "call target `printl` is not defined or imported — did you mean `println`?",
    ]


def test_a_run_names_stray_jumps_in_its_own_way() -> None:
    read = Read("break\n", running=True)
    assert [(one.code, one.text) for one in read.report.diagnostics] == [
        ("HARN-CMP-001", "break outside of loop")
    ]


def test_long_chains_do_not_recurse() -> None:
    Read("const x = " + " + ".join(["1"] * 3000) + "\n")
