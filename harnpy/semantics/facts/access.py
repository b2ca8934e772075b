"""Reads and writes through paths, and what a write makes of the containers around."""

from harnpy.semantics.facts.cells import MOST_GROWTH
from harnpy.semantics.facts.flow import ROWS, Flow, merge
from harnpy.semantics.facts.kinds import (
    ALL,
    BOOL_VALUE,
    DICT,
    ENUM,
    INT,
    LIST,
    NEVER,
    NIL,
    NIL_VALUE,
    RANGE,
    SOME_LENGTH,
    STRING,
    STRING_VALUE,
    STRUCT,
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

_SIGNS = {"+": 1, "-": -1}


def field_key(struct: Node, name: str) -> tuple[Node, str]:
    """Key of the cell that covers one field of all instances of a struct."""
    return (struct, name)


def read_field(flow: Flow, struct: object, name: str) -> Value:
    """The field `name` of an instance of `struct`."""
    if not isinstance(struct, nodes.StructDecl) or not flow.world.sole(struct):
        return UNKNOWN
    if not any(field.name == name for field in struct.fields):
        return UNKNOWN
    return flow.world.read(field_key(struct, name), flow.node)


def read_key(value: Value, key: str | None) -> Value:
    """The item of a dict under a known or unknown key."""
    if key is not None and value.fields is not None and key in value.fields:
        return value.fields[key]
    return UNKNOWN if value.elem is None else or_nil(value.elem)


@ROWS.on(nodes.Member)
def _member(flow: Flow, node: nodes.Member) -> Value:
    variant = flow.variants.get(node)
    if variant is not None:
        return made_variant(flow, node, ())
    receiver = flow.expr(node.object)
    if receiver is UNKNOWN:
        return UNKNOWN
    if node.optional:
        return or_nil(_property(flow, restrict(receiver, ALL & ~NIL), node.name))
    return _property(flow, restrict(receiver, ALL & ~NIL), node.name)


def _property(flow: Flow, receiver: Value, name: str) -> Value:
    mask = receiver.mask
    if mask == DICT:
        return read_key(receiver, name)
    if mask == STRUCT:
        return read_field(flow, receiver.what, name)
    if mask == 0:
        return NEVER
    if mask == ENUM and name == "variant":
        return STRING_VALUE
    if mask & ~(LIST | STRING) == 0:
        return _sequence_property(receiver, name)
    return UNKNOWN


def _sequence_property(receiver: Value, name: str) -> Value:
    if name == "count":
        return SOME_LENGTH
    if name == "empty":
        return BOOL_VALUE
    if name in {"first", "last"} and receiver.mask == LIST:
        return or_nil(element(receiver))
    return UNKNOWN


@ROWS.on(nodes.Index)
def _index(flow: Flow, node: nodes.Index) -> Value:
    receiver = flow.expr(node.object)
    before = flow.fork() if node.optional else None
    flow.expr(node.index)
    if node.optional:
        flow.state = merge(flow.state, before)
        if receiver.mask & NIL:
            return or_nil(_item(receiver, node))
    return _item(receiver, node)


def _item(receiver: Value, node: nodes.Index) -> Value:
    mask = receiver.mask & ~NIL
    if mask & ~(LIST | DICT | STRING | RANGE):
        return UNKNOWN
    result = NEVER
    if mask & LIST:
        result = or_nil(element(receiver))
    if mask & DICT:
        result = join(result, read_key(receiver, static_key(node)))
    if mask & STRING:
        result = join(result, Value(STRING | NIL))
    if mask & RANGE:
        result = join(result, restrict(element(receiver), INT) if receiver.elem else Value(INT))
    return or_nil(result) if receiver.mask & NIL else result


@ROWS.on(nodes.Slice)
def _slice(flow: Flow, node: nodes.Slice) -> Value:
    receiver = flow.expr(node.object)
    if node.start is not None:
        flow.expr(node.start)
    if node.end is not None:
        flow.expr(node.end)
    return restrict(receiver, LIST | STRING)


def static_key(node: Node) -> str | None:
    """The key that a member or index node names as written, if it does."""
    if isinstance(node, nodes.Member):
        return node.name
    if isinstance(node, nodes.Index) and isinstance(node.index, (nodes.Str, nodes.RawStr)):
        return node.index.value
    return None


def store(flow: Flow, place: Node, value: Value, source: Node | None = None) -> None:
    """The place, whose parts have been walked, now holds `value`, computed by `source` if that is known."""
    while not isinstance(place, nodes.Ident):
        if not isinstance(place, (nodes.Member, nodes.Index)):
            return
        receiver = flow.record.get(place.object, UNKNOWN)
        if receiver.mask & STRUCT and isinstance(place, nodes.Member):
            store_field(flow, receiver, place.name, value, source)
        if not receiver.mask & (LIST | DICT):
            return
        # A write through nil faults.
        present = receiver if receiver is UNKNOWN else restrict(receiver, ALL & ~NIL)
        value, source = _put(present, static_key(place), value), None
        place = place.object
    symbol = flow.symbol(place)
    if symbol is not None:
        flow.assign(symbol, value)


def _put(receiver: Value, key: str | None, value: Value) -> Value:
    if receiver is UNKNOWN or (receiver.elem is None and receiver.fields is None):
        return receiver
    elem = None if receiver.elem is None else join(receiver.elem, value)
    fields = receiver.fields
    if receiver.mask & DICT:
        if key is not None:
            fields = {**(fields or {}), key: value}
        elif fields is not None:
            fields = {name: join(old, value) for name, old in fields.items()}
    result = container(receiver.mask, elem, fields)
    result.lo, result.hi, result.what = receiver.lo, receiver.hi, receiver.what
    return result


def forgotten(flow: Flow, place: Node) -> None:
    """Something unknown happens to the contents of the place, which keeps its kind."""
    value = flow.record.get(place, UNKNOWN)
    if value.elem is not None or value.fields is not None:
        value = Value(value.mask, value.lo, value.hi, None, value.what)
    store(flow, place, value)


def store_field(flow: Flow, receiver: Value, name: str, value: Value, source: Node | None = None) -> None:
    """A field of the receiver, which may be a struct, gets `value`."""
    known = receiver.what if isinstance(receiver.what, nodes.StructDecl) else None
    for struct in [known] if known is not None else flow.world.by_field.get(name, []):
        write_field(flow, struct, name, value, source)


def write_field(flow: Flow, struct: Node, name: str, value: Value, source: Node | None) -> None:
    """The cell of the field covers `value`; `source` may be the field itself plus a small term."""
    world = flow.world
    if world.frozen:
        return
    key = field_key(struct, name)
    cell = world.cell(key)
    if isinstance(source, nodes.BinaryOp) and source.op in _SIGNS and isinstance(source.left, nodes.Member):
        left = source.left
        owner = flow.record.get(left.object, UNKNOWN)
        term = flow.record.get(source.right, UNKNOWN)
        if left.name == name and owner.mask == STRUCT and owner.what is struct and value.mask & INT:
            bounds = small(source.op, term)
            if bounds is not None:
                if cell.accumulate(value, cell, *bounds):
                    world.wake(cell)
                return
    world.write(key, value)


def small(op: str, term: Value) -> tuple[int, int] | None:
    """Bounds of the signed term of a sum if it is a small int."""
    if term.mask != INT or max(-term.lo, term.hi) > MOST_GROWTH:
        return None
    return (term.lo, term.hi) if op == "+" else (-term.hi, -term.lo)


def made_variant(flow: Flow, node: Node, args: tuple[Node, ...]) -> Value:
    """An enum variant is made from arguments that have been walked."""
    variant = flow.variants[node]
    enum = variant.enum
    if enum is None or not flow.world.sole(enum):
        return Value(ENUM, what=enum)
    spread = any(isinstance(arg, nodes.Spread) for arg in args)
    declared = next((item for item in enum.variants if item.name == variant.variant), None)
    for index in range(len(declared.fields) if declared is not None else 0):
        value = UNKNOWN
        if not spread:
            value = flow.record.get(args[index], UNKNOWN) if index < len(args) else NIL_VALUE
        flow.world.write((enum, variant.variant, index), value)
    return Value(ENUM, what=enum)


def read_payload(flow: Flow, node: Node, index: int) -> Value:
    """Field `index` of the variant that a pattern names."""
    variant = flow.variants.get(node)
    if variant is None or variant.enum is None or not flow.world.sole(variant.enum):
        return UNKNOWN
    declared = next((item for item in variant.enum.variants if item.name == variant.variant), None)
    if declared is None or index >= len(declared.fields):
        return UNKNOWN
    return flow.world.read((variant.enum, variant.variant, index), flow.node)
