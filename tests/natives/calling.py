"""Natives called as a program calls them: through the catalog, with arity and parameter types checked."""

from importlib import import_module

from harnpy.base.clock import FixedClock
from harnpy.catalog.standard import standard
from harnpy.runtime.machine import Machine
from harnpy.values.display import display
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value

MACHINE = Machine(standard(), import_module, clock=FixedClock(1_700_000_000_000))


def call(name: str, *args: Value) -> Value:
    """Call a builtin."""
    return MACHINE.native(name).call(*args)


def method(receiver: Value, name: str, *args: Value) -> Value:
    """Call a method; one that changes its receiver changes `receiver` in place."""
    return MACHINE.access.mutate(receiver, name, *args)


def shown(name: str, *args: Value) -> str:
    """Display of what a builtin returns."""
    return display(call(name, *args))


def told(receiver: Value, name: str, *args: Value) -> str:
    """Display of what a method returns."""
    return display(method(receiver, name, *args))


def fault(function: Value, *args: Value) -> Value:
    """What `catch` binds when the call fails."""
    try:
        function(*args)
    except Fault as error:
        return error.value
    raise AssertionError("the call went well")
