"""Advisory locks of files, freed by the kernel when their process ends."""

import fcntl
import os
from collections.abc import Generator
from contextlib import contextmanager

from harnpy.system.paths import write_all


def append_locked(descriptor: int, content: bytes) -> None:
    """Add to the end of an open file while holding its lock, and close it."""
    with locked(descriptor):
        write_all(os.dup(descriptor), content)
    os.close(descriptor)


@contextmanager
def locked(descriptor: int) -> Generator[None]:
    """Hold the exclusive lock of an open file while the body runs; waits for the holder."""
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


@contextmanager
def locked_folder(path: str) -> Generator[None]:
    """Hold the exclusive lock of a folder while the body runs; waits for the holder."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with locked(descriptor):
            yield
    finally:
        os.close(descriptor)
