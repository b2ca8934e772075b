"""`harnpy fmt PATH…`: the canonical layout of programs, written, checked or shown."""

import gc
import os
from difflib import SequenceMatcher, unified_diff

import click

from harnpy.cli.console import Console, write_out
from harnpy.cli.envelope import envelope, failure, pretty
from harnpy.cli.exit_codes import FAILED, OK, USAGE
from harnpy.cli.help import Command
from harnpy.cli.inputs import STDIN, source_text, unique
from harnpy.diagnostics.codes.fmt import DRIFT, UNPARSED
from harnpy.fmt.formatter import WIDTH, Unformattable, format_text
from harnpy.system.atomic import replace_beneath
from harnpy.system.sources import SUFFIXES, Unreadable, sources_under, worded

FORMATTED, CLEAN, SKIPPED, ERROR = "formatted", "already_formatted", "skipped", "error"

_NO_TARGET = "`harnpy fmt` requires at least one target path, a folder, `-` or `--workspace`"
_NO_FILES = "no .harn or .harn.txt files found under the given target(s)"


class Outcome:
    """What became of one file; `problem` is the code and the text of what is wrong with it."""

    __slots__ = ("after", "before", "path", "problem", "status")

    def __init__(self, path: str) -> None:
        self.path = path
        self.status = CLEAN
        self.problem: tuple[str, str] | None = None
        self.before = ""
        self.after = ""

    def failed(self, code: str, text: str, status: str = ERROR) -> "Outcome":
        """The same with a problem."""
        self.status, self.problem = status, (code, text)
        return self

    @property
    def drifted(self) -> bool:
        """Is the file laid out in another way than it should be?"""
        return self.problem is not None and self.problem[0] == DRIFT.code


@click.command(cls=Command, examples=("harnpy fmt examples", "harnpy fmt --check --diff examples"))
@click.argument("paths", metavar="PATH...", nargs=-1, type=click.Path())
@click.option("--check", is_flag=True, help="Change nothing; fail where a layout is not canonical.")
@click.option("--diff", is_flag=True, help="Change nothing; print what would change.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
@click.option(
    "--line-width",
    type=click.IntRange(min=1),
    default=WIDTH,
    show_default=True,
    metavar="N",
    help="Columns of a line.",
)
@click.option(
    "--separator-width",
    type=click.IntRange(min=1),
    metavar="N",
    help="Columns of comments such as `// ---`; left as they are when not given.",
)
@click.option("--workspace", is_flag=True, help="Format everything below the working directory.")
@click.pass_obj
def command(console: Console, paths: tuple[str, ...], **given: object) -> int:
    """Write programs in the canonical layout."""
    _refuse_mixtures(paths, given)
    # Nodes and documents point downwards only: there are no circles of garbage to look for.
    gc.disable()
    if not paths and not given["workspace"]:
        return _refuse(console, given, "missing_targets", _NO_TARGET)
    files = unique(sources_under(paths or (".",)))
    if not files:
        return _refuse(console, given, "no_harn_files", _NO_FILES)
    outcomes = [_treated(console, path, given) for path in files]
    if given["as_json"]:
        write_out(pretty(_document(outcomes)))
    elif given["check"]:
        drifted = sum(outcome.drifted for outcome in outcomes)
        if drifted:
            console.line("")
            console.line(
                f"{drifted} file(s) would be reformatted — run `harnpy fmt` (without `--check`) to apply "
                "formatting."
            )
    return FAILED if any(outcome.status == ERROR for outcome in outcomes) else OK


def _refuse_mixtures(paths: tuple[str, ...], given: dict[str, object]) -> None:
    """Options that would do nothing beside others are errors of usage."""
    if "" in paths:
        raise click.UsageError("the name of a file is empty")
    if given["workspace"] and paths:
        raise click.UsageError(
            "`--workspace` formats everything below the working directory and takes no path"
        )
    if given["as_json"]:
        if given["diff"]:
            raise click.UsageError("`--json` and `--diff` exclude each other: both write to stdout")
        if "-" in paths and not given["check"]:
            raise click.UsageError("`--json` takes `-` only with `--check`: the text goes to stdout")


def _refuse(console: Console, given: dict[str, object], code: str, message: str) -> int:
    if given["as_json"]:
        write_out(pretty(envelope(None, error=failure(code, message))))
    console.line(f"[harnpy] error: {message}")
    return USAGE


def _treated(console: Console, path: str, given: dict[str, object]) -> Outcome:
    """Format one file and say what there is to say."""
    outcome = _formatted(path, given)
    changed = outcome.status == FORMATTED
    if given["check"] and changed:
        outcome.failed(DRIFT.code, DRIFT.template)
    elif changed and path != "-" and not given["diff"]:
        _write(path, outcome)
    if given["diff"]:
        write_out(_difference(outcome))
    elif path == "-" and not given["check"] and outcome.status in (FORMATTED, CLEAN):
        write_out(outcome.after)
    if not given["as_json"]:
        _say(console, outcome, wrote=not given["diff"] and path != "-")
    return outcome


def _formatted(path: str, given: dict[str, object]) -> Outcome:
    outcome = Outcome(STDIN if path == "-" else path)
    if path != "-" and not path.endswith(SUFFIXES):
        text = f"skipped: not a program file ({' or '.join(SUFFIXES)}); give its text by `-`"
        return outcome.failed("unsupported_extension", text, SKIPPED)
    width, separators = given["line_width"], given["separator_width"]
    try:
        outcome.before = source_text(path)
        outcome.after = format_text(
            outcome.before,
            outcome.path,
            width=width if isinstance(width, int) else WIDTH,
            separators=separators if isinstance(separators, int) else None,
        )
    except Unreadable as cause:
        return outcome.failed("io", f"Error reading {outcome.path}: {cause}")
    except Unformattable as fault:
        return outcome.failed(UNPARSED.code if fault.kind == "parse" else fault.kind, str(fault))
    if outcome.after != outcome.before:
        outcome.status = FORMATTED
    return outcome


def _write(path: str, outcome: Outcome) -> None:
    """Put the text in the place of the file, behind links too, with the mode it had."""
    place = os.path.realpath(path)
    try:
        mode = os.stat(place).st_mode & 0o7777
        replace_beneath(None, place, outcome.after.encode("utf-8"), mode=mode)
        os.chmod(place, mode)
    except OSError as cause:
        outcome.failed("io", f"Error writing {path}: {worded(cause)}")


def _say(console: Console, outcome: Outcome, *, wrote: bool) -> None:
    if outcome.problem is None:
        if outcome.status == FORMATTED and wrote:
            console.line(f"formatted {outcome.path}")
        return
    code, text = outcome.problem
    if code == "io":
        console.line(f"[harnpy] {text}")
    elif code.startswith("HARN-"):
        console.line(f"{outcome.path}: {code}: {text}")
    else:
        console.line(f"{outcome.path}: {text}")


def _difference(outcome: Outcome) -> str:
    """The unified diff of a file that changed."""
    if outcome.after in ("", outcome.before):
        return ""
    before, after = outcome.before.splitlines(keepends=True), outcome.after.splitlines(keepends=True)
    lines = unified_diff(before, after, outcome.path, f"{outcome.path} (formatted)")
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )


def _document(outcomes: list[Outcome]) -> dict[str, object]:
    counted = {FORMATTED: 0, CLEAN: 0, SKIPPED: 0, "errors": 0}
    for outcome in outcomes:
        counted["errors" if outcome.status == ERROR else outcome.status] += 1
    data = {"files": [_entry(outcome) for outcome in outcomes], "summary": counted}
    failed = (
        failure("fmt_failed", "one or more files failed formatting checks") if counted["errors"] else None
    )
    return envelope(data, error=failed)


def _entry(outcome: Outcome) -> dict[str, object]:
    problems = [] if outcome.problem is None else [outcome.problem]
    return {
        "path": outcome.path,
        "status": outcome.status,
        "diff_lines_changed": _changed_lines(outcome),
        "diagnostics": [{"code": code, "message": text} for code, text in problems],
    }


def _changed_lines(outcome: Outcome) -> int:
    """How many lines a diff removes and adds."""
    if outcome.after in ("", outcome.before):
        return 0
    matcher = SequenceMatcher(None, outcome.before.split("\n"), outcome.after.split("\n"), autojunk=False)
    steps = [step for step in matcher.get_opcodes() if step[0] != "equal"]
    return sum(end - start + new_end - new_start for _, start, end, new_start, new_end in steps)
