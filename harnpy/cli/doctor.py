"""`harnpy doctor`: looks after what harnpy keeps on the disk."""

import click

from harnpy.cli.console import Console, write_out
from harnpy.cli.envelope import envelope, failure, pretty
from harnpy.cli.exit_codes import FAILED, OK
from harnpy.cli.help import Command
from harnpy.durable.repair import FAILED as LOST
from harnpy.durable.repair import REPAIRED, Outcome, Repairer
from harnpy.storage.json_file import StateError

_EXAMPLES = ("harnpy doctor repair .", "harnpy doctor repair --json .")


class _Group(Command, click.Group):
    """A command with commands of its own."""


@click.group(cls=_Group, invoke_without_command=True, examples=_EXAMPLES)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Look after what harnpy keeps on the disk."""
    if ctx.invoked_subcommand is None:
        raise click.UsageError("`doctor` needs to know what to do, such as `harnpy doctor repair .harn`")


@command.command(cls=Command, examples=_EXAMPLES)
@click.argument("path", metavar="PATH", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
@click.pass_obj
def repair(console: Console, path: str, as_json: bool) -> int:
    """Repair damaged checkpoints, stores and memory logs at or below PATH; damaged files are kept beside."""
    try:
        outcomes = Repairer().repair(path)
    except StateError as error:
        console.error(error.text)
        if as_json:
            write_out(pretty(envelope(None, error=failure("nothing_to_repair", error.text))))
        return FAILED
    if as_json:
        _write_document(outcomes)
    else:
        for one in outcomes:
            console.line(f"{one.path}: {one.text}")
        if not outcomes:
            console.line(f"no state is below {path}: neither checkpoints, a store nor a memory log")
    return FAILED if any(one.status == LOST for one in outcomes) else OK


def _write_document(outcomes: list[Outcome]) -> None:
    files = [{"path": one.path, "status": one.status, "text": one.text} for one in outcomes]
    repaired = sum(one.status == REPAIRED for one in outcomes)
    write_out(pretty(envelope({"files": files, "repaired": repaired})))
