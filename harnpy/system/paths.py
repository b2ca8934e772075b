"""Files beneath a directory: a root and a path below it in, an open descriptor out, never outside the root.

A path that was resolved and judged is opened again one component at a time with `O_NOFOLLOW`, relative to the
descriptor of the directory before it. A component swapped for a symlink after the decision fails the call.
"""

import errno
import os
import stat

# A folder on the way only has to be searchable, not readable.
_DIRECTORY = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_CLOEXEC
_STEP = _DIRECTORY | os.O_NOFOLLOW
READ = os.O_RDONLY
REPLACE = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
APPEND = os.O_WRONLY | os.O_CREAT | os.O_APPEND
DEVICES = frozenset({"/dev/stdout", "/dev/stderr", "/dev/null"})
"""The only things besides regular files and directories that a program may open."""


def contains(root: str, path: str) -> bool:
    """Say whether `path` is `root` or lies below it; both absolute and resolved."""
    return path == root or path.startswith(root if root.endswith("/") else root + "/")


def resolve(path: str, cwd: str) -> str:
    """Return `path` absolute and without symlinks; parts that do not exist are kept."""
    return os.path.realpath(os.path.join(cwd, path))


def resolve_entry(path: str, cwd: str) -> str:
    """Return `path` with its folder resolved; a symlink in last place stays: rename and delete act on it."""
    folder, name = os.path.split(os.path.normpath(os.path.join(cwd, path)))
    return os.path.join(os.path.realpath(folder), name)


def open_folder(root: str, path: str) -> tuple[int, str]:
    """Open the folder that holds `path` (at or below `root`); return its descriptor and the last name.

    The caller closes the descriptor.

    Raises:
        OSError: a folder is missing, unreadable, or has become a symlink.
    """
    parts = [part for part in path[len(root) :].split("/") if part]
    if not parts:
        above, name = os.path.split(root)
        return os.open(above, _DIRECTORY), name or "."
    current = os.open(root, _DIRECTORY)
    try:
        for part in parts[:-1]:
            below = os.open(part, _STEP, dir_fd=current)
            os.close(current)
            current = below
    except OSError:
        os.close(current)
        raise
    return current, parts[-1]


def open_file(root: str | None, path: str, flags: int, mode: int = 0o666) -> int:
    """Open `path` beneath `root`, or anywhere when `root` is None, and return the descriptor.

    Raises:
        OSError: as `os.open`; `EINVAL` for what is neither a file nor a folder nor one of `DEVICES`.
    """
    flags |= os.O_CLOEXEC | os.O_NONBLOCK
    if root is None:
        descriptor = os.open(path, flags, mode)
    else:
        folder, name = open_folder(root, path)
        try:
            descriptor = os.open(name, flags | os.O_NOFOLLOW, mode, dir_fd=folder)
        finally:
            os.close(folder)
    kind = os.fstat(descriptor).st_mode
    if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind) or path in DEVICES or root is None):
        os.close(descriptor)
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), path)
    os.set_blocking(descriptor, True)
    return descriptor


def read_all(descriptor: int) -> bytes:
    """Read a descriptor to its end and close it."""
    with os.fdopen(descriptor, "rb") as stream:
        return stream.read()


def size_of(descriptor: int) -> int:
    """Bytes in an open file."""
    return os.fstat(descriptor).st_size


def write_all(descriptor: int, content: bytes) -> None:
    """Write all of `content` and close the descriptor."""
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(content)


def git_folders(root: str) -> list[str]:
    """Where a working tree keeps its history when `.git` is a file that points elsewhere; empty otherwise."""
    marker = os.path.join(root, ".git")
    if not os.path.isfile(marker):
        return []
    with open(marker, encoding="utf-8", errors="replace") as stream:
        head, _, target = stream.readline().partition(":")
    if head != "gitdir" or not target.strip():
        return []
    own = resolve(target.strip(), root)
    return [own.partition("/.git/")[0] + "/.git"] if "/.git/" in own else [own]
