"""Every kind of callable must have its row in each table that a callable passes through."""

import pytest

from harnpy.base.spans import SourceFile
from harnpy.catalog.standard import standard
from harnpy.lowering.compiled import compile_module
from harnpy.project.graph import load
from harnpy.semantics.checker import check_program
from harnpy.semantics.facts import flow
from harnpy.syntax import nodes
from harnpy.system.sources import read_source

# A program for each class of node that owns names.
OWNERS: dict[type[nodes.Node], str] = {
    nodes.Module: "println(1)\n",
    nodes.FnDecl: "fn f(a, b = 1) { return a + b }\n",
    nodes.ToolDecl: 'tool t(a: int) -> int { description "d" return a }\n',
    nodes.Pipeline: "pipeline p(task) { println(task) }\n",
    nodes.OverrideDecl: "pipeline p(task) { override setup(a) { println(a) } }\n",
    nodes.EvalPackDecl: 'eval_pack e "E" { println(1) }\n',
    nodes.Closure: "const f = { x -> x + 1 }\n",
    nodes.SpawnExpr: "const h = spawn { 1 }\n",
    nodes.Parallel: "const r = parallel each [1] { x -> x }\n",
}


@pytest.mark.parametrize("kind", OWNERS, ids=lambda kind: kind.__name__)
def test_every_kind_of_callable_passes_through_all_tables(kind: type[nodes.Node]) -> None:
    program = check_program(load(SourceFile("t.harn", OWNERS[kind]), read_source), standard(), running=True)
    (checked,) = program.modules
    assert kind in {one.__class__ for one in checked.bindings.owners}
    compile_module(checked, standard())


def test_the_facts_enter_every_kind_of_callable() -> None:
    assert set(flow.ENTRY.rows) == set(OWNERS)


def test_what_has_parameters_and_a_body_is_a_callable() -> None:
    assert {one for one in nodes.ALL if {"params", "body"} <= set(one.FIELDS)} <= set(OWNERS)
