"""Nothing of a program reaches Python's names, whatever a program calls its own."""

import builtins
import keyword

import pytest

from harnpy.base.abi import NAMES
from tests.support.harn import run_harn

PYTHON = sorted(
    {*dir(builtins), *keyword.kwlist, "self", "cls", "__class__", "__dict__", "__globals__", "__code__"}
)
_RESERVED = (
    "break const continue else false fn for guard if impl import in match nil return true try while yield "
    "let enum struct type throw throws finally catch defer spawn retry parallel pipeline pub override "
    "interface extends var"
)
RESERVED = frozenset(_RESERVED.split())
WORDS = [
    name for name in [*PYTHON, *NAMES, "_t1", "_k1", "_init", "_b", "u_x", "u__t1"] if name not in RESERVED
]


@pytest.mark.parametrize("name", WORDS)
def test_any_name_may_be_a_variable_a_function_and_a_parameter(name: str) -> None:
    ran = run_harn(
        f"let {name} = 1\n{name} = {name} + 1\nprintln({name})\n"
        f"const outer = {{ {name} -> {{ -> {name} * 10 }} }}\nprintln(outer(4)())\n"
        f"if true {{\n  fn {name}(x) {{ return x + 1 }}\n  println({name}(7))\n}}\n"
    )
    assert (ran.stdout, ran.stderr) == ("2\n40\n8\n", "")


@pytest.mark.parametrize("name", WORDS)
def test_any_name_may_be_a_field_a_variant_and_a_key(name: str) -> None:
    ran = run_harn(
        f"const d = {{{name}: 1}}\nprintln(d.{name})\nprintln(d?.{name}x)\n"
        f"struct S {{ {name}: int }}\nlet s = S {{ {name}: 2 }}\ns.{name} = 3\nprintln(s.{name})\n"
        f"enum E {{ A{name}(v: int) }}\nprintln(E.A{name}(4))\n"
    )
    assert (ran.stdout, ran.stderr) == (f"1\nnil\n3\nE.A{name}(4)\n", "")


@pytest.mark.parametrize("name", ["__class__", "__dict__", "format", "__init__", "mro", "f_back", "gi_frame"])
@pytest.mark.parametrize("value", ["1", '"s"', "[1]", "nil", "{ -> 1 }", "iter([1])", "1..2", "harness"])
def test_an_attribute_of_python_is_no_property(name: str, value: str) -> None:
    ran = run_harn(f"const v = {value}\nprintln(try {{ v.{name} }})\nprintln(is_err(try {{ v.{name}() }}))\n")
    assert "<" not in ran.stdout.replace("<fn", ""), ran.stdout
    assert ran.stdout.endswith("true\n") or "nil" in ran.stdout
