"""Harness handles: the root and its members, as values that carry a kind and nothing else."""

from __future__ import annotations

from harnpy.values.faults import Fault, type_fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

MEMBERS = (
    "stdio", "term", "clock", "fs", "env", "random", "process", "system", "obs", "interaction", "runtime",
    "agent", "testing", "net", "secrets", "llm", "tools", "verdict", "memory", "embed", "session",
    "postgres", "sqlite",
)  # fmt: skip
"""Names of the sub-handles in the order in which messages list them."""


class Handle:
    """A capability. Two handles are never equal and none is ever stored."""

    __slots__ = ()
    KIND = "Harness"
    # The member's name; empty for the root.
    MEMBER = ""


class Harness(Handle):
    """The root: every sub-handle is a property of it."""

    __slots__ = ()


class Resource:
    """Something outside that a program got hold of and that carries its own authority.

    `label` is the type of resource, `properties` what a program may read of it, `held` the thing itself.
    """

    __slots__ = ("held", "label", "properties")
    KIND = "resource"

    def __init__(self, label: str, properties: Mapping[str, object], held: object) -> None:
        self.label = label
        self.properties: dict[str, object] = {"_type": label, **properties}
        self.held = held

    def shown(self) -> str:
        """The text between the brackets of its display."""
        return f"resource:{self.label}"

    def read(self, name: str) -> object:
        """A property."""
        if name not in self.properties:
            listed = ", ".join(f"`{known}`" for known in self.properties)
            raise type_fault(f"cannot access property `{name}` on {self.label} — it exposes {listed}")
        return self.properties[name]


def _handle_class(member: str) -> type[Handle]:
    kind = "Harness" + member.title()
    return type(kind, (Handle,), {"__slots__": (), "KIND": kind, "MEMBER": member})


CLASSES: dict[str, type[Handle]] = {member: _handle_class(member) for member in MEMBERS}
"""Class of each sub-handle by its name on the root."""

_SINGLES: dict[str, Handle] = {member: made() for member, made in CLASSES.items()}
ROOT = Harness()
"""The one root handle; it has no state, so all machines share it."""


def member(handle: Handle, name: str) -> Handle:
    """Return `handle.name`, or fault: only the root has members that are not methods."""
    if handle is ROOT and name in _SINGLES:
        return _SINGLES[name]
    raise unknown_member(handle, name)


def unknown_member(handle: Handle, name: str) -> Fault:
    """The fault of reading a property that `handle` does not have."""
    listed = ", ".join(f"`{known}`" for known in MEMBERS) if handle is ROOT else "only methods"
    return type_fault(f"cannot access property `{name}` on {handle.KIND} — {handle.KIND} exposes {listed}")


def unknown_method(handle: Handle, name: str, known: bool) -> Fault:
    """The fault of calling a method that is not there; `known`: the handle has methods at all."""
    if handle.MEMBER and not known:
        return Fault(f"capability unavailable in harnpy: harness.{handle.MEMBER}.{name}", "plain")
    return type_fault(f"value of type {handle.KIND} has no method `{name}`")
