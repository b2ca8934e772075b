"""A main program as the promises see it: the hub, the names of emitted code, one loaded module."""

from collections.abc import Callable
from typing import Any

from harnpy.runtime.channels import Channel
from harnpy.runtime.errors import caught
from harnpy.runtime.hub import Hub
from harnpy.runtime.tasks import Operations, wait_for
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value

LONG = 60_000


class Program:
    """What a main program and its tasks can do."""

    def __init__(self, hub: Hub, module: dict[str, Any]) -> None:
        self.hub = hub
        self.module = module
        names: dict[str, Any] = Operations(hub).names()
        self.spawn = names["_spawn"]
        self.scope = names["_scope"]
        self.parallel = names["_parallel"]
        self.select = names["_select"]
        self.deadline = names["_deadline"]
        self.mutex = names["_mutex"]
        self.gen = names["_gen"]

    def spin(self, until: Callable[[], bool] = lambda: False) -> None:
        """A loop as emitted code has it."""
        while not until():
            if self.module["_FLAG"]:
                self.hub.poll()

    def wait(self, handle: object) -> Value:
        """`await`."""
        return wait_for(self.hub, handle)

    def channel(self, capacity: int = 4) -> Channel:
        """A channel called c."""
        return Channel(self.hub, "c", capacity)


def fault_of(body: Callable[[], object]) -> Value:
    """What `catch` binds."""
    try:
        body()
    except Fault as error:
        return caught(error)
    raise AssertionError("nothing was thrown")


def promises_of(module: dict[str, Any]) -> tuple[Callable[[Program], object], ...]:
    """The functions that a module of promises defines, in order; helpers begin with an underscore."""
    return tuple(
        value
        for name, value in module.items()
        if not name.startswith("_")
        and callable(value)
        and getattr(value, "__module__", "") == module["__name__"]
    )
