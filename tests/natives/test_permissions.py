"""Where a run may read, write and delete."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from harnpy.runtime.grants import Grants
from harnpy.runtime.permissions import Permissions
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value


def permissions(root: Path, base: str = "default", **given: object) -> Permissions:
    grants = Grants()
    for name, value in given.items():
        setattr(grants, name, value)
    return Permissions(base, str(root), str(root), grants)


def refused(call: Callable[[], Value]) -> Value:
    with pytest.raises(Fault) as caught:
        call()
    return caught.value.value


def test_a_path_in_the_workspace_is_resolved(tmp_path: Path) -> None:
    assert permissions(tmp_path).check_path("read", "a/../b.txt", "read_file") == str(tmp_path / "b.txt")


def test_a_path_outside_is_a_sandbox_violation(tmp_path: Path) -> None:
    found = refused(lambda: permissions(tmp_path).check_path("read", "/etc/hostname", "read_file"))
    assert found == {
        "category": "tool_rejected",
        "message": "HARN-CAP-201: sandbox violation: builtin 'read_file' attempted to read '/etc/hostname' "
        f"outside workspace_roots [{tmp_path}]",
    }


def test_writes_and_deletes_are_named(tmp_path: Path) -> None:
    gate = permissions(tmp_path)
    assert "attempted to write" in refused(lambda: gate.check_path("write", "../x", "write_file"))["message"]
    assert (
        "attempted to delete" in refused(lambda: gate.check_path("delete", "../x", "delete_file"))["message"]
    )


@pytest.mark.parametrize("link", ["link", "deep/link"])
def test_a_symlink_out_of_the_workspace_is_refused(tmp_path: Path, link: str) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / link).symlink_to("/etc")
    refused(lambda: permissions(tmp_path).check_path("read", f"{link}/hostname", "read_file"))


def test_a_symlink_itself_may_be_deleted(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/etc/hostname")
    assert permissions(tmp_path).check_path("delete", "link", "delete_file") == str(tmp_path / "link")


def test_granted_roots_add_reading_but_not_writing(tmp_path: Path) -> None:
    root, other = tmp_path / "root", tmp_path / "other"
    root.mkdir()
    other.mkdir()
    gate = permissions(root, allow_read=[str(other)])
    assert gate.allows_path("read", str(other / "x"))
    assert not gate.allows_path("write", str(other / "x"))
    assert permissions(root, allow_write=[str(other)]).allows_path("read", str(other / "x"))


def test_deny_beats_allow(tmp_path: Path) -> None:
    gate = permissions(tmp_path, deny_read=["secret"], deny_write=["."])
    assert not gate.allows_path("read", "secret/key")
    assert gate.allows_path("read", "open/key")
    assert not gate.allows_path("write", "open/key")


def test_a_denied_path_is_not_called_outside(tmp_path: Path) -> None:
    gate = permissions(tmp_path, deny_read=["secret"], allow_read=["secret"])
    assert refused(lambda: gate.check_path("read", "secret/key", "read_file")) == {
        "category": "tool_rejected",
        "message": "HARN-CAP-201: sandbox violation: builtin 'read_file' attempted to read "
        f"'{tmp_path}/secret/key' under a denied root [{tmp_path}/secret]; "
        f"--deny-read={tmp_path}/secret refuses it",
    }


def test_a_write_where_only_reading_is_allowed(tmp_path: Path) -> None:
    root, other = tmp_path / "root", tmp_path / "other"
    gate = permissions(root, allow_read=[str(other)])
    assert refused(lambda: gate.check_path("write", str(other / "x"), "write_file"))["message"].endswith(
        f"attempted to write '{other}/x' under a read-only workspace root"
    )


def test_the_flag_that_would_allow_is_named_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))

    def help_of(gate: Permissions, path: str) -> tuple[str, str]:
        with pytest.raises(Fault) as caught:
            gate.check_path("read", path, "read_file")
        return caught.value.value["message"].rpartition("' ")[2], caught.value.help

    root = tmp_path / "root"
    assert help_of(permissions(root), "/etc/hostname")[1] == "--allow-read=/etc would allow it"
    assert help_of(permissions(root), str(tmp_path / ".ssh" / "id"))[1] == ""
    assert help_of(permissions(tmp_path), ".ssh/id") == (
        "where credentials are kept; only --permissions all would allow it",
        "",
    )
    assert help_of(permissions(root, "none"), "x") == (
        f"which --permissions none leaves out; --allow-read={root} would allow it",
        "",
    )
    assert help_of(permissions(root, deny_read=["/etc"]), "/etc/hostname")[1] == ""


def test_a_denied_program_names_the_flag(tmp_path: Path) -> None:
    gate = permissions(tmp_path, deny_run=["git"], allow_run=["git"])
    assert refused(lambda: gate.check_run("git", "exec"))["message"].endswith(
        "attempted to run 'git'; --deny-run=git refuses it"
    )


def test_all_lifts_the_confinement(tmp_path: Path) -> None:
    assert permissions(tmp_path, "all").allows_path("write", "/anywhere")


def test_deny_beats_the_base_that_allows_all(tmp_path: Path) -> None:
    gate = permissions(tmp_path, "all", deny_read=["/etc"], deny_write=["/usr"])
    assert "attempted to read" in refused(lambda: gate.check_path("read", "/etc/hostname", "r"))["message"]
    assert "attempted to write" in refused(lambda: gate.check_path("write", "/usr/x", "w"))["message"]
    assert "attempted to delete" in refused(lambda: gate.check_path("delete", "/usr/x", "d"))["message"]
    assert not gate.allows_path("read", "/etc/hostname")
    assert gate.check_path("write", "/etc/x", "w") == "/etc/x"
    assert gate.check_path("read", "/usr/x", "r") == "/usr/x"


def test_none_reads_the_program_only(tmp_path: Path) -> None:
    program = str(tmp_path / "main.harn")
    gate = permissions(tmp_path, "none", files=[program])
    assert gate.allows_path("read", program)
    assert not gate.allows_path("read", "other.txt")


def test_credentials_are_never_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    gate = permissions(tmp_path)
    assert not gate.allows_path("read", ".ssh/id_ed25519")
    assert not gate.allows_path("read", ".config/gh/hosts.yml")
    assert gate.allows_path("read", ".sshx")
    assert not permissions(tmp_path, allow_read=["/proc"]).allows_path("read", f"/proc/{os.getpid()}/environ")


def test_devices_are_exempt(tmp_path: Path) -> None:
    assert permissions(tmp_path).check_path("write", "/dev/null", "write_file") == "/dev/null"


def test_denied_and_unlisted_builtins(tmp_path: Path) -> None:
    denied = refused(lambda: permissions(tmp_path, deny=frozenset({"len"})).check_builtin("len"))
    assert denied == {"category": "tool_rejected", "message": "Tool 'len' is not permitted."}
    listed = permissions(tmp_path, allow=frozenset({"println"}))
    listed.check_builtin("println")
    refused(lambda: listed.check_builtin("len"))


def test_the_network(tmp_path: Path) -> None:
    refused(lambda: permissions(tmp_path).check_effect("net", "get"))
    permissions(tmp_path, "all").check_effect("net", "get")
    permissions(tmp_path, allow_net=["*"], deny_net=["example.org"]).check_effect("net", "get")
    one = ["example.org"]
    refused(lambda: permissions(tmp_path, allow_net=one, deny_net=one).check_effect("net", "get"))
    for base, allowed in (("all", []), ("default", ["*"])):
        gate = permissions(tmp_path, base, allow_net=allowed, deny_net=["*"])
        found = refused(lambda gate=gate: gate.check_effect("net", "get"))
        assert found["message"].endswith("attempted to use the network; --deny-net refuses it")


def test_processes_and_environment(tmp_path: Path) -> None:
    permissions(tmp_path).check_effect("run", "exec")
    refused(lambda: permissions(tmp_path, "none").check_effect("run", "exec"))
    some = permissions(tmp_path, "none", allow_run=["git"], allow_env=["LANG"])
    some.check_run("/usr/bin/git", "exec")
    refused(lambda: some.check_run("rm", "exec"))
    assert some.allows_env("LANG")
    assert not some.allows_env("HOME")
    assert not permissions(tmp_path, deny_env=["HOME"]).allows_env("HOME")


def test_the_history_of_a_linked_working_tree_is_readable(tmp_path: Path) -> None:
    main, tree = tmp_path / "main", tmp_path / "tree"
    (main / ".git" / "worktrees" / "tree").mkdir(parents=True)
    tree.mkdir()
    (tree / ".git").write_text(f"gitdir: {main}/.git/worktrees/tree\n")
    gate = permissions(tree)
    assert gate.allows_path("read", str(main / ".git" / "config"))
    assert not gate.allows_path("write", str(main / ".git" / "config"))
