"""The import graph of a program: every module parsed once, dependencies first, cycles found."""

from collections.abc import Iterator

from harnpy.base.spans import SourceFile, Span
from harnpy.diagnostics.codes import modules as codes
from harnpy.diagnostics.report import Report
from harnpy.project.loader import (
    STANDARD,
    CannotRead,
    Library,
    Loader,
    Location,
    Read,
    TooLarge,
    check_size,
    entry_location,
    meant,
)
from harnpy.syntax.nodes import AttributedDecl, ImportDecl, Module
from harnpy.syntax.parser import parse

MAX_FILES = 2000
"""Largest number of modules in one program."""


class LoadedModule:
    """One module of a program.

    key      `std/math`, or the absolute path of the file
    report   its syntax errors, and its imports that could not be had
    imports  ImportDecl to the key of the module it names, None for one that could not be had; the key of a
             native module is in no graph
    late     keys of imported modules that form a cycle with this one
    parsed   False when a statement of it did not parse
    """

    __slots__ = ("file", "imports", "key", "late", "location", "module", "parsed", "report")

    def __init__(self, location: Location, file: SourceFile, module: Module, report: Report) -> None:
        self.key = location.key
        self.location = location
        self.file = file
        self.module = module
        self.report = report
        self.parsed = not report.has_errors
        self.imports: dict[ImportDecl, str | None] = {}
        self.late: frozenset[str] = frozenset()


class Graph:
    """All modules of a program. `groups` lists them with dependencies first; a cycle is one group."""

    __slots__ = ("entry", "groups", "modules")

    def __init__(self, entry: LoadedModule) -> None:
        self.entry = entry
        self.modules: dict[str, LoadedModule] = {entry.key: entry}
        self.groups: list[tuple[LoadedModule, ...]] = []

    def in_order(self) -> Iterator[LoadedModule]:
        """Every module after those it imports, as far as cycles allow."""
        for group in self.groups:
            yield from group

    @property
    def report(self) -> Report:
        """What was found in the entry alone; errors of other modules stand in their own reports."""
        return self.entry.report


def load(
    entry: SourceFile,
    read: Read,
    *,
    path: str | None = None,
    running: bool = False,
    library: Library | None = None,
) -> Graph:
    """Parse a program file and everything it imports.

    Args:
        read: gives the text of a path; raises `CannotRead` or `OSError`.
        path: where the program is, when the path shown to people is something else.
        running: the program is about to run, so `run`'s texts are wanted.
        library: where the modules of `std/` are; found by itself, without native ones, when None.
    """
    return _Builder(Loader(read, library or Library()), running).build(entry, path)


class _Builder:
    """One walk over the imports, without recursion."""

    def __init__(self, loader: Loader, running: bool) -> None:
        self._loader = loader
        self._unresolved = codes.UNRESOLVED_RUN if running else codes.UNRESOLVED
        self._failed: dict[str, CannotRead] = {}

    def build(self, entry: SourceFile, path: str | None) -> Graph:
        graph = Graph(_parsed(entry_location(entry.path, path), entry))
        try:
            check_size(entry.path, entry.text)
        except TooLarge as cause:
            span = Span(entry, 0, 0)
            graph.entry.report.error(codes.FILE_TOO_LARGE, span, path=cause.path, size=cause.size)
        pending = [graph.entry]
        while pending:
            current = pending.pop()
            for decl in imports_of(current.module):
                found = self._follow(graph, current, decl)
                if found is not None and found.key not in graph.modules:
                    graph.modules[found.key] = found
                    pending.append(found)
        graph.groups = _groups(graph)
        return graph

    def _follow(self, graph: Graph, importer: LoadedModule, decl: ImportDecl) -> LoadedModule | None:
        """The module an import names; notes its key, or reports why it cannot be had."""
        importer.imports[decl] = None
        report, span = importer.report, decl.path_span
        location = self._loader.locate(decl.path, importer.location)
        if location is None:
            report.error(self._unresolved, span, path=decl.path, near="")
            return None
        if location.key in self._loader.natives:
            importer.imports[decl] = location.key
            return None
        known = graph.modules.get(location.key)
        if known is not None:
            importer.imports[decl] = known.key
            return known
        if location.key in self._failed:
            self._report_unread(report, decl, location)
            return None
        if len(graph.modules) >= MAX_FILES:
            report.error(codes.TOO_MANY_FILES, span)
            return None
        try:
            found = _parsed(location, self._loader.load(location))
        except CannotRead as cause:
            self._failed[location.key] = cause
            self._report_unread(report, decl, location)
            return None
        except TooLarge as cause:
            report.error(codes.FILE_TOO_LARGE, span, path=cause.path, size=cause.size)
            return None
        importer.imports[decl] = found.key
        return found

    def _report_unread(self, report: Report, decl: ImportDecl, location: Location) -> None:
        """Say why the file of an import cannot be had, and which one was meant if there is none."""
        cause = self._failed[location.key]
        near, label = "", None
        if not cause.missing:
            advice, label = f"cannot read {location.shown}: {cause}", "cannot be read"
        else:
            guess = meant(decl.path, location, self._loader.natives)
            near = f" — did you mean `{guess}`?" if guess else ""
            standard = location.key.startswith(STANDARD)
            advice = (
                f"Unknown stdlib module: {location.key}"
                if standard
                else f"looked for {location.shown}: {cause}"
            )
        report.error(
            self._unresolved, decl.path_span, label=label, help=advice + near, path=decl.path, near=near
        )


def _parsed(location: Location, file: SourceFile) -> LoadedModule:
    module, report = parse(file)
    return LoadedModule(location, file, module, report)


def imports_of(module: Module) -> Iterator[ImportDecl]:
    """The imports of a module in source order."""
    for item in module.items:
        decl = item
        while isinstance(decl, AttributedDecl):
            decl = decl.inner
        if isinstance(decl, ImportDecl):
            yield decl


def _groups(graph: Graph) -> list[tuple[LoadedModule, ...]]:
    """Strongly connected sets, dependencies first (Tarjan), with `late` filled in."""
    found: list[tuple[LoadedModule, ...]] = []
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_keys: list[str] = []
    work: list[tuple[str, Iterator[str]]] = []

    def enter(key: str) -> None:
        number[key] = lowest[key] = len(number)
        open_keys.append(key)
        targets = dict.fromkeys(one for one in graph.modules[key].imports.values() if one in graph.modules)
        work.append((key, iter(targets)))

    enter(graph.entry.key)
    is_open = set(open_keys)
    while work:
        key, targets = work[-1]
        target = next(targets, None)
        if target is None:
            work.pop()
            if work:
                above = work[-1][0]
                lowest[above] = min(lowest[above], lowest[key])
            if lowest[key] == number[key]:
                start = open_keys.index(key)
                found.append(_group(graph, open_keys[start:]))
                is_open.difference_update(open_keys[start:])
                del open_keys[start:]
        elif target not in number:
            enter(target)
            is_open.add(target)
        elif target in is_open:
            lowest[key] = min(lowest[key], number[target])
    return found


def _group(graph: Graph, keys: list[str]) -> tuple[LoadedModule, ...]:
    members = frozenset(keys)
    # The last one found is imported by the others first, so it comes first.
    group = tuple(graph.modules[key] for key in reversed(keys))
    for one in group:
        targets = frozenset(key for key in one.imports.values() if key is not None)
        one.late = targets & members
    return group
