"""How often a loop can run in one activation of its callable."""

from collections.abc import Iterator

from harnpy.semantics.facts.cells import STEPS
from harnpy.semantics.facts.flow import Flow, State
from harnpy.semantics.facts.kinds import DICT, INT, LIST, MOST_ITEMS, RANGE, SET, UNKNOWN, Value
from harnpy.semantics.symbols import Symbol
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node
from harnpy.syntax.visit import walk

_UP, _DOWN = ("<", "<="), (">", ">=")
_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_HALVINGS = 66
_FARTHEST = 2**62


def item_count(iterable: Value) -> int:
    """The most items that a `for` over the value meets."""
    mask = iterable.mask
    if mask & ~(LIST | DICT | SET | RANGE):
        return STEPS
    most = MOST_ITEMS if mask & ~RANGE else 0
    if mask & RANGE:
        elem = iterable.elem
        if elem is None or elem.mask & ~INT:
            return STEPS
        most = max(most, elem.hi - elem.lo + 1 if elem.mask else 0)
    return min(most, STEPS)


def while_trips(flow: Flow, node: nodes.WhileLoop, before: State) -> int:
    """The most rounds of a `while` entered in state `before`, whose condition has just been walked."""
    most = STEPS
    for comparison in _conjuncts(node.condition):
        for op, place, bound in (
            (comparison.op, comparison.left, comparison.right),
            (_FLIPPED[comparison.op], comparison.right, comparison.left),
        ):
            symbol = flow.symbol(place) if isinstance(place, nodes.Ident) else None
            if symbol is not None and symbol in before:
                limit = flow.record.get(bound, UNKNOWN)
                most = min(most, _rounds(flow, node, symbol, (op, limit), before[symbol]))
    return most


def _conjuncts(condition: Node) -> Iterator[nodes.BinaryOp]:
    while isinstance(condition, nodes.BinaryOp) and condition.op == "&&":
        if isinstance(condition.right, nodes.BinaryOp) and condition.right.op in _FLIPPED:
            yield condition.right
        condition = condition.left
    if isinstance(condition, nodes.BinaryOp) and condition.op in _FLIPPED:
        yield condition


def _rounds(flow: Flow, node: nodes.WhileLoop, symbol: Symbol, test: tuple[str, Value], start: Value) -> int:
    op, limit = test
    if limit.mask != INT or start.mask != INT or max(-limit.lo, limit.hi) > _FARTHEST:
        return STEPS
    step = _step(flow, node, symbol)
    if step is None:
        return STEPS
    kind, size = step
    if kind == "+" and op in _UP:
        return max((limit.hi - start.lo) // size + 2, 0)
    if kind == "-" and op in _DOWN:
        return max((start.hi - limit.lo) // size + 2, 0)
    return _HALVINGS if kind == "/" and size > 1 and (op, limit.lo >= 0) == (">", True) else STEPS


def _step(flow: Flow, node: nodes.WhileLoop, symbol: Symbol) -> tuple[str, int] | None:
    """How the loop's body changes `symbol` exactly once in every round, by a literal."""
    steps = flow.steppers.get(node)
    if steps is None:
        steps = flow.steppers[node] = _steps_of(flow, node)
    return steps.get(symbol)


def _steps_of(flow: Flow, node: nodes.WhileLoop) -> dict[Symbol, tuple[str, int]]:
    found: dict[Symbol, tuple[str, int]] = {}
    for statement in node.body.statements:
        if isinstance(statement, nodes.Assignment) and isinstance(statement.target, nodes.Ident):
            symbol = flow.symbol(statement.target)
            change = _change(flow, statement, symbol)
            if symbol is not None and change is not None:
                found[symbol] = change
    if not found:
        return found
    seen: set[Symbol] = set()
    for item in walk(node.body):
        if item.__class__ is nodes.ContinueStmt:
            return {}
        if isinstance(item, nodes.Assignment) and isinstance(item.target, nodes.Ident):
            symbol = flow.symbol(item.target)
            if symbol is not None and symbol in seen:
                found.pop(symbol, None)
            elif symbol is not None:
                seen.add(symbol)
    return found


def _change(flow: Flow, statement: nodes.Assignment, symbol: Symbol | None) -> tuple[str, int] | None:
    op, term = statement.op, statement.value
    if op is None:
        value = statement.value
        if not isinstance(value, nodes.BinaryOp) or not isinstance(value.left, nodes.Ident):
            return None
        if flow.symbol(value.left) is not symbol:
            return None
        op, term = value.op, value.right
    known = op in {"+", "-", "/"} and isinstance(term, nodes.Int) and term.value > 0
    return (op, term.value) if known and isinstance(term, nodes.Int) else None
