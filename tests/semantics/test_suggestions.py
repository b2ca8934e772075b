"""What is suggested for a name that nothing declares."""

import pytest

from harnpy.base.spans import SourceFile
from harnpy.catalog.standard import standard
from harnpy.diagnostics.model import Diagnostic
from harnpy.semantics.resolver import resolve
from harnpy.syntax.parser import parse


def fault(text: str) -> Diagnostic:
    module, parsed = parse(SourceFile("t.harn", text))
    assert not parsed.has_errors
    (found,) = resolve(module, standard(), {})[1].sorted()
    return found


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ('int("3")', "to_int"),
        ("float(3)", "to_float"),
        ("str(3)", "to_string"),
        ("f = None", "nil"),
        ("const f = undefined", "nil"),
        ("const f = True", "true"),
        ('print_line("a")', "println"),
        ('puts("a")', "println"),
        ("length([1])", "len"),
        ('upper("a")', "uppercase"),
        ('parse_json("1")', "json_parse"),
        ("let total = 1\ntotl", "total"),
        ("let sizes = [1]\nsize", "sizes"),
        ("breka", "break"),
        ("contniue", "continue"),
        ("let retrun2 = 1\nretrun", "retrun2"),
    ],
)
def test_the_counterpart_of_a_name_or_the_nearest_is_meant(text: str, meant: str) -> None:
    found = fault(f"let f = 1\n{text}" if text.startswith("f =") else text)
    assert found.text.endswith(f" — did you mean `{meant}`?")
    assert found.repairable


def test_a_function_that_is_a_method_here_is_shown_as_one() -> None:
    assert fault("append([1], 2)").help == "it is a method: `xs.push(item)`"
    assert fault("not(true)").help == "write `!x`"


def test_an_assignment_to_an_unknown_name_says_how_to_declare_it() -> None:
    found = fault("x = 3")
    assert (found.text, found.help) == (
        "value `x` is not defined or imported",
        "declare it first: `let x = …`",
    )
    assert not found.repairable
    assert fault("let total = 1\ntotl += 1").text.endswith("did you mean `total`?")


@pytest.mark.parametrize("name", ["x", "p", "ee", "pie"])
def test_constants_of_one_or_two_letters_are_never_meant(name: str) -> None:
    text = fault(name).text
    assert "`e`" not in text
    assert "`pi`" not in text
