"""Calls of functions and closures that are known: arguments go into their parameters, results come back."""

from collections.abc import Callable

from harnpy.catalog.model import result_of
from harnpy.semantics.facts.access import made_variant, small
from harnpy.semantics.facts.arithmetic import absolute
from harnpy.semantics.facts.flow import ROWS, Flow
from harnpy.semantics.facts.kinds import (
    ANY_LENGTH,
    BUILTIN,
    CLOSURE,
    FLOAT,
    FLOAT_VALUE,
    GENERATOR,
    INT,
    ITER,
    LIST,
    NEVER,
    NUMBER,
    RANGE,
    SOME_LENGTH,
    STREAM,
    STRING_VALUE,
    UNKNOWN,
    Value,
    container,
    integer,
    join,
    or_nil,
    restrict,
)
from harnpy.semantics.facts.results import result_value
from harnpy.semantics.symbols import SymbolKind
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node

Callee = nodes.FnDecl | nodes.Closure


def callee_of(flow: Flow, node: Node) -> Value:
    """Walk the callee of a call; a function mentioned only so is not seen by anybody else."""
    if not isinstance(node, nodes.Ident):
        return flow.expr(node)
    symbol = flow.symbol(node)
    value = UNKNOWN if symbol is None else flow.lookup(symbol)
    flow.record[node] = value
    return value


def known_callee(value: Value) -> Callee | None:
    """The code that a call of `value` runs, if that is certain."""
    if value.mask == CLOSURE and isinstance(value.what, (nodes.FnDecl, nodes.Closure)):
        return value.what
    return None


def arguments(flow: Flow, args: tuple[nodes.Expr, ...]) -> list[Value] | None:
    """Walk the arguments; None when their number is not known."""
    values = [flow.expr(arg) for arg in args]
    return None if any(isinstance(arg, nodes.Spread) for arg in args) else values


def pass_values(
    flow: Flow, callee: Callee, values: list[Value] | None, sources: tuple[Node | None, ...] = ()
) -> Value:
    """The callee is called with `values`, computed by `sources`; returns its result."""
    world = flow.world
    if values is None:
        world.escape(callee)
    elif callee not in world.opened and not world.frozen:
        for index, param in enumerate(callee.params):
            if param.rest:
                elem = NEVER
                for value in values[index:]:
                    elem = join(elem, value)
                world.write(param, container(LIST, elem))
            elif index < len(values):
                _pass(flow, param, values[index], sources[index] if index < len(sources) else None)
    world.activate(callee)
    return result(flow, callee)


def _pass(flow: Flow, param: nodes.TypedParam, value: Value, source: Node | None) -> None:
    world = flow.world
    cell = world.cell(param)
    if (
        isinstance(source, nodes.BinaryOp)
        and source.op in {"+", "-"}
        and isinstance(source.left, nodes.Ident)
    ):
        symbol = flow.symbol(source.left)
        origin = None if symbol is None or symbol.kind is not SymbolKind.PARAM else symbol.node
        bounds = small(source.op, flow.record.get(source.right, UNKNOWN))
        if isinstance(origin, nodes.TypedParam) and origin.default is None and bounds is not None:
            if cell.accumulate(value, world.cell(origin), *bounds):
                world.wake(cell)
            return
    world.write(param, value)


def result(flow: Flow, callee: Node) -> Value:
    """The result of calling `callee`."""
    owner = flow.world.bindings.owners.get(callee)
    stream = isinstance(callee, nodes.FnDecl) and callee.is_stream
    if stream or (owner is not None and owner.has_yield):
        return container(STREAM if stream else GENERATOR, flow.world.read(("yield", callee), flow.node))
    return flow.world.read(callee, flow.node)


@ROWS.on(nodes.Call)
def _call(flow: Flow, node: nodes.Call) -> Value:
    if node in flow.variants:
        arguments(flow, node.args)
        return made_variant(flow, node, node.args)
    callee = callee_of(flow, node.callee)
    values = arguments(flow, node.args)
    known = known_callee(callee)
    if known is not None:
        return pass_values(flow, known, values, node.args)
    if callee.mask == BUILTIN and isinstance(node.callee, nodes.Ident):
        return builtin_result(flow, node.callee.name, values)
    return UNKNOWN


def builtin_result(flow: Flow, name: str, values: list[Value] | None) -> Value:
    """The result of a builtin function."""
    row = flow.world.catalog.builtins.get(name)
    rule = _BUILTINS.get(name)
    if rule is not None and values is not None:
        found = rule(values)
        if found is not None:
            return found
    if row is None:
        return UNKNOWN
    found = result_value(result_of(row.signature))
    if name in SOMETIMES_NIL:
        return or_nil(found)
    if name in NEUTRAL and (values is None or any(value.mask & ~NUMBER for value in values)):
        return or_nil(found)
    return found


def _range(values: list[Value]) -> Value | None:
    if not 1 <= len(values) <= 2:
        return None
    start = values[0] if len(values) == 2 else integer(0, 0)
    return span(start, values[-1], False)


def span(start: Value, end: Value, inclusive: bool) -> Value:
    """A range between two ints."""
    start, end = restrict(start, INT), restrict(end, INT)
    if not start.mask or not end.mask:
        return container(RANGE, NEVER)
    last = end.hi if inclusive else end.hi - 1
    return container(RANGE, integer(start.lo, last) if start.lo <= last else NEVER)


def _iterated(values: list[Value]) -> Value | None:
    if (
        len(values) == 1
        and values[0].mask
        and values[0].mask & ~(LIST | RANGE | GENERATOR | STREAM | ITER) == 0
    ):
        return container(ITER, values[0].elem)
    return None


def _whole(values: list[Value]) -> Value | None:
    if len(values) == 1 and values[0].mask == INT:
        return values[0]
    return None


def _length(values: list[Value]) -> Value | None:
    return ANY_LENGTH if not values or values[0].mask & RANGE else SOME_LENGTH


def _absolute(values: list[Value]) -> Value | None:
    if len(values) != 1 or values[0].mask & ~NUMBER:
        return None
    value = values[0]
    found = absolute(value) if value.mask & INT else NEVER
    return join(found, FLOAT_VALUE) if value.mask & FLOAT else found


def _extreme(values: list[Value]) -> Value | None:
    if len(values) < 2 or any(value.mask & ~NUMBER for value in values):
        return None
    total = values[0]
    for value in values[1:]:
        total = join(total, value)
    return total if total.mask in {INT, FLOAT} else Value(NUMBER)


NEUTRAL = frozenset(
    (
        *("floor", "ceil", "round", "sign", "abs", "pow", "min", "max", "sqrt"),
        *("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "ln", "log2", "log10", "exp"),
    )
)
"""Functions that give nil for what is no number, whatever their signature says."""
SOMETIMES_NIL = frozenset({"random_int"})
"""Functions that may give nil even for good arguments."""
_BUILTINS: dict[str, Callable[[list[Value]], Value | None]] = {
    "len": _length,
    "type_of": lambda values: STRING_VALUE,
    "to_string": lambda values: STRING_VALUE,
    "range": _range,
    "iter": _iterated,
    "abs": _absolute,
    "floor": _whole,
    "ceil": _whole,
    "min": _extreme,
    "max": _extreme,
}
