"""The exceptions that cross Harn code: faults a program may catch, values it throws, aborts it may not."""

from __future__ import annotations

from harnpy.values.kinds import Value


class Fault(Exception):
    """Base of everything a program may catch.

    `value` is what `catch (e)` binds; for a fault of the runtime the text without location. `family` decides
    how an uncaught one is shown (language.md 4.12): `runtime`, `type`, `undefined`, `immutable`, `overflow`
    get the line appended; `plain` keeps its text; `thrown` prints `Thrown: <display>`.
    """

    family = "plain"
    # Reduced Harn stack, set when the fault is caught and thrown again (runtime/errors.py).
    stack: Value = None
    # What the user could do about it, for the report of an uncaught one.
    help = ""

    def __init__(self, value: Value, family: str = "plain") -> None:
        self.value: Value = value
        if family != "plain":
            self.family = family


class Thrown(Fault):
    """`throw v`, assertions, deadlines, cancellation."""

    family = "thrown"

    def __init__(self, value: Value) -> None:
        self.value = value


class Abort(BaseException):
    """No handler and no cleanup of the program runs: `exit`, a host deadline, a skipped test.

    `reason` is `exit`, `timeout`, `interrupt` or `skip`; `code` the exit code; `text` what to tell the user.
    """

    def __init__(self, reason: str, code: int, text: str = "") -> None:
        super().__init__(reason, code, text)
        self.reason = reason
        self.code = code
        self.text = text


class Unwind(Abort):
    """Ends a program or a task: no handler sees it, but its cleanups run."""


CATCH: tuple[type[Exception], ...] = (Fault, RecursionError, NameError)
"""What a handler of the program sees."""


def type_fault(text: str) -> Fault:
    """A `Type error: …` fault with the line appended when uncaught."""
    return Fault("Type error: " + text, "type")


def runtime_fault(text: str) -> Fault:
    """A `Runtime error: …` fault with the line appended when uncaught."""
    return Fault("Runtime error: " + text, "runtime")


def contract_fault(text: str) -> Fault:
    """A `Type error: …` of a contract that keeps its text when uncaught."""
    return Fault("Type error: " + text, "plain")
