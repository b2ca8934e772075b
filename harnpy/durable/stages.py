"""Stages: a name and a function in, its result out, kept so that the function does not run again.

A stage that has to run has one owner at a time, among tasks and processes: the lock of a file that is there
only while it runs. The kernel frees it with the owner, so a stage runs at least once, and again after a crash
between its effects and the save.
"""

import os
import time

from harnpy.durable.checkpoints import FAMILY, Checkpoints, checkpoints_of
from harnpy.durable.identity import text_digest
from harnpy.durable.keeping import convert, encode
from harnpy.runtime.limits import lower_limit, raise_limit
from harnpy.storage.json_file import StateError
from harnpy.system.atomic import make_folders, open_to_sync
from harnpy.system.ops import ATTEMPT, worded
from harnpy.values.faults import Thrown, runtime_fault
from harnpy.values.text import json_string, parse_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from harnpy.durable.world import World
    from harnpy.runtime.task import Task
    from harnpy.storage.entries import Entries
    from harnpy.system.ops import Ops
    from harnpy.values.kinds import Value

    Produce = Callable[[], Value]

SCHEMA = "harn.checkpoint_stage.keyed.v1"

WAIT_VARIABLE = "HARNPY_STAGE_WAIT_MS"
WARN_AFTER_MS, MOST_WAIT_AS_OWNER_MS = 10_000, 60_000

_DIGITS = 32
_SHORTEST_MS, _LONGEST_MS = 5.0, 250.0
_LONGEST_NOTE = 4096
_PARTS = "stages"
# Frames of this file between the native and the function of the program.
_FRAMES = 2


class Plain:
    """A stage whose result is kept as it is. `function` is what the program called."""

    __slots__ = ("function", "name")

    def __init__(self, function: str, name: str) -> None:
        self.function = function
        self.name = name

    def hit(self, entries: "Entries", world: "World") -> "tuple[bool, Value]":
        """Whether the result is there, and the result."""
        if not entries.has(self.name):
            return False, None
        kept = entries.value(self.name)
        if _is_record(kept):
            text = f"stage '{self.name}' holds a keyed record but was called without an identity"
            world.warn("checkpoint.stage_form", self.name, text)
            return True, kept["value"]
        return True, kept

    def kept(self, value: "Value") -> "Value":
        """What is kept of a converted result."""
        return value


class Keyed(Plain):
    """A stage whose result counts for one identity only."""

    __slots__ = ("fingerprint",)

    def __init__(self, function: str, name: str, fingerprint: str) -> None:
        super().__init__(function, name)
        self.fingerprint = fingerprint

    def hit(self, entries: "Entries", world: "World") -> "tuple[bool, Value]":
        """Whether the result for this identity is there, and the result."""
        kept: Value = entries.value(self.name) if entries.has(self.name) else None
        if not _is_record(kept):
            return False, None
        fields: dict[str, Value] = kept
        return fields.get("fingerprint") == self.fingerprint, fields["value"]

    def kept(self, value: "Value") -> "Value":
        """The record of a converted result."""
        return {"fingerprint": self.fingerprint, "schema": SCHEMA, "value": value}


class Stages:
    """The stages of a run and who runs them."""

    __slots__ = ("_checkpoints", "_owners", "_world")

    def __init__(self, world: "World", checkpoints: Checkpoints) -> None:
        self._world = world
        self._checkpoints = checkpoints
        self._owners: dict[str, Task] = {}

    def run(self, stage: Plain, produce: "Produce") -> "Value":
        """The kept result of a stage; else the one that `produce` gives, which is kept.

        Raises:
            StateError: the checkpoints cannot be read or written, or the result cannot be stored.
        """
        found, value = self._look(stage)
        if found:
            return value
        task = self._world.ctx.hub.current
        if self._owners.get(stage.name) is task:
            return self._produced(stage, produce)
        path = self._lock_path(stage.name)
        descriptor = self._own(stage.name, path)
        self._owners[stage.name] = task
        try:
            found, value = self._look(stage)
            return value if found else self._produced(stage, produce)
        finally:
            del self._owners[stage.name]
            self._disown(path, descriptor)

    def _look(self, stage: Plain) -> "tuple[bool, Value]":
        return stage.hit(self._checkpoints.entries(), self._world)

    def _produced(self, stage: Plain, produce: "Produce") -> "Value":
        before = self._checkpoints.written.get(stage.name, 0)
        room = raise_limit(_FRAMES)
        try:
            value = produce()
        finally:
            lower_limit(room)
        return self._saved(stage, value, before)

    def _saved(self, stage: Plain, value: "Value", before: int) -> "Value":
        """Keep a result, unless somebody else has kept one meanwhile: then theirs is the result."""
        subject = f"{stage.function}: result of stage '{stage.name}'"
        kept = stage.kept(convert(self._world, value, subject))
        line = encode(self._world, stage.name, kept, subject)

        def change(entries: "Entries") -> "tuple[Entries, Value]":
            found, theirs = stage.hit(entries, self._world)
            if found and self._checkpoints.written.get(stage.name, 0) == before:
                return entries, (theirs,)
            return entries.with_entry(stage.name, line), None

        raced = self._checkpoints.update(stage.name, change)
        return value if raced is None else raced[0]

    # ---- ownership ---------------------------------------------------------------------------------

    def _lock_path(self, name: str) -> str:
        stem = os.path.splitext(self._checkpoints.file.path)[0]
        return os.path.join(f"{stem}.stages", f"{text_digest(name)[:_DIGITS]}.lock")

    def _own(self, name: str, path: str) -> int:
        """Become the owner of a stage, after waiting for the one that runs it."""
        clock = self._world.clock
        start, pause = clock.monotonic_ms(), _SHORTEST_MS
        while True:
            descriptor = self._attempt(path)
            if descriptor is not None:
                self._sign(name, descriptor)
                return descriptor
            waited = clock.monotonic_ms() - start
            self._look_after_wait(name, path, waited)
            left = pause / 1000
            self._world.ctx.hub.in_thread(lambda left=left: time.sleep(left))
            pause = min(pause * 2, _LONGEST_MS)

    def _attempt(self, path: str) -> int | None:
        """The descriptor of the lock when it was free; None when somebody has it."""
        ops = self._world.ops
        while True:
            descriptor = self._opened(path)
            try:
                ops.lock(descriptor, ATTEMPT)
            except BlockingIOError:
                ops.release(descriptor)
                return None
            except OSError as error:
                ops.release(descriptor)
                text = f"failed to take the exclusive lock on {path}: {worded(error)}"
                raise self._error("lock", text) from None
            if _is_at(path, descriptor):
                return descriptor
            # The owner before removed the file that was locked here: somebody else may lock a new one.
            ops.release(descriptor)

    def _opened(self, path: str) -> int:
        try:
            make_folders(self._world.ops, os.path.dirname(path))
        except OSError as error:
            raise self._error("lock directory", worded(error)) from None
        try:
            return self._world.ops.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW)
        except OSError as error:
            raise self._error("lock open", worded(error)) from None

    def _sign(self, name: str, descriptor: int) -> None:
        """Say in the lock file who runs the stage, for people."""
        started = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self._world.clock.now_ms() // 1000))
        fields = (
            f'"name":{json_string(name)}',
            f'"pid":{os.getpid()}',
            f'"host":{json_string(os.uname().nodename)}',
            f'"started_at":{json_string(started)}',
        )
        try:
            self._world.ops.truncate(descriptor, 0)
            self._world.ops.write(descriptor, [f"{{{','.join(fields)}}}\n".encode()])
        except (OSError, UnicodeEncodeError):
            # The lock alone decides.
            return

    def _disown(self, path: str, descriptor: int) -> None:
        ops = self._world.ops
        try:
            folder = open_to_sync(ops, os.path.dirname(path))
            try:
                ops.unlink(os.path.basename(path), folder)
            finally:
                ops.release(folder)
        except OSError:
            # The file stays and is free.
            pass
        ops.release(descriptor)

    def _look_after_wait(self, name: str, path: str, waited: float) -> None:
        """Warn of a long wait, and end one that has lasted too long."""
        who = _signed(self._world.ops, path)
        running = f"stage '{name}' is running in process {who['pid']}"
        if waited >= WARN_AFTER_MS:
            text = f"{running} on {who['host']} since {who['started_at']}; waiting"
            self._world.warn("checkpoint.stage_wait", name, text, who)
        limit = self._world.ctx.environ.get(WAIT_VARIABLE, "")
        if limit and not limit.isdecimal():
            raise runtime_fault(f"{WAIT_VARIABLE} must be a number of milliseconds, not '{limit}'")
        if limit and waited >= int(limit):
            raise runtime_fault(f"checkpoint {running}; gave up after {limit}ms")
        other = next((one for one in self._owners if one != name), None)
        if other is not None and waited >= MOST_WAIT_AS_OWNER_MS:
            raise Thrown(
                f"checkpoint {running} while this process holds stage '{other}'; "
                f"gave up after {MOST_WAIT_AS_OWNER_MS}ms"
            )

    def _error(self, step: str, cause: str) -> StateError:
        return StateError(f"{FAMILY} {step} error: {cause}", self._checkpoints.file.path)


def stages_of(world: "World") -> Stages:
    """The stages of a run."""
    found = world.parts.get(_PARTS)
    if found is None:
        found = world.parts[_PARTS] = Stages(world, checkpoints_of(world))
    return found


def _is_record(kept: "Value") -> bool:
    """Whether what is kept is the result of a stage with an identity."""
    return kept.__class__ is dict and kept.get("schema") == SCHEMA and "value" in kept


def _is_at(path: str, descriptor: int) -> bool:
    mine = os.fstat(descriptor)
    try:
        there = os.stat(path, follow_symlinks=False)
    except OSError:
        return False
    return (mine.st_dev, mine.st_ino) == (there.st_dev, there.st_ino)


def _signed(ops: "Ops", path: str) -> "dict[str, Value]":
    """Who signed a lock file, as far as it can be read."""
    fields: dict[str, Value] = {}
    try:
        descriptor = ops.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
        try:
            fields = parse_json(os.pread(descriptor, _LONGEST_NOTE, 0).decode())
        finally:
            ops.release(descriptor)
    except (OSError, UnicodeDecodeError, Thrown):
        fields = {}
    known = fields if fields.__class__ is dict else {}
    return {name: known.get(name, "?") for name in ("pid", "host", "started_at")}
