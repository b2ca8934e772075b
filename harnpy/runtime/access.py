"""An object and a name or an index in, what stands there out: properties, indexes, slices, methods, writes.

A program's name is looked up in tables built from the catalog and in the fields of records; it never becomes
an attribute name. What a kind does without the name is a rule per kind (language.md 4.11, 4.12, 6.3).
"""

from __future__ import annotations

from harnpy.catalog.model import Catalog
from harnpy.runtime.calls import bind_native, fitting, invoke
from harnpy.runtime.handles import Handle, Resource, member, unknown_method
from harnpy.runtime.limits import lower_limit, raise_limit
from harnpy.runtime.namespaces import Namespace
from harnpy.values.containers import PairValue, RangeValue, SetValue
from harnpy.values.display import display
from harnpy.values.faults import Fault, runtime_fault, type_fault
from harnpy.values.functions import CALLABLES, Native, ToolValue
from harnpy.values.iterators import iter_of
from harnpy.values.kinds import FunctionType, Value, method_owner, type_of
from harnpy.values.records import ABSENT, StructValue, VariantValue

MUTATING: dict[type, frozenset[str]] = {
    list: frozenset({"push", "pop", "insert", "extend", "clear", "reverse", "sort", "sort_by"}),
    SetValue: frozenset({"add", "remove", "clear"}),
    dict: frozenset({"remove", "clear"}),
}
"""Methods that change their receiver in place."""

COPIED: frozenset[type] = frozenset(MUTATING)
"""Builtin classes whose values are copied before a write to a shared one; structs are copied too."""

# How the text of an unknown method begins, by kind of the receiver.
_METHOD_KINDS = frozenset({"string", "list", "dict", "set", "iter", "generator", "stream"})
_NUMBER_KINDS = frozenset({"int", "float"})


def copy(value: Value) -> Value:
    """A shallow copy of a list, dict, set or struct; any other value itself."""
    cls = value.__class__
    return value.copy() if cls in COPIED or isinstance(value, StructValue) else value


def index(value: Value, key: Value) -> Value:
    """`value[key]`."""
    cls = value.__class__
    if cls is list or cls is str:
        if key.__class__ is int:
            try:
                return value[key]
            except IndexError:
                return None
    elif cls is dict:
        return value.get(key if key.__class__ is str else display(key))
    elif cls is RangeValue:
        if key.__class__ is int:
            try:
                return value.range[key]
            except IndexError:
                count = _length(value.range)
                raise runtime_fault(
                    f"range index out of range: index {key} for range of length {count}"
                ) from None
    elif type_of(value) == "dict":
        return value.entry.get(display(key))
    raise type_fault(f"cannot index into {type_of(value)} with {type_of(key)}")


def _length(numbers: range) -> int:
    # `len` refuses what does not fit a machine word, which a range over all ints does not.
    return max(0, numbers.stop - numbers.start)


def slice_of(value: Value, start: Value, end: Value) -> Value:
    """`value[start:end]`."""
    if value.__class__ is not list and value.__class__ is not str:
        raise type_fault(f"cannot slice {type_of(value)}")
    for name, bound in (("start", start), ("end", end)):
        if bound is not None and bound.__class__ is not int:
            raise type_fault(f"slice {name} must be an integer, got {type_of(bound)}")
    return value[start:end]


def set_index(value: Value, key: Value, item: Value) -> None:
    """`value[key] = item`, in place."""
    cls = value.__class__
    if cls is dict:
        value[key if key.__class__ is str else display(key)] = item
    elif cls is list:
        if key.__class__ is not int:
            raise type_fault(f"list index must be an int, got {type_of(key)}")
        if not -len(value) <= key < len(value):
            raise runtime_fault(f"Index {key} out of bounds for list of length {len(value)}")
        value[key] = item
    else:
        raise type_fault(
            f"cannot assign by index into {type_of(value)}; only lists and dicts support index assignment"
        )


def set_property(value: Value, name: str, item: Value) -> None:
    """`value.name = item`, in place."""
    if value.__class__ is dict:
        value[name] = item
    elif isinstance(value, StructValue):
        value.set(name, item)
    else:
        raise type_fault(f"cannot set property `{name}` on {type_of(value)}")


def get_property(value: Value, name: str) -> Value:
    """`value.name`."""
    cls = value.__class__
    if cls is dict:
        return value.get(name)
    if isinstance(value, StructValue):
        found = value.get(name)
        return None if found is ABSENT else found
    if cls is list or cls is str:
        return _sequence_property(value, name)
    if isinstance(value, VariantValue):
        return value.VARIANT if name == "variant" else value.fields if name == "fields" else None
    if cls is PairValue:
        if name in {"first", "second"}:
            return value.first if name == "first" else value.second
        raise type_fault(f"cannot access property `{name}` on pair (expected `first` or `second`)")
    return _special_property(value, name)


def _sequence_property(value: Value, name: str) -> Value:
    if name == "count":
        return len(value)
    if name == "empty":
        return not value
    if value and value.__class__ is list and (name in {"first", "last"}):
        return value[0 if name == "first" else -1]
    return None


def _special_property(value: Value, name: str) -> Value:
    if value is None:
        raise type_fault(
            f"cannot access property `{name}` on nil — use `?.{name}` for optional access, or narrow with a "
            "`!= nil` guard before reading fields"
        )
    if isinstance(value, Namespace):
        return value.read(name)
    if value.__class__ is ToolValue:
        return value.entry.get(name)
    if isinstance(value, Handle):
        return member(value, name)
    if isinstance(value, Resource):
        return value.read(name)
    raise type_fault(
        f"cannot access property `{name}` on {type_of(value)} — only dicts, structs, lists, strings, "
        "and pairs support property access"
    )


def optional_property(value: Value, name: str) -> Value:
    """`value?.name`: nil where the property cannot be read."""
    try:
        return get_property(value, name)
    except Fault:
        return None


class Access:
    """The method calls of one machine."""

    __slots__ = ("_catalog", "_machine", "_methods", "_tables")

    def __init__(self, catalog: Catalog, machine: Value) -> None:
        self._catalog = catalog
        self._machine = machine
        # Natives by class of the receiver, then by kind: rows are bound when first called.
        self._methods: dict[type, dict[str, Native | None]] = {}
        self._tables: dict[str, dict[str, Native | None]] = {}

    def method(self, value: Value, name: str) -> Native | None:
        """The native of a method of a builtin kind."""
        table = self._methods.get(value.__class__)
        if table is None:
            table = self._methods[value.__class__] = self._tables.setdefault(type_of(value), {})
        if name in table:
            return table[name]
        row = self._catalog.method(type_of(value), name)
        found = table[name] = None if row is None else bind_native(row, self._machine, _frames_to(value))
        return found

    def call_method(self, value: Value, name: str, *args: Value) -> Value:
        """`value.name(args)`."""
        cls = value.__class__
        if cls is dict:
            return self._call_entry(value, name, args)
        table = self._methods.get(cls)
        native = table.get(name) if table is not None else None
        if native is None:
            native = self.method(value, name)
        if native is not None:
            return native.call(value, *args)
        if isinstance(value, StructValue):
            return _call_struct(value, name, args)
        if isinstance(value, Namespace):
            return invoke(value.read(name), args, 2)
        if isinstance(value, Handle):
            return self.capability(value, name).call(*args)
        if cls is RangeValue:
            return self.call_method(iter_of(value), name, *args)
        if cls is ToolValue and value.entry.get(name).__class__ in CALLABLES:
            return invoke(value.entry[name], args, 2)
        raise unknown(value, name)

    def _call_entry(self, value: dict[str, Value], name: str, args: tuple[Value, ...]) -> Value:
        """The read methods of dicts win over a key of the same name, the mutating ones yield to it."""
        native = self.method(value, name)
        if native is None or name in MUTATING[dict]:
            item = value.get(name)
            if item.__class__ in CALLABLES:
                return invoke(item, args, 3)
            if native is None:
                raise unknown(value, name)
        return native.call(value, *args)

    def capability(self, handle: Handle, name: str) -> Native:
        """The native of a method of a harness handle; its call leaves the handle out."""
        kind = handle.KIND
        table = self._tables.setdefault("capability " + kind, {})
        native = table.get(name)
        if native is None:
            row = self._catalog.capability(kind, name)
            if row is None:
                raise unknown_method(handle, name, kind in self._catalog.capabilities)
            native = table[name] = bind_native(row, self._machine, 1)
        return native

    def mutating(self, value: Value, name: str) -> bool:
        """Whether `mutate` would change the value in place."""
        cls = value.__class__
        names = MUTATING.get(cls)
        if names is None or name not in names:
            return False
        return cls is not dict or value.get(name).__class__ not in CALLABLES

    def mutate(self, value: Value, name: str, *args: Value) -> Value:
        """`value.name(args)`, which may change the value in place: nobody else holds it."""
        if self.mutating(value, name):
            native = self.method(value, name)
            if native is not None:
                return native.call(value, *args)
        return self.call_method(value, name, *args)

    def on_temporary(self, value: Value, name: str, *args: Value) -> Value:
        """A call of a mutating name on a value that no `let` holds."""
        if self.mutating(value, name):
            raise runtime_fault(
                f"`{type_of(value)}.{name}` mutates its receiver, so call it on a `let` binding "
                f"(`let xs = ...; xs.{name}(...)`)"
            )
        return self.call_method(value, name, *args)

    def through_optional(self, value: Value, name: str, *args: Value) -> Value:
        """`value?.name(args)` with a mutating name: there is no place to write the next value to."""
        if self.mutating(value, name):
            raise runtime_fault(
                f"`{type_of(value)}.{name}` mutates its receiver and cannot be called through `?.`"
            )
        return self.call_method(value, name, *args)


def _frames_to(value: Value) -> int:
    """How many frames stand between a method call and the native: those of `call_method`."""
    return 2 if value.__class__ is dict else 1


def _call_struct(value: StructValue, name: str, args: tuple[Value, ...]) -> Value:
    function: Value = value.METHODS.get(name)
    if function is None:
        field = value.get(name)
        return invoke(field, args, 3) if field.__class__ in CALLABLES else None
    args = (value, *args)
    if function.__class__ is FunctionType and len(args) != function.__code__.co_argcount:
        args = fitting(function, args)
    room = raise_limit(2)
    try:
        return function(*args)
    finally:
        lower_limit(room)


def unknown(value: Value, name: str) -> Fault:
    """The fault of a method that the value's kind does not have."""
    kind = type_of(value)
    if kind in _METHOD_KINDS:
        return runtime_fault(f"{method_owner(kind)} has no method `{name}`")
    if kind in _NUMBER_KINDS:
        return runtime_fault(f"value of type {kind} has no method `{name}`")
    return type_fault(f"value of type {kind} has no method `{name}`")
