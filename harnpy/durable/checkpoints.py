"""Checkpoints: values by key in one file a script, seen by every process as they are now."""

import os

from harnpy.storage.json_file import JsonFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from harnpy.durable.world import World
    from harnpy.storage.entries import Entries
    from harnpy.values.kinds import Value

FAMILY = "checkpoint"

_LONGEST_NOTE = 4096


class Checkpoints:
    """The checkpoint file of a run. `written` counts the writes of this run by key."""

    __slots__ = ("_world", "file", "written")

    def __init__(self, world: "World") -> None:
        roots = world.roots
        path = os.path.join(roots.checkpoints, f"{roots.stem}.json")
        lock = f"{os.path.splitext(path)[0]}.lock"
        self._world = world
        self.file = JsonFile(world, path, lock, FAMILY, self._note_script)
        self.written: dict[str, int] = {}

    def entries(self) -> "Entries":
        """All entries as they are now."""
        return self.file.read()

    def put(self, key: str, line: bytes) -> None:
        """Keep an entry, whatever its key held."""
        self.update(key, lambda entries: (entries.with_entry(key, line), None))

    def insert(self, key: str, line: bytes) -> dict[str, "Value"]:
        """Keep an entry unless its key holds something, also null; report what it holds then."""

        def change(entries: "Entries") -> "tuple[Entries, Value]":
            inserted = not entries.has(key)
            kept = entries.with_entry(key, line) if inserted else entries
            return kept, {"inserted": inserted, "value": kept.value(key)}

        return self.update(key, change)

    def delete(self, key: str) -> None:
        """Forget an entry; without it nothing is written."""
        if self.entries().has(key):
            self.update(key, lambda entries: (entries.without(key), None))

    def clear(self) -> None:
        """Remove the file, also a damaged one."""
        self._world.perform(self.file.remove)

    def update(self, key: str, change: "Callable[[Entries], tuple[Entries, Value]]") -> "Value":
        """Apply a change to the entry of a key under the lock, durably, and return its result."""

        def counted(entries: "Entries") -> "tuple[Entries, Value]":
            changed, result = change(entries)
            if changed is not entries:
                self.written[key] = self.written.get(key, 0) + 1
            return changed, result

        return self._world.perform(lambda park: self.file.change(counted, park))

    def _note_script(self, descriptor: int) -> None:
        """Record the script in the lock file; warn when it names another one, which shares the file."""
        world, roots = self._world, self._world.roots
        if roots.script is None:
            return
        own = roots.shown(roots.script)
        try:
            noted = os.pread(descriptor, _LONGEST_NOTE, 0).decode("utf-8", "replace").strip()
            if noted == own:
                return
            if noted and os.path.isfile(os.path.join(roots.base, noted)):
                text = f"checkpoint file {self.file.path} is also used by {noted}"
                world.warn("checkpoint.shared_stem", self.file.path, text, {"other": noted})
            world.ops.truncate(descriptor, 0)
            world.ops.write(descriptor, [f"{own}\n".encode()])
        except OSError:
            # It is a note for people; the lock itself is what counts.
            return


def checkpoints_of(world: "World") -> Checkpoints:
    """The checkpoints of a run."""
    found = world.parts.get(FAMILY)
    if found is None:
        found = world.parts[FAMILY] = Checkpoints(world)
    return found
