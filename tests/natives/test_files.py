"""Files through natives: content, faults, confinement."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from harnpy.natives.builtins import files
from harnpy.runtime.permissions import READ, WRITE, Place
from harnpy.system.paths import open_file
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value
from harnpy.values.records import Err, Ok


def fault_of(function: Callable[..., Value], *args: Value) -> Value:
    with pytest.raises(Fault) as caught:
        function(*args)
    return caught.value.value


def test_text_goes_in_and_out(ctx: Value) -> None:
    files.write_file(ctx, "a.txt", "zwei\r\nlines é\n")
    assert files.read_file(ctx, "a.txt") == "zwei\r\nlines é\n"
    assert files.read_lines(ctx, "a.txt") == ["zwei", "lines é"]
    files.append_file(ctx, "new/dir/a.txt", "x")
    files.append_file(ctx, "new/dir/a.txt", "y")
    assert files.read_file_bytes(ctx, "new/dir/a.txt") == b"xy"


def test_a_missing_file_is_an_io_error(ctx: Value) -> None:
    message = f"Failed to read file {ctx.cwd}/no: No such file or directory (os error 2)"
    expected = {"error": "io_error", "kind": "not_found", "message": message}
    assert fault_of(files.read_file, ctx, "no") == expected
    result = files.read_file_result(ctx, "no")
    assert isinstance(result, Err)
    assert result.f0 == expected


def test_other_causes(ctx: Value) -> None:
    files.mkdir(ctx, "dir")
    files.write_file_bytes(ctx, "bad", b"\xff")
    assert fault_of(files.read_file, ctx, "dir")["kind"] == "is_a_directory"
    assert fault_of(files.read_file, ctx, "bad")["kind"] == "invalid_data"
    assert fault_of(files.read_file, ctx, "bad/x")["kind"] == "not_a_directory"
    assert fault_of(files.write_file, ctx, "no/x", "")["message"].startswith(
        f"Failed to write file {ctx.cwd}/no/x: "
    )
    assert fault_of(files.mkdir, ctx, "dir", False)["kind"] == "already_exists"
    assert fault_of(files.read_file, ctx, "a\0b")["kind"] == "invalid_input"
    assert fault_of(files.delete_file, ctx, "gone")["message"].startswith(
        f"Failed to delete file {ctx.cwd}/gone: "
    )
    assert isinstance(files.read_file_result(ctx, "bad"), Err)


def test_outside_reads_are_refused_and_existence_is_false(ctx: Value) -> None:
    assert fault_of(files.read_file, ctx, "/etc/hostname")["category"] == "tool_rejected"
    assert files.file_exists(ctx, "/etc/hostname") is False
    assert files.path_status(ctx, "/etc/hostname")["status"] == "scope_denied"
    files.write_file(ctx, "here", "")
    assert files.file_exists(ctx, "here") is True
    assert files.path_status(ctx, "here")["kind"] == "file"


def test_copy_move_delete_and_list(ctx: Value) -> None:
    files.write_file(ctx, "a", "1")
    files.copy_file(ctx, "a", "b")
    files.move_file(ctx, "b", "c")
    files.mkdir(ctx, "x/y/z")
    files.write_file(ctx, "x/y/f", "")
    assert files.list_dir(ctx) == ["a", "c", "x"]
    files.delete_file(ctx, "x")
    files.delete_file(ctx, "a")
    assert files.list_dir(ctx) == ["c"]
    found = files.stat(ctx, "c")
    assert (found["size"], found["is_file"], found["is_dir"], found["readonly"]) == (1, True, False, False)
    assert isinstance(files.read_file_result(ctx, "c"), Ok)


def test_a_link_swapped_in_after_the_decision_is_not_followed(ctx: Value, tmp_path: Path) -> None:
    files.mkdir(ctx, "d")
    files.write_file(ctx, "d/f", "mine")
    place: Place = ctx.permissions.place(READ, "d/f", "read_file")
    os.rename(tmp_path / "d", tmp_path / "e")
    (tmp_path / "d").symlink_to("/etc")
    with pytest.raises(OSError, match=r"Not a directory|symbolic"):
        open_file(place.root, place.path, os.O_RDONLY)
    target: Place = ctx.permissions.place(WRITE, "fresh", "write_file")
    (tmp_path / "fresh").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic"):
        open_file(target.root, target.path, os.O_WRONLY | os.O_CREAT)


def test_a_pipe_is_refused(ctx: Value, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert fault_of(files.read_file, ctx, "pipe")["kind"] == "invalid_input"
