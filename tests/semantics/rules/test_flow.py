"""Where control ends, and what is never reached."""

import pytest

from tests.semantics.rules.reading import Program, check_types_of

HEAD = """
enum Way { Left Right }
fn fail(text: string) -> never {
  throw text
}
"""


def falls_off(body: str) -> bool:
    program = Program(f"{HEAD}\nfn run(way: Way, n: int, ch: any) -> int {{\n{body}\n}}\n")
    told = [one.text for one in check_types_of(program).diagnostics if one.code == "HARN-TYP-004"]
    assert told in ([], ["function can fall through without returning int"])
    return bool(told)


@pytest.mark.parametrize(
    "body",
    [
        "return 1",
        'throw "no"',
        'fail("x")',
        'const x = fail("x")',
        "exit(3)",
        "if n > 1 { return 1 } else { throw n }",
        "if n > 1 { return 1 } else if n > 0 { return 2 } else { return 3 }",
        "while true { if n > 1 { return 2 } }",
        "while true { for x in [1] { break } }",
        "while true { const f = fn() { while n > 1 { break } } }",
        "match way { Way.Left -> { return 1 } Way.Right -> { return 2 } }",
        "match way { Way.Left -> { return 1 } }",
        "match n { 1 -> { return 1 } _ -> { return 2 } }",
        "match n { 1 -> { return 1 } other -> { return other } }",
        "try { return 1 } catch (e) { return 2 }",
        "try { n + 1 } finally { return 2 }",
        "try { return 1 } finally { log(1) }",
        "block { return 1 }",
        "deadline 3s { return 1 }",
        "mutex { return 1 }",
        "scope { return 1 }",
        "retry 3 { return 1 }",
        "select { m from ch { return m } default { return 1 } }",
        "log(1)\nreturn 1",
    ],
)
def test_control_ends(body: str) -> None:
    assert not falls_off(body)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "log(1)",
        "if n > 1 { return 1 }",
        "if n > 1 { return 1 } else { log(1) }",
        "while true { if n > 1 { break } }",
        "while n > 0 { return 1 }",
        "for x in [1] { return 1 }",
        "match n { 1 -> { return 1 } 2 -> { return 2 } }",
        "match n { 1 -> { return 1 } _ if n > 2 -> { return 2 } }",
        "match way { Way.Left -> { return 1 } Way.Right -> { log(1) } }",
        "try { return 1 } catch (e) { log(e) }",
        "try { return 1 } catch {}",
        "try { return 1 }",
        "guard n > 1 else { return 1 }",
        "select { m from ch { return m } timeout 1s { return 1 } }",
        "defer { log(1) }",
        "spawn { return 1 }",
        "const f = fn() { return 1 }",
    ],
)
def test_control_may_go_on(body: str) -> None:
    assert falls_off(body)


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("return 1\nlog(1)\nlog(2)", "log(1)"),
        ("if n > 1 { return 1 } else { return 2 }\nconst x = 3", "const x = 3"),
        ('fail("x")\nreturn 1', "return 1"),
        ("return helper()\nfn helper() { return 1 }", None),
        ("return helper()\nfn helper() { return 1 }\nlog(2)", "log(2)"),
        ("log(1)\nreturn 1", None),
    ],
)
def test_the_first_unreachable_statement(body: str, line: str | None) -> None:
    program = Program(f"{HEAD}\nfn run(n: int) {{\n{body}\n}}\n")
    found = [one.span.text for one in check_types_of(program).diagnostics if one.code == "HARN-ORC-008"]
    assert found == ([] if line is None else [line])
