"""Guards against slow paths: every operator on every pair of kinds gives what the slow path gives."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from harnpy.lowering.facts import FactsLike, NoFacts
from harnpy.runtime import operators
from harnpy.values import ordering
from harnpy.values.display import display
from harnpy.values.equality import equal
from harnpy.values.faults import Fault
from harnpy.values.kinds import type_of
from tests.properties.phrases import EDGES, FLOATS
from tests.properties.running import run, value_of

OTHERS = (
    '""', '"a"', '"1"', '"é"', "true", "false", "nil", "[]", "[1]", "[1.0]", "[true]", "[[0]]", "[0.0 / 0.0]",
    "{}", "{a: 1}", "{a: true}", "set(1, 2)", "set()", "(1..3)", "(0..=0)", "5s", "0ms", "Ok(1)",
    "{ x -> x }",
    "pair(1, 2)",
)  # fmt: skip
VALUES = tuple(f"({text})" if text[0] == "-" else text for text in (*EDGES, *FLOATS, *OTHERS))
OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operators.op_add,
    "-": operators.op_sub,
    "*": operators.op_mul,
    "/": operators.op_div,
    "%": operators.op_mod,
    "**": operators.op_pow,
    "==": equal,
    "!=": operators.op_ne,
    "<": ordering.less,
    "<=": ordering.less_or_equal,
    ">": ordering.greater,
    ">=": ordering.greater_or_equal,
    "in": operators.op_in,
    "not in": lambda a, b: not operators.op_in(a, b),
    "..": lambda a, b: operators.make_range(a, b, False),
    "..=": lambda a, b: operators.make_range(a, b, True),
    "??": lambda a, b: b if a is None else a,
    "&&": lambda a, b: bool(a) and bool(b),
    "||": lambda a, b: bool(a) or bool(b),
}
KINDS = ("int", "float", "string", "bool", "nil", "list", "dict", "any")
INFERENCE: dict[str, FactsLike | None] = {"inferred": None, "plain": NoFacts()}


def expected(operator: Callable[[Any, Any], Any], a: Any, b: Any) -> str:
    try:
        result = operator(a, b)
    except Fault as fault:
        return f"! {fault.value}"
    return f"{type_of(result)} {display(result)}"


@pytest.fixture(scope="module")
def values() -> list[Any]:
    return value_of(f"return [{', '.join(VALUES)}]")


def compare(text: str, wanted: list[str], facts: FactsLike | None) -> None:
    outcome = run(text, facts)
    assert outcome.error is None
    found = outcome.output.rstrip("\n").split("\n")
    wrong = [(one, other) for one, other in zip(found, wanted, strict=True) if one != other]
    assert not wrong, wrong[:5]


TRY = """
fn shown(f, a, b) {
  const r = try { f(a, b) }
  if is_err(r) { return "! " + unwrap_err(r) }
  return type_of(unwrap(r)) + " " + to_string(unwrap(r))
}
const vs = [%s]
"""
# A value that is a Result would be taken for the outcome of the try, so it stands in a list there.
PROLOGUE = TRY.replace("f(a, b)", "[f(a, b)]").replace("unwrap(r)", "unwrap(r)[0]") % ", ".join(VALUES)


@pytest.mark.parametrize("facts", INFERENCE)
@pytest.mark.parametrize("op", OPERATORS)
def test_unknown_operands(op: str, facts: str, values: list[Any]) -> None:
    text = f"""{PROLOGUE}
fn both(a, b) {{ return a {op} b }}
for a in vs {{ for b in vs {{ println(shown(both, a, b)) }} }}
"""
    wanted = [expected(OPERATORS[op], a, b) for a, b in itertools.product(values, repeat=2)]
    compare(text, wanted, INFERENCE[facts])


@pytest.mark.parametrize("op", OPERATORS)
def test_one_literal_operand(op: str, values: list[Any]) -> None:
    lines = [PROLOGUE]
    wanted: list[str] = []
    for literal, value in zip(VALUES, values, strict=True):
        lines.append(f"for a in vs {{ println(shown({{ x, y -> x {op} {literal} }}, a, nil)) }}")
        wanted += [expected(OPERATORS[op], other, value) for other in values]
        lines.append(f"for a in vs {{ println(shown({{ x, y -> {literal} {op} x }}, a, nil)) }}")
        wanted += [expected(OPERATORS[op], value, other) for other in values]
    compare("\n".join(lines), wanted, None)


@pytest.mark.parametrize("op", OPERATORS)
def test_operands_of_known_kinds(op: str, values: list[Any]) -> None:
    lines = [PROLOGUE]
    wanted: list[str] = []
    pairs = list(zip(VALUES, values, strict=True))
    for first, second in itertools.product(KINDS, repeat=2):
        lefts = [(text, one) for text, one in pairs if _fits(first, one)]
        rights = [(text, one) for text, one in pairs if _fits(second, one)]
        name = f"f_{first}_{second}"
        lines.append(f"fn {name}(a: {first}, b: {second}) {{ return a {op} b }}")
        lines.append(f"for a in [{', '.join(text for text, _ in lefts)}] {{")
        lines.append(
            f"  for b in [{', '.join(text for text, _ in rights)}] {{ println(shown({name}, a, b)) }}"
        )
        lines.append("}")
        wanted += [expected(OPERATORS[op], a, b) for (_, a), (_, b) in itertools.product(lefts, rights)]
    compare("\n".join(lines), wanted, None)


def _fits(kind: str, value: Any) -> bool:
    found = type_of(value)
    return kind == found or (kind == "float" and found == "int") or (kind == "any" and found in KINDS)


@pytest.mark.parametrize("op", [op for op in OPERATORS if op not in ("in", "not in", "..", "..=")])
def test_two_literal_operands(op: str, values: list[Any]) -> None:
    chosen = [(text, one) for text, one in zip(VALUES, values, strict=True)][:: 2 if op in "+-*/" else 5]
    lines, wanted = [PROLOGUE], []
    for (left, a), (right, b) in itertools.product(chosen, repeat=2):
        lines.append(f"println(shown({{ x, y -> {left} {op} {right} }}, 1, 1))")
        wanted.append(expected(OPERATORS[op], a, b))
    compare("\n".join(lines), wanted, None)


@pytest.mark.parametrize("facts", INFERENCE)
@pytest.mark.parametrize("op", ["+", "-", "*", "/", "%"])
def test_compound_assignments(op: str, facts: str, values: list[Any]) -> None:
    text = f"""{PROLOGUE}
fn local(a, b) {{
  let x = a
  x {op}= b
  return x
}}
fn inside(a, b) {{
  let d = {{x: [a]}}
  d.x[0] {op}= b
  return d.x[0]
}}
let shared = nil
fn captured(a, b) {{
  shared = a
  shared {op}= b
  return shared
}}
for f in [local, inside, captured] {{
  for a in vs {{ for b in vs {{ println(shown(f, a, b)) }} }}
}}
"""
    wanted = [expected(OPERATORS[op], a, b) for a, b in itertools.product(values, repeat=2)] * 3
    compare(text, wanted, INFERENCE[facts])


@pytest.mark.parametrize("facts", INFERENCE)
def test_prefix_operators(facts: str, values: list[Any]) -> None:
    text = f"""{PROLOGUE}
fn minus(a, b) {{ return -a }}
fn negated(a: int, b) {{ return -a }}
fn inverted(a, b) {{ return !a }}
for a in vs {{
  println(shown(minus, a, nil))
  println(shown(inverted, a, nil))
  if type_of(a) == "int" {{ println(shown(negated, a, nil)) }}
}}
"""
    wanted: list[str] = []
    for value in values:
        minus = expected(lambda a, _: operators.op_neg(a), value, None)
        wanted += [minus, expected(lambda a, _: not a, value, None)]
        wanted += [minus] if type_of(value) == "int" else []
    compare(text, wanted, INFERENCE[facts])


@pytest.mark.parametrize("op", ["==", "!=", "<", "<=", ">", ">=", "&&", "||", "in"])
def test_conditions(op: str, values: list[Any]) -> None:
    text = f"""{PROLOGUE}
fn asked(a, b) {{
  if a {op} b {{ return "yes" }}
  return "no"
}}
for a in vs {{ for b in vs {{ println(asked(a, b)) }} }}
"""
    wanted = ["yes" if OPERATORS[op](a, b) else "no" for a, b in itertools.product(values, repeat=2)]
    compare(text, wanted, None)
