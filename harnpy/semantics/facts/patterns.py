"""Names bound by patterns: bindings, loop heads, match arms."""

from collections.abc import Callable

from harnpy.semantics.facts.access import read_key, read_payload
from harnpy.semantics.facts.arithmetic import coalesced
from harnpy.semantics.facts.conditions import branch
from harnpy.semantics.facts.flow import ROWS, Flow, State, merge
from harnpy.semantics.facts.kinds import (
    BOOL,
    DICT,
    ENUM,
    FLOAT,
    INT,
    LIST,
    NEVER,
    NIL,
    NUMBER,
    OTHER,
    STRING,
    UNKNOWN,
    Value,
    container,
    element,
    join,
    or_nil,
    restrict,
)
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node


def bind_name(flow: Flow, node: Node, value: Value) -> None:
    """A name is declared with `value`."""
    flow.record[node] = value
    symbol = flow.symbols.get(node)
    if symbol is not None:
        flow.assign(symbol, value)


def bind(flow: Flow, pattern: Node, value: Value) -> None:
    """The names of a binding pattern are declared with the parts of `value`."""
    if isinstance(pattern, nodes.BindName):
        bind_name(flow, pattern, value)
    elif isinstance(pattern, nodes.BindDict):
        source = restrict(value, DICT)
        for field in pattern.fields:
            part = container(DICT, source.elem) if field.is_rest else read_key(source, field.key)
            _with_default(flow, field.target, part, field.default)
    elif isinstance(pattern, nodes.BindList):
        source = restrict(value, LIST)
        for item in pattern.elements:
            part = container(LIST, source.elem) if item.is_rest else or_nil(element(source))
            _with_default(flow, item.target, part, item.default)
    elif isinstance(pattern, nodes.BindPair):
        bind_name(flow, pattern.first, UNKNOWN)
        bind_name(flow, pattern.second, UNKNOWN)


def _with_default(flow: Flow, target: nodes.BindName, part: Value, default: nodes.Expr | None) -> None:
    if default is not None:
        before = flow.fork()
        part = coalesced(part, flow.expr(default))
        flow.state = merge(flow.state, before)
    bind_name(flow, target, part)


@ROWS.on(nodes.MatchExpr)
def _match(flow: Flow, node: nodes.MatchExpr) -> Value:
    value = flow.expr(node.value)
    result = NEVER
    after: State | None = None
    rest = flow.state
    for arm in node.arms:
        if rest is None:
            break
        flow.state = rest.copy()
        missed = _arm(flow, node.value, value, arm)
        result = join(result, flow.body(arm.body))
        after = merge(after, flow.state)
        rest = merge(rest, missed)
    flow.state = after
    return result


def _arm(flow: Flow, matched: Node, value: Value, arm: nodes.MatchArm) -> State | None:
    """Enter an arm; returns the state in which its guard failed."""
    inner = _matched(flow, arm.pattern, value)
    if inner is not value and isinstance(matched, nodes.Ident):
        symbol = flow.symbol(matched)
        if symbol is not None:
            flow.refine(symbol, value, inner)
    if arm.guard is None:
        return None
    flow.state, missed = branch(flow, arm.guard)
    return missed


def _matched(flow: Flow, pattern: Node, value: Value) -> Value:
    """Declare the names of an arm's pattern; returns the value where the pattern matches."""
    row = _PATTERNS.get(pattern.__class__)
    return value if row is None else row(flow, pattern, value)


def _name(flow: Flow, pattern: nodes.PBind, value: Value) -> Value:
    bind_name(flow, pattern, value)
    return value


def _literal(flow: Flow, pattern: nodes.PLit, value: Value) -> Value:
    literal = flow.expr(pattern.value)
    if literal.mask in {INT, FLOAT}:
        return restrict(value, NUMBER | OTHER)
    return restrict(value, literal.mask | OTHER) if literal.mask in {STRING, BOOL, NIL} else value


def _expression(flow: Flow, pattern: nodes.PExpr, value: Value) -> Value:
    flow.expr(pattern.value)
    return value


def _alternatives(flow: Flow, pattern: nodes.POr, value: Value) -> Value:
    for part in pattern.alternatives:
        _matched(flow, part, value)
    return value


def _enum(flow: Flow, pattern: nodes.PEnum, value: Value) -> Value:
    for index, part in enumerate(pattern.args or ()):
        _matched(flow, part, read_payload(flow, pattern, index))
    # Without a variant the pattern is a property that is compared.
    return restrict(value, ENUM) if pattern in flow.variants else value


def _dict(flow: Flow, pattern: nodes.PDict, value: Value) -> Value:
    value = restrict(value, DICT)
    for key, part in pattern.entries:
        _matched(flow, part, read_key(value, key))
    return value


def _list(flow: Flow, pattern: nodes.PList, value: Value) -> Value:
    value = restrict(value, LIST)
    for part in pattern.items:
        _matched(flow, part, element(value))
    if pattern.rest is not None:
        _matched(flow, pattern.rest, container(LIST, value.elem))
    return value


_PATTERNS: dict[type[Node], Callable[..., Value]] = {
    nodes.PBind: _name,
    nodes.PLit: _literal,
    nodes.PExpr: _expression,
    nodes.POr: _alternatives,
    nodes.PEnum: _enum,
    nodes.PDict: _dict,
    nodes.PList: _list,
}
