"""The analysis gives up rather than keep a user waiting."""

import pytest

from harnpy.base.spans import SourceFile
from harnpy.catalog.standard import standard
from harnpy.project.graph import load
from harnpy.semantics.checker import check_program
from harnpy.semantics.facts import world
from harnpy.semantics.facts.answers import NOTHING_KNOWN
from harnpy.system.sources import read_source

PROGRAM = "fn f(a: int) { return a % 7 }\nprintln(f(3))\n"


def test_a_program_within_its_budget_has_facts() -> None:
    program = check_program(load(SourceFile("p.harn", PROGRAM), read_source), standard())
    assert program.entry.facts is not NOTHING_KNOWN


def test_a_program_beyond_its_budget_runs_without_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world, "_LEAST_WORK", 1)
    monkeypatch.setattr(world, "_WORK_PER_NAME", 0)
    program = check_program(load(SourceFile("p.harn", PROGRAM), read_source), standard())
    assert program.entry.facts is NOTHING_KNOWN
