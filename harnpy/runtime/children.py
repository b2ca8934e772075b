"""The way to a nested place: an unshared holder and a key in, an unshared element out (lowering.md 9).

The element is counted in the frame of these functions: one reference is the holder's, one the local's, one
the argument's. The holder itself is never tested here: the caller's variable counts as much as any other.
"""

from __future__ import annotations

from sys import getrefcount

from harnpy.runtime.access import COPIED, copy, get_property, index
from harnpy.runtime.refcounts import NEVER, Counts, measure
from harnpy.values.contracts import Contract, check_binding
from harnpy.values.display import display
from harnpy.values.kinds import Value
from harnpy.values.records import ABSENT, StructValue


class Children:
    """Fetches elements for nested writes; `counts` are those the interpreter was measured to give."""

    __slots__ = ("_alone",)

    def __init__(self, counts: Counts) -> None:
        # One more than an element alone: the local variable that holds it while it is counted.
        self._alone = NEVER if counts.element == NEVER else counts.element + 1

    def child(self, holder: Value, key: Value) -> Value:
        """The element `holder[key]`, copied and put back first when somebody else holds it too."""
        element = index(holder, key)
        if getrefcount(element) != self._alone and _is_copied(element):
            element = copy(element)
            if holder.__class__ is list:
                holder[key] = element
            elif holder.__class__ is dict:
                holder[key if key.__class__ is str else display(key)] = element
        return element

    def property_child(self, holder: Value, name: str) -> Value:
        """The element `holder.name`, copied and put back first when somebody else holds it too."""
        element = get_property(holder, name)
        if getrefcount(element) != self._alone and _is_copied(element):
            element = copy(element)
            if holder.__class__ is dict:
                holder[name] = element
            elif isinstance(holder, StructValue):
                holder.set(name, element)
        return element


def _is_copied(value: Value) -> bool:
    return value.__class__ in COPIED or isinstance(value, StructValue)


def fill(cls: type[StructValue], fields: dict[str, Value], contract: Contract) -> StructValue:
    """An instance of a struct from a dict of fields; names that it does not declare are kept beside them."""
    made = cls(*[fields.pop(name, ABSENT) for name in cls.FIELDS])
    for name, value in fields.items():
        made.set(name, value)
    check_binding(made, contract, cls.NAME)
    return made


_COUNTS = measure()
_CHILDREN = Children(_COUNTS)
child = _CHILDREN.child
property_child = _CHILDREN.property_child

UNSHARED_LOCAL = _COUNTS.local
UNSHARED_ELEMENT = _COUNTS.element
UNSHARED_MODULE = _COUNTS.module
"""The reference counts of containers that nobody shares, as this interpreter was measured to give them."""
