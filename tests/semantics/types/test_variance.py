"""Where marked type parameters stand that must not stand there (HARN-TYP-012)."""

import pytest

from harnpy.semantics.variance import misplaced
from tests.semantics.types.declaring import Declared

CASES = {
    "type X<out T> = fn() -> T": [],
    "type X<in T> = fn(T) -> nil": [],
    "type X<out T> = fn(T) -> int": ["T covariant in contravariant"],
    "type X<in T> = fn() -> T": ["T contravariant in covariant"],
    "type X<in T> = {a: T}": ["T contravariant in covariant"],
    "type X<out T> = {a: [T], b: dict<string, T>, c: T?}": [],
    "type X<out T> = dict<T, int>": ["T covariant in invariant"],
    "type X<out T> = set<T>": ["T covariant in invariant"],
    "type X<out T> = fn(fn(T) -> nil) -> T": [],
    "type X<in T> = fn(fn(T) -> nil) -> nil": ["T contravariant in covariant"],
    "type X<in A, out B> = fn(A) -> B": [],
    "type X<in A, out B> = fn(B) -> A": ["A contravariant in covariant", "B covariant in contravariant"],
    "type X<T> = fn(T) -> T": [],
    "type Y<in T> = fn(T) -> nil\ntype X<out T> = Y<T>": ["T covariant in contravariant"],
    "type Y<T> = {a: T}\ntype X<out T> = Y<T>": ["T covariant in invariant"],
    "type Y<out T> = {a: T}\ntype X<out T> = Y<T>": [],
    "type X<out T> = tuple<T, int> & {a: T}": [],
}


def told(declared: Declared) -> list[str]:
    found = [
        f"{one.variable.name} {one.declared} in {one.position}" for one in misplaced(declared.alias("X"))
    ]
    return sorted(found)


@pytest.mark.parametrize("text", CASES)
def test_where_a_marked_parameter_may_stand_in_an_alias(text: str) -> None:
    assert told(Declared(text)) == CASES[text]


def test_structs_enums_and_interfaces_are_looked_at_too() -> None:
    declared = Declared(
        "struct S<in T> { a: T }\n"
        "interface I<out T> { fn put(self, item: T) -> nil; fn get(self) -> T }\n"
        "interface J<out T> { fn get(self) -> T }"
    )
    infos = (declared.struct("S"), declared.interface("I"), declared.interface("J"))
    assert [[one.position for one in misplaced(info)] for info in infos] == [
        ["covariant"],
        ["contravariant"],
        [],
    ]
    (found,) = misplaced(declared.struct("S"))
    assert found.variable.node is not None
    assert found.variable.node.span.text == "in T"
