"""Which functions of a module can wait until they are first called, and what a stub must know of each.

All that lowering has to say about a program it says before the program runs: a function that CPython might
refuse for its nested blocks does not wait.
"""

from collections.abc import Sequence

from harnpy.lowering.module_context import ModuleContext, shadow_method
from harnpy.semantics.symbols import Symbol
from harnpy.syntax.nodes import (
    Block,
    Body,
    Closure,
    CostRoute,
    DeadlineBlock,
    DeferStmt,
    FnDecl,
    ForIn,
    ImplBlock,
    MatchExpr,
    MutexBlock,
    Node,
    Parallel,
    Retry,
    ScopeBlock,
    SelectCase,
    SelectExpr,
    SpawnExpr,
    StructDecl,
    TryCatch,
    TryExpr,
    WhileLoop,
)
from harnpy.syntax.nodes.core import below

MOST_PARAMETERS = 5

# How many of CPython's 20 nested blocks a construct may take for what is inside it, rather more than less.
WEIGHTS: dict[type[Node], int] = {
    Block: 1, Closure: 2, CostRoute: 5, DeadlineBlock: 5, DeferStmt: 4, FnDecl: 2, ForIn: 1, MatchExpr: 1,
    MutexBlock: 4, Parallel: 5, Retry: 6, ScopeBlock: 4, SelectCase: 5, SelectExpr: 5, SpawnExpr: 5,
    TryCatch: 5, TryExpr: 4, WhileLoop: 1,
}  # fmt: skip
# The rest of the 20 is for the guards of single statements.
_MOST_WEIGHT = 13
# A function with so few braces cannot weigh more than that.
_FEW_BRACES = 2


class Delayed:
    """A function that waits: its node, and what a stub has to know of it: names, and how many defaults."""

    __slots__ = ("head", "node")

    def __init__(self, node: FnDecl, python: str, parameters: tuple[str, ...], defaults: int) -> None:
        self.node = node
        self.head = (python, parameters, defaults)


def delayed(module: ModuleContext, items: Sequence[Node]) -> list[Delayed]:
    """The functions and methods of a module that can wait, methods first."""
    named = [*_methods(module, items), *_functions(module, items)]
    taken: dict[str, int] = {}
    for _, python in named:
        taken[python] = taken.get(python, 0) + 1
    # Of two functions with one Python name the later one counts, but only after the module has begun.
    return [_delayed(module, node, python) for node, python in named if taken[python] == 1 and _waits(node)]


def _methods(module: ModuleContext, items: Sequence[Node]) -> list[tuple[FnDecl, str]]:
    found: list[tuple[FnDecl, str]] = []
    for block in items:
        symbol = module.bindings.symbols.get(block) if isinstance(block, ImplBlock) else None
        declaration = symbol.origin().node if symbol is not None else None
        if isinstance(block, ImplBlock) and isinstance(declaration, StructDecl):
            found += [(one, shadow_method(declaration.name, one.name)) for one in block.methods]
    return found


def _functions(module: ModuleContext, items: Sequence[Node]) -> list[tuple[FnDecl, str]]:
    found: list[tuple[FnDecl, str]] = []
    for item in items:
        symbol = module.bindings.symbols.get(item) if isinstance(item, FnDecl) else None
        if isinstance(item, FnDecl) and symbol is not None and symbol in module.globals:
            found.append((item, symbol.python))
    return found


def _delayed(module: ModuleContext, node: FnDecl, python: str) -> Delayed:
    symbols: list[Symbol] = [module.bindings.symbols[one] for one in node.params]
    defaults = sum(one.default is not None for one in node.params)
    return Delayed(node, python, tuple(one.python for one in symbols), defaults)


def _waits(node: FnDecl) -> bool:
    if len(node.params) > MOST_PARAMETERS or any(one.rest for one in node.params):
        return False
    span = node.span
    text = span.file.text
    if text.count("{", span.start, span.end) <= _FEW_BRACES:
        return True
    return weight(node, text) <= _MOST_WEIGHT


def weight(node: Node, text: str) -> int:
    """How many nested blocks Python may make of a node; `text` is that of the file."""
    most = cleanups = 0
    for part in below(node):
        span = part.span
        # No block is without a brace, and most expressions have none.
        if text.find("{", span.start, span.end) >= 0:
            most = max(most, weight(part, text))
            cleanups += part.__class__ is DeferStmt
    if node.__class__ is Body:
        # The rest of a block stands inside each of its cleanups.
        most += cleanups * WEIGHTS[DeferStmt]
    return most + WEIGHTS.get(node.__class__, 0)
