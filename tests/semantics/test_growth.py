"""Programs that a checker could take exponentially long for: they end at once, or the run does not end."""

import pytest

from tests.support.harn import check_harn

DEEP = 40

CASES = {
    "pipes into functions": "fn same<T>(x: T) -> T { return x }\nprintln(1" + " |> same" * DEEP + ")\n",
    "pipes into closures": "println(1" + " |> { x -> x + 1 }" * DEEP + ")\n",
    "a shape twice in the next one": "const d0 = {a: 1}\n"
    + "".join(f"const d{n} = {{left: d{n - 1}, right: d{n - 1}}}\n" for n in range(1, DEEP))
    + f"println(d{DEEP - 1})\n",
    "a list twice in the next one": "const d0 = [1]\n"
    + "".join(f"const d{n} = [d{n - 1}, d{n - 1}]\n" for n in range(1, DEEP))
    + f"println(d{DEEP - 1})\n",
    "types that name others twice": "type A0 = {x: int}\ntype B0 = {x: string}\n"
    + "".join(
        f"type {one}{n} = {{l: {one}{n - 1}, r: {one}{n - 1}}} | {{l: {one}{n - 1}, s: {one}{n - 1}}}\n"
        for n in range(1, DEEP)
        for one in "AB"
    )
    + f"fn f(x: A{DEEP - 1}) {{ println(x) }}\n",
}


@pytest.mark.parametrize("case", CASES)
def test_time_does_not_double_with_each_step(case: str) -> None:
    report = check_harn(CASES[case])
    assert [one.text for one in report.diagnostics if one.severity == "error"] == []
