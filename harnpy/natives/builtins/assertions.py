"""Assertions: what must hold in, nothing out, or a thrown text that says what was found instead."""

import math

from harnpy.natives.support.declare import builtin
from harnpy.natives.support.differences import blocks, differences, exponent_text, shown
from harnpy.values.display import display
from harnpy.values.equality import equal
from harnpy.values.faults import Abort, Thrown
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_TOLERANCE = 1e-9


@builtin("assert(condition: any, message?: any) -> nil")
def assert_true(condition: Value, message: Value = None) -> None:
    """Throw `message` unless the condition is truthy."""
    if not condition:
        raise failure(message, "Assertion failed")


@builtin("assert_eq(actual: any, expected: any, message?: any) -> nil")
def assert_eq(actual: Value, expected: Value, message: Value = None) -> None:
    """Throw a text that names each place where the two values differ, or `message`."""
    if equal(actual, expected):
        return
    found = differences(actual, expected)
    if not found or not found[0].path:
        lines = (
            found[0].lines()
            if found
            else [f"    expected  {shown(expected)}", f"    actual    {shown(actual)}"]
        )
        raise failure(message, "\n".join(["assert_eq failed.", *lines]))
    raise failure(
        message, f"assert_eq failed: the two values differ in {_places(len(found))}.\n\n{blocks(found)}"
    )


@builtin("assert_ne(actual: any, expected: any, message?: any) -> nil")
def assert_ne(actual: Value, expected: Value, message: Value = None) -> None:
    """Throw a text, or `message`, when the two values are equal."""
    if equal(actual, expected):
        raise failure(message, f"assert_ne failed: both values are {shown(actual)}.")


@builtin("assert_approx(actual: any, expected: any, tolerance?: number, message?: any) -> nil")
def assert_approx(
    actual: Value, expected: Value, tolerance: float | None = None, message: Value = None
) -> None:
    """Throw a text, or `message`, unless the numbers differ by at most `tolerance` (1e-9)."""
    allowed = _TOLERANCE if tolerance is None else tolerance
    lines = [f"    expected  {shown(expected)} ± {display(allowed)}", f"    actual    {shown(actual)}"]
    if _is_number(actual) and _is_number(expected):
        distance = 0.0 if actual == expected else abs(float(actual) - float(expected))
        if distance <= allowed:
            return
        lines.append(f"    These differ by {exponent_text(distance)}, which is outside the tolerance.")
    else:
        lines.append("    Both values must be numbers.")
    raise failure(message, "\n".join(["assert_approx failed.", *lines]))


@builtin("value_diff(a: any, b: any) -> string?")
def value_diff(a: Value, b: Value) -> str | None:
    """The places where `a` (actual) and `b` (expected) differ as text, nil when they are equal."""
    if equal(a, b):
        return None
    found = differences(a, b)
    return f"The two values differ in {_places(len(found))}.\n\n{blocks(found)}"


@builtin("skip(reason?: string) -> never")
def skip(ctx: "Machine", reason: str | None = None) -> None:
    """End the running test case and mark it as skipped; no cleanup of the program runs."""
    ctx.stop[0] = True
    raise Abort("skip", 1, f"Test skipped: {reason or ''}".rstrip())


def failure(message: Value, text: str) -> Thrown:
    """What an assertion throws: the text, unless the program gave a message of its own."""
    return Thrown(text if message is None or message in ("", "null") else display(message))


def _places(count: int) -> str:
    return "1 place" if count == 1 else f"{count} places"


def _is_number(value: Value) -> bool:
    return (value.__class__ is int or value.__class__ is float) and not math.isnan(value)
