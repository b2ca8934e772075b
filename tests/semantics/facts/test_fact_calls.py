"""Facts about functions, their parameters and results."""

from harnpy.syntax import nodes
from tests.semantics.facts.programs import Program


def test_private_functions_learn_from_their_callers() -> None:
    program = Program("fn f(a: any) {\n  return a + 1\n}\nlet x = f(1)\nlet y = f(5)\n")
    assert program.interval("a") == (1, 5)
    assert program.interval("f(5)") == (2, 6)


def test_exported_functions_learn_nothing() -> None:
    program = Program("pub fn f(a: any) {\n  return a\n}\nlet x = f(1)\n")
    assert program.kinds("a") is None


def test_functions_used_as_values_learn_nothing() -> None:
    program = Program("fn f(a: any) {\n  return a\n}\nlet x = f(1)\nlet g = [f]\n")
    assert program.kinds("a") is None


def test_attributed_functions_and_main_learn_nothing() -> None:
    program = Program("@test\nfn f(a: any) {\n  return a\n}\nfn main(h: any) {\n  return [f(1), h]\n}\n")
    assert program.kinds("a") is None
    assert program.kinds("h") is None


def test_in_a_session_nothing_is_private() -> None:
    program = Program("fn f(a: any) {\n  return a\n}\nlet x = f(1)\nlet y = x\n", session=True)
    assert program.kinds("a") is None
    assert program.kinds("x") is None


def test_spread_arguments_open_every_parameter() -> None:
    program = Program("fn f(a: any, b: any) {\n  return [a, b]\n}\nlet x = f(1, 2)\nlet y = f(...[3])\n")
    assert program.kinds("b") is None


def test_defaults_are_joined_and_checked() -> None:
    program = Program('fn f(a = 1.5, b: int = 2) {\n  return [a, b]\n}\nlet x = f("s")\n')
    assert program.kinds("a") == {"string", "float"}
    assert program.kinds("b") == {"int"}


def test_return_annotations_promise_nothing() -> None:
    program = Program("pub fn f(a: any) -> int {\n  return a\n}\nlet x = f(1)\n")
    assert program.kinds("f(1)") is None


def test_a_function_that_may_fall_off_its_end_may_give_nil() -> None:
    program = Program("fn f(a: int) {\n  if a > 0 {\n    return 1\n  }\n}\nlet x = f(3)\nlet y = f(0)\n")
    assert program.kinds("f(3)") == {"int", "nil"}


def test_sums_over_recursion_stay_ints() -> None:
    program = Program(
        "fn fib(n: int) {\n  if n < 2 {\n    return n\n  }\n  return fib(n - 1) + fib(n - 2)\n"
        "}\nlet x = fib(20)\n"
    )
    assert program.kinds("fib(n - 1) + fib(n - 2)") == {"int"}
    assert program.kinds("fib(20)") == {"int"}


def test_doubling_a_recursive_result_is_no_such_sum() -> None:
    program = Program(
        "fn f(n: int) {\n  if n == 0 {\n    return 1\n  }\n  const r = f(n - 1)\n"
        "  return r + r\n}\nlet x = f(70)\n"
    )
    assert program.kinds("r + r") == {"int", "float"}


def test_accumulating_parameters_stay_ints() -> None:
    program = Program(
        "fn count(n: any, acc: any) {\n  if n == 0 {\n    return acc\n  }\n"
        "  return count(n - 1, acc + 2)\n}\n"
        "let x = count(1000, 0)\n"
    )
    assert program.interval("n", 0) == (0, 1000)
    assert program.kinds("acc + 2") == {"int"}


def test_multiplying_parameters_do_not() -> None:
    program = Program(
        "fn fact(n: any, acc: any) {\n  if n == 0 {\n    return acc\n  }\n  return fact(n - 1, acc * n)\n}\n"
        "let x = fact(10, 1)\n"
    )
    assert program.kinds("acc * n") == {"int", "float"}


def test_known_callees() -> None:
    program = Program(
        "fn f() {\n  return 1\n}\nconst g = { x -> x + 1 }\nlet h = f\nlet a = [f(), g(2), h()]\n"
    )
    facts = program.facts
    assert facts.callee(program.node("f()")) is program.function("f")
    assert isinstance(facts.callee(program.node("g(2)")), nodes.Closure)
    assert program.interval("g(2)") == (3, 3)


def test_a_reassigned_closure_is_not_known() -> None:
    program = Program("let g = { x -> x + 1 }\nlet a = g(1)\ng = { x -> x }\nlet b = g(2)\n")
    assert program.kinds("x + 1") != {"int"}


def test_callbacks_of_known_lists_see_the_elements() -> None:
    program = Program(
        "pub fn f() {\n  let xs = [1, 2, 3]\n  let ys = xs.map({ x -> x * 2 })\n"
        "  return ys.reduce(0, { a, y -> a + y })\n}\n"
    )
    assert program.interval("x * 2") == (2, 6)
    assert program.kinds("a + y") == {"int"}


def test_generators_yield_to_their_loops() -> None:
    program = Program(
        "fn g() {\n  yield 1\n  yield 2\n}\npub fn f() {\n  for v in g() {\n    let a = [v]\n  }\n}\n"
    )
    assert program.interval("v") == (1, 2)


def test_tasks_and_parallel_bodies_see_shared_names_only_joined() -> None:
    program = Program(
        "pub fn f() {\n  let x = 1\n  const t = spawn {\n    x = 2.5\n  }\n  await(t)\n"
        "  let r = parallel 4 { i ->\n    i * 2\n  }\n  return [x, r]\n}\n"
    )
    assert program.kinds("x") == {"int", "float"}
    assert program.interval("i * 2") == (0, 6)
    assert program.facts.element_kinds(program.node("r")) == {"int"}


def test_two_versions_of_a_function_of_unknown_numbers() -> None:
    program = Program("pub fn add(a, b) {\n  return a + b * 2\n}\npub fn id(a) {\n  return a\n}\n")
    add = program.function("add")
    assert program.facts.two_versions(add) == (0, 1)
    fast = program.facts.fast(add)
    assert fast.kinds(program.node("a")) is None or fast.kinds(program.node("b")) == {"int"}
    assert fast.kinds(program.node("b * 2")) == {"int", "float"}
    assert program.kinds("b * 2") is None or "string" in (program.kinds("b * 2") or set())
    assert program.facts.two_versions(program.function("id")) == ()


def test_natives_that_give_nil_for_what_is_no_number() -> None:
    program = Program("pub fn f(a: any, b: float) {\n  return [floor(a), floor(b), len(a), to_int(a)]\n}\n")
    assert program.kinds("floor(a)") == {"int", "nil"}
    assert program.kinds("floor(b)") == {"int"}
    assert program.interval("len(a)") == (0, 2**63 - 1)
    assert program.kinds("to_int(a)") == {"int", "nil"}
