"""Which declaration a name means, and what the whole module does with it."""

import pytest

from harnpy.semantics.symbols import SymbolKind
from harnpy.syntax.nodes import AppliedType, Binding, Closure, FnDecl, Module, NamedType, Pipeline
from tests.semantics.reading import Read


def test_a_value_sees_the_names_before_it() -> None:
    read = Read("fn f() {\n  let x = 1\n  let x = x + 1\n  println(x)\n}\n")
    first, second = read.declared("x")
    assert read.uses("x") == [first, second]
    assert (first.python, second.python) == ("x", "x·2")


def test_inner_block_shadows_and_gets_a_python_name_of_its_own() -> None:
    read = Read("fn f(a) {\n  if a {\n    const a = 2\n    println(a)\n  }\n  return a\n}\n")
    outer, inner = read.declared("a")
    assert read.uses("a") == [outer, inner, outer]
    assert (outer.python, inner.python) == ("a", "a·2")


def test_headers_are_read_in_the_outer_scope() -> None:
    read = Read("fn f(xs) {\n  for xs in xs { println(xs) }\n}\n")
    param, loop = read.declared("xs")
    assert read.uses("xs") == [param, loop]


def test_names_of_a_block_end_with_it() -> None:
    read = Read("fn f(flag) {\n  if flag {\n    const inner = 3\n  }\n  return inner\n}\n")
    assert read.found == ["error HARN-NAM-001 5"]


def test_functions_are_visible_before_their_line_at_every_level() -> None:
    read = Read("fn f() {\n  if true {\n    println(late(1))\n    fn late(x) { return x }\n  }\n}\n")
    assert read.found == []
    assert read.uses("late")[0].kind is SymbolKind.FN


def test_a_value_bound_before_wins_over_a_function_of_the_scope() -> None:
    read = Read("fn f() {\n  const g = 1\n  fn g() { return 2 }\n  return g\n}\n")
    assert read.uses("g")[0].kind is SymbolKind.CONST


def test_functions_see_top_level_names_wherever_they_stand() -> None:
    read = Read("fn f() { return k }\nconst k = 1\n")
    assert read.found == []
    assert read.uses("k") == [read.only("k")]


def test_a_closure_sees_a_later_top_level_name() -> None:
    read = Read("const f = { -> k }\nconst k = 1\n")
    assert read.found == []
    assert read.uses("k") == [read.only("k")]


def test_a_statement_does_not_see_a_later_name() -> None:
    assert Read("println(k)\nconst k = 1\n").found == ["error HARN-NAM-001 1"]


def test_a_default_sees_earlier_parameters_and_outer_names() -> None:
    read = Read("const b = 1\nfn f(a, c = a, b = b) { return c }\n")
    outer, param = read.declared("b")
    assert read.uses("b") == [outer]
    assert read.uses("a") == [read.only("a")]
    assert param.python == "b·2"


def test_a_user_name_shadows_a_builtin() -> None:
    read = Read("fn len(x) { return 1 }\nprintln(len(2))\n")
    assert read.uses("len")[0].kind is SymbolKind.FN
    assert read.uses("println")[0].kind is SymbolKind.BUILTIN


def test_const_over_const_of_one_scope_is_noted() -> None:
    read = Read("const x = 1\nconst x = 2\nlet y = 1\nconst y = 2\nif true {\n  const x = 3\n}\n")
    bindings = read.nodes(Binding)
    assert read.bindings.redeclared == {bindings[1]: "x"}


def test_discards_never_collide_and_cannot_be_read() -> None:
    read = Read("const _ = 1\nconst _ = 2\nprintln(_)\n")
    assert read.bindings.redeclared == {}
    assert read.texts == ["discard name `_` is valid only in a binding or pattern"]


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("let x = 1\nconst f = { -> x + 1 }\n", ("captured",)),
        ("let x = 1\nx = 2\n", ("reassigned",)),
        ("let x = 1\nx += 2\n", ("reassigned",)),
        ("let x = []\nx[0] = 2\n", ("mutated",)),
        ("let x = {}\nx.a.b[1] = 2\n", ("mutated",)),
        ("let x = []\nx.push(2)\n", ("mutated",)),
        ("let x = {}\nx.a.push(2)\n", ("mutated",)),
        ("let x = 1\nconst y = x\n", ("escapes",)),
        ("let x = 1\nconst y = x + 1\n", ()),
        ("let x = 1\nprintln(x)\n", ()),
        ("let x = []\nx.map(len)\n", ()),
        ("let x = []\nx.own()\n", ("escapes",)),
        ("let x = 1\nconst y = x ?? 2\n", ("escapes",)),
        ('let x = 1\nconst y = "${x}"\n', ()),
        ("pub let x = 1\n", ("exported",)),
        ("let x = 1\nspawn { x = 2 }\n", ("captured", "reassigned")),
    ],
)
def test_what_is_noted_about_a_name(text: str, flags: tuple[str, ...]) -> None:
    symbol = Read(text).only("x")
    names = ("captured", "reassigned", "mutated", "escapes", "exported")
    assert tuple(name for name in names if getattr(symbol, name)) == flags


def test_names_declared_in_a_loop_are_made_anew() -> None:
    read = Read(
        "for i in [1] {\n  const a = i\n  const f = { -> a }\n}\nretry 2 {\n  const b = 1\n}\nconst c = 1\n"
        "while c { fn g(p) { const d = p } }\n"
    )
    inside = {name: read.only(name).in_loop for name in "iabcgpd"}
    assert inside == {"i": True, "a": True, "b": True, "c": False, "g": True, "p": False, "d": False}


def test_owners_know_their_captures() -> None:
    read = Read("fn f(a) {\n  return { b -> { c -> a + b + c } }\n}\n")
    outer, inner = read.nodes(Closure)
    a, b = read.only("a"), read.only("b")
    assert read.bindings.owners[outer].captures == {a}
    assert read.bindings.owners[inner].captures == {a, b}
    assert read.bindings.owners[inner].parent is read.bindings.owners[outer]
    assert read.bindings.owners[read.module].node.__class__ is Module


def test_inner_function_reuses_a_name_only_when_the_outer_one_is_not_used_inside() -> None:
    read = Read("const n = 1\nfn f(n) { return n }\nfn g() {\n  println(n)\n  if true { const n = 2 }\n}\n")
    assert [one.python for one in read.declared("n")] == ["n", "n", "n·2"]


def test_python_words_are_escaped() -> None:
    read = Read("let class = 1\nlet _x = 2\n")
    assert read.only("class").python == "u_class"
    assert read.only("_x").python == "u__x"


def test_yield_makes_a_generator_of_its_own_callable_alone() -> None:
    read = Read("fn f() {\n  yield 1\n  const g = { -> 2 }\n}\n")
    assert read.bindings.owners[read.nodes(FnDecl)[0]].has_yield
    assert not read.bindings.owners[read.nodes(Closure)[0]].has_yield


def test_a_child_pipeline_sees_the_names_of_its_parent() -> None:
    read = Read(
        "pipeline child(harness: Harness) extends base {\n  println(tmp)\n  const tmp = 2\n}\n"
        "pipeline base(harness: Harness) {\n  let tmp = 1\n}\n"
    )
    child, base = read.nodes(Pipeline)
    assert read.found == []
    assert read.bindings.parents == {child: base}
    second, first = read.declared("tmp")
    assert read.uses("tmp") == [first]
    assert not first.captured
    assert (first.python, second.python) == ("tmp", "tmp·2")
    assert read.bindings.owners[child].inherits is read.bindings.owners[base]


def test_globals_need_no_declaration() -> None:
    read = Read("harness.stdio.println(argv)\nconst r = Result.Ok(1)\n")
    assert read.found == []
    assert {one.kind for one in (*read.uses("harness"), *read.uses("argv"))} == {SymbolKind.GLOBAL}


def test_type_parameters_and_types_are_found_in_annotations() -> None:
    read = Read("struct Box { v: int }\nfn f<T>(a: T, b: list<Box>) -> T { return a }\n")
    kinds = {
        node.name: read.bindings.symbols[node].kind
        for node in read.nodes(AppliedType, NamedType)
        if node in read.bindings.symbols
    }
    assert kinds == {"T": SymbolKind.TYPE_PARAM, "Box": SymbolKind.STRUCT}
