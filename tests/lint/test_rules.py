"""Every rule: what it finds in the bad example of its page, what `--fix` makes of it, where it is silent."""

import pytest
from syrupy.assertion import SnapshotAssertion

from harnpy.diagnostics.explain import registered
from harnpy.diagnostics.render import Frames
from harnpy.lint.linter import names
from harnpy.lint.model import Rule
from harnpy.lint.rules import RULES
from tests.lint.looking import fixed, found, linted, selected

IDS = [one.name for one in RULES]


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_the_bad_example(rule: Rule, snapshot: SnapshotAssertion) -> None:
    selection = selected(rule.code)
    report = linted(rule.code.bad, selection)
    after = fixed(rule.code.bad, selection, unsafe=True)
    assert {one.code for one in report.diagnostics} == {rule.code.code}
    assert {one.label for one in report.diagnostics} == {f"lint[{rule.name}]"}
    told = Frames(repairs={rule.code.code: rule.code.repairs}).report(report)
    assert f"{rule.code.bad}\n{told}\n-- {after.count} fixed\n{after.text}" == snapshot


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_the_good_example(rule: Rule) -> None:
    assert linted(rule.code.good, selected(rule.code)).diagnostics == []


def test_every_rule_has_a_code_of_its_own_and_can_be_selected() -> None:
    assert len({one.name for one in RULES}) == len({one.code.code for one in RULES}) == len(RULES)
    assert set(names()) >= {*IDS, *(one.code.code for one in RULES)}
    known = registered()
    assert all(known.find(one.name) is one.code for one in RULES)


FUNCTION = "pub fn run(n: int, name: string, items: list<int>) -> any {{\n{}\n  return [n, name, items]\n}}\n"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("  while true { break }", id="endless loop"),
        pytest.param("  const f = n * 0.5\n  if f != f { return 1 }", id="test for NaN"),
        pytest.param("  const flag: any = [n][0]\n  if flag == true { return 1 }", id="truth of anything"),
        pytest.param("  const _ = name.upper()", id="discarded on purpose"),
        pytest.param("  let xs = items\n  xs.push(1)\n  return xs", id="changed in place"),
        pytest.param("  const total: float = n\n  return total", id="declared type tests"),
        pytest.param("  if n > 1 {\n    // nothing to do\n  }", id="comment in a block"),
        pytest.param("  const text = [n].map({ x -> (x + 1) * 2 })\n  return text", id="grouping"),
        pytest.param("  const s = (1..5)[2]\n  return [s]", id="range in parentheses"),
        pytest.param("  return n?.size", id="optional property of what has none"),
        pytest.param("  const s = (5).abs()\n  return [s]", id="method of a number"),
        pytest.param('  const s = "(n) // (n)"\n  return [s]', id="text that looks like code"),
        pytest.param("  if n == 1 { return 1 } else if n == 2 { return 2 } else { return 3 }", id="chain"),
        pytest.param("  for item in items { println(item) }", id="loop over values"),
        pytest.param("  let done = false\n  spawn { mutex { done = true } }\n  return done", id="lock"),
        pytest.param("  const task = spawn { name.upper() }\n  return await(task)", id="value of a task"),
        pytest.param('  println("""\n  a\n  """)', id="text over several lines"),
    ],
)
def test_silence_where_an_author_means_it(body: str) -> None:
    silent = {"let-then-return", "dead-code-after-return", "unnecessary-else-return"}
    assert [one for one in found(FUNCTION.format(body)) if one.split()[0] not in silent] == []


def test_unnecessary_else_is_silent_in_a_chain() -> None:
    text = FUNCTION.format("  if n == 1 { return 1 } else if n == 2 { return 2 } else { return 3 }")
    assert not any(one.startswith("unnecessary-else-return") for one in found(text))


def test_a_name_that_a_variant_has_is_not_marked_unused_on_purpose() -> None:
    enum = "enum Color {\n  Red\n  Green\n}\n"
    text = enum + "\npub fn run(c: Color) -> int {\n  return match c { Red -> { 1 } }\n}\n"
    (told,) = linted(text).diagnostics
    assert told.help == "`Red` takes every value here; the variant is written `Color.Red`"
    assert fixed(text).text == text


@pytest.mark.parametrize("path", ["/w/tests/main.harn", "/w/sum_test.harn", "/w/sum-test.harn"])
def test_test_sources_may_assert(path: str) -> None:
    text = "pub fn check(n: int) {\n  assert(n > 0)\n}\n"
    assert found(text) == ["assert-outside-test 2"]
    assert found(text, path=path) == []


def test_marked_tests_may_assert_and_should_not_require() -> None:
    text = "@test\npipeline sums() {\n  assert_eq(1 + 1, 2)\n  require 1 + 1 == 2\n}\n"
    assert found(text) == ["require-in-test 4"]


def test_generated_files_are_left_alone() -> None:
    text = "fn Unused() {\n}\nfn other() {\n}\n"
    assert found(text, path="/w/api.generated.harn") == []
    assert found(text) != []


def test_what_other_diagnostics_say_is_not_said_again() -> None:
    text = "pub fn run() -> int {\n  return 1\n  const late = 3\n}\n"
    assert found(text) == ["dead-code-after-return 3"]


def test_a_variable_declared_below_a_function_is_not_hidden_by_it() -> None:
    text = "fn size(path: string) -> int {\n  return path.len()\n}\n\nconst path = argv[0]\n"
    text += "println(size(path))\n"
    assert found(text) == []


def test_the_result_of_a_method_of_the_file_may_go() -> None:
    text = (
        "struct Bag {\n  items: list<int>\n}\n\nimpl Bag {\n  fn sorted(self) -> nil {\n"
        "    println(self.items)\n  }\n}\n\npub fn run(bag: Bag) -> int {\n  bag.sorted()\n  return 1\n}\n"
    )
    assert found(text) == []
