"""`harnpy lint PATH…`: what a careful author would not leave standing, and the rewrites that mend it."""

import os
from difflib import unified_diff
from typing import Any, cast

import click

from harnpy.base.spans import SourceFile
from harnpy.catalog.standard import standard
from harnpy.cli.console import Console, write_error, write_out
from harnpy.cli.envelope import envelope, failure, pretty
from harnpy.cli.exit_codes import FAILED, OK, USAGE
from harnpy.cli.help import Command
from harnpy.cli.inputs import STDIN, source_text, unique
from harnpy.cli.layouts import LAYOUTS, laid_out
from harnpy.cli.options import names as name_list
from harnpy.cli.revisions import changed_since
from harnpy.diagnostics.explain import repairs_by_code
from harnpy.diagnostics.model import ERROR, WARNING, Diagnostic
from harnpy.diagnostics.render import Frames, check_document, tally
from harnpy.diagnostics.report import Report
from harnpy.diagnostics.suggest import nearest
from harnpy.lint.fixes import fix_all, is_fixable
from harnpy.lint.linter import Selection, for_lint, names
from harnpy.lint.program import Program
from harnpy.system.atomic import replace_beneath
from harnpy.system.sources import Unreadable, read_source, sources_under, worded

HEADER_RULE = "require-file-header"

_NO_TARGET = "`harnpy lint` requires at least one target path, a folder, `-` or `--workspace`"
_NO_FILES = "no .harn or .harn.txt files found under the given target(s)"
_FAILED = "one or more files failed `harn lint`"


class Outcome:
    """What became of one file.

    problem  why it could not be read or written; empty for most
    fixed    how many findings were mended
    """

    __slots__ = ("after", "before", "fixed", "path", "problem", "report")

    def __init__(self, path: str) -> None:
        self.path = path
        self.report = Report()
        self.problem = ""
        self.fixed = 0
        self.before = ""
        self.after = ""

    def fails(self, *, strict: bool) -> bool:
        """Does the file make the command fail?"""
        if self.problem or self.report.has_errors:
            return True
        return strict and bool(self.report.diagnostics)

    def fixable(self, *, unsafe: bool) -> int:
        """How many findings `--fix` would mend."""
        return sum(is_fixable(one, unsafe=unsafe) for one in self.report.diagnostics)


@click.command(cls=Command, examples=("harnpy lint examples", "harnpy lint --diff examples"))
@click.argument("paths", metavar="PATH...", nargs=-1, type=click.Path())
@click.option("--fix", is_flag=True, help="Mend what can be mended without changing what programs do.")
@click.option("--diff", is_flag=True, help="Change nothing; print what `--fix` would change.")
@click.option("--unsafe-fixes", is_flag=True, help="Mend also where a program may do something else then.")
@click.option("--select", type=name_list, metavar="LIST", help="Only these rules, by name or code.")
@click.option("--ignore", type=name_list, metavar="LIST", help="Not these rules, by name or code.")
@click.option("--require-file-header", is_flag=True, help="Files need a heading `/** */` comment.")
@click.option("--changed-from", metavar="REV", help="Only files that differ from a git revision.")
@click.option("--strict", is_flag=True, help="Any finding fails.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
@click.option("--output-format", type=click.Choice(LAYOUTS), help="Layout; `text` when not given.")
@click.option("--workspace", is_flag=True, help="Look at everything below the working directory.")
@click.pass_obj
def command(console: Console, paths: tuple[str, ...], **given: object) -> int:
    """Report and mend what a careful author would not leave standing."""
    layout = "json" if given["as_json"] else str(given["output_format"] or "text")
    _refuse_mixtures(paths, given, layout)
    selection = _selection(given)
    if not paths and not given["workspace"]:
        return _refuse(console, layout, "missing_targets", _NO_TARGET)
    files = unique(sources_under(paths or (".",)))
    if not files:
        return _refuse(console, layout, "no_harn_files", _NO_FILES)
    if given["changed_from"] is not None:
        changed = changed_since(str(given["changed_from"]))
        files = [path for path in files if path == "-" or os.path.realpath(path) in changed]
    outcomes = [_treated(path, selection, given) for path in files]
    strict, unsafe = bool(given["strict"]), bool(given["unsafe_fixes"])
    if layout == "json":
        write_out(pretty(_document(outcomes, strict=strict, unsafe=unsafe)))
    elif layout != "text":
        found = [(one.path, one.problem or one.report) for one in outcomes]
        write_out(laid_out(layout, found, strict=strict))
    else:
        _print_text(console, outcomes, given)
    drifted = bool(given["diff"]) and any(one.fixed for one in outcomes)
    return FAILED if drifted or any(one.fails(strict=strict) for one in outcomes) else OK


# ---- what was asked for ------------------------------------------------------------------------


def _refuse_mixtures(paths: tuple[str, ...], given: dict[str, object], layout: str) -> None:
    """Options that would do nothing beside others are errors of usage."""
    if "" in paths:
        raise click.UsageError("the name of a file is empty")
    if given["as_json"] and given["output_format"] not in (None, "json"):
        raise click.UsageError(f"`--json` and `--output-format {given['output_format']}` exclude each other")
    if given["workspace"] and paths:
        raise click.UsageError(
            "`--workspace` looks at everything below the working directory and takes no path"
        )
    if given["unsafe_fixes"] and not (given["fix"] or given["diff"]):
        raise click.UsageError("`--unsafe-fixes` needs `--fix` or `--diff`")
    if layout != "text" and given["diff"]:
        raise click.UsageError(
            f"`--diff` and `--output-format {layout}` exclude each other: both write to stdout"
        )
    if layout != "text" and given["fix"] and "-" in paths:
        raise click.UsageError(f"`--fix -` writes the text to stdout, so `--output-format {layout}` cannot")


def _selection(given: dict[str, object]) -> Selection:
    select = _known("--select", cast("frozenset[str] | None", given["select"]) or frozenset())
    ignore = _known("--ignore", cast("frozenset[str] | None", given["ignore"]) or frozenset())
    if given["require_file_header"]:
        if select:
            select |= {HEADER_RULE}
        else:
            return for_lint(ignore=ignore, more=frozenset((HEADER_RULE,)))
    return for_lint(select, ignore)


def _known(option: str, wanted: frozenset[str]) -> frozenset[str]:
    """The codes of the rules that an option names; an unknown one is refused."""
    known = names()
    found: set[str] = set()
    for word in sorted(wanted):
        code = known.get(word.lower()) or known.get(_canonical(word))
        if code is None:
            guess = nearest(word.lower(), known) or nearest(_canonical(word), known)
            hint = f"; did you mean '{guess}'?" if guess else "; `harnpy explain --catalog` lists the codes"
            raise click.UsageError(f"`{option}` names no rule of harnpy: '{word}'{hint}")
        found.add(code)
    return frozenset(found)


def _canonical(spelt: str) -> str:
    upper = spelt.upper()
    return upper if upper.startswith("HARN-") else f"HARN-{upper}"


def _refuse(console: Console, layout: str, code: str, message: str) -> int:
    if layout == "json":
        write_out(pretty(envelope(None, error=failure(code, message))))
    console.line(f"[harnpy] error: {message}")
    return USAGE


# ---- one file ----------------------------------------------------------------------------------


def _treated(path: str, selection: Selection, given: dict[str, object]) -> Outcome:
    """Look at one file, and mend it when that is asked for."""
    outcome = Outcome(STDIN if path == "-" else path)
    try:
        outcome.before = outcome.after = source_text(path)
    except Unreadable as cause:
        outcome.problem = f"Error reading {outcome.path}: {cause}"
        return outcome
    place, catalog = None if path == "-" else path, standard()

    def look(file: SourceFile) -> Report:
        return Program(file, place, read_source, catalog).lint(selection)

    file = SourceFile(outcome.path, outcome.before)
    if not (given["fix"] or given["diff"]):
        outcome.report = look(file)
        return outcome
    fixed = fix_all(file, look, unsafe=bool(given["unsafe_fixes"]))
    outcome.report, outcome.fixed, outcome.after = fixed.report, fixed.count, fixed.text
    if given["diff"]:
        write_out(_difference(outcome))
    elif path == "-":
        write_out(outcome.after)
    elif outcome.after != outcome.before:
        _write(path, outcome)
    return outcome


def _write(path: str, outcome: Outcome) -> None:
    """Put the text in the place of the file, behind links too, with the mode it had."""
    place = os.path.realpath(path)
    try:
        mode = os.stat(place).st_mode & 0o7777
        replace_beneath(None, place, outcome.after.encode("utf-8"), mode=mode)
        os.chmod(place, mode)
    except OSError as cause:
        outcome.problem = f"Error writing {path}: {worded(cause)}"
        outcome.fixed = 0


def _difference(outcome: Outcome) -> str:
    before, after = outcome.before.splitlines(keepends=True), outcome.after.splitlines(keepends=True)
    lines = unified_diff(before, after, outcome.path, outcome.path)
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )


# ---- what is told ------------------------------------------------------------------------------


def _print_text(console: Console, outcomes: list[Outcome], given: dict[str, object]) -> None:
    frames = Frames(console.paint, console.width, repairs_by_code())
    for outcome in outcomes:
        if outcome.problem:
            console.line(f"[harnpy] {outcome.problem}")
        if outcome.fixed:
            verb = "would apply" if given["diff"] else "applied"
            console.line(f"[harnpy] {outcome.path}: {verb} {outcome.fixed} fix(es)")
        if outcome.report.diagnostics and not given["diff"]:
            write_error(frames.report(outcome.report))
        elif not outcome.problem and not outcome.report.diagnostics and not given["diff"]:
            console.line(f"{outcome.path}: no issues found")
    findings = [one for outcome in outcomes for one in outcome.report.diagnostics]
    unread = sum(bool(outcome.problem) for outcome in outcomes)
    if (findings or unread) and not given["diff"]:
        errors = sum(one.severity == ERROR for one in findings) + unread
        console.line(tally(errors, sum(one.severity == WARNING for one in findings), len(outcomes)))
    if not (given["fix"] or given["diff"]):
        _tell_fixable(console, findings)


def _tell_fixable(console: Console, findings: list[Diagnostic]) -> None:
    safe = sum(map(is_fixable, findings))
    more = sum(is_fixable(one, unsafe=True) for one in findings) - safe
    if safe:
        console.line(
            f"[harnpy] INFO [lint] {safe} of {len(findings)} finding(s) are auto-fixable — run "
            "`harnpy lint --fix` to apply them."
        )
    if more:
        console.line(
            f"[harnpy] INFO [lint] {more} finding(s) have a fix that may change what the program does — "
            "`--fix --unsafe-fixes` applies it."
        )


def _document(outcomes: list[Outcome], *, strict: bool, unsafe: bool) -> dict[str, object]:
    """The document of `check` with the counts of fixes, and failing as `lint` fails."""
    document = check_document([(one.path, one.problem or one.report) for one in outcomes], strict=strict)
    data = cast("dict[str, Any]", document["data"])
    by_path = {one.path: one for one in outcomes}
    for entry in data["files"]:
        outcome = by_path[entry["path"]]
        entry["fixable"], entry["fixed"] = outcome.fixable(unsafe=unsafe), outcome.fixed
    data["summary"]["fixable"] = sum(one.fixable(unsafe=unsafe) for one in outcomes)
    data["summary"]["fixed"] = sum(one.fixed for one in outcomes)
    failed = any(one.fails(strict=strict) for one in outcomes)
    document["ok"] = not failed
    document["error"] = failure("lint_failed", _FAILED) if failed else None
    return document
