"""A program and the outside world in, its result out: one `Machine` is one run (language.md 4.18)."""

from __future__ import annotations

from harnpy.catalog.model import BUILTIN, FUNCTION, METHOD, Catalog, Row
from harnpy.runtime.calls import adapt, bind_native
from harnpy.runtime.limits import FRAMES, Depth, current_depth, load_module
from harnpy.runtime.modules import ModuleCode, ModuleInstance, Modules, NativeInstance, mentioned
from harnpy.runtime.parts import Parts
from harnpy.runtime.support import namespace
from harnpy.values.faults import CATCH, Abort
from harnpy.values.functions import Native
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from types import ModuleType
    from typing import Unpack

    from harnpy.runtime.errors import Failure
    from harnpy.runtime.later import Made
    from harnpy.runtime.modules import Globals
    from harnpy.runtime.parts import Host


_INTERRUPTED, _FAILED = 124, 1
_MOST_CODE = 255


class RunResult:
    """How a run ended: its value, the exit code of the process, the uncaught error if there was one.

    `notice` is what an abort has to say, such as `Execution deadline exceeded`.
    """

    __slots__ = ("exit_code", "failure", "notice", "value")

    def __init__(
        self, value: Value, exit_code: int, failure: Failure | None = None, notice: str = ""
    ) -> None:
        self.value = value
        self.exit_code = exit_code
        self.failure = failure
        self.notice = notice


class Discard:
    """A stream that swallows what is written."""

    __slots__ = ()

    def write(self, text: str) -> int:
        """Take note of nothing."""
        return len(text)


class Machine(Parts):
    """One run of one program. Natives that ask for a context get it; the attributes are theirs to read.

    `state` belongs to the natives, by family; `registered` holds tools, skills and evaluation packs by name.
    `on_finish`, when set, is called with the root handle and the result after a normal end and replaces it.
    """

    __slots__ = (
        "_modules", "argv", "depth", "entry_file", "environ", "files", "inputs", "load_native", "log_level",
        "natives", "on_finish", "registered", "source_dir", "state", "stderr", "stdin", "stdout",
        "tail_sites",
    )  # fmt: skip

    def __init__(
        self, catalog: Catalog, load_native: Callable[[str], ModuleType], **host: Unpack[Host]
    ) -> None:
        super().__init__(catalog, host)
        self.load_native = load_native
        self.stdout = host.get("stdout") or Discard()
        self.stderr = host.get("stderr") or Discard()
        self.stdin = host.get("stdin")
        self.argv = host.get("argv") or []
        self.source_dir = host.get("source_dir") or self.cwd
        self.environ: Mapping[str, str] = host.get("environ") or {}
        self.inputs = host.get("inputs") or {}
        self.log_level: Value = None
        self.state: dict[str, Value] = {}
        self.registered: dict[str, dict[str, Value]] = {}
        self.on_finish: Value = None
        self.depth = Depth(self.limits.get("depth", FRAMES))
        self.natives: dict[tuple[str, str, str], Native] = {}
        self.files: set[str] = set()
        self.tail_sites: dict[str, frozenset[tuple[int, int]]] = {}
        self.entry_file = ""
        self._modules = Modules(self._globals_of, self._native_module)

    def poll(self) -> None:
        """Do what was asked for when the poll flag was raised."""
        if self.flag.last_step():
            most = self.limits["steps"]
            self.hub.end("limit", f"HARN-HPY-001: step limit of {most} reached")
        self.hub.poll()

    def arguments(self) -> list[str]:
        """A copy of the arguments of the program."""
        return list(self.argv)

    def add(self, module: ModuleCode) -> None:
        """Make a module of the program known."""
        self.files.add(module.path)
        self.tail_sites[module.path] = module.tail_sites
        self._modules.add(module)

    def native(self, name: str) -> Native:
        """The builtin `name` as a value."""
        return self.bound(BUILTIN, "", name)

    def bound(self, family: str, owner: str, name: str) -> Native:
        """The native of a catalog row, for calls that emitted code makes directly."""
        key = (family, owner, name)
        found = self.natives.get(key)
        if found is None:
            row = self._row(family, owner, name)
            if row is None:
                raise KeyError(f"the catalog has no {family} {owner} {name}")
            found = self.natives[key] = bind_native(row, self)
        return found

    def _row(self, family: str, owner: str, name: str) -> Row | None:
        if family == BUILTIN:
            return self.catalog.builtin(name)
        if family == FUNCTION:
            return self.catalog.function(owner, name)
        return self.catalog.method(owner, name) if family == METHOD else self.catalog.capability(owner, name)

    def _native_module(self, key: str) -> NativeInstance | None:
        functions = self.catalog.modules.get(key)
        if functions is None:
            return None

        def bound(name: str) -> Native:
            return self.bound(FUNCTION, key, name)

        return NativeInstance(key, tuple(functions), bound)

    def _globals_of(
        self, code: ModuleCode, load_import: Callable[[int], ModuleInstance | NativeInstance]
    ) -> Globals:
        names: Globals = namespace(self, code.mentions)
        names["__builtins__"] = {}
        names["_import"] = load_import
        self._bind_natives(names, code.natives)
        if code.later is not None:

            def arrived(made: Made) -> None:
                self._arrived(code, names, made)

            # Only a big module that no code was kept of needs it.
            load_module("harnpy.runtime.later").bind(code, names, arrived)
        self.flag.register(names)
        return names

    def _bind_natives(self, names: Globals, natives: Iterable[tuple[str, str, str, str]]) -> None:
        for python_name, family, owner, name in natives:
            names[python_name] = self.bound(family, owner, name)

    def _arrived(self, code: ModuleCode, names: Globals, made: Made) -> None:
        """Give a module what a function needs that was made only now."""
        wanted = mentioned(made.code)
        if made.constants is not None:
            wanted |= mentioned(made.constants)
        names.update(namespace(self, wanted - names.keys()))
        self._bind_natives(names, made.natives)
        self.tail_sites[code.path] |= made.tail_sites

    def run(self, entry: str) -> RunResult:
        """Run the module with the key `entry` as a program."""
        self.depth.enter()
        try:
            value = self._to_the_end(entry)
        except Abort as abort:
            return RunResult(None, abort.code % (_MOST_CODE + 1), None, abort.text)
        except CATCH as error:
            # late: only a program that fails needs it
            from harnpy.runtime.errors import failure_of

            return RunResult(None, _FAILED, failure_of(error, self))
        except KeyboardInterrupt as stop:
            return RunResult(None, _INTERRUPTED, None, f"stopped by {stop or 'SIGINT'}")
        finally:
            self.depth.leave()
        return RunResult(value, self._exit_code(value))

    def _to_the_end(self, entry: str) -> Value:
        """Run the program; tasks that are still running then are cancelled."""
        self._base = current_depth()
        if self._hub is not None:
            self._hub.base = self._base
        try:
            return self._main(entry)
        finally:
            if self._hub is not None:
                self._hub.close()

    def _main(self, entry: str) -> Value:
        code = self._modules.code(entry)
        self.entry_file = code.path
        instance = self._modules.load(entry)
        value = self._enter(instance)
        return value if self.on_finish is None else self._finished(value)

    def _finished(self, value: Value) -> Value:
        finish = adapt(self.on_finish, 2)
        return value if finish is None else finish(_root(), value)

    def _enter(self, instance: ModuleInstance) -> Value:
        """Call the pipeline or `main` that the program begins with; a script has begun already."""
        entries = instance.code.entries
        pipelines = [entry for entry in entries if entry[0] == "pipeline"]
        named = [entry for entry in pipelines if entry[1] == "default"]
        chosen = (named or pipelines or [entry for entry in entries if entry[0] == "main"])[:1]
        if not chosen:
            return instance.result
        _, _, python_name, parameters = chosen[0]
        arguments = [
            _root() if index == 0 and kind == "Harness" else self.inputs.get(name)
            for index, (name, kind) in enumerate(parameters)
        ]
        return instance.globals[python_name](*arguments)

    def _exit_code(self, value: Value) -> int:
        if value is None:
            return 0
        if value.__class__ is int:
            return min(max(value, 0), _MOST_CODE)
        # late: most programs return nothing
        from harnpy.values.display import display
        from harnpy.values.records import Err

        if value.__class__ is Err:
            self.stderr.write(display(value.f0) + "\n")
            return _FAILED
        return 0


def _root() -> Value:
    # late: only a program that asks for its harness needs it
    from harnpy.runtime.handles import ROOT

    return ROOT
