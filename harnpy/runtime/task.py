"""A task as the hub keeps it and as a program holds it, and what is said of tasks that cannot go on."""

from harnpy.values.faults import Thrown
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Reason = tuple[str, Value]
    Entry = tuple["Task", int]

CANCELLED = "kind:cancelled:VM cancelled by host"
TIMED_OUT = object()
"""What `park` returns when the time of a wait is over."""

# How far a task has been cancelled: asked politely, told, has been told, is being ended.
RUNNING, ASKED, TOLD, WARNED, ENDING = range(5)

_GRACE_POLLS = 1024


class Cancelled(Thrown):
    """What a cancelled task may still catch, once; code of the runtime that catches faults passes it on."""

    def __init__(self) -> None:
        super().__init__(CANCELLED)


class Task:
    """One line of execution; as a value the handle of it.

    `reason` says what it waits for, None while it can run. `pending` says that something should be thrown in
    it at the next chance: a cancellation or a deadline.
    """

    __slots__ = (
        "body", "cancel", "done", "error", "fault", "group", "inbox", "limits", "number",
        "pending", "polls", "reason", "scope", "struck", "ticket", "value", "waiters", "worker",
    )  # fmt: skip
    KIND = "task_handle"

    def __init__(self, number: int, body: "Callable[[], Value] | None", group: Value) -> None:
        self.number = number
        self.body = body
        # The group that is told of its end; the scope that joins what it spawns.
        self.group = group
        self.scope: Value = None
        self.worker: Value = None
        self.reason: Reason | None = None
        self.ticket = 0
        self.inbox: Value = None
        self.fault: BaseException | None = None
        self.pending = False
        self.struck = False
        self.cancel = RUNNING
        self.polls = _GRACE_POLLS
        # Deadlines it is under, the outermost first.
        self.limits: tuple[Value, ...] = ()
        self.waiters: tuple[Entry, ...] = ()
        self.done = False
        self.error: Exception | None = None
        # The result, until somebody has asked for it.
        self.value: Value = None

    @property
    def name(self) -> str:
        """The identifier of the task."""
        return f"vm_task_{self.number}"

    def shown(self) -> str:
        """The text between the brackets of its display."""
        return f"task:{self.name}"

    def collect(self) -> Value:
        """Return the result once, or raise the error once; nil after that and for a cancelled task."""
        error, value = self.error, self.value
        self.error = self.value = None
        if error is not None:
            raise error
        return value


# What a wait is called in the text of a deadlock; `{}` is the name of what it waits for.
_WAITS = {
    "receive": "receive on channel '{0}' has no sender (channel '{0}')",
    "send": "send on channel '{0}' has no receiver (channel '{0}')",
    "select": "select on channel '{0}' has no sender (channel '{0}')",
    "await": "await on task '{0}' never returns (task '{0}')",
    "acquire": "acquire of mutex '{0}' has no release (mutex '{0}')",
    "join": "join of a scope never returns (scope)",
}


def deadlock_text(reason: "Reason | None") -> str:
    """The fault of a wait that can never end because every task waits."""
    operation, subject = reason or ("join", None)
    name = subject if subject.__class__ is str or subject is None else subject.name
    waits = _WAITS.get(operation, f"{operation} never returns").format(name)
    return (
        f"HARN-ORC-012: wait-for deadlock detected: all active tasks are waiting; {waits}"
        " — no active task can make progress"
    )


def cycle_text(cause: str) -> str:
    """The fault of a wait that waits for itself; `cause` says how."""
    return f"HARN-ORC-011: deadlock detected: {cause} — this wait can never complete and would block forever"
