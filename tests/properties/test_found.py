"""Small programs that once told the product from the naive evaluator, in every way of running them."""

import warnings

import pytest

from tests.properties.running import run, run_copying, run_naive, run_plain

PROGRAMS = {
    "a list written into itself": """
fn local() {
  let z = [1]
  z.push(z)
  z[0] = z
  let d = {a: 1}
  d.k = d
  d.a = [d]
  d.b = (d ?? 1)
  d |> z.push(_)
  z |> z.push(_)
  z[0] = (z ?? nil)
  return [z, d]
}
let y = [1]
y.push(y)
println(y, local())
""",
    "a value that changes the left operand": """
fn local() {
  let x = [1, 2]
  x += [x, x.pop()]
  let y = [1, 2]
  y += [y.pop()]
  let n = 1
  n += if true { n = 10; 5 } else { 0 }
  return [x, y, n]
}
let d = {a: [1, 2]}
d.a += [d.a.pop()]
println(local(), d)
""",
    "an owned list that a later operand changes": """
fn local() {
  let y = [1, 2, 3, 4, 5, 6]
  println("${y} ${y.pop()}")
  println(y == y.pop(), y[y.pop() - 5], y.index_of(y.pop()))
  y.push(y.pop())
  y.push(y.len())
  println(y, y.pop(), y)
}
local()
""",
    "a function of a loop pass that calls itself": """
let i = 0
while i < 2 {
  i = i + 1
  let w = i
  fn f(n) {
    if n > 0 { return [f(n - 1), w] }
    return 1
  }
  println(f(1))
}
""",
    "a comprehension over a guarded sum": """
fn f(x) { return [(x + x)].map({ y -> y }) }
println(f(1), f("a"))
""",
    "a cleanup that jumps elsewhere, across retry": """
fn f() {
  for n in [1, 2, 3] {
    retry 2 {
      println(n)
      try { if n == 2 { break } } finally { if n == 2 { continue } }
    }
  }
  for n in [1, 2] {
    let k = 0
    retry 2 {
      k += 1
      println(n, k)
      try { if k == 1 { break } } finally { if k == 1 { throw "again" } }
    }
    println("after", n)
  }
}
f()
""",
    "a list added to what turns out a dict": """
fn f() {
  let d = {a: 1}
  try { d += [1] } catch (e) { println(e) }
  let x = [1]
  x = {a: 2}
  try { x += [1] } catch (e) { println(e) }
}
f()
""",
    "a struct has no length": """
struct Pot { p }
println(try { len(Pot {p: 1}) })
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_all_ways_agree(name: str) -> None:
    text = PROGRAMS[name]
    wanted = run_naive(text)
    assert run(text) == wanted
    assert run_plain(text) == wanted
    assert run_copying(text) == wanted


def test_python_says_nothing_about_emitted_code() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        outcome = run("fn f(x) { return 5 == nil }\nprintln(f(1), try { 1[0] })")
    assert outcome.output == "false Result.Err(Type error: cannot index into int with int)\n"
