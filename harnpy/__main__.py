"""The entry point: a short path for `run FILE [-- ARGS]` and `--version`, the command line for the rest.

The short path imports neither click nor anything of the front, so that a cached program starts at once.
"""

import atexit
import gc
import os
import sys

from harnpy import __version__
from harnpy.system.ends import HOMELESS, STOPPED, LostOutput, begin, homeless, put, settle, tell_lost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_NOT_PREPARED = 125

if __name__ == "__main__":
    begin()


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code; a Python traceback is never shown."""
    given = [_utf8(one) for one in (sys.argv[1:] if arguments is None else arguments)]
    try:
        if given in (["--version"], ["-V"]):
            put(f"harnpy {__version__}\n")
            return 0
        if _is_plain_run(given):
            return _run(given[1], given[3:])
        return _command_line()(given)
    except KeyboardInterrupt:
        return STOPPED
    except LostOutput as lost:
        return tell_lost(lost.cause)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1
    except Exception as bug:
        if isinstance(bug, OSError):
            known = _known(bug)
            if known:
                return known
        # late: only a bug needs it
        from harnpy.cli.failures import report_internal

        return report_internal(bug)


def _command_line() -> "Callable[[list[str]], int]":
    enabled = gc.isenabled()
    # What is loaded is no garbage.
    gc.disable()
    try:
        # late: click is for everything but the short path
        from harnpy.cli.commands import main as command_line
    finally:
        if enabled:
            gc.enable()
    return command_line


def _utf8(argument: str) -> str:
    """An argument read as UTF-8, whatever the locale says."""
    if argument.isprintable():
        return argument
    return argument.encode(sys.getfilesystemencoding(), "surrogateescape").decode("utf-8", "surrogateescape")


def _is_plain_run(given: list[str]) -> bool:
    if len(given) < 2 or given[0] != "run" or given[1][:1] in ("", "-"):
        return False
    return len(given) == 2 or given[2] == "--"


def leave(code: int) -> None:
    """End the process with this exit code, without taking apart what its end does away with anyway."""
    code = settle(code)
    if "threading" in sys.modules:
        sys.exit(code)
    atexit._run_exitfuncs()  # pyright: ignore[reportPrivateUsage] (what `sys.exit` would do)
    os._exit(code)


def _run(path: str, arguments: list[str]) -> int:
    # What is loaded and compiled until the program runs is no garbage; looking for some would walk all of it.
    gc.disable()
    # late: `--version` needs no interpreter
    from harnpy.pipeline import Request, run

    request = Request(path, arguments)
    request.owns_process = True
    outcome = run(request)
    if outcome.needs_words:
        # late: click and the renderer are for programs that end badly
        from harnpy.cli.console import Console
        from harnpy.cli.outcome import tell

        tell(outcome, Console())
    return outcome.exit_code


def _known(error: OSError) -> int:
    """The exit code of what is no bug: output that cannot be written, a folder that is gone; 0 for others."""
    if homeless():
        sys.stderr.write(f"[harnpy] error: {HOMELESS}\n")
        return _NOT_PREPARED
    return tell_lost(error) if isinstance(error, BrokenPipeError) else settle(0)


if __name__ == "__main__":
    leave(main())
