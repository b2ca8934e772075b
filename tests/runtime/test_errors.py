"""Errors: what a handler sees, the stack of an uncaught one, its text."""

import pytest

from harnpy.runtime.errors import failure_of
from harnpy.values.faults import Fault
from tests.runtime.programs import KEY, machine_of, module, result_of, run

CAUGHT = """
def attempt(body):
    try:
        return body()
    except _CATCH as error:
        return _caught(error)
"""


def test_uncaught_error_has_place_and_notes() -> None:
    failure = run(
        "def div(a, b):\n    return _div(a, b)\n"
        "def mid():\n    v = div(1, 0)\n    return v\n"
        "def _init():\n    mid()\n"
    ).failure
    assert failure is not None
    assert (failure.text, failure.file, failure.line, failure.column) == (
        "Division by zero",
        "demo.harn",
        2,
        11,
    )
    assert failure.notes == (("mid", "demo.harn", 4), ("pipeline", "demo.harn", 7))


def test_frames_at_tail_calls_are_left_out() -> None:
    source = "def a(): raise _throw(1)\ndef b(): return a()\ndef _init():\n    b()\n"
    failure = run(source, tail_sites=[(2, 16)]).failure
    assert failure is not None
    assert failure.notes == (("pipeline", "demo.harn", 4),)


def test_the_entry_frame_below_main() -> None:
    source = "def f(): raise _throw(1)\ndef main(harness): f()\n"
    failure = run(source, entries=[("main", "main", "main", (("harness", "Harness"),))]).failure
    assert failure is not None
    assert failure.notes == (("main", "demo.harn", 2), ("pipeline", "demo.harn", 2))


@pytest.mark.parametrize(
    ("raising", "text"),
    [
        ("raise _throw({'a': 1})", "Thrown: {a: 1}"),
        ("_add(1, None)", "Type error: Cannot add int and nil (line 1)"),
        ("_div('a', 1)", "Runtime error: Cannot divide string by int (line 1)"),
        ("raise _undefined('x')", "Runtime error: Undefined variable: x (line 1)"),
        ("raise _immutable('x')", "Runtime error: Cannot assign to immutable binding: x (line 1)"),
        ("raise _arity('f', 1, 0)", "Arity mismatch: 'f' expects at least 1 argument, got 0"),
        ("_init()", "Runtime error: Stack overflow: too many nested calls (line 1)"),
        ("raise _no_arm()", "Thrown: No match arm matched the value"),
        (
            "_bind(1, _contract(('kind', 'string', 'string')), 'x')",
            "Type error: binding `x` expects string, got int",
        ),
    ],
)
def test_uncaught_texts(raising: str, text: str) -> None:
    result = run(f"def _init(): {raising}\n")
    assert result.failure is not None
    assert result.failure.text == text
    assert result.exit_code == 1


def test_the_text_of_a_fault_with_a_category() -> None:
    fault = Fault({"category": "tool_rejected", "message": "m"})
    assert failure_of(fault, machine_of()).text == "Error [tool_rejected]: m"


def test_imported_modules_are_named_in_the_text() -> None:
    imported = module(
        "def f(): return _add(1, None)\n", "/project/lib/m.harn", "lib/m.harn", exports=[("f", "f")]
    )
    entry = module("def _init(): _imported(_import(0), 'f')()\n", imports=["/project/lib/m.harn"])
    failure = machine_of(imported, entry).run(KEY).failure
    assert failure is not None
    assert failure.text == "Type error: Cannot add int and nil (m.harn:1)"
    assert (failure.file, failure.notes) == ("lib/m.harn", (("pipeline", "demo.harn", 1),))


def test_unbound_names_are_faults_with_a_suggestion() -> None:
    source = CAUGHT + "def use():\n    return respnse\nresponse = 1\ndef _init():\n    return attempt(use)\n"
    assert result_of(source) == "Undefined variable: respnse (did you mean `response`?)"
    local = CAUGHT + "def use():\n    return u_x\n    u_x = 1\ndef _init():\n    return attempt(use)\n"
    assert result_of(local) == "Undefined variable: x"


@pytest.mark.parametrize("payload", ["{'a': 1}", "'text'", "[1]"])
def test_throwing_the_caught_value_again_keeps_the_first_trace(payload: str) -> None:
    failure = run(
        f"def f(): raise _throw({payload})\n"
        "def g():\n    try:\n        f()\n    except _CATCH as error:\n        e = _caught(error)\n"
        "        raise _throw(e)\n"
        "def _init():\n    g()\n"
    ).failure
    assert failure is not None
    assert failure.line == 1
    assert failure.notes == (("g", "demo.harn", 4), ("pipeline", "demo.harn", 9))


def test_throwing_another_value_has_its_own_trace() -> None:
    failure = run(
        "def f(): raise _throw({'a': 1})\n"
        "def _init():\n    try:\n        f()\n    except _CATCH as error:\n        e = _caught(error)\n"
        "        raise _throw({'a': 1})\n"
    ).failure
    assert failure is not None
    assert failure.line == 7


def test_a_caught_error_holds_no_frames() -> None:
    source = (
        "def f(xs): raise _throw('no')\n"
        "def _init():\n    xs = [1]\n    try:\n        f(xs)\n    except _CATCH as error:\n"
        "        e = _caught(error)\n        return _refs(xs) == _U or _U == -1\n"
    )
    assert result_of(source) is True


@pytest.mark.parametrize(
    ("thrown", "name", "takes"),
    [
        ("_variant('E', 'A', 0).make()", "E", True),
        ("_variant('E', 'A', 0).make()", "F", False),
        ("_struct('S', ('x',), ())(1)", "S", True),
        ("'text'", "string", True),
        ("1", "int", True),
        ("1", "float", False),
        ("{'a': 1}", "dict", True),
        ("None", "nil", False),
    ],
)
def test_typed_catch(thrown: str, name: str, takes: bool) -> None:
    source = (
        f"def _init():\n    try:\n        raise _throw({thrown})\n    except _CATCH as error:\n"
        f"        return _catches(error, '{name}')\n"
    )
    assert result_of(source) is takes


def test_our_own_bugs_are_not_shown_as_the_users() -> None:
    with pytest.raises(ZeroDivisionError):
        run("def _init(): 1 // 0\n")
