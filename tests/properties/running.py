"""Program text in, what it prints and how it fails out: the product in its variants, the naive evaluator."""

import importlib
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from harnpy.base.spans import SourceFile
from harnpy.catalog.standard import standard
from harnpy.lowering.compiled import compile_module
from harnpy.lowering.facts import FactsLike, NoFacts
from harnpy.project.graph import load
from harnpy.runtime import machine as machines
from harnpy.runtime import refcounts
from harnpy.runtime.children import Children
from harnpy.runtime.machine import Machine
from harnpy.runtime.modules import ModuleCode
from harnpy.semantics.checker import check_program
from tests.support import naive

CATALOG = standard()
PATH = "main.harn"
# What the types forbid still has a meaning at run time.
_TYPES = ("HARN-TYP", "HARN-OWN", "HARN-MAT-001")


class Refused(Exception):
    """The checker found errors in the program."""


class Outcome:
    """Printed text, error text, and where the error arose."""

    def __init__(self, output: str, error: str | None, where: Any = None) -> None:
        self.output = output
        self.error = error
        self.where = where

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and (self.output, self.error) == (other.output, other.error)

    __hash__ = None  # type: ignore[assignment] # not a key

    def __repr__(self) -> str:
        return f"{self.output}\n-- error: {self.error} {self.where or ''}"


def _no_file(path: str) -> str:
    raise AssertionError(f"a program of one file reads {path}")


def checked(text: str) -> Any:
    """The checked modules of a program."""
    file = SourceFile(PATH, text)
    program = check_program(load(file, _no_file, path=PATH), CATALOG, running=True, typed=False)
    found = [one for one in program.report.sorted() if one.severity == "error"]
    if any(not one.code.startswith(_TYPES) for one in found):
        raise Refused("; ".join(f"{one.code} {one.text}" for one in found))
    return program


def run(text: str, facts: FactsLike | None = None, names: dict[str, Any] | None = None) -> Outcome:
    """Run with inference, or with `facts` in its place; `names` are added to what emitted code sees."""
    return run_program(checked(text), facts, names)


def run_program(program: Any, facts: FactsLike | None = None, names: dict[str, Any] | None = None) -> Outcome:
    """Run checked modules."""
    out = io.StringIO()
    failure = _result(program, facts, names, out).failure
    if failure is None:
        return Outcome(out.getvalue(), None)
    text = re.sub(r" \(line \d+\)$", "", failure.text)
    return Outcome(out.getvalue(), text, (failure.line, failure.column))


def value_of(text: str) -> Any:
    """The value that a script returns."""
    return _result(checked(text), None, None, io.StringIO()).value


def _result(program: Any, facts: FactsLike | None, names: dict[str, Any] | None, out: io.StringIO) -> Any:
    machine = Machine(CATALOG, importlib.import_module, stdout=out, stderr=io.StringIO())
    entry = ""
    for module in program.modules:
        made = compile_module(module, CATALOG, facts)
        entry = made.key
        machine.add(
            ModuleCode(
                made.key,
                made.path,
                made.code,
                imports=made.imports,
                exports=made.exports,
                entries=made.entries,
                natives=made.natives,
                tail_sites=made.tail_sites,
                private=made.private,
            )
        )
    with _seen(names):
        return machine.run(entry)


@contextmanager
def _seen(names: dict[str, Any] | None) -> Iterator[None]:
    """Add `names` to what emitted code sees, or replace others by them."""
    original = machines.namespace
    machines.namespace = lambda *wanted: {**original(*wanted), **(names or {})}
    try:
        yield
    finally:
        machines.namespace = original


def run_plain(text: str) -> Outcome:
    """Run without inference."""
    return run(text, NoFacts())


def run_copying(text: str, facts: FactsLike | None = None) -> Outcome:
    """Run as on an interpreter whose reference counts cannot be trusted."""
    never = refcounts.Counts(*[refcounts.NEVER] * 4)
    children = Children(never)
    names = {"_U": -1, "_UC": -1, "_UG": -1}
    names |= {"_child": children.child, "_childprop": children.property_child}
    return run(text, facts, names)


def run_naive(text: str) -> Outcome:
    """Run in the naive evaluator."""
    output, error = naive.run(text)
    return Outcome(output, error)
