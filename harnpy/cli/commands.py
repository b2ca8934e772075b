"""The command line: a table of commands that load when they are called; errors of usage become one line."""

from importlib import import_module

import click

from harnpy import __version__
from harnpy.cli.console import Console, write_error, write_out
from harnpy.cli.exit_codes import FAILED, OK, STOPPED, USAGE
from harnpy.cli.help import Helpful
from harnpy.cli.options import spell_out
from harnpy.diagnostics.suggest import nearest
from harnpy.runtime.streams import prepare_output

COMMANDS: dict[str, tuple[str, str]] = {
    "run": ("harnpy.cli.run", "Run a program."),
    "check": ("harnpy.cli.check", "Report what is wrong in programs without running them."),
    "lint": ("harnpy.cli.lint", "Report and mend what a careful author would not leave standing."),
    "fmt": ("harnpy.cli.fmt", "Write programs in the canonical layout."),
    "doctor": ("harnpy.cli.doctor", "Look after what harnpy keeps on the disk."),
    "explain": ("harnpy.cli.explain", "Explain a diagnostic code or an exit code."),
    "completion": ("harnpy.cli.completion", "Print the completion script of a shell."),
}
"""Name of a command, the module with its click command, its line in the help."""

WELCOME = f"""harnpy {__version__}: runs programs of the Harn pipeline language.

  harnpy run FILE [-- ARGS]      run a program
  harnpy run -e 'println(6 * 7)' run one line
  harnpy check PATH...           report what is wrong without running
  harnpy lint PATH...            report and mend what need not be as it is
  harnpy fmt PATH...             write programs in the canonical layout
  harnpy doctor repair PATH      repair damaged state
  harnpy explain CODE            explain a diagnostic, such as HARN-NAM-001
  harnpy completion SHELL        print the completion script of a shell
  harnpy COMMAND --help          all options of a command

Exit codes: `harnpy explain exit 125`. Programs to start from: examples/ in the repository.
"""


class Commands(Helpful, click.Group):
    """The group whose commands stand in a table."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        if cmd_name not in COMMANDS:
            return None
        # late: a command loads only what it needs
        command: click.Command = import_module(COMMANDS[cmd_name][0]).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names, or an error with a suggestion."""
        if args[0] in COMMANDS or args[0].startswith("-"):
            return super().resolve_command(ctx, args)
        guess = nearest(args[0], COMMANDS)
        hint = f" Did you mean '{guess}'?" if guess else " `harnpy --help` lists the commands."
        raise click.UsageError(f"No such command '{args[0]}'.{hint}")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table without importing the commands."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(
    cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["--help", "-h"]}
)
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Use colours.")
@click.option("--version", "-V", is_flag=True, help="Print the version.")
@click.option("--json-schemas", is_flag=True, help="List the commands with --json and their versions.")
@click.pass_context
def harnpy(ctx: click.Context, color: str, version: bool, json_schemas: bool) -> int:
    """Run and check programs of the Harn pipeline language."""
    # The arguments after `--`, which click never sees; `run` asks for them.
    ctx.meta["harnpy.rest"] = ctx.obj
    ctx.obj = Console(color)
    if version:
        write_out(f"harnpy {__version__}\n")
        ctx.exit(OK)
    if json_schemas:
        write_out(_schemas())
        ctx.exit(OK)
    if ctx.invoked_subcommand is None:
        write_out(WELCOME)
    return OK


def main(arguments: list[str]) -> int:
    """Run the command line and return the exit code."""
    prepare_output()
    own, rest = _split(arguments)
    try:
        outcome = harnpy.main(own, prog_name="harnpy", standalone_mode=False, obj=rest)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.UsageError as error:
        return _usage(error, own)
    except click.ClickException as error:
        write_error(f"[harnpy] error: {error.format_message()}\n")
        return FAILED
    except (click.Abort, KeyboardInterrupt):
        return STOPPED
    return outcome if isinstance(outcome, int) else OK


def _split(arguments: list[str]) -> tuple[list[str], list[str]]:
    """The arguments of harnpy and, after `--`, those of the program."""
    if "--" not in arguments or "run" not in arguments[: arguments.index("--")]:
        return spell_out(arguments), []
    end = arguments.index("--")
    return spell_out(arguments[:end]), arguments[end + 1 :]


def _usage(error: click.UsageError, own: list[str]) -> int:
    """One line, with a suggestion where something near exists; an envelope when `--json` was given."""
    text = _suggested(error)
    named = next((one for one in own if one in COMMANDS), "")
    if "--json" in own:
        # late: json is loaded by those who want it
        from harnpy.cli.envelope import compact, envelope, failure, pretty

        written = compact if named == "run" else pretty
        write_out(written(envelope(None, error=failure("usage", text))))
    command = f"harnpy {named}" if named else "harnpy"
    write_error(f"[harnpy] error: {text}\nRun '{command} --help' for help.\n")
    return USAGE


def _suggested(error: click.UsageError) -> str:
    if isinstance(error, click.NoSuchOption):
        known: list[str] = []
        if error.ctx is not None:
            known = [name for one in error.ctx.command.get_params(error.ctx) for name in one.opts]
        guess = nearest(error.option_name, [name for name in known if name.startswith("--")])
        return f"No such option '{error.option_name}'." + (f" Did you mean '{guess}'?" if guess else "")
    # One line, whatever click makes of it.
    text = " ".join(error.format_message().split())
    if isinstance(error, click.BadParameter) and error.param is not None:
        kind = error.param.type
        # Click has put the value into quotes.
        given = error.message.split("'")[1:2]
        guess = nearest(given[0], list(kind.choices)) if isinstance(kind, click.Choice) and given else None
        text += f" Did you mean '{guess}'?" if guess else ""
    return text


def _schemas() -> str:
    # late: json is loaded by those who want it
    from harnpy.cli.envelope import SCHEMAS, envelope, pretty

    return pretty(
        envelope([{"command": name, "schemaVersion": version} for name, version in SCHEMAS.items()])
    )
