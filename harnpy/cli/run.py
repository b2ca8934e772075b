"""`harnpy run`: a file, `-` or a line of code in, the program's own output and its exit code out."""

from typing import Any, TextIO

import click

from harnpy import pipeline
from harnpy.cli.console import Console, write_error, write_out
from harnpy.cli.events import EventStream
from harnpy.cli.exit_codes import NOT_PREPARED, OK
from harnpy.cli.help import Command
from harnpy.cli.inputs import STDIN, source_text
from harnpy.cli.limits import SETTABLE, completed_limit, limit
from harnpy.cli.limits import table as limit_table
from harnpy.cli.options import duration, grants_of, permission_options, widened
from harnpy.cli.outcome import place_of, tell
from harnpy.cli.profile import Profiler, document, table
from harnpy.diagnostics.render import json_item
from harnpy.runtime.errors import Failure
from harnpy.system.sources import Unreadable, worded
from harnpy.values.display import display
from harnpy.values.text import json_stringify

SNIPPET = "<-e>"

_UNSAFE = "harnpy run --no-sandbox disables filesystem, process, and egress sandbox defaults"


@click.command(cls=Command, examples=("harnpy run examples/01_hello.harn", "harnpy run -e 'println(6 * 7)'"))
@click.argument("file", required=False, type=click.Path())
@click.argument("rest", nargs=-1, metavar="[-- ARGS]")
@click.option("-e", "codes", metavar="CODE", multiple=True, help="Run this code instead of a file.")
@click.option("--as", "entry", metavar="PIPELINE", help="Run this pipeline instead of the default one.")
@click.option(
    "--timeout", type=duration, metavar="DURATION", help="End the run after this time, with exit code 124."
)
@click.option(
    "--limit",
    "limits",
    multiple=True,
    type=limit,
    metavar="NAME=VALUE",
    shell_complete=completed_limit,
    help=f"Limit {', '.join(SETTABLE)}.",
)
@click.option("--limits", "list_limits", is_flag=True, help="Print all limits and run nothing.")
@click.option("--json", "as_json", is_flag=True, help="One event a line on stdout.")
@click.option("--quiet", is_flag=True, help="With --json: no events for output of the program.")
@click.option("--profile", is_flag=True, help="Print calls and times per function at the end.")
@click.option("--profile-json", type=click.Path(), metavar="PATH", help="Write them as JSON.")
@click.option("--explain", is_flag=True, hidden=True, expose_value=False)
@permission_options
@click.pass_context
def command(ctx: click.Context, file: str | None, codes: tuple[str, ...], **given: Any) -> int:  # noqa: ANN401  the options, which click has typed
    """Run a program; arguments for it stand after `--`."""
    console: Console = ctx.obj
    if given["list_limits"]:
        write_out(limit_table(dict(given["limits"])))
        return OK
    arguments = _arguments(ctx, file, codes, given["rest"])
    if given["quiet"] and not given["as_json"]:
        raise click.UsageError("`--quiet` needs `--json`")
    code = codes[0] if codes else None
    base = "all" if given["no_sandbox"] else given["base"] or "default"
    grants = grants_of(given)
    _announce(console, widened(base, grants), given["no_sandbox"])
    events = EventStream(write_out, given["quiet"]) if given["as_json"] else None
    request = pipeline.Request(file or "", arguments)
    request.base, request.grants = base, grants
    request.entry = given["entry"]
    request.timeout_ms = given["timeout"]
    request.limits = dict(given["limits"])
    request.owns_process = True
    request.color = console.color
    if events is not None:
        request.stdout, request.stderr = events.output("stdout"), events.output("stderr")
        request.observer = events.observed
    problem = _fill_source(request, file, code)
    if problem is not None:
        return _unreadable(console, events, problem)
    profiler = Profiler() if given["profile"] or given["profile_json"] else None
    target: TextIO | None = None
    if profiler is not None:
        request.around = profiler.around
        if given["profile_json"]:
            try:
                # The path may be a pipe or a device, so nothing is put in its place.
                target = open(given["profile_json"], "w", encoding="utf-8")  # noqa: SIM115  closed with the profile
            except OSError as cause:
                return _unreadable(console, events, f"cannot write {given['profile_json']}: {worded(cause)}")
    outcome = pipeline.run(request)
    if profiler is not None:
        _print_profile(profiler.rows(outcome.files), given["profile"], target)
    if events is None:
        tell(outcome, console)
    else:
        _last_event(events, outcome)
    return outcome.exit_code


def _arguments(
    ctx: click.Context, file: str | None, codes: tuple[str, ...], rest: tuple[str, ...]
) -> list[str]:
    program: list[str] = ctx.meta["harnpy.rest"] or []
    if file is not None and codes:
        raise click.UsageError("give a file or `-e CODE`, not both")
    if len(codes) > 1:
        raise click.UsageError("`-e` may be given once; write several lines in one text")
    if file == "":
        raise click.UsageError("the name of the file is empty")
    if file is None and not codes:
        raise click.UsageError("`run` needs a file, `-` for standard input, or `-e CODE`")
    if rest:
        raise click.UsageError(f"unexpected argument '{rest[0]}'; arguments of the program stand after `--`")
    return program


def _fill_source(request: pipeline.Request, file: str | None, code: str | None) -> str | None:
    """Give the request its text when it is no plain file; the text of a problem when that fails."""
    if code is not None:
        request.path, request.text, request.snippet = SNIPPET, code, True
    elif file == "-":
        try:
            request.path, request.text = STDIN, source_text("-")
        except Unreadable as cause:
            return f"Error reading {STDIN}: {cause}"
    return None


def _unreadable(console: Console, events: EventStream | None, problem: str) -> int:
    if events is not None:
        events.error("unreadable", problem, NOT_PREPARED)
    console.line(f"[harnpy] {problem}")
    return NOT_PREPARED


def _announce(console: Console, parts: list[str], unsafe: bool) -> None:
    if unsafe:
        console.warning(_UNSAFE)
    elif parts:
        console.line(f"[harnpy] sandbox active; {', '.join(parts)}")


def _print_profile(rows: list[dict[str, object]], show: bool, target: TextIO | None) -> None:
    if show and rows:
        write_error(table(rows))
    if target is not None:
        try:
            with target:
                target.write(document(rows))
        except OSError as cause:
            write_error(f"[harnpy] error: cannot write {target.name}: {worded(cause)}\n")


def _last_event(events: EventStream, outcome: pipeline.RunOutcome) -> None:
    if outcome.unreadable is not None:
        path, cause = outcome.unreadable
        events.error("unreadable", f"Error reading {path}: {cause}", outcome.exit_code)
    elif outcome.report is not None and outcome.report.has_errors:
        found = [json_item(one) for one in outcome.report.sorted()]
        events.error("does_not_compile", found[0]["message"].__str__(), outcome.exit_code, found)
    elif outcome.failure is not None:
        events.error("uncaught", outcome.failure.text, outcome.exit_code, _details(outcome.failure, outcome))
    elif outcome.stopped:
        message = outcome.message.removeprefix("[harnpy] ").removeprefix("error: ")
        events.error(outcome.stopped, message, outcome.exit_code)
    else:
        events.result(_plain(outcome.value), outcome.exit_code)


def _details(failure: Failure, outcome: pipeline.RunOutcome) -> dict[str, object] | None:
    """Where an uncaught error arose, and the calls that led there, innermost first."""
    span = place_of(failure, outcome)
    if span is None:
        return None
    line, column = span.file.line_col(span.start)
    stack = [{"function": name, "file": file, "line": number} for name, file, number in failure.notes]
    return {"file": failure.file, "line": line, "column": column, "stack": stack}


def _plain(value: object) -> object:
    """A value as JSON data; its display where it has none."""
    # late: only results that are no scalars need it
    import json

    try:
        return json.loads(json_stringify(value))
    except (TypeError, ValueError):
        return display(value)
