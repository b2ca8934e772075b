"""Failures on demand: the n-th step of a kind fails, is cut short, or kills the process.

With `HARNPY_TESTING=1`, `HARNPY_FAULT=<action>@<call>:<n>[:before|after]` names one: the action is `kill`,
`abort`, `short` (a write takes half of its bytes) or the name of an errno; the call is one of `open write
fsync rename fsyncdir unlink truncate mkdir link flock chmod close`, or `any`; `<n>+` means the n-th and all
that follow.
"""

import errno
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

VARIABLE, ENABLED = "HARNPY_FAULT", "HARNPY_TESTING"
KILL, ABORT, SHORT = "kill", "abort", "short"

_SIGKILL = 9
_PARTS = 2


class Faults:
    """Stands before every step of `system.ops.Ops`; `seen` counts the steps by kind, all of them as `any`."""

    __slots__ = ("action", "after", "call", "lasting", "number", "seen")

    def __init__(self, plan: str) -> None:
        """A plan as the variable has it.

        Raises:
            ValueError: it is not of that form.
        """
        self.action, _, rest = plan.partition("@")
        self.call, _, rest = rest.partition(":")
        number, _, side = rest.partition(":")
        self.lasting = number.endswith("+")
        self.number = int(number.removesuffix("+"))
        self.after = side == "after"
        self.seen: dict[str, int] = {}
        if self.action not in (KILL, ABORT, SHORT) and not isinstance(getattr(errno, self.action, None), int):
            raise ValueError(f"unknown action {self.action!r}")

    def __call__(self, call: str, function: "Callable[..., object]", arguments: tuple[object, ...]) -> object:
        """Do a step, or what is planned for it."""
        count = 0
        for name in (call, "any"):
            self.seen[name] = self.seen.get(name, 0) + 1
            count = self.seen[name] if name == self.call else count
        due = count >= self.number if self.lasting else count == self.number
        if not due:
            return function(*arguments)
        if self.action == SHORT:
            return function(*(_halved(arguments) if call == "write" else arguments))
        if self.action in (KILL, ABORT):
            if self.after:
                function(*arguments)
            if self.action == ABORT:
                os.abort()
            os.kill(os.getpid(), _SIGKILL)
        if self.after or call == "close":
            # A close that fails has closed all the same.
            function(*arguments)
        number = int(getattr(errno, self.action))
        raise OSError(number, os.strerror(number))


def planned(environ: "Mapping[str, str]") -> Faults | None:
    """The faults that the environment asks for, if it may."""
    plan = environ.get(VARIABLE, "")
    return Faults(plan) if plan and environ.get(ENABLED) == "1" else None


def _halved(arguments: tuple[object, ...]) -> tuple[object, ...]:
    """The arguments of a write of half the bytes, at least one."""
    descriptor, parts = arguments
    content = b"".join(parts)  # pyright: ignore[reportArgumentType, reportUnknownVariableType] (bytes)
    return descriptor, [content[: max(1, len(content) // _PARTS)]]
