"""Method calls: methods of structs, of known containers, and those that change their receiver."""

from harnpy.semantics.facts.access import forgotten, made_variant, store
from harnpy.semantics.facts.calls import arguments, callee_of, known_callee, pass_values
from harnpy.semantics.facts.flow import ROWS, Flow, merge
from harnpy.semantics.facts.kinds import (
    ALL,
    BOOL_VALUE,
    CLOSURE,
    DICT,
    INT,
    ITER,
    LIST,
    MOST_ITEMS,
    NEVER,
    NIL,
    NIL_VALUE,
    RANGE,
    SET,
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
from harnpy.semantics.facts.method_results import ONE_ARGUMENT, builtin_method
from harnpy.semantics.facts.trips import item_count
from harnpy.semantics.symbols import MUTATING, SymbolKind
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node


@ROWS.on(nodes.MethodCall)
def _method_call(flow: Flow, node: nodes.MethodCall) -> Value:
    if node in flow.variants:
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
    symbol = flow.symbols.get(node) if node.__class__ is nodes.Ident else None
    return symbol is not None and symbol.kind is SymbolKind.NAMESPACE


def _sent(flow: Flow, node: nodes.MethodCall, receiver: Value) -> Value:
    mask = receiver.mask
    if mask == STRUCT or mask & STRUCT:
        return _struct_method(flow, node, receiver)
    if mask == 0:
        arguments(flow, node.args)
        return NEVER
    if mask in _WITH_CALLBACKS and node.method in ONE_ARGUMENT and len(node.args) == 1:
        result = _with_callback(flow, node, receiver)
    elif mask in _WITH_CALLBACKS and node.method == "reduce" and len(node.args) == 2:
        result = _reduced(flow, node, receiver)
    else:
        values = arguments(flow, node.args)
        result = UNKNOWN if values is None else builtin_method(flow, node.method, receiver, tuple(values))
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
        return integer(-1, MOST_ITEMS)
    if name == "partition" and mask == LIST:
        return container(LIST, container(LIST, receiver.elem))
    return NIL_VALUE if name in {"for_each", "sort_by"} else UNKNOWN


def _reduced(flow: Flow, node: nodes.MethodCall, receiver: Value) -> Value:
    start = flow.expr(node.args[0])
    callback = node.args[1]
    found = _callback(flow, callback, [start, element(receiver)])
    if found is None:
        return UNKNOWN
    bound = _running_total(flow, callback, start, receiver) if found.mask == INT else None
    if bound is not None:
        _callback(flow, callback, [bound, element(receiver)])
        return bound
    # The second call lets the accumulator parameter see the result; later rounds follow from its cell.
    again = _callback(flow, callback, [join(start, found), element(receiver)])
    return UNKNOWN if again is None else join(start, again)


def _running_total(flow: Flow, callback: Node, start: Value, receiver: Value) -> Value | None:
    """Bounds of `reduce(start, { total, x -> total + t })`: so many terms as there are elements."""
    if not isinstance(callback, nodes.Closure) or not callback.body.statements or start.mask != INT:
        return None
    tail = callback.body.statements[-1]
    if not isinstance(tail, nodes.BinaryOp) or tail.op not in {"+", "-"}:
        return None
    total = flow.symbol(callback.params[0]) if callback.params else None
    term = flow.record.get(tail.right, UNKNOWN)
    if total is None or flow.symbol(tail.left) is not total or term.mask != INT:
        return None
    count = item_count(receiver)
    low, high = (term.lo, term.hi) if tail.op == "+" else (-term.hi, -term.lo)
    lo, hi = start.lo + min(low, 0) * count, start.hi + max(high, 0) * count
    return integer(lo, hi) if lo > -(2**62) and hi < 2**62 else None


def _changed(flow: Flow, node: nodes.MethodCall, receiver: Value) -> None:
    """The receiver of a mutating method now holds the arguments too."""
    if not isinstance(node.object, (nodes.Ident, nodes.Member, nodes.Index)):
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


_WITH_CALLBACKS = frozenset({LIST, ITER, RANGE, SET})
