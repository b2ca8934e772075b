"""`harnpy lint`: channels, exit codes, options, what it writes."""

import json
import subprocess

import pytest

from tests.support.harn import Command

CLEAN = "pub fn one() -> int {\n  return 1\n}\n"
UNUSED = "pub fn run(n: int, spare: int) -> int {\n  let twice = n * 2\n  return twice + n\n}\n"
MENDED = "pub fn run(n: int, _spare: int) -> int {\n  const twice = n * 2\n  return twice + n\n}\n"
FAILING = "pub fn run(name: string?) -> string? {\n  name?.upper()\n  return name ?? nil\n}\n"


def test_a_clean_file_and_findings(harnpy: Command) -> None:
    harnpy.write("clean.harn", CLEAN)
    harnpy.write("unused.harn", UNUSED)
    done = harnpy("lint", ".")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("clean.harn: no issues found\nwarning[HARN-LNT-016]: parameter `spare`")
    assert "2 warnings in 2 files\n" in done.stderr
    hint = "2 of 2 finding(s) are auto-fixable — run `harnpy lint --fix` to apply them."
    assert done.stderr.endswith(f"[harnpy] INFO [lint] {hint}\n")
    assert harnpy("lint", "--strict", ".").returncode == 1


def test_error_grade_findings_fail(harnpy: Command) -> None:
    harnpy.write("failing.harn", FAILING)
    done = harnpy("lint", "failing.harn")
    assert done.returncode == 1
    assert "error[HARN-LNT-061]" in done.stderr
    assert harnpy("lint", "--ignore", "LNT-061,discarded-pure-result", "failing.harn").returncode == 0


def test_fixes_are_written_and_counted(harnpy: Command) -> None:
    path = harnpy.write("unused.harn", UNUSED)
    path.chmod(0o640)
    done = harnpy("lint", "--fix", "unused.harn")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "[harnpy] unused.harn: applied 2 fix(es)\nunused.harn: no issues found\n"
    assert path.read_text("utf-8") == MENDED
    assert path.stat().st_mode & 0o777 == 0o640
    assert harnpy("lint", "--fix", "unused.harn").stderr == "unused.harn: no issues found\n"


def test_a_difference_changes_nothing(harnpy: Command) -> None:
    path = harnpy.write("unused.harn", UNUSED)
    done = harnpy("lint", "--diff", "unused.harn")
    assert done.returncode == 1
    assert done.stdout.startswith("--- unused.harn\n+++ unused.harn\n")
    assert "\n-  let twice = n * 2\n" in done.stdout
    assert "\n+  const twice = n * 2\n" in done.stdout
    assert done.stderr == "[harnpy] unused.harn: would apply 2 fix(es)\n"
    assert path.read_text("utf-8") == UNUSED


def test_unsafe_fixes_only_when_asked_for(harnpy: Command) -> None:
    path = harnpy.write("old.harn", f"fn forgotten() -> int {{\n  return 1\n}}\n\n{CLEAN}")
    hint = (
        "1 finding(s) have a fix that may change what the program does — `--fix --unsafe-fixes` applies it."
    )
    assert harnpy("lint", "old.harn").stderr.endswith(f"[harnpy] INFO [lint] {hint}\n")
    assert harnpy("lint", "--fix", "old.harn").returncode == 0
    assert path.read_text("utf-8") != CLEAN
    assert harnpy("lint", "--fix", "--unsafe-fixes", "old.harn").returncode == 0
    assert path.read_text("utf-8") == CLEAN


def test_standard_input(harnpy: Command) -> None:
    done = harnpy("lint", "-", stdin=UNUSED)
    assert (done.returncode, done.stdout) == (0, "")
    assert "--> <stdin>:1:20" in done.stderr
    assert harnpy("lint", "--fix", "-", stdin=UNUSED).stdout == MENDED


def test_the_document(harnpy: Command) -> None:
    harnpy.write("failing.harn", FAILING)
    harnpy.write("unused.harn", UNUSED)
    done = harnpy("lint", "--json", ".")
    document = json.loads(done.stdout)
    assert done.returncode == 1
    assert (done.stderr, list(document)) == ("", ["schemaVersion", "ok", "data", "error", "warnings"])
    assert document["error"]["code"] == "lint_failed"
    files = document["data"]["files"]
    assert [(one["path"], one["status"], one["fixable"], one["fixed"]) for one in files] == [
        ("failing.harn", "error", 1, 0),
        ("unused.harn", "warning", 2, 0),
    ]
    assert document["data"]["summary"]["fixable"] == 3
    fixed = json.loads(harnpy("lint", "--json", "--fix", "unused.harn").stdout)
    assert fixed["data"]["summary"] == {
        "ok": 1, "warnings": 0, "errors": 0, "diagnostics": 0, "fixable": 0, "fixed": 2,
    }  # fmt: skip


def test_select_and_ignore(harnpy: Command) -> None:
    harnpy.write("unused.harn", UNUSED)
    for spelt in ("unused-parameter", "HARN-LNT-016", "lnt-016"):
        done = harnpy("lint", "--select", spelt, "--output-format", "github", "unused.harn")
        assert done.stdout.count("\n") == done.stdout.count("HARN-LNT-016") == 1
    assert "missing a `/** */` doc comment" in harnpy("lint", "--select", "LNT-024", "unused.harn").stderr
    assert "header doc block" in harnpy("lint", "--require-file-header", "unused.harn").stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["lint"], "`harnpy lint` requires at least one target path"),
        (["lint", "--select", "unused-varable", "."], "did you mean 'unused-variable'?"),
        (["lint", "--unsafe-fixes", "."], "`--unsafe-fixes` needs `--fix` or `--diff`"),
        (["lint", "--output-format", "github", "--diff", "."], "exclude each other"),
        (["lint", "--workspace", "."], "takes no path"),
        (["lint", "--changed-from", "main", "."], "`--changed-from`: fatal: not a git repository"),
        (["lint", "--changed-from", "--output=x", "."], "needs a revision"),
    ],
)
def test_errors_of_usage(harnpy: Command, arguments: list[str], told: str) -> None:
    harnpy.write("clean.harn", CLEAN)
    done = harnpy(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


def test_only_what_changed_since_a_revision(harnpy: Command) -> None:
    def git(*arguments: str) -> None:
        author = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        command = ["git", *author, *arguments]
        subprocess.run(command, cwd=harnpy.folder, check=True, capture_output=True)

    harnpy.write("kept.harn", UNUSED)
    harnpy.write("changed.harn", CLEAN)
    git("init", "-q")
    git("add", "kept.harn", "changed.harn")
    git("commit", "-q", "-m", "first")
    harnpy.write("changed.harn", UNUSED)
    harnpy.write("new.harn", UNUSED)
    told = harnpy("lint", "--changed-from", "HEAD", ".").stderr
    assert "changed.harn:1:20" in told
    assert "new.harn:1:20" in told
    assert "kept.harn" not in told
    done = harnpy("lint", "--changed-from", "nowhere", ".")
    assert done.returncode == 2
    assert "nowhere" in done.stderr


def test_a_file_that_does_not_parse_and_one_that_is_missing(harnpy: Command) -> None:
    harnpy.write("broken.harn", "pub fn run( {\n}\n")
    done = harnpy("lint", "broken.harn", "missing.harn")
    assert done.returncode == 1
    assert "error[HARN-PAR-001]" in done.stderr
    assert "[harnpy] Error reading missing.harn: No such file or directory" in done.stderr
    assert "2 errors in 2 files" in done.stderr
