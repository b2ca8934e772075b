"""How the process begins and ends: output that cannot be written, signals at any moment, a lost folder."""

import os
import re
import signal
import subprocess
import time

import pytest

from tests.cli.test_run import start
from tests.support.harn import EXE, ROOT, Command

COMMANDS = [
    "run a.harn",
    "run --json a.harn",
    "run --limits",
    "run -e 'while true { println(1) }'",
    "run --json -e 'while true { println(1) }'",
    "check --json a.harn",
    "check --json --nope",
    "check --show tokens a.harn",
    "explain nam-001",
    "explain --catalog --format json",
    "completion bash",
    "--version",
    "",
    "--help",
    "run --help",
    "--json-schemas",
]


def shell(harnpy: Command, script: str, **environ: str) -> "subprocess.CompletedProcess[str]":
    harnpy.write("a.harn", 'println(read_line() ?? "nothing")\n')
    return subprocess.run(
        ["bash", "-c", script.replace("harnpy ", f"{' '.join(EXE)} ")],
        cwd=harnpy.folder,
        env=harnpy.environ | environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", COMMANDS)
def test_output_that_is_lost_is_an_error(harnpy: Command, command: str, unbuffered: str) -> None:
    for redirect, line in (
        (">/dev/full", "cannot write to stdout: No space left on device (os error 28)"),
        (">&-", "cannot write to stdout: Bad file descriptor (os error 9)"),
        ("| true; exit ${PIPESTATUS[0]}", "stdout was closed before the program ended"),
    ):
        if redirect == ">/dev/full" and not os.path.exists("/dev/full"):
            continue
        done = shell(harnpy, f"harnpy {command} {redirect}", PYTHONUNBUFFERED=unbuffered)
        # Whether the reader is gone before the text arrives is a matter of speed.
        if redirect.startswith("|") and done.returncode == 0:
            continue
        assert done.returncode == 1, (redirect, done)
        assert f"[harnpy] error: {line}\n" in done.stderr, redirect
        assert "ignored" not in done.stderr
        assert "internal" not in done.stderr


def test_streams_closed_from_the_start(harnpy: Command) -> None:
    for redirect in ("<&-", "2>&-"):
        done = shell(harnpy, f"harnpy run a.harn {redirect}")
        assert (done.returncode, done.stdout, done.stderr) == (0, "nothing\n", ""), redirect
    done = shell(harnpy, "harnpy run -e 'const quiet = 1' >&-")
    assert (done.returncode, done.stderr) == (0, "")


def test_an_error_stream_that_is_full(harnpy: Command) -> None:
    for command in ("check a.harn", "run -e 'eprintln(1)'", "run -e 1+"):
        assert shell(harnpy, f"harnpy {command} 2>/dev/full").returncode == 1


def test_an_interrupt_at_any_moment(harnpy: Command) -> None:
    harnpy.write(
        "a.harn", "".join(f"fn f{n}(x) {{ return x + {n} }}\n" for n in range(2000)) + "while true {}\n"
    )
    for command in (("check", "a.harn"), ("run", "a.harn"), ("check", "--json", "a.harn")):
        for wait in (0.08, 0.15, 0.3, 0.5):
            with start(harnpy, *command) as process:
                assert process.stderr is not None
                time.sleep(wait)
                process.send_signal(signal.SIGINT)
                text = process.stderr.read().decode()
                code = process.wait(20)
            if "a.harn: ok" in text or code == 0:
                continue
            assert (code, text) == (124, "error: stopped by SIGINT\n"), (command, wait)


def test_a_working_folder_that_is_gone(harnpy: Command) -> None:
    # The package must be found without the folder.
    for command, code in (("run a.harn", 125), ("run -e 1", 125), ("run --json -e 1", 125), ("check .", 1)):
        done = shell(harnpy, f"mkdir -p gone && cd gone && rmdir ../gone && harnpy {command}")
        assert "internal" not in done.stderr
        assert done.returncode in (code, 2, 125), done
        if command.startswith("run"):
            line = "[harnpy] error: the working directory does not exist any more\n"
            assert (done.returncode, done.stderr) == (125, "" if "--json" in command else line)


def test_the_script_begins_like_the_module() -> None:
    text = (ROOT / "harnpy" / "cli" / "launch.py").read_text("utf-8")
    assert re.search(r"begin\(\)\n.*import leave, main", text, re.DOTALL)
