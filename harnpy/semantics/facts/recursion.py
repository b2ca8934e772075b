"""`return f(a) + f(b) + t`: a sum over calls of the function itself grows only as fast as calls are made."""

from harnpy.semantics.facts.cells import STEPS
from harnpy.semantics.facts.flow import Flow
from harnpy.semantics.facts.kinds import CLOSURE, DECIMAL, FLOAT, INT, UNKNOWN, Value, integer
from harnpy.semantics.symbols import Symbol, SymbolKind
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node
from harnpy.syntax.visit import walk

_SIGNS = {"+": 1, "-": -1}
_Operand = tuple[int, Node]


def returned(flow: Flow, expr: Node, value: Value) -> Value:
    """The value of `return expr`, walked as `value`: bounded if it sums results of this function.

    Every result enters at most one such sum, so those of a whole tree of calls are bounded by the number
    of calls times the greatest other term, and no run makes `STEPS` calls.
    """
    node = flow.node
    if not isinstance(node, nodes.FnDecl) or flow.world.frozen or flow.recursion.dead:
        return value
    sums, operands = _spine(expr)
    recursive = [item for item in operands if _is_own_result(flow, item[1])] if sums else []
    if not recursive:
        return _other(flow, value)
    lo = hi = 0
    for sign, operand in operands:
        if (sign, operand) not in recursive:
            term = flow.record.get(operand, UNKNOWN)
            if not term.mask & INT or term.mask & (FLOAT | DECIMAL):
                return _other(flow, value)
            lo += term.lo if sign > 0 else -term.hi
            hi += term.hi if sign > 0 else -term.lo
    rising = all(sign > 0 for sign, _ in recursive)
    flow.dirty |= flow.recursion.note(lo, hi, rising, flow.rounds)
    return value if flow.recursion.dead else _bounded(flow, sums)


def _bounded(flow: Flow, sums: list[nodes.BinaryOp]) -> Value:
    flow.recursion.used = True
    most = flow.recursion.most * STEPS
    result = integer(0 if flow.recursion.rising else -most, most)
    for item in sums:
        flow.record[item] = result
    return result


def _other(flow: Flow, value: Value) -> Value:
    recursion = flow.recursion
    if value.mask & (FLOAT | DECIMAL):
        flow.dirty |= recursion.used
        recursion.dead = True
    elif value.mask & INT:
        flow.dirty |= recursion.note(value.lo, value.hi, True, flow.rounds)
    return value


def _spine(expr: Node) -> tuple[list[nodes.BinaryOp], list[_Operand]]:
    sums: list[nodes.BinaryOp] = []
    operands: list[_Operand] = []
    while isinstance(expr, nodes.BinaryOp) and expr.op in _SIGNS:
        sums.append(expr)
        operands.append((_SIGNS[expr.op], expr.right))
        expr = expr.left
    operands.append((1, expr))
    return sums, operands


def _is_own_result(flow: Flow, operand: Node) -> bool:
    if isinstance(operand, nodes.Ident):
        symbol = flow.symbol(operand)
        if symbol is None or symbol.kind is not SymbolKind.CONST or symbol.captured:
            return False
        return symbol in _used_once(flow)
    return _is_own_call(flow, operand)


def _is_own_call(flow: Flow, node: Node) -> bool:
    if not isinstance(node, nodes.Call):
        return False
    callee = flow.record.get(node.callee, UNKNOWN)
    return callee.mask == CLOSURE and callee.what is flow.node


def _used_once(flow: Flow) -> set[Symbol]:
    """Constants of the function that hold a result of it and are mentioned just once."""
    found, mentions = set[Symbol](), dict[Symbol, int]()
    for item in walk(flow.node):
        if isinstance(item, nodes.Ident):
            symbol = flow.symbol(item)
            if symbol is not None:
                mentions[symbol] = mentions.get(symbol, 0) + 1
        elif isinstance(item, nodes.Binding) and _is_own_call(flow, item.value):
            symbol = flow.symbol(item.pattern)
            if symbol is not None:
                found.add(symbol)
    return {symbol for symbol in found if mentions.get(symbol) == 1}
