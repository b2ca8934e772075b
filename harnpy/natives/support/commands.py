"""Commands for natives: what to start in, the dict of how it ended out; permission is asked here."""

from harnpy.natives.support.args import milliseconds, option, text_option
from harnpy.natives.support.blocking import blocking
from harnpy.natives.support.faults import cause_of, thrown
from harnpy.runtime.permissions import READ
from harnpy.system.process import Child, Command, Outcome
from harnpy.system.signals import name_of
from harnpy.values.display import display
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

Report = dict[str, Value]
SHELL = "/bin/sh"


def arguments(builtin: str, parts: tuple[Value, ...]) -> list[str]:
    """The command line of a call, every part as its display; the command itself is required."""
    if not parts or parts[0] is None or parts[0] == "":
        raise thrown(f"{builtin}: command is required")
    return [display(part) for part in parts]


def command_of(ctx: "Machine", builtin: str, argv: list[str], options: Value = None) -> Command:
    """The command with the folder, environment, input and time limit that the options give."""
    ctx.permissions.check_run(argv[0], builtin)
    folder = text_option(options, "cwd", builtin)
    cwd = ctx.cwd if folder is None else ctx.permissions.check_path(READ, folder, builtin)
    limit = milliseconds(option(options, "timeout", option(options, "timeout_ms")))
    stdin = option(options, "stdin", "")
    content = stdin if isinstance(stdin, bytes) else display(stdin).encode()
    return Command(argv, cwd, _environment(ctx, builtin, options), content, limit)


def run(ctx: "Machine", builtin: str, command: Command) -> tuple[Outcome, int, int]:
    """Run a command to its end; return how it ended and when it began and ended by the program's clock."""
    clock = ctx.hub.timers.clock
    started = clock.now_ms()
    try:
        child = Child(command)
    except (OSError, ValueError) as error:
        raise thrown(f"{builtin}: failed to start '{command.argv[0]}': {cause_of(error)[1]}") from error
    try:
        outcome = blocking(ctx, child.finish)
    except BaseException:
        # The task was cancelled or its time is over: nobody waits for the child any more.
        child.kill()
        raise
    return outcome, started, clock.now_ms()


def short_report(outcome: Outcome) -> Report:
    """`{stdout, stderr, status, success}`."""
    return {
        "stdout": _text(outcome.stdout),
        "stderr": _text(outcome.stderr),
        "status": -1 if outcome.exit_code is None else outcome.exit_code,
        "success": outcome.exit_code == 0 and not outcome.timed_out,
    }


def long_report(ctx: "Machine", outcome: Outcome, started: int, ended: int) -> Report:
    """All that is known of a finished command."""
    status = "timed_out" if outcome.timed_out else "killed" if outcome.exit_code is None else "completed"
    return {
        "command_id": "cmd_" + ctx.clock.random_bytes(6).hex(),
        "status": status,
        "pid": outcome.pid,
        "exit_code": outcome.exit_code,
        "stdout": _text(outcome.stdout),
        "stderr": _text(outcome.stderr),
        "combined": _text(outcome.combined),
        "success": outcome.exit_code == 0 and not outcome.timed_out,
        "timed_out": outcome.timed_out,
        "signal": None if outcome.signal is None else name_of(outcome.signal),
        "duration_ms": ended - started,
        "started_at": started,
        "ended_at": ended,
    }


def _environment(ctx: "Machine", builtin: str, options: Value) -> dict[str, str]:
    mode = text_option(options, "env_mode", builtin, "merge")
    if mode not in ("merge", "replace"):
        raise thrown(f"{builtin}: env_mode must be merge or replace, got '{mode}'")
    given = option(options, "env", {})
    if given.__class__ is not dict:
        raise thrown(f"{builtin}: env must be a dict")
    own = {name: value for name, value in ctx.environ.items() if ctx.permissions.allows_env(name)}
    return (own if mode == "merge" else {}) | {name: display(value) for name, value in given.items()}


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")
