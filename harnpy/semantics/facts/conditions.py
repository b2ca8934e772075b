"""Conditions: walked once, they give the state where they hold and the state where they do not."""

from harnpy.semantics.facts.flow import Flow, State, merge
from harnpy.semantics.facts.kinds import (
    ALL,
    BITS,
    BOOL,
    BOOL_VALUE,
    DECIMAL,
    INT,
    MAX,
    MIN,
    NIL,
    NUMBER,
    OTHER,
    STRING,
    UNKNOWN,
    Value,
    bounded,
    restrict,
)
from harnpy.semantics.symbols import MUTATING, SymbolKind
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node

Branches = tuple[State | None, State | None]
Side = tuple[Node, Value]
_ORDERED = NUMBER | DECIMAL
_NEGATED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_SWAPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_LEAVES = frozenset({nodes.Ident, nodes.Int, nodes.Float, nodes.Str, nodes.RawStr, nodes.Bool, nodes.Nil})
_NARROWED = (nodes.Ident, nodes.Call)


def branch(flow: Flow, node: Node) -> Branches:
    """Walk a condition from the current state; returns the states where it holds and where not."""
    if flow.state is None:
        return None, None
    if isinstance(node, nodes.BinaryOp):
        if node.op == "&&":
            return _both(flow, node)
        if node.op == "||":
            return _either(flow, node)
        if node.op in _NEGATED or node.op in {"==", "!="}:
            return _compared(flow, node)
    elif isinstance(node, nodes.UnaryOp) and node.op == "!":
        holds, fails = branch(flow, node.operand)
        flow.record[node] = BOOL_VALUE
        return fails, holds
    elif isinstance(node, nodes.Bool):
        flow.expr(node)
        return (flow.state, None) if node.value else (None, flow.state)
    value = flow.expr(node)
    fails = flow.fork()
    if isinstance(node, nodes.Ident):
        _refine(flow, node, value, restrict(value, ALL & ~NIL))
    return flow.state, fails


def _both(flow: Flow, node: nodes.BinaryOp) -> Branches:
    flow.record[node] = BOOL_VALUE
    holds, fails = branch(flow, node.left)
    flow.state = holds
    holds, fails_later = branch(flow, node.right)
    return holds, merge(fails, fails_later)


def _either(flow: Flow, node: nodes.BinaryOp) -> Branches:
    flow.record[node] = BOOL_VALUE
    holds, fails = branch(flow, node.left)
    flow.state = fails
    holds_later, fails = branch(flow, node.right)
    return merge(holds, holds_later), fails


def _compared(flow: Flow, node: nodes.BinaryOp) -> Branches:
    left, right = flow.expr(node.left), flow.expr(node.right)
    flow.record[node] = BOOL_VALUE
    if flow.state is None:
        return None, None
    op, fails = node.op, flow.state.copy()
    stable = pure(node.right)
    holds = _where(flow, op, True, ((node.left, left), (node.right, right)), stable)
    flow.state = fails
    fails = _where(flow, op, False, ((node.left, left), (node.right, right)), stable)
    if op in _NEGATED and stable:
        _limit(flow, op, node.left, right)
        _limit(flow, _SWAPPED[op], node.right, left)
    return holds, fails


def _where(flow: Flow, op: str, truth: bool, sides: tuple[Side, Side], stable: bool) -> State | None:
    """The current state where a comparison holds, or does not hold."""
    left, right = sides
    if stable and left[0].__class__ in _NARROWED:
        _narrow(flow, op, truth, left, right)
    if right[0].__class__ in _NARROWED:
        _narrow(flow, _SWAPPED.get(op, op), truth, right, left)
    return flow.state


def pure(node: Node) -> bool:
    """Can walking the node change no local of the callable it stands in?"""
    if node.__class__ in _LEAVES:
        return True
    if isinstance(node, nodes.BinaryOp):
        return pure(node.left) and pure(node.right)
    if isinstance(node, nodes.UnaryOp):
        return pure(node.operand)
    if isinstance(node, nodes.Member):
        return pure(node.object)
    if isinstance(node, nodes.Index):
        return pure(node.object) and pure(node.index)
    if isinstance(node, nodes.Call):
        return pure(node.callee) and all(pure(arg) for arg in node.args)
    if isinstance(node, nodes.MethodCall) and node.method not in MUTATING:
        return pure(node.object) and all(pure(arg) for arg in node.args)
    return False


def _refine(flow: Flow, node: Node, seen: Value, narrowed: Value) -> None:
    symbol = flow.symbol(node)
    if symbol is not None:
        flow.refine(symbol, seen, narrowed)


def _narrow(flow: Flow, op: str, truth: bool, mine: Side, others: Side) -> None:
    (node, value), (other_node, other) = mine, others
    if isinstance(node, nodes.Ident):
        if op in _NEGATED:
            narrowed = _ordered(op if truth else _NEGATED[op], op, truth, value, other)
        else:
            narrowed = _equal(value, other) if truth == (op == "==") else _unequal(value, other)
        _refine(flow, node, value, narrowed)
    elif isinstance(node, nodes.Call) and op in {"==", "!="} and len(node.args) == 1:
        _typed(flow, node, truth == (op == "=="), other_node)


def _ordered(relation: str, op: str, truth: bool, value: Value, other: Value) -> Value:
    if other.mask != INT:
        return value
    # Kinds that cannot be compared make `<` and `>` false, `<=` and `>=` true.
    if truth == (op in {"<", ">"}):
        value = restrict(value, _ORDERED)
    if relation == "<":
        return bounded(value, MIN, other.hi - 1)
    if relation == "<=":
        return bounded(value, MIN, other.hi)
    if relation == ">":
        return bounded(value, other.lo + 1, MAX)
    return bounded(value, other.lo, MAX)


def _equal(value: Value, other: Value) -> Value:
    mask = other.mask
    if mask == INT:
        return bounded(restrict(value, NUMBER | OTHER), other.lo, other.hi)
    if mask in {NIL, STRING, BOOL}:
        return restrict(value, mask | OTHER if mask != NIL else NIL)
    return value


def _unequal(value: Value, other: Value) -> Value:
    if other.mask == NIL:
        return restrict(value, ALL & ~NIL)
    if other.mask == INT and other.lo == other.hi and value.mask & INT:
        if value.lo == other.lo:
            return bounded(value, value.lo + 1, value.hi)
        if value.hi == other.lo:
            return bounded(value, value.lo, value.hi - 1)
    return value


def _typed(flow: Flow, call: nodes.Call, truth: bool, kind: Node) -> None:
    """`type_of(x) == "kind"`."""
    place = call.args[0]
    symbol = flow.symbol(call.callee)
    if not isinstance(place, nodes.Ident) or not isinstance(kind, nodes.Str) or symbol is None:
        return
    if symbol.kind is not SymbolKind.BUILTIN or symbol.name != "type_of":
        return
    bit = BITS.get(kind.value, OTHER)
    seen = flow.record.get(place, UNKNOWN)
    if truth:
        _refine(flow, place, seen, restrict(seen, bit))
    elif bit != OTHER:
        _refine(flow, place, seen, restrict(seen, ALL & ~bit))


def _limit(flow: Flow, op: str, node: Node, other: Value) -> None:
    """Remember the bound that a condition puts on a local: widening tries it first."""
    if not isinstance(node, nodes.Ident) or other.mask != INT:
        return
    symbol = flow.symbol(node)
    if symbol is None or not symbol.reassigned:
        return
    low, high = flow.limits.get(symbol, (None, None))
    if op in {"<", "<="}:
        high = other.hi - (op == "<")
    else:
        low = other.lo + (op == ">")
    flow.limits[symbol] = (low, high)
