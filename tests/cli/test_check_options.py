"""Options of `check` beside the findings themselves: layouts, kept results, effects, types, watching."""

import json
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.harn import EXE, Command

WRONG = 'const size: int = "a"\n'
RIGHT = "pub const size: int = 1\n"
DATA = "pub fn run(text: string) -> any {\n  const data = json_parse(text)\n  return data.x\n}\n"


def test_sarif_names_the_rule_and_the_place(harnpy: Command) -> None:
    harnpy.write("a.harn", WRONG)
    ran = harnpy("check", "--output-format", "sarif", "a.harn")
    assert ran.returncode == 1
    document = json.loads(ran.stdout)
    (run,) = document["runs"]
    rules = [one["id"] for one in run["tool"]["driver"]["rules"]]
    assert (document["version"], "HARN-TYP-007" in rules) == ("2.1.0", True)
    wrong = next(one for one in run["results"] if one["ruleId"] == "HARN-TYP-007")
    region = wrong["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 1, "startColumn": 19, "endLine": 1, "endColumn": 22}
    assert wrong["level"] == "error"
    assert wrong["relatedLocations"][0]["message"]["text"] == "expected type declared here"


def test_sarif_tells_what_could_not_be_read(harnpy: Command) -> None:
    ran = harnpy("check", "--output-format", "sarif", "missing.harn")
    (invocation,) = json.loads(ran.stdout)["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    assert "missing.harn" in invocation["toolExecutionNotifications"][0]["message"]["text"]


def test_junit_fails_the_case_of_a_wrong_file(harnpy: Command) -> None:
    harnpy.write("a.harn", WRONG)
    harnpy.write("b.harn", RIGHT)
    ran = harnpy("check", "--output-format", "junit", "a.harn", "b.harn")
    root = ElementTree.fromstring(ran.stdout)
    assert (root.tag, root.get("tests"), root.get("failures")) == ("testsuites", "2", "1")
    cases = {one.get("name"): one.find("failure") for one in root.iter("testcase")}
    assert cases["b.harn"] is None
    failure = cases["a.harn"]
    assert failure is not None
    assert (failure.get("message") or "").startswith("a.harn:1:19: error[HARN-TYP-007]: ")


def test_results_are_kept_until_something_changes(harnpy: Command) -> None:
    harnpy.write("part.harn", "pub fn size() -> int {\n  return 1\n}\n")
    path = harnpy.write("a.harn", 'import { size } from "part"\n\npub const text: string = size()\n')
    first = harnpy("check", "a.harn")
    assert "expected string, found int" in first.stderr
    kept = harnpy.folder / ".cache" / "check"
    assert len(list(kept.iterdir())) == 1
    again = harnpy("check", "a.harn")
    assert (again.returncode, again.stderr) == (first.returncode, first.stderr)
    # A change of what it imports counts like one of its own.
    harnpy.write("part.harn", 'pub fn size() -> string {\n  return "1"\n}\n')
    assert harnpy("check", "a.harn").stderr == f"{path.name}: ok\n"


def test_a_result_without_an_import_is_not_kept(harnpy: Command) -> None:
    harnpy.write("a.harn", 'import { size } from "part"\n\npub const n: int = size()\n')
    assert "unresolved import" in harnpy("check", "a.harn").stderr
    harnpy.write("part.harn", "pub fn size() -> int {\n  return 1\n}\n")
    assert harnpy("check", "a.harn").stderr == "a.harn: ok\n"


def test_a_result_is_not_kept_when_an_import_of_an_import_is_missing(harnpy: Command) -> None:
    harnpy.write("a.harn", 'import { size } from "part"\n\npub const n: int = size()\n')
    harnpy.write("part.harn", 'import { half } from "gone"\n\npub fn size() -> int {\n  return half()\n}\n')
    assert "unresolved import 'gone'" in harnpy("check", "a.harn").stderr
    harnpy.write("gone.harn", "pub fn half() -> int {\n  return 1\n}\n")
    assert harnpy("check", "a.harn").stderr == "a.harn: ok\n"


def test_a_kept_result_shows_lines_of_the_library(harnpy: Command) -> None:
    harnpy.write(
        "a.harn", 'import { extract_paths } from "std/text"\n\npub const n: list = extract_paths(1)\n'
    )
    first = harnpy("check", "a.harn")
    assert "parameter `text` declared here" in first.stderr
    assert len(list((harnpy.folder / ".cache" / "check").iterdir())) == 1
    assert harnpy("check", "a.harn").stderr == first.stderr


def test_the_cache_of_results_can_be_turned_off(harnpy: Command) -> None:
    harnpy.write("a.harn", RIGHT)
    harnpy.environ["HARN_CHECK_RESULT_CACHE"] = "0"
    assert harnpy("check", "a.harn").returncode == 0
    assert not (harnpy.folder / ".cache" / "check").exists()


def test_strict_types_want_data_from_outside_validated(harnpy: Command) -> None:
    harnpy.write("a.harn", DATA)
    assert harnpy("check", "a.harn").returncode == 0
    strict = harnpy("check", "--strict-types", "a.harn")
    assert strict.returncode == 1
    assert "error[HARN-OWN-004]" in strict.stderr
    # What was found without the option is not what the option finds.
    assert harnpy("check", "a.harn").returncode == 0


def test_effects_are_the_flags_a_run_needs(harnpy: Command) -> None:
    harnpy.write(
        "part.harn", 'pub fn home(harness: Harness) -> string? {\n  return harness.env.get("HOME")\n}\n'
    )
    harnpy.write(
        "a.harn",
        'import { home } from "part"\n\nfn main(harness: Harness) {\n'
        '  harness.fs.write_text("out/a.txt", harness.fs.read_text("in/b.txt"))\n'
        '  harness.process.exec("git", ["status"])\n  harness.stdio.println(home(harness) ?? "")\n}\n',
    )
    ran = harnpy("check", "--effects", "a.harn")
    flags = "--permissions none --allow-read=in --allow-write=out --allow-run=git --allow-env=HOME"
    assert (ran.returncode, ran.stdout) == (0, f"a.harn: {flags}\n")


def test_effects_of_a_program_with_errors_are_not_told(harnpy: Command) -> None:
    harnpy.write("a.harn", WRONG)
    ran = harnpy("check", "--effects", "a.harn")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "a.harn: has errors; `harnpy check a.harn` tells them\n"


def test_types_of_expressions_can_be_seen(harnpy: Command) -> None:
    harnpy.write("a.harn", 'pub const xs = [1, 2].map({ n -> "${n}" })\n')
    ran = harnpy("check", "--show", "types", "a.harn")
    assert '[1, 2].map({ n -> "${n}" }): list<string>' in ran.stdout


@pytest.fixture
def watching(harnpy: Command) -> Iterator[subprocess.Popen[str]]:
    """`check --watch a.harn`, started once the file is there."""
    harnpy.write("a.harn", RIGHT)
    process = subprocess.Popen(
        [*EXE, "check", "--watch", "a.harn"],
        cwd=harnpy.folder,
        env=harnpy.environ,
        stderr=subprocess.PIPE,
        text=True,
    )
    yield process
    process.terminate()
    process.communicate(timeout=10)


def said(process: subprocess.Popen[str]) -> str:
    """The first line of what a check says."""
    assert process.stderr is not None
    first = line = process.stderr.readline()
    while line and "watching" not in line:
        line = process.stderr.readline()
    return first


def change(path: Path, text: str) -> None:
    """Write a file so that its time tells."""
    path.write_text(text)
    later = time.time() + 5
    os.utime(path, (later, later))


def test_watch_checks_again_after_a_change(harnpy: Command, watching: subprocess.Popen[str]) -> None:
    assert said(watching) == "a.harn: ok\n"
    change(harnpy.folder / "a.harn", WRONG)
    assert said(watching).startswith("error[HARN-TYP-007]")


def test_watch_looks_at_what_a_program_imports(harnpy: Command, watching: subprocess.Popen[str]) -> None:
    assert said(watching) == "a.harn: ok\n"
    change(harnpy.folder / "a.harn", 'import { size } from "part"\n\npub const n: int = size()\n')
    assert said(watching).startswith("error[HARN-MOD-001]")
    change(harnpy.folder / "part.harn", "pub fn size() -> int {\n  return 1\n}\n")
    assert said(watching) == "a.harn: ok\n"
    (harnpy.folder / "part.harn").write_text('pub fn size() -> string {\n  return "1"\n}\n')
    assert said(watching).startswith("error[HARN-TYP-007]")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--effects", "--json", "a.harn"), "`--effects` and `--json` exclude each other"),
        (("--show", "ast", "--strict-types", "a.harn"), "`--show` and `--strict-types` exclude each other"),
        (("--watch", "-"), "`--watch` looks at files, and standard input is none"),
    ],
)
def test_options_that_would_do_nothing_are_refused(
    harnpy: Command, arguments: tuple[str, ...], said: str
) -> None:
    harnpy.write("a.harn", RIGHT)
    ran = harnpy("check", *arguments)
    assert ran.returncode == 2
    assert said in ran.stderr
