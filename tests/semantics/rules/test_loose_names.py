"""Names without annotation are not held to what their first value happened to be (language.md 5.4)."""

import pytest

from tests.support.harn import check_harn


def errors(body: str) -> list[str]:
    """Codes of the errors in a program with this function body."""
    text = f"pub fn run(maybe: int?, n: int) -> any {{\n{body}\n}}\n"
    return [one.code for one in check_harn(text).sorted() if one.severity == "error"]


@pytest.mark.parametrize(
    "body",
    [
        "let xs = [0, 0]\nxs[n] = maybe\nreturn xs",
        "let xs = [0, 0]\nxs[n] = xs[0]\nreturn xs",
        'let xs = [1]\nxs.push("a")\nreturn xs',
        "let d = {a: 1}\nd.b = 2\nreturn d.b.more",
        "let d = {best: nil}\nfor i in 0..3 {\nif d.best == nil || d.best < i {\nd.best = i\n}\n}\nreturn d",
        "let d = {n: [1][0]}\nreturn d.n + 1",
        "let best = nil\nfor i in 0..3 {\nif best == nil || i > best {\nbest = i\n}\n}\nreturn best",
        'const [a, b] = [1, "x"]\nreturn a + b',
        "let xs = [nil, nil]\nxs[0] = 3\nreturn xs",
    ],
)
def test_what_a_name_without_annotation_lets_pass(body: str) -> None:
    assert errors(body) == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("let xs: list<int> = [0, 0]\nxs[n] = maybe\nreturn xs", "HARN-TYP-005"),
        ('let xs: list<int> = [1]\nxs.push("a")\nreturn xs', "HARN-TYP-006"),
        ("let xs = [1]\nreturn xs[0] + 1", "HARN-TYP-002"),
        ('let n2 = 1\nn2 = "a"\nreturn n2', "HARN-TYP-005"),
        ("const d: {a: int} = {a: 1}\nreturn d.b", "HARN-NAM-004"),
        ("const d = {a: 1}\nconst e: {b: int} = d\nreturn e", "HARN-TYP-007"),
    ],
)
def test_what_is_held_all_the_same(body: str, code: str) -> None:
    assert errors(body) == [code]
