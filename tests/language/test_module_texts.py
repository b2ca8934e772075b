"""What a run says of imports that fail, where `check` has other words."""

from pathlib import Path

import pytest

from tests.support.harn import run_harn

LEFT = "pub fn pick() { return 1 }\nfn own() { return 2 }\npub const K = 3\n"
FILES = {
    "left.harn": LEFT,
    "right.harn": "pub fn pick() { return 4 }\n",
    "again.harn": 'pub import { pick } from "left"\npub fn pick() { return 5 }\n',
    "ring.harn": 'pub import { other } from "main"\npub fn mine() { return 1 }\n',
}
CASES = {
    "two wildcards": (
        'import "left"\nimport "right"\n',
        "Import collision: 'pick' is already defined when importing right. "
        'Use selective imports to disambiguate: import { pick } from "..."',
    ),
    "an import and a namespace of one name": (
        'import * as m from "left"\nimport * as m from "right"\n',
        "Import collision: 'm' is already defined when importing right. "
        'Use a different namespace alias: import * as <name> from "..."',
    ),
    "a name that is not there": (
        'import { nothing } from "left"\nnothing()\n',
        "imported symbol `nothing` does not exist in `left`",
    ),
    "a private name": (
        'import { own } from "left"\nown()\n',
        "imported symbol `own` is not exported by `left` — it is defined there but not `pub`",
    ),
    "a re-export and a function of one name": (
        'import { pick } from "again"\npick()\n',
        "Re-export collision: 'pick' is defined here and also re-exported from 'left'",
    ),
    "an unknown standard module": ('import "std/nowhere"\n', "unresolved import 'std/nowhere'"),
    "a file that is not there": ('import "gone"\n', "gone"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_failing_import_is_told_as(name: str, tmp_path: Path) -> None:
    for file, text in FILES.items():
        (tmp_path / file).write_text(text, "utf-8")
    source, wanted = CASES[name]
    ran = run_harn(source, path=str(tmp_path / "main.harn"))
    told = [ran.error, *(one.text for one in ran.outcome.diagnostics)]
    assert ran.outcome.exit_code == 1
    assert any(wanted in text for text in told), told
