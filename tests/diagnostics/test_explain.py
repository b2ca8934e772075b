"""The pages behind `explain`."""

import json
from types import ModuleType

import pytest
from syrupy.assertion import SnapshotAssertion

from harnpy.diagnostics import explain
from harnpy.diagnostics.model import Code, Repair


def registry() -> explain.Registry:
    table = ModuleType("table")
    vars(table)["LINT"] = Code(
        "HARN-LNT-014",
        "unused variable",
        why="Dead names mislead.",
        bad="let x = 1",
        good="let _ = 1",
        command="lint",
    )
    vars(table)["MISMATCH"] = Code(
        "HARN-TYP-007",
        "a binding has another type than declared",
        why="The declared type is a promise.",
        bad='const x: int = "a"',
        good="const x: int = 1",
        repairs=(Repair("casts/insert-explicit-conversion", "scope-local", "convert one side"),),
        related=("HARN-LNT-014", "HARN-TYP-999"),
    )
    return explain.Registry((table,))


@pytest.mark.parametrize("spelt", ["HARN-TYP-007", "harn-typ-007", "typ-007", "TYP-007", " typ-007 "])
def test_short_forms_find_the_code(spelt: str) -> None:
    row = registry().find(spelt)
    assert row is not None
    assert row.code == "HARN-TYP-007"


def test_the_page(snapshot: SnapshotAssertion) -> None:
    known = registry()
    assert explain.page(known.codes["HARN-TYP-007"], known) == snapshot


def test_the_page_as_data(snapshot: SnapshotAssertion) -> None:
    row = registry().codes["HARN-TYP-007"]
    assert json.dumps(explain.page_data(row), indent=2, ensure_ascii=False) == snapshot


def test_the_catalogue(snapshot: SnapshotAssertion) -> None:
    known = registry()
    parts = [explain.catalog_text(known), explain.catalog_markdown(known)]
    parts.append(json.dumps(explain.catalog_data(known), indent=2, ensure_ascii=False))
    assert "\n----\n".join(parts) == snapshot


@pytest.mark.parametrize("spelt", ["TYP-0077", "HARN-TYP-017", "nonsense", "HARN-LLM-001", "XYZ-001"])
def test_unknown_codes(snapshot: SnapshotAssertion, spelt: str) -> None:
    assert "\n".join(explain.unknown_lines(spelt, registry())) == snapshot


@pytest.mark.parametrize("number", [0, 1, 2, 70, 124, 125])
def test_every_exit_code_has_a_page(number: int) -> None:
    page = explain.exit_page(number)
    assert page is not None
    assert page.startswith(f"exit {number} — ")


def test_other_exit_codes_have_none() -> None:
    assert explain.exit_page(3) is None
