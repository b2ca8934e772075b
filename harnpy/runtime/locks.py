"""Mutexes and atomics. Waits form a graph; one that would close a cycle is a fault instead of a hang."""

from harnpy.runtime.task import Task, cycle_text
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.hub import Hub
    from harnpy.runtime.task import Entry

_REENTRANT = "re-entrant acquire of a non-reentrant mutex already held by this task (mutex '{}')"
_NO_REASON: tuple[str, Value] = ("", None)
_CYCLE = "tasks that wait for each other (mutex '{}')"


class Atomic:
    """An int that changes in one step."""

    __slots__ = ("value",)
    KIND = "atomic"

    def __init__(self, value: int) -> None:
        self.value = value


class Mutex:
    """Lets one task at a time in; waiting tasks come in the order in which they asked."""

    __slots__ = ("_hub", "_mutexes", "_waiters", "name", "owner")

    def __init__(self, hub: "Hub", mutexes: "Mutexes", name: str) -> None:
        self._hub = hub
        self._mutexes = mutexes
        self.name = name
        self.owner: Task | None = None
        self._waiters: list[Entry] = []

    def __enter__(self) -> None:
        task = self._hub.current
        if self.owner is None:
            self.owner = task
            return
        if self.owner is task:
            raise Fault(cycle_text(_REENTRANT.format(self.name)))
        if closes_cycle(task, self.owner):
            raise Fault(cycle_text(_CYCLE.format(self.name)))
        self._waiters.append((task, task.ticket))
        try:
            self._hub.park("acquire", self)
        except BaseException:
            # The mutex may have been handed over before the wait was interrupted.
            if self.owner is task:
                self._release()
            raise

    def __exit__(self, *error: object) -> None:
        self._release()

    def _release(self) -> None:
        while self._waiters:
            task, ticket = self._waiters.pop(0)
            if task.ticket == ticket:
                self.owner = task
                self._hub.wake(task)
                return
        self.owner = None
        self._mutexes.forget(self)


class Mutexes:
    """The mutexes of one machine by key; one that nobody holds takes no room."""

    __slots__ = ("_by_key", "_hub")

    def __init__(self, hub: "Hub") -> None:
        self._hub = hub
        self._by_key: dict[str, Mutex] = {}

    def get(self, key: str) -> Mutex:
        """The mutex of a key, to be entered at once."""
        mutex = self._by_key.get(key)
        if mutex is None:
            mutex = self._by_key[key] = Mutex(self._hub, self, key)
        return mutex

    def forget(self, mutex: Mutex) -> None:
        """Drop a mutex that is free."""
        self._by_key.pop(mutex.name, None)


def closes_cycle(task: Task, blocker: Task) -> bool:
    """Return whether `blocker` waits, perhaps through others, for `task`."""
    following: Value = blocker
    while following is not None:
        if following is task:
            return True
        operation, subject = following.reason or _NO_REASON
        following = subject.owner if operation == "acquire" else subject if operation == "await" else None
    return False
