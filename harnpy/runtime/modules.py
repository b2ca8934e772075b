"""Module code in, running instances out: each runs once per program, cycles bind late (language.md 4.17)."""

from __future__ import annotations

from harnpy.runtime.codecache import execute
from harnpy.runtime.namespaces import Namespace
from harnpy.values.faults import Fault, runtime_fault
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    Globals = dict[str, Value]
    from collections.abc import Callable, Iterable
    from types import CodeType
    from typing import Protocol

    Head = tuple[str, tuple[str, ...], int]
    """Python name of a function, those of its parameters, and how many of them have defaults."""

    class Made(Protocol):
        """A function that was made.

        code        its code object
        constants   a code object that binds module constants which no earlier function needed, or None
        natives     natives that were not mentioned before, as in `ModuleCode`
        tail_sites  (line, UTF-8 byte column) of all calls in tail position so far
        """

        code: CodeType
        constants: CodeType | None
        natives: tuple[tuple[str, str, str, str], ...]
        tail_sites: frozenset[tuple[int, int]]

    class Later(Protocol):
        """The functions that a module lacks: their heads, and what makes the one of a number."""

        heads: tuple[Head, ...]

        def function(self, number: int, /) -> Made:
            """Make a function."""
            ...


NEW, RUNNING, DONE = "new", "running", "done"


class ModuleCode:
    """A compiled module as plain data.

    key         identifies the module in a program: `std/math`, or the absolute path of its file
    path        what `co_filename` of its code says: the path as shown to the user
    code        the code object; executing it defines classes, functions, `_init`, `_pipe_NAME` and `main`
    imports     keys of the imported modules; `_import(n)` means the n-th
    exports     (name, Python name) of each exported binding
    entries     (kind, name, Python name, parameters) of each `pipeline` and of `main`, in source order;
                parameters are (name, type as text) pairs
    natives     (Python name, family, owner, name) of each native the code mentions
    tail_sites  (line, UTF-8 byte column) of calls in tail position
    private     names that the module defines and does not export
    mentions    names with an underscore that the code mentions, among them those of the ABI
    later       the functions that the code lacks: they are made when they are first called
    """

    __slots__ = (
        "_mentions", "code", "entries", "exports", "imports", "key", "later", "natives", "path", "private",
        "tail_sites",
    )  # fmt: skip

    def __init__(
        self,
        key: str,
        path: str,
        code: CodeType,
        *,
        imports: Iterable[str] = (),
        exports: Iterable[tuple[str, str]] = (),
        entries: Iterable[tuple[str, str, str, tuple[tuple[str, str], ...]]] = (),
        natives: Iterable[tuple[str, str, str, str]] = (),
        tail_sites: Iterable[tuple[int, int]] = (),
        private: Iterable[str] = (),
        later: Later | None = None,
    ) -> None:
        self.key = key
        self.path = path
        self.code = code
        self.imports = tuple(imports)
        self.exports = tuple(exports)
        self.entries = tuple(entries)
        self.natives = tuple(natives)
        self.tail_sites = frozenset(tail_sites)
        self.private = frozenset(private)
        self.later = later
        self._mentions: tuple[str, ...] | None = None

    @property
    def mentions(self) -> tuple[str, ...]:
        """Names with an underscore in front that the code mentions."""
        if self._mentions is None:
            self._mentions = tuple(sorted(mentioned(self.code)))
        return self._mentions

    def pack(self) -> tuple[object, ...]:
        """The module as a tuple that `marshal` takes."""
        sites, private = tuple(sorted(self.tail_sites)), tuple(sorted(self.private))
        return (
            self.key, self.path, self.code, self.imports, self.exports, self.entries, self.natives, sites,
            private, self.mentions,
        )  # fmt: skip

    @classmethod
    def unpack(cls, packed: Value) -> ModuleCode:
        """The module that `pack` made a tuple of."""
        key, path, code, imports, exports, entries, natives, sites, private, mentions = packed
        made = cls(
            key, path, code,
            imports=imports, exports=exports, entries=entries, natives=natives, tail_sites=sites,
            private=private,
        )  # fmt: skip
        made._mentions = mentions
        return made


def mentioned(code: CodeType) -> set[str]:
    """Names with an underscore in front that some code mentions."""
    found = {name for name in code.co_names if name.startswith("_")}
    for inner in code.co_consts:
        if inner.__class__ is code.__class__:
            found |= mentioned(inner)
    return found


def named(code: CodeType, path: str) -> CodeType:
    """The code object with another file name, also in the functions inside it."""
    constants = tuple(named(one, path) if one.__class__ is code.__class__ else one for one in code.co_consts)
    return code.replace(co_filename=path, co_consts=constants)


class ModuleInstance:
    """A module of a running program: its globals and how far its statements have run."""

    __slots__ = ("_names", "code", "globals", "result", "state")

    def __init__(self, code: ModuleCode, module_globals: Globals) -> None:
        self.code = code
        self.globals = module_globals
        self.state = NEW
        # What a top-level `return` gave.
        self.result: Value = None
        self._names = dict(code.exports)

    def read(self, name: str) -> Value:
        """The value of an exported name as it is now."""
        python_name = self._names.get(name)
        if python_name is None:
            raise self.missing(name)
        try:
            return self.globals[python_name]
        except KeyError:
            raise Fault(f"Undefined variable: {name}", "undefined") from None

    def missing(self, name: str) -> Fault:
        """The fault of importing a name that is not exported."""
        hint = ""
        if name in self.code.private:
            hint = " — it is defined there but not `pub`; mark it `pub` to export it"
        return runtime_fault(f"Import error: '{name}' is not exported by {self.code.key}{hint}")

    def namespace(self) -> Namespace:
        """The value of `import * as m`."""
        return Namespace(self.code.key, tuple(self._names), self.read)


class NativeInstance:
    """A module of a running program that Python implements; `bound` gives a function by name, or None."""

    __slots__ = ("_bound", "key", "names")

    def __init__(self, key: str, names: tuple[str, ...], bound: Callable[[str], Value]) -> None:
        self.key = key
        self.names = names
        self._bound = bound

    def read(self, name: str) -> Value:
        """An exported function."""
        if name not in self.names:
            raise runtime_fault(f"Import error: '{name}' is not exported by {self.key}")
        return self._bound(name)

    def namespace(self) -> Namespace:
        """The value of `import * as m`."""
        return Namespace(self.key, self.names, self.read)


class Modules:
    """The modules of one program: code by key, instances once something imports them.

    `make_globals(instance import function, code)` gives the globals a module runs in; `native(key)` the
    module that Python implements, or None when there is none of that key.
    """

    __slots__ = ("_codes", "_instances", "_make_globals", "_native", "_natives")

    def __init__(
        self,
        make_globals: Callable[[ModuleCode, Callable[[int], ModuleInstance | NativeInstance]], Globals],
        native: Callable[[str], NativeInstance | None],
    ) -> None:
        self._codes: dict[str, ModuleCode] = {}
        self._instances: dict[str, ModuleInstance] = {}
        self._natives: dict[str, NativeInstance | None] = {}
        self._make_globals = make_globals
        self._native = native

    def add(self, code: ModuleCode) -> None:
        """Make a module known under its key."""
        self._codes[code.key] = code

    def code(self, key: str) -> ModuleCode:
        """The code of a module."""
        return self._codes[key]

    def load(self, key: str) -> ModuleInstance:
        """The instance of a module, run when this is its first use; in a cycle it may still be running."""
        instance = self._instances.get(key)
        return self._start(key) if instance is None else instance

    def _start(self, key: str) -> ModuleInstance:
        code = self._codes.get(key)
        if code is None:
            raise runtime_fault(
                f"Unknown stdlib module: {key}" if key.startswith("std/") else _unreadable(key)
            )
        imports = code.imports

        def load_import(number: int) -> ModuleInstance | NativeInstance:
            key = imports[number]
            return self.load(key) if key in self._codes else self._native_instance(key)

        instance = ModuleInstance(code, self._make_globals(code, load_import))
        self._instances[key] = instance
        instance.state = RUNNING
        execute(code.code, instance.globals)
        init = instance.globals.get("_init")
        if init is not None:
            instance.result = init()
        instance.state = DONE
        return instance

    def _native_instance(self, key: str) -> ModuleInstance | NativeInstance:
        if key not in self._natives:
            self._natives[key] = self._native(key)
        # What is neither native nor known is refused where modules start.
        return self._natives[key] or self.load(key)


def _unreadable(key: str) -> str:
    return f"Import error: cannot read '{key}'"


def imported(instance: ModuleInstance | NativeInstance, name: str) -> Value:
    """An exported value, for a selective or wildcard import and for names read late."""
    return instance.read(name)


def namespace_of(instance: ModuleInstance | NativeInstance) -> Namespace:
    """The value that `import * as m` binds."""
    return instance.namespace()
