"""Programs that hold to their types check clean and run; one planted fault is found where it is."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.properties.faults import FAULTS
from tests.properties.typed import Fault, Typed
from tests.support.harn import check_harn, run_harn

_SOME = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
SEEDS = st.integers(0, 1 << 32)
CODES = [code for code, _ in FAULTS]


def told(text: str) -> list[tuple[int, str]]:
    """Line and code of what the checker says; lints judge style."""
    found = [one for one in check_harn(text).sorted() if not one.code.startswith("HARN-LNT")]
    return [(one.span.file.line_col(one.span.start)[0], one.code) for one in found]


def planted(seed: int, fault: Fault) -> str:
    """The program of a seed with the fault before one of its statements."""
    counting = Typed(Random(seed))
    counting.program()
    return Typed(Random(seed), fault, Random(seed + 1).randrange(counting.count)).program()


@settings(max_examples=40, **_SOME)
@given(SEEDS)
def test_typed_programs_check_clean_and_run(seed: int) -> None:
    text = Typed(Random(seed)).program()
    assert told(text) == []
    assert run_harn(text).error == ""


@pytest.mark.parametrize("fault", FAULTS, ids=[f"{at}-{code}" for at, code in enumerate(CODES)])
@settings(max_examples=3, **_SOME)
@given(SEEDS)
def test_a_planted_fault_is_found(fault: Fault, seed: int) -> None:
    text = planted(seed, fault)
    (line,) = [at for at, one in enumerate(text.split("\n"), 1) if one.endswith("// here")]
    assert told(text) == [(line, fault[0])]
