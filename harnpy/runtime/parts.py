"""What a machine is put together from; each part is made when somebody first asks for it."""

from __future__ import annotations

from harnpy.base.clock import Clock
from harnpy.runtime.limits import TASKS, PollFlag, load_module
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypedDict

    from harnpy.catalog.model import Catalog
    from harnpy.runtime.access import Access
    from harnpy.runtime.hub import Hub
    from harnpy.runtime.permissions import Permissions
    from harnpy.values.records import Records

    class Host(TypedDict, total=False):
        """What the host may hand to a machine."""

        clock: Clock
        permissions: Permissions
        permit: Callable[[], Permissions]
        stdout: Value
        stderr: Value
        stdin: Value
        argv: list[str]
        cwd: str
        source_dir: str
        root: str
        find_root: Callable[[], str]
        restricted: bool
        environ: Mapping[str, str]
        script: str | None
        project: Callable[[], str | None]
        state_root: str | None
        observer: Callable[[str, Mapping[str, Value]], object] | None
        operations: Mapping[str, Callable[..., Value]]
        inputs: dict[str, Value]
        limits: Mapping[str, int]


class Parts:
    """The parts of a machine that a program which only prints does without.

    Where the workspace is and what may be touched there are found out when somebody asks as well.
    """

    __slots__ = (
        "_access", "_base", "_began", "_find_root", "_hub", "_permissions", "_permit", "_records",
        "_restricted", "_root", "catalog", "clock", "cwd", "flag", "limits", "observer", "operations",
        "project", "script", "state_root", "stop",
    )  # fmt: skip

    def __init__(self, catalog: Catalog, host: Host) -> None:
        self.catalog = catalog
        self.clock = host.get("clock") or Clock()
        self.cwd = host.get("cwd") or "."
        self._root = host.get("root")
        self._find_root = host.get("find_root")
        self._permissions = host.get("permissions")
        self._permit = host.get("permit")
        self._restricted = host.get("restricted", False)
        # The program's file and the folder of its project, if it has them; where the host wants state kept.
        self.script = host.get("script")
        self.project = host.get("project") or _nowhere
        self.state_root = host.get("state_root")
        # Takes events of the run: a kind and its data. Without one warnings are written to stderr.
        self.observer = host.get("observer")
        # What the host does for programs, by name: `memory.embed`.
        self.operations: Mapping[str, Callable[..., Value]] = host.get("operations") or {}
        # True while an abort unwinds, so that no cleanup of the program runs.
        self.stop: list[bool] = [False]
        # By name: depth, steps, tasks; those that are absent have their usual values.
        self.limits: Mapping[str, int] = host.get("limits") or {}
        self.flag = PollFlag(self.limits.get("steps"))
        self._hub: Hub | None = None
        self._access: Access | None = None
        self._records: Records | None = None
        # How deep the frames were at the start of the program, and when that was.
        self._base = 0
        self._began = self.clock.monotonic_ms()

    @property
    def alone(self) -> bool:
        """Whether no task but the current one exists."""
        return self._hub is None or not self._hub.tasks

    @property
    def hub(self) -> Hub:
        """What runs the tasks and lets them wait."""
        if self._hub is None:
            # Only a program that waits, looks at the time or is interrupted needs it.
            hub: Hub = load_module("harnpy.runtime.hub").Hub(self.clock, self.flag, self.stop)
            hub.base, hub.timers.origin = self._base, self._began
            hub.most_tasks = self.limits.get("tasks", TASKS)
            # A signal handler may have been here meanwhile.
            self._hub = self._hub or hub
        return self._hub

    @property
    def access(self) -> Access:
        """Methods of values and handles."""
        if self._access is None:
            made: Access = load_module("harnpy.runtime.access").Access(self.catalog, self)
            self._access = made
        return self._access

    @property
    def records(self) -> Records:
        """The struct and enum classes of the program."""
        if self._records is None:
            made: Records = load_module("harnpy.values.records").Records()
            self._records = made
        return self._records

    @property
    def root(self) -> str:
        """The folder of the workspace."""
        if self._root is None:
            self._root = self._find_root() if self._find_root is not None else self.cwd
        return self._root

    @property
    def permissions(self) -> Permissions:
        """What the run may touch."""
        if self._permissions is None:
            self._permissions = self._permit() if self._permit is not None else self._usual()
        return self._permissions

    @permissions.setter
    def permissions(self, permissions: Permissions) -> None:
        """Replace what the run may touch."""
        self._permissions = permissions

    def _usual(self) -> Permissions:
        return load_module("harnpy.runtime.permissions").Permissions("default", self.root, self.cwd)

    def restricts_builtins(self) -> bool:
        """Say whether the permissions can refuse a builtin by its name."""
        return self._restricted if self._permissions is None else self._permissions.restricts_builtins()


def _nowhere() -> None:
    """The project of a program that has none."""
