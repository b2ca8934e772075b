"""harnpy: the Harn pipeline language in Python. `run` and `check` are what a program that embeds it needs."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypedDict, Unpack

    from harnpy.base.clock import Clock
    from harnpy.diagnostics.report import Report
    from harnpy.pipeline import Input, Output, RunOutcome
    from harnpy.runtime.grants import Grants

    class Host(TypedDict, total=False):
        """What the host may hand to a run; the process's own stand in for the rest."""

        clock: Clock
        permissions: str
        grants: Grants
        stdout: Output
        stderr: Output
        stdin: Input
        cwd: str
        timeout_ms: int
        entry: str


__version__ = "0.1.0"


def run(
    source: str | None = None,
    *,
    path: str | None = None,
    args: "Sequence[str]" = (),
    **host: "Unpack[Host]",
) -> "RunOutcome":
    """Run a program given as text or by its path; the outcome has `value`, `exit_code` and `diagnostics`.

    Runs share nothing, so any number of them may follow each other in one process. `permissions` is `none`,
    `default` or `all`, `grants` what is added and taken away; `entry` names the pipeline to begin with.

    Raises:
        TypeError: neither a source nor a path was given.
    """
    # late: the package itself must import nothing
    from harnpy.pipeline import Request
    from harnpy.pipeline import run as run_request

    if source is None and path is None:
        raise TypeError("harnpy.run needs a source or a path")
    request = Request(path or "<source>", list(args))
    request.text = source
    request.base = host.get("permissions", request.base)
    request.grants = host.get("grants", request.grants)
    request.entry, request.timeout_ms = host.get("entry"), host.get("timeout_ms")
    request.clock, request.cwd = host.get("clock"), host.get("cwd")
    request.stdout, request.stderr, request.stdin = host.get("stdout"), host.get("stderr"), host.get("stdin")
    return run_request(request)


def check(source: str | None = None, *, path: str | None = None) -> "Report":
    """Report what is wrong in a program given as text or by its path, without running it.

    Raises:
        TypeError: neither a source nor a path was given.
        harnpy.system.sources.Unreadable: the file cannot be read.
    """
    # late: the package itself must import nothing
    from harnpy.base.spans import SourceFile
    from harnpy.pipeline import check as check_file
    from harnpy.system.sources import read_source

    if source is None and path is None:
        raise TypeError("harnpy.check needs a source or a path")
    text = read_source(path or "") if source is None else source
    return check_file(SourceFile(path or "<source>", text), path)


def format_source(source: str) -> str:
    """Reserved for the formatter, which this version does not have.

    Raises:
        NotImplementedError: always.
    """
    raise NotImplementedError(
        f"harnpy {__version__} has no formatter yet ({len(source)} characters left as they are)"
    )
