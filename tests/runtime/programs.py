"""Hand-made emitted code, run as a program: the back half is tested without the front."""

from importlib import import_module
from io import StringIO

from harnpy.base.clock import FixedClock
from harnpy.catalog.standard import standard
from harnpy.runtime.machine import Machine, RunResult
from harnpy.runtime.modules import ModuleCode
from harnpy.values.kinds import Value

KEY = "/project/demo.harn"


def module(source: str, key: str = KEY, path: str = "demo.harn", **parts: Value) -> ModuleCode:
    """A module whose emitted code is `source`."""
    return ModuleCode(key, path, compile(source, path, "exec"), **parts)


def machine_of(*modules: ModuleCode, **host: Value) -> Machine:
    """A machine that knows some modules."""
    machine = Machine(standard(), import_module, clock=FixedClock(), **host)
    for one in modules:
        machine.add(one)
    return machine


def run(source: str, **parts: Value) -> RunResult:
    """Run one module as a program."""
    return machine_of(module(source, **parts)).run(KEY)


def result_of(source: str, **parts: Value) -> Value:
    """The result of a program that ends well."""
    result = run(source, **parts)
    assert result.failure is None, result.failure.text
    return result.value


def stderr_of(source: str, **parts: Value) -> str:
    """What a program writes to the error stream."""
    stream = StringIO()
    machine_of(module(source, **parts), stderr=stream).run(KEY)
    return stream.getvalue()
