"""Front door: a checked module in, the Python module that carries it out (lowering.md 5)."""

import ast as pyast
from collections.abc import Sequence

from harnpy.base.spans import Span
from harnpy.catalog.model import Catalog
from harnpy.lowering import (
    concurrency,
    declarations,
    emit,
    errors,
    expressions,
    functions,
    methods,
    statements,
)
from harnpy.lowering.context import DROP, Context, Tables
from harnpy.lowering.facts import FactsLike, NoFacts
from harnpy.lowering.later import Delayed, delayed
from harnpy.lowering.module_context import ModuleContext
from harnpy.lowering.module_names import top_level
from harnpy.lowering.ownership import owned_symbols
from harnpy.semantics.results import CheckedModule
from harnpy.syntax.nodes import (
    EnumDecl,
    FnDecl,
    ImplBlock,
    ImportDecl,
    InterfaceDecl,
    MethodCall,
    Node,
    Pipeline,
    StructDecl,
    ToolDecl,
    TypeDecl,
)

_NO_STATEMENT = (
    EnumDecl,
    FnDecl,
    ImplBlock,
    ImportDecl,
    InterfaceDecl,
    Pipeline,
    StructDecl,
    ToolDecl,
    TypeDecl,
)


class Lowered:
    """A lowered module: its Python tree and what the runtime must know beside it.

    `later` are the functions that the tree lacks; `function` lowers one of them.
    """

    def __init__(self, tree: pyast.Module, cx: Context, later: Sequence[Delayed]) -> None:
        self.tree = tree
        self.module = cx.module
        self.later = later
        self._cx = cx

    def function(self, number: int) -> tuple[list[pyast.stmt], pyast.stmt]:
        """Statements that bind module constants not needed before, and the definition of a function."""
        one = self.later[number]
        known = len(self.module.constants)
        made = functions.definition_of(one.node)
        made.python = one.head[0]
        function = functions.define(self._cx, made)
        return self.module.constants[known:], function


def tables() -> Tables:
    """All handlers by node class."""
    made = Tables(statements.statement_list)
    for part in (expressions.EXPRESSIONS, functions.EXPRESSIONS, concurrency.EXPRESSIONS):
        made.expr.merge(part)
    for part in (
        statements.STATEMENTS,
        errors.STATEMENTS,
        functions.STATEMENTS,
        concurrency.STATEMENTS,
        declarations.STATEMENTS,
    ):
        made.run.merge(part)
    made.run.on(MethodCall)(methods.method_statement)
    for part in (statements.INTO, errors.INTO, concurrency.INTO):
        made.into.merge(part)
    made.condition.merge(expressions.CONDITIONS)
    return made


def lower(
    checked: CheckedModule, catalog: Catalog, facts: FactsLike | None = None, *, later: bool = False
) -> Lowered:
    """Return the Python module of `checked`; with `NoFacts` as facts every guard stays.

    With `later` the functions that can wait are left out.
    """
    known = facts if facts is not None else checked.facts
    module = ModuleContext(checked, catalog, known if known is not None else NoFacts())  # pyright: ignore[reportArgumentType]  # facts have the shape of FactsLike
    owner = module.owner_of(checked.module)
    cx = Context(module, tables(), owner, None)
    items = top_level(module.bindings)
    for item in items:
        if isinstance(item, ImportDecl):
            declarations.register_late(cx, item)
    waiting = delayed(module, items) if later else []
    module.waiting = frozenset(one.node for one in waiting)
    functions_of_module = cx.capture_run(lambda: _functions(cx, items))
    imports = cx.capture_run(lambda: _imports(cx, items))
    init = _init(cx, items, checked.module.span)
    body = [*module.constants, *functions_of_module, *imports, init]
    return Lowered(pyast.Module(body, []), cx, waiting)


def _functions(cx: Context, items: list[Node]) -> None:
    """Methods first: a function of the module may have the name of a method."""
    for kind in (ImplBlock, FnDecl, ToolDecl, Pipeline):
        for item in items:
            if isinstance(item, kind) and item not in cx.module.waiting:
                cx.run(item)


def _imports(cx: Context, items: list[Node]) -> None:
    for item in items:
        if isinstance(item, ImportDecl):
            cx.run(item)


def _init(cx: Context, items: list[Node], span: Span) -> pyast.stmt:
    """The statements of the module, in order, as the function `_init`."""
    cx.prologue.clear()
    cx.assigned_globals.clear()
    rest = [item for item in items if not isinstance(item, _NO_STATEMENT)]
    cx.owned = owned_symbols(rest, cx.module.bindings)
    body = cx.capture_run(lambda: cx.statements(rest, DROP, span))
    declared: list[pyast.stmt] = []
    if cx.assigned_globals:
        declared.append(emit.global_names(sorted(cx.assigned_globals), span))
    params = emit.parameters([], [], None, span)
    return emit.define("_init", params, [*declared, *cx.prologue, *body], span)
