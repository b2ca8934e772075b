"""Counting loops: `while i < n { …; i = i + step }` to `for i in range(i, n, step)`, where it is the same.

The counter is a plain local int that only the last statement of the body changes; the bound and the step stay
the same while the loop runs. After the loop the counter has the value that the `while` would have left.
"""

import ast as pyast

from harnpy.base.spans import Span
from harnpy.lowering import emit
from harnpy.lowering.context import Context
from harnpy.semantics.symbols import MUTATING, Symbol, SymbolKind
from harnpy.syntax.nodes import (
    Assignment,
    BinaryOp,
    Call,
    ContinueStmt,
    Expr,
    ForIn,
    Ident,
    Index,
    Int,
    Member,
    MethodCall,
    Node,
    WhileLoop,
)
from harnpy.syntax.nodes.core import children
from harnpy.syntax.visit import walk

_LOCALS = frozenset({SymbolKind.LET, SymbolKind.CONST, SymbolKind.PARAM, SymbolKind.LOOP})


class Counting:
    """A loop that counts: its counter, the bound (included or not) and the step."""

    def __init__(self, counter: Symbol, bound: Expr, included: bool, step: Expr) -> None:
        self.counter = counter
        self.bound = bound
        self.included = included
        self.step = step

    def iterable(self, cx: Context, span: Span) -> pyast.expr:
        """`range(counter, bound, step)`."""
        bound = cx.expr(self.bound)
        if self.included:
            bound = emit.binary(bound, "+", emit.const(1, span), span)
        parts = [emit.name(self.counter.python, span), bound]
        if not (isinstance(self.step, Int) and self.step.value == 1):
            parts.append(cx.expr(self.step))
        return emit.support("_py_range", parts, span)

    def leave(self, cx: Context, span: Span) -> list[pyast.stmt]:
        """After the last pass the counter takes the step that ended the loop."""
        counter = emit.name(self.counter.python, span)
        relation = "<=" if self.included else "<"
        ran = emit.compare(counter, relation, cx.expr(self.bound), span)
        stepped = emit.binary(counter, "+", cx.expr(self.step), span)
        return [emit.branch(ran, [emit.assign(self.counter.python, stepped, span)], [], span)]


def counting(cx: Context, node: WhileLoop) -> Counting | None:
    """The loop as a counting one, if every condition holds."""
    test = node.condition
    if not (isinstance(test, BinaryOp) and test.op in ("<", "<=") and isinstance(test.left, Ident)):
        return None
    counter = cx.symbol(test.left)
    statements = node.body.statements
    if counter is None or not statements or not _is_local_int(cx, test.left, counter):
        return None
    last = statements[-1]
    if not isinstance(last, Assignment):
        return None
    step = _step_of(cx, last, counter)
    if step is None or cx.facts.interval(last.value if last.op is None else last) is None:
        return None
    if _continues(node.body) or not _steady(cx, test.right, node) or not _steady(cx, step, node):
        return None
    if not _known_int(cx, test.right) or any(_changes(cx, one, counter) for one in statements[:-1]):
        return None
    return Counting(counter, test.right, test.op == "<=", step)


def _is_local_int(cx: Context, node: Ident, symbol: Symbol) -> bool:
    plain = symbol.kind is SymbolKind.LET and not symbol.captured and cx.owner.holds(symbol)
    shared = symbol in cx.module.globals or symbol in cx.module.boxed
    return plain and not shared and cx.is_kind(node, "int")


def _step_of(cx: Context, node: Assignment, counter: Symbol) -> Expr | None:
    """`step` of `i = i + step` or `i += step`, when it is above zero."""
    if not isinstance(node.target, Ident) or cx.symbol(node.target) is not counter:
        return None
    step: Expr | None = None
    if node.op == "+":
        step = node.value
    elif node.op is None and isinstance(node.value, BinaryOp) and node.value.op == "+":
        left = node.value.left
        step = node.value.right if isinstance(left, Ident) and cx.symbol(left) is counter else None
    if isinstance(step, Int):
        return step if step.value > 0 else None
    interval = cx.facts.interval(step) if step is not None else None
    return step if interval is not None and interval[0] > 0 else None


def _continues(body: Node) -> bool:
    """True when a `continue` of this very loop would skip the step."""
    pending = children(body)
    while pending:
        node = pending.pop()
        if isinstance(node, ContinueStmt):
            return True
        if not isinstance(node, (WhileLoop, ForIn)):
            pending.extend(children(node))
    return False


def _known_int(cx: Context, node: Expr) -> bool:
    return isinstance(node, Int) or cx.is_kind(node, "int")


def _steady(cx: Context, node: Expr, loop: WhileLoop) -> bool:
    """True for a literal, a name the loop leaves alone, or the length of such a name."""
    if isinstance(node, Int):
        return True
    if isinstance(node, Call) and isinstance(node.callee, Ident) and len(node.args) == 1:
        symbol = cx.symbol(node.callee)
        is_len = symbol is not None and symbol.kind is SymbolKind.BUILTIN and symbol.name == "len"
        return is_len and _is_steady_name(cx, node.args[0], loop) and _has_length(cx, node.args[0])
    if isinstance(node, MethodCall) and node.method == "len" and not node.args:
        return _is_steady_name(cx, node.object, loop) and _has_length(cx, node.object)
    return _is_steady_name(cx, node, loop)


def _has_length(cx: Context, node: Expr) -> bool:
    kinds = cx.kinds(node)
    return kinds is not None and kinds <= frozenset({"list", "string"})


def _is_steady_name(cx: Context, node: Expr, loop: WhileLoop) -> bool:
    symbol = cx.symbol(node) if isinstance(node, Ident) else None
    if symbol is None or symbol.kind not in _LOCALS or not cx.owner.holds(symbol):
        return False
    if symbol.captured and (symbol.reassigned or symbol.mutated):
        return False
    return not any(_changes(cx, one, symbol) for one in loop.body.statements)


def _changes(cx: Context, root: Node, symbol: Symbol) -> bool:
    """True when something below `root` assigns to the symbol or changes what it holds."""
    for node in walk(root):
        if isinstance(node, Assignment) and _root(cx, node.target) is symbol:
            return True
        if isinstance(node, MethodCall) and node.method in MUTATING and _root(cx, node.object) is symbol:
            return True
    return False


def _root(cx: Context, node: Node) -> Symbol | None:
    while isinstance(node, (Member, Index)):
        node = node.object
    return cx.symbol(node) if isinstance(node, Ident) else None
