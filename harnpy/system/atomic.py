"""Durable changes of files: bytes in, a file that holds the old or the new content whatever happens out.

A file is replaced by way of a new one beside it, and a log grows by whole lines; what returned without an
error is on the disk. Names are entries of an open folder, so nothing is resolved between a test and its use.
"""

import errno
import os

from harnpy.system.ops import Ops, is_regular
from harnpy.system.paths import open_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_NEW = os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_NOFOLLOW
_END = os.O_CREAT | os.O_RDWR | os.O_APPEND | os.O_NOFOLLOW
_FOLDER = os.O_RDONLY | os.O_DIRECTORY
_LONGEST_STEM = 16
_HOUR_MS = 3_600_000
_CHUNK = 1 << 16
# Some file systems cannot sync a folder; the rename is then as durable as they make it.
_CANNOT_SYNC = frozenset({errno.EINVAL, errno.ENOTSUP})

NEW_MODE = 0o666
"""Permission bits of a new file, before the umask."""
FOLDER_MODE = 0o700
"""Those of a new folder of state."""


def replace_beneath(
    root: str | None, path: str, content: bytes, *, mode: int = 0o600, nonce: str = ""
) -> None:
    """Put `content` at `path`, beneath `root`: a folder swapped for a symlink fails the call.

    None as root confines nothing. `mode` are the permission bits of a new file; `nonce` tells writers of one
    process apart.

    Raises:
        OSError: the folder is missing or not writable, the disk is full, a sync failed.
    """
    ops = Ops()
    if root is None:
        above, name = os.path.split(path)
        folder = ops.open(above or ".", _FOLDER)
    else:
        entry, name = open_folder(root, path)
        # It was opened for its name only; syncing needs one that can be read.
        folder = ops.open(".", _FOLDER, folder=entry)
        os.close(entry)
    try:
        is_new = _mode_of(folder, name) is None
        descriptor = replace_in(ops, folder, name, [content], nonce or str(os.getpid()))
        if is_new:
            ops.set_mode(descriptor, mode)
        ops.release(descriptor)
    finally:
        ops.release(folder)


def replace_in(ops: Ops, folder: int, name: str, parts: "Sequence[bytes]", token: str) -> int:
    """Put the parts at the entry `name` of an open folder; return a descriptor of the new file.

    `token` is unique among writers: 32 hex digits of a UUIDv7. A file that is there hands on its permission
    bits.

    Raises:
        OSError: nothing has changed, unless the sync of the folder failed: then the new content is there and
            may be lost with the machine. No other file is left behind.
    """
    beside = f".{name[:_LONGEST_STEM]}.{token}.tmp"
    bits = _mode_of(folder, name)
    descriptor = ops.open(beside, _NEW, NEW_MODE, folder)
    try:
        if bits is not None:
            ops.set_mode(descriptor, bits)
        write_all(ops, descriptor, parts)
        ops.sync(descriptor)
        ops.rename(beside, name, folder)
    except BaseException:
        ops.release(descriptor)
        _forget(ops, folder, beside)
        raise
    try:
        sync_folder(ops, folder)
    except BaseException:
        ops.release(descriptor)
        raise
    return descriptor


def append_in(ops: Ops, folder: int, name: str, line: bytes) -> None:
    """Add a line and its newline to the end of a file in one write; on failure the file is as before.

    The caller holds the lock of the file and has seen to its tail.
    """
    is_new = _mode_of(folder, name) is None
    descriptor = ops.open(name, _END, NEW_MODE, folder)
    try:
        before = _regular_size(descriptor)
        content = line + b"\n"
        try:
            write_all(ops, descriptor, [content])
            ops.sync(descriptor)
        except BaseException:
            _cut_back(ops, descriptor, before, len(content))
            raise
        if is_new:
            sync_folder(ops, folder)
    finally:
        ops.release(descriptor)


def tail_of(descriptor: int, size: int) -> bytes:
    """The bytes after the last newline of a file of `size` bytes; empty when it ends with one."""
    tail = b""
    at = size
    while at > 0:
        start = max(0, at - _CHUNK)
        chunk = os.pread(descriptor, at - start, start)
        cut = chunk.rfind(b"\n")
        if cut >= 0:
            return chunk[cut + 1 :] + tail
        tail = chunk + tail
        at = start
    return tail


def move_tail(ops: Ops, folder: int, name: str, aside: str, size: int) -> None:
    """Move the bytes after the last newline of the file `name` to the end of the file `aside`.

    They reach the other file, durably, before they leave this one. `size` is that of the file.
    """
    descriptor = ops.open(name, os.O_RDWR | os.O_NOFOLLOW, folder=folder)
    try:
        tail = tail_of(descriptor, size)
        append_in(ops, folder, aside, tail)
        ops.truncate(descriptor, size - len(tail))
        ops.sync(descriptor)
    finally:
        ops.release(descriptor)


def make_folders(ops: Ops, path: str) -> None:
    """Make the folder `path` and the missing ones above it, each one durably."""
    missing: list[str] = []
    current = path
    while not os.path.isdir(current):
        missing.append(current)
        above = os.path.dirname(current)
        if above == current:
            break
        current = above
    for one in reversed(missing):
        try:
            ops.make_folder(one, FOLDER_MODE)
        except FileExistsError:
            if not os.path.isdir(one):
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), one) from None
        above = open_to_sync(ops, os.path.dirname(one) or ".")
        try:
            sync_folder(ops, above)
        finally:
            ops.release(above)


def open_to_sync(ops: Ops, path: str) -> int:
    """Open a folder, to work in it and to sync it."""
    return ops.open(path, _FOLDER)


def sync_folder(ops: Ops, folder: int) -> None:
    """Force the entries of a folder to the disk, where the file system can do that."""
    try:
        ops.sync_folder(folder)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            raise


def sweep(ops: Ops, folder: int, now_ms: int) -> None:
    """Remove what crashed writers left in a folder more than an hour ago."""
    for name in os.listdir(folder):
        if is_leftover(name) and now_ms - _modified_ms(folder, name) > _HOUR_MS:
            _forget(ops, folder, name)


def is_leftover(name: str) -> bool:
    """Say whether a name is that of a file that is being written beside its target."""
    return name.startswith(".") and name.endswith(".tmp")


def write_all(ops: Ops, descriptor: int, parts: "Sequence[bytes]") -> None:
    """Write all parts, however few bytes the system takes at once."""
    pending = [part for part in parts if part]
    at = 0
    while at < len(pending):
        written = ops.write(descriptor, pending[at:] if at else pending)
        while at < len(pending) and written >= len(pending[at]):
            written -= len(pending[at])
            at += 1
        if written:
            pending[at] = pending[at][written:]


def _mode_of(folder: int, name: str) -> int | None:
    """The permission bits of an entry; None when there is none, or none to be kept."""
    try:
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    return found.st_mode & 0o7777 if is_regular(found) else None


def _regular_size(descriptor: int) -> int:
    found = os.fstat(descriptor)
    if not is_regular(found):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
    return found.st_size


def _cut_back(ops: Ops, descriptor: int, before: int, added: int) -> None:
    """Take back a line that may not be durable. A part of one is left: the next writer sees to it."""
    try:
        if os.fstat(descriptor).st_size == before + added:
            ops.truncate(descriptor, before)
    except OSError:
        return


def _modified_ms(folder: int, name: str) -> float:
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False).st_mtime_ns / 1e6
    except OSError:
        return float("inf")


def _forget(ops: Ops, folder: int, name: str) -> None:
    try:
        ops.unlink(name, folder)
    except OSError:
        # It is gone, or stays for a later sweep: the failure that led here is the one to tell of.
        return
