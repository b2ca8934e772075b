"""The composition root: a request to run or check a program in, its outcome out.

Everything meets here and only here: sources, code cache, front, machine, natives. The front is imported when
a program has no current code in the cache, so a cached program starts without it.
"""

import gc
import os
import sys

from harnpy import __version__
from harnpy.base.clock import Clock
from harnpy.base.resources import data_folder
from harnpy.catalog.standard import standard
from harnpy.runtime.codecache import CodeCache, Stored, build_of, folder_from
from harnpy.runtime.grants import Grants
from harnpy.runtime.limits import load_module
from harnpy.runtime.machine import Machine
from harnpy.runtime.modules import ModuleCode, named
from harnpy.runtime.streams import (
    ErrorStream,
    InputStream,
    LimitedOutput,
    Signals,
    flush,
    prepare_output,
)
from harnpy.system.ends import HOMELESS, drop, homeless, lost_text
from harnpy.system.env import environment
from harnpy.system.sources import Reader, Unreadable, read_source, source_or_nothing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import ModuleType
    from typing import Protocol

    from harnpy.base.spans import SourceFile
    from harnpy.catalog.model import Catalog
    from harnpy.diagnostics.model import Diagnostic
    from harnpy.diagnostics.report import Report
    from harnpy.lowering.compiled import Compiled
    from harnpy.project.graph import Graph
    from harnpy.runtime.errors import Failure
    from harnpy.runtime.machine import RunResult
    from harnpy.runtime.permissions import Permissions
    from harnpy.semantics.checker import CheckedProgram
    from harnpy.semantics.results import CheckedModule

    class Output(Protocol):
        """What a program's output goes to."""

        def write(self, text: str, /) -> object:
            """Take `text`."""
            ...

        def flush(self) -> object:
            """Hand on what was held back."""
            ...

    class Input(Protocol):
        """What a program reads its input from."""

        def readline(self) -> str:
            """One line with its line break; empty at the end."""
            ...

        def read(self) -> str:
            """All that is left."""
            ...


FAILED, USAGE, STOPPED, NOT_PREPARED = 1, 2, 124, 125

BIG_LINES = 1500
"""From so many lines on the functions of a module are made when they are first called."""

# What decides how a program is compiled; a change of any file there makes all cached code stale.
_BUILD = (
    "base", "catalog", "diagnostics", "diagnostics/codes", "lowering", "project", "runtime", "semantics",
    "semantics/facts", "syntax", "syntax/build", "syntax/nodes", "values",
)  # fmt: skip


class Request:
    """One run. Everything but the path has a default.

    path          as given by the user and shown to them; read unless `text` is given
    snippet       `text` is the code of `-e`: without a pipeline or `main` it is the body of one
    entry         pipeline to run instead of the default one
    base          permissions: `none`, `default` or `all`; `grants` add to them and take away
    limits        by name: memory in bytes, output in characters, steps, depth in calls, tasks
    around        calls the program; a profiler stands here
    state_root    folder for checkpoints and the store, relative to the project; found by itself when None
    observer      takes events of the run: a kind and its data; `operations` by name are done by the host
    color         `auto`, `always` or `never`: what the program's own `color()` goes by
    later         functions are made when they are first called; None leaves it to the size of the module
    owns_process  the process is there for this run: signals end it in order, its memory is the program's
    typed         errors of types refuse the program; otherwise what they speak of faults when it is reached
    """

    __slots__ = (
        "arguments", "around", "base", "clock", "color", "cwd", "entry", "grants", "later", "limits",
        "observer", "operations", "owns_process", "path", "snippet", "state_root", "stderr", "stdin",
        "stdout", "text", "timeout_ms", "typed",
    )  # fmt: skip

    def __init__(self, path: str, arguments: "list[str] | None" = None) -> None:
        self.path = path
        self.arguments = arguments or []
        self.text: str | None = None
        self.snippet = False
        self.entry: str | None = None
        self.base = "default"
        self.grants = Grants()
        self.timeout_ms: int | None = None
        self.limits: dict[str, int] = {}
        self.clock: Clock | None = None
        self.cwd: str | None = None
        self.stdout: Output | None = None
        self.stderr: Output | None = None
        self.stdin: Input | None = None
        self.around: Callable[[Callable[[], RunResult]], RunResult] | None = None
        self.owns_process = False
        self.color = "auto"
        self.state_root: str | None = None
        self.observer: Callable[[str, Mapping[str, object]], object] | None = None
        self.operations: Mapping[str, Callable[..., object]] = {}
        self.later: bool | None = None
        self.typed = True


class RunOutcome:
    """How a run ended.

    value       what the program returned
    exit_code   as the command line has it: 0 fine, 1 failed, 124 stopped, 125 unreadable, or what it returned
    diagnostics those of the front, in the order of the source
    report      diagnostics of the front, None when there are none
    unreadable  (path, cause) of a program that could not be read
    failure     the uncaught error
    stopped     empty, or why the run ended before its time: timeout, interrupt, exit, pipe, usage
    message     one line for the user in those cases
    texts       source texts that no file holds
    files       the paths that emitted code names
    """

    __slots__ = (
        "exit_code", "failure", "files", "message", "report", "stopped", "texts", "unreadable", "value",
    )  # fmt: skip

    def __init__(self, exit_code: int = 0) -> None:
        self.exit_code = exit_code
        self.value: object = None
        self.report: Report | None = None
        self.unreadable: tuple[str, str] | None = None
        self.failure: Failure | None = None
        self.stopped = ""
        self.message = ""
        self.texts: dict[str, str] = {}
        self.files: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        told: dict[str, object] = {
            "value": self.value, "diagnostics": self.diagnostics, "failure": self.failure,
            "stopped": self.stopped, "message": self.message,
        }  # fmt: skip
        parts = [f", {name}={value!r}" for name, value in told.items() if value not in (None, [], "")]
        return f"RunOutcome(exit_code={self.exit_code}{''.join(parts)})"

    @property
    def needs_words(self) -> bool:
        """Whether there is anything to tell the user."""
        return bool(self.report or self.unreadable or self.failure or self.message)

    @property
    def diagnostics(self) -> "list[Diagnostic]":
        """The diagnostics of the front, in the order of the source."""
        return [] if self.report is None else self.report.sorted()


class Program:
    """A program ready to run: its modules, the main one first, and the warnings to show before."""

    __slots__ = ("modules", "report")

    def __init__(self, modules: list[ModuleCode], report: "Report | None") -> None:
        self.modules = modules
        self.report = report


def run(request: Request) -> RunOutcome:
    """Run a program: the whole way from a path to an exit code, top to bottom."""
    outcome = RunOutcome()
    signals = Signals()
    if request.cwd is None and homeless():
        _note_stop(outcome, "folder", NOT_PREPARED, f"[harnpy] error: {HOMELESS}")
        return outcome
    try:
        path = os.path.abspath(request.path)
        program = _program(request, path, outcome)
        if program is None or (request.entry is not None and not _choose(program, request.entry, outcome)):
            return outcome
        machine = _machine(request, path, program)
        if request.owns_process:
            signals.aim(machine, machine.stdin)
        _execute(machine, request, program, outcome)
    finally:
        signals.restore()
    if outcome.failure is not None:
        outcome.failure = _as_shown(outcome.failure, path, request.path)
    return outcome


def _program(request: Request, path: str, outcome: RunOutcome) -> Program | None:
    """The program ready to run, from the cache or through the front; None when it cannot run."""
    if request.text is not None:
        outcome.texts[request.path] = request.text
    refuses = bool(request.grants.deny) or request.grants.allow is not None
    cache = None if request.text is not None or refuses else _cache()
    program = None if cache is None else _cached(cache, path)
    if program is None:
        try:
            program = _compiled(request, path, cache)
        except Unreadable as cause:
            outcome.unreadable = (request.path, str(cause))
            outcome.message = f"[harnpy] Error reading {request.path}: {cause}"
            outcome.exit_code = NOT_PREPARED
            return None
    outcome.report = program.report
    if not program.modules:
        outcome.exit_code = FAILED
        return None
    outcome.files = frozenset(module.path for module in program.modules)
    return program


def check(file: "SourceFile", path: str | None = None) -> "Report":
    """Report what is wrong in a program without running it; `path` is its place when a file holds it."""
    # late: only a program without current code needs the front
    from harnpy.lint.program import Program

    return Program(file, path, read_source, standard()).check()


def keep(path: str) -> None:
    """Have all the code of a program in the cache; for the helper of a run that made only what it called."""
    cache = _cache()
    if cache is not None and _cached(cache, os.path.abspath(path)) is None:
        request = Request(path)
        request.later = False
        _compiled(request, os.path.abspath(path), cache)


def _keep_later(request: Request, cache: CodeCache) -> None:
    """Have a helper compile the whole program for the next run; this run neither waits for it nor fails."""
    if request.owns_process and cache.prepare():
        # late: only a big program without current code needs it
        from harnpy.system.helper import start_helper

        start_helper(f"{__name__}:{keep.__name__}", request.path, cache.folder)


def _cache() -> CodeCache | None:
    """The code cache of this build, or None when it is turned off."""
    folder = folder_from(environment())
    if folder is None:
        return None
    package = os.path.dirname(os.path.abspath(__file__))
    folders = [os.path.join(package, name) for name in _BUILD]
    return CodeCache(folder, build_of([*folders, data_folder("grammar")], __version__), _sha256)


def _sha256(data: bytes) -> bytes:
    # late: a warm start hashes nothing
    from hashlib import sha256

    return sha256(data).digest()


def _cached(cache: CodeCache, path: str) -> Program | None:
    """The program as it was compiled last time, if nothing has changed."""
    stored = cache.load(path)
    if stored is None:
        return None
    warnings = stored[0].payload[1]
    if warnings is None:
        return None
    report = None
    if warnings:
        # late: most programs have no warnings
        from harnpy.diagnostics.kept import restored

        report = restored(warnings, source_or_nothing)  # pyright: ignore[reportArgumentType] (made by `kept`)
    return Program([ModuleCode.unpack(one.payload[0]) for one in stored], report)


def _compiled(request: Request, path: str, cache: CodeCache | None) -> Program:
    """Bring a program through the front; without modules when it does not compile."""
    enabled = gc.isenabled()
    # Trees hold no garbage, and a collection would walk all of them again and again.
    gc.disable()
    try:
        return _front(request, path, cache)
    finally:
        if enabled:
            gc.enable()


def _front(request: Request, path: str, cache: CodeCache | None) -> Program:
    # late: only a program without current code needs the front
    from harnpy.base.spans import SourceFile
    from harnpy.diagnostics.kept import kept
    from harnpy.project.graph import load
    from harnpy.project.loader import Library
    from harnpy.project.nesting import deeply, too_deep
    from harnpy.project.snippet import wrap
    from harnpy.semantics.checker import check_program

    reader = Reader()
    text = request.text
    if text is None:
        text = reader.entry(path)
    catalog = standard()
    # Builtins may be refused: none of them may be compiled away.
    catalog.refusable = bool(request.grants.deny) or request.grants.allow is not None
    file = SourceFile(request.path, text)

    def passes() -> "tuple[Graph, CheckedProgram, list[ModuleCode]]":
        graph = load(file, reader, path=path, running=True, library=Library(natives=catalog.modules))
        if request.snippet:
            graph.entry.module = wrap(graph.entry.module)
        program = check_program(graph, catalog, running=True, typed=request.typed)
        return graph, program, _codes(request, program, catalog)

    passed = deeply(passes)
    if passed is None:
        return Program([], too_deep(file))
    graph, program, codes = passed
    report = program.report if program.report.diagnostics else None
    if not codes:
        return Program([], report)
    if cache is not None and any(code.later is not None for code in codes):
        _keep_later(request, cache)
    elif cache is not None:
        cache.store(_stored(cache, graph, reader, codes, kept(program.report)))
    return Program(codes, report)


def _codes(request: Request, program: "CheckedProgram", catalog: "Catalog") -> list[ModuleCode]:
    """The modules of a checked program as code, the main one first; none when it has errors."""
    if program.report.has_errors:
        return []
    # late: only a program without current code needs the front
    from harnpy.lowering.compiled import TooNested, compile_module

    ordered = [program.entry, *(one for one in program.modules if one is not program.entry)]
    try:
        compiled = [compile_module(one, catalog, later=_can_wait(request, one)) for one in ordered]
    except TooNested as refusal:
        program.report.add(refusal.diagnostic)
        return []
    shown = None if request.text is None else request.path
    return [_module_code(one, shown if one is compiled[0] else None) for one in compiled]


def _can_wait(request: Request, module: "CheckedModule") -> bool:
    """Whether functions of the module are made when they are first called: then a big one starts sooner."""
    if request.later is not None:
        return request.later
    # Whoever measures a program does not want to measure that.
    mine = request.owns_process and request.around is None
    return mine and module.module.span.file.text.count("\n") >= BIG_LINES


def _module_code(compiled: "Compiled", shown: str | None) -> ModuleCode:
    """A compiled module for the machine, its code named by its key."""
    path = shown or compiled.key
    return ModuleCode(
        compiled.key,
        path,
        named(compiled.code, path),
        imports=compiled.imports,
        exports=compiled.exports,
        entries=compiled.entries,
        natives=compiled.natives,
        tail_sites=compiled.tail_sites,
        private=compiled.private,
        later=compiled if compiled.heads else None,
    )


def _stored(
    cache: CodeCache, graph: "Graph", reader: Reader, codes: list[ModuleCode], warnings: tuple[object, ...]
) -> list[Stored]:
    """Each module with its import closure, as the cache keeps it; warnings are known of the main one."""
    closures = {key: _closure(graph, key) for key in graph.modules}
    files = {key: one.location.file for key, one in graph.modules.items()}
    sources = {key: cache.captured(files[key], *reader.taken[files[key]]) for key in graph.modules}
    keys = {key: cache.key(sources[one] for one in closure) for key, closure in closures.items()}
    return [
        Stored(
            files[code.key],
            keys[code.key],
            tuple(sources[one] for one in closures[code.key]),
            tuple((files[one], keys[one]) for one in closures[code.key][1:]),
            (code.pack(), warnings if code is codes[0] else None),
        )
        for code in codes
    ]


def _closure(graph: "Graph", key: str) -> list[str]:
    """Keys of a module and of all it imports, itself first."""
    found = {key: None}
    pending = [key]
    while pending:
        for target in graph.modules[pending.pop()].imports.values():
            # A native module changes with the build of harnpy.
            if target in graph.modules and target not in found:
                found[target] = None
                pending.append(target)
    return list(found)


def _choose(program: Program, name: str, outcome: RunOutcome) -> bool:
    """Leave the pipeline `name` as the only one to begin with; a message when there is none."""
    main = program.modules[0]
    chosen = [entry for entry in main.entries if entry[1] == name]
    if chosen:
        main.entries = tuple(chosen[:1])
        return True
    # late: only a misspelt name needs it
    from harnpy.diagnostics.suggest import nearest

    known = [entry[1] for entry in main.entries if entry[0] == "pipeline"]
    guess = nearest(name, known)
    hint = f"; did you mean '{guess}'?" if guess else ""
    hint += f"; it has {', '.join(known) or 'none'}"
    outcome.stopped, outcome.exit_code = "usage", USAGE
    outcome.message = f"[harnpy] error: no pipeline '{name}' in the program{hint}"
    return False


def _machine(request: Request, path: str, program: Program) -> Machine:
    """The machine of one run with the world it may touch."""
    cwd = os.path.abspath(request.cwd or os.getcwd())
    folder = os.path.dirname(path)
    grants = request.grants

    script = path if request.text is None else None

    def project() -> str | None:
        # late: only a program that touches files needs it
        from harnpy.project.workspace import find_root

        return find_root(cwd if script is None else folder, os.path.isfile, os.path.exists)

    def find_root() -> str:
        return project() or cwd

    def permit() -> "Permissions":
        # late: only a program that touches something needs it
        from harnpy.durable.state_root import Roots
        from harnpy.runtime.permissions import Permissions

        roots = Roots(script, project(), cwd, machine.environ, request.state_root)
        return Permissions(request.base, machine.root, cwd, grants, roots.granted)

    grants.files += [module.path for module in program.modules if os.path.isabs(module.path)]
    stdout = request.stdout or sys.stdout
    limit = request.limits.get("output")
    if limit is not None and stdout is not None:
        stdout = LimitedOutput(stdout.write, stdout.flush, limit)
    machine = Machine(
        standard(),
        _load_native,
        clock=request.clock or Clock(),
        permit=permit,
        restricted=grants.restrict_builtins(),
        stdout=stdout,
        stderr=request.stderr or ErrorStream(),
        stdin=request.stdin or InputStream(),
        argv=list(request.arguments),
        cwd=cwd,
        source_dir=folder,
        find_root=find_root,
        script=script,
        project=project,
        state_root=request.state_root,
        observer=request.observer,
        operations=request.operations,
        environ=environment(),
        limits=request.limits,
    )
    machine.state["color"] = request.color
    for module in program.modules:
        machine.add(module)
    return machine


def _load_native(module: str) -> "ModuleType":
    """The Python module of a native, by the name in its catalog row."""
    if not module.startswith("harnpy.natives."):
        raise ImportError(f"{module} holds no natives")
    return load_module(module)


def _execute(machine: Machine, request: Request, program: Program, outcome: RunOutcome) -> None:
    """Run the machine and note how it ended."""
    if request.owns_process:
        prepare_output()
        _limit_memory(request.limits.get("memory"))
        gc.freeze()
        gc.enable()
    if request.timeout_ms is not None:
        machine.hub.set_timeout(request.timeout_ms)
    body = _body(machine, program.modules[0].key)
    try:
        result = body() if request.around is None else request.around(body)
        if request.stdout is None:
            flush(sys.stdout)
    except MemoryError:
        text = "error: HARN-HPY-001: out of memory"
        if "memory" in request.limits:
            text += f": the program needs more than `--limit memory={request.limits['memory']}`"
        _note_stop(outcome, "memory", FAILED, text)
    except OSError as cause:
        if request.stdout is not None:
            raise
        drop()
        stopped = "pipe" if isinstance(cause, BrokenPipeError) else "output"
        _note_stop(outcome, stopped, FAILED, f"[harnpy] error: {lost_text(cause)}")
    else:
        _note_result(outcome, result)


def _note_result(outcome: RunOutcome, result: "RunResult") -> None:
    outcome.value, outcome.failure, outcome.exit_code = result.value, result.failure, result.exit_code
    if result.notice:
        timed_out = result.notice == "Execution deadline exceeded"
        stopped = "timeout" if timed_out else "interrupt" if result.exit_code == STOPPED else "exit"
        _note_stop(outcome, stopped, result.exit_code, f"error: {result.notice}")


def _limit_memory(size: int | None) -> None:
    """Bound the address space of the process; what is asked for beyond it is refused by the system."""
    if size is not None:
        # late: rarely asked for
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (size if most < 0 else min(size, most), most))


def _body(machine: Machine, key: str) -> "Callable[[], RunResult]":
    def body() -> "RunResult":
        return machine.run(key)

    return body


def _note_stop(outcome: RunOutcome, stopped: str, exit_code: int, message: str) -> None:
    outcome.stopped, outcome.exit_code, outcome.message = stopped, exit_code, message


def _as_shown(failure: "Failure", path: str, shown: str) -> "Failure":
    """The failure with paths as the user writes them: the program as given, others from where they are."""

    def name(file: str) -> str:
        if file == path:
            return shown
        if not os.path.isabs(file) or os.path.isabs(shown):
            return file
        return os.path.relpath(file)

    notes = tuple((frame, name(file), line) for frame, file, line in failure.notes)
    return type(failure)(
        failure.text,
        (name(failure.file), failure.line, failure.column),
        notes,
        failure.value,
        failure.help,
    )
