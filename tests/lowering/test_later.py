"""Functions that are made when they are first called behave as those made before the program runs."""

import random
from contextlib import suppress

import pytest

from harnpy.base.spans import SourceFile
from harnpy.catalog.standard import standard
from harnpy.lowering import later as waiting
from harnpy.lowering.compiled import Compiled, TooNested, compile_module
from harnpy.project.graph import load
from harnpy.semantics.checker import check_program
from harnpy.syntax.nodes import ALL
from tests.support.harn import Ran, run_harn

FAILING = """
fn odd(n) { if n == 0 { throw "end" }
  return even(n - 1) }
fn even(n) { if n == 0 { throw "end" }
  return odd(n - 1) }
fn outer(a, b = 2) {
  const found = even(a)
  return found + b
}
fn main(harness: Harness) {
  outer(7)
}
"""

DEPTH = """
fn count(n) { return 1 + count(n + 1) }
fn measured() {
  let depth = 0
  fn down() { depth = depth + 1
    down() }
  try { down() } catch (e) { println(e) }
  return depth
}
"""


def compiled(text: str) -> Compiled:
    """The entry module of a program, its functions left for later."""
    program = check_program(load(SourceFile("test.harn", text), lambda path: ""), standard(), running=True)
    return compile_module(program.entry, standard(), later=True)


def told(ran: Ran) -> tuple[object, ...]:
    """All that can be seen of a run."""
    failure = ran.outcome.failure
    where = failure and (failure.text, failure.file, failure.line, failure.column, failure.notes)
    return (ran.stdout, ran.stderr, ran.outcome.exit_code, where)


def both(text: str) -> tuple[object, ...]:
    """What is seen of a program whose functions wait; it must be what is seen of it whole."""
    seen = told(run_harn(text, later=True))
    assert seen == told(run_harn(text, later=False))
    return seen


def test_functions_and_methods_wait_and_are_not_in_the_code_of_the_module() -> None:
    made = compiled(
        "struct P { x: int }\nimpl P { fn up(self) { return self.x + 1 } }\n"
        "pub fn f(a, b = 1) { return a + b }\nprintln(f(1))\n"
    )
    assert [(head[0].partition("·")[0], *head[1:]) for head in made.heads] == [
        ("up", ("self",), 0),
        ("f", ("a", "b"), 1),
    ]
    assert "f" not in {getattr(one, "co_name", None) for one in made.code.co_consts}
    function = made.function(1)
    assert function.code.co_name == "f"
    assert function.code.co_varnames[:2] == ("a", "b")


def test_a_function_that_nothing_calls_is_never_made(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    plain = Compiled.function

    def counted(self: Compiled, number: int) -> object:
        made.append(number)
        return plain(self, number)

    monkeypatch.setattr(Compiled, "function", counted)
    text = "fn a() { return b() }\nfn b() { return 1 }\nfn c() { return 2 }\n"
    assert run_harn(text + "println(a() + a())\n", later=True).stdout == "2\n"
    assert made == [0, 1]


def test_what_fails_tells_the_same_place_and_the_same_stack() -> None:
    seen = both(FAILING)
    assert "end" in str(seen)
    assert "outer" in str(seen)


def test_recursion_goes_as_deep() -> None:
    program = DEPTH + "println(try { count(0) })\nprintln(measured() > 500)\n"
    assert "Stack overflow" in str(both(program))


def test_first_calls_at_the_very_limit_leave_it_as_it_was() -> None:
    fresh = "\n".join(f"fn f{n}() {{ return {n} }}" for n in range(480, 570))
    dives = "\n".join(
        f"fn d{n}(n) {{ if n == 0 {{ return f{n}() }}\n return 1 + d{n}(n - 1) }}" for n in range(480, 570)
    )
    calls = "\n".join(f"try {{ d{n}({n}) }} catch (e) {{ kinds = kinds + 1 }}" for n in range(480, 570))
    text = f"{DEPTH}{fresh}\n{dives}\nlet kinds = 0\nconst before = measured()\n{calls}\n"
    text += "println(measured() == before, kinds > 0)\n"
    assert str(both(text)[0]).endswith("\ntrue true\n")


def test_a_chain_of_first_calls_goes_as_deep_as_one_of_others() -> None:
    chain = "\n".join(f"fn f{n}(x) {{ return f{n + 1}(x) + 1 }}" for n in range(500))
    assert both(chain + "\nfn f500(x) { return x }\nprintln(f0(0))\nprintln(f0(0))\n")[0] == "500\n500\n"


def test_tail_calls_take_no_room_from_the_first_one_on() -> None:
    text = (
        "fn odd(n) { if n == 0 { return false }\n return even(n - 1) }\n"
        "fn even(n) { if n == 0 { return true }\n return odd(n - 1) }\n"
        "fn down(n, f) { if n == 0 { return 0 }\n return f(n - 1, f) }\n"
        "println(even(100000))\nprintln(down(100000, down))\n"
    )
    assert both(text)[0] == "true\n0\n"


def test_arguments_of_the_first_call_are_not_copied_and_not_shared() -> None:
    text = (
        "fn push(xs) { let ys = xs\n ys.push(1)\n return ys }\n"
        "const kept = [0]\nprintln(push(kept), kept)\nprintln(push([5]))\n"
        "fn change(d) { let c = d\n c.n = 2\n return c }\nlet e = {n: 1}\nprintln(change(e), e)\n"
    )
    assert both(text)[0] == "[0, 1] [0]\n[5, 1]\n{n: 2} {n: 1}\n"


def test_a_function_is_the_same_value_before_and_after_its_first_call() -> None:
    text = (
        "fn f(a, b = 2) { return a + b }\nconst g = f\nconst all = [f, g]\nprintln(f)\nprintln(f == g)\n"
        "println(g(1))\nprintln(f == g, all[0] == f, f)\nprintln([1, 2].map(f))\nprintln(5 |> f)\n"
        "println(try { f() })\nprintln(f(1, 2, 3))\n"
    )
    assert both(text)[2] == 0


def test_generators_tasks_and_streams_start_from_functions_that_waited() -> None:
    text = (
        "fn numbers(n) { for i in 0..n { yield i } }\n"
        "fn work(n) { return n * n }\n"
        "println(iter(numbers(3)).to_list())\n"
        "const tasks = [spawn { work(3) }, spawn { work(4) }]\nprintln(tasks.map({ t -> await(t) }))\n"
    )
    assert both(text)[0] == "[0, 1, 2]\n[9, 16]\n"


def test_every_node_with_statements_inside_has_a_weight() -> None:
    inside = {"IfElse", "MatchArm", "Guard"}
    # No function of a module stands in them.
    outside = {"OverrideDecl", "Pipeline", "ToolDecl", "EvalPackDecl"}
    for cls in ALL:
        kinds = [str(kind) for kind in cls.__annotations__.values()]
        if any("Body" in kind or "Arm" in kind or "Case" in kind for kind in kinds):
            assert cls in waiting.WEIGHTS or cls.__name__ in inside | outside, cls.__name__


BLOCKS = (
    "while x < {n} {{ x = x + 1\n{inner}\n}}",
    "for i{n} in 0..2 {{ {inner}\n}}",
    "if x == {n} {{ {inner}\n}}",
    "match x {{ {n} -> {{ {inner}\n}} _ -> {{ println(1)\n }} }}",
    "try {{ {inner}\n}} catch (e{n}) {{ println(e{n})\n}} finally {{ x = x + 1 }}",
    "try {{ println(x) }} catch (e{n}) {{ {inner}\n}}",
    "try {{ println(x) }} finally {{ {inner}\n}}",
    "const r{n} = try {{ {inner}\n 1 }}",
    "retry 2 {{ {inner}\n}}",
    "defer {{ x = x + {n} }}\n{inner}",
    "const c{n} = [1].map({{ v -> {inner}\n v }})",
    "1 |> {{ v -> {inner}\n v }}",
    "mutex {{ {inner}\n}}",
    "scope {{ {inner}\n}}",
    "deadline 1s {{ {inner}\n}}",
    "const t{n} = spawn {{ {inner}\n}}",
    "const p{n} = parallel each [1] {{ v -> {inner}\n v }}",
    "guard x == {n} else {{ {inner}\n return x }}",
)


@pytest.mark.parametrize("seed", range(80))
def test_what_waits_is_never_refused_by_python(seed: int) -> None:
    """Any nesting: either the function is made before the program runs, or CPython compiles it."""
    chosen = random.Random(seed)
    body = "x = x + list[x]"
    for number in range(chosen.randint(1, 10)):
        block = chosen.choice(BLOCKS if number % 3 == 0 else BLOCKS[:4])
        body = block.format(n=number, inner=body)
    text = f"fn f(list) {{\n let x = 0\n {body}\n return x\n}}\n"
    program = check_program(load(SourceFile("test.harn", text), lambda path: ""), standard(), running=True)
    assert not program.report.has_errors, (text, program.report.sorted()[0].text)
    with suppress(TooNested):
        made = compile_module(program.entry, standard(), later=True)
        if made.heads:
            wanted(made)


def wanted(made: Compiled) -> None:
    """Make the function that waited; a refusal now would come too late."""
    try:
        made.function(0)
    except TooNested:
        pytest.fail("refused when the program already ran")


def test_a_function_nested_too_deeply_is_refused_before_the_program_runs() -> None:
    body = "x = 1"
    for _ in range(22):
        body = f"while x < 2 {{ {body} }}"
    text = f"println(1)\nfn f() {{ let x = 0\n {body}\n }}\n"
    whole, late = run_harn(text, later=False), run_harn(text, later=True)
    assert whole.stdout == late.stdout == ""
    assert [one.code for one in late.outcome.diagnostics] == [one.code for one in whole.outcome.diagnostics]
    assert late.outcome.diagnostics
