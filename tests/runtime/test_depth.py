"""Depth: 512 nested calls pass and 600 fault, whatever stands between the calls."""

import sys

import pytest

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
