"""The Python that each form of the language becomes, beside its source."""

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.support.harn import lower_harn

FORMS = {
    "arithmetic on unknown operands": "pub fn f(a, b) { return a + b * 2 - a / b % 3 }",
    "arithmetic on ints": "pub fn f(a: int, b: int) { return a + b }",
    "arithmetic in range": "let total = 0\nfor i in 0..10 { total = total + i * 2 }\nprintln(total)",
    "comparison": 'pub fn f(a, b) { return [a < b, a < 5, a == b, a == 1, a == "x", a != nil] }',
    "logic": "pub fn f(a, b) { if a && !b { return a || b } }",
    "default": "pub fn f(a) { return a ?? 1 }",
    "membership": 'pub fn f(a, s: string) { return [a in [1], "x" in s, a not in s] }',
    "interpolation": 'pub fn f(a, n: int) { return "${a} and ${n}" }',
    "index read": "pub fn f(xs, i) { return xs[i] }",
    "index read of a known list": "pub fn f(xs: list, i: int) { return xs[i] }",
    "key read": 'pub fn f(d) { return d["k"] }',
    "property read": "pub fn f(d) { return d.name }",
    "optional chain": "pub fn f(d) { return d?.a?.[0]?.m(1) }",
    "slice": "pub fn f(xs: list, s) { return [xs[1:], s[:-1]] }",
    "owned list": "fn f() {\n  let xs = []\n  for i in 0..3 { xs.push(i) }\n  return xs\n}\nprintln(f())",
    "shared list": "pub fn f(ys) {\n  let xs = ys\n  xs.push(1)\n  xs[0] = 2\n  return xs\n}",
    "nested write": 'pub fn f(d) {\n  let m = d\n  m["a"].b[0] = 1\n  m.n += 1\n  return m\n}',
    "mutating result": "pub fn f(ys) {\n  let xs = ys\n  return xs.pop()\n}",
    "known call": "fn g(a, b = 2, ...c) { return [a, b, c] }\nprintln(g(1))",
    "too few arguments": "fn g(a, b) { return a }\nprintln(g(1))",
    "unknown call": "pub fn f(g, x) { return [g(x), g(...x)] }",
    "self tail call": "fn down(n) {\n  if n == 0 { return 0 }\n  return down(n - 1)\n}\nprintln(down(3))",
    "mutual tail calls": (
        "fn even(n) {\n  if n == 0 { return true }\n  return odd(n - 1)\n}\n"
        "fn odd(n) {\n  if n == 0 { return false }\n  return even(n - 1)\n}\nprintln(even(4))"
    ),
    "tail call of a value": "pub fn f(g, x) { return g(x) }",
    "parameters": "pub fn f(a: int, b: string = \"x\", ...c: int) { return [a, b, c] }",
    "shared cell": "let n = 0\nconst inc = { -> n = n + 1 }\ninc()\nprintln(n)",
    "cells of a loop": (
        "let fs = []\nfor i in 0..3 {\n  let k = i\n  fs.push({ -> k = k + 1 })\n}\nprintln(fs)"
    ),
    "inlined closures": "pub fn f(xs: list) { return xs.map({ x -> x.n }).filter({ x -> x > 1 }) }",
    "pipe": "pub fn f(x) { return x |> to_string |> _.upper() |> [_, 1] }",
    "match on variants": (
        "enum Op { Push(value: int) Add }\n"
        "pub fn f(op) {\n  return match op {\n    Op.Push(v) -> { v }\n    Op.Add -> { 0 }\n  }\n}"
    ),
    "match with guards": (
        'pub fn f(v) {\n  return match v {\n    1 | 2 -> { "few" }\n    n if n > 100 -> { "many" }\n'
        "    [a, ...rest] if a == 1 -> { rest }\n    {kind: \"x\", n: k} -> { k }\n    _ -> { nil }\n  }\n}"
    ),
    "destructuring": (
        "pub fn f(d, xs) {\n  const {a = 1, b: c, ...r} = d\n  const [p, q = 2, ...s] = xs\n"
        "  return [a, c, r, p, q, s]\n}"
    ),
    "struct": (
        "struct P { x: int, y?: int }\nimpl P { fn sum(self) { return self.x + (self.y ?? 0) } }\n"
        "const p = P { x: 1 }\nprintln(p.sum())"
    ),
    "try catch finally": (
        "pub fn f(g) {\n  try { return g() } catch (e) { return e } finally { println(1) }\n}"
    ),
    "try as a value": "pub fn f(g) { return try { g() } }",
    "typed catch": "enum E { A }\npub fn f(g) {\n  try { g() } catch (e: E) { println(e) }\n}",
    "defer": "pub fn f() {\n  defer { println(1) }\n  println(2)\n}",
    "retry": "pub fn f(g) { return retry 3 { g() } }",
    "propagation": "pub fn f(r) { return Ok(r? + 1) }",
    "loops": (
        "pub fn f(xs, d: dict) {\n  for x in xs { if x { continue } }\n"
        "  for {key, value} in d { println(key) }\n  while xs { break }\n}"
    ),
    "counting loop": (
        "pub fn f(xs: list) {\n  let i = 0\n  while i < len(xs) {\n    println(xs[i])\n"
        "    i = i + 1\n  }\n  return i\n}"
    ),
    "generator": "fn g(n) {\n  for i in 0..n { yield i }\n}\nprintln(g(2))",
    "tasks": (
        "let n = 0\nconst h = spawn { n = n + 1 }\nawait(h)\n"
        "println(parallel each [1, 2] with { max_concurrent: 1 } { x -> x * 2 })\n"
        "scope { spawn { n = n + 1 } }\nmutex { n = 3 }\nprintln(deadline 1s { n })"
    ),
    "select": (
        'const ch = channel("c", 1)\n'
        "select {\n  m from ch { println(m) }\n  timeout 5ms { println(0) }\n}"
    ),
    "pipelines": "pipeline a(harness: Harness) { const k = 1 }\npipeline b() extends a { k + 1 }",
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_form_is_lowered_as_designed(form: str, snapshot: SnapshotAssertion) -> None:
    assert f"{FORMS[form]}\n\n# ---- becomes ----\n\n{lower_harn(FORMS[form])}\n" == snapshot(name=form)
