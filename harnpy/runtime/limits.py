"""Frame depth and the poll flag: what keeps a program from running too deep or too long.

Depth is bounded by CPython's own recursion limit, which costs nothing; the flag is a global of every loaded
module, since a global is the cheapest thing that emitted code can test (lowering.md 10, 14).
"""

from __future__ import annotations

import sys

from harnpy.values.kinds import Value

FRAMES = 512
"""Nested calls a program may make."""

TASKS = 10_000
"""Tasks that may be alive at once."""

SPARE = 48
"""Frames beyond them that leaf helpers may need."""

_FLAG = "_FLAG"


# Limit beyond which nothing raises it: a native that is given more room than its frames take would else let
# recursion through it run without end.
_CEILING = 4_000
# Frames that must be free before the limit is raised, so that it can be lowered at the same depth.
_MARGIN = 4


class Depth:
    """The recursion limit of one run, in calls of the program: counted from the depth at its start."""

    __slots__ = ("_before", "_frames")

    def __init__(self, frames: int = FRAMES) -> None:
        self._before = 0
        self._frames = frames

    def enter(self) -> None:
        """Let so many calls nest from here."""
        self._before = sys.getrecursionlimit()
        sys.setrecursionlimit(current_depth() - 1 + self._frames + SPARE)

    def leave(self) -> None:
        """Put back the limit that was there before the run."""
        sys.setrecursionlimit(max(self._before, current_depth() + 1))


# Frames that importing a module may need with all that it imports.
_IMPORTS = 400


def raise_limit(frames: int) -> int:
    """Make room for frames of the runtime that will stand between two of the program.

    Return by how much, for `lower_limit`. The changes are relative, so that tasks do not disturb each other.
    Raises RecursionError where the depth left is too small.
    """
    return 0 if sys.getrecursionlimit() > _CEILING else make_room(frames)


def make_room(frames: int) -> int:
    """`raise_limit` without a ceiling, for work of the runtime that runs no code of the program."""
    limit = sys.getrecursionlimit()
    # Refused where so little is left that the limit could not be lowered again from here.
    sys.setrecursionlimit(limit - _MARGIN)
    sys.setrecursionlimit(limit + frames)
    return frames


def lower_limit(frames: int) -> None:
    """Take back what `raise_limit` gave."""
    try:
        sys.setrecursionlimit(sys.getrecursionlimit() - frames)
    except RecursionError:
        # Another task lowered its share while this one was deep: the few frames stay until the run ends.
        return


def current_depth() -> int:
    """Return how deep CPython takes the caller to be; it tells when asked for a limit that is too low."""
    try:
        sys.setrecursionlimit(1)
    except RecursionError as refused:
        digits = "".join(char if char.isdigit() else " " for char in str(refused)).split()
        return int(digits[1]) - 1
    raise AssertionError("a running frame is deeper than a limit of one")


def load_module(name: str) -> Value:
    """The Python module `name`, imported with room to spare however deep the program is just now."""
    if name in sys.modules:
        # Another thread may be in the middle of it: this waits.
        __import__(name)
        return sys.modules[name]
    sys.setrecursionlimit(sys.getrecursionlimit() + _IMPORTS)
    try:
        __import__(name)
    finally:
        lower_limit(_IMPORTS)
    return sys.modules[name]


class PollFlag:
    """The flag that makes emitted code call `_poll`, kept in the globals of every loaded module.

    `steps` is how often that may happen before the program is ended; with None it is not counted. While it is
    counted the flag never goes down.
    """

    __slots__ = ("_modules", "steps", "up")

    def __init__(self, steps: int | None = None) -> None:
        self._modules: list[dict[str, Value]] = []
        self.steps = steps
        self.up = steps is not None

    def last_step(self) -> bool:
        """Count one step where steps are counted, and say whether it was one too many."""
        if self.steps is None:
            return False
        self.steps -= 1
        return self.steps == -1

    def register(self, module: dict[str, Value]) -> None:
        """Keep the flag in the globals of a module from now on."""
        module[_FLAG] = self.up
        self._modules.append(module)

    def set_flag(self) -> None:
        """Have `_poll` called at the next chance. May be called from a signal handler or another thread."""
        self.up = True
        for module in self._modules:
            module[_FLAG] = True

    def clear_flag(self) -> None:
        """Stop calling `_poll`."""
        if self.steps is not None:
            return
        self.up = False
        for module in self._modules:
            module[_FLAG] = False
