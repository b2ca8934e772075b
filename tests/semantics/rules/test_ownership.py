"""Calls that change their receiver: where they may stand, what they give, and old spellings of methods."""

import pytest

from tests.semantics.rules.reading import Program, check_types_of, texts

HEAD = """
struct Box { items: list<int> }
impl Box {
  fn push(self, n: int) -> int {
    return n
  }
}
fn make() -> list<int> {
  return [1]
}
const shared = [1]
let open = [1]
"""


def told(body: str) -> list[str]:
    params = "given: list<int>, table: dict<string, int>, box: Box, call: dict"
    program = Program(f"{HEAD}\nfn run({params}) -> any {{\n{body}\n}}\n")
    return texts(check_types_of(program))


@pytest.mark.parametrize(
    "body",
    [
        "let xs = [1]\nxs.push(2)\nreturn xs",
        "let boxed = box\nboxed.items.push(2)\nreturn boxed",
        "let t = {a: [1]}\nt.a.push(2)\nreturn t",
        "open.push(1)",
        "return box.push(3)",
        "return call.push(3)",
        "let xs = [1]\nreturn xs.pop()",
        "let t: dict<string, int> = {a: 1}\nconst old = t.remove(\"a\")\nreturn old",
        "let xs = [1]\nreturn given.map({ n -> xs.push(n) })",
        "let xs = [1]\nif len(given) > 1 { xs.push(1) } else { xs.clear() }",
    ],
)  # fmt: skip
def test_changes_of_a_let(body: str) -> None:
    assert told(body) == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("const xs = [1]\nxs.push(2)", "`list.push` mutates 'xs', which is immutable "
         "(declared with 'const' or a parameter)"),
        ("given.sort()", "`list.sort` mutates 'given', which is immutable "
         "(declared with 'const' or a parameter)"),
        ("table.clear()", "`dict.clear` mutates 'table', which is immutable "
         "(declared with 'const' or a parameter)"),
        ("box.items.push(1)", "`list.push` mutates 'box', which is immutable "
         "(declared with 'const' or a parameter)"),
        ("shared.push(1)", "`list.push` mutates 'shared', which is immutable "
         "(declared with 'const' or a parameter)"),
        ("for xs in [[1]] { xs.push(2) }", "`list.push` mutates 'xs', which is immutable "
         "(declared with 'const' or a parameter)"),
        ("make().push(2)", "`list.push` mutates its receiver, but the receiver is a temporary value"),
        ("[2, 1].sort()", "`list.sort` mutates its receiver, but the receiver is a temporary value"),
        ("let xs: list<int>? = [1]\nxs?.push(2)",
         "`list.push` mutates its receiver and cannot be called through `?.`"),
    ],
)  # fmt: skip
def test_changes_of_what_must_not_change(body: str, expected: str) -> None:
    assert told(body) == [expected]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("const x = xs.push(2)\nreturn x",
         "`push` changes its receiver in place and returns nil, so this value is always nil"),
        ("return xs.clear()",
         "`clear` changes its receiver in place and returns nil, so this value is always nil"),
        ("log(xs.extend([1]))",
         "`extend` changes its receiver in place and returns nil, so this value is always nil"),
        ("const x = xs.sort()\nreturn x",
         "`sort` now changes its receiver in place and returns nil — use `sorted()` for a new list"),
        ("xs = xs.reverse()",
         "`reverse` now changes its receiver in place and returns nil — use `reversed()` for a new list"),
        ("xs = xs.push(3)",
         "`push` now changes its receiver in place, so assigning its result back replaces the receiver "
         "with that result"),
    ],
)  # fmt: skip
def test_results_that_are_not_meant(body: str, expected: str) -> None:
    assert told(f"let xs = [3, 1]\n{body}") == [expected]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('return "a".to_upper()', "method `to_upper` was removed from `string` — did you mean `upper`?"),
        ("return given.includes(3)", "method `includes` was removed from `list` — did you mean `contains`?"),
        ("return given.appending(3)", "method `appending` was removed from `list` — did you mean `push`?"),
        ("return table.rekey({ k -> k })",
         "method `rekey` was removed from `dict` — did you mean `map_keys`?"),
    ],
)  # fmt: skip
def test_old_spellings(body: str, expected: str) -> None:
    assert told(body) == [expected]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('return json_parse("{}").name', ["Direct property access on unvalidated `json_parse()` result"]),
        ('const data = yaml_parse("a: 1")\nreturn data.a',
         ["Direct property access on unvalidated `yaml_parse()` result"]),
        ('return toml_parse("a = 1")["a"]',
         ["Direct subscript access on unvalidated `toml_parse()` result"]),
        ('const data: {a: int} = json_parse("{}")\nreturn data.a', []),
        ('const data = schema_expect(json_parse("{}"), {type: "object"})\nreturn data.a', []),
        ('return "abc"[0]', []),
    ],
)  # fmt: skip
def test_unvalidated_data(body: str, expected: list[str]) -> None:
    program = Program(f"fn run() -> any {{\n{body}\n}}\n")
    report = check_types_of(program, strict=True)
    assert texts(report) == expected
    assert {one.code for one in report.diagnostics} <= {"HARN-OWN-004"}
    assert texts(check_types_of(program)) == []
