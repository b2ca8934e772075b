"""The index of one namespace, kept in step with its log: a question in, what it makes of the records out.

An index whose file is damaged is made again; one whose file cannot be written is made in memory. Neither
changes an answer.
"""

import os
from _thread import allocate_lock

from harnpy.durable.memory_build import Builder
from harnpy.durable.memory_index import Index, Packed, State
from harnpy.durable.memory_log import INDEX, LOG, event_of, open_log
from harnpy.durable.memory_search import View
from harnpy.storage.backends.sqlite import MEMORY, DatabaseError, OperationalError
from harnpy.system.ops import is_regular, worded
from harnpy.values.faults import runtime_fault
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from harnpy.durable.memory_build import Progress
    from harnpy.durable.memory_log import Log
    from harnpy.durable.tokens import Tokenizer
    from harnpy.durable.world import World

    Ask = Callable[[View], Value]

_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
_MINE = 0o600
# An index file, the file made again, the tables in memory.
_ATTEMPTS = 3
# What an index that does not fit its log, or whose bytes have changed, may lead to.
_DAMAGE = (DatabaseError, ValueError, LookupError, TypeError, OverflowError)


class UnsettledTail(Exception):
    """Something follows the last newline of the log: a writer may be at work."""


class Reader:
    """Answers questions about one namespace. Threads take turns."""

    __slots__ = ("_file", "_folder", "_index", "_mutex", "_progress", "_tokenizer", "_world")

    def __init__(self, world: "World", folder: str, tokenizer: "Tokenizer", progress: "Progress") -> None:
        self._world = world
        self._folder = folder
        self._tokenizer = tokenizer
        self._progress = progress
        self._index: Index | None = None
        # Device and inode of the index's file; nothing for one in memory.
        self._file: tuple[int, int] | None = None
        self._mutex = allocate_lock()

    def close(self) -> None:
        """Close the index; the next question opens it again."""
        with self._mutex:
            self._close()

    def _close(self) -> None:
        if self._index is not None:
            self._index.close()
            self._index = None

    def answer(self, folder: int, ask: "Ask", empty: Value, *, settled: bool) -> Value:
        """What `ask` makes of the records in the open folder; `empty` when there is no log.

        Raises:
            UnsettledTail: the log has an unfinished line, and it is not `settled` that nobody works on it.
        """
        with self._mutex:
            for attempt in range(_ATTEMPTS):
                try:
                    return self._asked(self._opened(folder, attempt), folder, ask, empty, settled)
                except _DAMAGE as problem:
                    if self._file is None and self._index is not None:
                        path = os.path.join(self._folder, LOG)
                        raise runtime_fault(f"memory: failed to read {path}: {problem}") from problem
                    self._discard(folder, problem, attempt)
            raise AssertionError("an index in memory has no file to be damaged")

    def packed(self, hint: str) -> Packed:
        """Packed vectors, as far as the open index has them."""
        with self._mutex:
            try:
                return {} if self._index is None else self._index.packed(hint)
            except _DAMAGE:
                # The next question finds out and makes the index again.
                return {}

    def pack(self, hint: str, rows: Packed) -> None:
        """Pack vectors; where they cannot be kept they are read from their files again."""
        with self._mutex:
            index = self._index
            if index is None or not rows:
                return
            try:
                index.pack(hint, rows)
            except _DAMAGE:
                if index.connection.in_transaction:
                    index.connection.execute("ROLLBACK")

    def _asked(self, index: Index, folder: int, ask: "Ask", empty: Value, settled: bool) -> Value:
        connection = index.connection
        connection.execute("BEGIN")
        log = None
        try:
            state = index.load()
            log = self._log(folder)
            if log is not None and not state.is_of(log):
                log.close()
                log = self._caught_up(index, folder)
                # Another process may have gone further meanwhile: state and postings are of one moment.
                connection.execute("BEGIN")
                state = index.load()
            if log is None:
                return empty
            if state.offset < log.size:
                if not settled:
                    raise UnsettledTail
                connection.execute("ROLLBACK")
                connection.execute("BEGIN IMMEDIATE")
                state = self._with_tail(index, log, index.load())
            return ask(View(index, log, state, self._tokenizer))
        finally:
            if connection.in_transaction:
                # All that is to be kept has been committed.
                connection.execute("ROLLBACK")
            if log is not None:
                log.close()

    def _caught_up(self, index: Index, folder: int) -> "Log | None":
        """The log, after the index has taken in what is new in it."""
        connection = index.connection
        connection.execute("ROLLBACK")
        connection.execute("BEGIN IMMEDIATE")
        # The state first, so that the log is never older than what the state has seen.
        state = index.load()
        log = self._log(folder)
        if log is None:
            connection.execute("ROLLBACK")
            return None
        try:
            Builder(index, log, state, self._tokenizer).catch_up(self._progress)
        except BaseException:
            log.close()
            raise
        connection.execute("COMMIT")
        return log

    def _with_tail(self, index: Index, log: "Log", state: State) -> State:
        """The state with what follows the last newline, if it is an event; for one transaction."""
        tail = log.read(state.offset, max(0, log.size - state.offset))
        event = event_of(tail)
        if event is None:
            if tail:
                message = f"ignored {len(tail)} bytes after line {state.lines} of {log.path}"
                self._world.warn("memory.torn_tail", log.path, message)
            return state
        builder = Builder(index, log, state, self._tokenizer)
        state.lines += 1
        state.note(event)
        builder.add(event, (state.offset, len(tail)))
        return builder.finish()

    def _log(self, folder: int) -> "Log | None":
        return open_log(self._world.ops, folder, os.path.join(self._folder, LOG))

    def _opened(self, folder: int, attempt: int) -> Index:
        """The index, opened again when its file is another one."""
        syncs = self._world.ops.syncs
        if attempt > 1:
            self._file = None
            self._index = Index(MEMORY, syncs=syncs)
        if self._index is not None:
            if self._file is None or self._file == _identity(folder):
                return self._index
            self._close()
        self._file = _identity(folder) or (0, 0)
        if self._file == (0, 0):
            self._create(folder)
        self._index = Index(os.path.join(self._folder, INDEX), syncs=syncs)
        return self._index

    def _create(self, folder: int) -> None:
        """Make an empty file that is nobody else's to read, for the data base to use."""
        try:
            self._world.ops.release(self._world.ops.open(INDEX, _NEW, _MINE, folder))
        except FileExistsError:
            pass
        except OSError as error:
            raise OperationalError(worded(error)) from None
        self._file = _identity(folder)

    def _discard(self, folder: int, problem: Exception, attempt: int) -> None:
        """Give up an index file: for good when it cannot be written, else to make it again."""
        self._close()
        kept = isinstance(problem, OperationalError)
        told = "cannot be kept" if kept or attempt else "is damaged and was made again"
        self._world.warn(
            "memory.index", self._folder, f"the index {os.path.join(self._folder, INDEX)} {told}: {problem}"
        )
        if kept:
            # No second attempt would fare better.
            self._file = None
            self._index = Index(MEMORY, syncs=self._world.ops.syncs)
            return
        for name in (INDEX, f"{INDEX}-wal", f"{INDEX}-shm"):
            try:
                self._world.ops.unlink(name, folder)
            except OSError:
                continue


def _identity(folder: int) -> tuple[int, int] | None:
    """Device and inode of the index in a folder; None when there is no plain file of that name."""
    try:
        found = os.stat(INDEX, dir_fd=folder, follow_symlinks=False)
    except OSError:
        return None
    if not is_regular(found):
        raise OperationalError(f"{INDEX} is no plain file")
    return found.st_dev, found.st_ino
