"""What durable modules need of a run: its places, the disk, locks, time, identifiers, a way to warn."""

import os

from harnpy.durable.identity import Identifiers
from harnpy.durable.state_root import Roots
from harnpy.system.atomic import sweep
from harnpy.system.locks import Locks, here
from harnpy.system.ops import Ops
from harnpy.testing.faults import VARIABLE, planned
from harnpy.values.faults import runtime_fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from harnpy.runtime.machine import Machine
    from harnpy.system.locks import Park
    from harnpy.values.kinds import Value

_FAMILY = "durable"
_SWEEP_EVERY_MS = 3_600_000.0


class World:
    """The durable side of one machine; what modules keep of the run is in `parts`, by module.

    `ids` gives identifiers, `locks` the file locks, `ops` the steps on files, `roots` the places of state.
    """

    __slots__ = ("_permitted", "_swept", "_warned", "clock", "ctx", "ids", "locks", "ops", "parts", "roots")

    def __init__(self, ctx: "Machine", ops: Ops | None = None) -> None:
        environ = ctx.environ
        self.ctx = ctx
        # The machine's clock: ages of files and waits are none of the program's business.
        self.clock = ctx.clock
        self.ops = ops or _ops_of(environ)
        self.locks = Locks(self.ops, ctx.clock)
        self.ids = Identifiers(ctx.clock)
        self.roots = Roots(ctx.script, ctx.project(), ctx.cwd, environ, ctx.state_root)
        self.parts: dict[str, Value] = {}
        self._permitted = False
        self._swept: dict[tuple[int, int], float] = {}
        self._warned: set[tuple[str, str]] = set()

    def now_ms(self) -> int:
        """Milliseconds since 1970 as the program sees them."""
        return self.ctx.hub.timers.clock.now_ms()

    def perform(self, work: "Callable[[Park], Value]") -> "Value":
        """Do work on files; other tasks go on meanwhile. `work` hands what it is given to `locks.held`."""
        hub = self.ctx.hub
        if self.ctx.alone:
            return work(hub.in_thread)
        return hub.in_thread(lambda: work(here))

    def permit(self, function: str) -> None:
        """Fault unless this run may keep state where it is kept; that is decided once."""
        if not self._permitted:
            self.ctx.permissions.check_path("write", self.roots.state, function)
            self._permitted = True

    def sweep(self, folder: int) -> None:
        """Remove old leftovers of crashed writers from an open folder, once an hour at most.

        The caller holds the lock of the module that the folder belongs to.
        """
        found = os.fstat(folder)
        now = self.clock.monotonic_ms()
        last = self._swept.get((found.st_dev, found.st_ino))
        if last is None or now - last > _SWEEP_EVERY_MS:
            self._swept[found.st_dev, found.st_ino] = now
            sweep(self.ops, folder, self.clock.now_ms())

    def warn(
        self, category: str, subject: str, message: str, metadata: "Mapping[str, Value] | None" = None
    ) -> None:
        """Tell the user something that changes no result, once for a category and a subject."""
        if (category, subject) not in self._warned:
            self._warned.add((category, subject))
            data = {"category": category, "message": message, "metadata": metadata or {}}
            if self.ctx.observer is not None:
                self.ctx.observer("warning", data)
            else:
                self.ctx.stderr.write(f"[harnpy] warning: {message} [{category}]\n")

    def event(self, kind: str, data: "Mapping[str, Value]") -> None:
        """Tell who watches the run, if anybody does, that something happened."""
        if self.ctx.observer is not None:
            self.ctx.observer(kind, data)


def _ops_of(environ: "Mapping[str, str]") -> Ops:
    """The steps on files as the environment wants them."""
    try:
        return Ops(planned(environ), syncs=environ.get("HARNPY_FSYNC") != "0")
    except ValueError as error:
        raise runtime_fault(f"{VARIABLE}: {error}; write it as `EIO@fsync:1`") from None


def world_of(ctx: "Machine") -> World:
    """The durable side of a machine, made at its first use: the state belongs to the run, not the process."""
    found = ctx.state.get(_FAMILY)
    if found is None:
        found = ctx.state[_FAMILY] = World(ctx)
    return found
