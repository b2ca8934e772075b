"""The parse table: no conflict, current, and every rule with its build function."""

import inspect

import pytest
from lark import Lark

from harnpy.syntax import lalr_table, maketable
from harnpy.syntax.build.rules import BUILDERS
from harnpy.syntax.driver import BUILD, UNIT


def test_the_grammar_has_no_conflict() -> None:
    made, conflicts = maketable.conflicts_of(maketable.grammar_text())
    assert isinstance(made, Lark)
    assert conflicts == []


def test_a_conflict_is_refused() -> None:
    grammar = "module: a | b\na: X\nb: X\n%declare X\nexpression: X\ntype_alone: X\nsignature: X\n"
    with pytest.raises(Exception, match=r"[Rr]educe"):
        maketable.table_text(grammar)
    others = 'expression: "x"\ntype_alone: "x"\nsignature: "x"\n'
    dangling = 'module: "if" module | "if" module "else" module | "x"\n' + others
    with pytest.raises(maketable.Conflict, match="Shift/Reduce"):
        maketable.table_text(dangling)


def test_the_table_is_current() -> None:
    path = inspect.getsourcefile(lalr_table)
    assert path is not None
    with open(path, encoding="utf-8") as file:
        assert file.read() == maketable.table_text(maketable.grammar_text()), (
            "run: python -m harnpy.syntax.maketable"
        )


def test_every_rule_has_its_build_function() -> None:
    wanted = {name for _, _, action, name, _ in lalr_table.RULES if action == BUILD}
    assert wanted == set(BUILDERS)


def test_a_build_function_is_named_like_its_rule() -> None:
    assert [name for name, function in BUILDERS.items() if function.__name__ != name] == []


def test_no_unit_reduction_is_left() -> None:
    units = {~number for number, rule in enumerate(lalr_table.RULES) if rule[2] == UNIT}
    assert [row for row in lalr_table.ROWS if units.intersection(row.values())] == []
