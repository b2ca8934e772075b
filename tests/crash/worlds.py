"""Durable worlds for tests: stores in a folder, under real clocks, with steps that can be broken."""

import os
import signal
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from harnpy.base.clock import Clock
from harnpy.catalog.standard import standard
from harnpy.durable.agent_state import states_of
from harnpy.durable.checkpoints import checkpoints_of
from harnpy.durable.keyvalue import store_of
from harnpy.durable.state_owners import Session, Writer
from harnpy.durable.world import World
from harnpy.runtime.machine import Machine
from harnpy.storage.entries import encode_entry
from harnpy.storage.json_file import StateError
from harnpy.system.ops import Ops

LONG = os.environ.get("HARNPY_LONG") == "1"
"""Nightly sizes."""


def size(change: int, nightly: int) -> int:
    """How many times: per change, and at night."""
    return nightly if LONG else change


def world_in(
    folder: Path, ops: Ops | None = None, clock: Clock | None = None, environ: dict[str, str] | None = None
) -> World:
    """A world whose state lies in a folder, as a program `demo.harn` there would have it."""
    machine = Machine(
        standard(),
        import_module,
        clock=clock or Clock(),
        cwd=str(folder),
        script=str(folder / "demo.harn"),
        environ=environ or {},
    )
    return World(machine, ops)


class Kept:
    """A store under test: `put`, `get`, `remove` on texts by key, whatever it is."""

    name = ""

    def __init__(self, world: World) -> None:
        self.world = world

    def put(self, key: str, value: str) -> None:
        """Keep a text."""
        raise NotImplementedError

    def get(self, key: str) -> str | None:
        """The text of a key."""
        raise NotImplementedError

    def remove(self, key: str) -> None:
        """Forget a key."""
        raise NotImplementedError

    def names(self) -> list[str]:
        """All keys."""
        raise NotImplementedError

    def folder(self) -> str:
        """Where the file of a key is."""
        return self.world.roots.state


class KeptCheckpoints(Kept):
    """Checkpoints."""

    name = "checkpoint"

    def put(self, key: str, value: str) -> None:
        checkpoints_of(self.world).put(key, encode_entry(key, value))

    def get(self, key: str) -> str | None:
        entries = checkpoints_of(self.world).entries()
        return entries.value(key) if entries.has(key) else None

    def remove(self, key: str) -> None:
        checkpoints_of(self.world).delete(key)

    def names(self) -> list[str]:
        return checkpoints_of(self.world).entries().keys()

    def folder(self) -> str:
        return self.world.roots.checkpoints


class KeptValues(Kept):
    """The store."""

    name = "store"

    def put(self, key: str, value: str) -> None:
        store_of(self.world).put(key, encode_entry(key, value))

    def get(self, key: str) -> str | None:
        entries = store_of(self.world).entries()
        return entries.value(key) if entries.has(key) else None

    def remove(self, key: str) -> None:
        store_of(self.world).delete(key)

    def names(self) -> list[str]:
        return store_of(self.world).entries().keys()


class KeptStates(Kept):
    """Agent state."""

    name = "agent_state"

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.session = session_in(world)
        if not os.path.isdir(self.session.path_of()):
            states_of(world).create(self.session)

    def put(self, key: str, value: str) -> None:
        states_of(self.world).write(self.session, key, value.encode())

    def get(self, key: str) -> str | None:
        return states_of(self.world).text(self.session, key)

    def remove(self, key: str) -> None:
        states_of(self.world).delete(self.session, key)

    def names(self) -> list[str]:
        return states_of(self.world).keys(self.session)

    def folder(self) -> str:
        return self.session.path_of()


STORES: tuple[type[Kept], ...] = (KeptCheckpoints, KeptValues, KeptStates)


def session_in(world: World, writer: str = "w", policy: str = "ignore", id: str = "s") -> Session:
    """A session below the folder of a world."""
    root = os.path.join(world.roots.cwd, "agent")
    return Session(root, root, id, Writer({"writer_id": writer, "session_id": id}), policy)


def filled(kind: type[Kept], folder: Path) -> dict[str, str]:
    """Put three entries into a new store and return them."""
    kept = kind(world_in(folder))
    entries = {f"k{number}": f"old {number}" for number in range(3)}
    for key, value in entries.items():
        kept.put(key, value)
    return entries


def contents(kind: type[Kept], folder: Path) -> dict[str, Any]:
    """What a new process would read."""
    kept = kind(world_in(folder))
    return {key: kept.get(key) for key in kept.names()}


def litter(folder: Path) -> list[str]:
    """Files that writers left behind."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob(".*.tmp"))


def forked(work: Callable[[], None]) -> int:
    """Run work in a child process and return its pid; the child ends with 0, or 1 when the work fails."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        work()
        code = 0
    except StateError as error:
        os.write(2, f"child: {error.text}\n".encode())
    finally:
        os._exit(code)


def ended(pid: int) -> int:
    """Wait for a child and return its exit code; minus the signal for one that was killed."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def steps_until_clean(run: Callable[[int], bool]) -> Iterator[int]:
    """The numbers from 1 on until `run` says that nothing was broken any more."""
    for number in range(1, 200):
        if not run(number):
            return
        yield number
    raise AssertionError("the operation never completes")


KILLED = -signal.SIGKILL
