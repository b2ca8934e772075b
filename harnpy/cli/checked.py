"""What `check` finds in a file, kept from one time to the next while nothing it depends on has changed."""

import gc
import os
from hashlib import sha256
from typing import TYPE_CHECKING, cast

from harnpy import __version__
from harnpy.base.resources import data_folder
from harnpy.base.spans import SourceFile
from harnpy.cli.inputs import STDIN, hint_for, source_text
from harnpy.diagnostics.kept import Kept, kept, restored
from harnpy.diagnostics.report import Report
from harnpy.runtime.codecache import CodeCache, Stored, build_of, folder_from
from harnpy.system.env import environment
from harnpy.system.sources import Reader, Unreadable, read_source

if TYPE_CHECKING:
    from harnpy.project.graph import Graph

# All that decides what is found and how it is kept: a change of any file there makes all results stale.
_BUILD = (
    "base", "catalog", "cli", "diagnostics", "diagnostics/codes", "lint", "lint/rules", "project",
    "semantics", "semantics/facts", "syntax", "syntax/build", "syntax/nodes",
)  # fmt: skip


class Checks:
    """Checks files; `strict` as for `check_program`.

    seen    the files that were looked at for each path, those of imports that are missing among them
    """

    __slots__ = ("_cache", "_strict", "seen")

    def __init__(self, *, strict: bool = False) -> None:
        self.seen: dict[str, tuple[str, ...]] = {}
        self._strict = strict
        self._cache = _cache()

    def report(self, path: str) -> Report:
        """What is wrong in a file, or in standard input for `-`; raises `Unreadable`."""
        if path == "-":
            return self._checked(SourceFile(STDIN, source_text(path)), None, read_source)[0]
        place = os.path.abspath(path)
        known = self._known(path, place)
        if known is not None:
            return known
        reader = Reader()
        try:
            text = reader.entry(place)
        except Unreadable as cause:
            raise Unreadable(f"{cause}{hint_for(path)}") from None
        report, graph = self._checked(SourceFile(path, text), place, reader)
        self.seen[path] = tuple(reader.asked)
        if self._cache is not None and graph is not None:
            self._keep(self._cache, path, place, (report, graph, reader))
        return report

    def _checked(self, file: SourceFile, place: str | None, reader: object) -> "tuple[Report, Graph | None]":
        # late: a result that was kept needs no checker
        from harnpy.catalog.standard import standard
        from harnpy.lint.program import Program

        program = Program(file, place, reader, standard())  # pyright: ignore[reportArgumentType] - a reader of paths
        program.strict = self._strict
        # Trees hold no garbage, and a collection would walk all of them again and again.
        gc.disable()
        try:
            return program.check(), program.graph
        finally:
            gc.enable()

    def _known(self, shown: str, place: str) -> Report | None:
        found = None if self._cache is None else self._cache.load(place)
        if found is None:
            return None
        name, strict, files, rows = found[0].payload
        if name != shown or strict != self._strict:
            return None
        self.seen[shown] = tuple(one[0] for one in found[0].sources)
        places = cast("dict[str, str]", files)
        try:
            return restored(cast("tuple[Kept, ...]", rows), lambda path: read_source(places.get(path, path)))
        except Unreadable:
            # It went away just now: what that means for the program is for the checker to tell.
            return None

    def _keep(self, cache: CodeCache, shown: str, place: str, made: "tuple[Report, Graph, Reader]") -> None:
        report, graph, reader = made
        modules = graph.modules.values()
        if any(None in one.imports.values() for one in modules):
            # What could not be had, here or further on, may be had later, and no file would tell.
            return
        files = [place, *(one.location.file for one in modules if one is not graph.entry)]
        sources = tuple(cache.captured(file, *reader.taken[file]) for file in files)
        # Modules of the library are shown by a name that is no path.
        places = {one.location.shown: one.location.file for one in modules}
        payload = (shown, self._strict, places, kept(report))
        cache.store([Stored(place, cache.key(sources), sources, (), payload)])


def _cache() -> CodeCache | None:
    """The cache of results, None when the environment turns it off."""
    environ = environment()
    folder = None if environ.get("HARN_CHECK_RESULT_CACHE") == "0" else folder_from(environ)
    if folder is None:
        return None
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    folders = [*(os.path.join(package, name) for name in _BUILD), data_folder("grammar")]
    build = build_of(folders, __version__)
    return CodeCache(os.path.join(os.path.dirname(folder), "check"), build, _digest)


def _digest(data: bytes) -> bytes:
    return sha256(data).digest()


def outcome_of(checks: Checks, path: str) -> Report | str:
    """The report of a file, or the line that says why it could not be read."""
    try:
        return checks.report(path)
    except Unreadable as cause:
        return f"Error reading {STDIN if path == '-' else path}: {cause}"
