"""What declarations and the catalog say: functions, bounds, names that nobody declares."""

import pytest

from harnpy.catalog.model import Row, parameters_of
from harnpy.catalog.standard import standard
from harnpy.runtime.handles import MEMBERS
from harnpy.semantics.members import CAPABILITIES
from harnpy.semantics.native_types import Natives
from harnpy.semantics.substitution import variables_in
from harnpy.semantics.type_names import display, signature
from harnpy.semantics.typeforms import UNTYPED, Alias, Prim, Type
from harnpy.syntax.nodes import Closure, FnDecl, StructDecl
from harnpy.syntax.visit import walk
from tests.semantics.types.declaring import Declared

CATALOG = standard()
TABLES = (CATALOG.methods, CATALOG.properties, CATALOG.capabilities, {"": CATALOG.builtins})
ROWS = [row for tables in TABLES for table in tables.values() for row in table.values()]


def test_every_native_has_the_type_that_its_signature_says() -> None:
    natives = Natives(CATALOG)
    assert [row.signature for row in ROWS if not _agrees(natives, row)] == []


def _agrees(natives: Natives, row: Row) -> bool:
    function = natives.of(row)
    written = parameters_of(row.signature)
    read = [(one.name, one.optional, one.rest) for one in function.params]
    # Every type parameter is the function's own or the receiver's; a name that nobody declares is no type,
    # and which of the two numbers a result is depends on the arguments.
    known = {*function.variables, *natives.receiver(row.owner)}
    return (
        read == [(one.name, one.optional, one.rest) for one in written]
        and function.required == sum(not (one.optional or one.rest) for one in written)
        and set(variables_in(function)) <= known
        and all(one.type is not UNTYPED for one in function.params)
        and (function.result is UNTYPED) == row.signature.endswith("-> int | float")
    )


def test_a_signature_is_read_once() -> None:
    natives = Natives(CATALOG)
    assert natives.of(ROWS[0]) is natives.of(ROWS[0])


def test_the_handles_of_the_checker_are_those_of_a_run() -> None:
    assert CAPABILITIES == MEMBERS


FUNCTIONS = {
    "fn f(a: int, b = 1, ...c: string) -> bool { return true }": "f(a: int, b?: any, ...c: string) -> bool",
    "fn f(a, b: nobody) { return a }": "f(a: any, b: any) -> any",
    "fn f<T>(a: T) -> [T] { return [a] }": "<T> f(a: T) -> list<T>",
    "fn f(x: any) -> x is string { return true }": "f(x: any) -> bool",
    "gen fn f() -> Stream<int> { emit 1 }": "f() -> Stream<int>",
    "fn f(x: HarnessFs, y: Harness) -> nil {}": "f(x: HarnessFs, y: Harness) -> nil",
    "fn f(x: number?, y: owned<[int]>) -> nil {}": "f(x: int | float | nil, y: list<int>) -> nil",
}


@pytest.mark.parametrize("text", FUNCTIONS)
def test_the_type_of_a_function(text: str) -> None:
    assert signature("f", Declared(text).function("f")) == FUNCTIONS[text]


def test_a_closure_says_what_it_has_written() -> None:
    declared = Declared('const f = fn(a: int, b = 2) -> string throws Oops { "" }\nenum Oops { Bad }')
    (node,) = (one for one in walk(declared.module) if isinstance(one, Closure))
    made = declared.world.closure(node, declared.bindings)
    assert display(made) == "fn(int, any) -> string"
    assert made.throws is not None
    assert display(made.throws) == "Oops"


def test_a_program_may_declare_its_own_option() -> None:
    text = "enum Option<T> { Some(value: T), None }\ntype It = Option<int>"
    assert display(Declared(text).target("It")) == "Option<int>"
    assert display(Declared("type It = Option<int>").target("It")) == "int?"


def test_declarations_may_name_each_other_in_any_order() -> None:
    declared = Declared(
        "struct A { b: B, more: [A] }\nstruct B { a: A? }\ntype Tree = {kids: [Tree], owner: Owner}\n"
        "interface Owner { fn trees(self) -> [Tree] }\nimpl A { fn b(self) -> B { return self.b } }"
    )
    assert display(declared.struct("A").fields["b"].type) == "B"
    assert display(declared.struct("B").fields["a"].type) == "A?"
    assert display(declared.target("Tree")) == "{kids: list<Tree>, owner: Owner}"
    assert display(declared.struct("A").methods["b"]) == "fn() -> B"
    assert display(declared.interface("Owner").methods["trees"]) == "fn() -> list<Tree>"


def test_declarations_of_a_body_are_read_when_it_is_entered() -> None:
    declared = Declared(
        "fn outer() -> nil {\n struct Inner { x: int }\n impl Inner { fn y(self) -> int { return 1 } }\n}"
    )
    outer = declared.node(FnDecl, "outer")
    declared.world.declare(outer.body.statements, declared.bindings)
    info = declared.world.struct(declared.node(StructDecl, "Inner"))
    assert display(info.fields["x"].type) == "int"
    assert display(info.methods["y"]) == "fn() -> int"


def test_bounds_of_a_where_clause() -> None:
    declared = Declared(
        "interface A { fn a(self) -> int }\ninterface B { fn b(self) -> int }\n"
        "fn f<T, U>(x: T, y: U) -> nil where T: A + B, U: A {}"
    )
    bounds = [[display(bound) for bound in one.info.bounds] for one in declared.function("f").variables]
    assert bounds == [["A", "B"], ["A"]]
    declared.function("f")
    assert len(declared.function("f").variables[0].info.bounds) == 2


def test_a_bare_name_of_a_generic_declaration_matches_every_one() -> None:
    types = Declared("struct Cell<T> { value: T }\ntype Boxed<T> = {v: T}", "Cell", "Boxed", "[Cell]").types
    assert [display(one) for one in types.values()] == ["Cell", "Boxed", "list<Cell>"]


def test_every_module_shares_one_form_of_each_primitive() -> None:
    found: list[Type] = list(Declared("type Me = Me", "int", "any", "never", "Me").types.values())
    assert all(isinstance(one, (Prim, Alias)) for one in found)
    again = list(Declared("type Me = Me", "int", "any", "never", "Me").types.values())
    assert [one is other for one, other in zip(found, again, strict=True)] == [True, True, True, False]
