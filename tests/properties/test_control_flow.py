"""Jumps out of nested constructs, in loops, as statement and as value, with cleanups that jump too."""

import itertools
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.properties.running import run, run_naive, run_plain

JUMPS = (
    "break", "continue", 'return "r${n}"', 'throw "t${n}"', 'note("tail")', 'if n == 2 { break } else { n }',
    "return again(n)", "later.push({ -> n })", 'Err("e")?',
)  # fmt: skip
WRAPPERS = {
    "catch": ["try {", "@", '} catch (e) { note("caught ${e}") }'],
    "catching jump": ["try {", "@", "} catch (e) { if n == 2 { break } }"],
    "finally": ["try {", "@", '} finally { note("f") }'],
    "jumping finally": ["try {", "@", "} finally { if n == 2 { continue } }"],
    "returning finally": ["try {", "@", '} finally { if n == 3 { return "late" } }'],
    "both": ["try {", "@", '} catch (e) { note(e); "c" } finally { note("g") }'],
    "wrapped": ["note(try {", "@", "})"],
    "retry": ["let k = 0", "try { retry 2 {", "k = k + 1", "note(k)", "@", "} } catch (e) { note(e) }"],
    "match": ["match n {", "1 -> { note(1) }", "2 | 3 if n > 0 -> {", "@", "}", "_ -> { note(0) }", "}"],
    "if": ["if n != 1 {", "@", '} else { note("one") }'],
    "defer": ["block {", 'defer { note("d") }', "@", "}"],
    "changing defer": ["block {", "defer { total = total + 1 }", "let v = total", "@", "}"],
    "value": ["const v = if n > 0 {", "@", "} else { 0 }", "note(v)"],
    "for": ["for m in [n, 7] {", "note(m)", "@", "}"],
    "while": ["let w = 0", "while w < 2 {", "w = w + 1", "@", "}"],
    "operand": ["note([n, if n > 0 {", "@", "}, total])"],
    "closure": ["const c = { q ->", "for z in [1, 2] {", "@", "}", "}", "note(c(n))"],
    "guard": ["guard n < 3 else { note(3); break }", "@"],
}


def program(cases: list[tuple[str, tuple[str, ...]]]) -> str:
    lines = ["fn note(x) { println(x) }", "fn again(n) {", '  note("again")', "  return [n]", "}"]
    for number, (jump, wrappers) in enumerate(cases):
        body = [jump]
        for name in reversed(wrappers):
            at = WRAPPERS[name].index("@")
            body = WRAPPERS[name][:at] + body + WRAPPERS[name][at + 1 :]
        lines += [f"fn case{number}() {{", "let total = 0", "let later = []", "for n in [1, 2, 3] {", *body]
        lines += ['note("end")', "}", "return [total, later.map({ f -> f() })]", "}"]
        lines += [f'try {{ println("= {number}", case{number}()) }} catch (e) {{ println("! {number}", e) }}']
    return "\n".join(lines) + "\n"


def agree(text: str) -> None:
    wanted = run_naive(text)
    for way in (run, run_plain):
        assert way(text).output.split("\n") == wanted.output.split("\n")


@pytest.mark.parametrize("jump", JUMPS)
def test_pairs(jump: str) -> None:
    pairs = list(itertools.product(WRAPPERS, repeat=2))
    agree(program([(jump, pair) for pair in Random(jump).sample(pairs, 60)]))


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.randoms(use_true_random=False))
def test_deeper(random: Random) -> None:
    names = list(WRAPPERS)
    cases = [(random.choice(JUMPS), tuple(random.choice(names) for _ in range(4))) for _ in range(3)]
    agree(program(cases))
