"""Files and folders: paths in, content, listings and status out. Every call asks the run's permissions."""

from harnpy.natives.support.declare import builtin, capability
from harnpy.natives.support.faults import cause_of, io_fault, thrown
from harnpy.natives.support.places import (
    append_octets,
    content_or_error,
    judged,
    read_octets,
    shown,
    write_octets,
)
from harnpy.natives.support.places import read_text as text_of
from harnpy.runtime.permissions import DELETE, READ, WRITE
from harnpy.system import folders
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value
from harnpy.values.records import Err, Ok

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine


@builtin("read_file(path: string) -> string", effect="read")
@capability("HarnessFs", "read_text(path: string) -> string", effect="read")
def read_file(ctx: "Machine", path: str) -> str:
    """Return the text of a UTF-8 file."""
    return text_of(ctx, path, "read_file")


@builtin("read_file_result(path: string) -> Result<string, dict>", effect="read")
@capability("HarnessFs", "read_text_result(path: string) -> Result<string, dict>", effect="read")
def read_file_result(ctx: "Machine", path: str) -> Value:
    """Return `Ok(text)`, or `Err` with the dict that `read_file` would throw."""
    text, error = content_or_error(ctx, path, "read_file_result")
    return Ok(text) if error is None else Err(error)


@builtin("read_file_bytes(path: string) -> bytes", effect="read")
@capability("HarnessFs", "read_bytes(path: string) -> bytes", effect="read")
def read_file_bytes(ctx: "Machine", path: str) -> bytes:
    """Return the bytes of a file."""
    return read_octets(ctx, path, "read_file_bytes")


@builtin("read_lines(path: string) -> list<string>", effect="read", fresh=True)
@capability("HarnessFs", "read_lines(path: string) -> list<string>", effect="read", fresh=True)
def read_lines(ctx: "Machine", path: str) -> list[str]:
    """Return the lines of a UTF-8 file without their line breaks."""
    lines = text_of(ctx, path, "read_lines").split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


@builtin("write_file(path: string, text: string) -> nil", effect="write")
@capability("HarnessFs", "write_text(path: string, text: string) -> nil", effect="write")
def write_file(ctx: "Machine", path: str, text: str) -> None:
    """Make `text` the content of a file."""
    write_octets(ctx, path, text.encode("utf-8"), "write_file")


@builtin("write_file_bytes(path: string, content: bytes) -> nil", effect="write")
@capability("HarnessFs", "write_bytes(path: string, content: bytes) -> nil", effect="write")
def write_file_bytes(ctx: "Machine", path: str, content: bytes) -> None:
    """Make `content` the content of a file."""
    write_octets(ctx, path, content, "write_file_bytes")


@builtin("append_file(path: string, text: string) -> nil", effect="write")
@capability("HarnessFs", "append(path: string, text: string) -> nil", effect="write")
def append_file(ctx: "Machine", path: str, text: str) -> None:
    """Add `text` to the end of a file; the file and its folders are made when missing."""
    append_octets(ctx, path, text.encode("utf-8"), "append_file")


@builtin("file_exists(path: string) -> bool", effect="read")
@capability("HarnessFs", "exists(path: string) -> bool", effect="read")
def file_exists(ctx: "Machine", path: str) -> bool:
    """Say whether a file or folder is there; false outside the permitted roots."""
    if "\0" in path or not ctx.permissions.allows_path(READ, path):
        return False
    return folders.exists(ctx.permissions.check_path(READ, path, "file_exists"))


@builtin("path_status(path: string, access?: string) -> dict", effect="read", fresh=True)
@capability("HarnessFs", "status(path: string, access?: string) -> dict", effect="read", fresh=True)
def path_status(ctx: "Machine", path: str, access: str | None = None) -> dict[str, object]:
    """Say what a path is without a fault: `{path, status, exists, kind}`; `access` is read or write."""
    action = access or READ
    if action not in (READ, WRITE):
        raise thrown(f"path_status: access must be read or write, got '{action}'")
    found: dict[str, object] = {"path": shown(ctx, path), "status": "missing", "exists": False, "kind": None}
    if "\0" in path:
        return found | {"status": "invalid"}
    if not ctx.permissions.allows_path(action, path):
        return found | {"status": "scope_denied"}
    place = ctx.permissions.place(action, path, "path_status")
    try:
        status = folders.status_of(place.path)
    except (FileNotFoundError, NotADirectoryError):
        return found
    except OSError as error:
        return found | {"status": cause_of(error)[0]}
    kind = "file" if status.is_file else "dir" if status.is_dir else "other"
    return found | {"status": "ok", "exists": True, "kind": kind}


@builtin("stat(path: string, options?: dict) -> dict", effect="read", fresh=True)
@capability("HarnessFs", "stat(path: string, options?: dict) -> dict", effect="read", fresh=True)
def stat(ctx: "Machine", path: str, options: dict[str, Value] | None = None) -> dict[str, object]:
    """Return size, kind, mode and time of change; option `follow_symlinks` (true)."""
    follow = bool((options or {}).get("follow_symlinks", True))
    place = judged(ctx, READ if follow else DELETE, path, "stat")
    try:
        status = folders.status_of(place.path, follow=follow)
    except OSError as error:
        raise io_fault(f"Failed to stat {place.path}", error) from error
    return {
        "size": status.size,
        "is_file": status.is_file,
        "is_dir": status.is_dir,
        "is_symlink": status.is_symlink,
        "readonly": status.readonly,
        "modified": status.modified,
        "mode": status.mode,
        "identity": status.identity,
    }


@builtin("delete_file(path: string) -> nil", effect="write")
@capability("HarnessFs", "delete(path: string) -> nil", effect="write")
def delete_file(ctx: "Machine", path: str) -> None:
    """Remove a file, or a folder with all it holds."""
    place = judged(ctx, DELETE, path, "delete_file")
    if place.path == ctx.permissions.root:
        raise thrown("delete_file: the workspace root cannot be deleted")
    try:
        folders.remove(place.root, place.path)
    except OSError as error:
        raise io_fault(f"Failed to delete file {place.path}", error) from error


@builtin("copy_file(source: string, target: string) -> nil", effect="write")
@capability("HarnessFs", "copy(source: string, target: string) -> nil", effect="write")
def copy_file(ctx: "Machine", source: str, target: str) -> None:
    """Copy a file, its content and mode."""
    old, new = judged(ctx, READ, source, "copy_file"), judged(ctx, WRITE, target, "copy_file")
    try:
        folders.copy((old.root, old.path), (new.root, new.path))
    except OSError as error:
        raise io_fault(f"Failed to copy {old.path} to {new.path}", error) from error


@builtin("move_file(source: string, target: string) -> nil", effect="write")
@capability("HarnessFs", "rename(source: string, target: string) -> nil", effect="write")
def move_file(ctx: "Machine", source: str, target: str) -> None:
    """Rename a file or folder; between devices a file is copied and the old one removed."""
    old, new = judged(ctx, DELETE, source, "move_file"), judged(ctx, WRITE, target, "move_file")
    before, after = (old.root, old.path), (new.root, new.path)
    try:
        folders.rename(before, after)
    except OSError as error:
        if cause_of(error)[0] != "crosses_devices":
            raise _move_fault("rename", error) from error
        try:
            folders.copy(before, after)
            folders.remove(*before)
        except OSError as again:
            raise _move_fault("copy", again) from again


def _move_fault(step: str, error: OSError) -> Fault:
    return io_fault(f"move_file: {step} failed", error)


@builtin("mkdir(path: string, recursive?: bool) -> nil", effect="write")
@capability("HarnessFs", "mkdir(path: string, recursive?: bool) -> nil", effect="write")
def mkdir(ctx: "Machine", path: str, recursive: bool | None = None) -> None:
    """Make a folder and the missing ones above it; `recursive: false` makes one and faults when it exists."""
    place = judged(ctx, WRITE, path, "mkdir")
    try:
        if recursive is False:
            folders.make_folder(place.root, place.path)
        else:
            folders.make_folders(place.root, place.path)
    except OSError as error:
        raise io_fault(f"Failed to create directory {place.path}", error) from error


@builtin("list_dir(path?: string) -> list<string>", effect="read", fresh=True)
@capability("HarnessFs", "list_dir(path?: string) -> list<string>", effect="read", fresh=True)
def list_dir(ctx: "Machine", path: str | None = None) -> list[str]:
    """Return the names in a folder, sorted; without a path those of the working directory."""
    place = judged(ctx, READ, path or ".", "list_dir")
    try:
        return folders.list_names(place.root, place.path)
    except OSError as error:
        raise io_fault(f"Failed to list directory {place.path}", error) from error
