"""Method calls: methods of structs declared here, of known containers, and those that change their receiver."""

from collections.abc import Callable

from harnpy.catalog.model import result_of
from harnpy.semantics.facts.access import forgotten, made_variant, read_key, store
from harnpy.semantics.facts.arithmetic import merged
from harnpy.semantics.facts.calls import arguments, callee_of, known_callee, pass_values
from harnpy.semantics.facts.flow import ROWS, Flow, merge
from harnpy.semantics.facts.kinds import (
    ALL,
    BITS,
    BOOL_VALUE,
    CLOSURE,
    DICT,
    ITER,
    LIST,
    NEVER,
    NIL,
    NIL_VALUE,
    NUMBER,
    RANGE,
    SET,
    SOME_LENGTH,
    STRING_VALUE,
    STRUCT,
    UNKNOWN,
    Value,
    container,
    element,
    integer,
    join,
    or_nil,
    restrict,
)
from harnpy.semantics.facts.results import result_value
from harnpy.semantics.symbols import SymbolKind
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node

MUTATING = frozenset(
    {"push", "pop", "insert", "extend", "clear", "reverse", "sort", "sort_by", "add", "remove"}
)
_ONE_ARGUMENT = frozenset(
    ["map", "filter", "flat_map", "find", "find_index", "any", "all", "none", "sorted_by", "take_while", "drop_while", "skip_while", "partition", "group_by", "count_by", "min_by", "max_by", "for_each", "sort_by", "every"]
)
_Arguments = tuple[Value, ...]
_Rule = Callable[[Value, _Arguments], Value]


@ROWS.on(nodes.MethodCall)
def _method_call(flow: Flow, node: nodes.MethodCall) -> Value:
    if node in flow.world.bindings.variants:
        arguments(flow, node.args)
        return made_variant(flow, node, node.args)
    if _is_namespace(flow, node.object):
        arguments(flow, node.args)
        return UNKNOWN
    receiver = flow.expr(node.object)
    before = flow.fork() if node.optional else None
    result = _sent(flow, node, receiver if receiver is UNKNOWN else restrict(receiver, ALL & ~NIL))
    if node.optional:
        flow.state = merge(flow.state, before)
        return or_nil(result)
    return result


def _is_namespace(flow: Flow, node: Node) -> bool:
    symbol = flow.symbol(node) if isinstance(node, nodes.Ident) else None
    return symbol is not None and symbol.kind is SymbolKind.NAMESPACE


def _sent(flow: Flow, node: nodes.MethodCall, receiver: Value) -> Value:
    mask = receiver.mask
    if mask == STRUCT or mask & STRUCT:
        return _struct_method(flow, node, receiver)
    if mask == 0:
        arguments(flow, node.args)
        return NEVER
    if mask in _WITH_CALLBACKS and node.method in _ONE_ARGUMENT and len(node.args) == 1:
        result = _with_callback(flow, node, receiver)
    elif mask in _WITH_CALLBACKS and node.method == "reduce" and len(node.args) == 2:
        result = _reduced(flow, node, receiver)
    else:
        values = arguments(flow, node.args)
        result = UNKNOWN if values is None else _builtin_method(flow, node.method, receiver, tuple(values))
    if node.method in MUTATING and mask & (LIST | DICT | SET):
        _changed(flow, node, receiver)
    return result


def _struct_method(flow: Flow, node: nodes.MethodCall, receiver: Value) -> Value:
    values = arguments(flow, node.args)
    world = flow.world
    passed = None if values is None else [receiver, *values]
    sources: tuple[Node | None, ...] = (None, *node.args)
    if receiver.mask == STRUCT and isinstance(receiver.what, nodes.StructDecl):
        table = world.methods.get(receiver.what)
        method = table.get(node.method) if table is not None else None
        if method is not None:
            return pass_values(flow, method, passed, sources)
    else:
        for method in world.by_method.get(node.method, []):
            pass_values(flow, method, passed, sources)
    if node.method in MUTATING:
        forgotten(flow, node.object)
    return UNKNOWN


def _callback(flow: Flow, node: Node, values: list[Value]) -> Value | None:
    """The result of a callback that a native calls with `values` and shows to nobody else."""
    if isinstance(node, nodes.Closure):
        flow.record[node] = Value(CLOSURE, what=node)
        return pass_values(flow, node, values)
    if isinstance(node, nodes.Ident):
        known = known_callee(callee_of(flow, node))
        if known is not None:
            return pass_values(flow, known, values)
    flow.expr(node)
    return None


def _with_callback(flow: Flow, node: nodes.MethodCall, receiver: Value) -> Value:
    elem = element(receiver)
    found = _callback(flow, node.args[0], [elem])
    if found is None:
        return UNKNOWN
    name, mask = node.method, receiver.mask
    made = LIST if mask == LIST else SET if mask == SET else ITER
    if name == "map":
        return container(made, found)
    if name in {"filter", "take_while", "drop_while", "skip_while"}:
        return container(made, receiver.elem)
    if name == "sorted_by":
        return container(LIST, receiver.elem) if mask == LIST else UNKNOWN
    if name in {"any", "all", "none", "every"}:
        return BOOL_VALUE
    if name in {"find", "min_by", "max_by"}:
        return or_nil(elem)
    if name == "find_index" and mask == LIST:
        return integer(-1, 2**53)
    if name == "partition" and mask == LIST:
        return container(LIST, container(LIST, receiver.elem))
    return NIL_VALUE if name in {"for_each", "sort_by"} else UNKNOWN


def _reduced(flow: Flow, node: nodes.MethodCall, receiver: Value) -> Value:
    start = flow.expr(node.args[0])
    callback = node.args[1]
    found = _callback(flow, callback, [start, element(receiver)])
    if found is None:
        return UNKNOWN
    # The second call lets the accumulator parameter see the result; later rounds follow from its cell.
    again = _callback(flow, callback, [join(start, found), element(receiver)])
    return UNKNOWN if again is None else join(start, again)


def _changed(flow: Flow, node: nodes.MethodCall, receiver: Value) -> None:
    """The receiver of a mutating method now holds the arguments too."""
    if not isinstance(node.object, nodes.Ident | nodes.Member | nodes.Index):
        return
    name, mask = node.method, receiver.mask
    added = NEVER
    if name in {"push", "add"} and len(node.args) == 1:
        added = flow.record.get(node.args[0], UNKNOWN)
    elif name == "insert" and len(node.args) == 2:
        added = flow.record.get(node.args[1], UNKNOWN)
    elif name == "extend" and len(node.args) == 1:
        added = element(flow.record.get(node.args[0], UNKNOWN))
    elif name in {"push", "add", "insert", "extend"}:
        added = UNKNOWN
    original = flow.record.get(node.object, UNKNOWN)
    elem = original.elem
    if mask & DICT and name not in {"remove", "clear"}:
        elem = None
    if elem is not None:
        elem = join(elem, added)
    value = container(original.mask, elem)
    value.lo, value.hi, value.what = original.lo, original.hi, original.what
    store(flow, node.object, value)


def _builtin_method(flow: Flow, name: str, receiver: Value, values: _Arguments) -> Value:
    kind = _KIND_NAMES.get(receiver.mask)
    if kind is None:
        return UNKNOWN
    rule = _RULES[kind].get(name) if kind in _RULES else None
    if rule is not None:
        return rule(receiver, values)
    row = flow.world.catalog.methods.get(kind, {}).get(name)
    if row is None or name in _ONE_ARGUMENT or name == "reduce":
        return UNKNOWN
    return result_value(result_of(row.signature))


def _same(receiver: Value, values: _Arguments) -> Value:
    return container(receiver.mask, receiver.elem)


def _listed(receiver: Value, values: _Arguments) -> Value:
    return container(LIST, receiver.elem)


def _iterated(receiver: Value, values: _Arguments) -> Value:
    return container(ITER, receiver.elem)


def _one(receiver: Value, values: _Arguments) -> Value:
    return or_nil(element(receiver))


def _total(receiver: Value, values: _Arguments) -> Value:
    return Value(NUMBER)


def _length(receiver: Value, values: _Arguments) -> Value:
    return SOME_LENGTH


def _compact(receiver: Value, values: _Arguments) -> Value:
    return container(LIST, None if receiver.elem is None else restrict(receiver.elem, ALL & ~NIL))


def _position(receiver: Value, values: _Arguments) -> Value:
    return integer(-1, 2**53)


def _grouped(receiver: Value, values: _Arguments) -> Value:
    return container(LIST, container(LIST, receiver.elem))


def _enumerated(receiver: Value, values: _Arguments) -> Value:
    fields = {"index": SOME_LENGTH, "value": element(receiver)}
    return container(LIST, container(DICT, join(SOME_LENGTH, element(receiver)), fields))


def _zipped(receiver: Value, values: _Arguments) -> Value:
    other = element(values[0]) if len(values) == 1 and values[0].mask == LIST else UNKNOWN
    return container(LIST, container(LIST, join(element(receiver), other)))


def _entries(receiver: Value, values: _Arguments) -> Value:
    return container(LIST, entry(receiver))


def entry(receiver: Value) -> Value:
    """One `{key, value}` of a dict."""
    value = element(receiver)
    return container(DICT, join(STRING_VALUE, value), {"key": STRING_VALUE, "value": value})


def _get(receiver: Value, values: _Arguments) -> Value:
    found = read_key(receiver, None)
    return join(found, values[1]) if len(values) > 1 else found


def _merged(receiver: Value, values: _Arguments) -> Value:
    if len(values) == 1 and values[0].mask == DICT:
        return merged(receiver, values[0])
    return Value(DICT)


def _next(receiver: Value, values: _Arguments) -> Value:
    value = or_nil(element(receiver))
    return container(DICT, join(BOOL_VALUE, value), {"done": BOOL_VALUE, "value": value})


_LIST_RULES: dict[str, _Rule] = {
    **dict.fromkeys(("sorted", "reversed", "unique", "slice", "take", "skip", "to_list"), _listed),
    **dict.fromkeys(("first", "last", "min", "max", "pop"), _one),
    **dict.fromkeys(("chunks", "windows"), _grouped),
    "compact": _compact,
    "enumerate": _enumerated,
    "zip": _zipped,
    "sum": _total,
    "len": _length,
    "index_of": _position,
    "iter": _iterated,
}
_ITER_RULES: dict[str, _Rule] = {
    **dict.fromkeys(("take", "skip", "iter"), _iterated),
    **dict.fromkeys(("first", "last", "min", "max"), _one),
    "to_list": _listed,
    "sum": _total,
    "count": _length,
}
_RULES: dict[str, dict[str, _Rule]] = {
    "list": _LIST_RULES,
    "iter": _ITER_RULES,
    "range": {**_ITER_RULES, "len": _length},
    "string": {"len": _length, "index_of": _position, "last_index_of": _position},
    "dict": {
        "len": _length,
        "keys": lambda receiver, values: container(LIST, STRING_VALUE),
        "values": _listed,
        "entries": _entries,
        "to_list": _entries,
        "get": _get,
        "merge": _merged,
        "to_dict": lambda receiver, values: receiver,
        "remove": lambda receiver, values: UNKNOWN,
    },
    "set": {"len": _length, "to_list": _listed, "to_set": _same, "iter": _iterated},
    "generator": {"iter": _iterated, "next": _next},
    "stream": {"iter": _iterated, "next": _next},
}
_WITH_CALLBACKS = frozenset({LIST, ITER, RANGE, SET})
_KIND_NAMES: dict[int, str] = {
    BITS[name]: name for name in ("list", "iter", "range", "string", "dict", "set", "generator", "stream")
}
