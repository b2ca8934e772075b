"""Durable writes: bytes in, a file that holds either the old or the new content whatever happens out."""

import os

from harnpy.system.paths import open_folder

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def write_synced(descriptor: int, content: bytes) -> None:
    """Write all of `content` (short writes are continued) and force it to the disk."""
    view = memoryview(content)
    while view:
        view = view[os.write(descriptor, view) :]
    os.fsync(descriptor)


def replace(path: str, content: bytes, *, mode: int = 0o600, nonce: str = "") -> None:
    """Put `content` at `path` by way of a new file beside it; a failure leaves the old file.

    `nonce` tells two writers of one process apart.

    Raises:
        OSError: the folder is missing or not writable, the disk is full, a sync failed.
    """
    folder, name = os.path.split(path)
    descriptor = os.open(folder or ".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        replace_in(descriptor, name, content, mode=mode, nonce=nonce)
    finally:
        os.close(descriptor)


def replace_beneath(
    root: str | None, path: str, content: bytes, *, mode: int = 0o600, nonce: str = ""
) -> None:
    """As `replace`, beneath `root`: a folder swapped for a symlink fails the call. None confines nothing."""
    if root is None:
        replace(path, content, mode=mode, nonce=nonce)
        return
    folder, name = open_folder(root, path)
    try:
        replace_in(folder, name, content, mode=mode, nonce=nonce)
    finally:
        os.close(folder)


def replace_in(folder: int, name: str, content: bytes, *, mode: int = 0o600, nonce: str = "") -> None:
    """As `replace`, for the entry `name` of an open folder; the rename itself is made durable too."""
    beside = f".{name}.{os.getpid()}{nonce}.tmp"
    descriptor = os.open(beside, _NEW, mode, dir_fd=folder)
    try:
        try:
            write_synced(descriptor, content)
        finally:
            os.close(descriptor)
        os.rename(beside, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        _forget(folder, beside)
        raise
    # A folder may have been opened for its name only; syncing needs one that can be read.
    readable = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=folder)
    try:
        os.fsync(readable)
    finally:
        os.close(readable)


def _forget(folder: int, name: str) -> None:
    try:
        os.unlink(name, dir_fd=folder)
    except FileNotFoundError:
        # The rename went through and a later step failed.
        return
