"""`harnpy check PATH…`: syntax, names, placement and modules of programs, without running them."""

import os

import click

from harnpy import pipeline
from harnpy.base.spans import SourceFile
from harnpy.cli.console import Console, write_error, write_out
from harnpy.cli.envelope import envelope, failure, pretty
from harnpy.cli.exit_codes import FAILED, OK, USAGE
from harnpy.cli.help import Command
from harnpy.cli.inputs import STDIN, source_text, unique
from harnpy.cli.stages import STAGES, show
from harnpy.diagnostics.explain import repairs_by_code
from harnpy.diagnostics.model import ERROR, WARNING
from harnpy.diagnostics.render import Frames, check_document, github_line, tally
from harnpy.diagnostics.report import Report
from harnpy.system.sources import Unreadable, sources_under

Outcome = Report | str

_SPELT = {"as_json": "json", "output_format": "output-format"}

_NO_TARGET = "`harnpy check` requires at least one target path, a folder, `-` or `--workspace`"
_NO_FILES = "no .harn or .harn.txt files found under the given target(s)"


@click.command(cls=Command, examples=("harnpy check examples", "harnpy check --json examples"))
@click.argument("paths", metavar="PATH...", nargs=-1, type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
@click.option(
    "--output-format", type=click.Choice(["text", "json", "github"]), help="Layout; `text` when not given."
)
@click.option("--strict", is_flag=True, help="Warnings fail too.")
@click.option("--quiet", is_flag=True, help="No `PATH: ok` and no closing count.")
@click.option("--workspace", is_flag=True, help="Check everything below the working directory.")
@click.option("--show", type=click.Choice(STAGES), help="Print a stage of one file instead of checking.")
@click.pass_obj
def command(console: Console, paths: tuple[str, ...], **given: object) -> int:
    """Report what is wrong in programs without running them."""
    _refuse_mixtures(paths, given)
    layout = "json" if given["as_json"] else str(given["output_format"] or "text")
    if not paths and not given["workspace"]:
        return _refuse(console, layout, "missing_targets", _NO_TARGET)
    if given["show"] is not None:
        return _show(console, str(given["show"]), paths)
    files = unique(sources_under(paths or (".",)))
    if not files:
        return _refuse(console, layout, "no_harn_files", _NO_FILES)
    checked = [(_shown(path), _checked(path)) for path in files]
    strict = bool(given["strict"])
    if layout == "json":
        write_out(pretty(check_document(checked, strict=strict)))
    elif layout == "github":
        _print_github(checked)
    else:
        _print_text(console, checked, quiet=bool(given["quiet"]))
    return FAILED if any(_fails(outcome, strict) for _, outcome in checked) else OK


def _refuse_mixtures(paths: tuple[str, ...], given: dict[str, object]) -> None:
    """Options that would do nothing beside others are errors of usage."""
    if "" in paths:
        raise click.UsageError("the name of a file is empty")
    if given["as_json"] and given["output_format"] not in (None, "json"):
        raise click.UsageError(f"`--json` and `--output-format {given['output_format']}` exclude each other")
    if given["workspace"] and paths:
        raise click.UsageError(
            "`--workspace` checks everything below the working directory and takes no path"
        )
    if given["show"] is not None:
        idle = [name for name in ("as_json", "output_format", "strict", "quiet", "workspace") if given[name]]
        if idle:
            raise click.UsageError(f"`--show` and `--{_SPELT.get(idle[0], idle[0])}` exclude each other")


def _checked(path: str) -> Outcome:
    try:
        text = source_text(path)
    except Unreadable as cause:
        return f"Error reading {_shown(path)}: {cause}"
    return pipeline.check(SourceFile(_shown(path), text), None if path == "-" else path)


def _shown(path: str) -> str:
    return STDIN if path == "-" else path


def _fails(outcome: Outcome, strict: bool) -> bool:
    return isinstance(outcome, str) or outcome.has_errors or (strict and outcome.has_warnings)


def _print_text(console: Console, checked: list[tuple[str, Outcome]], *, quiet: bool) -> None:
    frames = Frames(console.paint, console.width, repairs_by_code())
    reports = [outcome for _, outcome in checked if isinstance(outcome, Report)]
    first = next((one for report in reports for one in report.sorted() if one.severity == ERROR), None)
    for path, outcome in checked:
        if isinstance(outcome, str):
            console.line(f"[harnpy] {outcome}")
        elif outcome.diagnostics:
            write_error(frames.report(outcome))
        elif not quiet:
            console.line(f"{path}: ok")
    if console.terminal and first is not None:
        console.line(f"run 'harnpy explain {first.code}' for more")
    unread = len(checked) - len(reports)
    if (unread or any(report.diagnostics for report in reports)) and not quiet:
        errors = sum(report.count(ERROR) for report in reports) + unread
        warnings = sum(report.count(WARNING) for report in reports)
        console.line(tally(errors, warnings, len(checked)))


def _print_github(checked: list[tuple[str, Outcome]]) -> None:
    for path, outcome in checked:
        if isinstance(outcome, str):
            write_out(f"::error file={path}::{outcome}\n")
        else:
            write_out("".join(f"{github_line(one)}\n" for one in outcome.sorted()))


def _refuse(console: Console, layout: str, code: str, message: str) -> int:
    if layout == "json":
        write_out(pretty(envelope(None, error=failure(code, message))))
    console.line(f"[harnpy] error: {message}")
    return USAGE


def _show(console: Console, view: str, paths: tuple[str, ...]) -> int:
    if len(paths) != 1:
        raise click.UsageError("`--show` takes exactly one file")
    if os.path.isdir(paths[0]):
        raise click.UsageError(f"`--show` takes one file; '{paths[0]}' is a folder")
    try:
        text = source_text(paths[0])
    except Unreadable as cause:
        console.line(f"[harnpy] Error reading {_shown(paths[0])}: {cause}")
        return FAILED
    place = None if paths[0] == "-" else paths[0]
    shown, report = show(view, SourceFile(_shown(paths[0]), text), place)
    if report.has_errors:
        write_error(Frames(console.paint, console.width, repairs_by_code()).report(report))
    write_out(shown)
    return FAILED if report.has_errors else OK
