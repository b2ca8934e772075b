"""Files for natives: a program's path in, content or the io fault out; permission is asked here."""

import os

from harnpy.natives.support.blocking import if_large
from harnpy.natives.support.faults import io_fault
from harnpy.runtime.permissions import READ, WRITE, Place
from harnpy.system.folders import make_folders
from harnpy.system.locks import append_locked
from harnpy.system.paths import APPEND, REPLACE, open_file, read_all, size_of, write_all
from harnpy.system.paths import READ as READ_FLAGS
from harnpy.values.faults import Thrown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine


def judged(ctx: "Machine", action: str, path: str, builtin: str) -> Place:
    """The place of `path` when the run may do `action` there; a NUL in the path is an io fault."""
    if "\0" in path:
        raise io_fault(f"Failed to {action} file {shown(ctx, path)}", ValueError())
    return ctx.permissions.place(action, path, builtin)


def shown(ctx: "Machine", path: str) -> str:
    """`path` absolute, as messages show it."""
    return os.path.normpath(os.path.join(ctx.cwd, path))


def read_octets(ctx: "Machine", path: str, builtin: str) -> bytes:
    """Content of a file."""
    place = judged(ctx, READ, path, builtin)
    try:
        descriptor = open_file(place.root, place.path, READ_FLAGS)
        size = size_of(descriptor)
        content = if_large(ctx, size, read_all, descriptor)
    except OSError as error:
        raise io_fault(f"Failed to read file {place.path}", error) from error
    return content


def read_text(ctx: "Machine", path: str, builtin: str) -> str:
    """Content of a UTF-8 file."""
    content = read_octets(ctx, path, builtin)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        where = ctx.permissions.check_path(READ, path, builtin)
        raise io_fault(f"Failed to read file {where}", error) from error


def write_octets(ctx: "Machine", path: str, content: bytes, builtin: str) -> None:
    """Replace the content of a file; its folder exists."""
    place = judged(ctx, WRITE, path, builtin)
    try:
        descriptor = open_file(place.root, place.path, REPLACE)
        if_large(ctx, len(content), write_all, descriptor, content)
    except OSError as error:
        raise io_fault(f"Failed to write file {place.path}", error) from error


def append_octets(
    ctx: "Machine", path: str, content: bytes, builtin: str, *, exclusive: bool = False
) -> None:
    """Add to the end of a file; missing folders are made; `exclusive` waits for others that do so too."""
    place = judged(ctx, WRITE, path, builtin)
    try:
        make_folders(place.root, os.path.dirname(place.path))
        descriptor = open_file(place.root, place.path, APPEND)
        if exclusive:
            append_locked(descriptor, content)
        else:
            write_all(descriptor, content)
    except OSError as error:
        raise io_fault(f"Failed to append to file {place.path}", error) from error


def content_or_error(ctx: "Machine", path: str, builtin: str) -> tuple[str | None, object]:
    """Text of a file and nothing, or nothing and the io dict; refusals still fault."""
    try:
        return read_text(ctx, path, builtin), None
    except Thrown as fault:
        return None, fault.value
