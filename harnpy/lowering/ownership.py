"""Which locals hold a container that nobody else can hold, so that writes need no test (lowering.md 9).

A `let` is owned when every value it is given is fresh and no use lets the container out: it may be indexed,
measured, compared, printed, changed, and returned at the end of the function, but not stored, passed to a
Harn function, captured or iterated by a loop that changes it.
"""

from collections.abc import Callable, Iterable
from typing import Any

from harnpy.semantics.results import Bindings
from harnpy.semantics.symbols import MUTATING, Symbol, SymbolKind
from harnpy.syntax.nodes import (
    Assignment,
    BinaryOp,
    Binding,
    BindName,
    Call,
    DeferStmt,
    DictLit,
    ForIn,
    Guard,
    Ident,
    IfElse,
    Index,
    InterpolatedString,
    ListLit,
    Member,
    MethodCall,
    Node,
    Require,
    ReturnStmt,
    Slice,
    Ternary,
    TryCatch,
    UnaryOp,
    WhileLoop,
)
from harnpy.syntax.nodes.core import below
from harnpy.syntax.visit import walk

# Builtins whose result is a new scalar: they look at a container and forget it.
_LOOKING = frozenset(
    [
        "len",
        "type_of",
        "to_string",
        "println",
        "print",
        "log",
        "eprintln",
        "join",
        "contains",
        "hash_value",
        "json_stringify",
        "sum",
    ]
)
# Methods of lists and dicts that neither return nor keep their receiver.
_READING = frozenset(
    [
        "len",
        "empty",
        "first",
        "last",
        "contains",
        "index_of",
        "map",
        "filter",
        "reduce",
        "find",
        "find_index",
        "any",
        "all",
        "none",
        "sorted",
        "sorted_by",
        "reversed",
        "join",
        "sum",
        "min",
        "max",
        "min_by",
        "max_by",
        "has",
        "get",
        "keys",
        "values",
        "entries",
        "slice",
        "take",
        "skip",
        "chunks",
        "enumerate",
    ]
)
_COPYING = frozenset(
    ["sorted", "reversed", "slice", "take", "skip", "keys", "values", "split", "chars", "lines"]
)


def is_fresh(node: Node) -> bool:
    """True when the value of `node` is a container that nothing else holds."""
    if isinstance(node, (ListLit, DictLit, Slice)):
        return True
    if isinstance(node, BinaryOp):
        return node.op == "+" and (is_fresh(node.left) or is_fresh(node.right))
    if isinstance(node, MethodCall):
        return node.method in _COPYING | {"to_list"} and isinstance(node.object, Call)
    return False


def _is_cleanup(node: Node) -> bool:
    return isinstance(node, DeferStmt) or (isinstance(node, TryCatch) and node.finally_body is not None)


def owned_symbols(roots: Iterable[Node], bindings: Bindings) -> frozenset[Symbol]:
    """Owned symbols among the locals declared below `roots`: whole callables, or statements of the module."""
    nodes = [node for root in roots for node in walk(root)]
    candidates = {
        symbol
        for node in nodes
        if node.__class__ is Binding and (symbol := _declared(node, bindings)) is not None
    }
    if not candidates:
        return frozenset()
    uses = _Uses(bindings, candidates, any(_is_cleanup(node) for node in nodes))
    uses.judge(nodes)
    return frozenset(candidates - uses.lost)


def _declared(node: Node, bindings: Bindings) -> Symbol | None:
    """The local that a binding declares, if it may be owned."""
    if not isinstance(node, Binding) or not isinstance(node.pattern, BindName):
        return None
    symbol = bindings.symbols.get(node.pattern)
    if symbol is None or symbol.kind is not SymbolKind.LET or symbol.captured or symbol.exported:
        return None
    return symbol if is_fresh(node.value) else None


# Nodes that keep one operand while they evaluate another.
_HOLDING = (Index, Slice, Call, BinaryOp, InterpolatedString, Assignment)


class _Uses:
    """Finds the candidates that some use lets out."""

    def __init__(self, bindings: Bindings, candidates: set[Symbol], has_cleanup: bool) -> None:
        self.bindings = bindings
        self.candidates = candidates
        # A cleanup runs after the return operand was evaluated and may still change what it names.
        self.has_cleanup = has_cleanup
        self.lost: set[Symbol] = set()

    def judge(self, nodes: list[Node]) -> None:
        """Judge every mention of a candidate; one that no rule allows lets the container out."""
        candidates = self.candidates
        symbols = self.bindings.symbols
        mentions = {
            node: symbol
            for node in nodes
            if node.__class__ is Ident and (symbol := symbols.get(node)) in candidates
        }
        apart = mentions.keys().isdisjoint
        for node in nodes:
            parts = below(node)
            if parts and not apart(parts):
                harmless = _HARMLESS.get(node.__class__)
                allowed = self._allowed(node, harmless(self, node)) if harmless is not None else ()
                self.lost.update(mentions[one] for one in parts if one in mentions and one not in allowed)

    def _allowed(self, node: Node, found: tuple[Node | str | None, ...]) -> list[Ident]:
        """Those of `found` that are plain names and whose use below `node` is harmless."""
        plain = [one for one in found if isinstance(one, Ident)]
        keeps = isinstance(node, _HOLDING) or (isinstance(node, MethodCall) and node.method not in MUTATING)
        if plain and keeps:
            return [one for one in plain if not self._written_beside(node, one)]
        return plain

    def _written_beside(self, node: Node, operand: Ident) -> bool:
        """True when another operand writes to the container that `operand` holds until all are evaluated."""
        symbol = self.bindings.symbols.get(operand)
        if symbol not in self.candidates:
            return False
        others = [one for one in below(node) if one is not operand]
        return any(self._writes(one, symbol) for other in others for one in walk(other))

    def _writes(self, node: Node, symbol: Symbol | None) -> bool:
        place: Node | None = None
        if isinstance(node, Assignment):
            place = node.target
        elif isinstance(node, MethodCall) and node.method in MUTATING:
            place = node.object
        while isinstance(place, (Index, Member)):
            place = place.object
        return isinstance(place, Ident) and self.bindings.symbols.get(place) is symbol

    def looking_call(self, node: Call) -> bool:
        """Whether a call only looks at its arguments."""
        if not isinstance(node.callee, Ident):
            return False
        symbol = self.bindings.symbols.get(node.callee)
        return symbol is not None and symbol.kind is SymbolKind.BUILTIN and symbol.name in _LOOKING

    def changes(self, node: ForIn) -> bool:
        """True when the body of a loop over a plain name mentions that name again."""
        if not isinstance(node.iterable, Ident):
            return False
        symbol = self.bindings.symbols.get(node.iterable)
        pending: list[Node] = [node.body]
        while pending:
            current = pending.pop()
            if isinstance(current, Ident) and self.bindings.symbols.get(current) is symbol:
                return True
            pending.extend(below(current))
        return False

    def assignment(self, node: Assignment) -> tuple[Node | None, ...]:
        """The target when it is a plain name; what is assigned may end the ownership."""
        if not isinstance(node.target, Ident):
            return ()
        symbol = self.bindings.symbols.get(node.target)
        keeps_owned = node.op == "+" or (node.op is None and is_fresh(node.value))
        if not keeps_owned and symbol in self.candidates:
            self.lost.add(symbol)
        return (node.target,)


def _object(uses: _Uses, node: Index | Slice | Member) -> tuple[Node | None, ...]:
    return (node.object,)


def _method(uses: _Uses, node: MethodCall) -> tuple[Node | None, ...]:
    return (node.object,) if node.method in MUTATING or node.method in _READING else ()


def _call(uses: _Uses, node: Call) -> tuple[Node | None, ...]:
    return node.args if uses.looking_call(node) else ()


def _binary(uses: _Uses, node: BinaryOp) -> tuple[Node | None, ...]:
    return () if node.op in ("??", "|>") else (node.left, node.right)


def _unary(uses: _Uses, node: UnaryOp) -> tuple[Node | None, ...]:
    return (node.operand,)


def _parts(uses: _Uses, node: InterpolatedString) -> tuple[Node | str | None, ...]:
    return node.parts


def _returned(uses: _Uses, node: ReturnStmt) -> tuple[Node | None, ...]:
    return () if uses.has_cleanup else (node.value,)


def _tested(uses: _Uses, node: IfElse | Guard | WhileLoop | Require | Ternary) -> tuple[Node | None, ...]:
    return (node.condition,)


def _walked(uses: _Uses, node: ForIn) -> tuple[Node | None, ...]:
    return (node.iterable,) if not uses.changes(node) else ()


def _assigned(uses: _Uses, node: Assignment) -> tuple[Node | None, ...]:
    return uses.assignment(node)


_HARMLESS: dict[type[Node], Callable[[_Uses, Any], tuple[Node | str | None, ...]]] = {
    Index: _object,
    Slice: _object,
    Member: _object,
    MethodCall: _method,
    Call: _call,
    BinaryOp: _binary,
    UnaryOp: _unary,
    InterpolatedString: _parts,
    ReturnStmt: _returned,
    IfElse: _tested,
    Guard: _tested,
    WhileLoop: _tested,
    Require: _tested,
    Ternary: _tested,
    ForIn: _walked,
    Assignment: _assigned,
}
"""Children of a node that may be plain names of owned containers."""
