"""Facts at program points: branches, loops, errors."""

import pytest

from tests.semantics.facts.programs import FULL, Program


def test_literals_and_arithmetic_have_kinds_and_intervals() -> None:
    program = Program('let a = 3\nlet b = a * 4 - 1\nlet c = b / 2.0\nlet d = "x" + to_string(a)\n')
    assert program.interval("a * 4 - 1") == (11, 11)
    assert program.kinds("b / 2.0") == {"float"}
    assert program.kinds('"x" + to_string(a)') == {"string"}


def test_a_sum_that_may_overflow_may_be_a_float() -> None:
    program = Program("fn f(a: int, b: int) {\n  return a + b\n}\npub fn g() {\n  return f\n}\n")
    assert program.kinds("a + b") == {"int", "float"}
    assert program.interval("a + b") is None
    value = program.facts.value(program.node("a + b"))
    assert (value.lo, value.hi) == FULL


def test_an_annotation_float_admits_ints() -> None:
    program = Program("pub fn f(a: float) {\n  return a\n}\n")
    assert program.kinds("a") == {"int", "float"}


@pytest.mark.parametrize("written", ["any", "T", "I"])
def test_open_annotations_promise_nothing(written: str) -> None:
    program = Program(
        f"interface I {{\n  fn m(self) -> int\n}}\npub fn f<T>(a: {written}) {{\n  return a\n}}\n"
    )
    assert program.kinds("a") is None


def test_an_annotated_let_is_joined_with_later_assignments() -> None:
    program = Program(
        'pub fn f(a: any, c: any) {\n  let x: int = a\n  if c {\n    x = "s"\n  }\n  return [x]\n}\n'
    )
    assert program.kinds("x") == {"int", "string"}


def test_a_counted_while_ends_at_its_bound() -> None:
    program = Program(
        "pub fn f(n: int) {\n  let i = 0\n  while i < 1000 {\n    i = i + 1\n  }\n  return [i]\n}\n"
    )
    assert program.interval("i + 1") == (1, 1000)
    assert program.interval("i") == (1000, 1000)


def test_a_counter_with_unknown_bound_stays_far_from_the_edge() -> None:
    program = Program("pub fn f(n: any) {\n  let i = 0\n  while i < n {\n    i = i + 1\n  }\n  return i\n}\n")
    assert program.interval("i + 1") is not None


def test_remainder_bounds_a_generator_of_numbers() -> None:
    program = Program(
        "fn next(state: any) {\n  return state\n}\npub fn f() {\n  let s = 7\n  for _ in range(1000) {\n"
        "    s = (s * 1664525 + 1013904223) % 4294967296\n  }\n  return s\n}\n"
    )
    assert program.interval("(s * 1664525 + 1013904223) % 4294967296"[1:]) == (0, 2**32 - 1)
    assert program.kinds("s * 1664525") == {"int"}


def test_a_sum_over_a_counted_loop_needs_no_guard() -> None:
    program = Program(
        "pub fn f() {\n  let t = 0\n  for i in 0..1000 {\n    for k in 0..1000 {\n"
        "      t = t + i * k\n    }\n  }\n"
        "  return t\n}\n"
    )
    interval = program.interval("t + i * k")
    assert interval is not None
    assert interval[0] == 0
    assert interval[1] < 2**53


def test_a_product_in_a_loop_may_become_a_float() -> None:
    program = Program("pub fn f() {\n  let t = 1\n  for i in 1..100 {\n    t = t * i\n  }\n  return t\n}\n")
    assert program.kinds("t * i") == {"int", "float"}


def test_growth_is_given_up_when_other_assignments_are_too_large() -> None:
    program = Program(
        "pub fn f(n: int) {\n  let t = 0\n  for i in 0..10 {\n    t = t + 1\n    if i == 3 {\n"
        "      t = n\n    }\n  }\n"
        "  return t\n}\n"
    )
    assert program.kinds("t + 1") == {"int", "float"}


def test_two_locals_that_feed_each_other_do_not_count_as_accumulators() -> None:
    program = Program(
        "pub fn f() {\n  let a = 0\n  let b = 0\n  while true {\n    b = a + 1\n    a = b\n  }\n}\n"
    )
    assert program.kinds("a + 1") == {"int", "float"}


def test_captured_and_reassigned_names_have_the_join_of_all_assignments() -> None:
    program = Program('pub fn f() {\n  let x = 1\n  const g = { -> \n    x = "s" }\n  g()\n  return [x]\n}\n')
    assert program.kinds("x") == {"int", "string"}


def test_module_level_lets_that_functions_change_are_flow_insensitive() -> None:
    program = Program("let x = 1\nfn f() {\n  x = 2.5\n}\nf()\nlet y = x\n")
    assert program.kinds("x") == {"int", "float"}


def test_catch_sees_every_point_of_the_body() -> None:
    program = Program(
        'fn g() {\n  throw 1\n}\npub fn f() {\n  let x = 1\n  try {\n    x = "s"\n    g()\n    x = 2.0\n'
        "  } catch (e) {\n    return [x]\n  }\n  return nil\n}\n"
    )
    assert program.kinds("x") == {"int", "string", "float"}


def test_finally_runs_before_a_break_goes_on() -> None:
    program = Program(
        "pub fn f(c: any) {\n  let x = 1\n  while true {\n    try {\n      if c {\n"
        "        break\n      }\n    } finally {\n"
        '      x = "s"\n    }\n  }\n  return [x]\n}\n'
    )
    assert program.kinds("x") == {"string"}


def test_defer_runs_after_the_rest_of_its_block() -> None:
    program = Program(
        "pub fn f(c: any) {\n  let x = 1\n  if c {\n    defer {\n"
        '      x = "s"\n    }\n    x = 2\n  }\n  return [x]\n}\n'
    )
    assert program.kinds("x") == {"int", "string"}


def test_retry_starts_again_from_any_point() -> None:
    program = Program(
        "fn g() {\n  throw 1\n}\npub fn f() {\n  let x = 1\n  retry 3 {\n"
        '    let y = [x]\n    x = "s"\n    g()\n  }\n}\n'
    )
    assert program.kinds("x", 1) == {"int", "string"}


@pytest.mark.parametrize(
    ("test", "kinds"),
    [
        ('type_of(a) == "int"', {"int"}),
        ("a == nil", {"nil"}),
        ('type_of(a) == "list" && true', {"list"}),
        ('!(type_of(a) != "string")', {"string"}),
    ],
)
def test_tests_narrow(test: str, kinds: set[str]) -> None:
    program = Program(f"pub fn f(a: any) {{\n  if {test} {{\n    return [a]\n  }}\n  return nil\n}}\n")
    assert program.kinds("a") == kinds


def test_comparisons_narrow_intervals_only_of_ints() -> None:
    program = Program(
        "pub fn f(a: int, b: any) {\n  if a > 3 && a <= 10 && b < 4 {\n    return [a, b]\n  }\n}\n"
    )
    assert program.interval("a") == (4, 10)
    assert program.kinds("b") == {"int", "float", "decimal"} or program.kinds("b") == {"int", "float"}


def test_a_guard_narrows_what_follows() -> None:
    program = Program("pub fn f(a: int?) {\n  guard a != nil else {\n    return 0\n  }\n  return [a]\n}\n")
    assert program.kinds("a") == {"int"}


def test_default_operator_takes_nil_away() -> None:
    program = Program("pub fn f(xs: list<int>) {\n  return xs[0] ?? 7\n}\n")
    assert program.kinds("xs[0]") == {"int", "nil"}
    assert program.kinds("xs[0] ?? 7") == {"int"}


def test_for_over_a_range_bounds_its_variable() -> None:
    program = Program(
        "pub fn f() {\n  for i in 2..10 {\n    let a = [i]\n  }\n  for j in 1..=3 {\n"
        "    let b = [j]\n  }\n}\n"
    )
    assert program.interval("i") == (2, 9)
    assert program.interval("j") == (1, 3)


def test_a_pipe_whose_operand_may_end_early_is_unknown() -> None:
    program = Program("pub fn f(r: any) {\n  return r |> _? + 1\n}\n")
    assert program.kinds("r |> _? + 1") is None


def test_minimum_divided_by_minus_one_and_negated() -> None:
    program = Program("pub fn f(a: int, b: int) {\n  return [a / b, -a, a % b]\n}\n")
    assert program.kinds("a / b") == {"int", "float"}
    assert program.kinds("-a") == {"int", "float"}
    assert program.kinds("a % b") == {"int"}
