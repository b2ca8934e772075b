"""Random programs mean the same inferred and without, on distrusted counts, and to the naive evaluator."""

from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.properties import aliasing, strategies
from tests.properties.running import Refused, checked, run, run_copying, run_naive, run_plain, run_program
from tests.properties.soundness import Claims
from tests.support.naive_values import Unsupported

_SOME = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.filter_too_much]}


def agree(text: str) -> None:
    try:
        wanted = run_naive(text)
        found = run(text)
    except (Unsupported, Refused, RecursionError):
        assume(False)
        return
    assert found == wanted
    plain = run_plain(text)
    assert plain == wanted
    assert plain.error is None or plain.where == found.where
    assert run_copying(text) == wanted


@settings(max_examples=40, **_SOME)
@given(strategies.programs(6))
def test_random_programs(text: str) -> None:
    agree(text)


@settings(max_examples=40, **_SOME)
@given(st.randoms(use_true_random=False).map(aliasing.program))
def test_value_semantics(text: str) -> None:
    agree(text)


@settings(max_examples=25, **_SOME)
@given(strategies.programs(6))
def test_facts_hold(text: str) -> None:
    try:
        program = checked(text)
    except Refused:
        assume(False)
        return
    claims = Claims()
    with claims.collecting():
        run_program(program, None, claims.names())
    assert not claims.refuted


@pytest.mark.parametrize("seed", range(3))
def test_larger_programs(seed: int) -> None:
    agree(strategies.program(Random(seed), 14))
