"""The log of a memory namespace: a folder in, lines and their places out; torn tails, bad lines put aside.

Readers need no lock. A line counts once its newline is there; what follows the last newline counts when it
is an event, since a writer may have been stopped between the two.
"""

import errno
import os

from harnpy.durable.memory_events import BEGIN, BadLine, Event, decode
from harnpy.system.atomic import append_in, move_tail, replace_in, tail_of, write_all
from harnpy.system.ops import Ops, is_regular, worded
from harnpy.values.faults import Fault, runtime_fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

LOG, LOCK, TORN, INDEX = "events.jsonl", "events.lock", "events.jsonl.torn", "events.idx"
RESERVED = frozenset({LOG, LOCK, TORN})
"""Names that no part of a namespace may have; none may begin like that of the index either."""

_CHUNK = 1 << 20
# A FIFO must not make the opener wait.
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK


class Log:
    """A log, open for reading; what is appended later is not part of it.

    version  tells whether the file is still as it was: device, inode, size, time of the last change
    """

    __slots__ = ("_descriptor", "_ops", "path", "size", "version")

    def __init__(self, ops: Ops, path: str, descriptor: int) -> None:
        self._ops = ops
        self._descriptor = descriptor
        self.path = path
        found = os.fstat(descriptor)
        self.size = found.st_size
        self.version = (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)

    def close(self) -> None:
        """Let go of the file."""
        self._ops.release(self._descriptor)

    def read(self, offset: int, length: int) -> bytes:
        """Bytes of the file."""
        try:
            return os.pread(self._descriptor, length, offset)
        except OSError as error:
            raise failed("read", self.path, error) from None

    def tail(self) -> bytes:
        """The bytes after the last newline."""
        return tail_of(self._descriptor, self.size)

    def lines(self, offset: int = 0) -> "Iterator[tuple[int, bytes]]":
        """Each line that ends with a newline, without it, and where it begins."""
        rest = b""
        at = offset
        while at < self.size:
            chunk = self.read(at, min(_CHUNK, self.size - at))
            if not chunk:
                return
            start = at - len(rest)
            at += len(chunk)
            *whole, rest = (rest + chunk).split(b"\n") if rest else chunk.split(b"\n")
            for line in whole:
                yield start, line
                start += len(line) + 1

    def bad_line(self, number: int, problem: BadLine) -> Fault:
        """The fault of a line that is no event. Lines are counted from 1."""
        fault = runtime_fault(f"memory: failed to parse line {number} from {self.path}: {problem}")
        fault.help = (
            f"`harnpy doctor repair {self.path}` moves damaged lines aside, so does `memory_open` with "
            "`repair: true`; nothing overwrites the log meanwhile"
        )
        return fault


def open_log(ops: Ops, folder: int, path: str) -> Log | None:
    """The log in an open folder; None when there is none. `path` is what texts name."""
    try:
        descriptor = ops.open(LOG, _READ, folder=folder)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise failed("open", path, error) from None
    if not is_regular(os.fstat(descriptor)):
        ops.release(descriptor)
        raise failed("open", path, OSError(errno.EINVAL, os.strerror(errno.EINVAL)))
    return Log(ops, path, descriptor)


def event_of(line: bytes) -> Event | None:
    """The event of what follows the last newline; None when it is not whole."""
    try:
        return decode(line)
    except BadLine:
        return None


def mend(ops: Ops, folder: int, log: Log) -> str:
    """See to what follows the last newline, so that a line can be appended; return what to tell the user.

    The caller holds the lock.
    """
    tail = log.tail()
    if not tail:
        return ""
    try:
        if event_of(tail) is not None:
            descriptor = ops.open(LOG, os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW, folder=folder)
            try:
                write_all(ops, descriptor, [b"\n"])
                ops.sync(descriptor)
            finally:
                ops.release(descriptor)
            return ""
        move_tail(ops, folder, LOG, TORN, log.size)
    except OSError as error:
        raise failed("append", log.path, error) from None
    return f"moved {len(tail)} bytes of an unfinished line to {log.path}.torn"


def append(ops: Ops, folder: int, path: str, line: bytes) -> None:
    """Add a line; the caller holds the lock and has mended the log."""
    try:
        append_in(ops, folder, LOG, line)
    except OSError as error:
        raise failed("append", path, error) from None


def repair(ops: Ops, folder: int, log: Log, token: str) -> list[int]:
    """Move every line that is no event aside, and return their numbers; the caller holds the lock.

    A whole event at the end of a bad line is kept: a writer came after one that was stopped.
    """
    kept: list[bytes] = []
    bad: list[int] = []
    aside: list[bytes] = []
    for number, (_, line) in enumerate(log.lines(), 1):
        good, fragment = _divided(line)
        kept.append(good)
        if fragment:
            bad.append(number)
            aside.append(fragment)
    if not bad:
        return bad
    try:
        for fragment in aside:
            append_in(ops, folder, TORN, fragment)
        content = [line + b"\n" for line in kept if line]
        ops.release(replace_in(ops, folder, LOG, [b"".join(content)], token))
    except OSError as error:
        raise failed("append", log.path, error) from None
    return bad


def _divided(line: bytes) -> tuple[bytes, bytes]:
    """The event of a line, empty if it has none, and what is to be put aside."""
    if not line.strip() or event_of(line) is not None:
        return line, b""
    start = line.rfind(BEGIN)
    if start > 0 and event_of(line[start:]) is not None:
        return line[start:], line[:start]
    return b"", line


def failed(deed: str, path: str, error: OSError) -> Fault:
    """The fault of a step on a file that the system refused."""
    return runtime_fault(f"memory: failed to {deed} {path}: {worded(error)}")
