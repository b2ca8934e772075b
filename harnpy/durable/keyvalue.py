"""The key-value store: one file a project, on the engine of checkpoints."""

import os

from harnpy.storage.entries import Entries
from harnpy.storage.json_file import JsonFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.durable.world import World

FAMILY = "store"


class KeyValues:
    """The store of a run's project."""

    __slots__ = ("_file", "_world")

    def __init__(self, world: "World") -> None:
        path = world.roots.store
        self._world = world
        self._file = JsonFile(world, path, f"{os.path.splitext(path)[0]}.lock", FAMILY)

    def entries(self) -> Entries:
        """All entries as they are now."""
        return self._file.read()

    def put(self, key: str, line: bytes) -> None:
        """Keep an entry, whatever its key held."""
        self._world.perform(
            lambda park: self._file.change(lambda old: (old.with_entry(key, line), None), park)
        )

    def delete(self, key: str) -> None:
        """Forget an entry; without it nothing is written."""
        if self.entries().has(key):
            self._world.perform(lambda park: self._file.change(lambda old: (old.without(key), None), park))

    def save(self) -> None:
        """Write the file again as it is now, or an empty one when there is none."""
        self._world.perform(lambda park: self._file.change(lambda old: (old.copy(), None), park))

    def clear(self) -> None:
        """Make the store empty, also a damaged one."""
        self._world.perform(lambda park: self._file.replace(Entries(), park))


def store_of(world: "World") -> KeyValues:
    """The store of a run."""
    found = world.parts.get(FAMILY)
    if found is None:
        found = world.parts[FAMILY] = KeyValues(world)
    return found
