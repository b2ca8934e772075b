"""Walk of statements, blocks and callables."""

from functools import partial
from typing import cast

from harnpy.semantics.facts.access import store
from harnpy.semantics.facts.accumulation import accumulated, compounded
from harnpy.semantics.facts.annotations import admitted, fitted
from harnpy.semantics.facts.arithmetic import arithmetic
from harnpy.semantics.facts.conditions import branch
from harnpy.semantics.facts.flow import ROWS, STATEMENTS, Flow, merge
from harnpy.semantics.facts.kinds import (
    CLOSURE,
    NEVER,
    NIL_VALUE,
    Value,
    join,
)
from harnpy.semantics.facts.loops import protect
from harnpy.semantics.facts.patterns import bind
from harnpy.semantics.facts.recursion import returned
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node


@STATEMENTS.on(nodes.Body)
def _body(flow: Flow, body: nodes.Body) -> Value:
    return walk_statements(flow, body.statements, 0)


def walk_statements(flow: Flow, items: tuple[Node, ...], start: int) -> Value:
    """Walk statements from `start` on; returns the tail value. A `defer` guards those after it."""
    value, item = NIL_VALUE, None
    flow.count(len(items) - start)
    for index in range(start, len(items)):
        if flow.state is None:
            return NEVER
        item = items[index]
        if item.__class__ is nodes.DeferStmt:
            rest = partial(walk_statements, flow, items, index + 1)
            return protect(flow, rest, partial(flow.body, cast("nodes.DeferStmt", item).body))
        value = flow.expr(item)
    if flow.state is None:
        return NEVER
    # What is recorded for an assignment is the value assigned; as a tail it yields nothing.
    return NIL_VALUE if item.__class__ is nodes.Assignment else value


@ROWS.on(nodes.DeferStmt)
def _defer(flow: Flow, node: nodes.DeferStmt) -> Value:
    """Only reached where no block is around; the block's walk takes the others."""
    return flow.body(node.body)


@ROWS.on(nodes.Binding)
def _binding(flow: Flow, node: nodes.Binding) -> Value:
    value = _bound_value(flow, node)
    if node.type_ann is not None:
        value = fitted(value, admitted(flow.world, node.type_ann))
    if flow.state is not None:
        bind(flow, node.pattern, value)
    return NIL_VALUE


def _bound_value(flow: Flow, node: nodes.Binding) -> Value:
    """A closure bound to a name for good is seen only through that name."""
    if isinstance(node.value, nodes.Closure) and isinstance(node.pattern, nodes.BindName):
        symbol = flow.symbol(node.pattern)
        private = symbol is not None and not (symbol.reassigned or symbol.exported or flow.world.session)
        if private and node.type_ann is None:
            flow.record[node.value] = value = Value(CLOSURE, what=node.value)
            return value
    return flow.expr(node.value)


@ROWS.on(nodes.Assignment)
def _assignment(flow: Flow, node: nodes.Assignment) -> Value:
    target = node.target
    if isinstance(target, nodes.Ident):
        return _assign_name(flow, node, target)
    if isinstance(target, (nodes.Member, nodes.Index)):
        flow.expr(target.object)
        if isinstance(target, nodes.Index):
            flow.expr(target.index)
    value = flow.expr(node.value)
    source: Node | None = node.value
    if node.op is not None:
        before, source = flow.expr(target), None
        value = arithmetic(node.op, before, value)
    if flow.state is not None:
        store(flow, target, value, source)
    return value


def _assign_name(flow: Flow, node: nodes.Assignment, target: nodes.Ident) -> Value:
    symbol = flow.symbol(target)
    if symbol is None:
        return flow.expr(node.value)
    before = flow.lookup(symbol)
    flow.record[target] = before
    value = flow.expr(node.value)
    if node.op is None:
        grown = accumulated(flow, symbol, before, node.value, value)
        if grown is not None:
            flow.record[node.value] = grown
    else:
        grown = compounded(flow, symbol, before, node, value)
        value = arithmetic(node.op, before, value)
    if flow.state is not None:
        flow.assign(symbol, value if grown is None else grown, grown is not None)
    return value if grown is None else grown


@ROWS.on(nodes.IfElse)
def _if(flow: Flow, node: nodes.IfElse) -> Value:
    """A chain of `else if` is walked without recursion."""
    result, after = NEVER, None
    current: nodes.IfElse | nodes.Body | None = node
    while isinstance(current, nodes.IfElse) and flow.state is not None:
        holds, fails = branch(flow, current.condition)
        flow.state = holds
        result = join(result, flow.body(current.then) if holds is not None else NEVER)
        after = merge(after, flow.state)
        flow.state = fails
        current = current.otherwise
    if flow.state is not None:
        result = join(result, flow.body(current) if isinstance(current, nodes.Body) else NIL_VALUE)
    flow.state = merge(after, flow.state)
    return result


@ROWS.on(nodes.Guard)
def _guard(flow: Flow, node: nodes.Guard) -> Value:
    holds, fails = branch(flow, node.condition)
    flow.state = fails
    if fails is not None:
        flow.body(node.else_body)
    flow.state = merge(holds, flow.state)
    return NIL_VALUE


@ROWS.on(nodes.Require)
def _require(flow: Flow, node: nodes.Require) -> Value:
    holds, fails = branch(flow, node.condition)
    flow.state = fails
    if node.message is not None:
        flow.expr(node.message)
    flow.state = holds
    return NIL_VALUE


@ROWS.on(nodes.ReturnStmt)
def _return(flow: Flow, node: nodes.ReturnStmt) -> Value:
    value = NIL_VALUE if node.value is None else flow.expr(node.value)
    if flow.state is not None:
        flow.leave(value if node.value is None else returned(flow, node.value, value))
    flow.state = None
    return NEVER


@ROWS.on(nodes.ThrowStmt)
def _throw(flow: Flow, node: nodes.ThrowStmt) -> Value:
    flow.expr(node.value)
    flow.state = None
    return NEVER


"""What the runtime may enter however the module's statements end."""
