"""`run`: channels, exit codes, inputs of every shape, options."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.support.harn import EXE, Command

FAILING = "fn div(a, b) {\n  const q = a / b\n  return q\n}\n\nprintln(div(1, 0))\n"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("return 7", 7),
        ("return 300", 255),
        ("return -3", 0),
        ("return true", 0),
        ('return "x"', 0),
        ("exit(3)", 3),
        ("exit(257)", 1),
        ("throw 1", 1),
        ("", 0),
        ("// only a comment", 0),
        ("pipeline p() { 5 }", 5),
        ("fn main(harness: Harness) { return 6 }", 6),
        ("1 +", 1),
        ("nothing_here()", 1),
    ],
)
def test_exit_codes(harnpy: Command, text: str, code: int) -> None:
    harnpy.write("a.harn", text)
    assert harnpy("run", "a.harn").returncode == code


def test_channels(harnpy: Command) -> None:
    harnpy.write("a.harn", 'println("out")\neprintln("err")\nreturn Err("why")\n')
    done = harnpy("run", "a.harn")
    assert (done.returncode, done.stdout, done.stderr) == (1, "out\n", "err\nwhy\n")


def test_an_uncaught_error_is_the_same_cold_cached_and_from_stdin(harnpy: Command) -> None:
    harnpy.write("a.harn", FAILING)
    cold, warm = harnpy("run", "a.harn"), harnpy("run", "a.harn")
    expected = (
        "error: Division by zero\n  --> a.harn:2:17\n   |\n 2 |   const q = a / b\n"
        "   |                 ^\n  = note: called from pipeline at a.harn:6\n"
    )
    assert (cold.returncode, cold.stdout, cold.stderr) == (1, "", expected)
    assert warm.stderr == cold.stderr
    assert harnpy("run", "./a.harn").stderr == expected.replace("a.harn", "./a.harn")
    assert harnpy("run", "-", stdin=FAILING).stderr == expected.replace("a.harn", "<stdin>")
    assert harnpy("run", "-e", FAILING).stderr == expected.replace("a.harn", "<-e>")


def test_an_error_in_an_imported_module(harnpy: Command) -> None:
    harnpy.write("lib.harn", "pub fn half(x) {\n  const h = x - nil\n  return h\n}\n")
    harnpy.write("a.harn", 'import "lib"\nprintln(half(1))\n')
    for _ in range(2):
        done = harnpy("run", "a.harn")
        assert "--> lib.harn:2:17" in done.stderr
        assert "(lib.harn:2)" in done.stderr
        assert "note: called from pipeline at a.harn:2" in done.stderr


def test_static_errors_start_nothing(harnpy: Command) -> None:
    harnpy.write("a.harn", 'println("never")\nfn f( {\n')
    done = harnpy("run", "a.harn")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error[HARN-PAR-00")


def test_a_cached_run_repeats_the_warnings(harnpy: Command) -> None:
    harnpy.write("a.harn", '@tset\nfn f() { return 1 }\nprintln("${f()}")\n')
    cold, warm = harnpy("run", "a.harn"), harnpy("run", "a.harn")
    assert "warning[HARN-NAM-003]" in cold.stderr
    assert (warm.stdout, warm.stderr) == (cold.stdout, cold.stderr)


def test_a_missing_file_gets_a_suggestion(harnpy: Command) -> None:
    harnpy.write("report.harn", "1")
    for name, hint in (("report", "report.harn"), ("reprt.harn", "report.harn")):
        done = harnpy("run", name)
        assert (done.returncode, done.stdout) == (125, "")
        assert done.stderr == (
            f"[harnpy] Error reading {name}: No such file or directory (os error 2); did you mean '{hint}'?\n"
        )


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"println(1)\xff\n", "stream did not contain valid UTF-8"),
        (b"println(1)\0\n", "NUL byte"),
    ],
)
def test_texts_that_are_none(harnpy: Command, content: bytes, text: str) -> None:
    (harnpy.folder / "a.harn").write_bytes(content)
    done = harnpy("run", "a.harn")
    assert done.returncode == 125
    assert text in done.stderr
    assert done.stderr.count("\n") == 1
    assert harnpy("run", "-", stdin=content).returncode == 125


def test_a_folder_and_a_file_without_rights(harnpy: Command) -> None:
    done = harnpy("run", ".")
    assert done.returncode == 125
    assert done.stderr.startswith("[harnpy] Error reading .: Is a directory (os error 21)")
    path = harnpy.write("a.harn", "1")
    path.chmod(0)
    if os.geteuid() != 0:
        assert "Permission denied (os error 13)" in harnpy("run", "a.harn").stderr


def test_a_file_without_the_suffix_runs(harnpy: Command) -> None:
    harnpy.write("script", '#!/usr/bin/env -S harnpy run\nprintln("ran")\n')
    assert harnpy("run", "script").stdout == "ran\n"


def test_arguments_stand_after_two_dashes(harnpy: Command) -> None:
    harnpy.write("a.harn", "println(argv)")
    assert harnpy("run", "a.harn", "--", "x", "--json", "--").stdout == "[x, --json, --]\n"
    assert harnpy("run", "--timeout", "9s", "a.harn", "--", "y").stdout == "[y]\n"
    done = harnpy("run", "a.harn", "x")
    assert done.returncode == 2
    assert "stand after `--`" in done.stderr


@pytest.mark.parametrize(
    ("code", "out", "exit_code"),
    [
        ("1 + 2", "", 3),
        ('println(harness.fs.cwd() != "")', "true\n", 0),
        ('import "std/math"\nprintln(1)', "1\n", 0),
        ("pipeline p() { println(task ?? 5) }", "", 1),
        ("fn main(harness: Harness) { harness.stdio.println(8) }", "8\n", 0),
        ("println(task)", "nil\n", 0),
    ],
)
def test_code_of_the_command_line(harnpy: Command, code: str, out: str, exit_code: int) -> None:
    done = harnpy("run", "-e", code)
    assert (done.stdout, done.returncode) == (out, exit_code), done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("run",),
        ("run", "-e", "1", "a.harn"),
        ("run", "--timeout", "5", "a.harn"),
        ("run", "--timeout", "0s", "a.harn"),
        ("run", "--limit", "memroy=1", "a.harn"),
        ("run", "--limit", "memory=-1", "a.harn"),
        ("run", "--limit", "steps=1MiB", "a.harn"),
        ("run", "--limit", "depth=100000", "a.harn"),
        ("run", "--limit", "steps", "a.harn"),
        ("run", "--trace", "a.harn"),
        ("run", "--allow", "a", "--deny", "b", "a.harn"),
        ("run", "--permissions", "some", "a.harn"),
        ("run", "--permissions", "none", "--no-sandbox", "a.harn"),
        ("run", "--permissions", "default", "--no-sandbox", "a.harn"),
        ("run", "--deny", "no_such_thing_at_all", "a.harn"),
        ("run", "--allow", "println,no_such_thing_at_all", "a.harn"),
        ("run", "--tiemout", "5s", "a.harn"),
        ("run", ""),
        ("run", "-e", "1", "-e", "2"),
        ("run", "--quiet", "a.harn"),
        ("rnu", "a.harn"),
        ("check", ""),
        ("check", "--show", "ast", "--strict", "a.harn"),
        ("check", "--show", "ast", "."),
        ("check", "--workspace", "a.harn"),
        ("explain", "--catalog", "NAM-001"),
        ("explain", "--format", "json", "NAM-001"),
        ("check",),
        ("explain",),
        ("completion", "tcsh"),
    ],
)
def test_usage_errors(harnpy: Command, arguments: tuple[str, ...]) -> None:
    harnpy.write("a.harn", "1")
    done = harnpy(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("[harnpy] error: ")


@pytest.mark.parametrize(
    ("arguments", "guess"),
    [
        (("chek",), "Did you mean 'check'?"),
        (("run", "--tiemout", "1s"), "Did you mean '--timeout'?"),
        (("run", "--limit", "memroy=1"), "did you mean 'memory'?"),
        (("run", "--deny", "prinltn", "a.harn"), "did you mean 'println'?"),
        (("run", "--allow", "println,read_text", "a.harn"), "did you mean 'read_file'?"),
        (("run", "--as", "defualt", "a.harn"), "did you mean 'default'?"),
        (("run", "--permissions", "defualt", "a.harn"), "Did you mean 'default'?"),
        (("completion", "bahs"), "Did you mean 'bash'?"),
        (("completion",), "Missing argument '{bash|zsh|fish}'. Choose from: bash, zsh, fish"),
    ],
)
def test_did_you_mean(harnpy: Command, arguments: tuple[str, ...], guess: str) -> None:
    harnpy.write("a.harn", "pipeline default() { 1 }")
    done = harnpy(*arguments)
    assert done.returncode == 2
    assert guess in done.stderr


def test_a_usage_error_names_the_help_of_its_command(harnpy: Command) -> None:
    for arguments in (("run",), ("run", "--allow", "len", "--deny", "len", "x"), ("check", "--nope")):
        assert harnpy(*arguments).stderr.endswith(f"Run 'harnpy {arguments[0]} --help' for help.\n")
    assert harnpy("--nope").stderr.endswith("Run 'harnpy --help' for help.\n")


def test_pipelines_are_listed_beside_a_wrong_name(harnpy: Command) -> None:
    harnpy.write("a.harn", "pipeline load() { }\npipeline store() { }\n")
    done = harnpy("run", "--as", "nothing", "a.harn")
    assert done.stderr == "[harnpy] error: no pipeline 'nothing' in the program; it has load, store\n"


def test_usage_errors_of_run_are_one_line_of_json(harnpy: Command) -> None:
    done = harnpy("run", "--json", "--nope", "x")
    assert (done.returncode, done.stdout.count("\n")) == (2, 1)
    assert json.loads(done.stdout)["error"]["code"] == "usage"


def test_usage_errors_as_json(harnpy: Command) -> None:
    done = harnpy("check", "--json", "--nope", "x")
    assert done.returncode == 2
    document = json.loads(done.stdout)
    assert list(document) == ["schemaVersion", "ok", "data", "error", "warnings"]
    assert document["error"]["code"] == "usage"


def test_a_pipeline_by_name(harnpy: Command) -> None:
    harnpy.write("a.harn", 'pipeline default() { println("d") }\npipeline other() { println("o") }\n')
    assert harnpy("run", "a.harn").stdout == "d\n"
    assert harnpy("run", "--as", "other", "a.harn").stdout == "o\n"


def events_of(text: str) -> list[dict[str, object]]:
    lines = [json.loads(line) for line in text.splitlines()]
    assert [line["data"]["seq"] for line in lines] == list(range(1, len(lines) + 1))
    assert all(list(line) == ["schemaVersion", "ok", "data", "error", "warnings"] for line in lines)
    return lines


def test_json_events(harnpy: Command) -> None:
    harnpy.write("a.harn", 'println("a")\neprintln("b")\nreturn {n: [1, 2.5]}\n')
    done = harnpy("run", "--json", "a.harn")
    events = [line["data"] for line in events_of(done.stdout)]
    assert events == [
        {"event_type": "stdout", "seq": 1, "text": "a\n"},
        {"event_type": "stderr", "seq": 2, "text": "b\n"},
        {"event_type": "result", "seq": 3, "value": {"n": [1, 2.5]}, "exit_code": 0},
    ]
    quiet = events_of(harnpy("run", "--json", "--quiet", "a.harn").stdout)
    assert len(quiet) == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [("throw 1", "uncaught"), ("1 +", "does_not_compile"), ("exit(2)", None), ("while true {}", "timeout")],
)
def test_json_errors(harnpy: Command, text: str, code: str | None) -> None:
    harnpy.write("a.harn", text)
    last = events_of(harnpy("run", "--json", "--timeout", "300ms", "a.harn").stdout)[-1]
    error = last["error"]
    assert (error["code"] if isinstance(error, dict) else None) == code


def test_json_errors_say_where(harnpy: Command) -> None:
    harnpy.write("a.harn", FAILING)
    error = events_of(harnpy("run", "--json", "a.harn").stdout)[-1]["error"]
    assert isinstance(error, dict)
    stack = [{"function": "pipeline", "file": "a.harn", "line": 6}]
    assert error["details"] == {"file": "a.harn", "line": 2, "column": 17, "stack": stack}
    harnpy.write("a.harn", "println(1)\n nowhere()\n")
    error = events_of(harnpy("run", "--json", "a.harn").stdout)[-1]["error"]
    assert isinstance(error, dict)
    found = error["details"][0]
    assert (found["path"], found["line"], found["column"]) == ("a.harn", 2, 2)
    late = events_of(harnpy("run", "--json", "--timeout", "50ms", "-e", "while true {}").stdout)[-1]["error"]
    assert isinstance(late, dict)
    assert late["message"] == "Execution deadline exceeded"


def test_json_is_utf8_whatever_the_program_is_given(harnpy: Command) -> None:
    for locale in ("C", "C.UTF-8", "POSIX"):
        done = harnpy(
            "run", "--json", "-e", "println(argv)", "--", os.fsdecode(b"\xff\xc3\xa9"), LC_ALL=locale
        )
        assert events_of(done.stdout)[0]["data"] == {"event_type": "stdout", "seq": 1, "text": "[\ufffdé]\n"}


def test_timeout(harnpy: Command) -> None:
    harnpy.write("a.harn", 'println("on")\nwhile true {}\n')
    done = harnpy("run", "--timeout", "200ms", "a.harn")
    assert (done.returncode, done.stdout) == (124, "on\n")
    assert done.stderr == "error: Execution deadline exceeded\n"


def test_output_and_memory_limits(harnpy: Command) -> None:
    done = harnpy("run", "--limit", "output=10", "-e", 'println("12345")\nprintln("67890")')
    assert (done.returncode, done.stdout) == (1, "12345\n")
    assert "HARN-HPY-001" in done.stderr
    code = 'let xs = ["x"]\nwhile true { xs = xs + xs }'
    done = harnpy("run", "--limit", "memory=300MiB", "--timeout", "30s", "-e", code)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "error: HARN-HPY-001: out of memory: the program needs more than `--limit memory=314572800`\n"
    )


@pytest.mark.parametrize(
    ("limit", "code", "out", "error"),
    [
        ("steps=1000", "let i = 0\nwhile true { i = i + 1 }", "", "HARN-HPY-001: step limit of 1000 reached"),
        ("steps=1000", 'while true { try { throw "x" } catch (e) {} }', "", "step limit of 1000"),
        (
            "steps=1000",
            "fn f(n) { f(n + 1)\n return 1 }\nwhile true { try { f(0) } catch (e) {} }",
            "",
            "HPY-001",
        ),
        ("steps=1000", "for i in 0..900 {}\nprintln(1)", "1\n", ""),
        (
            "depth=100",
            "fn f(n) { return n == 0 ? 0 : 1 + f(n - 1) }\nprintln(f(90))\nf(200)",
            "90\n",
            "overflow",
        ),
        ("depth=900", "fn f(n) { return n == 0 ? 0 : 1 + f(n - 1) }\nprintln(f(850))", "850\n", ""),
        ("tasks=3", "println(1)\nfor i in 0..5 { spawn { sleep(1ms) } }", "1\n", "spawn: more than 3 tasks"),
    ],
)
def test_limits_of_a_run(harnpy: Command, limit: str, code: str, out: str, error: str) -> None:
    done = harnpy("run", "--limit", limit, "--timeout", "20s", "-e", code)
    assert (done.returncode, done.stdout) == (1 if error else 0, out), done.stderr
    assert error in done.stderr


def test_the_table_of_limits(harnpy: Command) -> None:
    lines = harnpy("run", "--limits", "--limit", "steps=7").stdout.splitlines()
    assert [line.split()[:3] for line in lines if line.startswith(("steps", "depth"))] == [
        ["steps", "7", "--limit"],
        ["depth", "512", "default"],
    ]


def test_profile(harnpy: Command) -> None:
    harnpy.write("a.harn", "fn f(n) { return n < 2 ? n : f(n - 1) + f(n - 2) }\nprintln(f(10))\n")
    done = harnpy("run", "--profile", "--profile-json", "p.json", "a.harn")
    assert done.stdout == "55\n"
    assert " f (" in done.stderr
    names = (
        "gen fn g() { emit 1 }\npipeline default() { for x in g() { println([x].map(fn(y) { return y })) } }"
    )
    harnpy.write("b.harn", names)
    shown = [line.split()[3] for line in harnpy("run", "--profile", "b.harn").stderr.splitlines()[1:]]
    assert set(shown) == {"pipeline", "g", "<closure>"}
    early = harnpy("run", "--profile-json", "nowhere/p.json", "a.harn")
    assert (early.returncode, early.stdout) == (125, "")
    rows = json.loads((harnpy.folder / "p.json").read_text())["functions"]
    assert {"function", "file", "line", "calls", "own_ms", "total_ms"} <= set(rows[0])


def test_permissions(harnpy: Command, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "f.txt"
    outside.write_text("seen", "utf-8")
    harnpy.write("a.harn", f'println(read_file("{outside}"))')
    done = harnpy("run", "a.harn")
    assert done.returncode == 1
    assert done.stderr.startswith("error: Error [tool_rejected]: HARN-CAP-201: sandbox violation")
    assert f"= help: --allow-read={outside.parent} would allow it\n" in done.stderr
    allowed = harnpy("run", f"--allow-read={outside.parent}", "a.harn")
    assert (allowed.stdout, allowed.stderr) == ("seen\n", f"[harnpy] sandbox active; read {outside.parent}\n")
    unsafe = harnpy("run", "--no-sandbox", "a.harn")
    assert unsafe.stdout == "seen\n"
    assert unsafe.stderr.startswith("[harnpy] warning: harnpy run --no-sandbox disables")
    denied = harnpy("run", "--deny", "len", "-e", "len([1])")
    assert "Error [tool_rejected]: Tool 'len' is not permitted." in denied.stderr


def start(harnpy: Command, *arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [*EXE, *arguments],
        cwd=harnpy.folder,
        env=harnpy.environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_stdout_closed_by_its_reader(harnpy: Command) -> None:
    harnpy.write("a.harn", 'for i in 0..200000 { println("line ${i}") }')
    with start(harnpy, "run", "a.harn") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"line 0\n"
        process.stdout.close()
        text = process.stderr.read().decode()
        assert process.wait() == 1
    assert text == "[harnpy] error: stdout was closed before the program ended\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("wait", ["while true {}", "sleep(60000)", "read_line()"])
def test_a_signal_unwinds_the_program(harnpy: Command, number: signal.Signals, wait: str) -> None:
    harnpy.write(
        "a.harn", f'try {{ println("on")\neprintln("ready")\n{wait}\n }} finally {{ println("cleaned") }}'
    )
    process = start(harnpy, "run", "a.harn")
    assert process.stderr is not None
    assert process.stderr.readline() == b"ready\n"
    # Until the program waits; nothing tells from outside when it does.
    time.sleep(0.1)
    process.send_signal(number)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out.decode()) == (124, "on\ncleaned\n"), err
    assert err.decode() == f"error: stopped by {number.name}\n"


def test_the_prompt_is_seen_before_the_answer(harnpy: Command) -> None:
    harnpy.write("a.harn", 'print("name? ")\nprintln("hi ${read_line()}")')
    process = start(harnpy, "run", "a.harn")
    assert process.stdout is not None
    assert process.stdout.read(6) == b"name? "
    out, _ = process.communicate(b"Ada\n", timeout=20)
    assert out == b"hi Ada\n"


def test_output_is_utf8_in_any_locale(harnpy: Command) -> None:
    done = harnpy("run", "-e", 'println("é→名")', LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert done.stdout == "é→名\n"


def test_a_bug_is_one_line_and_a_report(harnpy: Command) -> None:
    (harnpy.folder / "sitecustomize.py").write_text(
        "from harnpy.runtime.machine import Machine\nMachine.run = lambda *a: 1 / 0\n"
    )
    root = harnpy.environ["PYTHONPATH"]
    done = harnpy("run", "-e", "1", PYTHONPATH=f"{harnpy.folder}:{root}")
    assert done.returncode == 70
    assert done.stderr.startswith("[harnpy] internal error: ZeroDivisionError in harnpy ")
    assert done.stderr.count("\n") == 1
    report = Path(done.stderr.rpartition("report: ")[2].strip())
    assert "Traceback" in report.read_text()
    assert report.stat().st_mode & 0o077 == 0
