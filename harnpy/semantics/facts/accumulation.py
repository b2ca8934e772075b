"""`x = x + t` and its kin: the new value stays within what growing by small terms can reach."""

from harnpy.semantics.facts.flow import Flow
from harnpy.semantics.facts.growth import Growth
from harnpy.semantics.facts.kinds import DECIMAL, FLOAT, INT, Value, integer
from harnpy.semantics.symbols import Symbol
from harnpy.syntax import nodes

_SIGNS = {"+": 1, "-": -1}


def terms(expr: nodes.Node, symbol: Symbol, flow: Flow) -> list[tuple[nodes.BinaryOp, int]] | None:
    """The sums of `symbol ± a ± b …`, innermost first, each with the sign of its right operand."""
    found: list[tuple[nodes.BinaryOp, int]] = []
    while isinstance(expr, nodes.BinaryOp) and expr.op in _SIGNS:
        found.append((expr, _SIGNS[expr.op]))
        expr = expr.left
    if found and isinstance(expr, nodes.Ident) and flow.symbol(expr) is symbol:
        found.reverse()
        return found
    return None


def accumulated(flow: Flow, symbol: Symbol, before: Value, expr: nodes.Node, value: Value) -> Value | None:
    """The value of `symbol = expr` if that makes `symbol` grow by terms; None if it is no such thing."""
    growth = flow.growths.get(symbol)
    if growth is None or growth.dead or not growth.started or before.mask != INT:
        return None
    if isinstance(expr, nodes.BinaryOp) and expr.op == "+" and expr.right.__class__ is nodes.Ident:
        mentioned = flow.record.get(expr.left)
        if flow.symbol(expr.right) is symbol and mentioned is not None:
            return _grown(flow, growth, before, [(expr, 1, mentioned)], expr)
    sums = terms(expr, symbol, flow)
    if sums is None:
        return None
    return _grown(flow, growth, before, [(item, sign, flow.record[item.right]) for item, sign in sums], expr)


def compounded(
    flow: Flow, symbol: Symbol, before: Value, node: nodes.Assignment, term: Value
) -> Value | None:
    """The value of `symbol op= term` likewise."""
    growth = flow.growths.get(symbol)
    op = node.op or ""
    if op not in _SIGNS or growth is None or growth.dead or not growth.started or before.mask != INT:
        return None
    return _grown(flow, growth, before, [(None, _SIGNS[op], term)], node)


def _grown(
    flow: Flow,
    growth: Growth,
    before: Value,
    sums: list[tuple[nodes.BinaryOp | None, int, Value]],
    place: nodes.Node,
) -> Value | None:
    lo = hi = least = most = 0
    for _, sign, term in sums:
        if not term.mask & INT or term.mask & (FLOAT | DECIMAL):
            # Anything else that is no int faults when it is added to one.
            return None
        lo += term.lo if sign > 0 else -term.hi
        hi += term.hi if sign > 0 else -term.lo
        least, most = min(least, lo), max(most, hi)
    if growth.grow(place, (least, most), flow.steps, flow.rounds):
        flow.dirty = True
    if growth.dead:
        return None
    growth.used = True
    result, lo, hi = before, before.lo, before.hi
    for item, sign, term in sums:
        lo += term.lo if sign > 0 else -term.hi
        hi += term.hi if sign > 0 else -term.lo
        result = integer(max(lo, growth.low), min(hi, growth.high))
        if item is not None:
            flow.record[item] = result
    return result
