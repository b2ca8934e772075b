"""Method calls: constructors, capabilities, known structs and lists; everything else by the tables."""

import ast as pyast

from harnpy.catalog.model import parameters_of
from harnpy.lowering import emit
from harnpy.lowering.access import struct_class
from harnpy.lowering.calls import Arguments, arguments_of, call_value, required_of
from harnpy.lowering.context import DROP, Context
from harnpy.lowering.inlining import inlined
from harnpy.lowering.operations import one_operation
from harnpy.lowering.places import is_mutating, mutating_call
from harnpy.semantics.symbols import MUTATING, SymbolKind
from harnpy.syntax.nodes import (
    Expr,
    FnDecl,
    Ident,
    Member,
    MethodCall,
    NamedType,
    StructDecl,
    TypedParam,
)

# Impl functions of one name that are tested for before the general look-up.
_MOST_IMPLS = 2


def method_call(cx: Context, node: MethodCall) -> pyast.expr:
    """`o.m(a)` as an expression."""
    return _method_call(cx, node, wanted=True)


def method_statement(cx: Context, node: MethodCall) -> None:
    """`o.m(a)` as a statement."""
    cx.deliver(_method_call(cx, node, wanted=False), DROP, node.span)


def _method_call(cx: Context, node: MethodCall, wanted: bool) -> pyast.expr:
    ref = cx.module.bindings.variants.get(node)
    if ref is not None:
        return cx.module.variant_value(ref, arguments_of(cx, node.args).values, node.span)
    if isinstance(node.object, Ident):
        symbol = cx.symbol(node.object)
        if symbol is not None and symbol.kind is SymbolKind.NAMESPACE:
            return _namespace_call(cx, node)
        if symbol is not None and symbol.kind is SymbolKind.GLOBAL:
            qualified = f"{symbol.name}.{node.method}"
            if qualified in cx.module.catalog.builtins:
                arguments = arguments_of(cx, node.args)
                return cx.native_call(qualified, arguments.values, arguments.where(node.span))
    capability = _capability(cx, node.object)
    if capability is not None and node.method in cx.module.catalog.capabilities.get(capability, {}):
        arguments = arguments_of(cx, node.args)
        target = cx.native("capability", capability, node.method, node.span)
        function = emit.attribute(target, "call", node.span)
        return emit.call(function, arguments.values, arguments.where(node.span))
    if node.optional:
        return _optional_call(cx, node)
    loop = inlined(cx, node)
    if loop is not None:
        return loop
    if is_mutating(node) and not any(_is_spread(one) for one in node.args):
        values = [cx.simple(value, node.span) for value in cx.operands(node.args)]
        result = mutating_call(cx, node, values, wanted)
        for value, arg in zip(values, node.args, strict=True):
            cx.release(value, arg)
        return result
    return _plain_call(cx, node)


def _is_spread(node: Expr) -> bool:
    return type(node).__name__ == "Spread"


def _namespace_call(cx: Context, node: MethodCall) -> pyast.expr:
    found = emit.support(
        "_prop", [cx.expr(node.object), emit.const(node.method, node.method_span)], node.span
    )
    arguments = arguments_of(cx, node.args)
    return call_value(cx, found, arguments, node.span)


def _capability(cx: Context, node: Expr) -> str | None:
    """The handle type that `node` certainly is: `harness.fs`, or a parameter annotated with a handle."""
    if isinstance(node, Member) and not node.optional and isinstance(node.object, Ident):
        if _handle_type(cx, node.object) == "Harness":
            return "Harness" + "".join(part.capitalize() for part in node.name.split("_"))
        return None
    return _handle_type(cx, node) if isinstance(node, Ident) else None


def _handle_type(cx: Context, node: Ident) -> str | None:
    symbol = cx.symbol(node)
    if symbol is None:
        return None
    if symbol.kind is SymbolKind.GLOBAL and symbol.name == "harness":
        return "Harness"
    if symbol.kind is SymbolKind.PARAM and isinstance(symbol.node, TypedParam):
        kind = symbol.node.type_expr
        if isinstance(kind, NamedType) and kind.name.startswith("Harness"):
            return kind.name
    return None


def _optional_call(cx: Context, node: MethodCall) -> pyast.expr:
    """`o?.m(a)`: nil when `o` is nil, without looking at the arguments."""
    span = node.span
    held = cx.simple(cx.expr(node.object), node.object.span)
    if not cx.is_stable(held):
        held = cx.hold(held, node.object.span)
    result = cx.temp()
    helper = "_optmethod" if node.method in MUTATING else "_method"

    def call() -> pyast.expr:
        arguments = arguments_of(cx, node.args)
        name = emit.const(node.method, node.method_span)
        return emit.support(helper, [held, name, *arguments.values], arguments.where(span))

    before, value = cx.capture(call)
    test = emit.compare(held, "is", emit.const(None, span), span)
    if not before:
        return emit.choose(test, emit.const(None, span), value, span)
    nothing = [emit.assign(result, emit.const(None, span), span)]
    cx.out.append(emit.branch(test, nothing, [*before, emit.assign(result, value, span)], span))
    return emit.name(result, span)


class _Receiver(Arguments):
    """Receiver and arguments, lowered in order."""

    def __init__(self, lowered: Arguments) -> None:
        super().__init__(lowered.nodes[1:], lowered.values[1:], lowered.spread)
        self.receiver = lowered.values[0]


def _plain_call(cx: Context, node: MethodCall) -> pyast.expr:
    parts = _Receiver(arguments_of(cx, (node.object, *node.args)))
    if not parts.spread:
        if cx.is_kind(node.object, "dict"):
            found = one_operation(cx, "dict", node, parts.receiver, parts.values)
        else:
            found = _impl_call(cx, node, parts)
        if found is not None:
            return found
    return _table_call(cx, node, parts)


def _impl_call(cx: Context, node: MethodCall, parts: _Receiver) -> pyast.expr | None:
    """A direct call of a function from an `impl`, at once for a known struct, else behind class tests."""
    declaration = cx.facts.struct(node.object)
    if declaration is not None:
        function = cx.module.impls.get((declaration.name, node.method))
        if function is not None and _fits(function, parts):
            target = emit.name(cx.module.impl_name(declaration, node.method), node.span)
            return emit.call(target, [parts.receiver, *parts.values], node.span)
        return None
    likely = [
        one
        for one in cx.module.structs_by_method.get(node.method, ())
        if _fits(cx.module.impls[(one.name, node.method)], parts)
    ]
    if not likely or len(likely) > _MOST_IMPLS or not _may_be_struct(cx, node.object):
        return None
    return _tested_impl_call(cx, node, parts, likely)


def _may_be_struct(cx: Context, node: Expr) -> bool:
    kinds = cx.kinds(node)
    return kinds is None or "struct" in kinds


def _fits(function: FnDecl, parts: _Receiver) -> bool:
    given = len(parts.values) + 1
    return required_of(function.params) <= given <= len(function.params)


def _tested_impl_call(
    cx: Context, node: MethodCall, parts: _Receiver, likely: list[StructDecl]
) -> pyast.expr:
    span = node.span
    if any(not isinstance(one, (pyast.Name, pyast.Constant)) for one in parts.values):
        parts.receiver = cx.spill(parts.receiver, span)
        parts.values = [cx.simple(one, span) for one in parts.values]
    receiver = cx.simple(parts.receiver, node.object.span)
    name = emit.const(node.method, node.method_span)
    found: pyast.expr = emit.support("_method", [receiver, name, *parts.values], parts.where(span))
    for one in likely:
        test = emit.compare(emit.class_of(receiver, span), "is", emit.name(struct_class(cx, one), span), span)
        target = emit.name(cx.module.impl_name(one, node.method), span)
        found = emit.choose(test, emit.call(target, [receiver, *parts.values], span), found, span)
    return found


def _table_call(cx: Context, node: MethodCall, parts: _Receiver) -> pyast.expr:
    """A call through the tables, or at once where the receiver's kind is proven or likely."""
    span, where = node.span, parts.where(node.span)
    name = emit.const(node.method, node.method_span)
    general = emit.support("_method", [parts.receiver, name, *parts.values], where)
    if parts.spread:
        return general
    kinds = cx.kinds(node.object)
    owners = [kind for kind in _DIRECT_KINDS if _takes(cx, kind, node) and (kinds is None or kind in kinds)]
    if not owners:
        return general
    kind = owners[0]
    if kinds is not None and len(kinds) == 1:
        return _direct(cx, kind, node, parts.receiver, parts)
    if any(not isinstance(one, (pyast.Name, pyast.Constant)) for one in parts.values):
        receiver = cx.hold(parts.receiver, span)
        parts.values = [cx.simple(one, span) for one in parts.values]
    else:
        receiver = cx.simple(parts.receiver, node.object.span)
    general = emit.support("_method", [receiver, name, *parts.values], where)
    test = emit.is_class(receiver, _DIRECT_KINDS[kind], span)
    return emit.choose(test, _direct(cx, kind, node, receiver, parts), general, span)


_DIRECT_KINDS = {"string": "_py_str", "list": "_py_list"}


def _takes(cx: Context, kind: str, node: MethodCall) -> bool:
    row = cx.module.catalog.method(kind, node.method)
    if row is None or "mutates" in row.flags or node.method in MUTATING:
        return False
    parameters = parameters_of(row.signature)
    return len(node.args) <= len(parameters) and not any(one.rest for one in parameters)


def _direct(cx: Context, kind: str, node: MethodCall, receiver: pyast.expr, parts: _Receiver) -> pyast.expr:
    shorter = one_operation(cx, kind, node, receiver, parts.values)
    if shorter is not None:
        return shorter
    native = cx.native("method", kind, node.method, node.span)
    function = emit.attribute(native, "direct", node.span)
    return emit.call(function, [receiver, *parts.values], parts.where(node.span))
