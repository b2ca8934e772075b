"""Memory as a store under test: an id is the key, what is stored again replaces what was there."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from harnpy.durable.memory import Memory
from harnpy.durable.world import World
from harnpy.storage.json_file import StateError
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value
from tests.crash.worlds import Kept

NAMESPACE = "team/notes"


def memory_in(world: World) -> Memory:
    """The memory of a world, where nobody answers when a vector is needed."""

    def ask(request: dict[str, Value]) -> Value:
        raise AssertionError("nobody is asked")

    return world.parts.setdefault("memory", Memory(world, ask))


def log_in(folder: Path) -> Path:
    """The log of the namespace."""
    return folder / ".harn" / "memory" / NAMESPACE / "events.jsonl"


@contextmanager
def state_errors() -> Generator[None]:
    """Faults of memory as the errors that the tests of all stores expect."""
    try:
        yield
    except Fault as fault:
        text = str(fault.value).removeprefix("Runtime error: ")
        raise StateError(text, "") from fault


class KeptMemory(Kept):
    """Records of one namespace."""

    name = "memory"

    def put(self, key: str, value: str) -> None:
        with state_errors():
            memory_in(self.world).store(NAMESPACE, (key, value, None), {"id": key})

    def get(self, key: str) -> str | None:
        with state_errors():
            space = memory_in(self.world).space(NAMESPACE, {})
            record = space.look(lambda view: view.with_id(key), None)
        return None if record is None else record.value

    def remove(self, key: str) -> None:
        with state_errors():
            memory_in(self.world).forget(NAMESPACE, {"id": key}, {})

    def names(self) -> list[str]:
        with state_errors():
            return sorted(record.id for record in memory_in(self.world).list(NAMESPACE, {}))
