"""`harnpy explain CODE`: the page of a diagnostic code, of an exit code, or the whole catalogue."""

import click

from harnpy.cli.console import Console, write_out
from harnpy.cli.envelope import pretty
from harnpy.cli.exit_codes import OK, USAGE
from harnpy.cli.help import Command
from harnpy.diagnostics import explain


def _completed(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """The codes that begin so, with or without `HARN-`; `exit` for exit codes."""
    begun = incomplete.upper()
    codes = [code for code in explain.registered().codes if code.startswith((begun, f"HARN-{begun}"))]
    return codes + [word for word in ("exit",) if word.startswith(incomplete)]


@click.command(cls=Command, examples=("harnpy explain HARN-NAM-001", "harnpy explain exit 125"))
@click.argument("words", metavar="CODE", nargs=-1, shell_complete=_completed)
@click.option("--json", "as_json", is_flag=True, help="Print the page as JSON.")
@click.option("--catalog", is_flag=True, help="List every code.")
@click.option(
    "--format",
    "layout",
    type=click.Choice(["markdown", "json", "text"]),
    help="With --catalog; `text` when not given.",
)
@click.pass_obj
def command(
    console: Console, words: tuple[str, ...], as_json: bool, catalog: bool, layout: str | None
) -> int:
    """Explain a diagnostic code or an exit code."""
    known = explain.registered()
    if catalog and words:
        raise click.UsageError(f"`--catalog` lists every code; it takes none, got '{words[0]}'")
    if layout is not None and not catalog:
        raise click.UsageError("`--format` needs `--catalog`")
    if as_json and layout not in (None, "json"):
        raise click.UsageError(f"`--json` and `--format {layout}` exclude each other")
    if catalog:
        write_out(_catalogue(known, "json" if as_json else layout or "text"))
        return OK
    if words[:1] == ("exit",) and len(words) <= 2:
        return _explain_exit(console, words[1:], as_json)
    if len(words) == 1 and words[0].isdecimal():
        return _explain_exit(console, words, as_json)
    if len(words) != 1:
        raise click.UsageError("`explain` takes one code, such as HARN-NAM-001, or `exit` and a number")
    row = known.find(words[0])
    if row is None:
        for line in explain.unknown_lines(words[0], known):
            console.line(line)
        return USAGE
    write_out(pretty(explain.page_data(row)) if as_json else explain.page(row, known))
    return OK


def _catalogue(known: explain.Registry, layout: str) -> str:
    if layout == "json":
        return pretty(explain.catalog_data(known))
    return explain.catalog_markdown(known) if layout == "markdown" else explain.catalog_text(known)


def _explain_exit(console: Console, words: tuple[str, ...], as_json: bool) -> int:
    if not words:
        write_out(pretty(explain.exit_data()) if as_json else explain.exit_table())
        return OK
    spelt = words[0]
    number = int(spelt) if spelt.isdecimal() and len(spelt) < 4 else -1
    page = explain.exit_page(number)
    if page is None:
        known = ", ".join(str(one) for one in explain.EXITS)
        console.line(f"[harnpy] exit code {spelt} has no fixed meaning; fixed are {known}")
        return USAGE
    if as_json:
        page = pretty(explain.exit_data(number))
    write_out(page)
    return OK
