"""Long flat expressions: they nest in the tree as deep as they are long."""

import pytest

from tests.support.harn import check_harn, run_harn

LONG = 2_000
TOO_LONG = 60_000

CHAINS = {
    "sum of unknown values": ("fn f(a) { return " + " + ".join(["a"] * LONG) + " }\nprintln(f(1))", "2000"),
    "sum of literals": ("println(" + " + ".join(["1"] * LONG) + ")", "2000"),
    "texts": ("println(len(" + " + ".join(['"x"'] * LONG) + "))", "2000"),
    "logic": ("println(" + " && ".join(["true"] * LONG) + ")", "true"),
    "defaults": ("println(" + " ?? ".join(["nil"] * LONG) + ")", "nil"),
    "pipes": ("println(1 |> " + " |> ".join(["to_string"] * LONG) + ")", "1"),
    "calls": ("println([1]" + ".reversed()" * LONG + ")", "[1]"),
    "list": ("println(len([" + "1, " * LONG + "]))", "2000"),
}


@pytest.mark.parametrize("name", CHAINS)
def test_a_long_chain_runs(name: str) -> None:
    text, printed = CHAINS[name]
    ran = run_harn(text)
    assert (ran.stdout, ran.stderr) == (printed + "\n", "")


def test_a_chain_beyond_all_reason_is_a_diagnostic() -> None:
    text = "const x = 1\nprintln([x]" + ".reversed()" * TOO_LONG + ")\n"
    assert {one.code for one in check_harn(text).diagnostics} <= {"HARN-HPY-001"}
    ran = run_harn(text)
    assert ran.outcome.report is not None
    assert [one.code for one in ran.outcome.report.diagnostics] == ["HARN-HPY-001"]
