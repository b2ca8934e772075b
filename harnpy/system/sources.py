"""Program files: paths in, source texts or one clear line why not out."""

import errno
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SUFFIXES = (".harn", ".harn.txt")
MAX_BYTES = 4 << 20


class Unreadable(ValueError):
    """A source that cannot be had; the text says why, as the system words it.

    missing  there is no such file
    """

    def __init__(self, text: str, *, missing: bool = False) -> None:
        super().__init__(text)
        self.missing = missing


def read_source(path: str) -> str:
    """The text of a program file."""
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as cause:
        missing = cause.errno in (errno.ENOENT, errno.ENOTDIR)
        raise Unreadable(worded(cause), missing=missing) from None
    except ValueError:
        raise Unreadable("the name holds a NUL byte") from None
    return decoded(data)


def source_or_nothing(path: str) -> str:
    """The text of a program file, empty when it cannot be had."""
    try:
        return read_source(path)
    except Unreadable:
        return ""


def decoded(data: bytes) -> str:
    """Strict UTF-8 of at most 4 MiB without NUL bytes."""
    if len(data) > MAX_BYTES:
        raise Unreadable(f"the file is larger than {MAX_BYTES >> 20} MiB (HARN-HPY-001)")
    zero = data.find(b"\0")
    if zero >= 0:
        raise Unreadable(f"the file holds a NUL byte at offset {zero}")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as cause:
        raise Unreadable(f"stream did not contain valid UTF-8 (byte {cause.start})") from None


def worded(cause: OSError) -> str:
    """The cause of a failed system call, as in `No such file or directory (os error 2)`."""
    return f"{cause.strerror or type(cause).__name__} (os error {cause.errno or errno.EIO})"


class Reader:
    """Reads sources and remembers each with its state before the read, for the code cache.

    asked    the paths that somebody wanted to read, also in vain
    """

    __slots__ = ("asked", "taken")

    def __init__(self) -> None:
        self.asked: dict[str, None] = {}
        self.taken: dict[str, tuple[os.stat_result, bytes]] = {}

    def __call__(self, path: str) -> str:
        """The text of the file at `path`; a file that cannot be read raises what imports expect."""
        self.asked[path] = None
        try:
            seen = os.stat(path)
            text = read_source(path)
        except Unreadable as cause:
            raise ValueError(str(cause)) from None
        self.taken[path] = (seen, text.encode())
        return text

    def entry(self, path: str) -> str:
        """The text of the program itself."""
        try:
            return self(path)
        except ValueError as cause:
            raise Unreadable(str(cause)) from None
        except OSError as cause:
            raise Unreadable(worded(cause)) from None


def sources_under(paths: "Iterable[str]") -> list[str]:
    """The program files that paths name: a folder stands for all below it; sorted, once each."""
    found: dict[str, None] = {}
    for path in paths:
        if os.path.isdir(path):
            found.update(dict.fromkeys(_walk(path)))
        else:
            found[path] = None
    return sorted(found)


def _walk(folder: str) -> "Iterator[str]":
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.endswith(SUFFIXES):
                yield os.path.normpath(os.path.join(parent, name))
