"""`harnpy check PATH…`: what is wrong in programs, without running them."""

import os
from itertools import chain

import click

from harnpy.base.spans import SourceFile
from harnpy.cli.checked import Checks, outcome_of
from harnpy.cli.console import Console, write_error, write_out
from harnpy.cli.envelope import envelope, failure, pretty
from harnpy.cli.exit_codes import FAILED, OK, USAGE
from harnpy.cli.help import Command
from harnpy.cli.inputs import STDIN, source_text, unique
from harnpy.cli.layouts import LAYOUTS, STAGES, Outcome, laid_out
from harnpy.cli.watching import watch
from harnpy.diagnostics.explain import repairs_by_code
from harnpy.diagnostics.model import ERROR, WARNING
from harnpy.diagnostics.render import Frames, check_document, tally
from harnpy.diagnostics.report import Report
from harnpy.system.sources import Unreadable, sources_under

_SPELT = {"as_json": "json", "output_format": "output-format", "strict_types": "strict-types"}
_IDLE = ("as_json", "output_format", "strict", "strict_types", "quiet", "workspace", "watch")

_NO_TARGET = "`harnpy check` requires at least one target path, a folder, `-` or `--workspace`"
_NO_FILES = "no .harn or .harn.txt files found under the given target(s)"


@click.command(cls=Command, examples=("harnpy check examples", "harnpy check --json examples"))
@click.argument("paths", metavar="PATH...", nargs=-1, type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
@click.option("--output-format", type=click.Choice(LAYOUTS), help="Layout; `text` when not given.")
@click.option("--strict", is_flag=True, help="Warnings fail too.")
@click.option(
    "--strict-types", is_flag=True, help="Data from outside must be validated before its parts are used."
)
@click.option("--quiet", is_flag=True, help="No `PATH: ok` and no closing count.")
@click.option("--workspace", is_flag=True, help="Check everything below the working directory.")
@click.option("--effects", is_flag=True, help="Print the least permissions that each program needs.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes.")
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
    if given["effects"]:
        # late: few want them
        from harnpy.cli.effects import print_effects

        return print_effects(console, files, strict=bool(given["strict_types"]))
    checks = Checks(strict=bool(given["strict_types"]))
    if given["watch"]:

        def targets() -> list[str]:
            return unique(sources_under(paths or (".",)))

        watch(
            console,
            lambda: dict.fromkeys(map(os.path.abspath, chain(targets(), *checks.seen.values()))),
            lambda: _check(console, checks, targets(), layout, given),
        )
    return _check(console, checks, files, layout, given)


def _check(console: Console, checks: Checks, files: list[str], layout: str, given: dict[str, object]) -> int:
    checked = [(_shown(path), outcome_of(checks, path)) for path in files]
    strict = bool(given["strict"])
    if layout == "json":
        write_out(pretty(check_document(checked, strict=strict)))
    elif layout != "text":
        write_out(laid_out(layout, checked, strict=strict))
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
    if given["watch"] and "-" in paths:
        raise click.UsageError("`--watch` looks at files, and standard input is none")
    if given["effects"]:
        _exclude(given, "effects", ("as_json", "output_format", "strict", "quiet", "watch", "show"))
    if given["show"] is not None:
        _exclude(given, "show", _IDLE)


def _exclude(given: dict[str, object], option: str, others: tuple[str, ...]) -> None:
    """An option that would do nothing beside another one is refused."""
    idle = next((name for name in others if given[name]), None)
    if idle is not None:
        raise click.UsageError(f"`--{option}` and `--{_SPELT.get(idle, idle)}` exclude each other")


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
    # late: few want them
    from harnpy.cli.stages import show

    shown, report = show(view, SourceFile(_shown(paths[0]), text), place)
    if report.has_errors:
        write_error(Frames(console.paint, console.width, repairs_by_code()).report(report))
    write_out(shown)
    return FAILED if report.has_errors else OK
