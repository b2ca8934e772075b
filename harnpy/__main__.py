"""The entry point: a short path for `run FILE [-- ARGS]` and `--version`, the command line for the rest.

The short path imports neither click nor anything of the front, so that a cached program starts at once.
"""

import atexit
import gc
import os
import sys

from harnpy import __version__

_STOPPED = 124


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code; a Python traceback is never shown."""
    given = [_utf8(one) for one in (sys.argv[1:] if arguments is None else arguments)]
    try:
        if given in (["--version"], ["-V"]):
            sys.stdout.write(f"harnpy {__version__}\n")
            return 0
        if _is_plain_run(given):
            return _run(given[1], given[3:])
        # late: click is for everything but the short path
        from harnpy.cli.commands import main as command_line

        return command_line(given)
    except KeyboardInterrupt:
        return _STOPPED
    except BrokenPipeError:
        return _pipe_closed()
    except Exception as bug:
        # late: only a bug needs it
        from harnpy.cli.failures import report_internal

        return report_internal(bug)


def _utf8(argument: str) -> str:
    """An argument read as UTF-8, whatever the locale says."""
    if argument.isprintable():
        return argument
    return argument.encode(sys.getfilesystemencoding(), "surrogateescape").decode("utf-8", "surrogateescape")


def _is_plain_run(given: list[str]) -> bool:
    if len(given) < 2 or given[0] != "run" or given[1].startswith("-"):
        return False
    return len(given) == 2 or given[2] == "--"


def leave(code: int) -> None:
    """End the process with this exit code, without taking apart what its end does away with anyway."""
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):
        sys.exit(code)
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


def _pipe_closed() -> int:
    # late: rare
    from harnpy.runtime.streams import drop_stdout

    drop_stdout()
    return 1


if __name__ == "__main__":
    leave(main())
