"""The process's own streams and signals for one run: output in order, input that can be interrupted."""

# The accelerator itself: `signal` imports `enum`, which costs as much as all of a small program.
import _signal  # pyright: ignore[reportMissingImports, reportMissingModuleSource] (no stub)
import sys

from harnpy.system.ends import SIGNALS
from harnpy.values.faults import Unwind, runtime_fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as _signal
    from collections.abc import Callable
    from typing import TextIO

    from harnpy.runtime.machine import Machine

_STOPPED = 124


class ErrorStream:
    """stderr, after everything that went to stdout before."""

    __slots__ = ()

    def write(self, text: str) -> None:
        """Write `text` at once."""
        flush(sys.stdout)
        if sys.stderr is not None:
            sys.stderr.write(text)
            flush(sys.stderr)


class InputStream:
    """stdin; what was printed is shown before the program waits for an answer."""

    __slots__ = ("waiting",)

    def __init__(self) -> None:
        # True while a read blocks: a signal must raise then, since the read would go on.
        self.waiting = False

    def readline(self) -> str:
        """One line with its line break; empty at the end of the input."""
        return self._wait(_read_line)

    def read(self) -> str:
        """All that is left."""
        return self._wait(_read_all)

    def _wait(self, read: "Callable[[TextIO], str]") -> str:
        stream = sys.stdin
        if stream is None:
            return ""
        flush(sys.stdout)
        self.waiting = True
        try:
            return read(stream)
        except OSError:
            return ""
        finally:
            self.waiting = False


class LimitedOutput:
    """An output that takes only so many characters."""

    __slots__ = ("_left", "_limit", "_write", "flush")

    def __init__(self, write: "Callable[[str], object]", flush: "Callable[[], object]", limit: int) -> None:
        self._write = write
        self.flush = flush
        self._left = self._limit = limit

    def write(self, text: str) -> None:
        """Write `text`, or fault when it is too much."""
        self._left -= len(text)
        if self._left < 0:
            raise runtime_fault(f"HARN-HPY-001: output limit of {self._limit} characters reached")
        self._write(text)


class Signals:
    """SIGINT, SIGTERM and SIGHUP as requests to stop: the first unwinds the program, the second ends it."""

    __slots__ = ("_before", "_input", "_machine")

    def __init__(self) -> None:
        self._machine: Machine | None = None
        self._input: InputStream | None = None
        self._before: list[tuple[int, object]] = []

    def aim(self, machine: "Machine", stdin: object) -> None:
        """Let the signals stop a program from now on; until then they end the process (`system.ends`)."""
        self._machine = machine
        self._input = stdin if isinstance(stdin, InputStream) else None
        for name in SIGNALS:
            number = getattr(_signal, name)
            if _signal.getsignal(number) is not _signal.SIG_IGN:
                self._before.append((number, _signal.signal(number, self._stop)))

    def restore(self) -> None:
        """Put back what handled them before."""
        for number, handler in self._before:
            _signal.signal(number, handler)  # pyright: ignore[reportArgumentType] (its own earlier result)

    def _stop(self, number: int, frame: object) -> None:
        name = next(name for name in SIGNALS if getattr(_signal, name) == number)
        if self._machine is None:
            raise KeyboardInterrupt(name)
        try:
            hub = self._machine.hub
        except ImportError:
            # It was just being imported, so the program has done nothing that must be cleaned up.
            raise KeyboardInterrupt(name) from None
        hub.request_stop(name)
        if self._input is not None and self._input.waiting:
            self._input.waiting = False
            raise Unwind(name, _STOPPED, f"stopped by {name}")


def prepare_output() -> None:
    """Make stdout and stderr write UTF-8 whatever the locale says."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and stream.encoding != "utf-8":
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType] (TextIOWrapper)


def flush(stream: "TextIO | None") -> None:
    """Flush a stream that may be closed."""
    if stream is not None:
        stream.flush()


def _read_line(stream: "TextIO") -> str:
    return stream.readline()


def _read_all(stream: "TextIO") -> str:
    return stream.read()
