"""What emitted code raises and does where a statement has no operator, native or access rule of its own."""

from __future__ import annotations

from harnpy.values.faults import Fault, runtime_fault, type_fault
from harnpy.values.kinds import FunctionType, Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.values.records import StructValue


def no_import(number: int) -> Value:
    """`_import` of a module that whoever made it has given no imports."""
    raise runtime_fault(f"Import error: import {number} is not known here")


def implement(record: type[StructValue], name: str, function: FunctionType) -> None:
    """Give a struct class a method of an `impl` block."""
    record.METHODS[name] = function


def try_unwrap(value: Value) -> Value:
    """`value?` on what is no Result."""
    raise type_fault(f"? operator requires a Result value, got {type_of(value)}")


def non_null() -> Fault:
    """The fault of `nil!`."""
    return Fault("non-null assertion failed: value was nil (unwrap_nil)")


def immutable(name: str) -> Fault:
    """The fault of a write to a `const`."""
    return Fault(f"Cannot assign to immutable binding: {name}", "immutable")


def redeclared(name: str) -> Fault:
    """The fault of a second declaration of an immutable name in one scope."""
    return runtime_fault(
        f"Cannot redeclare immutable variable '{name}' in the same scope (use 'let' for mutable bindings)"
    )


def unsupported(what: str) -> Fault:
    """The fault of a construct that this implementation does not run."""
    return Fault(f"not supported by harnpy: {what}")
