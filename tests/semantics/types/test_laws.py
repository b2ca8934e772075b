"""Laws of types that hold for all of them, and how long the largest may take."""

from time import perf_counter

import attrs
from hypothesis import given, settings
from hypothesis import strategies as st

from harnpy.semantics.assignable import fits, mismatch
from harnpy.semantics.generics import expand, flat
from harnpy.semantics.type_names import display
from harnpy.semantics.typeforms import (
    ANY,
    BOOL,
    FLOAT,
    INT,
    NEVER,
    NIL,
    STRING,
    UNKNOWN,
    UNTYPED,
    Alias,
    Both,
    Field,
    Fn,
    Gen,
    Lit,
    Param,
    Prim,
    Shape,
    Tuple,
    Type,
    Union,
    members_of,
    union,
)
from tests.semantics.types.declaring import Declared

RECURSIVE = Declared(
    """
    type Json = nil | int | [Json] | dict<string, Json>
    type Data = nil | int | [Data] | dict<string, Data>
    type Tree = {value: int, kids: [Tree]}
    type Even = {next: Odd?}
    type Odd = {next: Even?}
    type Node<T> = {value: T, next: Node<T>?}
    type Grow<T> = {value: T, next: Grow<[T]>?}
    type Handler = fn(Handler) -> Handler
    struct Box<out T> { value: T, inner: Box<Box<T>>? }
    struct Cell<T> { value: T }
    interface Show { fn show(self, other: Show) -> Show }
    struct Shown { x: int }
    impl Shown { fn show(self, other: Show) -> Show { return self } }
    """,
    *("Json", "Data", "Tree", "Even", "Odd", "Node<int>", "Node<float>", "Grow<int>", "Grow<string>"),
    *("Handler", "Box<int>", "Box<float>", "Cell<int>", "Show", "Shown"),
).types

LEAVES = st.sampled_from(
    (
        *(INT, FLOAT, STRING, BOOL, NIL, Lit("a"), Lit("b"), Lit(1), UNKNOWN, Gen("list"), Gen("dict")),
        *RECURSIVE.values(),
    )
)


def _bigger(inner: st.SearchStrategy[Type]) -> st.SearchStrategy[Type]:
    fields = st.dictionaries(st.sampled_from("abc"), st.tuples(inner, st.booleans()), max_size=3)
    return st.one_of(
        inner.map(lambda one: Gen("list", (one,))),
        inner.map(lambda one: Gen("set", (one,))),
        inner.map(lambda one: Gen("dict", (STRING, one))),
        st.lists(inner, min_size=1, max_size=3).map(lambda items: Tuple(tuple(items))),
        st.lists(inner, min_size=1, max_size=4).map(union),
        fields.map(
            lambda written: Shape(tuple(Field(name, type, opt) for name, (type, opt) in written.items()))
        ),
        st.tuples(st.lists(inner, max_size=2), inner).map(
            lambda parts: Fn(tuple(Param(one) for one in parts[0]), parts[1])
        ),
    )


TYPES = st.recursive(LEAVES, _bigger, max_leaves=8)


@given(TYPES)
def test_every_type_fits_itself_and_what_takes_all(one: Type) -> None:
    twin = one if isinstance(one, Prim) else attrs.evolve(one)
    assert fits(one, one)
    assert fits(one, twin)
    assert fits(twin, one)
    assert all(fits(one, other) for other in (ANY, UNKNOWN, UNTYPED))
    assert all(fits(other, one) for other in (ANY, NEVER, UNTYPED))


@given(TYPES, TYPES)
def test_a_union_takes_each_of_its_members_and_no_more_than_them(one: Type, other: Type) -> None:
    both = union((one, other))
    assert fits(one, both)
    assert fits(other, both)
    assert fits(both, union((other, one)))
    if isinstance(both, Union):
        assert fits(both, one) == all(fits(member, one) for member in both.members)


@given(TYPES, TYPES)
def test_an_intersection_fits_what_one_of_its_members_fits(one: Type, other: Type) -> None:
    if one != other:
        both = Both((one, other))
        assert fits(both, one)
        assert fits(both, other)
        assert fits(one, both) == (fits(one, one) and fits(one, other))


@given(TYPES, TYPES)
def test_what_fits_has_no_mismatch_and_what_does_not_says_so(one: Type, other: Type) -> None:
    found = mismatch(one, other)
    assert (found is None) == fits(one, other)
    if found is not None:
        assert (found.actual, found.expected) == (one, other)
        assert found.tail == (f" ({found.detail})" if found.detail else "")


@given(TYPES, TYPES)
def test_containers_keep_the_order_of_their_elements(one: Type, other: Type) -> None:
    if UNKNOWN not in members_of(flat(one)):
        assert fits(Gen("list", (one,)), Gen("list", (other,))) == fits(one, other)
        assert fits(Fn((), one), Fn((), other)) == fits(one, other)
        assert fits(Fn((Param(other),), NIL), Fn((Param(one),), NIL)) == fits(one, other)


@given(TYPES, TYPES)
def test_the_order_of_members_does_not_matter(one: Type, other: Type) -> None:
    union_one, union_other = union((one, other)), union((other, one))
    assert set(members_of(union_one)) == set(members_of(union_other))
    assert union((union_one, one)) == union_one


@given(TYPES)
def test_expanding_keeps_the_meaning(one: Type) -> None:
    for same in (expand(one), flat(one)):
        assert not isinstance(same, Alias)
        assert fits(one, same)
        assert fits(same, one)
        assert display(same)


@settings(max_examples=300)
@given(TYPES, TYPES, TYPES)
def test_fitting_is_carried_on_between_types_that_are_certain(one: Type, two: Type, three: Type) -> None:
    # A base type goes to a literal, a bare container to any: with those it is not.
    if _certain(one) and _certain(two) and _certain(three) and fits(one, two) and fits(two, three):
        assert fits(one, three)


def _certain(one: Type) -> bool:
    return not any(mark in display(one) for mark in ('"', "1")) and _closed(one)


def _closed(one: Type) -> bool:
    if isinstance(one, Gen):
        return bool(one.args) and one.name != "dict" and all(map(_closed, one.args))
    if isinstance(one, Shape):
        return False
    if isinstance(one, Union):
        return all(map(_closed, one.members))
    if isinstance(one, Tuple):
        return all(map(_closed, one.items))
    if isinstance(one, Fn):
        return _closed(one.result) and all(_closed(param.type) for param in one.params)
    return not isinstance(one, (Alias, Lit))


MANY = 200


def test_long_unions_are_compared_quickly() -> None:
    numbers = range(MANY)
    structs = "\n".join(f'struct S{n} {{ x: int }}\ntype T{n} = {{tag: "t{n}", n: int}}' for n in numbers)
    written = {
        "structs": " | ".join(f"S{n}" for n in numbers),
        "turned": " | ".join(f"S{n}" for n in reversed(numbers)),
        "literals": " | ".join(f'"l{n}"' for n in numbers),
        "others": " | ".join(f'"k{n}"' for n in numbers),
        "tagged": " | ".join(f'{{tag: "t{n}", n: float}}' for n in reversed(numbers)),
        "named": " | ".join(f"T{n}" for n in numbers),
        "untagged": " | ".join(f"{{f{n}: int}}" for n in numbers),
        "wider": " | ".join(f"{{f{n}: float}}" for n in reversed(numbers)),
    }
    types = Declared(structs, *written.values()).types
    pairs = {
        ("structs", "turned"): True,
        ("literals", "others"): False,
        ("named", "tagged"): True,
        ("untagged", "wider"): True,
    }
    for (one, other), good in pairs.items():
        took: list[float] = []
        for _ in range(5):
            start = perf_counter()
            assert (mismatch(types[written[one]], types[written[other]]) is None) == good
            took.append(perf_counter() - start)
        assert min(took) < 0.5, (one, other)
