"""Functions worth two bodies: parameters that a fast body may take for ints, and the facts of that body."""

from harnpy.base.operators import INFIX
from harnpy.semantics.facts.flow import Flow
from harnpy.semantics.facts.kinds import ANY_INT, INT, UNKNOWN, Value
from harnpy.semantics.facts.world import World
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node
from harnpy.syntax.visit import walk

_MOST_PARAMS, _MOST_NODES = 4, 60
_NO_TWIN = (
    nodes.FnDecl,
    nodes.Closure,
    nodes.SpawnExpr,
    nodes.Parallel,
    nodes.ToolDecl,
    nodes.YieldExpr,
)


def tested(world: World, function: nodes.FnDecl) -> tuple[int, ...]:
    """Indexes of the parameters that the fast version of a function tests for int; empty: one version."""
    if function.is_stream or function not in world.units:
        return ()
    wanted = [index for index, param in enumerate(function.params) if _worth_testing(world, param)]
    if not wanted or len(wanted) > _MOST_PARAMS:
        return ()
    body = list(walk(function.body))
    if len(body) > _MOST_NODES or any(isinstance(item, _NO_TWIN) for item in body):
        return ()
    symbols = world.bindings.symbols
    used = {
        symbols.get(side)
        for item in body
        if isinstance(item, nodes.BinaryOp) and INFIX[item.op].operands in {"arithmetic", "order"}
        for side in (item.left, item.right)
    }
    return tuple(index for index in wanted if symbols.get(function.params[index]) in used - {None})


def _worth_testing(world: World, param: nodes.TypedParam) -> bool:
    written = param.type_expr
    free = written is None or (isinstance(written, nodes.NamedType) and written.name == "any")
    mask = world.record.get(param, UNKNOWN).mask
    return free and not param.rest and mask != INT and bool(mask & INT)


def fast_record(world: World, function: nodes.FnDecl, indexes: tuple[int, ...]) -> dict[Node, Value]:
    """Facts of the body in which those parameters are ints; the world is not changed."""
    flow = Flow(world, function)
    record: dict[Node, Value] = {}
    flow.record = record
    flow.assumed = {function.params[index]: ANY_INT for index in indexes}
    flow.run()
    return record
