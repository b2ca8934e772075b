"""Imports across modules: names, collisions, re-exports, broken and circular ones."""

import pytest

from harnpy.base.spans import SourceFile
from harnpy.project.graph import load
from harnpy.semantics.checker import CheckedProgram, check_program
from harnpy.semantics.symbols import SymbolKind
from harnpy.syntax.nodes import FnDecl, Member, MethodCall
from harnpy.syntax.visit import walk
from tests.semantics.reading import CATALOG, line


def program(running: bool = False, /, **files: str) -> CheckedProgram:
    texts = {f"/w/{name}.harn": text for name, text in files.items()}

    def read(path: str) -> str:
        if path not in texts:
            raise FileNotFoundError(2, "No such file or directory")
        return texts[path]

    graph = load(SourceFile("/w/main.harn", texts["/w/main.harn"]), read, running=running)
    return check_program(graph, CATALOG, running=running)


def found(checked: CheckedProgram) -> list[str]:
    return [f"{one.severity} {one.code} {line(one)}" for one in checked.report.sorted()]


SHAPES = (
    "pub const unit = 1\npub fn area(w: int) -> int {\n  return helper(w)\n}\n"
    "fn helper(n: int) -> int {\n  return n\n}\npub enum Kind { Big, Small(a: int) }\n"
    "@sibling\nfn near() -> int {\n  return 1\n}\n"
)


def test_selected_names_mean_the_declarations() -> None:
    checked = program(main='import { area, unit } from "./shapes"\nconst x = area(unit)\n', shapes=SHAPES)
    assert found(checked) == []
    symbols = {one.name: one for one in checked.entry.bindings.owners[checked.entry.module].symbols}
    target = symbols["area"].target
    assert isinstance(target, tuple)
    assert (symbols["area"].kind, target[0]) == (SymbolKind.IMPORT, "./shapes")
    assert isinstance(symbols["area"].origin().node, FnDecl)
    assert set(checked.entry.imports.values()) == {"/w/shapes.harn"}


def test_wildcard_binds_every_export() -> None:
    checked = program(main='import "./shapes"\nconst x = area(unit)\nconst k = Kind.Big\n', shapes=SHAPES)
    assert found(checked) == []
    (symbols,) = checked.entry.bindings.wildcard.values()
    assert [one.name for one in symbols] == ["unit", "area", "Kind"]


def test_namespace_is_one_name_through_which_enums_are_found() -> None:
    checked = program(
        main='import * as m from "./shapes"\nconst a = m.Kind.Big\nconst b = m.Kind.Small(1)\n', shapes=SHAPES
    )
    assert found(checked) == []
    variants = checked.entry.bindings.variants
    named = [
        one for one in walk(checked.entry.module) if isinstance(one, (Member, MethodCall)) and one in variants
    ]
    assert [variants[one].variant for one in named] == ["Big", "Small"]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("volume", "imported symbol `volume` does not exist in `./shapes`"),
        ("aera", "imported symbol `aera` does not exist in `./shapes` — did you mean `area`?"),
        (
            "helper",
            "imported symbol `helper` is not exported by `./shapes` — it is defined there but not `pub`",
        ),
    ],
)
def test_names_that_are_not_offered(names: str, expected: str) -> None:
    checked = program(main=f'import {{ {names} }} from "./shapes"\nconst x = {names}(1)\n', shapes=SHAPES)
    assert [one.text for one in checked.report.diagnostics] == [expected]


def test_siblings_may_be_selected_in_the_same_directory() -> None:
    assert found(program(main='import { near } from "./shapes"\nconst x = near()\n', shapes=SHAPES)) == []


COLLIDING = {
    "main": 'import { size } from "./left"\nimport { size } from "./right"\n',
    "left": "pub fn size() {\n  return 1\n}\n",
    "right": "pub fn size() {\n  return 2\n}\n",
}


def test_collisions() -> None:
    checked = program(**COLLIDING)
    assert found(checked) == ["error HARN-MOD-005 2"]
    assert checked.report.diagnostics[0].text == (
        "preflight: import collision — 'size' is exported by both './left' and './right'"
    )
    checked = program(True, **COLLIDING)
    assert checked.report.diagnostics[0].text == (
        "Import collision: 'size' is already defined when importing ./right. Use selective imports to "
        'disambiguate: import { size } from "..."'
    )


def test_one_declaration_on_two_ways_is_no_collision() -> None:
    checked = program(
        main='import { size } from "./left"\nimport { size } from "./face"\n',
        left=COLLIDING["left"],
        face='pub import { size } from "./left"\n',
    )
    assert found(checked) == []


def test_reexport_conflicts() -> None:
    files = {**COLLIDING, "main": COLLIDING["main"].replace("import", "pub import")}
    checked = program(**files)
    assert found(checked) == ["error HARN-MOD-006 1", "error HARN-MOD-005 2"]
    checked = program(
        main='pub import { size } from "./left"\npub fn size() {\n  return 3\n}\n', left=COLLIDING["left"]
    )
    assert found(checked) == ["error HARN-MOD-006 1"]


def test_reexported_names_reach_the_importer() -> None:
    checked = program(
        main='import { size } from "./face"\nconst x = size()\n',
        face='pub import { size } from "./left"\n',
        left=COLLIDING["left"],
    )
    assert found(checked) == []


def test_broken_imports_are_reported_once_at_the_import() -> None:
    checked = program(
        main='import { area } from "./a"\nconst x = area(1)\n', a="pub fn area(w: int -> int {\n}\n"
    )
    assert found(checked) == ["error HARN-MOD-007 1"]
    checked = program(
        main='import "./a"\nconst x = unknown(1)\n', a='import "./b"\n', b="fn f() {\n  emit 1\n}\n"
    )
    assert found(checked) == ["error HARN-MOD-007 1", "error HARN-NAM-002 2"]
    assert "imported module './a' failed to compile (/w/a.harn): imported module './b'" in (
        checked.report.diagnostics[0].text
    )


def test_an_import_that_does_not_compile_shows_the_places_in_the_modules() -> None:
    checked = program(
        main='import { f } from "./a"\nconst x = f(y)\n',
        a='import { g } from "./b"\npub fn f(n: int) -> int {\n  return g(n)\n}\n',
        b="pub fn g(n: int -> int {\n}\n",
    )
    first, second = checked.report.sorted()
    places = [(one.span.file.path, one.span.file.line_col(one.span.start)) for one in first.notes]
    assert places == [("/w/a.harn", (1, 19)), ("/w/b.harn", (1, 17)), ("/w/b.harn", (1, 9))]
    assert first.notes[1].text.startswith("expected ")
    assert second.text.startswith("value `y` is not defined or imported")


def test_unknown_names_in_a_dependency_are_its_own_affair() -> None:
    assert found(program(main='import "./a"\n', a="fn f() {\n  return nothing\n}\n")) == []


def test_unknown_names_are_not_reported_while_an_import_is_missing() -> None:
    assert found(program(main='import "./nope"\nconst x = unknown(1)\n')) == ["error HARN-MOD-001 1"]


def test_cycles_see_each_other() -> None:
    checked = program(
        main='import { even } from "./even"\nconst x = even(4)\n',
        even='import { odd } from "./odd"\npub fn even(n: int) -> bool {\n  return odd(n - 1)\n}\n',
        odd='import { even } from "./even"\npub fn odd(n: int) -> bool {\n  return even(n - 1)\n}\n',
    )
    assert found(checked) == []
    assert [sorted(one.late) for one in checked.modules] == [["/w/even.harn"], ["/w/odd.harn"], []]


def test_a_reexport_across_a_cycle_is_refused() -> None:
    checked = program(
        main='pub import { f } from "./a"\n', a='import "./main"\npub fn f() {\n  return 1\n}\n'
    )
    assert found(checked) == ["error HARN-MOD-006 1"]


def test_imported_variants_must_be_qualified() -> None:
    checked = program(
        main='import { Kind } from "./shapes"\nfn f(k: Kind) {\n  return match k {\n'
        "    Kind.Small(a) -> { a }\n    Small(a) -> { a }\n    _ -> { 0 }\n  }\n}\n",
        shapes=SHAPES,
    )
    assert [one.text for one in checked.report.diagnostics] == [
        "match pattern `Small(...)` names a variant of imported enum `Kind`; imported variants must be "
        "qualified as `Kind.Small(...)`"
    ]
