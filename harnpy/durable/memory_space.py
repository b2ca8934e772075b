"""One namespace of memory: questions about its records in, answers out; events in, lines of its log out.

Readers look at the index, which catches up with the log first. Writers hold the lock of the log, look at what
is new in it, and append one line; they leave the index to the next reader.
"""

import os
from contextlib import contextmanager

from harnpy.durable.memory_events import encode
from harnpy.durable.memory_index import State
from harnpy.durable.memory_log import LOCK, LOG, append, failed, mend, open_log, repair
from harnpy.durable.memory_reader import Reader, UnsettledTail
from harnpy.system.atomic import make_folders
from harnpy.system.beneath import SymbolicLink, descend, open_root
from harnpy.system.locks import LockError
from harnpy.system.ops import worded
from harnpy.values.faults import runtime_fault
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from harnpy.durable.memory_events import Event
    from harnpy.durable.memory_log import Log
    from harnpy.durable.memory_reader import Ask
    from harnpy.durable.memory_search import View
    from harnpy.durable.world import World
    from harnpy.system.locks import Park

_LOCK_FLAGS = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
_MINE = 0o600
# Up to so many bytes of a log a writer reads itself; with more the index is made, which is kept.
_SHORT = 1 << 20


class Space:
    """A namespace below one root. Tasks may use it at once."""

    __slots__ = ("_position", "_reader", "_world", "folder", "parts", "root")

    def __init__(self, world: "World", place: tuple[str, tuple[str, ...]], reader: Reader) -> None:
        """`place` is the root and the parts of the folder below it."""
        self.root, self.parts = place
        self.folder = os.path.join(self.root, *self.parts)
        self._world = world
        self._reader = reader
        self._position = State()

    @property
    def reader(self) -> Reader:
        """What keeps the index."""
        return self._reader

    @property
    def path(self) -> str:
        """The path of the log."""
        return os.path.join(self.folder, LOG)

    def close(self) -> None:
        """Close the index."""
        self._reader.close()

    def look(self, ask: "Ask", empty: Value) -> Value:
        """What `ask` makes of the records; `empty` when there is no log yet."""
        return self._world.perform(
            lambda park: self._below(lambda at: self._look(at, ask, empty, park), empty)
        )

    def settings(self) -> State:
        """What is known of the namespace without its records: how it was opened, the last stamp."""
        return self._world.perform(lambda park: self._below(self._known, State()))

    def append(self, make: "Callable[[State], Event]") -> "Event":
        """Append the event that `make` gives; the lock is held while it does."""

        def under_lock(folder: int) -> "Event":
            event = make(self._known(folder))
            append(self._world.ops, folder, self.path, encode(event))
            return event

        return self._world.perform(lambda park: self._locked(under_lock, park))

    def change(self, make: "Callable[[View | None], Event | None]") -> "Event | None":
        """As `append`, for an event that depends on records; there is no view when there is no log."""
        # A long catch-up must not hold the lock.
        self.look(lambda view: None, None)

        def under_lock(folder: int) -> "Event | None":
            # The answer itself, so that no records and no log stay apart.
            answered: list[Event | None] = self._reader.answer(
                folder, lambda view: [make(view)], None, settled=True
            ) or [make(None)]
            event = answered[0]
            if event is not None:
                append(self._world.ops, folder, self.path, encode(event))
            return event

        return self._world.perform(lambda park: self._locked(under_lock, park))

    def repair(self) -> list[int]:
        """Move what is no event out of the log; the numbers of the lines that had such."""

        def under_lock(folder: int) -> list[int]:
            log = self._log(folder)
            if log is None:
                return []
            try:
                return repair(self._world.ops, folder, log, self._world.ids.hex())
            finally:
                log.close()

        return self._world.perform(lambda park: self._locked(under_lock, park))

    def open(self, *, make: bool) -> int | None:
        """Open the folder; None when it is not there. The caller releases it."""
        ops = self._world.ops
        try:
            if make:
                make_folders(ops, self.root)
            root = open_root(ops, self.root)
            try:
                return descend(ops, root, self.parts, make=make)
            finally:
                ops.release(root)
        except SymbolicLink:
            raise runtime_fault("memory namespace must not escape the memory root") from None
        except FileNotFoundError as error:
            if make:
                raise failed("create", self.folder, error) from None
            return None
        except OSError as error:
            raise failed("create" if make else "open", self.folder, error) from None

    def _below(self, body: "Callable[[int], Value]", empty: Value) -> Value:
        folder = self.open(make=False)
        if folder is None:
            return empty
        try:
            return body(folder)
        finally:
            self._world.ops.release(folder)

    def _look(self, folder: int, ask: "Ask", empty: Value, park: "Park") -> Value:
        try:
            return self._reader.answer(folder, ask, empty, settled=False)
        except UnsettledTail:
            self._wait_for_writer(folder, park)
            return self._reader.answer(folder, ask, empty, settled=True)

    def _wait_for_writer(self, folder: int, park: "Park") -> None:
        """Have the lock once: who wrote when the tail was seen is done then, or dead."""
        try:
            descriptor = self._world.ops.open(LOCK, _LOCK_FLAGS, _MINE, folder)
        except OSError:
            # Nobody can write here, so nobody is at work.
            return
        with self._held(descriptor, park):
            return

    def _locked(self, body: "Callable[[int], Value]", park: "Park") -> Value:
        """Do `body` with the open folder while holding the lock, with every whole line ended."""
        folder = self.open(make=True)
        if folder is None:
            raise AssertionError("a folder that was made is there")
        ops = self._world.ops
        try:
            try:
                descriptor = ops.open(LOCK, _LOCK_FLAGS, _MINE, folder)
            except OSError as error:
                raise runtime_fault(f"memory: lock error: {worded(error)}") from None
            with self._held(descriptor, park):
                self._world.sweep(folder)
                self._mend(folder)
                return body(folder)
        finally:
            ops.release(folder)

    @contextmanager
    def _held(self, descriptor: int, park: "Park") -> "Generator[None]":
        try:
            with self._world.locks.held(os.path.join(self.folder, LOCK), descriptor, park):
                yield
        except LockError as refusal:
            fault = runtime_fault(f"memory: lock error: {refusal}")
            fault.help = "wait for the other process, or end it; a lock ends with its holder"
            raise fault from None

    def _mend(self, folder: int) -> None:
        log = self._log(folder)
        if log is None:
            return
        try:
            moved = mend(self._world.ops, folder, log)
        finally:
            log.close()
        if moved:
            self._world.warn("memory.torn_tail", self.path, moved)

    def _known(self, folder: int) -> State:
        """What a writer must know of the log: what is new in it is read."""
        log = self._log(folder)
        if log is None:
            return State()
        try:
            state = self._position
            if state.is_of(log):
                return state
            # A state of its own: another thread may be reading on from the same one.
            state = State.of(state.text()) if state.offset and state.grew_into(log) else State()
            if log.size - state.offset > _SHORT:
                state = self._reader.answer(folder, lambda view: view.state, state, settled=True)
            self._position = state.skim(log)
            return state
        finally:
            log.close()

    def _log(self, folder: int) -> "Log | None":
        return open_log(self._world.ops, folder, self.path)
