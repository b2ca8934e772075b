"""Calls: arity of functions and natives, contracts of natives, callbacks."""

import pytest

from harnpy.runtime import calls
from harnpy.values.faults import Fault
from harnpy.values.functions import ToolValue
from harnpy.values.kinds import Value
from tests.runtime.programs import machine_of

MACHINE = machine_of()


def two(a: Value, b: Value) -> Value:
    return [a, b]


def with_default(a: Value, b: Value = calls.OMITTED) -> Value:
    return [a, 0 if b is calls.OMITTED else b]


def rest(a: Value, *more: Value) -> Value:
    return [a, *more]


def fault_of(function: Value, *args: Value) -> str:
    with pytest.raises(Fault) as raised:
        function(*args)
    return raised.value.value


@pytest.mark.parametrize(
    ("callee", "args", "result"),
    [
        (two, (1, 2), [1, 2]),
        (two, (1, 2, 3), [1, 2]),
        (with_default, (1,), [1, 0]),
        (with_default, (1, None), [1, None]),
        (rest, (1, 2, 3), [1, 2, 3]),
        (ToolValue({}, two), (1, 2), [1, 2]),  # pyright: ignore[reportArgumentType] (a plain function)
        (MACHINE.native("len"), ([1],), 1),
    ],
)
def test_call(callee: Value, args: tuple, result: Value) -> None:
    assert calls.call(callee, *args) == result


@pytest.mark.parametrize(
    ("callee", "args", "text"),
    [
        (two, (1,), "Arity mismatch: 'two' expects at least 2 arguments, got 1"),
        (with_default, (), "Arity mismatch: 'with_default' expects at least 1 argument, got 0"),
        ([1], (), "Type error: Cannot call [1]"),
        (MACHINE.native("len"), (), "Arity mismatch: 'len' expects 1 argument, got 0"),
        (MACHINE.native("len"), (1, 2), "Arity mismatch: 'len' expects 1 argument, got 2"),
        (MACHINE.native("keys"), (1,), "Type error: 'keys' parameter `dict` expects dict, got int"),
        (
            MACHINE.native("len"),
            (True,),
            "Type error: 'len' parameter `value` expects string | bytes | list | dict | set | range | nil, "
            "got bool",
        ),
    ],
)
def test_call_faults(callee: Value, args: tuple, text: str) -> None:
    assert fault_of(calls.call, callee, *args) == text


def test_a_closure_is_named_so() -> None:
    def _closure(x: Value) -> Value:
        return x

    assert fault_of(calls.call, _closure) == "Arity mismatch: '<closure>' expects at least 1 argument, got 0"


def test_recall_tells_a_failed_call_from_a_failure_inside() -> None:
    def broken() -> None:
        raise TypeError("inside")

    def attempt(callee: Value, *args: Value) -> Value:
        try:
            return callee(*args)
        except TypeError as error:
            return calls.recall(error, callee, args)

    assert attempt(two, 1, 2, 3) == [1, 2]
    assert fault_of(attempt, two, 1) == "Arity mismatch: 'two' expects at least 2 arguments, got 1"
    assert fault_of(attempt, 5) == "Type error: Cannot call 5"
    with pytest.raises(TypeError, match="inside"):
        attempt(broken)


def test_adapt() -> None:
    assert calls.adapt(5, 1) is None
    assert calls.adapt(two, 2) is two
    adapted = calls.adapt(two, 3)
    assert adapted is not None
    assert adapted(1, 2, 3) == [1, 2]
    missing = calls.adapt(two, 1)
    assert missing is not None
    assert fault_of(missing, 1) == "Arity mismatch: 'two' expects at least 2 arguments, got 1"
    native = calls.adapt(MACHINE.native("len"), 2)
    assert native is not None
    assert native([1], 0) == 1


def test_pipe() -> None:
    assert calls.pipe(MACHINE.native("len"), "abc") == 3
    assert fault_of(calls.pipe, 5, 1) == "Type error: cannot pipe into int"


def test_methods_are_lenient() -> None:
    method = MACHINE.access.call_method
    assert method([1, 2], "contains") is False
    assert method([1, 2], "contains", 1, "surplus") is True
    assert method("a,b", "len", 1, 2) == 3
