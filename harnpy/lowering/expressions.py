"""Expressions without statements of their own: literals, names, operators, displays (lowering.md 7)."""

import ast as pyast
import math

from harnpy.base.spans import Span
from harnpy.lowering import access, calls, contracts, emit, guards, methods
from harnpy.lowering.context import Context, ExprHandler
from harnpy.lowering.specs import KINDS
from harnpy.semantics.symbols import Symbol, SymbolKind
from harnpy.syntax.nodes import (
    BinaryOp,
    Bool,
    Call,
    DictEntry,
    DictLit,
    Duration,
    Expr,
    Float,
    Ident,
    Index,
    Int,
    InterpolatedString,
    ListLit,
    Member,
    MethodCall,
    Nil,
    NonNullAssert,
    RangeExpr,
    RawStr,
    Slice,
    Spread,
    Str,
    StructConstruct,
    StructDecl,
    Ternary,
    TryOperator,
    TryStar,
    UnaryOp,
)
from harnpy.syntax.visit import NodeTable

EXPRESSIONS: NodeTable[ExprHandler] = NodeTable("expressions")
CONDITIONS: NodeTable[ExprHandler] = NodeTable("conditions")

_SCHEMA_KINDS = frozenset({SymbolKind.TYPE, SymbolKind.STRUCT, SymbolKind.ENUM, SymbolKind.INTERFACE})
_CONSTANTS = {"pi": math.pi, "e": math.e}
_CLASS_OF_KIND = {
    "string": "_py_str",
    "int": "_py_int",
    "float": "_py_float",
    "bool": "_py_bool",
    "nil": "_NoneType",
    "list": "_py_list",
    "dict": "_Dict",
}


@EXPRESSIONS.on(Int, Float, Bool, Str, RawStr)
def literal(cx: Context, node: Int | Float | Bool | Str | RawStr) -> pyast.expr:
    """A literal whose Python constant is its value."""
    return emit.const(node.value, node.span)


@EXPRESSIONS.on(Nil)
def nil(cx: Context, node: Nil) -> pyast.expr:
    """`nil`."""
    return emit.const(None, node.span)


@EXPRESSIONS.on(Duration)
def duration(cx: Context, node: Duration) -> pyast.expr:
    """A duration: one object per module and length."""

    def make() -> pyast.expr:
        return emit.support("_duration", [emit.const(node.ms, node.span)], node.span)

    return emit.name(cx.module.constant(("duration", node.ms), make, node.span), node.span)


@EXPRESSIONS.on(InterpolatedString)
def interpolated(cx: Context, node: InterpolatedString) -> pyast.expr:
    """A string with holes: an f-string of display texts."""
    holes = [part for part in node.parts if isinstance(part, Expr)]
    values = iter(cx.operands(holes))
    pieces: list[pyast.expr] = []
    for part in node.parts:
        if isinstance(part, str):
            pieces.append(emit.const(part, node.span))
        else:
            pieces.append(_display(cx, part, next(values)))
    return emit.join(pieces, node.span)


def _display(cx: Context, node: Expr, value: pyast.expr) -> pyast.expr:
    kinds = cx.kinds(node)
    if kinds is not None and kinds <= frozenset({"string", "int"}):
        return value
    return emit.support("_str", [value], node.span)


@EXPRESSIONS.on(Ident)
def ident(cx: Context, node: Ident) -> pyast.expr:
    """A name."""
    span = node.span
    symbol = cx.symbol(node)
    ref = cx.module.bindings.variants.get(node)
    if ref is not None and symbol is None:
        return cx.module.variant_value(ref, [], span)
    if symbol is None:
        if node.name == "_" and cx.pipe_value is not None:
            return cx.pipe_value
        if node.name in KINDS:
            return cx.module.schema_of_kind(node.name, span)
        return calls.fault_call(cx, emit.support("_undefined", [emit.const(node.name, span)], span), span)
    return load_symbol(cx, symbol, span)


def load_symbol(cx: Context, symbol: Symbol, span: Span) -> pyast.expr:
    """The value of a symbol."""
    kind = symbol.kind
    if kind is SymbolKind.IMPORT:
        exported = symbol.origin()
        types = exported.kind in _SCHEMA_KINDS
        return cx.module.schema_of(exported, span) if types else cx.load(symbol, span)
    if kind is SymbolKind.BUILTIN:
        row = cx.module.catalog.builtins.get(symbol.name)
        if row is not None and "constant" in row.flags:
            return cx.native_call(symbol.name, [], span)
        return cx.native("builtin", "", symbol.name, span)
    if kind is SymbolKind.GLOBAL:
        return _global(cx, symbol.name, span)
    if kind in _SCHEMA_KINDS:
        return cx.module.schema_of(symbol, span)
    return cx.load(symbol, span)


def _global(cx: Context, name: str, span: Span) -> pyast.expr:
    """A name that every program sees without declaring it."""
    if name == "harness":
        return emit.abi("_harness", span)
    if name == "argv":
        return emit.support("_argv", [], span)
    if name in _CONSTANTS:
        return emit.const(_CONSTANTS[name], span)
    return calls.fault_call(cx, emit.support("_undefined", [emit.const(name, span)], span), span)


@EXPRESSIONS.on(Spread)
def spread(cx: Context, node: Spread) -> pyast.expr:
    """Refused by the parser outside lists, dicts and calls."""
    return emit.support("_spread", [cx.expr(node.expr)], node.span)


@EXPRESSIONS.on(ListLit)
def list_literal(cx: Context, node: ListLit) -> pyast.expr:
    """`[a, ...b]`."""
    return emit.list_of(calls.arguments_of(cx, node.items).values, node.span)


@EXPRESSIONS.on(DictLit)
def dict_literal(cx: Context, node: DictLit) -> pyast.expr:
    """`{a: 1, [k]: 2, ...d}`."""
    return entries_dict(cx, node.entries, node.span)


def entries_dict(cx: Context, entries: tuple[DictEntry, ...], span: Span) -> pyast.expr:
    """A Python dict display of dict entries, evaluated in source order."""
    nodes: list[Expr] = []
    for entry in entries:
        if entry.key is not None and entry.computed:
            nodes.append(entry.key)
        nodes.append(entry.value.expr if isinstance(entry.value, Spread) else entry.value)
    lowered = iter(cx.operands(nodes))
    keys: list[pyast.expr | None] = []
    values: list[pyast.expr] = []
    for entry in entries:
        if entry.key is None:
            keys.append(None)
            values.append(emit.support("_spread_dict", [next(lowered)], entry.value.span))
            continue
        keys.append(_dict_key(cx, entry, lowered_key=next(lowered) if entry.computed else None))
        values.append(next(lowered))
    return emit.dict_of(keys, values, span)


def _dict_key(cx: Context, entry: DictEntry, lowered_key: pyast.expr | None) -> pyast.expr:
    assert entry.key is not None
    if lowered_key is None:
        assert isinstance(entry.key, Str)
        return emit.const(entry.key.value, entry.key.span)
    if cx.is_kind(entry.key, "string"):
        return lowered_key
    return emit.support("_str", [lowered_key], entry.key.span)


@EXPRESSIONS.on(StructConstruct)
def struct_literal(cx: Context, node: StructConstruct) -> pyast.expr:
    """`Point { x: 1 }`: fields evaluated in source order, then checked against their annotations."""
    declaration = cx.module.struct_named(node)
    span = node.span
    if declaration is None:
        unknown = emit.support("_undefined", [emit.const(node.name, span)], span)
        return calls.fault_call(cx, unknown, span)
    names = [part.name for part in declaration.fields]
    given = [entry.key.value if isinstance(entry.key, Str) else None for entry in node.entries]
    if any(name not in names for name in given):
        return _struct_from_dict(cx, node, declaration)
    values = dict(zip(given, cx.operands([entry.value for entry in node.entries]), strict=True))
    nodes = {entry.key.value: entry.value for entry in node.entries if isinstance(entry.key, Str)}
    checks = _field_checks(cx, declaration, values, nodes)
    absent = emit.abi("_ABSENT", span)
    args = [values.get(part.name, absent) for part in declaration.fields]
    made = emit.call(emit.name(access.struct_class(cx, declaration), span), args, span)
    return made if checks == [] else _checked_struct(cx, declaration, made, checks, span)


def _field_checks(
    cx: Context,
    declaration: StructDecl,
    values: dict[str | None, pyast.expr],
    nodes: dict[str, Expr],
) -> list[pyast.expr] | None:
    """Tests of the given fields, whose values become mentionable; None when a required field is missing."""
    checks: list[pyast.expr] = []
    complete = True
    for part in declaration.fields:
        value = values.get(part.name)
        if value is None:
            complete = complete and part.optional
            continue
        test = contracts.field_test(cx, part, nodes[part.name])
        if test is not None:
            values[part.name] = cx.simple(value, nodes[part.name].span)
            checks.append(test(values[part.name]))
    return checks if complete else None


def _checked_struct(
    cx: Context, declaration: StructDecl, made: pyast.expr, checks: list[pyast.expr] | None, span: Span
) -> pyast.expr:
    """The instance after the general check, which runs when a test fails or a field is missing."""
    held = cx.hold(made, span)
    contract = cx.module.struct_contract(declaration, span)
    parts = [held, contract, emit.const(declaration.name, span)]
    check = emit.effect(emit.support("_bind", parts, span), span)
    if checks is None:
        cx.out.append(check)
    else:
        failed = emit.invert(emit.both(checks, span), span)
        cx.out.append(emit.branch(failed, [check], [], span))
    return held


def _struct_from_dict(cx: Context, node: StructConstruct, declaration: StructDecl) -> pyast.expr:
    span = node.span
    cls = emit.name(access.struct_class(cx, declaration), span)
    fields = entries_dict(cx, node.entries, span)
    contract = cx.module.struct_contract(declaration, span)
    return emit.support("_fill", [cls, fields, contract], span)


@EXPRESSIONS.on(RangeExpr)
def range_expression(cx: Context, node: RangeExpr) -> pyast.expr:
    """`a..b` as a value."""
    start, end = cx.operands((node.start, node.end))
    return emit.support("_range", [start, end, emit.const(node.inclusive, node.span)], node.end.span)


@EXPRESSIONS.on(UnaryOp)
def unary(cx: Context, node: UnaryOp) -> pyast.expr:
    """`-a`, `!a`."""
    if node.op == "-":
        return guards.negation(cx, node)
    return emit.invert(cx.condition(node.operand), node.span)


@CONDITIONS.on(UnaryOp)
def unary_condition(cx: Context, node: UnaryOp) -> pyast.expr:
    """`!a` where only the truth counts."""
    return unary(cx, node)


@EXPRESSIONS.on(BinaryOp)
def binary(cx: Context, node: BinaryOp) -> pyast.expr:
    """An infix operation as a value."""
    op = node.op
    if op in ("&&", "||"):
        joined = _logic(cx, node)
        if cx.is_kind(node.left, "bool") and cx.is_kind(node.right, "bool"):
            return joined
        return emit.invert(emit.invert(joined, node.span), node.span)
    if op == "??":
        return _default(cx, node)
    if op == "|>":
        return calls.pipe(cx, node)
    if op in ("in", "not_in"):
        return _membership(cx, node)
    if op in ("==", "!="):
        known = _class_question(cx, node)
        if known is not None:
            return known
    return guards.binary(cx, node)


@CONDITIONS.on(BinaryOp)
def binary_condition(cx: Context, node: BinaryOp) -> pyast.expr:
    """`a && b` and the like where only the truth counts."""
    return _logic(cx, node) if node.op in ("&&", "||") else binary(cx, node)


def _logic(cx: Context, node: BinaryOp) -> pyast.expr:
    left = cx.condition(node.left)
    before, right = cx.capture(lambda: cx.condition(node.right))
    make = emit.both if node.op == "&&" else emit.either
    if not before:
        return make([left, right], node.span)
    held = cx.hold(left, node.left.span)
    test: pyast.expr = held if node.op == "&&" else emit.invert(held, node.span)
    body = [*before, emit.assign(held.id, right, node.right.span)]
    cx.out.append(emit.branch(test, body, [], node.span))
    return held


def _default(cx: Context, node: BinaryOp) -> pyast.expr:
    left = cx.expr(node.left)
    span = node.span
    kinds = cx.kinds(node.left)
    if kinds is not None and "nil" not in kinds:
        return left
    before, right = cx.capture(lambda: cx.expr(node.right))
    if before:
        held = cx.hold(left, node.left.span)
        missing = emit.compare(held, "is", emit.const(None, span), span)
        body = [*before, emit.assign(held.id, right, node.right.span)]
        cx.out.append(emit.branch(missing, body, [], span))
        return held
    if isinstance(left, pyast.Name):
        test = emit.compare(left, "is not", emit.const(None, span), span)
        return emit.choose(test, left, right, span)
    name = cx.temp()
    test = emit.compare(emit.walrus(name, left, span), "is not", emit.const(None, span), span)
    return emit.choose(test, emit.name(name, span), right, span)


def _membership(cx: Context, node: BinaryOp) -> pyast.expr:
    left, right = cx.operands((node.left, node.right))
    span = node.span
    relation = "in" if node.op == "in" else "not in"
    both_text = cx.is_kind(node.left, "string") and cx.is_kind(node.right, "string")
    if both_text or (cx.is_kind(node.left, "string") and cx.is_kind(node.right, "dict")):
        return emit.compare(left, relation, right, span)
    found = emit.support("_in", [left, right], node.right.span)
    return found if node.op == "in" else emit.invert(found, span)


def _class_question(cx: Context, node: BinaryOp) -> pyast.expr | None:
    """`type_of(x) == "int"` and `x == nil` are class and identity tests."""
    left, right = node.left, node.right
    span = node.span
    relation = "is" if node.op == "==" else "is not"
    for side, other in ((right, left), (left, right)):
        if isinstance(side, Nil):
            return emit.compare(cx.expr(other), relation, emit.const(None, span), span)
    if not (isinstance(left, Call) and isinstance(right, Str) and isinstance(left.callee, Ident)):
        return None
    symbol = cx.symbol(left.callee)
    cls = _CLASS_OF_KIND.get(right.value)
    asks = symbol is not None and symbol.kind is SymbolKind.BUILTIN and symbol.name == "type_of"
    if not asks or cls is None or len(left.args) != 1 or isinstance(left.args[0], Spread):
        return None
    value = cx.expr(left.args[0])
    return emit.compare(emit.class_of(value, span), relation, emit.abi(cls, span), span)


@EXPRESSIONS.on(Ternary)
def ternary(cx: Context, node: Ternary) -> pyast.expr:
    """`c ? a : b`."""
    test = cx.condition(node.condition)
    before_then, then = cx.capture(lambda: cx.expr(node.then))
    before_else, otherwise = cx.capture(lambda: cx.expr(node.otherwise))
    if not before_then and not before_else:
        return emit.choose(test, then, otherwise, node.span)
    result = cx.temp()
    cx.out.append(
        emit.branch(
            test,
            [*before_then, emit.assign(result, then, node.then.span)],
            [*before_else, emit.assign(result, otherwise, node.otherwise.span)],
            node.span,
        )
    )
    return emit.name(result, node.span)


@EXPRESSIONS.on(TryOperator)
def propagate(cx: Context, node: TryOperator) -> pyast.expr:
    """`e?`: the Ok value; an Err ends the function (or the operand of a pipe)."""
    span = node.span
    held = cx.simple(cx.expr(node.operand), node.operand.span)

    def leave() -> None:
        if cx.try_target is not None:
            cx.try_target(held, span)
        else:
            cx.out.append(emit.returns(held, span))

    failed = cx.capture_run(leave)
    cx.out.append(emit.branch(emit.is_class(held, "_Err", span), failed, [], span))
    good = emit.attribute(held, "f0", span)
    other = emit.support("_try_unwrap", [held], node.operand.span)
    return emit.choose(emit.is_class(held, "_Ok", span), good, other, span)


@EXPRESSIONS.on(NonNullAssert)
def non_null(cx: Context, node: NonNullAssert) -> pyast.expr:
    """`e!`."""
    span = node.span
    value = cx.expr(node.operand)
    name = cx.temp()
    held = value if isinstance(value, pyast.Name) else emit.walrus(name, value, span)
    read = value if isinstance(value, pyast.Name) else emit.name(name, span)
    test = emit.compare(held, "is not", emit.const(None, span), span)
    return emit.choose(test, read, calls.fault_call(cx, emit.support("_non_null", [], span), span), span)


@EXPRESSIONS.on(TryStar)
def rethrow(cx: Context, node: TryStar) -> pyast.expr:
    """`try* e`: the error passes on as it is."""
    return cx.expr(node.operand)


@EXPRESSIONS.on(Member)
def member(cx: Context, node: Member) -> pyast.expr:
    """`o.name`, or a variant without arguments."""
    ref = cx.module.bindings.variants.get(node)
    if ref is not None:
        return cx.module.variant_value(ref, [], node.span)
    return access.member(cx, node)


@EXPRESSIONS.on(Index)
def index(cx: Context, node: Index) -> pyast.expr:
    """`o[i]`."""
    return access.index(cx, node)


@EXPRESSIONS.on(Slice)
def slice_of(cx: Context, node: Slice) -> pyast.expr:
    """`o[a:b]`."""
    return access.slice_of(cx, node)


@EXPRESSIONS.on(Call)
def call(cx: Context, node: Call) -> pyast.expr:
    """`f(a)`."""
    return calls.call(cx, node)


@EXPRESSIONS.on(MethodCall)
def method_call(cx: Context, node: MethodCall) -> pyast.expr:
    """`o.m(a)`."""
    return methods.method_call(cx, node)
