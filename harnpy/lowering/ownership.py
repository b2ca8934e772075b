"""Which locals hold a container that nobody else can hold, so that writes need no test (lowering.md 9).

A `let` is owned when every value it is given is fresh and no use lets the container out: it may be indexed,
measured, compared, printed, changed, and returned at the end of the function, but not stored, passed to a
Harn function, captured or iterated by a loop that changes it.
"""

from collections.abc import Iterator

from harnpy.semantics.results import Bindings
from harnpy.semantics.symbols import Symbol, SymbolKind
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
from harnpy.syntax.nodes.core import children
from harnpy.syntax.visit import walk

MUTATING = frozenset(
    ["push", "pop", "insert", "extend", "clear", "reverse", "sort", "sort_by", "add", "remove"]
)
"""Names of the methods of language.md 4.1 that change their receiver."""

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
    if isinstance(node, ListLit | DictLit | Slice):
        return True
    if isinstance(node, BinaryOp):
        return node.op == "+" and (is_fresh(node.left) or is_fresh(node.right))
    if isinstance(node, MethodCall):
        return node.method in _COPYING | {"to_list"} and isinstance(node.object, Call)
    return False


def _has_cleanup(root: Node) -> bool:
    return any(
        isinstance(node, DeferStmt) or (isinstance(node, TryCatch) and node.finally_body is not None)
        for node in walk(root)
    )


def owned_symbols(root: Node, bindings: Bindings) -> frozenset[Symbol]:
    """Owned symbols among the locals declared below `root` (a callable or the module)."""
    candidates = {
        symbol
        for node, symbol in _bindings_in(root, bindings)
        if symbol.kind is SymbolKind.LET
        and not symbol.captured
        and not symbol.exported
        and is_fresh(node.value)
    }
    if not candidates:
        return frozenset()
    uses = _Uses(bindings, candidates, _has_cleanup(root))
    uses.visit(root)
    return frozenset(candidates - uses.lost)


def _bindings_in(root: Node, bindings: Bindings) -> Iterator[tuple[Binding, Symbol]]:
    pending = [root]
    while pending:
        node = pending.pop()
        if isinstance(node, Binding) and isinstance(node.pattern, BindName):
            symbol = bindings.symbols.get(node.pattern)
            if symbol is not None:
                yield node, symbol
        pending.extend(children(node))


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

    def visit(self, node: Node) -> None:
        """Judge every mention below `node`; a mention that no rule allows lets the container out."""
        pending: list[Node] = [node]
        while pending:
            current = pending.pop()
            if isinstance(current, Ident):
                self._lose(current)
                continue
            allowed = self._allowed(current)
            for child in children(current):
                if child not in allowed:
                    pending.append(child)

    def _lose(self, node: Ident) -> None:
        symbol = self.bindings.symbols.get(node)
        if symbol in self.candidates:
            self.lost.add(symbol)

    def _allowed(self, node: Node) -> tuple[Node, ...]:
        """The children of `node` that are plain names and whose use as this child is harmless."""
        found: tuple[Node | str | None, ...] = ()
        if isinstance(node, Index | Slice | Member):
            found = (node.object,)
        elif isinstance(node, MethodCall):
            found = (node.object,) if self._harmless_method(node) else ()
        elif isinstance(node, Call):
            found = node.args if self._looking_call(node) else ()
        elif isinstance(node, BinaryOp):
            found = () if node.op in ("??", "|>") else (node.left, node.right)
        elif isinstance(node, UnaryOp):
            found = (node.operand,)
        elif isinstance(node, InterpolatedString):
            found = node.parts
        elif isinstance(node, ReturnStmt):
            found = () if self.has_cleanup else (node.value,)
        elif isinstance(node, IfElse | Guard | WhileLoop | Require | Ternary):
            found = (node.condition,)
        elif isinstance(node, ForIn):
            found = (node.iterable,) if not self._changes(node) else ()
        elif isinstance(node, Assignment):
            found = self._assignment(node)
        plain = tuple(one for one in found if isinstance(one, Ident))
        if isinstance(node, _HOLDING) or (isinstance(node, MethodCall) and node.method not in MUTATING):
            return tuple(one for one in plain if not self._written_beside(node, one))
        return plain

    def _written_beside(self, node: Node, operand: Ident) -> bool:
        """True when another operand writes to the container that `operand` holds until all are evaluated."""
        symbol = self.bindings.symbols.get(operand)
        if symbol not in self.candidates:
            return False
        others = [one for one in children(node) if one is not operand]
        return any(self._writes(one, symbol) for other in others for one in walk(other))

    def _writes(self, node: Node, symbol: Symbol | None) -> bool:
        place: Node | None = None
        if isinstance(node, Assignment):
            place = node.target
        elif isinstance(node, MethodCall) and node.method in MUTATING:
            place = node.object
        while isinstance(place, Index | Member):
            place = place.object
        return isinstance(place, Ident) and self.bindings.symbols.get(place) is symbol

    def _harmless_method(self, node: MethodCall) -> bool:
        return node.method in MUTATING or node.method in _READING

    def _looking_call(self, node: Call) -> bool:
        if not isinstance(node.callee, Ident):
            return False
        symbol = self.bindings.symbols.get(node.callee)
        return symbol is not None and symbol.kind is SymbolKind.BUILTIN and symbol.name in _LOOKING

    def _changes(self, node: ForIn) -> bool:
        """True when the body of a loop over a plain name mentions that name again."""
        if not isinstance(node.iterable, Ident):
            return False
        symbol = self.bindings.symbols.get(node.iterable)
        pending: list[Node] = [node.body]
        while pending:
            current = pending.pop()
            if isinstance(current, Ident) and self.bindings.symbols.get(current) is symbol:
                return True
            pending.extend(children(current))
        return False

    def _assignment(self, node: Assignment) -> tuple[Node | None, ...]:
        if not isinstance(node.target, Ident):
            return ()
        symbol = self.bindings.symbols.get(node.target)
        keeps_owned = node.op == "+" or (node.op is None and is_fresh(node.value))
        if not keeps_owned and symbol in self.candidates:
            self.lost.add(symbol)
        return (node.target,)
