"""Answers that a test prepares in place of the world, by the capability and the member that would be asked.

A target without prepared answers falls through to the real thing; one that had some never does.
"""

from __future__ import annotations

from harnpy.values.display import display
from harnpy.values.equality import equal
from harnpy.values.faults import Thrown, runtime_fault
from harnpy.values.kinds import Value

Target = tuple[str, str]
"""Capability and member: `("embed", "text_response")`."""

# Targets whose only answer is given again and again, unless the test says otherwise.
_LASTING = frozenset({("memory", "embed")})


class Entry:
    """One prepared answer: a value, or what is thrown; for calls whose first argument has what `when` has."""

    __slots__ = ("error", "inferred", "repeat", "value", "when")

    def __init__(self, value: Value, when: Value, repeat: bool | None, *, error: bool = False) -> None:
        self.value = value
        self.when: Value = when
        self.error = error
        self.inferred = repeat is None
        self.repeat = bool(repeat)


class Fixtures:
    """The prepared answers of one run and the calls that they met, in scopes."""

    __slots__ = ("_outer", "calls", "queues")

    def __init__(self) -> None:
        self.queues: dict[Target, list[Entry]] = {}
        self.calls: list[Value] = []
        self._outer: list[tuple[dict[Target, list[Entry]], list[Value]]] = []

    def add(self, target: Target, entry: Entry) -> None:
        """Prepare an answer. Whether one lasts is inferred only while it is the only one."""
        queue = self.queues.setdefault(target, [])
        queue.append(entry)
        for one in queue:
            if one.inferred:
                one.repeat = len(queue) == 1 and target in _LASTING

    def clear(self) -> None:
        """Forget prepared answers and calls of this scope."""
        self.queues, self.calls = {}, []

    def push(self) -> None:
        """Begin a scope that has nothing prepared."""
        self._outer.append((self.queues, self.calls))
        self.clear()

    def pop(self) -> bool:
        """Go back to the scope before; False when there is none."""
        if not self._outer:
            return False
        self.queues, self.calls = self._outer.pop()
        return True

    def answer(self, target: Target, args: list[Value]) -> list[Value]:
        """The prepared answer to a call as a list of one; empty when the real thing is to be asked."""
        queue = self.queues.get(target)
        if queue is None:
            return []
        capability, member = target
        first = args[0] if args else None
        self.calls.append(
            {"capability": capability, "method": member, "operation": member, "params": first, "args": args}
        )
        entry = _chosen(queue, first)
        if entry is None:
            raise runtime_fault(f"no fixture for {capability}.{member} matched arguments {display(args)}")
        if not entry.repeat:
            queue.remove(entry)
        if entry.error:
            raise Thrown(entry.value)
        return [entry.value]


def _chosen(queue: list[Entry], first: Value) -> Entry | None:
    """The first entry that asks for what the call has, else the first that asks for nothing."""
    for entry in queue:
        if entry.when is not None and _holds(entry.when, first):
            return entry
    return next((entry for entry in queue if entry.when is None), None)


def _holds(wanted: Value, found: Value) -> bool:
    """Whether all that is wanted stands in what was found."""
    if wanted.__class__ is dict and found.__class__ is dict:
        return all(name in found and _holds(value, found[name]) for name, value in wanted.items())
    return equal(wanted, found)


def fixtures_of(state: dict[str, Value]) -> Fixtures:
    """The fixtures of a run, by its state of natives."""
    found = state.get("fixtures")
    if found is None:
        found = state["fixtures"] = Fixtures()
    return found


def prepared(state: dict[str, Value], target: Target, args: list[Value]) -> list[Value]:
    """As `Fixtures.answer`, for a run that may have none."""
    found: Fixtures | None = state.get("fixtures")
    return [] if found is None else found.answer(target, args)
