"""Changes and looks at directory entries beneath a root: list, make, remove, rename, status.

Every function takes the root to stay beneath (None: no confinement) and resolved absolute paths, and raises
`OSError`.
"""

import os
import shutil
import stat
from collections.abc import Iterator

from harnpy.system.paths import open_file, open_folder, read_all, write_all


class Status:
    """What is known of one directory entry."""

    __slots__ = ("identity", "is_dir", "is_file", "is_symlink", "mode", "modified", "readonly", "size")

    def __init__(self, found: os.stat_result) -> None:
        self.size = found.st_size
        self.is_file = stat.S_ISREG(found.st_mode)
        self.is_dir = stat.S_ISDIR(found.st_mode)
        self.is_symlink = stat.S_ISLNK(found.st_mode)
        self.mode = stat.S_IMODE(found.st_mode)
        self.readonly = not self.mode & 0o222
        self.modified = found.st_mtime
        self.identity = f"{found.st_dev}:{found.st_ino}"


def status_of(path: str, *, follow: bool = True) -> Status:
    """Status of `path`; of the symlink itself unless `follow`."""
    return Status(os.stat(path, follow_symlinks=follow))


def exists(path: str) -> bool:
    """Say whether something is at `path`; a dangling symlink is nothing."""
    try:
        return os.path.exists(path)
    except ValueError:
        return False


def list_names(root: str | None, path: str) -> list[str]:
    """Names in the folder `path`, sorted."""
    descriptor = open_file(root, path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        return sorted(os.listdir(descriptor))
    finally:
        os.close(descriptor)


def walk(path: str, deepest: int, *, follow: bool = False) -> Iterator[tuple[str, int, os.stat_result]]:
    """Everything at and below `path` with its depth, in order of names; unreadable folders count as empty."""
    pending = [(path, 0)]
    while pending:
        current, depth = pending.pop()
        try:
            found = os.stat(current, follow_symlinks=follow or depth == 0)
        except OSError:
            if depth == 0:
                raise
            continue
        yield current, depth, found
        if stat.S_ISDIR(found.st_mode) and depth < deepest:
            try:
                names = sorted(os.listdir(current), reverse=True)
            except OSError:
                continue
            pending += [(os.path.join(current, name), depth + 1) for name in names]


def make_folder(root: str | None, path: str) -> None:
    """Make the folder `path`; its parent exists and it does not."""
    if root is None:
        os.mkdir(path)
        return
    folder, name = open_folder(root, path)
    try:
        os.mkdir(name, dir_fd=folder)
    finally:
        os.close(folder)


def make_folders(root: str | None, path: str) -> None:
    """Make the folder `path` and the missing ones above it."""
    if root is None:
        os.makedirs(path, exist_ok=True)
        return
    parts = [part for part in path[len(root) :].split("/") if part]
    for count in range(1, len(parts) + 1):
        step = os.path.join(root, *parts[:count])
        try:
            make_folder(root, step)
        except FileExistsError:
            if not os.path.isdir(step):
                raise


def remove(root: str | None, path: str) -> None:
    """Remove a file, a symlink, or a folder with all it holds."""
    if root is not None:
        folder, name = open_folder(root, path)
    else:
        folder, name = os.open(os.path.dirname(path), os.O_RDONLY | os.O_DIRECTORY), os.path.basename(path)
    try:
        if stat.S_ISDIR(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
            shutil.rmtree(name, dir_fd=folder)
        else:
            os.unlink(name, dir_fd=folder)
    finally:
        os.close(folder)


def copy(source: tuple[str | None, str], target: tuple[str | None, str]) -> int:
    """Copy a file, its content and mode; return the number of bytes."""
    content = read_all(open_file(*source, os.O_RDONLY))
    mode = status_of(source[1]).mode
    write_all(open_file(*target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), content)
    return len(content)


def rename(source: tuple[str | None, str], target: tuple[str | None, str]) -> None:
    """Rename an entry; `EXDEV` when the two places are on different devices."""
    if source[0] is None or target[0] is None:
        os.rename(source[1], target[1])
        return
    left, name = open_folder(source[0], source[1])
    try:
        right, new = open_folder(target[0], target[1])
        try:
            os.rename(name, new, src_dir_fd=left, dst_dir_fd=right)
        finally:
            os.close(right)
    finally:
        os.close(left)
