"""Why a type does not satisfy an interface, in the words of HARN-TYP-015; None when it does."""

import pytest

from harnpy.semantics.interfaces import reason
from harnpy.semantics.typeforms import Interface
from tests.semantics.types.declaring import Declared

DECLARED = """
interface Show { fn show(self) -> string }
interface Big { fn show(self) -> string; fn grow(self, by: int) -> nil; fn shrink(self) -> nil }
interface Wide { fn take(self, item: float) -> float }
interface Feed { type Item; fn push(self, item: Item) -> nil; fn pull(self) -> Item }
interface Text { type Item = string; fn pull(self) -> Item }
interface Holds<T> { fn pull(self) -> T }
interface Maps { fn map<U>(self, f: fn(int) -> U) -> U }
interface Same { fn same(self, other: Same) -> bool }
struct A { x: int }
impl A { fn show(self) -> string { return "a" } }
struct B { x: int }
struct C { x: int }
impl C { fn show(self, n: int) -> string { return "c" } }
struct D { x: int }
impl D { fn show(self) -> int { return 1 } }
struct E { x: int }
impl E { fn take(self, item: int) -> int { return item } }
struct F { x: int }
impl F { fn take(self, item: number) -> int { return 1 } }
struct G { x: int }
impl G { fn push(self, item: int) -> nil {}; fn pull(self) -> int { return 1 } }
struct H { x: int }
impl H { fn push(self, item: int) -> nil {}; fn pull(self) -> string { return "" } }
struct I { x: int }
impl I { fn show(self) { return "untyped" } }
struct J { x: int }
impl J { fn map<V>(self, f: fn(int) -> V) -> V { return f(1) } }
struct K { x: int }
impl K { fn map<V>(self, f: fn(string) -> V) -> V { return f("") } }
struct L { x: int }
impl L { fn same(self, other: Same) -> bool { return true } }
struct M<T> { x: T }
impl M { fn pull(self) -> T { return self.x } }
type AB = A | B
type Aliased = A
"""
ONLY = "only named types can satisfy interfaces"
REASONS = [
    ("A", "Show", None),
    ("Aliased", "Show", None),
    ("B", "Show", "missing method(s): show"),
    ("A", "Big", "missing method(s): grow, shrink"),
    ("C", "Show", "method 'show' has 1 parameter(s), expected 0"),
    ("D", "Show", "method 'show' returns 'int', expected 'string'"),
    ("E", "Wide", "method 'take' parameter 1 has type 'int', expected 'float'"),
    ("F", "Wide", None),
    ("G", "Feed", None),
    ("H", "Feed", "method 'push' parameter 1 has type 'int', expected 'int | string'"),
    ("G", "Text", "associated type 'Item' resolves to 'int', expected 'string'"),
    ("H", "Text", None),
    ("I", "Show", None),
    ("J", "Maps", None),
    ("K", "Maps", "method 'map' parameter 1 has type 'fn(string) -> U', expected 'fn(int) -> U'"),
    ("L", "Same", None),
    ("M<int>", "Holds<int>", None),
    ("M<int>", "Holds<string>", "method 'pull' returns 'int', expected 'string'"),
    ("M<int>", "Holds", None),
    ("int", "Show", ONLY),
    ("{show: fn() -> string}", "Show", ONLY),
    ("A?", "Show", ONLY),
    ("AB", "Show", "missing method(s): show"),
    ("Big", "Show", None),
    ("Show", "Big", "missing method(s): grow, shrink"),
    ("any", "Show", None),
]  # fmt: skip
WRITTEN = Declared(DECLARED, *dict.fromkeys(text for row in REASONS for text in (row[0], row[1]))).types


@pytest.mark.parametrize(("actual", "wanted", "told"), REASONS)
def test_why_a_type_does_not_satisfy_an_interface(actual: str, wanted: str, told: str | None) -> None:
    interface = WRITTEN[wanted]
    assert isinstance(interface, Interface)
    assert reason(WRITTEN[actual], interface) == told


def test_a_type_parameter_has_the_methods_of_its_bounds() -> None:
    declared = Declared(
        f"{DECLARED}\nfn f<T>(x: T) -> nil where T: Show {{}}\nfn g<T>(x: T) -> nil {{}}", "Show", "Big"
    )
    show, big = declared.types.values()
    assert isinstance(show, Interface)
    assert isinstance(big, Interface)
    bound, free = (declared.function(name).params[0].type for name in "fg")
    assert reason(bound, show) is None
    assert reason(bound, big) == "missing method(s): grow, shrink"
    assert reason(free, show) == ONLY
