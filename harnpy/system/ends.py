"""The ends of the process: signals before there is anything to unwind, output that cannot be written."""

# The accelerator itself: `signal` imports `enum`, which costs as much as all of a small program.
import _signal  # pyright: ignore[reportMissingImports, reportMissingModuleSource] (no stub)
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as _signal
    from typing import TextIO

STOPPED, FAILED = 124, 1
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
"""Signals that end a run in order."""

HOMELESS = "the working directory does not exist any more"

_STDIN, _STDOUT, _STDERR = 0, 1, 2


class LostOutput(Exception):
    """stdout could not be written; `cause` says why."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        self.cause = cause


def begin() -> None:
    """Let signals end the process with one line, and put something in the place of closed streams."""
    for name in SIGNALS:
        number = getattr(_signal, name)
        if _signal.getsignal(number) is not _signal.SIG_IGN:
            _signal.signal(number, _stop)
    if None in (sys.stdin, sys.stdout, sys.stderr):
        _fill_gaps()


def put(text: str) -> None:
    """Write to stdout; nothing happens without one."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.write(text)
    except UnicodeEncodeError:
        sys.stdout.write(text.encode("utf-8", "backslashreplace").decode())
    except (OSError, ValueError) as cause:
        raise LostOutput(cause) from None


def settle(code: int) -> int:
    """Write what the streams still hold, and return the exit code: another one when that fails."""
    try:
        _flush(sys.__stdout__)
    except (OSError, ValueError) as cause:
        code = tell_lost(cause)
    try:
        _flush(sys.__stderr__)
    except (OSError, ValueError):
        drop(_STDERR)
        code = code or FAILED
    # The console takes away a stderr that takes nothing.
    return code or (FAILED if sys.stderr is None and sys.__stderr__ is not None else 0)


def tell_lost(cause: Exception) -> int:
    """Say that stdout could not be written, send the rest of it nowhere, and return the exit code."""
    drop(_STDOUT)
    try:
        if sys.stderr is not None:
            sys.stderr.write(f"[harnpy] error: {lost_text(cause)}\n")
    except (OSError, ValueError):
        drop(_STDERR)
    return FAILED


def lost_text(cause: Exception) -> str:
    """Why stdout could not be written, as a sentence without its end."""
    if isinstance(cause, BrokenPipeError):
        return "stdout was closed before the program ended"
    if isinstance(cause, OSError) and cause.errno is not None:
        return f"cannot write to stdout: {os.strerror(cause.errno)} (os error {cause.errno})"
    return f"cannot write to stdout: {cause}"


def drop(number: int = _STDOUT) -> None:
    """Send what is left in the buffers of a stream nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)


def homeless() -> bool:
    """Say whether the working directory is gone."""
    try:
        os.getcwd()
    except OSError:
        return True
    return False


def _flush(stream: "TextIO | None") -> None:
    if stream is not None:
        stream.flush()


def _stop(number: int, frame: object) -> None:
    """End the process at once: nothing has begun that would have to be unwound."""
    name = next(name for name in SIGNALS if getattr(_signal, name) == number)
    try:
        os.write(_STDERR, f"error: stopped by {name}\n".encode())
    finally:
        os._exit(STOPPED)


def _fill_gaps() -> None:
    """Occupy closed descriptors, or files opened later would take their numbers.

    stdout becomes what cannot be written, so that output is never lost without a word.
    """
    if sys.stdin is None:
        _occupy(_STDIN, os.O_RDONLY)
    if sys.stdout is None:
        _occupy(_STDOUT, os.O_RDONLY)
        sys.stdout = sys.__stdout__ = open(_STDOUT, "w", encoding="utf-8", closefd=False)  # noqa: SIM115  stays open
    if sys.stderr is None:
        _occupy(_STDERR, os.O_WRONLY)


def _occupy(number: int, flags: int) -> None:
    got = os.open(os.devnull, flags)
    if got != number:
        os.dup2(got, number)
        os.close(got)
    os.set_inheritable(number, True)
