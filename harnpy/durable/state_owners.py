"""Who owns the keys of agent state: metadata beside the content of a session, one file a key."""

import os

from harnpy.durable.identity import text_digest
from harnpy.durable.state_paths import ALTERNATIVE, METADATA
from harnpy.storage.json_file import NOT_UTF8, StateError
from harnpy.system.atomic import replace_in, sync_folder
from harnpy.system.beneath import SymbolicLink, descend, read_in
from harnpy.system.ops import Ops, worded
from harnpy.values.faults import Thrown
from harnpy.values.text import json_pretty, json_string, parse_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.durable.world import World
    from harnpy.values.kinds import Value

IGNORE, WARN, ERROR = "ignore", "warn", "error"
"""What happens to a write of a key that another writer owns."""

PARTS_OF_WRITER = ("writer_id", "stage_id", "session_id", "worker_id")

ABSENT = (FileNotFoundError, NotADirectoryError)
"""What it means that nothing can be at a path."""


class Writer:
    """Who writes: four names, each of which may be unset."""

    __slots__ = ("fields",)

    def __init__(self, fields: "dict[str, Value]") -> None:
        self.fields: dict[str, str | None] = {name: fields.get(name) for name in PARTS_OF_WRITER}

    @property
    def id(self) -> str | None:
        """What ownership goes by."""
        return self.fields["writer_id"]

    @property
    def name(self) -> str:
        """What messages call the writer."""
        order = ("writer_id", "worker_id", "stage_id", "session_id")
        return next((name for one in order if (name := self.fields[one]) is not None), "unknown")


class Session:
    """A session's folder, who works in it, and what it does about other writers.

    root   the folder of sessions, as the program named it, absolute
    place  the same without symbolic links, as the run may touch it
    """

    __slots__ = ("id", "place", "policy", "root", "writer")

    def __init__(self, root: str, place: str, id: str, writer: Writer, policy: str) -> None:
        self.root = root
        self.place = place
        self.id = id
        self.writer = writer
        self.policy = policy

    def path_of(self, *parts: str) -> str:
        """A path in the session, as messages show it."""
        return os.path.join(self.root, self.id, *parts)


class _Place:
    """Where the metadata of a key is: an open folder and a name in it."""

    __slots__ = ("folder", "name", "path")

    def __init__(self, folder: int, name: str, path: str) -> None:
        self.folder = folder
        self.name = name
        self.path = path


class Owners:
    """Reads and writes the metadata of sessions; the caller holds the session's lock and its open folder."""

    __slots__ = ("_ops", "_world")

    def __init__(self, world: "World", ops: Ops) -> None:
        self._world = world
        self._ops = ops

    def _places(self, session: Session, parts: list[str]) -> list[tuple[list[str], str]]:
        """Where the metadata of a key may be, as folder and name: the plain place, then the other."""
        alternative = f"{text_digest('/'.join(parts))}.json"
        return [
            ([METADATA, *parts[:-1]], f"{parts[-1]}.json"),
            ([METADATA, ALTERNATIVE], alternative),
        ]

    def _find(self, session: Session, own: int, parts: list[str]) -> tuple[_Place, bytes] | None:
        """The place of a key's metadata and its content; the caller releases the folder."""
        for folder_parts, name in self._places(session, parts):
            path = session.path_of(*folder_parts, name)
            try:
                folder = descend(self._ops, own, folder_parts)
            except ABSENT:
                continue
            try:
                return _Place(folder, name, path), read_in(self._ops, folder, name)
            except (FileNotFoundError, IsADirectoryError):
                self._ops.release(folder)
            except SymbolicLink:
                self._ops.release(folder)
                raise
            except OSError as error:
                self._ops.release(folder)
                raise metadata_error("read metadata", path, worded(error)) from None
        return None

    def owner(self, session: Session, own: int, parts: list[str]) -> "Writer | None":
        """The writer that is noted for a key; damaged metadata is set aside, or refused under `error`."""
        found = self._find(session, own, parts)
        if found is None:
            return None
        place, content = found
        try:
            writer, problem = _decoded(content)
            if problem and session.policy == ERROR:
                raise metadata_error("parse metadata", place.path, problem)
            if problem:
                self._set_aside(place, problem)
            return writer
        finally:
            self._ops.release(place.folder)

    def _set_aside(self, place: _Place, problem: str) -> None:
        """Keep damaged metadata under another name; the owner is unknown from then on."""
        aside = f"{place.name}.damaged"
        self._ops.rename(place.name, aside, place.folder)
        sync_folder(self._ops, place.folder)
        text = f"metadata {place.path} is damaged ({problem}); it is kept as {place.path}.damaged"
        self._world.warn("agent_state.metadata", place.path, text, {"path": place.path})

    def note(self, session: Session, own: int, parts: list[str]) -> bytes | None:
        """Note the owner of a key; return what was noted before."""
        found = self._find(session, own, parts)
        before = None
        if found is not None:
            self._ops.release(found[0].folder)
            before = found[1]
        self._write(session, own, parts, _encoded(session.writer, self._world.now_ms() // 1000))
        return before

    def _write(self, session: Session, own: int, parts: list[str], content: bytes) -> None:
        """Write metadata at the plain place, or at the other one when keys get in each other's way."""
        error: OSError | None = None
        path = ""
        for folder_parts, name in self._places(session, parts):
            path = session.path_of(*folder_parts, name)
            try:
                folder = descend(self._ops, own, folder_parts, make=True)
            except SymbolicLink:
                raise
            except (NotADirectoryError, FileExistsError) as occupied:
                error = occupied
                continue
            except OSError as failed:
                shown = session.path_of(*folder_parts)
                raise metadata_error("create metadata dir", shown, worded(failed)) from None
            try:
                self._world.sweep(folder)
                self._ops.release(replace_in(self._ops, folder, name, [content], self._world.ids.hex()))
                return
            except IsADirectoryError as occupied:
                error = occupied
            except OSError as failed:
                raise failed_write(path, worded(failed)) from None
            finally:
                self._ops.release(folder)
        assert error is not None
        raise failed_write(path, worded(error))

    def restore(self, session: Session, own: int, parts: list[str], before: bytes | None) -> None:
        """Give a key its owner back after its content could not be written."""
        try:
            if before is None:
                self.remove(session, own, parts)
            else:
                self._write(session, own, parts, before)
        except (StateError, OSError):
            # The failure of the content is the one to tell of; the next writer sees a newer owner.
            return

    def remove(self, session: Session, own: int, parts: list[str]) -> None:
        """Remove the metadata of a key."""
        for folder_parts, name in self._places(session, parts):
            try:
                folder = descend(self._ops, own, folder_parts)
            except ABSENT:
                continue
            try:
                self._ops.unlink(name, folder)
            except (FileNotFoundError, IsADirectoryError):
                continue
            except OSError as error:
                path = session.path_of(*folder_parts, name)
                raise metadata_error("delete metadata", path, worded(error)) from None
            finally:
                self._ops.release(folder)


def _encoded(writer: Writer, seconds: int) -> bytes:
    """Metadata as its file holds it: in this order, without what is unset."""
    names = {name: value for name, value in writer.fields.items() if value is not None}
    lines = [f"    {json_string(name)}: {json_string(value)}" for name, value in names.items()]
    inside = "{\n" + ",\n".join(lines) + "\n  }" if lines else json_pretty({})
    return f'{{\n  "writer": {inside},\n  "updated_at": {seconds}\n}}'.encode()


def _decoded(content: bytes) -> "tuple[Writer | None, str]":
    """The writer in metadata, and what is wrong with it."""
    try:
        found = parse_json(content.decode())
    except UnicodeDecodeError:
        return None, NOT_UTF8
    except Thrown as fault:
        return None, f"malformed JSON at line {fault.value['line']}, column {fault.value['column']}"
    if found.__class__ is not dict or found.get("writer", {}).__class__ is not dict:
        return None, "no writer in it"
    fields = found.get("writer", {})
    for name in PARTS_OF_WRITER:
        if fields.get(name).__class__ not in (str, type(None)):
            return None, f"`{name}` is no text"
    return Writer(fields), ""


def metadata_error(deed: str, path: str, cause: str) -> StateError:
    """A failure of metadata."""
    return StateError(f"agent_state: failed to {deed} {path}: {cause}", path)


def failed_write(path: str, cause: str) -> StateError:
    """A failure to write metadata or content."""
    return StateError(f"agent_state.write: failed to write {path}: {cause}", path)
