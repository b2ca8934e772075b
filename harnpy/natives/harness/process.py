"""`harness.process`: commands with the full account of how they ended."""

from harnpy.natives.support.args import option
from harnpy.natives.support.commands import SHELL, Report, arguments, command_of, long_report, run
from harnpy.natives.support.declare import capability
from harnpy.natives.support.faults import thrown
from harnpy.system.process import find_executable as located
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_HANDLE = "HarnessProcess"


@capability(_HANDLE, "exec(...argv: any) -> dict", effect="run", fresh=True)
def exec_command(ctx: "Machine", *argv: Value) -> Report:
    """Run a program with arguments, without a shell."""
    return _finished(ctx, "exec", arguments("exec", argv))


@capability(_HANDLE, "exec_at(dir: string, ...argv: any) -> dict", effect="run", fresh=True)
def exec_at(ctx: "Machine", folder: str, *argv: Value) -> Report:
    """Run a program in a folder."""
    return _finished(ctx, "exec_at", arguments("exec_at", argv), {"cwd": folder})


@capability(_HANDLE, "shell(command: string) -> dict", effect="run", fresh=True)
def shell(ctx: "Machine", command: str) -> Report:
    """Run a command line of the shell."""
    return _finished(ctx, "shell", [SHELL, "-c", *arguments("shell", (command,))])


@capability(_HANDLE, "shell_at(dir: string, command: string) -> dict", effect="run", fresh=True)
def shell_at(ctx: "Machine", folder: str, command: str) -> Report:
    """Run a command line of the shell in a folder."""
    return _finished(ctx, "shell_at", [SHELL, "-c", *arguments("shell_at", (command,))], {"cwd": folder})


@capability(_HANDLE, "run(spec: dict) -> dict", effect="run", fresh=True)
def run_spec(ctx: "Machine", spec: Value) -> Report:
    """Run `{argv}` (a list) or `{command}` (for the shell); `cwd`, `env`, `env_mode`, `stdin`, `timeout`."""
    argv, command = option(spec, "argv"), option(spec, "command")
    if argv.__class__ is list:
        return _finished(ctx, "run", arguments("run", tuple(argv)), spec)
    if command.__class__ is list:
        return _finished(ctx, "run", arguments("run", tuple(command)), spec)
    if isinstance(command, str):
        return _finished(ctx, "run", [SHELL, "-c", *arguments("run", (command,))], spec)
    raise thrown("run: command is required")


@capability(_HANDLE, "find_executable(name: string) -> string?", effect="run")
def find_executable(ctx: "Machine", name: str) -> str | None:
    """Where a program is by the search path of the environment; nil when nowhere."""
    return located(name, ctx.environ.get("PATH", "/usr/bin:/bin"))


def _finished(ctx: "Machine", name: str, argv: list[str], options: Value = None) -> Report:
    outcome, started, ended = run(ctx, name, command_of(ctx, name, argv, options))
    return long_report(ctx, outcome, started, ended)
