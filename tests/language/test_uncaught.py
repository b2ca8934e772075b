"""The block that a person reads about an uncaught error: text, position, the line, who called."""

import io
from pathlib import Path

import pytest

from harnpy.cli.outcome import failure_block
from harnpy.diagnostics.render import Frames
from harnpy.pipeline import Request, run
from tests.support.harn import Command


def block(text: str, folder: Path) -> str:
    """Run a program as `demo.harn`; the block of its uncaught error."""
    request = Request("demo.harn")
    request.text, request.cwd = text, str(folder)
    request.stdout, request.stderr, request.stdin = io.StringIO(), io.StringIO(), io.StringIO()
    outcome = run(request)
    assert outcome.exit_code == 1
    assert outcome.failure is not None
    return failure_block(outcome.failure, outcome, Frames())


@pytest.fixture(autouse=True)
def in_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


DIVISION = """\
fn div(a, b) {
  return a / b
}
fn mid() {
  const v = div(1, 0)
  return v
}
mid()
"""


def test_the_block_shows_the_operand_and_every_caller(tmp_path: Path) -> None:
    assert block(DIVISION, tmp_path).rstrip() == (
        "error: Division by zero\n"
        "  --> demo.harn:2:14\n"
        "   |\n"
        " 2 |   return a / b\n"
        "   |              ^\n"
        "  = note: called from mid at demo.harn:5\n"
        "  = note: called from pipeline at demo.harn:8"
    )


PLACES = {
    "the right operand of a binary operator": ('const n = json_parse("null")\nconst v = 1 + n\n', "2:15"),
    "the operand of throw": ("fn f() {\n  throw [1]\n}\nf()\n", "2:9"),
    "the start of a compound operand of throw": ("fn f(a) {\n  throw a + 1\n}\nf(1)\n", "2:9"),
    "the last argument of a builtin": ('split("a", json_parse("1"))\n', "1:12"),
    "the innermost expression": ('const z = json_parse("0")\nconst v = [1, 2 + 1 % z]\n', "2:23"),
    "a name that has no value yet": ("fn f() {\n  return 1 + later\n}\nf()\nconst later = 2\n", "2:14"),
    "a line further down in one expression": (
        'const n = json_parse("null")\nconst v = [\n  1,\n  2 * n\n]\n',
        "4:7",
    ),
    "a hole of a text": ('const z = json_parse("0")\nprintln("a ${1 / z} b")\n', "2:18"),
}


@pytest.mark.parametrize("name", PLACES)
def test_the_block_points_at(name: str, tmp_path: Path) -> None:
    text, place = PLACES[name]
    assert f"  --> demo.harn:{place}\n" in block(text, tmp_path)


def test_the_caret_is_as_long_as_the_word_under_it(tmp_path: Path) -> None:
    shown = block('const nothing = json_parse("null")\nconst v = 1 + nothing\n', tmp_path)
    assert "   |               ^^^^^^^\n" in shown + "\n"


def test_columns_count_characters(tmp_path: Path) -> None:
    shown = block('const z = json_parse("0")\nconst v = ["äöü𝄞", 1 / z]\n', tmp_path)
    assert "  --> demo.harn:2:24\n" in shown


def test_closures_and_main_are_named(tmp_path: Path) -> None:
    text = (
        "fn main(harness: Harness) {\n"
        "  const f = { x -> 1 / x }\n"
        "  [0].map({ x ->\n"
        "    f(x)\n"
        "    1\n"
        "  })\n"
        "}\n"
    )
    shown = block(text, tmp_path)
    notes = [line for line in shown.split("\n") if "note" in line]
    assert notes[:2] == [
        "  = note: called from <closure> at demo.harn:4",
        "  = note: called from main at demo.harn:3",
    ]
    assert [note.split(" at ")[0] for note in notes[2:]] == ["  = note: called from pipeline"]


def test_many_callers_are_counted(tmp_path: Path) -> None:
    shown = block("fn f(n) {\n  if n == 0 { return 1 / n }\n  return 1 + f(n - 1)\n}\nf(30)\n", tmp_path)
    notes = [line for line in shown.split("\n") if "note" in line or "more" in line]
    assert len([line for line in notes if "called from" in line]) == 10
    assert notes[-1].endswith("… 21 more")


def test_faults_of_imported_modules_name_their_file(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "deep.harn").write_text("pub fn add(x) {\n  return 1 + x\n}\n")
    shown = block('import { add } from "lib/deep"\nadd(nil)\n', tmp_path)
    assert shown.startswith("error: Type error: Cannot add int and nil (deep.harn:2)\n")
    assert "deep.harn:2:14\n" in shown
    assert "called from pipeline at demo.harn:2" in shown


RELABELLED = {
    "runtime": ('-json_parse("null")\n', "Runtime error: Cannot negate value of type nil (line 1)"),
    "variable": (
        "fn f() { return a1 }\nf()\nconst a1 = 1\n",
        "Runtime error: Undefined variable: a1 (line 1)",
    ),
    "binding": ("const a = 1\na = 2\n", "Runtime error: Cannot assign to immutable binding: a (line 2)"),
    "thrown": ("throw {a: [1]}\n", "Thrown: {a: [1]}"),
    "assertion": ('assert(false, "off")\n', "Thrown: off"),
    "division": ('1 % json_parse("0")\n', "Division by zero"),
    "bytes": (
        'const n = 17000000\n"x" * n\n',
        "Value byte limit: repeat output would be 17000000 bytes (limit 16777216)",
    ),
    "result": (
        "fn f() { return 5 }\nfn g() { return f()? }\ng()\n",
        "Type error: ? operator requires a Result value, got int (line 2)",
    ),
}


@pytest.mark.parametrize("kind", RELABELLED)
def test_the_head_of_the_block(kind: str, tmp_path: Path) -> None:
    text, wanted = RELABELLED[kind]
    assert block(text, tmp_path).split("\n")[0] == f"error: {wanted}"


def test_the_command_prints_the_block_after_the_output(tmp_path: Path) -> None:
    command = Command(tmp_path)
    command.write("demo.harn", 'println("start")\n' + DIVISION)
    ran = command("run", "demo.harn")
    assert (ran.returncode, ran.stdout) == (1, "start\n")
    assert ran.stderr.startswith("error: Division by zero\n  --> demo.harn:3:14\n")
    assert ran.stderr.rstrip().endswith("= note: called from pipeline at demo.harn:9")


def test_an_error_result_is_told_without_a_block(tmp_path: Path) -> None:
    command = Command(tmp_path)
    command.write("demo.harn", 'fn main(harness: Harness) { return Err("bad input") }\n')
    ran = command("run", "demo.harn")
    assert (ran.returncode, ran.stdout, ran.stderr.strip()) == (1, "", "bad input")


def test_skipping_outside_tests_is_an_error(tmp_path: Path) -> None:
    command = Command(tmp_path)
    command.write("demo.harn", 'skip("not today")\n')
    ran = command("run", "demo.harn")
    assert (ran.returncode, ran.stderr.strip()) == (1, "error: Test skipped: not today")
