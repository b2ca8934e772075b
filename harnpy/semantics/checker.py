"""Front door of semantics: the import graph of a program in, checked modules and a report out."""

import re
from collections.abc import Mapping

from harnpy.catalog.model import Catalog, Row
from harnpy.diagnostics.codes import modules as codes
from harnpy.diagnostics.codes.flow import UNREACHABLE
from harnpy.diagnostics.codes.generics import UNSATISFIED
from harnpy.diagnostics.codes.names import NO_FIELD, NO_METHOD, NO_METHOD_IN_BOUND, NO_METHOD_IN_BOUNDS
from harnpy.diagnostics.codes.types import FALL_THROUGH, UNTYPED_PARAMETER
from harnpy.diagnostics.model import ERROR, Diagnostic, Label
from harnpy.diagnostics.report import Report
from harnpy.project.graph import Graph, LoadedModule
from harnpy.semantics.check_context import Checking, Program
from harnpy.semantics.ranges import NOTHING_KNOWN, analyse
from harnpy.semantics.resolver import Resolver
from harnpy.semantics.results import Bindings, CheckedModule, ModuleNames
from harnpy.semantics.symbols import Symbol, SymbolKind
from harnpy.semantics.typechecker import check_module, enroll
from harnpy.syntax.nodes import BrokenStmt, ImportDecl, Module

# Sources of errors without which a module can still be lowered: what they speak of faults when it is reached.
_OPEN_AT_RUN_TIME = ("HARN-NAM-", "HARN-TYP-", "HARN-OWN-")
# Whoever runs a program does not ask for annotations.
_FOR_AUTHORS = (UNTYPED_PARAMETER,)
# Where a body ends, and what it holds, is not known when something did not parse.
_OF_WHOLE_BODIES = (FALL_THROUGH, UNREACHABLE)
# What they miss may stand in a declaration that did not parse.
_OF_MEMBERS = (NO_FIELD, NO_METHOD, NO_METHOD_IN_BOUND, NO_METHOD_IN_BOUNDS, UNSATISFIED)
# How many errors of modules an import of one that does not compile shows, the nearest first.
_MOST_NOTES = 5


def check(graph: Graph, catalog: Catalog, *, running: bool = False) -> tuple[CheckedModule, Report]:
    """Check the entry of a program; the report is about the entry alone."""
    program = check_program(graph, catalog, running=running)
    return program.entry, program.report


class CheckedProgram:
    """A checked program.

    entry    the module of the program file
    modules  every module, dependencies first; only meaningful to run when the report has no errors
    report   what is to be told about the entry; a dependency that does not compile shows up at its import
    """

    __slots__ = ("entry", "modules", "report")

    def __init__(self, entry: CheckedModule, modules: tuple[CheckedModule, ...], report: Report) -> None:
        self.entry = entry
        self.modules = modules
        self.report = report


def check_program(
    graph: Graph, catalog: Catalog, *, running: bool = False, strict: bool = False, typed: bool = True
) -> CheckedProgram:
    """Check every module of a program, dependencies first.

    Args:
        running: the program is about to run, so `run`'s texts are wanted.
        strict: parts of data from outside may only be used once the data are validated.
        typed: look for errors of types.
    """
    state = _Program(graph, catalog, running, Program(catalog, strict=strict) if typed else None)
    for group in graph.groups:
        state.check_group(group)
    checked = tuple(state.checked[one.key] for one in graph.in_order())
    entry = state.checked[graph.entry.key]
    return CheckedProgram(entry, checked, state.reports[graph.entry.key])


class _Program:
    """What is known of the modules checked so far."""

    def __init__(self, graph: Graph, catalog: Catalog, running: bool, types: Program | None) -> None:
        self.graph = graph
        self.catalog = catalog
        self.running = running
        self.names: dict[str, ModuleNames] = {}
        self.checked: dict[str, CheckedModule] = {}
        self.reports: dict[str, Report] = {}
        # Why a module cannot be compiled: its first error.
        self.broken: dict[str, Diagnostic] = {}
        self.types = types

    def check_group(self, group: tuple[LoadedModule, ...]) -> None:
        """Modules that import each other first tell their names, then are resolved."""
        resolvers = {one.key: Resolver(one.module, self.catalog) for one in group}
        for key, resolver in resolvers.items():
            self.names[key] = resolver.names
        for one in group:
            cause = _first_fatal(one.report)
            if cause is not None:
                self.broken[one.key] = cause
        resolved = [(one, self._resolve(one, resolvers[one.key])) for one in group]
        enrolled: dict[str, Checking] = {}
        if self.types is not None:
            enrolled = {one.key: enroll(self.types, one.module, bindings) for one, bindings in resolved}
        for one, bindings in resolved:
            self._finish(one, bindings, enrolled.get(one.key))

    def _resolve(self, loaded: LoadedModule, resolver: Resolver) -> Bindings:
        report = Report(loaded.report.diagnostics)
        self._imports_that_fail(loaded, report)
        names: dict[ImportDecl, ModuleNames | None] = {}
        for decl, key in loaded.imports.items():
            # A wildcard of a broken module may bind anything; other imports say themselves what they bind.
            opaque = key in self.broken and not self._tells_names(key, decl)
            names[decl] = None if key is None or opaque else self._names(key)
        bindings, found = resolver.finish(
            names,
            neighbours=self._neighbours(loaded),
            certain=loaded.parsed and None not in loaded.imports.values(),
            running=self.running,
        )
        report.extend(found)
        self.reports[loaded.key] = report
        return bindings

    def _finish(self, loaded: LoadedModule, bindings: Bindings, types: Checking | None) -> None:
        """Check the types of the entry, whose errors are told; of other modules only what others ask for."""
        report = self.reports[loaded.key]
        if types is not None and loaded is self.graph.entry:
            unasked = _FOR_AUTHORS if self.running else ()
            unsure = () if loaded.parsed else _OF_WHOLE_BODIES
            lost = _declared_in_part(loaded.module)
            for one in check_module(types).diagnostics:
                if one.message not in unasked and one.message not in unsure and not _speaks_of(one, lost):
                    report.add(one)
        imports = {decl: key for decl, key in loaded.imports.items() if key is not None}
        cause = _first_fatal(report)

        def facts() -> object:
            """For lowering and lint; a module with such an error is not lowered."""
            return NOTHING_KNOWN if cause else analyse(loaded.module, bindings, self.catalog)

        self.checked[loaded.key] = CheckedModule(
            loaded.key,
            loaded.module,
            bindings,
            facts,
            imports,
            loaded.late,
            types.types if types is not None else None,
        )
        if cause is not None:
            self.broken.setdefault(loaded.key, cause)

    def _names(self, key: str) -> ModuleNames:
        """What importers may know of a module that is checked, or native."""
        if key not in self.names:
            self.names[key] = _native_names(self.catalog.modules[key])
        return self.names[key]

    def _imports_that_fail(self, loaded: LoadedModule, report: Report) -> None:
        """Report imports of modules that do not compile, and re-exports across a cycle."""
        for decl, key in loaded.imports.items():
            if key is None or key == loaded.key:
                continue
            cause = self.broken.get(key)
            if cause is not None:
                shown = self.graph.modules[key].file.path
                notes = (Label(cause.span, cause.text), *cause.notes)[:_MOST_NOTES]
                report.error(
                    codes.BROKEN_IMPORT,
                    decl.path_span,
                    notes=notes,
                    path=decl.path,
                    file=shown,
                    cause=cause.text,
                )
            if decl.is_pub and key in loaded.late:
                report.error(codes.REEXPORT_CYCLE, decl.path_span, path=decl.path)

    def _tells_names(self, key: str, decl: ImportDecl) -> bool:
        """Are the names known that an import of a broken module binds?

        They are when all of its statements parsed, and its own imports could be had.
        """
        module = self.graph.modules[key]
        return module.parsed and key in self.checked and None not in module.imports.values()

    def _neighbours(self, loaded: LoadedModule) -> frozenset[ImportDecl]:
        """Imports of files in the same directory."""
        folder = loaded.location.folder
        modules = self.graph.modules
        return frozenset(
            decl
            for decl, key in loaded.imports.items()
            if key in modules and modules[key].location.folder == folder
        )


def _native_names(functions: Mapping[str, Row]) -> ModuleNames:
    """The names of a native module: its functions, which are builtins once they are imported."""
    names = ModuleNames()
    for name in functions:
        names.exports[name] = Symbol(name, SymbolKind.BUILTIN, None, None, None)
    return names


def _declared_in_part(module: Module) -> frozenset[str]:
    """Types of whose fields or methods some may be in declarations that did not parse."""
    broken = [_OPENING.match(one.span.text) for one in module.items if isinstance(one, BrokenStmt)]
    return frozenset([one[1] for one in broken if one is not None])


_OPENING = re.compile(r"(?:pub\s+)?(?:struct|enum|interface|impl)\s+(\w+)")


def _speaks_of(one: Diagnostic, types: frozenset[str]) -> bool:
    """Is it about a member that one of the types lacks?"""
    if not types or one.message not in _OF_MEMBERS:
        return False
    return not types.isdisjoint(_NAME.findall(" ".join(map(str, one.data.values()))))


_NAME = re.compile(r"\w+")


def _first_fatal(report: Report) -> Diagnostic | None:
    """The first error that keeps a module from being compiled, or None."""
    for one in report.sorted():
        if _is_fatal(one):
            return one
    return None


def _is_fatal(one: Diagnostic) -> bool:
    return one.severity == ERROR and not one.code.startswith(_OPEN_AT_RUN_TIME)
