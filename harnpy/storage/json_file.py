"""A JSON file of entries that processes share: reads see it as it is now, changes are whole and durable.

Every read compares the file's status with that of the version in memory, whose descriptor stays open so that
its inode number is not given to another file. Changes happen under a lock file; those that wait for it in
one process are written together.
"""

import _thread
import os
from contextlib import contextmanager

from harnpy.storage.entries import Entries, decode_entries
from harnpy.system.atomic import make_folders, open_to_sync, replace_in, sync_folder
from harnpy.system.beneath import read_open
from harnpy.system.locks import LockError
from harnpy.system.ops import worded
from harnpy.values.faults import Thrown
from harnpy.values.text import NotAnObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from typing import Protocol

    from harnpy.system.locks import Locks, Park
    from harnpy.system.ops import Ops
    from harnpy.values.kinds import Value

    Change = Callable[[Entries], tuple[Entries, Value]]

    class Names(Protocol):
        """Gives names to new files."""

        def hex(self) -> str:
            """32 digits that no other call gives."""
            ...

    class Disk(Protocol):
        """What a file needs of a run."""

        ops: Ops
        locks: Locks

        @property
        def ids(self) -> Names:
            """Gives names to new files."""
            ...

        def sweep(self, folder: int) -> None:
            """Remove old leftovers from a folder."""
            ...


NOT_UTF8 = "stream did not contain valid UTF-8"

_READ = os.O_RDONLY | os.O_NONBLOCK
_LOCK = os.O_RDWR | os.O_CREAT


class StateError(Exception):
    """State that could not be read or changed; the text is what programs see, `path` the file it is about."""

    def __init__(self, text: str, path: str) -> None:
        super().__init__(text)
        self.text = text
        self.path = path


class _Version:
    """Entries and the file they came from."""

    __slots__ = ("_descriptor", "_identity", "entries")

    def __init__(self, descriptor: int, entries: Entries) -> None:
        self._descriptor = descriptor
        self._identity = _identity(os.fstat(descriptor))
        self.entries = entries

    def is_of(self, found: os.stat_result) -> bool:
        return self._identity == _identity(found)

    def __del__(self) -> None:
        os.close(self._descriptor)


class _Job:
    """A change that waits, and its outcome. `told` is released when it is done, or when it is to lead."""

    __slots__ = ("change", "error", "leads", "result", "since", "told")

    def __init__(self, change: "Change", since: float) -> None:
        self.change = change
        self.since = since
        self.leads = False
        self.result: Value = None
        self.error: Exception | None = None
        self.told = _thread.allocate_lock()
        self.told.acquire()


class JsonFile:
    """One file of entries; `family` begins the texts of its errors: `checkpoint`, `store`."""

    __slots__ = (
        "_disk", "_family", "_guard", "_led", "_lock_path", "_on_lock", "_path", "_queue", "_version",
    )  # fmt: skip

    def __init__(
        self,
        disk: "Disk",
        path: str,
        lock_path: str,
        family: str,
        on_lock: "Callable[[int], None] | None" = None,
    ) -> None:
        """`on_lock` is called with the open lock file when this run has the lock for the first time."""
        self._disk = disk
        self._path = path
        self._lock_path = lock_path
        self._family = family
        self._on_lock = on_lock
        # Jobs that wait, the next to lead first; whether one of them, or one that was among them, leads.
        self._queue: list[_Job] = []
        self._led = False
        self._guard = _thread.allocate_lock()
        self._version: _Version | None = None

    @property
    def path(self) -> str:
        """Where the file is."""
        return self._path

    def read(self) -> Entries:
        """The entries as they are now; a file that is not there has none.

        Raises:
            StateError: it is damaged or cannot be read.
        """
        version = self._version
        try:
            found = os.stat(self._path)
            if version is not None and version.is_of(found):
                return version.entries
            self._version = None
            content = self._open()
        except FileNotFoundError:
            self._version = None
            return Entries()
        except NotADirectoryError:
            raise self._error("read", f"{_file_above(self._path)} is not a directory") from None
        except OSError as error:
            raise self._error("read", worded(error)) from None
        return content

    def change(self, change: "Change", park: "Park") -> "Value":
        """Apply a change to the entries as they are then, durably, and return its result.

        A change takes entries and gives entries and a result; the very same entries write nothing.

        Raises:
            StateError: nothing was changed, or the disk did not confirm it.
        """
        job = _Job(change, self._disk.locks.now())
        with self._guard:
            self._queue.append(job)
            job.leads = not self._led
            self._led = True
        try:
            if not job.leads:
                park(job.told.acquire)
            if job.leads:
                self._lead(job, park)
        except BaseException:
            self._leave(job)
            raise
        if job.error is not None:
            raise job.error
        return job.result

    def _lead(self, job: _Job, park: "Park") -> None:
        """Write all that waits, and let the next that comes meanwhile lead."""
        try:
            with self._locked(park, job.since):
                self._commit()
        finally:
            with self._guard:
                if job in self._queue:
                    # No lock was had: the others may be luckier.
                    self._queue.remove(job)
                job.leads = False
                self._hand_over()

    def _hand_over(self) -> None:
        """Tell the next job that it leads, if there is one; the caller holds the guard."""
        self._led = bool(self._queue)
        if self._queue:
            self._queue[0].leads = True
            self._queue[0].told.release()

    def _leave(self, job: _Job) -> None:
        """Take out a job whose task was thrown out of its wait."""
        with self._guard:
            if job in self._queue:
                self._queue.remove(job)
                if job.leads:
                    self._hand_over()

    def replace(self, entries: Entries, park: "Park") -> None:
        """Make these the entries, whatever the file holds."""
        with self._locked(park):
            self._write(entries)

    def remove(self, park: "Park") -> None:
        """Remove the file, whatever it holds; it need not be there."""
        if not os.path.lexists(self._path) and not os.path.lexists(self._lock_path):
            return
        with self._locked(park):
            self._version = None
            try:
                folder = open_to_sync(self._disk.ops, os.path.dirname(self._path))
                try:
                    self._disk.ops.unlink(os.path.basename(self._path), folder)
                    sync_folder(self._disk.ops, folder)
                finally:
                    self._disk.ops.release(folder)
            except FileNotFoundError:
                return
            except OSError as error:
                raise self._error("clear", worded(error)) from None

    def _commit(self) -> None:
        """Apply the changes that wait, with one write for all."""
        with self._guard:
            jobs, self._queue = self._queue, []
        error: Exception | None = None
        try:
            before = entries = self.read()
            for job in jobs:
                entries, job.result = job.change(entries)
            if entries is not before:
                self._write(entries)
        except StateError as problem:
            error = problem
        except BaseException:
            error = self._error("write", "the writer was interrupted")
            raise
        finally:
            for job in jobs:
                job.error = error
                if not job.leads:
                    job.told.release()

    @contextmanager
    def _locked(self, park: "Park", since: float | None = None) -> "Generator[None]":
        ops = self._disk.ops
        try:
            make_folders(ops, os.path.dirname(self._lock_path))
        except OSError as error:
            raise self._error("lock directory", worded(error)) from None
        try:
            descriptor = ops.open(self._lock_path, _LOCK)
        except OSError as error:
            raise self._error("lock open", worded(error)) from None
        held = self._disk.locks.held(self._lock_path, descriptor, park, since)
        try:
            held.__enter__()
        except LockError as error:
            raise self._error("lock", str(error)) from None
        try:
            if self._on_lock is not None:
                self._on_lock(descriptor)
                self._on_lock = None
            yield
        finally:
            held.__exit__(None, None, None)

    def _open(self) -> Entries:
        ops = self._disk.ops
        descriptor = ops.open(self._path, _READ)
        try:
            entries = self._decoded(read_open(descriptor))
        except BaseException:
            ops.release(descriptor)
            raise
        self._version = _Version(descriptor, entries)
        return entries

    def _decoded(self, content: bytes) -> Entries:
        try:
            return decode_entries(content.decode())
        except UnicodeDecodeError:
            raise self._error("read", NOT_UTF8) from None
        except NotAnObject:
            raise self._damaged("not a JSON object", 1, 1) from None
        except Thrown as fault:
            raise self._damaged("malformed JSON", fault.value["line"], fault.value["column"]) from None

    def _damaged(self, what: str, line: int, column: int) -> StateError:
        where = f"{self._family} decode error in {self._path}"
        return StateError(f"{where}: {what} at line {line}, column {column}", self._path)

    def _write(self, entries: Entries) -> None:
        self._version = None
        entries = entries.normal()
        folder_path, name = os.path.split(self._path)
        ops = self._disk.ops
        try:
            folder = open_to_sync(ops, folder_path)
            try:
                self._disk.sweep(folder)
                descriptor = replace_in(ops, folder, name, entries.parts(), self._disk.ids.hex())
            finally:
                ops.release(folder)
        except OSError as error:
            raise self._error("write", worded(error)) from None
        self._version = _Version(descriptor, entries)

    def _error(self, step: str, cause: str) -> StateError:
        return StateError(f"{self._family} {step} error: {cause}", self._path)


def _identity(found: os.stat_result) -> tuple[int, int, int, int]:
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _file_above(path: str) -> str:
    """The nearest thing at or above the folder of `path` that is there."""
    above = os.path.dirname(path)
    while not os.path.lexists(above) and above != os.path.dirname(above):
        above = os.path.dirname(above)
    return above
