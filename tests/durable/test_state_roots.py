"""S1-S5: where state is kept."""

import os
from pathlib import Path

import pytest

import harnpy
from harnpy.durable.state_root import Roots, stem_of
from harnpy.project.workspace import find_root
from tests.durable.running import run

KEEP = 'checkpoint("k", 1)\nstore_set("s", 2)\n'


def roots(script: Path, cwd: Path, **environ: str) -> Roots:
    """The places of a program, found as a run finds them."""
    project = find_root(str(script.parent), os.path.isfile, os.path.exists)
    return Roots(str(script), project, str(cwd), environ)


def test_S1_checkpoints_store_and_memory_share_one_base(tmp_path: Path) -> None:
    (tmp_path / "harn.toml").write_text("")
    found = roots(tmp_path / "a" / "b" / "p.harn", tmp_path / "elsewhere")
    base = str(tmp_path)
    assert (found.base, found.state, found.memory) == (base, f"{base}/.harn", f"{base}/.harn/memory")
    assert (found.checkpoints, found.store) == (f"{base}/.harn/checkpoints", f"{base}/.harn/store.json")
    run(tmp_path, KEEP, "a/b/p.harn")
    assert (tmp_path / ".harn/checkpoints/p.json").read_text() == '{\n  "k": 1\n}'
    assert (tmp_path / ".harn/store.json").read_text() == '{\n  "s": 2\n}'


def test_S1_without_a_project_the_base_is_the_folder_of_the_script(tmp_path: Path) -> None:
    run(tmp_path, KEEP, "a/p.harn")
    assert (tmp_path / "a/.harn/store.json").is_file()
    assert not (tmp_path / ".harn").exists()


def test_S2_state_and_memory_move_separately(tmp_path: Path) -> None:
    script = tmp_path / "base" / "p.harn"
    moved = roots(script, tmp_path, HARN_STATE_DIR="kept", HARN_MEMORY_ROOT="mind")
    # The one is relative to the base, the other to where the program was started.
    assert (moved.state, moved.memory) == (f"{tmp_path}/base/kept", f"{tmp_path}/mind")
    blank = roots(script, tmp_path, HARN_STATE_DIR=" ", HARN_MEMORY_ROOT="")
    assert (blank.state, blank.memory) == (f"{tmp_path}/base/.harn", f"{tmp_path}/base/.harn/memory")
    assert roots(script, tmp_path, HARN_STATE_DIR="/abs").state == "/abs"
    assert blank.memory_root(" own ") == f"{tmp_path}/own"
    assert blank.memory_root(" ") == blank.memory


def test_S3_a_stem_shared_by_two_scripts_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "harn.toml").write_text("")
    assert run(tmp_path, KEEP, "one/p.harn").warnings == []
    assert run(tmp_path, KEEP, "one/p.harn").warnings == []
    file = tmp_path / ".harn/checkpoints/p.json"
    warned = run(tmp_path, KEEP + KEEP, "two/p.harn").warnings
    assert warned == [
        f"[harnpy] warning: checkpoint file {file} is also used by one/p.harn [checkpoint.shared_stem]"
    ]
    assert file.with_suffix(".lock").read_text() == "two/p.harn\n"
    (tmp_path / "two/p.harn").unlink()
    assert run(tmp_path, KEEP, "one/p.harn").warnings == []


@pytest.mark.parametrize(
    ("path", "stem"),
    [("/a/owner.harn", "owner"), ("x.y.harn", "x.y"), ("", "default"), ("..", "default"), (".", "default")],
)
def test_S3_the_stem_is_that_of_the_script(path: str, stem: str) -> None:
    assert stem_of(path) == stem


def test_S3_the_lock_of_a_dotted_stem_keeps_its_dots(tmp_path: Path) -> None:
    run(tmp_path, KEEP, "a.b.harn")
    assert sorted(path.name for path in (tmp_path / ".harn/checkpoints").iterdir()) == [
        "a.b.json",
        "a.b.lock",
    ]


def test_S4_code_without_a_script_keeps_its_state_where_it_is_run(tmp_path: Path) -> None:
    outcome = harnpy.run(KEEP, cwd=tmp_path)
    assert outcome.failure is None
    assert (tmp_path / ".harn/checkpoints/default.json").is_file()


def test_S5_the_walk_ends_at_a_repository_and_after_sixteen_folders(tmp_path: Path) -> None:
    (tmp_path / "harn.toml").write_text("")
    deep = tmp_path.joinpath(*[str(number) for number in range(15)])
    (deep / "more").mkdir(parents=True)
    assert roots(deep / "p.harn", tmp_path).base == str(tmp_path)
    assert roots(deep / "more" / "p.harn", tmp_path).base == str(deep / "more")
    (tmp_path / "0" / ".git").mkdir()
    assert roots(tmp_path / "0" / "1" / "p.harn", tmp_path).base == str(tmp_path / "0" / "1")
    (tmp_path / "0" / "harn.toml").mkdir()
    assert roots(tmp_path / "0" / "1" / "p.harn", tmp_path).base == str(tmp_path / "0" / "1")


def test_nothing_is_made_by_reading(tmp_path: Path) -> None:
    ran = run(tmp_path, 'println([checkpoint_get("x"), checkpoint_list(), store_get("x"), store_list()])\n'
              'checkpoint_delete("x")\nstore_delete("x")\n')  # fmt: skip
    assert ran.lines == ["[nil, [], nil, []]"]
    assert not (tmp_path / ".harn").exists()


def test_without_permission_no_state_is_kept(tmp_path: Path) -> None:
    outcome = harnpy.run('checkpoint("a", 1)', cwd=tmp_path, permissions="none")
    assert outcome.failure is not None
    assert "sandbox violation" in outcome.failure.text
    assert not (tmp_path / ".harn").exists()


def test_a_project_that_links_its_state_elsewhere_is_not_followed(tmp_path: Path) -> None:
    outside, project = tmp_path / "outside", tmp_path / "project"
    outside.mkdir()
    project.mkdir()
    (outside / "secret").write_text("x")
    (project / ".harn").symlink_to(outside)
    for text in (KEEP, 'store_get("s")\n', 'read_file(".harn/secret")\n', "checkpoint_clear()\n"):
        assert "sandbox violation" in run(project, text).error
    assert [path.name for path in outside.iterdir()] == ["secret"]
    # Whoever starts the program may name any folder.
    assert run(project, KEEP, HARN_STATE_DIR=str(project / ".harn")).error == ""
    assert (outside / "store.json").is_file()
