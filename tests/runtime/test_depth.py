"""Depth: 512 nested calls pass and 600 fault, whatever stands between the calls."""

import sys

import pytest

import harnpy
from harnpy.runtime.limits import current_depth, lower_limit, raise_limit
from tests.runtime.programs import result_of

PLAIN = "def fall(n):\n    return 0 if n == 0 else _add(1, fall(n - 1))\n"
# Two calls of the program per level.
THROUGH_MAP = (
    "def fall(n):\n    return 0 if n == 0 else _method([n], 'map', down)[0]\n"
    "def down(n):\n    return fall(n - 1)\n"
)
METHOD = (
    "P = _struct('P', ('x',), ())\n"
    "def under(self, n):\n    return 0 if n == 0 else _add(1, _method(self, 'under', n - 1))\n"
    "_impl(P, 'under', under)\n"
    "def fall(n):\n    return under(P(1), n)\n"
)
SURPLUS = "def fall(n):\n    return 0 if n == 0 else _add(1, _call(fall, n - 1, 'surplus'))\n"
# Programs by what stands between their calls, and how many calls each turn of them nests.
BETWEEN = {
    "nothing": ("fn f(n) { deep = n\n return 1 + f(n + 1) }", 1),
    "a value": ("let g = nil\nfn f(n) { deep = n\n return 1 + g(n + 1) }\ng = f", 1),
    "a surplus": ("let g = nil\nfn f(n) { deep = n\n return 1 + g(n + 1, 2) }\ng = f", 1),
    "a pipe": ("let g = nil\nfn f(n) { deep = n\n return 1 + (n + 1 |> g) }\ng = f", 1),
    "map": ("fn f(n) { deep = n\n return [1].map({ x -> f(n + 1) }) }", 2),
    "map of a name": ("fn f(n) { deep = n\n return [n + 1].map(f) }", 1),
    "map of a surplus": ("fn f(n) { deep = n\n return [1].map({ -> f(n + 1) }) }", 2),
    "map of something": (
        "fn g(xs, n) { return xs.map({ x -> f(n) }) }\nfn f(n) { deep = n\n g([1], n + 1) }",
        3,
    ),
    "flat_map": ("fn f(n) { deep = n\n return flat_map([1], { x -> [f(n + 1)] }) }", 2),
    "a native as a value": (
        "let m = flat_map\nfn f(n) { deep = n\n return m([1], { x -> [f(n + 1)] }) }\nm = flat_map",
        2,
    ),
    "filter": ("fn f(n) { deep = n\n return [1].filter({ x -> f(n + 1) }) }", 2),
    "reduce": ("fn f(n) { deep = n\n return [1].reduce(0, { a, x -> f(n + 1) }) }", 2),
    "sorted_by": ("fn f(n) { deep = n\n return [1, 2].sorted_by({ x -> f(n + 1) }) }", 2),
    "sort_by": ("fn f(n) { deep = n\n let xs = [1]\n xs.sort_by({ x -> f(n + 1) }) }", 2),
    "map of a set": ("fn f(n) { deep = n\n return set(1).map({ x -> f(n + 1) }) }", 2),
    "map_values": ("fn f(n) { deep = n\n return {a: 1}.map_values({ x -> f(n + 1) }) }", 2),
    "a handle": ('fn f(n) { deep = n\n return harness.obs.span("a", nil, { -> f(n + 1) }) }', 2),
    "a struct method": (
        "struct P { x: int }\nimpl P { fn m(self, n) { deep = n\n return 1 + self.m(n + 1) } }\n"
        "fn f(n) { return P {x: 1}.m(n) }",
        1,
    ),
    "a method of something": (
        "struct P { x: int }\nimpl P { fn m(self, n) { return 1 + f(n) } }\n"
        "fn g(p, n) { return 1 + p.m(n) }\nfn f(n) { deep = n\n return 1 + g(P {x: 1}, n + 1) }",
        3,
    ),
    "a field": ("fn g(p, n) { return 1 + p.m(n) }\nfn f(n) { deep = n\n return 1 + g({m: f}, n + 1) }", 2),
}
TRY = (
    "\ndef _init():\n    try:\n        fall(%d)\n        return 'passed'\n"
    "    except _CATCH as error:\n        return _caught(error)\n"
)


@pytest.mark.parametrize("source", [PLAIN, METHOD, SURPLUS])
def test_calls_nest_512_deep_and_not_600(source: str) -> None:
    assert result_of(source + TRY % 509) == "passed"
    assert result_of(source + TRY % 600) == "Stack overflow: too many nested calls"


def test_calls_nest_through_callbacks() -> None:
    assert result_of(THROUGH_MAP + TRY % 255) == "passed"
    assert result_of(THROUGH_MAP + TRY % 300) == "Stack overflow: too many nested calls"


@pytest.mark.parametrize("between", BETWEEN)
@pytest.mark.parametrize("restricted", [False, True])
def test_calls_of_the_program_are_what_counts(between: str, restricted: bool) -> None:
    source, calls = BETWEEN[between]
    grants = harnpy.Grants()
    grants.deny = frozenset({"exec"} if restricted else ())
    text = f"let deep = 0\n{source}\ntry {{ f(1) }} catch (e) {{ return [deep, e] }}"
    outcome = harnpy.run(text, grants=grants, timeout_ms=20_000)
    assert isinstance(outcome.value, list), outcome
    deep, error = outcome.value
    assert error == "Stack overflow: too many nested calls"
    assert 512 <= deep * calls <= 560


def test_overflow_may_be_caught_again_and_again() -> None:
    source = PLAIN + (
        "\ndef _init():\n    count = 0\n    for _ in _py_range(50):\n        try:\n            fall(5000)\n"
        "        except _CATCH as error:\n            count = count + (_caught(error)[:5] == 'Stack')\n"
        "    fall(500)\n    return count\n"
    )
    assert result_of(source) == 50


def test_the_limit_is_put_back() -> None:
    before = sys.getrecursionlimit()
    result_of(SURPLUS + TRY % 600)
    assert sys.getrecursionlimit() == before


def test_raising_is_relative() -> None:
    before = sys.getrecursionlimit()
    first, second = raise_limit(3), raise_limit(2)
    assert sys.getrecursionlimit() == before + first + second
    lower_limit(first)
    lower_limit(second)
    assert sys.getrecursionlimit() == before


def test_depth_is_measured() -> None:
    def deeper() -> int:
        return current_depth()

    assert deeper() == current_depth() + 1
