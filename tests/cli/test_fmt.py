"""`harnpy fmt`: what it writes where, and how it ends."""

import json
import resource
import subprocess
from pathlib import Path

from harnpy.diagnostics.explain import registered
from tests.support.harn import EXE, Command

LOOSE = "fn f(){return 1}\n"
NEAT = "fn f() {\n  return 1\n}\n"
BROKEN = "fn f( {\n"
WIDE = f"x = {'a' * 60}.{'b' * 60}\n"


def given(harnpy: Command, text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command with a text on standard input."""
    return subprocess.run(
        [*EXE, "fmt", *arguments],
        input=text,
        cwd=harnpy.folder,
        env=harnpy.environ,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_file_is_rewritten_in_place_once(harnpy: Command) -> None:
    path = harnpy.write("a.harn", LOOSE)
    done = harnpy("fmt", "a.harn")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "formatted a.harn\n")
    assert path.read_text() == NEAT
    again = harnpy("fmt", "a.harn")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")


def test_the_mode_of_a_file_and_links_to_it_are_kept(harnpy: Command) -> None:
    path = harnpy.write("a.harn", LOOSE)
    path.chmod(0o754)
    (harnpy.folder / "link.harn").symlink_to("a.harn")
    assert harnpy("fmt", "link.harn").returncode == 0
    assert path.read_text() == NEAT
    assert path.stat().st_mode & 0o7777 == 0o754
    assert (harnpy.folder / "link.harn").is_symlink()


def test_line_ends_become_line_feeds(harnpy: Command) -> None:
    path = harnpy.folder / "a.harn"
    path.write_bytes(NEAT.replace("\n", "\r\n").encode())
    assert harnpy("fmt", "a.harn").stderr == "formatted a.harn\n"
    assert path.read_bytes() == NEAT.encode()


def test_folders_and_the_workspace(harnpy: Command) -> None:
    (harnpy.folder / "sub").mkdir()
    paths = [harnpy.write(name, LOOSE) for name in ("b.harn", "a.harn", "sub/c.harn.txt", "d.txt")]
    assert harnpy("fmt", "sub").stderr == "formatted sub/c.harn.txt\n"
    assert harnpy("fmt", "--workspace").stderr == "formatted a.harn\nformatted b.harn\n"
    assert [path.read_text() for path in paths] == [NEAT, NEAT, NEAT, LOOSE]


def test_a_file_in_which_something_failed_is_not_touched(harnpy: Command) -> None:
    broken, wide = harnpy.write("broken.harn", BROKEN), harnpy.write("wide.harn", WIDE)
    neat = harnpy.write("loose.harn", LOOSE)
    done = harnpy("fmt", ".")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        "broken.harn: HARN-FMT-001: Expected parameter name, got { at 1:7",
        "formatted loose.harn",
        "wide.harn: formatted line 2 is 123 columns wide (maximum 100)",
    ]
    assert [path.read_text() for path in (broken, wide, neat)] == [BROKEN, WIDE, NEAT]


def test_check_names_what_would_change(harnpy: Command) -> None:
    path = harnpy.write("a.harn", LOOSE)
    harnpy.write("b.harn", NEAT)
    done = harnpy("fmt", "--check", ".")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "a.harn: HARN-FMT-002: would be reformatted\n\n"
        "1 file(s) would be reformatted — run `harnpy fmt` (without `--check`) to apply formatting.\n"
    )
    assert path.read_text() == LOOSE
    clean = harnpy("fmt", "--check", "b.harn")
    assert (clean.returncode, clean.stdout, clean.stderr) == (0, "", "")


def test_diff_shows_what_would_change(harnpy: Command) -> None:
    path = harnpy.write("a.harn", LOOSE)
    done = harnpy("fmt", "--diff", "a.harn")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "--- a.harn\n+++ a.harn (formatted)\n@@ -1 +1,3 @@\n-fn f(){return 1}\n+fn f() {\n+  return 1\n+}\n"
    )
    assert path.read_text() == LOOSE
    assert harnpy("fmt", "--diff", "--check", "a.harn").returncode == 1


def test_standard_input_goes_to_standard_output(harnpy: Command) -> None:
    done = given(harnpy, LOOSE, "-")
    assert (done.returncode, done.stdout, done.stderr) == (0, NEAT, "")
    broken = given(harnpy, BROKEN, "-")
    assert (broken.returncode, broken.stdout) == (1, "")
    assert broken.stderr == "<stdin>: HARN-FMT-001: Expected parameter name, got { at 1:7\n"
    drift = given(harnpy, LOOSE, "--check", "-")
    assert (drift.returncode, drift.stdout) == (1, "")
    assert drift.stderr.startswith("<stdin>: HARN-FMT-002: would be reformatted\n")


def test_widths(harnpy: Command) -> None:
    assert given(harnpy, "// ---\nf(1, 2)\n", "--line-width", "5", "--separator-width", "9", "-").stdout == (
        "// ------\nf(\n  1,\n  2,\n)\n"
    )


def test_json(harnpy: Command) -> None:
    for name, text in (("a.harn", LOOSE), ("b.harn", NEAT), ("c.harn", BROKEN), ("d.txt", LOOSE)):
        harnpy.write(name, text)
    harnpy.write("e.harn", WIDE)
    done = harnpy("fmt", "--json", "--check", ".", "d.txt", "gone.harn")
    document = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (1, "")
    assert list(document) == ["schemaVersion", "ok", "data", "error", "warnings"]
    assert document["error"]["code"] == "fmt_failed"
    assert document["error"]["message"] == "one or more files failed formatting checks"
    told = {
        one["path"]: (one["status"], one["diff_lines_changed"], [said["code"] for said in one["diagnostics"]])
        for one in document["data"]["files"]
    }
    assert told == {
        "a.harn": ("error", 4, ["HARN-FMT-002"]),
        "b.harn": ("already_formatted", 0, []),
        "c.harn": ("error", 0, ["HARN-FMT-001"]),
        "d.txt": ("skipped", 0, ["unsupported_extension"]),
        "e.harn": ("error", 0, ["line_width"]),
        "gone.harn": ("error", 0, ["io"]),
    }
    assert document["data"]["summary"] == {"formatted": 0, "already_formatted": 1, "skipped": 1, "errors": 4}
    written = json.loads(harnpy("fmt", "--json", "a.harn").stdout)
    assert (written["ok"], written["data"]["files"][0]["status"]) == (True, "formatted")


def test_a_file_that_cannot_be_written_is_told(harnpy: Command) -> None:
    path = harnpy.write("a.harn", LOOSE)
    done = subprocess.run(
        [*EXE, "fmt", "a.harn"],
        cwd=harnpy.folder,
        env=harnpy.environ,
        capture_output=True,
        text=True,
        check=False,
        # No file may grow, as on a full disk.
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)),
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "[harnpy] Error writing a.harn: File too large (os error 27)\n"
    assert path.read_text() == LOOSE
    assert [entry.name for entry in harnpy.folder.iterdir() if entry.name != ".cache"] == ["a.harn"]


def test_wrong_usage(harnpy: Command) -> None:
    for arguments, text in (
        ((), "requires at least one target path"),
        (("--workspace", "a.harn"), "takes no path"),
        (("--json", "--diff", "a.harn"), "exclude each other"),
        (("--json", "-"), "only with `--check`"),
        (("",), "the name of a file is empty"),
        (("--line-width", "0", "a.harn"), "--line-width"),
    ):
        done = harnpy("fmt", *arguments)
        assert (done.returncode, done.stdout if "--json" not in arguments else "") == (2, "")
        assert text in done.stderr
    (harnpy.folder / "empty").mkdir()
    assert "no .harn or .harn.txt files" in harnpy("fmt", "empty").stderr


def test_the_pages_hold(harnpy: Command, tmp_path: Path) -> None:
    for code in ("HARN-FMT-001", "HARN-FMT-002"):
        row = registered().codes[code]
        bad, good = given(harnpy, row.bad, "--check", "-"), given(harnpy, row.good, "--check", "-")
        assert (bad.returncode, good.returncode, good.stderr) == (1, 0, "")
        assert f"<stdin>: {code}: " in bad.stderr
        assert code in harnpy("explain", code).stdout
