"""Processes, the environment and the machine in their ambient spellings."""

from harnpy.natives.support.commands import SHELL, Report, arguments, command_of, run, short_report
from harnpy.natives.support.declare import builtin, capability
from harnpy.natives.support.faults import thrown
from harnpy.natives.support.schemas import fields_of
from harnpy.system import env as machine_facts
from harnpy.values.kinds import Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine


@builtin("exec(...command: any) -> dict", effect="run", fresh=True)
def exec_command(ctx: "Machine", *command: Value) -> Report:
    """Run a program with arguments, without a shell: `{stdout, stderr, status, success}`."""
    return _finished(ctx, "exec", arguments("exec", command))


@builtin("exec_at(dir: string, ...command: any) -> dict", effect="run", fresh=True)
def exec_at(ctx: "Machine", folder: str, *command: Value) -> Report:
    """Run a program in a folder."""
    return _finished(ctx, "exec_at", arguments("exec_at", command), {"cwd": folder})


@builtin("shell(command: string) -> dict", effect="run", fresh=True)
def shell(ctx: "Machine", command: str) -> Report:
    """Run a command line of the shell."""
    return _finished(ctx, "shell", [SHELL, "-c", *arguments("shell", (command,))])


@builtin("shell_at(dir: string, command: string) -> dict", effect="run", fresh=True)
def shell_at(ctx: "Machine", folder: str, command: str) -> Report:
    """Run a command line of the shell in a folder."""
    return _finished(ctx, "shell_at", [SHELL, "-c", *arguments("shell_at", (command,))], {"cwd": folder})


@builtin("exec_opts(command: any, options?: dict) -> dict", effect="run", fresh=True)
def exec_opts(ctx: "Machine", command: Value, options: Value = None) -> Report:
    """Run a program, a list with arguments or a name, with `cwd`, `env`, `env_mode`, `timeout`, `stdin`."""
    return _finished(ctx, "exec_opts", _given("exec_opts", command), options)


@builtin("exec_at_opts(dir: string, command: any, options?: dict) -> dict", effect="run", fresh=True)
def exec_at_opts(ctx: "Machine", folder: str, command: Value, options: Value = None) -> Report:
    """Run a program in a folder with the options of `exec_opts`."""
    merged: dict[str, Value] = {**(fields_of(options) or {}), "cwd": folder}
    return _finished(ctx, "exec_at_opts", _given("exec_at_opts", command), merged)


@builtin("env(name: string) -> string?", effect="env")
@capability("HarnessEnv", "get(name: string) -> string?", effect="env")
def env(ctx: "Machine", name: str) -> str | None:
    """The value of an environment variable; nil when it is not set or not permitted."""
    return ctx.environ.get(name) if ctx.permissions.allows_env(name) else None


@builtin("env_or<T>(name: string, default: T) -> string | T", effect="env")
@capability("HarnessEnv", "get_or<T>(name: string, default: T) -> string | T", effect="env")
def env_or(ctx: "Machine", name: str, default: Value) -> Value:
    """The value of an environment variable, or `default`."""
    found = env(ctx, name)
    return default if found is None else found


@builtin("pid() -> int")
def pid() -> int:
    """Number of this process."""
    return machine_facts.process_id()


@builtin("username() -> string")
def username() -> str:
    """Login name of the user."""
    return machine_facts.user_name()


@builtin("hostname() -> string")
def hostname() -> str:
    """Name of this machine."""
    return machine_facts.host_name()


@builtin("platform() -> string")
def platform() -> str:
    """`linux`, `macos` or `windows`."""
    return machine_facts.platform_name()


@builtin("arch() -> string")
def arch() -> str:
    """Family of the processor, such as `x86_64` or `aarch64`."""
    return machine_facts.architecture()


@builtin("term_width() -> int", effect="stdio")
@capability("HarnessTerm", "width() -> int", effect="stdio")
def term_width() -> int:
    """Columns of the terminal; 80 without one."""
    return machine_facts.terminal_size()[0]


@builtin("term_height() -> int", effect="stdio")
@capability("HarnessTerm", "height() -> int", effect="stdio")
def term_height() -> int:
    """Rows of the terminal; 24 without one."""
    return machine_facts.terminal_size()[1]


def _finished(ctx: "Machine", name: str, argv: list[str], options: Value = None) -> Report:
    outcome, _, _ = run(ctx, name, command_of(ctx, name, argv, options))
    return short_report(outcome)


def _given(name: str, command: Value) -> list[str]:
    if command.__class__ is list:
        return arguments(name, tuple(command))
    if isinstance(command, str):
        return arguments(name, (command,))
    raise thrown(f"{name}: command must be a string or a list, got {type_of(command)}")
