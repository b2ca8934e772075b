"""Walk of guarded regions and of concurrent blocks: errors may leave them at any point."""

from harnpy.semantics.facts.flow import ROWS, Flow, State, interrupted, merge
from harnpy.semantics.facts.kinds import (
    BITS,
    DICT,
    ENUM,
    INT,
    LIST,
    NEVER,
    NIL_VALUE,
    RANGE,
    SET,
    STREAM,
    UNKNOWN,
    Value,
    container,
    element,
    integer,
    join,
    restrict,
)
from harnpy.semantics.facts.loops import protect
from harnpy.semantics.facts.patterns import bind_name
from harnpy.syntax import nodes

_CAUGHT = ("string", "int", "float", "bool", "list", "dict")


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
    if isinstance(written, nodes.NamedType) and written.name in _CAUGHT and flow.symbol(written) is None:
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


def perhaps(flow: Flow, body: nodes.Body) -> None:
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
    perhaps(flow, node.body)
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
