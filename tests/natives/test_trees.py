"""Walking, globbing and temporary folders."""

import pytest

from harnpy.natives.builtins import files, trees
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value


@pytest.fixture
def tree(ctx: Value) -> Value:
    for path in ("a.txt", "b/c.txt", "b/d/e.md", ".hidden/x.txt"):
        files.append_file(ctx, path, "")
    return ctx


def test_walk_lists_the_root_at_depth_0(tree: Value) -> None:
    entries: list[Value] = [*trees.walk_dir(tree, "b")]
    found = [(entry["path"][len(tree.cwd) :], entry["depth"], entry["is_dir"]) for entry in entries]
    assert found == [("/b", 0, True), ("/b/c.txt", 1, False), ("/b/d", 1, True), ("/b/d/e.md", 2, False)]
    assert len(trees.walk_dir(tree, "b", {"max_depth": 1})) == 3
    with pytest.raises(Fault) as caught:
        trees.walk_dir(tree, "none")
    assert caught.value.value["message"].startswith(f"Failed to list directory {tree.cwd}/none: No such file")


def test_glob_gives_absolute_sorted_paths(tree: Value) -> None:
    assert trees.glob(tree, "**/*.txt") == [f"{tree.cwd}/a.txt", f"{tree.cwd}/b/c.txt"]
    assert trees.glob(tree, "*.txt", "b") == [f"{tree.cwd}/b/c.txt"]
    assert trees.glob(tree, "*", {"dirs_only": True}) == [f"{tree.cwd}/b"]
    assert trees.glob(tree, "b/*/*.md") == [f"{tree.cwd}/b/d/e.md"]
    assert trees.glob(tree, "a.txt") == [f"{tree.cwd}/a.txt"]
    assert trees.glob(tree, "/etc/*") == []


def test_temporary_folders(ctx: Value) -> None:
    inside = trees.workspace_temp_dir(ctx)
    assert inside == f"{ctx.cwd}/.harn-tmp"
    assert files.read_file(ctx, ".harn-tmp/.gitignore") == "*\n"
    made = trees.mkdtemp_in_workspace(ctx, "job-")
    assert made.startswith(f"{inside}/job-")
    assert len(made) == len(f"{inside}/job-") + 12
    assert files.file_exists(ctx, made)
    ctx.state["temporary_folder"] = inside
    assert trees.temp_dir(ctx) == inside
    assert trees.mkdtemp(ctx).startswith(f"{inside}/harn-")


def test_the_host_temporary_folder_needs_a_grant(ctx: Value, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", "/var/tmp")
    assert trees.temp_dir(ctx) == "/var/tmp"
    with pytest.raises(Fault) as caught:
        trees.mkdtemp(ctx)
    assert "builtin 'mkdtemp' attempted to write" in caught.value.value["message"]


def test_find_text_is_for_later(ctx: Value) -> None:
    with pytest.raises(Fault) as caught:
        trees.find_text(ctx, ".", "x")
    assert caught.value.value == "not supported by harnpy: find_text"
