"""Durable writes: bytes in, a file that holds either the old or the new content whatever happens out."""

import os


def sync_folder(path: str) -> None:
    """Make renames and new names in the folder `path` survive a power cut."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


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
    beside = os.path.join(folder, f".{name}.{os.getpid()}{nonce}.tmp")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
    try:
        try:
            write_synced(descriptor, content)
        finally:
            os.close(descriptor)
        os.rename(beside, path)
    except BaseException:
        if os.path.lexists(beside):
            os.unlink(beside)
        raise
    sync_folder(folder or ".")
