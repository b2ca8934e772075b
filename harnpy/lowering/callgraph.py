"""Which functions call which: recursion groups, and calls of a function by itself in tail position."""

from bisect import bisect_left

from harnpy.semantics.results import Bindings
from harnpy.semantics.symbols import Symbol, SymbolKind
from harnpy.syntax.nodes import (
    BinaryOp,
    Call,
    Closure,
    DeferStmt,
    FnDecl,
    Ident,
    Node,
    Parallel,
    ReturnStmt,
    SpawnExpr,
    TryCatch,
    TryExpr,
)
from harnpy.syntax.nodes.core import children
from harnpy.syntax.visit import walk

VALUES = frozenset({SymbolKind.PARAM, SymbolKind.CONST, SymbolKind.LET, SymbolKind.ARM, SymbolKind.LOOP})
"""Kinds of names that may hold any function."""

_OTHER_FUNCTIONS = (Closure, FnDecl, SpawnExpr, Parallel)


def called_last(node: ReturnStmt, bindings: Bindings) -> Symbol | None:
    """What `return f(…)` or `return x |> f` calls by name: a function, or a name that may hold one."""
    value = node.value
    callee: Node | None = None
    if isinstance(value, Call):
        callee = value.callee
    elif isinstance(value, BinaryOp) and value.op == "|>":
        callee = value.right
    return bindings.symbols.get(callee) if isinstance(callee, Ident) else None


def tail_callees(function: FnDecl, bindings: Bindings) -> set[Symbol]:
    """Functions that `function` calls in tail position, with no handler or cleanup pending."""
    found: set[Symbol] = set()
    pending: list[Node] = [function.body]
    while pending:
        node = pending.pop()
        if isinstance(node, _OTHER_FUNCTIONS) and node is not function:
            continue
        if isinstance(node, (TryCatch, TryExpr, DeferStmt)):
            continue
        if isinstance(node, ReturnStmt):
            symbol = called_last(node, bindings)
            if symbol is not None:
                found.add(symbol)
        pending.extend(children(node))
    return found


def tail_groups(root: Node, bindings: Bindings) -> dict[Symbol, frozenset[Symbol]]:
    """For each function the others that it calls last and that may call it last again.

    A function that ends in a call of a value may end in a call of anything.
    """
    callees: dict[Symbol, set[Symbol]] = {}
    for node in walk(root):
        symbol = bindings.symbols.get(node) if isinstance(node, FnDecl) else None
        if symbol is not None and isinstance(node, FnDecl):
            callees[symbol] = tail_callees(node, bindings)
    open_ended = {one for one, last in callees.items() if any(two.kind in VALUES for two in last)}
    return {
        symbol: frozenset(
            one for one in direct if one is not symbol and _reaches(open_ended | {symbol}, {one}, callees)
        )
        for symbol, direct in callees.items()
    }


def recursive_functions(root: Node, bindings: Bindings) -> frozenset[Node]:
    """Functions that may call themselves, directly or through others they mention."""
    places, mentioned = _mentions_of_functions(bindings)
    mentions: dict[Symbol, set[Symbol]] = {}
    for node, symbol in bindings.symbols.items():
        if isinstance(node, FnDecl):
            span = node.body.span
            first, last = bisect_left(places, span.start), bisect_left(places, span.end)
            mentions[symbol] = set(mentioned[first:last])
    found: set[Node] = set()
    for symbol, direct in mentions.items():
        if symbol.node is not None and _reaches({symbol}, direct, mentions):
            found.add(symbol.node)
    return frozenset(found)


def _mentions_of_functions(bindings: Bindings) -> tuple[list[int], list[Symbol]]:
    """Where functions are mentioned in the source, in order, and which ones."""
    found = [
        (node.span.start, symbol)
        for node, symbol in bindings.symbols.items()
        if node.__class__ is Ident and symbol.kind is SymbolKind.FN
    ]
    found.sort(key=_place)
    return [place for place, _ in found], [symbol for _, symbol in found]


def _place(mention: tuple[int, Symbol]) -> int:
    return mention[0]


def _reaches(goals: set[Symbol], start: set[Symbol], mentions: dict[Symbol, set[Symbol]]) -> bool:
    seen: set[Symbol] = set()
    pending = list(start)
    while pending:
        symbol = pending.pop()
        if symbol in goals:
            return True
        if symbol not in seen:
            seen.add(symbol)
            pending.extend(mentions.get(symbol, ()))
    return False
