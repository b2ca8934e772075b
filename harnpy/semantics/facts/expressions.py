"""Walk of expressions without control flow of their own, and of the operators that branch."""

from harnpy.semantics.facts.access import made_variant
from harnpy.semantics.facts.arithmetic import arithmetic, coalesced, negation
from harnpy.semantics.facts.calls import builtin_result, callee_of, known_callee, pass_values, span
from harnpy.semantics.facts.conditions import branch, pure
from harnpy.semantics.facts.flow import ROWS, Flow, State, interrupted, merge
from harnpy.semantics.facts.kinds import (
    ALL,
    BOOL_VALUE,
    BUILTIN,
    CLOSURE,
    ENUM,
    INT,
    NIL,
    NIL_VALUE,
    UNKNOWN,
    Value,
    join,
    restrict,
)
from harnpy.semantics.symbols import SymbolKind
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node

_COMPARISONS = frozenset({"==", "!=", "<", ">", "<=", ">=", "in", "not_in"})
_ARITHMETIC = frozenset({"+", "-", "*", "/", "%", "**"})


_BRANCHING = frozenset({"|>", "??", "&&", "||"})


@ROWS.on(nodes.Ident)
def _ident(flow: Flow, node: nodes.Ident) -> Value:
    if node in flow.variants:
        return made_variant(flow, node, ())
    symbol = flow.symbols.get(node)
    if symbol is None:
        return flow.holes[-1] if flow.holes and node.name == "_" else UNKNOWN
    value = flow.lookup(symbol)
    if not value.mask & CLOSURE:
        return value
    if value.what is not None:
        flow.world.escape(value.what)
    elif symbol.kind in {SymbolKind.TOOL, SymbolKind.PIPELINE} and symbol.node is not None:
        flow.world.escape(symbol.node)
    return value


@ROWS.on(nodes.UnaryOp)
def _unary(flow: Flow, node: nodes.UnaryOp) -> Value:
    if node.op == "!":
        holds, fails = branch(flow, node)
        flow.state = merge(holds, fails)
        return BOOL_VALUE
    return negation(flow.expr(node.operand))


@ROWS.on(nodes.BinaryOp)
def _binary(flow: Flow, node: nodes.BinaryOp) -> Value:
    op = node.op
    if op == "|>":
        return _pipe(flow, node)
    if op == "??":
        return _default(flow, node)
    if op in {"&&", "||"}:
        holds, fails = branch(flow, node)
        flow.state = merge(holds, fails)
        return BOOL_VALUE
    return _chain(flow, node)


def _chain(flow: Flow, node: nodes.BinaryOp) -> Value:
    """Operators without branches, along the left side without recursion."""
    chain = [node]
    left = node.left
    while isinstance(left, nodes.BinaryOp) and left.op not in _BRANCHING:
        chain.append(left)
        left = left.left
    value = flow.expr(left)
    for one in reversed(chain):
        op, right = one.op, flow.expr(one.right)
        if op == "%" and right.lo == right.hi and right.mask == INT:
            flow.world.thresholds.note(right.lo)
        if op in _ARITHMETIC:
            value = arithmetic(op, value, right)
        elif op in _COMPARISONS:
            value = BOOL_VALUE
        else:
            value = span(value, right, op == "..=")
        flow.record[one] = value
    return value


def _default(flow: Flow, node: nodes.BinaryOp) -> Value:
    left = flow.expr(node.left)
    if pure(node.right):
        return coalesced(left, flow.expr(node.right))
    before = flow.fork()
    right = flow.expr(node.right)
    if left.mask & NIL == 0 and left.mask:
        flow.state = before
    else:
        flow.state = merge(flow.state, before)
    return coalesced(left, right)


def _pipe(flow: Flow, node: nodes.BinaryOp) -> Value:
    value = flow.expr(node.left)
    if node.right in flow.world.bindings.holes:
        return _with_hole(flow, node.right, value)
    callee = callee_of(flow, node.right)
    known = known_callee(callee)
    if known is not None:
        return pass_values(flow, known, [value])
    if callee.mask == BUILTIN and isinstance(node.right, nodes.Ident):
        return builtin_result(flow, node.right.name, [value])
    return UNKNOWN


def _with_hole(flow: Flow, right: Node, value: Value) -> Value:
    """A `?` in the right operand ends only the operand, at any point of it."""
    frame: State = {}
    before, tries = flow.fork(), flow.tries
    flow.holes.append(value)
    flow.frames.append(frame)
    result = flow.expr(right)
    flow.frames.pop()
    flow.holes.pop()
    if flow.tries == tries:
        return result
    flow.state = merge(flow.state, interrupted(before, frame))
    return UNKNOWN


@ROWS.on(nodes.RangeExpr)
def _range(flow: Flow, node: nodes.RangeExpr) -> Value:
    start, end = flow.expr(node.start), flow.expr(node.end)
    return span(start, end, node.inclusive)


@ROWS.on(nodes.Ternary)
def _ternary(flow: Flow, node: nodes.Ternary) -> Value:
    holds, fails = branch(flow, node.condition)
    flow.state = holds
    first = flow.expr(node.then)
    holds = flow.state
    flow.state = fails
    second = flow.expr(node.otherwise)
    flow.state = merge(holds, flow.state)
    return join(first, second)


@ROWS.on(nodes.TryOperator)
def _try_operator(flow: Flow, node: nodes.TryOperator) -> Value:
    flow.expr(node.operand)
    flow.tries += 1
    flow.leave(Value(ENUM))
    return UNKNOWN


@ROWS.on(nodes.NonNullAssert)
def _non_null(flow: Flow, node: nodes.NonNullAssert) -> Value:
    value = flow.expr(node.operand)
    return restrict(value, ALL & ~NIL)


@ROWS.on(nodes.TryStar)
def _try_star(flow: Flow, node: nodes.TryStar) -> Value:
    return flow.expr(node.operand)


@ROWS.on(nodes.YieldExpr)
def _yield(flow: Flow, node: nodes.YieldExpr) -> Value:
    value = NIL_VALUE if node.value is None else flow.expr(node.value)
    flow.world.write(("yield", flow.node), value)
    return NIL_VALUE


@ROWS.on(nodes.EmitExpr)
def _emit(flow: Flow, node: nodes.EmitExpr) -> Value:
    flow.world.write(("yield", flow.node), flow.expr(node.value))
    return NIL_VALUE
