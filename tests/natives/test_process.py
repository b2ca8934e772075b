"""Processes: output, status, folders, environment, time limits, permission."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from harnpy.natives.builtins import process
from harnpy.natives.harness import process as handle
from harnpy.runtime.grants import Grants
from harnpy.system.process import Child, Command
from harnpy.values.containers import DurationValue
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value


def fault_of(function: Callable[..., Value], *args: Value) -> Value:
    with pytest.raises(Fault) as caught:
        function(*args)
    return caught.value.value


def test_exec_gives_what_was_written(ctx: Value) -> None:
    assert process.exec_command(ctx, "echo", "a b", 1) == {
        "stdout": "a b 1\n", "stderr": "", "status": 0, "success": True,
    }  # fmt: skip
    found = process.shell(ctx, "echo out; echo err >&2; exit 3")
    assert found == {"stdout": "out\n", "stderr": "err\n", "status": 3, "success": False}


def test_the_command_is_required_and_must_exist(ctx: Value) -> None:
    assert fault_of(process.exec_command, ctx) == "exec: command is required"
    assert fault_of(process.exec_command, ctx, "no-such-program") == (
        "exec: failed to start 'no-such-program': No such file or directory (os error 2)"
    )


def test_folders_are_judged(ctx: Value, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    assert process.shell_at(ctx, "sub", "pwd")["stdout"] == f"{tmp_path}/sub\n"
    assert fault_of(process.exec_at, ctx, "/etc", "ls")["category"] == "tool_rejected"


def test_options_set_environment_input_and_time(ctx: Value) -> None:
    assert process.exec_opts(ctx, ["sh", "-c", "echo $NAME$X"], {"env": {"X": 1}})["stdout"] == "ann1\n"
    replaced = process.exec_opts(
        ctx, ["/bin/sh", "-c", "echo $NAME$X"], {"env": {"X": 1}, "env_mode": "replace"}
    )
    assert replaced["stdout"] == "1\n"
    assert process.exec_opts(ctx, "cat", {"stdin": "x" * 200_000})["stdout"] == "x" * 200_000
    start = time.monotonic()
    late = process.exec_opts(ctx, ["sh", "-c", "sleep 20 & sleep 20"], {"timeout": DurationValue(100)})
    assert late["success"] is False
    assert time.monotonic() - start < 5


def test_a_background_heir_does_not_hold_the_result(ctx: Value) -> None:
    start = time.monotonic()
    assert process.shell(ctx, "sleep 20 & echo done")["stdout"] == "done\n"
    assert time.monotonic() - start < 5


def test_the_handle_tells_more(ctx: Value) -> None:
    found = handle.shell(ctx, "echo a; kill -9 $$")
    assert found["status"] == "killed"
    assert found["signal"] == "SIGKILL"
    assert found["exit_code"] is None
    assert found["combined"] == "a\n"
    assert handle.run_spec(ctx, {"argv": ["true"]})["status"] == "completed"
    assert handle.run_spec(ctx, {"command": "sleep 9", "timeout_ms": 50})["timed_out"] is True
    assert fault_of(handle.run_spec, ctx, {}) == "run: command is required"
    assert Path(str(handle.find_executable(ctx, "sh"))).name == "sh"
    assert handle.find_executable(ctx, "no-such-program") is None


def test_denied_commands_do_not_start(ctx: Value) -> None:
    grants = Grants()
    grants.deny_run = ["rm"]
    ctx.permissions = type(ctx.permissions)("default", ctx.root, ctx.cwd, grants)
    assert fault_of(process.exec_command, ctx, "rm", "x")["category"] == "tool_rejected"


def test_the_environment_can_be_hidden(ctx: Value) -> None:
    assert process.env(ctx, "NAME") == "ann"
    assert process.env(ctx, "NOPE") is None
    assert process.env_or(ctx, "NOPE", 1) == 1
    grants = Grants()
    grants.deny_env = ["NAME"]
    ctx.permissions = type(ctx.permissions)("default", ctx.root, ctx.cwd, grants)
    assert process.env(ctx, "NAME") is None
    assert process.shell(ctx, "echo $NAME")["stdout"] == "\n"


def test_killing_ends_the_group(tmp_path: Path) -> None:
    child = Child(Command(["sh", "-c", "sleep 30 & wait"], str(tmp_path), {"PATH": "/usr/bin:/bin"}))
    child.kill()
    outcome = child.finish()
    assert outcome.signal == 9


def test_facts_of_the_machine() -> None:
    assert process.pid() > 0
    assert process.username()
    assert process.hostname()
    assert process.platform() in ("linux", "macos")
    assert process.arch()
    assert process.term_width() > 0
    assert process.term_height() > 0
