"""The operating system as kept state sees it: every step that changes a file goes through one object.

Tests hand in a hook that counts, fails, records or kills; `system/atomic.py`, `locks.py` and `beneath.py`
are the only callers that change anything.
"""

import fcntl
import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Hook = Callable[[str, Callable[..., object], tuple[object, ...]], object]

CALLS = ("open", "write", "fsync", "rename", "fsyncdir", "unlink", "truncate", "mkdir", "link", "flock",
         "chmod", "close")  # fmt: skip
"""Names by which a hook knows the steps."""

EXCLUSIVE, ATTEMPT = fcntl.LOCK_EX, fcntl.LOCK_EX | fcntl.LOCK_NB

_MOST_PARTS = 1024
_MOST_RETRIES = 100


class Ops:
    """Steps on files. `hook(call, function, arguments)` does a step in place of the function itself.

    Without `syncs` nothing is forced to the disk: a crash of the machine may lose what was acknowledged.
    """

    __slots__ = ("_hook", "syncs")

    def __init__(self, hook: "Hook | None" = None, syncs: bool = True) -> None:
        self._hook = hook
        self.syncs = syncs

    def _do(self, call: str, function: "Callable[..., object]", *arguments: object) -> object:
        if self._hook is None:
            return function(*arguments)
        for _ in range(_MOST_RETRIES):
            try:
                return self._hook(call, function, arguments)
            except InterruptedError:
                # What Python does for real interruptions.
                continue
        return self._hook(call, function, arguments)

    def open(self, path: str, flags: int, mode: int = 0o666, folder: int | None = None) -> int:
        """Open a file; the descriptor is not inherited by child processes."""
        flags |= os.O_CLOEXEC
        return self._do("open", _open, path, flags, mode, folder)  # pyright: ignore[reportReturnType] (an int)

    def release(self, descriptor: int) -> None:
        """Close a descriptor. What had to be durable was synced before, so a failure means nothing."""
        try:
            self._do("close", os.close, descriptor)
        except OSError:
            return

    def write(self, descriptor: int, parts: "Sequence[bytes]") -> int:
        """Write the parts one after the other, as many bytes as the system takes at once."""
        return self._do("write", os.writev, descriptor, parts[:_MOST_PARTS])  # pyright: ignore[reportReturnType] (an int)

    def sync(self, descriptor: int) -> None:
        """Force the content of a file to the disk."""
        if self.syncs:
            self._do("fsync", os.fsync, descriptor)

    def sync_folder(self, descriptor: int) -> None:
        """Force the entries of a folder to the disk."""
        if self.syncs:
            self._do("fsyncdir", os.fsync, descriptor)

    def rename(self, old: str, new: str, folder: int) -> None:
        """Give an entry of a folder another name, in the place of what has it."""
        self._do("rename", _rename, old, new, folder)

    def unlink(self, name: str, folder: int) -> None:
        """Remove an entry that is no folder."""
        self._do("unlink", _unlink, name, folder)

    def remove_folder(self, name: str, folder: int) -> None:
        """Remove an empty folder."""
        self._do("unlink", _rmdir, name, folder)

    def truncate(self, descriptor: int, size: int) -> None:
        """Cut a file."""
        self._do("truncate", os.ftruncate, descriptor, size)

    def make_folder(self, name: str, mode: int, folder: int | None = None) -> None:
        """Make a folder."""
        self._do("mkdir", _mkdir, name, mode, folder)

    def link(self, old: tuple[str, int], new: tuple[str, int]) -> None:
        """Give a file a second name; each is a name in an open folder."""
        self._do("link", _link, old, new)

    def set_mode(self, descriptor: int, mode: int) -> None:
        """Set the permission bits of a file."""
        self._do("chmod", os.fchmod, descriptor, mode)

    def lock(self, descriptor: int, how: int) -> None:
        """Take the lock of an open file: `EXCLUSIVE` waits, `ATTEMPT` raises BlockingIOError."""
        self._do("flock", fcntl.flock, descriptor, how)


def is_regular(found: os.stat_result) -> bool:
    """Say whether a status is that of a plain file."""
    return stat.S_ISREG(found.st_mode)


def worded(error: OSError) -> str:
    """A failure as texts give it: `No such file or directory (os error 2)`."""
    number = error.errno or 0
    return f"{os.strerror(number)} (os error {number})" if number else str(error)


def _open(path: str, flags: int, mode: int, folder: int | None) -> int:
    return os.open(path, flags, mode, dir_fd=folder)


def _rename(old: str, new: str, folder: int) -> None:
    os.rename(old, new, src_dir_fd=folder, dst_dir_fd=folder)


def _unlink(name: str, folder: int) -> None:
    os.unlink(name, dir_fd=folder)


def _rmdir(name: str, folder: int) -> None:
    os.rmdir(name, dir_fd=folder)


def _mkdir(name: str, mode: int, folder: int | None) -> None:
    os.mkdir(name, mode, dir_fd=folder)


def _link(old: tuple[str, int], new: tuple[str, int]) -> None:
    os.link(old[0], new[0], src_dir_fd=old[1], dst_dir_fd=new[1])
