"""Locks of files: a path in, the right to change what it guards out, freed by the kernel with the process."""

import _thread
import fcntl
import os
from contextlib import contextmanager

from harnpy.system.ops import ATTEMPT, EXCLUSIVE, Ops, worded
from harnpy.system.paths import write_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from harnpy.base.clock import Clock

    Park = Callable[[Callable[[], object]], object]

TIMEOUT_MS = 5000
"""Longest wait for the lock of a file."""


class LockError(Exception):
    """A lock that was not had; the text says which and why."""


def here(work: "Callable[[], object]") -> object:
    """Do work that waits in the thread that asks for it."""
    return work()


class Locks:
    """The locks of one run: its tasks queue for a file among themselves, processes queue in the kernel.

    Nobody polls: a writer that takes the lock again right after releasing it would keep pollers out.
    """

    __slots__ = ("_clock", "_ops", "_turns", "timeout_ms")

    def __init__(self, ops: Ops, clock: "Clock", timeout_ms: int = TIMEOUT_MS) -> None:
        self._ops = ops
        self._clock = clock
        self._turns: dict[str, _thread.LockType] = {}
        self.timeout_ms = timeout_ms

    def turn(self, path: str) -> "_thread.LockType":
        """What tasks of this run queue at for the file at `path`, whatever its spelling."""
        try:
            resolved = os.path.realpath(path)
        except OSError:
            # A link on the way has become a folder meanwhile; the lock of the open file decides in any case.
            resolved = os.path.abspath(path)
        return self._turns.setdefault(resolved, _thread.allocate_lock())

    def now(self) -> float:
        """Milliseconds on the clock that waits are measured by."""
        return self._clock.monotonic_ms()

    @contextmanager
    def held(
        self, path: str, descriptor: int, park: "Park" = here, since: float | None = None
    ) -> "Generator[None]":
        """Hold the exclusive lock of an open file while the body runs, and close the file.

        `path` is what errors name. `park(work)` does work that waits; one that can be thrown out of it, such
        as a task that is cancelled, leaves nothing locked. Time is counted from `since`, a value of `now`.

        Raises:
            LockError: somebody held it for too long, or the file system has no locks.
        """
        start = self.now() if since is None else since
        turn = self.turn(path)
        if not (turn.acquire(blocking=False) or self._queue(turn, park)):
            self._ops.release(descriptor)
            raise self._late(path)
        try:
            waited = self._clock.monotonic_ms() - start
            self._lock(path, descriptor, park, max(self.timeout_ms - waited, 0))
            try:
                yield
            finally:
                self._ops.release(descriptor)
        finally:
            turn.release()

    def _queue(self, turn: "_thread.LockType", park: "Park") -> bool:
        """Wait for the turn; one that comes after the caller was thrown out is passed on at once."""
        wanted = [True]
        had: list[bool] = []

        def take() -> bool:
            if not turn.acquire(timeout=self.timeout_ms / 1000):
                return False
            had.append(True)
            if not wanted:
                _pass_on(turn, had)
            return True

        try:
            return bool(park(take))
        except BaseException:
            wanted.clear()
            _pass_on(turn, had)
            raise

    def _lock(self, path: str, descriptor: int, park: "Park", left_ms: float) -> None:
        try:
            self._ops.lock(descriptor, ATTEMPT)
        except BlockingIOError:
            waiter = _Waiter(self._ops, descriptor)
            if not waiter.wait(park, left_ms):
                raise self._late(path) from None
            if waiter.error is not None:
                self._ops.release(descriptor)
                raise _failed(path, waiter.error) from None
        except OSError as error:
            self._ops.release(descriptor)
            raise _failed(path, error) from None

    def _late(self, path: str) -> LockError:
        seconds = self.timeout_ms / 1000
        return LockError(
            f"timed out after {seconds}s waiting for the exclusive lock on {path}; "
            "another process or task is holding it"
        )


def _pass_on(turn: "_thread.LockType", had: list[bool]) -> None:
    """Release a turn that nobody wants any more; of two who do so at once only one takes from the list."""
    try:
        had.pop()
    except IndexError:
        return
    turn.release()


class _Waiter:
    """A thread that waits in the kernel's queue for a lock; who gives up leaves the descriptor to it."""

    __slots__ = ("_arrived", "_descriptor", "_done", "_guard", "_left", "_ops", "error")

    def __init__(self, ops: Ops, descriptor: int) -> None:
        self._ops = ops
        self._descriptor = descriptor
        self._guard = _thread.allocate_lock()
        self._arrived = _thread.allocate_lock()
        self._arrived.acquire()
        self._left = self._done = False
        self.error: OSError | None = None
        _thread.start_new_thread(self._run, ())

    def wait(self, park: "Park", ms: float) -> bool:
        """Wait for the lock; False when the time is over, and then the descriptor is the thread's."""
        try:
            park(lambda: self._arrived.acquire(timeout=ms / 1000))
        except BaseException:
            if self._settle():
                self._ops.release(self._descriptor)
            raise
        return self._settle()

    def _settle(self) -> bool:
        """Say whether the lock is the caller's; else it is the thread's to release from now on."""
        with self._guard:
            self._left = not self._done
            return self._done

    def _run(self) -> None:
        try:
            self._ops.lock(self._descriptor, EXCLUSIVE)
        except OSError as error:
            self.error = error
        with self._guard:
            self._done = True
            if self._left:
                os.close(self._descriptor)
            else:
                self._arrived.release()


def _failed(path: str, error: OSError) -> LockError:
    return LockError(f"failed to take the exclusive lock on {path}: {worded(error)}")


@contextmanager
def locked_folder(path: str) -> "Generator[None]":
    """Hold the exclusive lock of a folder while the body runs; waits for the holder."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def append_locked(descriptor: int, content: bytes) -> None:
    """Add to the end of an open file while holding its lock, and close it."""
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    try:
        write_all(os.dup(descriptor), content)
    finally:
        os.close(descriptor)
