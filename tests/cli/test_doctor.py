"""`doctor repair`: text, JSON, exit codes, what is no state."""

import json

from tests.support.harn import Command

PROGRAM = 'checkpoint("a", 1)\ncheckpoint("b", 2)\nstore_set("c", 3)\n'


def test_a_damaged_file_is_repaired_and_named(harnpy: Command) -> None:
    harnpy.write("p.harn", PROGRAM)
    assert harnpy("run", "p.harn").returncode == 0
    harnpy.write(".harn/checkpoints/p.json", '{\n  "a": 1,\n  "b": ')
    failed = harnpy("run", "p.harn")
    assert failed.returncode == 1
    assert "checkpoint decode error in " in failed.stderr
    assert "harnpy doctor repair" in failed.stderr
    done = harnpy("doctor", "repair", ".harn")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == (
        ".harn/checkpoints/p.json: HARN-HPY-004: damaged at line 3; kept 1 entry, the damaged file is "
        ".harn/checkpoints/p.json.damaged\n.harn/store.json: whole, 1 entry\n"
    )
    assert harnpy("run", "p.harn").returncode == 0


def test_the_outcome_as_a_document(harnpy: Command) -> None:
    harnpy.write("p.harn", PROGRAM)
    harnpy("run", "p.harn")
    done = harnpy("doctor", "repair", "--json", ".harn")
    data = json.loads(done.stdout)["data"]
    assert (done.returncode, data["repaired"]) == (0, 0)
    assert [one["status"] for one in data["files"]] == ["whole", "whole"]


def test_a_path_that_is_not_there_is_an_error_and_a_folder_without_state_is_none(harnpy: Command) -> None:
    harnpy.write("notes.txt", "x")
    for path, code, text in (("missing", 1, "nothing is at missing"), (".", 0, "no state is below .")):
        done = harnpy("doctor", "repair", path)
        assert (done.returncode, done.stdout) == (code, "")
        assert text in done.stderr
    assert json.loads(harnpy("doctor", "repair", "--json", "missing").stdout)["ok"] is False


def test_doctor_alone_says_what_it_can_do(harnpy: Command) -> None:
    done = harnpy("doctor")
    assert done.returncode == 2
    assert "harnpy doctor repair .harn" in done.stderr
