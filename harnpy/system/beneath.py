"""Files below a root that programs name: parts of a path in, open descriptors out, never outside the root.

The root may be or contain symbolic links; below it every component is opened in the folder before it without
following one, and the descriptor is what is worked with, so a swap after a test has no effect.
"""

import errno
import os
import stat

from harnpy.system.atomic import FOLDER_MODE, sync_folder
from harnpy.system.ops import Ops, is_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_FOLDER = os.O_RDONLY | os.O_DIRECTORY
_BELOW = _FOLDER | os.O_NOFOLLOW
# A FIFO must not make the opener wait.
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK


LARGEST = 1 << 30
"""Most bytes that are read of one file: more is not what any writer here has made."""


class SymbolicLink(OSError):
    """A component below a root is a symbolic link."""

    def __init__(self, name: str) -> None:
        super().__init__(errno.ELOOP, os.strerror(errno.ELOOP), name)


def open_root(ops: Ops, path: str) -> int:
    """Open the folder `path`; the caller releases the descriptor."""
    return ops.open(path, _FOLDER)


def descend(ops: Ops, root: int, parts: "Sequence[str]", *, make: bool = False) -> int:
    """Open the folder `parts` below an open one; missing ones are made durably if `make`.

    The caller releases the descriptor; `root` stays open.

    Raises:
        SymbolicLink: a component is one.
        OSError: a component is missing, no folder, or cannot be opened.
    """
    current = ops.open(".", _FOLDER, folder=root)
    for part in parts:
        try:
            below = _step(ops, current, part, make)
        finally:
            ops.release(current)
        current = below
    return current


def _step(ops: Ops, folder: int, name: str, make: bool) -> int:
    try:
        return ops.open(name, _BELOW, folder=folder)
    except FileNotFoundError:
        if not make:
            raise
    except OSError:
        if is_link(folder, name):
            raise SymbolicLink(name) from None
        raise
    try:
        ops.make_folder(name, FOLDER_MODE, folder)
    except FileExistsError:
        return _step(ops, folder, name, make=False)
    sync_folder(ops, folder)
    return _step(ops, folder, name, make=False)


def read_in(ops: Ops, folder: int, name: str) -> bytes:
    """The content of the plain file `name` of an open folder.

    Raises:
        SymbolicLink: it is one.
        OSError: it is missing, cannot be read, or is something else than a file.
    """
    try:
        descriptor = ops.open(name, _READ, folder=folder)
    except OSError:
        if is_link(folder, name):
            raise SymbolicLink(name) from None
        raise
    try:
        return read_open(descriptor)
    finally:
        ops.release(descriptor)


def read_open(descriptor: int) -> bytes:
    """The content of an open file, which must be a plain one."""
    found = os.fstat(descriptor)
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not is_regular(found):
        raise OSError("it is no regular file")
    if found.st_size > LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    parts: list[bytes] = []
    at = 0
    while chunk := os.pread(descriptor, max(found.st_size - at, 1 << 16), at):
        parts.append(chunk)
        at += len(chunk)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def is_link(folder: int, name: str) -> bool:
    """Say whether the entry `name` of an open folder is a symbolic link."""
    return stat.S_ISLNK(_mode(folder, name))


def is_folder(folder: int, name: str) -> bool:
    """Say whether the entry `name` of an open folder is a folder."""
    return stat.S_ISDIR(_mode(folder, name))


def _mode(folder: int, name: str) -> int:
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
    except OSError:
        return 0
