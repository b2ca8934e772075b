"""Checked module in, code object and its tables out."""

import ast as pyast
import warnings
from types import CodeType

from harnpy.base.spans import SourceFile, Span
from harnpy.catalog.model import Catalog
from harnpy.diagnostics.codes.modules import TOO_NESTED
from harnpy.diagnostics.model import Diagnostic
from harnpy.lowering.declarations import pipeline_name
from harnpy.lowering.facts import FactsLike
from harnpy.lowering.module import Lowered, lower
from harnpy.lowering.module_context import ModuleContext
from harnpy.lowering.module_names import top_level
from harnpy.semantics.results import CheckedModule
from harnpy.semantics.symbols import SymbolKind
from harnpy.syntax.nodes import FnDecl, Pipeline, TypedParam

Entry = tuple[str, str, str, tuple[tuple[str, str], ...]]


class CompiledFunction:
    """A function ready to run; the fields are those of `runtime.later.Made`."""

    __slots__ = ("code", "constants", "natives", "tail_sites")

    def __init__(self, code: CodeType, constants: CodeType | None, module: ModuleContext, known: int) -> None:
        self.code = code
        self.constants = constants
        self.natives = _natives(module)[known:]
        self.tail_sites: frozenset[tuple[int, int]] = frozenset(module.tail_sites)


class Compiled:
    """A module ready to run; the fields are those of `runtime.modules.ModuleCode`.

    `heads` are the functions that the code lacks: the Python name of each, those of its parameters, and how
    many have defaults; `function` compiles the one of a number.
    """

    __slots__ = (
        "_lowered", "code", "entries", "exports", "heads", "imports", "key", "natives", "path", "private",
        "tail_sites",
    )  # fmt: skip

    def __init__(self, key: str, path: str, code: CodeType, lowered: Lowered) -> None:
        module = lowered.module
        self._lowered = lowered
        self.key = key
        self.path = path
        self.code = code
        self.heads = tuple(one.head for one in lowered.later)
        self.imports: tuple[str, ...] = tuple(dict.fromkeys(module.checked.imports.values()))
        self.exports: tuple[tuple[str, str], ...] = _exports(module)
        self.entries: tuple[Entry, ...] = _entries(module)
        self.natives = _natives(module)
        self.tail_sites: frozenset[tuple[int, int]] = frozenset(module.tail_sites)
        owner = module.owner_of(module.bindings.module)
        exported = module.bindings.exports
        self.private: frozenset[str] = frozenset(
            one.name for one in owner.symbols if one.name not in exported
        )

    def function(self, number: int) -> CompiledFunction:
        """Lower and compile the function of that number in `heads`."""
        module = self._lowered.module
        known = len(module.natives)
        statements, function = self._lowered.function(number)
        file = module.checked.module.span.file
        constants = _compiled(statements, file) if statements else None
        inside = _compiled([function], file).co_consts
        code = next(one for one in inside if isinstance(one, CodeType))
        return CompiledFunction(code, constants, module, known)


class TooNested(Exception):
    """A function of the program has more blocks inside each other than CPython compiles (20)."""

    def __init__(self, span: Span) -> None:
        super().__init__(TOO_NESTED.template)
        self.diagnostic = Diagnostic(TOO_NESTED, span, data={})


def compile_module(
    checked: CheckedModule, catalog: Catalog, facts: FactsLike | None = None, *, later: bool = False
) -> Compiled:
    """Lower and compile a module. Its code says the shown path of the source as its file name.

    With `later` the functions that can wait are left out.
    """
    lowered = lower(checked, catalog, facts, later=later)
    file = checked.module.span.file
    return Compiled(checked.key, file.path, _compiled(lowered.tree.body, file), lowered)


def _compiled(body: list[pyast.stmt], file: SourceFile) -> CodeType:
    with warnings.catch_warnings():
        # Python's advice on `5 is None` and the like is about code that the user did not write.
        warnings.simplefilter("ignore")
        try:
            return compile(pyast.Module(body, []), file.path, "exec", dont_inherit=True)
        except SyntaxError as refusal:
            if refusal.msg != "too many statically nested blocks":
                raise
            raise TooNested(_place(file, refusal)) from None


def _natives(module: ModuleContext) -> tuple[tuple[str, str, str, str], ...]:
    return tuple((python, *key) for key, python in module.natives.items())


def _place(file: SourceFile, refusal: SyntaxError) -> Span:
    """The first character of the node that CPython refused."""
    start = file.offset_of(refusal.lineno or 1, max((refusal.offset or 1) - 1, 0))
    return Span(file, start, min(start + 1, len(file.text)))


def _exports(module: ModuleContext) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    offered = {**module.bindings.siblings, **module.bindings.exports}
    for name, symbol in offered.items():
        if symbol.origin().kind in (
            SymbolKind.TYPE,
            SymbolKind.STRUCT,
            SymbolKind.ENUM,
            SymbolKind.INTERFACE,
        ):
            continue
        found.append((name, symbol.python))
    return tuple(found)


def _entries(module: ModuleContext) -> tuple[Entry, ...]:
    found: list[Entry] = []
    for item in top_level(module.bindings):
        if isinstance(item, Pipeline):
            python = pipeline_name(item.name)
            found.append(("pipeline", item.name, python, _parameters(module, item.params)))
        elif isinstance(item, FnDecl) and item.name == "main":
            symbol = module.bindings.symbols[item]
            found.append(("main", "main", symbol.python, _parameters(module, item.params)))
    return tuple(found)


def _parameters(module: ModuleContext, params: tuple[TypedParam, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((one.name, module.specs.text(one.type_expr)) for one in params)
