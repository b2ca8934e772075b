"""Faults point at the same place on fast and slow paths, whether or not inference took the guards away.

`⟦` stands before the character that the report must point at.
"""

import importlib
import io

import pytest

from harnpy.base.spans import SourceFile
from harnpy.catalog.standard import standard
from harnpy.lowering.compiled import compile_module
from harnpy.lowering.facts import FactsLike, NoFacts
from harnpy.project.graph import load
from harnpy.runtime.errors import Failure
from harnpy.runtime.machine import Machine
from harnpy.runtime.modules import ModuleCode
from harnpy.semantics.checker import check_program
from harnpy.system.sources import read_source

PROGRAMS = {
    "operands unknown": "fn f(a, b) { return a + ⟦b }\nf(1, nil)",
    "left literal": 'fn f(a) { return 1 + ⟦a }\nf("x")',
    "right literal": "fn f(a) { return a - ⟦1 }\nf(true)",
    "nested operand": "fn f(a, b) { return 1 + (a * ⟦b) }\nf([], 2)",
    "division": "fn f(a, b) {\n  return a / ⟦b\n}\nf(1, 0)",
    "division of known ints": "fn f(a: int, b: int) { return a / ⟦b }\nf(1, 0)",
    "remainder": "fn f(a: int, b: int) { return a % ⟦b }\nf(1, 0)",
    "negation": "fn f(a) { return -⟦a }\nf([])",
    "throw": 'fn f(v) { throw ⟦v }\nf("bad")',
    "throw of an expression": 'fn f(v) { throw ⟦"bad ${v}" }\nf(1)',
    "require": 'fn f(v) { require v, ⟦"no" }\nf(nil)',
    "native argument": "fn f(a) { return split(a, ⟦1) }\nf(2)",
    "method argument": "fn f(a) { return a.frob(⟦1) }\nf(2)",
    "property of nil": "fn f(a) { return 1 + ⟦a.b }\nf(nil)",
    "index of an int": "fn f(a) { return ⟦a[0] }\nf(1)",
    "index write": "fn f(a) {\n  let xs = a\n  ⟦xs[5] = 1\n}\nf([1])",
    "known list write": "fn f(i: int) {\n  let xs = [1]\n  ⟦xs[i] = 1\n}\nf(5)",
    "call of a value": "fn f(g) { return g(⟦1) }\nf(3)",
    "arity": "fn g(a, b) { return a }\nfn f() { return ⟦g(1) }\nf()",
    "binding": "fn f(v) { const x: int = ⟦v }\nf(nil)",
    "no arm": "fn f(v) {\n  ⟦match v { 1 -> { 2 } }\n}\nf(3)",
    "wide characters before": 'fn f(a, b) { return ["żółć🎈", a + ⟦b] }\nf(1, nil)',
    "in a closure": "fn f(g) { return g(nil) }\nf({ x -> 1 + ⟦x })",
    "in an inlined closure": "fn f(xs: list) { return xs.map({ x -> 1 + ⟦x }) }\nf([nil])",
    "in a generator": "fn g(n) { yield 1 + ⟦n }\nfor x in g(nil) { println(x) }",
    "in a task": "const h = spawn { 1 + ⟦task }\nfn task() { }\nawait(h)",
    "non-null": "fn f(a) { return ⟦a! }\nf(nil)",
    "propagation": "fn f(a) { return ⟦a? }\nf(3)",
    "for over ranges": "fn f(a) { for i in 0..⟦a { println(i) } }\nf(nil)",
}


def failure_of(text: str, facts: FactsLike | None) -> Failure:
    program = check_program(
        load(SourceFile("p.harn", text), read_source), standard(), running=True, typed=False
    )
    assert not program.report.has_errors, [one.text for one in program.report.diagnostics]
    compiled = compile_module(program.entry, standard(), facts)
    machine = Machine(standard(), importlib.import_module, stdout=io.StringIO())
    machine.add(ModuleCode(compiled.key, compiled.path, compiled.code, natives=compiled.natives))
    failure = machine.run(compiled.key).failure
    assert failure is not None
    return failure


@pytest.mark.parametrize("name", PROGRAMS)
def test_fault_points_at_its_place(name: str) -> None:
    marked = PROGRAMS[name]
    text = marked.replace("⟦", "")
    file = SourceFile("p.harn", text)
    wanted = file.byte_column(marked.index("⟦"))
    found = failure_of(text, None)
    assert (found.line, found.column) == wanted, found.text
    slow = failure_of(text, NoFacts())
    assert (slow.line, slow.column, slow.text) == (found.line, found.column, found.text)
