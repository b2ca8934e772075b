"""Advisory locks of files, freed by the kernel when their process ends."""

import fcntl
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def locked(descriptor: int) -> Generator[None]:
    """Hold the exclusive lock of an open file while the body runs; waits for the holder."""
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(descriptor, fcntl.LOCK_UN)
