"""`check`, `explain`, `completion` and what all commands share."""

import json
import shlex
import shutil
import subprocess

import pytest

from harnpy import __version__
from harnpy.cli.commands import COMMANDS
from harnpy.diagnostics.explain import registered
from tests.support.harn import ROOT, Command

BAD = 'fn f() {\n  return nowhere_to_be_seen(1)\n}\nprintln("${f()}")\n'


def test_a_clean_file(harnpy: Command) -> None:
    harnpy.write("a.harn", "println(1)\n")
    done = harnpy("check", "a.harn")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "a.harn: ok\n")
    assert harnpy("check", "--quiet", "a.harn").stderr == ""


def test_findings_go_to_stderr(harnpy: Command) -> None:
    harnpy.write("b.harn", BAD)
    harnpy.write("a.harn", "println(1)\n")
    done = harnpy("check", ".")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("a.harn: ok\nerror[HARN-NAM-002]: ")
    assert done.stderr.endswith("1 error in 2 files\n")


def test_json_of_check(harnpy: Command) -> None:
    harnpy.write("b.harn", BAD)
    harnpy.write("a.harn", "println(1)\n")
    done = harnpy("check", "--json", "b.harn", "a.harn", "missing.harn")
    document = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (1, "")
    assert [one["path"] for one in document["data"]["files"]] == ["a.harn", "b.harn", "missing.harn"]
    found = document["data"]["files"][1]["diagnostics"][0]
    assert list(found)[:5] == ["source", "severity", "code", "message", "span"]
    assert BAD.encode()[found["span"]["start"] : found["span"]["end"]] == b"nowhere_to_be_seen"
    assert document["data"]["files"][2]["diagnostics"][0]["source"] == "io"
    assert document["data"]["summary"] == {"ok": 1, "warnings": 0, "errors": 2, "diagnostics": 2}


def test_a_file_that_cannot_be_read_counts(harnpy: Command) -> None:
    harnpy.write("a.harn", "println(1)\n")
    done = harnpy("check", "a.harn", "./a.harn", "missing.harn")
    assert done.stderr.splitlines() == [
        "a.harn: ok",
        "[harnpy] Error reading missing.harn: No such file or directory (os error 2)",
        "1 error in 2 files",
    ]


def test_the_same_errors_on_every_run(harnpy: Command) -> None:
    harnpy.write("b.harn", BAD)
    first = harnpy("check", "--json", ".")
    assert harnpy("check", "--json", ".").stdout == first.stdout


@pytest.mark.parametrize(("arguments", "code"), [((), "missing_targets"), (("empty",), "no_harn_files")])
def test_input_errors_of_check(harnpy: Command, arguments: tuple[str, ...], code: str) -> None:
    (harnpy.folder / "empty").mkdir()
    done = harnpy("check", "--json", *arguments)
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] == code
    plain = harnpy("check", *arguments)
    assert (plain.returncode, plain.stdout) == (2, "")
    assert plain.stderr.startswith("[harnpy] error: ")


def test_warnings_fail_a_strict_check(harnpy: Command) -> None:
    harnpy.write("a.harn", "@tset\npub fn f() { return 1 }\n")
    assert harnpy("check", "a.harn").returncode == 0
    assert harnpy("check", "--strict", "a.harn").returncode == 1


def test_check_reads_stdin_and_many_errors(harnpy: Command) -> None:
    done = harnpy("check", "-", stdin="\n".join(f"nowhere_{number}()" for number in range(60)))
    assert done.returncode == 1
    assert done.stderr.count("error[HARN-NAM-002]") == 50
    assert "<stdin>: … 10 more" in done.stderr


@pytest.mark.parametrize("stage", ["tokens", "tree", "ast", "python"])
def test_stages_can_be_looked_at(harnpy: Command, stage: str) -> None:
    harnpy.write("a.harn", "let x = 1\nprintln(x + 1)\n")
    done = harnpy("check", "--show", stage, "a.harn")
    assert (done.returncode, done.stderr) == (0, "")
    assert {"tokens": "IDENT 'x'", "tree": "\n    bind_name 1:5-1:6", "ast": "BindName", "python": "x = 1"}[
        stage
    ] in done.stdout, done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_help_begins_with_two_examples_that_run(harnpy: Command, command: str) -> None:
    text = harnpy(command, "--help").stdout
    first, second = (line.strip() for line in text.split("Usage: ")[0].splitlines()[1:3])
    assert text.startswith("Examples:\n  harnpy ")
    shutil.copytree(ROOT / "examples", harnpy.folder / "examples")
    for example in (first, second):
        name, *arguments = shlex.split(example)
        assert name == "harnpy"
        done = harnpy(*arguments)
        assert done.returncode == 0, done.stderr


def test_colours(harnpy: Command) -> None:
    harnpy.write("b.harn", BAD)
    assert "\x1b" not in harnpy("check", "b.harn").stderr
    assert "\x1b" in harnpy("check", "b.harn", FORCE_COLOR="1").stderr
    assert "\x1b" in harnpy("--color", "always", "check", "b.harn", NO_COLOR="1").stderr
    assert "\x1b" not in harnpy("--color", "never", "check", "b.harn", FORCE_COLOR="1").stderr


def test_colours_of_a_program(harnpy: Command) -> None:
    harnpy.write("b.harn", BAD)
    code = 'print(color("x", "red"))'
    for coloured, options, environ in (
        (False, (), {}),
        (True, (), {"FORCE_COLOR": "1"}),
        (False, (), {"FORCE_COLOR": "0"}),
        (False, (), {"FORCE_COLOR": "1", "NO_COLOR": "1"}),
        (True, ("--color", "always"), {"NO_COLOR": "1"}),
        (False, ("--color", "never"), {"FORCE_COLOR": "1"}),
    ):
        assert ("\x1b" in harnpy(*options, "run", "-e", code, **environ).stdout) is coloured
        assert ("\x1b" in harnpy(*options, "check", "b.harn", **environ).stderr) is coloured


def test_explain_every_code(harnpy: Command) -> None:
    for code in registered().codes:
        assert code.startswith("HARN-")
    done = harnpy("explain", "nam-001")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("HARN-NAM-001 — ")
    page = json.loads(harnpy("explain", "--json", "HARN-NAM-001").stdout)
    assert list(page) == sorted(page)


def test_explain_what_has_no_page(harnpy: Command) -> None:
    done = harnpy("explain", "--json", "HARN-NOM-001")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Did you mean `HARN-NAM-001`?" in done.stderr
    assert harnpy("explain", "exit", "125").stdout.startswith("exit 125 — ")
    assert harnpy("explain", "exit", "77").returncode == 2
    assert "HARN-TYP" not in done.stderr


def test_explain_of_exit_codes(harnpy: Command) -> None:
    assert harnpy("explain", "125").stdout == harnpy("explain", "exit", "125").stdout
    table = harnpy("explain", "exit")
    assert table.returncode == 0
    assert [line.split()[0] for line in table.stdout.splitlines()] == ["0", "1", "2", "70", "124", "125", "n"]
    assert len(json.loads(harnpy("explain", "exit", "--json").stdout)["exits"]) == 6
    assert harnpy("explain", "4").returncode == 2


def test_a_page_has_one_title(harnpy: Command) -> None:
    assert harnpy("explain", "nam-001").stdout.count("HARN-NAM-001 — ") == 1


@pytest.mark.parametrize("layout", ["text", "json", "markdown"])
def test_the_catalogue(harnpy: Command, layout: str) -> None:
    text = harnpy("explain", "--catalog", "--format", layout).stdout
    assert all(code in text for code in registered().codes)


def test_version_and_welcome(harnpy: Command) -> None:
    for flag in ("--version", "-V"):
        assert harnpy(flag).stdout == f"harnpy {__version__}\n"
    assert len(harnpy().stdout.splitlines()) <= 24


@pytest.mark.parametrize("command", ["run", "check", "explain", "completion"])
def test_help_starts_nothing_and_has_examples(harnpy: Command, command: str) -> None:
    done = harnpy(command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count(f"harnpy {command}") >= 2


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(harnpy: Command, shell: str) -> None:
    script = harnpy("completion", shell).stdout
    assert "_HARNPY_COMPLETE" in script
    if shutil.which(shell):
        checked = subprocess.run([shell, "-n"], input=script, text=True, capture_output=True, check=False)
        assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("harnpy ch", "check"),
        ("harnpy run --tim", "--timeout"),
        ("harnpy explain nam-00", "HARN-NAM-001"),
        ("harnpy explain HARN-PAR", "HARN-PAR-001"),
        ("harnpy explain ex", "exit"),
        ("harnpy run --deny printl", "println"),
        ("harnpy run --allow len,printl", "len,println"),
        ("harnpy run --limit mem", "memory="),
    ],
)
def test_completion_of_words(harnpy: Command, words: str, expected: str) -> None:
    number = str(len(words.split()) - 1)
    for shell, name in (("bash", "bash"), ("zsh", "zsh"), ("fish", "fish")):
        given = words.rsplit(maxsplit=1)[-1] if shell == "fish" else number
        done = harnpy(_HARNPY_COMPLETE=f"{name}_complete", COMP_CWORD=given, COMP_WORDS=words)
        assert expected in done.stdout, shell


@pytest.mark.parametrize("words", ["harnpy run ./a", "harnpy check ./a", "harnpy check x.harn ./a"])
def test_completion_of_files(harnpy: Command, words: str) -> None:
    number = str(len(words.split()) - 1)
    for shell in ("bash", "zsh"):
        done = harnpy(_HARNPY_COMPLETE=f"{shell}_complete", COMP_CWORD=number, COMP_WORDS=words)
        assert done.stdout.replace(",", "\n").splitlines()[0] == "file"
