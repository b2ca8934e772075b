"""harnpy: the Harn pipeline language in Python; `run`, `check` and `format_source` are for embedding it.

The other names are the types that these take and give; each is loaded when it is first read.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from os import PathLike

    from harnpy.base.clock import Clock as Clock
    from harnpy.base.clock import FixedClock as FixedClock
    from harnpy.diagnostics.model import Diagnostic as Diagnostic
    from harnpy.diagnostics.report import Report as Report
    from harnpy.fmt.formatter import Unformattable as Unformattable
    from harnpy.pipeline import Input, Output
    from harnpy.pipeline import RunOutcome as RunOutcome
    from harnpy.runtime.errors import Failure as Failure
    from harnpy.runtime.grants import Grants as Grants
    from harnpy.system.sources import Unreadable as Unreadable

__all__ = [
    "Clock", "Diagnostic", "Failure", "FixedClock", "Grants", "Report", "RunOutcome", "Unformattable",
    "Unreadable", "__version__", "check", "format_source", "run",
]  # fmt: skip

__version__ = "0.1.0"

_HOMES = {
    "Clock": "harnpy.base.clock",
    "Diagnostic": "harnpy.diagnostics.model",
    "Failure": "harnpy.runtime.errors",
    "FixedClock": "harnpy.base.clock",
    "Grants": "harnpy.runtime.grants",
    "Report": "harnpy.diagnostics.report",
    "RunOutcome": "harnpy.pipeline",
    "Unformattable": "harnpy.fmt.formatter",
    "Unreadable": "harnpy.system.sources",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'harnpy' has no attribute {name!r}")
    # late: the package itself must import nothing
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)


def run(
    source: str | None = None,
    *,
    path: "str | PathLike[str] | None" = None,
    args: "Sequence[str]" = (),
    entry: str | None = None,
    permissions: str = "default",
    grants: "Grants | None" = None,
    timeout_ms: int | None = None,
    clock: "Clock | None" = None,
    stdin: "Input | None" = None,
    stdout: "Output | None" = None,
    stderr: "Output | None" = None,
    cwd: "str | PathLike[str] | None" = None,
    host: "Mapping[str, Callable[..., object]] | None" = None,
    state_root: "str | PathLike[str] | None" = None,
    observer: "Callable[[str, Mapping[str, object]], object] | None" = None,
) -> "RunOutcome":
    """Run a program given as text or by its path; runs share nothing, so any number of them may follow.

    source, path        the text or the file, one of the two
    args                what the program finds in `argv`
    entry               the pipeline to begin with
    permissions         `none`, `default` or `all`; `grants` (a `harnpy.Grants`) add to it and take away
    timeout_ms          ends the program after so many milliseconds: exit code 124, `stopped` is `timeout`
    clock               a `harnpy.Clock`, such as `harnpy.FixedClock`
    stdin, stdout, stderr   text streams, else those of the process; `io.StringIO` will do
    cwd                 folder that relative paths of the program stand on
    host                functions that answer operations of the program, by name: `memory.embed` takes
                        `{"text": …, "model_hint": …}` and returns `{"vector": […], "model": …}`; each takes
                        one dict and returns plain data, and may be `async`
    state_root          folder for checkpoints and the store, else what `HARN_STATE_DIR` names, else `.harn`
    observer            is called with a kind and its data when something happens in the run, such as
                        `warning` or `checkpoint.attempt_failed`; without one warnings go to `stderr`

    The outcome has `value`, `exit_code`, `diagnostics`, `failure`, `stopped` and `message`. Nothing that goes
    wrong in the program is raised, nor written to `stderr`, which takes what the program itself writes there:
    an uncaught error is `outcome.failure`, a program that does not compile has `outcome.diagnostics`, and one
    that cannot be read gives exit code 125 and a `message`.

    Raises:
        TypeError: neither a source nor a path was given, or both, or an argument of the wrong type.
        ValueError: an argument has a value that it cannot take.
    """
    # late: the package itself must import nothing
    from harnpy.pipeline import Request
    from harnpy.pipeline import run as run_request
    from harnpy.runtime import host as given

    shown = given.program("run", source, path)
    request = Request(shown or "<source>", given.texts("args", args))
    request.text, request.entry = source, given.text("entry", entry)
    request.base, request.grants = given.permissions(permissions), given.grants(grants)
    request.timeout_ms, request.clock = given.milliseconds("timeout_ms", timeout_ms), given.clock(clock)
    request.cwd, request.operations = given.folder("cwd", cwd), given.operations("host", host)
    for name, stream in (("stdout", stdout), ("stderr", stderr)):
        given.stream(name, stream, given.WRITES)
    given.stream("stdin", stdin, given.READS)
    request.stdout, request.stderr, request.stdin = stdout, stderr, stdin
    request.state_root, request.observer = given.place("state_root", state_root), given.observer(observer)
    return run_request(request)


def check(source: str | None = None, *, path: "str | PathLike[str] | None" = None) -> "Report":
    """Report what is wrong in a program given as text or by its path, without running it.

    `report.diagnostics` are in the order found, `report.sorted()` in that of the source; each has `code`,
    `severity`, `text` and `span`.

    Raises:
        TypeError: neither a source nor a path was given, or both, or one of the wrong type.
        harnpy.Unreadable: the file cannot be read, with the cause that `run` gives as `message`.
    """
    # late: the package itself must import nothing
    from harnpy.base.spans import SourceFile
    from harnpy.pipeline import check as check_file
    from harnpy.runtime.host import program
    from harnpy.system.sources import read_source

    given = program("check", source, path)
    text = read_source(given or "") if source is None else source
    return check_file(SourceFile(given or "<source>", text), given)


def format_source(source: str, *, line_width: int = 100, separator_width: int | None = None) -> str:
    """Return a program in the canonical layout: the same program with the same comments.

    line_width        columns of a line
    separator_width   columns of comments such as `// ---`; left as they are when not given

    Raises:
        harnpy.Unformattable: the program does not parse, or a line stays wider than `line_width`.
        ValueError: a width is less than 1.
    """
    # late: the package itself must import nothing
    from harnpy.fmt.formatter import format_text

    if line_width < 1 or (separator_width is not None and separator_width < 1):
        raise ValueError("a width must be at least 1")
    return format_text(source, width=line_width, separators=separator_width)
