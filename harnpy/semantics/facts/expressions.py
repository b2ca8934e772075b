"""Walk of expressions without control flow of their own, and of the operators that branch."""

from harnpy.semantics.facts.access import made_variant, write_field
from harnpy.semantics.facts.annotations import admitted, fitted
from harnpy.semantics.facts.arithmetic import arithmetic, coalesced, negation
from harnpy.semantics.facts.calls import builtin_result, callee_of, known_callee, pass_values, span
from harnpy.semantics.facts.conditions import branch, pure
from harnpy.semantics.facts.flow import ROWS, Flow, State, interrupted, merge
from harnpy.semantics.facts.kinds import (
    ALL,
    BOOL_VALUE,
    BUILTIN,
    CLOSURE,
    DICT,
    DURATION,
    ENUM,
    FLOAT_VALUE,
    LIST,
    NEVER,
    NIL,
    NIL_VALUE,
    STRING_VALUE,
    STRUCT,
    UNKNOWN,
    Value,
    container,
    element,
    integer,
    join,
    restrict,
)
from harnpy.semantics.symbols import SymbolKind
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node

_COMPARISONS = frozenset({"==", "!=", "<", ">", "<=", ">=", "in", "not_in"})
_BRANCHING = frozenset({"|>", "??", "&&", "||"})


@ROWS.on(nodes.Int)
def _int(flow: Flow, node: nodes.Int) -> Value:
    return integer(node.value, node.value)


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


@ROWS.on(nodes.Ident)
def _ident(flow: Flow, node: nodes.Ident) -> Value:
    if node in flow.world.bindings.variants:
        return made_variant(flow, node, ())
    symbol = flow.symbol(node)
    if symbol is None:
        return flow.holes[-1] if flow.holes and node.name == "_" else UNKNOWN
    value = flow.lookup(symbol)
    if value.mask & CLOSURE and value.what is not None:
        flow.world.escape(value.what)
    elif symbol.kind in {SymbolKind.TOOL, SymbolKind.PIPELINE} and symbol.node is not None:
        flow.world.escape(symbol.node)
    return value


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
        if entry.computed or not isinstance(entry.key, nodes.Str | nodes.RawStr):
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


@ROWS.on(nodes.UnaryOp)
def _unary(flow: Flow, node: nodes.UnaryOp) -> Value:
    if node.op == "!":
        holds, fails = branch(flow, node)
        flow.state = merge(holds, fails)
        return BOOL_VALUE
    return negation(flow.expr(node.operand))


@ROWS.on(nodes.BinaryOp)
def _binary(flow: Flow, node: nodes.BinaryOp) -> Value:
    op = node.op
    if op == "|>":
        return _pipe(flow, node)
    if op == "??":
        return _default(flow, node)
    if op in {"&&", "||"}:
        holds, fails = branch(flow, node)
        flow.state = merge(holds, fails)
        return BOOL_VALUE
    return _chain(flow, node)


def _chain(flow: Flow, node: nodes.BinaryOp) -> Value:
    """Operators without branches, along the left side without recursion."""
    chain = [node]
    left = node.left
    while isinstance(left, nodes.BinaryOp) and left.op not in _BRANCHING:
        chain.append(left)
        left = left.left
    value = flow.expr(left)
    for one in reversed(chain):
        value = _applied(one.op, value, flow.expr(one.right))
        flow.record[one] = value
    return value


def _applied(op: str, left: Value, right: Value) -> Value:
    if op in _COMPARISONS:
        return BOOL_VALUE
    if op in {"..", "..="}:
        return span(left, right, op == "..=")
    return arithmetic(op, left, right)


def _default(flow: Flow, node: nodes.BinaryOp) -> Value:
    left = flow.expr(node.left)
    if pure(node.right):
        return coalesced(left, flow.expr(node.right))
    before = flow.fork()
    right = flow.expr(node.right)
    if left.mask & NIL == 0 and left.mask:
        flow.state = before
    else:
        flow.state = merge(flow.state, before)
    return coalesced(left, right)


def _pipe(flow: Flow, node: nodes.BinaryOp) -> Value:
    value = flow.expr(node.left)
    if node.right in flow.world.bindings.holes:
        return _with_hole(flow, node.right, value)
    callee = callee_of(flow, node.right)
    known = known_callee(callee)
    if known is not None:
        return pass_values(flow, known, [value])
    if callee.mask == BUILTIN and isinstance(node.right, nodes.Ident):
        return builtin_result(flow, node.right.name, [value])
    return UNKNOWN


def _with_hole(flow: Flow, right: Node, value: Value) -> Value:
    """A `?` in the right operand ends only the operand, at any point of it."""
    frame: State = {}
    before, tries = flow.fork(), flow.tries
    flow.holes.append(value)
    flow.frames.append(frame)
    result = flow.expr(right)
    flow.frames.pop()
    flow.holes.pop()
    if flow.tries == tries:
        return result
    flow.state = merge(flow.state, interrupted(before, frame))
    return UNKNOWN


@ROWS.on(nodes.RangeExpr)
def _range(flow: Flow, node: nodes.RangeExpr) -> Value:
    start, end = flow.expr(node.start), flow.expr(node.end)
    return span(start, end, node.inclusive)


@ROWS.on(nodes.Ternary)
def _ternary(flow: Flow, node: nodes.Ternary) -> Value:
    holds, fails = branch(flow, node.condition)
    flow.state = holds
    first = flow.expr(node.then)
    holds = flow.state
    flow.state = fails
    second = flow.expr(node.otherwise)
    flow.state = merge(holds, flow.state)
    return join(first, second)


@ROWS.on(nodes.TryOperator)
def _try_operator(flow: Flow, node: nodes.TryOperator) -> Value:
    flow.expr(node.operand)
    flow.tries += 1
    flow.leave(Value(ENUM))
    return UNKNOWN


@ROWS.on(nodes.NonNullAssert)
def _non_null(flow: Flow, node: nodes.NonNullAssert) -> Value:
    value = flow.expr(node.operand)
    return restrict(value, ALL & ~NIL)


@ROWS.on(nodes.TryStar)
def _try_star(flow: Flow, node: nodes.TryStar) -> Value:
    return flow.expr(node.operand)


@ROWS.on(nodes.YieldExpr)
def _yield(flow: Flow, node: nodes.YieldExpr) -> Value:
    value = NIL_VALUE if node.value is None else flow.expr(node.value)
    flow.world.write(("yield", flow.node), value)
    return NIL_VALUE


@ROWS.on(nodes.EmitExpr)
def _emit(flow: Flow, node: nodes.EmitExpr) -> Value:
    flow.world.write(("yield", flow.node), flow.expr(node.value))
    return NIL_VALUE
