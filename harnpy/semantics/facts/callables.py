"""Declarations, and the walk of a callable from its entry."""

from collections.abc import Callable

from harnpy.semantics.facts.annotations import admitted, fitted
from harnpy.semantics.facts.flow import ENTRY, ROWS, Flow
from harnpy.semantics.facts.kinds import (
    LIST,
    NIL_VALUE,
    STRUCT,
    UNKNOWN,
    Value,
    join,
)
from harnpy.semantics.facts.patterns import bind_name
from harnpy.semantics.facts.regions import perhaps
from harnpy.semantics.facts.statements import walk_statements
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node


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
    perhaps(flow, node.body)
    if node.summarize is not None:
        perhaps(flow, node.summarize)


_DECLARED: dict[type[Node], Callable[..., Value]] = {
    nodes.FnDecl: _declaration,
    nodes.AttributedDecl: _attributed,
    nodes.ToolDecl: _entered,
    nodes.Pipeline: _entered,
}


@ENTRY.on(nodes.Module)
def _enter_module(flow: Flow, node: nodes.Module) -> None:
    walk_statements(flow, node.items, 0)
    for item in node.items:
        row = _DECLARED.get(item.__class__)
        if row is not None:
            row(flow, item)


@ENTRY.on(nodes.FnDecl, nodes.ToolDecl, nodes.Pipeline, nodes.OverrideDecl, nodes.Closure)
def _enter_callable(
    flow: Flow, node: nodes.FnDecl | nodes.ToolDecl | nodes.Pipeline | nodes.OverrideDecl | nodes.Closure
) -> None:
    for index, param in enumerate(node.params):
        bind_param(flow, node, index, param)
    tail = flow.body(node.body)
    if flow.state is not None:
        flow.leave(NIL_VALUE if isinstance(node, nodes.FnDecl) else tail)
    flow.world.write(node, flow.result)


def bind_param(flow: Flow, node: Node, index: int, param: nodes.TypedParam) -> None:
    """Declare a parameter with what it may hold after the entry check."""
    world = flow.world
    anything = Value(LIST) if param.rest else UNKNOWN
    value = anything if node in world.opened else world.read(param, flow.node)
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
