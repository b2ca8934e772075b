"""Walk of statements, blocks and callables."""

from collections.abc import Callable

from harnpy.semantics.facts.access import store
from harnpy.semantics.facts.accumulation import accumulated, compounded
from harnpy.semantics.facts.annotations import admitted, fitted
from harnpy.semantics.facts.arithmetic import arithmetic
from harnpy.semantics.facts.conditions import branch
from harnpy.semantics.facts.flow import ENTRY, ROWS, STATEMENTS, Flow, State, interrupted, merge
from harnpy.semantics.facts.kinds import (
    BITS,
    CLOSURE,
    DICT,
    ENUM,
    INT,
    LIST,
    NEVER,
    NIL_VALUE,
    RANGE,
    SET,
    STREAM,
    STRUCT,
    UNKNOWN,
    Value,
    container,
    element,
    integer,
    join,
    restrict,
)
from harnpy.semantics.facts.loops import protect
from harnpy.semantics.facts.patterns import bind, bind_name
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node

_CAUGHT = ("string", "int", "float", "bool", "list", "dict")


@STATEMENTS.on(nodes.Body)
def _body(flow: Flow, body: nodes.Body) -> Value:
    return _statements(flow, body.statements, 0)


def _statements(flow: Flow, items: tuple[Node, ...], start: int) -> Value:
    value = NIL_VALUE
    for index in range(start, len(items)):
        if flow.state is None:
            return NEVER
        item = items[index]
        if item.__class__ is nodes.DeferStmt:
            deferred = item
            return protect(
                flow, lambda: _statements(flow, items, index + 1), lambda: _deferred(flow, deferred)
            )
        value = flow.expr(item)
    return value if flow.state is not None else NEVER


def _deferred(flow: Flow, item: Node) -> Value:
    assert isinstance(item, nodes.DeferStmt)
    return flow.body(item.body)


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
    if isinstance(target, nodes.Member | nodes.Index):
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
        grown = compounded(flow, symbol, before, node.op, value)
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
        flow.leave(value)
    flow.state = None
    return NEVER


@ROWS.on(nodes.ThrowStmt)
def _throw(flow: Flow, node: nodes.ThrowStmt) -> Value:
    flow.expr(node.value)
    flow.state = None
    return NEVER


@ROWS.on(nodes.TryCatch)
def _try_catch(flow: Flow, node: nodes.TryCatch) -> Value:
    cleanup = node.finally_body
    if cleanup is None:
        return _handled(flow, node)
    return protect(flow, lambda: _handled(flow, node), lambda: flow.body(cleanup))


def _handled(flow: Flow, node: nodes.TryCatch) -> Value:
    if not node.has_catch:
        return flow.body(node.body)
    before, frame = flow.fork(), State()
    flow.frames.append(frame)
    result = flow.body(node.body)
    flow.frames.pop()
    after = flow.state
    flow.state = interrupted(before, frame)
    if node.error_var is not None:
        bind_name(flow, node.error_var, _caught(flow, node.error_type))
    if node.catch_body is not None:
        result = join(result, flow.body(node.catch_body))
    else:
        result = join(result, NIL_VALUE)
    flow.state = merge(after, flow.state)
    return result


def _caught(flow: Flow, written: nodes.TypeNode | None) -> Value:
    plain = isinstance(written, nodes.NamedType) and flow.symbol(written) is None
    if plain and written.name in _CAUGHT:
        return Value(BITS[written.name])
    return UNKNOWN


@ROWS.on(nodes.TryExpr)
def _try_expr(flow: Flow, node: nodes.TryExpr) -> Value:
    before, frame = flow.fork(), State()
    flow.frames.append(frame)
    flow.body(node.body)
    flow.frames.pop()
    flow.state = merge(flow.state, interrupted(before, frame))
    return Value(ENUM)


@ROWS.on(nodes.Block)
def _block(flow: Flow, node: nodes.Block) -> Value:
    return flow.body(node.body)


@ROWS.on(nodes.DeadlineBlock)
def _deadline(flow: Flow, node: nodes.DeadlineBlock) -> Value:
    flow.expr(node.duration)
    return flow.body(node.body)


@ROWS.on(nodes.MutexBlock)
def _mutex(flow: Flow, node: nodes.MutexBlock) -> Value:
    if node.key is not None:
        flow.expr(node.key)
    flow.body(node.body)
    return NIL_VALUE


@ROWS.on(nodes.ScopeBlock)
def _scope(flow: Flow, node: nodes.ScopeBlock) -> Value:
    flow.body(node.body)
    return NIL_VALUE


def _perhaps(flow: Flow, body: nodes.Body) -> None:
    """A block of which nothing is known but that it may run to any point."""
    before, frame = flow.fork(), State()
    flow.frames.append(frame)
    flow.body(body)
    flow.frames.pop()
    flow.state = merge(flow.state, interrupted(before, frame))


@ROWS.on(nodes.CostRoute)
def _cost_route(flow: Flow, node: nodes.CostRoute) -> Value:
    for entry in node.options:
        flow.expr(entry.value)
    _perhaps(flow, node.body)
    return UNKNOWN


@ROWS.on(nodes.SelectExpr)
def _select(flow: Flow, node: nodes.SelectExpr) -> Value:
    for case in node.cases:
        flow.expr(case.channel)
    if node.timeout is not None:
        flow.expr(node.timeout)
    before = flow.state
    after, result = before, NIL_VALUE
    for case in node.cases:
        flow.state = None if before is None else before.copy()
        bind_name(flow, case.variable, UNKNOWN)
        result = join(result, flow.body(case.body))
        after = merge(after, flow.state)
    for body in (node.timeout_body, node.default):
        if body is not None:
            flow.state = None if before is None else before.copy()
            result = join(result, flow.body(body))
            after = merge(after, flow.state)
    flow.state = after
    return result


@ROWS.on(nodes.SpawnExpr)
def _spawn(flow: Flow, node: nodes.SpawnExpr) -> Value:
    flow.world.activate(node)
    return UNKNOWN


@ROWS.on(nodes.Parallel)
def _parallel(flow: Flow, node: nodes.Parallel) -> Value:
    source = flow.expr(node.expr)
    for option in node.options:
        flow.expr(option.value)
    item = UNKNOWN
    if node.mode == "count":
        item = integer(0, max(restrict(source, INT).hi - 1, 0)) if source.mask & INT else NEVER
    elif source.mask and source.mask & ~(LIST | SET | RANGE) == 0:
        item = element(source)
    if node.variable is not None:
        flow.world.write(node.variable, item)
    flow.world.activate(node)
    if node.mode == "count" or (node.mode == "each" and source.mask == LIST):
        return container(LIST, flow.world.read(node, flow.node))
    if node.mode == "settle" and source.mask == LIST:
        return Value(DICT)
    return Value(STREAM) if node.mode == "each_stream" and source.mask == LIST else UNKNOWN


@ROWS.on(nodes.FnDecl, nodes.OverrideDecl, nodes.ImplBlock, nodes.BrokenStmt, nodes.ImportDecl)
@ROWS.on(nodes.StructDecl, nodes.EnumDecl, nodes.InterfaceDecl, nodes.TypeDecl)
def _declaration(flow: Flow, node: Node) -> Value:
    if isinstance(node, nodes.FnDecl):
        symbol = flow.symbol(node)
        open_to_all = symbol is None or symbol.exported or flow.world.session or node.name == "main"
        if open_to_all or node in flow.world.twice:
            flow.world.escape(node)
    return NIL_VALUE


@ROWS.on(nodes.AttributedDecl)
def _attributed(flow: Flow, node: nodes.AttributedDecl) -> Value:
    if isinstance(node.inner, nodes.FnDecl):
        flow.world.escape(node.inner)
    row = ROWS.rows[node.inner.__class__]
    return row(flow, node.inner)


@ROWS.on(nodes.ToolDecl, nodes.Pipeline)
def _entered(flow: Flow, node: Node) -> Value:
    flow.world.escape(node)
    return NIL_VALUE


@ROWS.on(nodes.SkillDecl, nodes.EvalPackDecl)
def _registered(flow: Flow, node: nodes.SkillDecl | nodes.EvalPackDecl) -> Value:
    for entry in node.fields:
        flow.expr(entry.value)
    if isinstance(node, nodes.EvalPackDecl):
        flow.world.escape(node)
    return NIL_VALUE


@ENTRY.on(nodes.EvalPackDecl)
def _enter_eval_pack(flow: Flow, node: nodes.EvalPackDecl) -> None:
    _perhaps(flow, node.body)
    if node.summarize is not None:
        _perhaps(flow, node.summarize)


_DECLARED: dict[type[Node], Callable[..., Value]] = {
    nodes.FnDecl: _declaration,
    nodes.AttributedDecl: _attributed,
    nodes.ToolDecl: _entered,
    nodes.Pipeline: _entered,
}
"""What the runtime may enter however the module's statements end."""


@ENTRY.on(nodes.Module)
def _enter_module(flow: Flow, node: nodes.Module) -> None:
    _statements(flow, node.items, 0)
    for item in node.items:
        row = _DECLARED.get(item.__class__)
        if row is not None:
            row(flow, item)


@ENTRY.on(nodes.FnDecl, nodes.ToolDecl, nodes.Pipeline, nodes.Closure)
def _enter_callable(flow: Flow, node: nodes.FnDecl | nodes.ToolDecl | nodes.Pipeline | nodes.Closure) -> None:
    for index, param in enumerate(node.params):
        bind_param(flow, node, index, param)
    tail = flow.body(node.body)
    if flow.state is not None:
        flow.leave(NIL_VALUE if isinstance(node, nodes.FnDecl) else tail)
    flow.world.write(node, flow.result)


def bind_param(flow: Flow, node: Node, index: int, param: nodes.TypedParam) -> None:
    """Declare a parameter with what it may hold after the entry check."""
    world = flow.world
    if node in world.opened:
        value = Value(LIST) if param.rest else UNKNOWN
    else:
        value = world.read(param, flow.node)
    if param.default is not None:
        value = join(value, flow.expr(param.default))
    struct = world.owner_struct.get(node)
    if struct is not None and index == 0 and param.name == "self":
        value = Value(STRUCT, what=struct)
    if param.type_expr is not None and not param.rest:
        value = fitted(value, admitted(world, param.type_expr))
    if param in flow.assumed:
        value = fitted(value, flow.assumed[param])
    bind_name(flow, param, value)


@ENTRY.on(nodes.SpawnExpr)
def _enter_spawn(flow: Flow, node: nodes.SpawnExpr | nodes.Parallel) -> None:
    tail = flow.body(node.body)
    flow.leave(tail)
    flow.world.write(node, flow.result)


@ENTRY.on(nodes.Parallel)
def _enter_parallel(flow: Flow, node: nodes.Parallel) -> None:
    if node.variable is not None:
        bind_name(flow, node.variable, flow.world.read(node.variable, flow.node))
    _enter_spawn(flow, node)
