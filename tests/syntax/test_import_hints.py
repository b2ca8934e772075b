"""Renaming imports and qualified types: one diagnostic each, with what to write in their place."""

import pytest

from harnpy.base.spans import SourceFile
from harnpy.syntax import parser
from harnpy.syntax.nodes import ImportDecl

SPACE = 'import * as m from "./a"\n'
TYPE = 'types of another module are imported by name: `import { Pt } from "./a"`, then `Pt`'


def helps(text: str) -> list[str | None]:
    _, report = parser.parse(SourceFile("t.harn", text))
    return [one.help for one in report.diagnostics]


def test_an_import_does_not_rename() -> None:
    found, report = parser.parse(SourceFile("t.harn", 'import { K as Q, L } from "./a"\n'))
    (help_text,) = [one.help for one in report.diagnostics]
    assert help_text == "Harn has no import that renames: import `K` and write `const Q = K`"
    (kept,) = found.items
    assert isinstance(kept, ImportDecl)
    assert [one.name for one in kept.names or ()] == ["K", "L"]


@pytest.mark.parametrize(
    "text",
    [
        "const p = m.Pt { x: 1 }",
        "println(m.Pt {x: 1})",
        "if m.Pt {x: 1}.x == 1 { }",
        "const p: m.Pt = nil",
        "fn f(p: m.Pt?, n: int) -> int { return n }",
        "fn f() -> m.Pt { }",
        "fn f(ps: list<m.Pt>) { }",
        "struct Line { from: m.Pt }",
    ],
)
def test_types_of_a_module_stand_alone(text: str) -> None:
    assert helps(f"{SPACE}{text}\n") == [TYPE]


@pytest.mark.parametrize(
    "text",
    ["fn f(p: other.Pt) { }", "fn f(n: m) { }", "const c = m.Pt.x\n", "match m.Pt { _ -> { } }"],
)
def test_what_is_no_type_of_a_module(text: str) -> None:
    assert TYPE not in helps(f"{SPACE}{text}\n")
