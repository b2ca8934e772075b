"""Agent state: files of a session by key, each with the writer that owns it, below a root the program names.

A write holds the session's lock from the test for another owner until the content is there. Metadata goes
first: a crash between the two never leaves new content under the old owner.
"""

import os

from harnpy.durable.state_owners import (
    ABSENT,
    ERROR,
    WARN,
    Owners,
    Session,
    Writer,
    failed_write,
    metadata_error,
)
from harnpy.durable.state_paths import METADATA, parts_of
from harnpy.storage.json_file import NOT_UTF8, StateError
from harnpy.system.atomic import is_leftover, make_folders, replace_in, sync_folder
from harnpy.system.beneath import SymbolicLink, descend, is_folder, is_link, open_root, read_in
from harnpy.system.locks import LockError
from harnpy.system.ops import Ops, worded
from harnpy.testing.faults import Faults

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from harnpy.durable.world import World
    from harnpy.system.locks import Park
    from harnpy.values.kinds import Value

ABORT_VARIABLE = "HARN_AGENT_STATE_ABORT_AFTER_TMP_WRITE"

_LOCK = ".lock"
_LOCK_FLAGS = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW


class AgentStates:
    """Works on the sessions of a run."""

    __slots__ = ("_ops", "_owners", "_world")

    def __init__(self, world: "World") -> None:
        self._world = world
        aborts = world.ctx.environ.get(ABORT_VARIABLE) == "1"
        self._ops = Ops(Faults("abort@rename:1"), world.ops.syncs) if aborts else world.ops
        self._owners = Owners(world, self._ops)

    # ---- sessions ----------------------------------------------------------------------------------

    def create(self, session: Session) -> None:
        """Make the folder of a session and those above it."""
        try:
            make_folders(self._ops, session.place)
            root = open_root(self._ops, session.place)
            try:
                self._ops.release(descend(self._ops, root, [session.id], make=True))
            finally:
                self._ops.release(root)
        except SymbolicLink:
            raise _linked(session) from None
        except OSError as error:
            raise StateError(f"agent_state mkdir error: {worded(error)}", session.path_of()) from None

    def require(self, session: Session) -> None:
        """Fault unless the folder of the session is there."""
        try:
            self._ops.release(self._folder(session))
        except SymbolicLink:
            raise _linked(session) from None
        except OSError:
            text = f"agent_state.resume: session '{session.id}' not found under {session.root}"
            raise StateError(text, session.path_of()) from None

    def _folder(self, session: Session) -> int:
        root = open_root(self._ops, session.place)
        try:
            return descend(self._ops, root, [session.id])
        finally:
            self._ops.release(root)

    # ---- reading -----------------------------------------------------------------------------------

    def read(self, session: Session, key: str) -> bytes | None:
        """The content of a key; None when there is none."""
        parts = parts_of(key, "__agent_state_read")
        try:
            return self._content(session, parts)
        except ABSENT:
            return None
        except SymbolicLink:
            raise _through_link(key) from None
        except OSError as error:
            raise _failed("read", "read", session.path_of(*parts), worded(error)) from None

    def text(self, session: Session, key: str) -> str | None:
        """The content of a key as text."""
        content = self.read(session, key)
        try:
            return None if content is None else content.decode()
        except UnicodeDecodeError:
            path = session.path_of(*parts_of(key, "__agent_state_read"))
            raise _failed("read", "read", path, NOT_UTF8) from None

    def _content(self, session: Session, parts: list[str]) -> bytes:
        own = self._folder(session)
        try:
            folder = descend(self._ops, own, parts[:-1])
        finally:
            self._ops.release(own)
        try:
            return read_in(self._ops, folder, parts[-1])
        finally:
            self._ops.release(folder)

    def keys(self, session: Session) -> list[str]:
        """All keys, sorted by bytes; a session that is not there has none."""
        try:
            own = self._folder(session)
        except ABSENT:
            return []
        except SymbolicLink:
            raise _linked(session) from None
        except OSError as error:
            raise _failed("list", "read", session.path_of(), worded(error)) from None
        found: list[str] = []
        try:
            self._collect(session, own, [], found)
        finally:
            self._ops.release(own)
        return sorted(found, key=str.encode)

    def _collect(self, session: Session, own: int, above: list[str], found: list[str]) -> None:
        """Add the keys of a folder of the session and of those in it."""
        pending = [above]
        while pending:
            parts = pending.pop()
            try:
                folder = descend(self._ops, own, parts)
            except (*ABSENT, SymbolicLink):
                # It went away, or was swapped, while the list was made.
                continue
            except OSError as error:
                raise _failed("list", "read", session.path_of(*parts), worded(error)) from None
            try:
                for entry in os.scandir(folder):
                    if entry.name == METADATA or is_leftover(entry.name):
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        pending.append([*parts, entry.name])
                    elif entry.is_file(follow_symlinks=False):
                        found.append("/".join([*parts, entry.name]))
            finally:
                self._ops.release(folder)

    # ---- writing -----------------------------------------------------------------------------------

    def write(self, session: Session, key: str, content: bytes) -> None:
        """Make bytes the content of a key, and the session's writer its owner."""
        parts = parts_of(key, "__agent_state_write")
        shown = "/".join(parts)

        def work(own: int) -> "Writer | None":
            conflict = self._conflict(session, own, parts)
            if conflict is not None and session.policy == ERROR:
                raise StateError(_words("write", "written", shown, conflict, session.writer), "")
            self._put(session, own, parts, content)
            return conflict

        self._warn("write", "written", shown, self._locked(session, parts, work, "write"), session)

    def delete(self, session: Session, key: str) -> None:
        """Remove a key, its metadata, and folders that are empty then."""
        parts = parts_of(key, "__agent_state_delete")
        shown = "/".join(parts)

        def work(own: int) -> "Writer | None":
            conflict = self._conflict(session, own, parts)
            if conflict is not None and session.policy == ERROR:
                raise StateError(_words("delete", "deleted", shown, conflict, session.writer), "")
            self._remove(session, own, parts)
            return conflict

        self._warn("delete", "deleted", shown, self._locked(session, parts, work, "delete"), session)

    def _locked(
        self, session: Session, parts: list[str], work: "Callable[[int], Writer | None]", verb: str
    ) -> "Writer | None":
        """Do work on a key in the session's folder under its lock; `verb` is what fails."""

        def perform(park: "Park") -> "Value":
            try:
                own = self._folder(session)
            except SymbolicLink:
                raise _linked(session) from None
            except OSError as error:
                path = session.path_of()
                raise StateError(
                    f"agent_state lock error: cannot open {path}: {worded(error)}", path
                ) from None
            try:
                path, descriptor = session.path_of(METADATA, _LOCK), self._lock_file(session, own)
                with self._world.locks.held(path, descriptor, park):
                    return work(own)
            except LockError as error:
                raise StateError(f"agent_state lock error: {error}", session.path_of()) from None
            except SymbolicLink:
                raise _through_link("/".join(parts)) from None
            except OSError as error:
                raise _failed(verb, verb, session.path_of(*parts), worded(error)) from None
            finally:
                self._ops.release(own)

        return self._world.perform(perform)

    def _lock_file(self, session: Session, own: int) -> int:
        path = session.path_of(METADATA)
        try:
            folder = descend(self._ops, own, [METADATA], make=True)
        except SymbolicLink:
            raise metadata_error("create metadata dir", path, "it is a symbolic link") from None
        except OSError as error:
            raise metadata_error("create metadata dir", path, worded(error)) from None
        try:
            return self._ops.open(_LOCK, _LOCK_FLAGS, folder=folder)
        except OSError as error:
            raise StateError(
                f"agent_state lock error: cannot open {path}/{_LOCK}: {worded(error)}", path
            ) from None
        finally:
            self._ops.release(folder)

    def _conflict(self, session: Session, own: int, parts: list[str]) -> "Writer | None":
        """The writer that owns a key, when it is another one than the session's."""
        owner = self._owners.owner(session, own, parts)
        if owner is None or owner.id is None or session.writer.id in (None, owner.id):
            return None
        try:
            folder = descend(self._ops, own, parts[:-1])
        except ABSENT:
            return None
        try:
            os.stat(parts[-1], dir_fd=folder, follow_symlinks=False)
        except ABSENT:
            return None
        finally:
            self._ops.release(folder)
        return owner

    def _put(self, session: Session, own: int, parts: list[str], content: bytes) -> None:
        folder_path, path = session.path_of(*parts[:-1]), session.path_of(*parts)
        try:
            folder = descend(self._ops, own, parts[:-1], make=True)
        except SymbolicLink:
            raise
        except OSError as error:
            raise _failed("write", "create", folder_path, worded(error)) from None
        try:
            _refuse_link(folder, parts[-1])
            before = self._owners.note(session, own, parts)
            try:
                self._world.sweep(folder)
                self._clear_the_way(folder, parts[-1])
                self._replace(folder, parts[-1], content)
            except OSError as error:
                self._owners.restore(session, own, parts, before)
                raise failed_write(path, worded(error)) from None
        finally:
            self._ops.release(folder)

    def _clear_the_way(self, folder: int, name: str) -> None:
        """Remove an empty folder where a key belongs: a writer that was killed left it."""
        if is_folder(folder, name):
            try:
                self._ops.remove_folder(name, folder)
            except OSError:
                # It holds other keys; what comes next says that it is a folder.
                return

    def _replace(self, folder: int, name: str, content: bytes) -> None:
        self._ops.release(replace_in(self._ops, folder, name, [content], self._world.ids.hex()))

    def _remove(self, session: Session, own: int, parts: list[str]) -> None:
        path = session.path_of(*parts)
        try:
            folder = descend(self._ops, own, parts[:-1])
        except ABSENT:
            folder = None
        if folder is not None:
            try:
                _refuse_link(folder, parts[-1])
                self._clear_the_way(folder, parts[-1])
                self._ops.unlink(parts[-1], folder)
                sync_folder(self._ops, folder)
            except FileNotFoundError:
                pass
            except SymbolicLink:
                raise
            except OSError as error:
                raise _failed("delete", "delete", path, worded(error)) from None
            finally:
                self._ops.release(folder)
        self._owners.remove(session, own, parts)
        self._prune(own, parts[:-1])
        self._prune(own, [METADATA, *parts[:-1]], keep=1)

    def _prune(self, own: int, parts: list[str], keep: int = 0) -> None:
        """Remove folders that are empty, from the innermost on."""
        for count in range(len(parts), keep, -1):
            try:
                above = descend(self._ops, own, parts[: count - 1])
                try:
                    self._ops.remove_folder(parts[count - 1], above)
                finally:
                    self._ops.release(above)
            except OSError:
                return

    def _warn(self, verb: str, done: str, key: str, old: "Writer | None", session: Session) -> None:
        if old is not None and session.policy == WARN:
            told = {"key": key, "previous_writer": old.fields, "current_writer": session.writer.fields}
            text = _words(verb, done, key, old, session.writer)
            self._world.warn(f"agent_state.{verb}", f"{session.path_of(key)} {old.name}", text, told)


def states_of(world: "World") -> AgentStates:
    """The agent state of a run."""
    found = world.parts.get("agent_state")
    if found is None:
        found = world.parts["agent_state"] = AgentStates(world)
    return found


def _words(verb: str, done: str, key: str, old: Writer, new: Writer) -> str:
    return (
        f"agent_state.{verb}: key '{key}' was previously written by '{old.name}' "
        f"and is now being {done} by '{new.name}'"
    )


def _failed(function: str, deed: str, path: str, cause: str) -> StateError:
    return StateError(f"agent_state.{function}: failed to {deed} {path}: {cause}", path)


def _refuse_link(folder: int, name: str) -> None:
    """A link would not be followed, but it would be lost."""
    if is_link(folder, name):
        raise SymbolicLink(name)


def _through_link(key: str) -> StateError:
    return StateError(f"agent_state: key '{key.strip()}' passes through a symbolic link", "")


def _linked(session: Session) -> StateError:
    return StateError(f"agent_state: session '{session.id}' is a symbolic link", session.path_of())
