"""Walk of literals, displays and struct construction."""

from harnpy.semantics.facts.access import write_field
from harnpy.semantics.facts.annotations import admitted, fitted
from harnpy.semantics.facts.flow import ROWS, Flow
from harnpy.semantics.facts.kinds import (
    BOOL_VALUE,
    CLOSURE,
    DICT,
    DURATION,
    FLOAT_VALUE,
    LIST,
    NEVER,
    NIL_VALUE,
    STRING_VALUE,
    STRUCT,
    UNKNOWN,
    Value,
    container,
    element,
    integer,
    join,
)
from harnpy.semantics.symbols import SymbolKind
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node

_SMALL_INTS = tuple(integer(value, value) for value in range(101))


@ROWS.on(nodes.Int)
def _int(flow: Flow, node: nodes.Int) -> Value:
    value = node.value
    return _SMALL_INTS[value] if 0 <= value < len(_SMALL_INTS) else integer(value, value)


@ROWS.on(nodes.Float)
def _float(flow: Flow, node: nodes.Float) -> Value:
    return FLOAT_VALUE


@ROWS.on(nodes.Bool)
def _bool(flow: Flow, node: nodes.Bool) -> Value:
    return BOOL_VALUE


@ROWS.on(nodes.Nil)
def _nil(flow: Flow, node: nodes.Nil) -> Value:
    return NIL_VALUE


@ROWS.on(nodes.Str, nodes.RawStr)
def _str(flow: Flow, node: nodes.Str | nodes.RawStr) -> Value:
    return STRING_VALUE


@ROWS.on(nodes.Duration)
def _duration(flow: Flow, node: nodes.Duration) -> Value:
    return Value(DURATION)


@ROWS.on(nodes.InterpolatedString)
def _interpolated(flow: Flow, node: nodes.InterpolatedString) -> Value:
    for part in node.parts:
        if not isinstance(part, str):
            flow.expr(part)
    return STRING_VALUE


@ROWS.on(nodes.Spread)
def _spread(flow: Flow, node: nodes.Spread) -> Value:
    return flow.expr(node.expr)


@ROWS.on(nodes.ListLit)
def _list(flow: Flow, node: nodes.ListLit) -> Value:
    elem = NEVER
    for item in node.items:
        value = flow.expr(item)
        elem = join(elem, element(value) if isinstance(item, nodes.Spread) else value)
    return container(LIST, elem)


@ROWS.on(nodes.DictLit)
def _dict(flow: Flow, node: nodes.DictLit) -> Value:
    elem, fields = NEVER, dict[str, Value]()
    for entry in node.entries:
        if entry.computed and entry.key is not None:
            flow.expr(entry.key)
        value = flow.expr(entry.value)
        if entry.key is None:
            elem = join(elem, element(value))
            fields = {key: join(old, element(value)) for key, old in fields.items()}
            fields.update(value.fields or {})
            continue
        elem = join(elem, value)
        if entry.computed or not isinstance(entry.key, (nodes.Str, nodes.RawStr)):
            fields = {key: join(old, value) for key, old in fields.items()}
        else:
            fields[entry.key.value] = value
    return container(DICT, elem, fields)


@ROWS.on(nodes.StructConstruct)
def _struct(flow: Flow, node: nodes.StructConstruct) -> Value:
    symbol = flow.symbol(node)
    struct = symbol.node if symbol is not None and symbol.kind is SymbolKind.STRUCT else None
    values = dict[str, Node]()
    spread = False
    for entry in node.entries:
        if entry.computed and entry.key is not None:
            flow.expr(entry.key)
        flow.expr(entry.value)
        if isinstance(entry.key, nodes.Str) and not entry.computed:
            values[entry.key.value] = entry.value
        else:
            spread = True
    if not isinstance(struct, nodes.StructDecl):
        _unknown_struct(flow)
        return UNKNOWN
    if struct in flow.world.twice:
        return Value(STRUCT)
    if flow.world.sole(struct):
        for field in struct.fields:
            _fill_field(flow, struct, field, values, spread)
    return Value(STRUCT, what=struct)


def _unknown_struct(flow: Flow) -> None:
    """An instance of some struct, named by an alias, has unknown fields."""
    for name, structs in flow.world.by_field.items():
        for struct in structs:
            write_field(flow, struct, name, UNKNOWN, None)


def _fill_field(
    flow: Flow, struct: nodes.StructDecl, field: nodes.StructField, values: dict[str, Node], spread: bool
) -> None:
    source = values.get(field.name)
    if spread:
        write_field(flow, struct, field.name, UNKNOWN, None)
    elif source is None:
        write_field(flow, struct, field.name, NIL_VALUE, None)
    else:
        wanted = admitted(flow.world, field.type_expr)
        if field.optional:
            wanted = join(wanted, NIL_VALUE)
        write_field(flow, struct, field.name, fitted(flow.record.get(source, UNKNOWN), wanted), source)


@ROWS.on(nodes.Closure)
def _closure(flow: Flow, node: nodes.Closure) -> Value:
    flow.world.escape(node)
    return Value(CLOSURE, what=node)
