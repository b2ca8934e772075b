"""Case files: a program with what its lines must print, throw or fail with in comments at their ends.

`// prints: TEXT` stands for a line of output, in the order of the file; `\\n` in it is a line break.
`// throws: TEXT` marks the line whose uncaught error has this text, `// fails: CODE` one that `check`
reports, with the text of the diagnostic after the code where a case is about it. `// exits: N` is the
exit code.
Folders in the folder of a feature hold modules that its cases import.
"""

import re
from pathlib import Path

import pytest

from tests.support.harn import check_harn, run_harn

TESTS = Path(__file__).parents[1]
CASES = sorted([*TESTS.glob("language/*/*.harn"), *TESTS.glob("std/*/*.harn")])
# Cases that `check` refuses for their types, where they show what such a fault does when it is reached.
REFUSED = (
    "access/reads",
    "access/structs",
    "arithmetic/faults",
    "calls/what_can_be_called",
    "contracts/nominal_types",
    "contracts/shapes",
    "control/mutating_loop_variables",
    "errors/other_builtins_throw_texts",
    "errors/unknown_methods",
    "errors/what_catch_sees",
    "iteration/streams",
    "lexing/integers",
    "methods/callbacks_may_fail_and_recurse",
    "modules/namespace",
    "precedence/ladder",
    "separators/header_parts_stand_on_the_line",
    "values/collections_are_values",
    "values/faults_of_mutating_methods",
    "values/mutating_methods",
    "values/mutation_of_a_temporary",
    "values/mutation_through_optional_access",
)
_NOTE = re.compile(r"//\s*(prints|throws|fails|exits): ?(.*)$")

Notes = dict[str, list[tuple[int, str]]]


def notes_of(text: str) -> Notes:
    """The notes of a case: (line, text) by kind."""
    found: Notes = {"prints": [], "throws": [], "fails": [], "exits": []}
    for number, line in enumerate(text.split("\n"), 1):
        note = _NOTE.search(line)
        if note is not None:
            found[note[1]].append((number, note[2].rstrip()))
    return found


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_case_does_what_its_lines_say(path: Path) -> None:
    text = path.read_bytes().decode()
    notes = notes_of(text)
    assert any(notes.values()), "the case expects nothing"
    reported = _reported(text, path, notes["fails"])
    if f"{path.parent.name}/{path.stem}" in REFUSED:
        assert reported, "no longer refused: take it off the list"
    else:
        assert notes["fails"] == reported
    if not notes["fails"]:
        _run(text, str(path), notes)
        _run(text, str(path), notes, later=True)


def _reported(text: str, path: Path, wanted: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The errors that `check` reports, and warnings of wanted codes, in words as full as those wanted."""
    codes = {note.split(" ")[0] for _, note in wanted}
    with_text = {(line, note.split(" ")[0]) for line, note in wanted if " " in note}
    found: list[tuple[int, str]] = []
    for one in check_harn(text, path=str(path)).sorted():
        if one.code in codes or one.severity == "error":
            place = (one.span.file.line_col(one.span.start)[0], one.code)
            found.append((place[0], f"{one.code} {one.text}") if place in with_text else place)
    return found


def _run(text: str, path: str, notes: Notes, *, later: bool = False) -> None:
    ran = run_harn(text, path=path, later=later)
    wanted = [line for _, note in notes["prints"] for line in note.split("\\n")]
    assert wanted == [line.rstrip() for line in ran.stdout.splitlines()]
    failure = ran.outcome.failure
    assert notes["throws"] == ([] if failure is None else [(failure.line, failure.text)])
    for _, code in notes["exits"]:
        assert ran.outcome.exit_code == int(code)
