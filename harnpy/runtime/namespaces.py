"""A module as a value: what `import * as m` binds."""

from __future__ import annotations

from harnpy.values.faults import runtime_fault
from harnpy.values.kinds import Value


class Namespace:
    """The immutable value that `import * as m` binds."""

    __slots__ = ("_read", "label", "names")
    KIND = "dict"

    def __init__(self, label: str, names: tuple[str, ...], read: Value) -> None:
        self.label = label
        self.names = names
        self._read = read

    @property
    def entry(self) -> dict[str, Value]:
        """The exports by name, as they are now."""
        return {name: self._read(name) for name in self.names}

    def read(self, name: str) -> Value:
        """An exported value."""
        if name not in self.names:
            raise runtime_fault(f"module `{self.label}` has no exported member `{name}`")
        return self._read(name)
