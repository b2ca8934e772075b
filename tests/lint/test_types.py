"""Rules that ask for types: what they say where the checker is certain, and silence where it is not."""

import time

import pytest

from tests.lint.looking import found, linted

HEAD = "type User = {name: string}\n\nstruct Point {\n  x: int\n}\n\n"


def lines(signature: str, body: str) -> list[str]:
    return found(f"{HEAD}pub fn run({signature}) -> any {{\n  {body}\n  return [User, Point {{x: 1}}]\n}}\n")


@pytest.mark.parametrize(
    ("signature", "condition", "told"),
    [
        ("user: User", "schema_is(user, schema_of(User))", "always true"),
        ("user: User", "is_type(user, User)", "always true"),
        ("n: int", "is_type(n, string)", "always false"),
        ("n: int?", "is_type(n, string)", "always false"),
        ("p: Point", "is_type(p.x, int)", "always true"),
        ("raw: any", "schema_is(raw, schema_of(User))", ""),
        ("raw: list", "is_type(raw, User)", "always false"),
        ("raw: dict", "schema_is(raw, schema_of(User))", ""),
        ("n: int | string", "is_type(n, int)", ""),
        ("n: int", "is_type(n, float)", "always true"),
        ("n: float", "is_type(n, int)", ""),
        ("n: float", "is_type(n, string)", "always false"),
    ],
)
def test_schema_tests_that_the_type_decides(signature: str, condition: str, told: str) -> None:
    text = f"{HEAD}pub fn run({signature}) -> any {{\n  if {condition} {{ return 1 }}\n"
    report = linted(f"{text}  return [User, Point {{x: 1}}]\n}}\n")
    said = [one.text for one in report.diagnostics if one.code == "HARN-LNT-058"]
    assert len(said) == bool(told)
    assert all(told in one for one in said)


@pytest.mark.parametrize(
    ("signature", "body", "told"),
    [
        ("name: string?", "println(name?.upper())", []),
        ("name: string?", "if name != nil { println(name?.upper()) }", ["unnecessary-safe-navigation 8"]),
        ("names: list<string>", "println(names[0]?.upper())", []),
        ("names: list<string>", "println(names[0]!)", []),
        ("names: dict<string, string>", "println(names.a?.upper())", []),
        ("flags: dict<string, bool>", 'println(flags["a"] == true)', []),
        ("flag: bool?", "println(flag == true)", []),
        ("flag: any", "println(flag == flag)", []),
        ("x: float", "println(x == x, x != x)", []),
        ("names: list<string>", "println(names == names)", ["pointless-comparison 8"]),
        ("n: int | string", "println(to_int(n), to_string(n))", []),
        ("n: int", "println(to_string(n), to_float(n))", []),
        ("x: float", "println(to_float(x))", []),
        ("p: Point", "println(to_int(p.x))", ["unnecessary-cast 8"]),
        ("stream: any", "stream.take(2)", []),
        ("rows: list<int>", "rows.take(2)", []),
        ("rows: list<int>", "const own = rows + [1]\n  own.take(2)", ["discarded-pure-result 9"]),
        ("rows: list<int>", "harness.fs.read_text(\"a\")", []),
        ("rows: iter<int>", "const all: list<int> = rows", ["eager-collection-conversion 8"]),
    ],
)  # fmt: skip
def test_certain_and_uncertain_receivers(signature: str, body: str, told: list[str]) -> None:
    silent = ("let-then-return", "unused-variable", "unused-parameter")
    assert [one for one in lines(signature, body) if not one.startswith(silent)] == told


def test_imports_that_get_methods_are_used() -> None:
    text = 'import { left } from "./left"\n\nimpl left {\n  fn twice(self) -> int {\n    return 2\n  }\n}\n'
    assert found(text) == []


def test_the_time_grows_with_the_text() -> None:
    """Many comments, declarations and findings are looked at once each."""

    def seconds(count: int) -> float:
        one = "// A note.\nfn unused_{0}() -> int {{\n  const spare = {0} // why\n  return (2)\n}}\n"
        text = "".join(one.format(number) for number in range(count))
        start = time.perf_counter()
        linted(text)
        return time.perf_counter() - start

    small = min(seconds(200) for _ in range(3))
    assert seconds(1600) < small * 8 * 4
