"""Reads through `.`, `[]` and slices: fast paths by proven or likely class (lowering.md 6, 16)."""

import ast as pyast

from harnpy.base.mangle import mangle
from harnpy.base.spans import Span
from harnpy.lowering import emit
from harnpy.lowering.context import Context
from harnpy.semantics.symbols import SymbolKind
from harnpy.syntax.nodes import Expr, Ident, Index, Member, Slice, Str, StructDecl

# More struct classes than this in a chain of tests cost more than the look-up they save.
_MOST_STRUCTS = 2


def slot_of(field: str) -> str:
    """The slot that carries a struct field."""
    return "f_" + field


def struct_class(cx: Context, declaration: StructDecl) -> str:
    """Python name of the class of a struct declared in this module or imported."""
    return cx.module.struct_class(declaration)


def structs_with(cx: Context, field: str) -> list[StructDecl]:
    """Structs of this module that have a field called `field`."""
    return cx.module.structs_by_field.get(field, [])


def member(cx: Context, node: Member) -> pyast.expr:
    """`o.name` and `o?.name`."""
    value = cx.expr(node.object)
    span = node.span
    if node.optional:
        held = cx.simple(value, node.object.span)
        test = emit.compare(held, "is", emit.const(None, span), span)
        found = _optional_property(held, node.name, span)
        return emit.choose(test, emit.const(None, span), found, span)
    if isinstance(node.object, Ident) and _is_namespace(cx, node.object):
        return emit.support("_prop", [value, emit.const(node.name, span)], span)
    return property_of(cx, node.object, value, node.name, span)


def _is_namespace(cx: Context, node: Ident) -> bool:
    symbol = cx.symbol(node)
    return symbol is not None and symbol.kind in (SymbolKind.NAMESPACE, SymbolKind.GLOBAL)


def _optional_property(value: pyast.expr, name: str, span: Span) -> pyast.expr:
    slow = emit.support("_optprop", [value, emit.const(name, span)], span)
    return emit.choose(emit.is_class(value, "_Dict", span), _get(value, name, span), slow, span)


def _get(value: pyast.expr, key: str, span: Span) -> pyast.expr:
    return emit.call(emit.attribute(value, "get", span), [emit.const(key, span)], span)


def property_of(cx: Context, node: Expr, value: pyast.expr, name: str, span: Span) -> pyast.expr:
    """Read property `name` of `value`, the lowered form of `node`."""
    declaration = cx.facts.struct(node)
    if declaration is not None:
        known = _known_field(cx, declaration, value, name, span)
        if known is not None:
            return known
    if cx.is_kind(node, "dict"):
        return _get(value, name, span)
    slow_name = emit.const(name, span)
    kinds = cx.kinds(node)
    if kinds is not None and not kinds & {"dict", "struct"}:
        return emit.support("_prop", [value, slow_name], span)
    value = cx.simple(value, span)
    found = emit.support("_prop", [value, slow_name], span)
    likely = structs_with(cx, name)
    if len(likely) <= _MOST_STRUCTS and not _optional_field(likely, name):
        found = emit.choose(emit.is_class(value, "_Dict", span), _get(value, name, span), found, span)
        for one in reversed(likely):
            test = _is_struct(cx, value, one, span)
            found = emit.choose(test, emit.attribute(value, slot_of(name), span), found, span)
        return found
    return emit.choose(emit.is_class(value, "_Dict", span), _get(value, name, span), found, span)


def _optional_field(structs: list[StructDecl], name: str) -> bool:
    return any(field.optional for one in structs for field in one.fields if field.name == name)


def _is_struct(cx: Context, value: pyast.expr, declaration: StructDecl, span: Span) -> pyast.expr:
    cls = emit.name(struct_class(cx, declaration), span)
    return emit.compare(emit.class_of(value, span), "is", cls, span)


def _known_field(
    cx: Context, declaration: StructDecl, value: pyast.expr, name: str, span: Span
) -> pyast.expr | None:
    field = next((one for one in declaration.fields if one.name == name), None)
    if field is None:
        return None
    read = emit.attribute(value, slot_of(name), span)
    if not field.optional:
        return read
    held = cx.temp()
    test = emit.compare(emit.walrus(held, read, span), "is not", emit.abi("_ABSENT", span), span)
    return emit.choose(test, emit.name(held, span), emit.const(None, span), span)


def index(cx: Context, node: Index) -> pyast.expr:
    """`o[i]` and `o?.[i]`."""
    if node.optional:
        return _optional_index(cx, node)
    value, key = cx.operands((node.object, node.index))
    return read_index(cx, node, value, key)


def _optional_index(cx: Context, node: Index) -> pyast.expr:
    span = node.span
    held = cx.simple(cx.expr(node.object), span)
    result = cx.temp()
    before, key = cx.capture(lambda: cx.expr(node.index))
    test = emit.compare(held, "is", emit.const(None, span), span)
    read = emit.support("_index", [held, key], span)
    if not before:
        return emit.choose(test, emit.const(None, span), read, span)
    cx.out.append(
        emit.branch(
            test,
            [emit.assign(result, emit.const(None, span), span)],
            [*before, emit.assign(result, read, span)],
            span,
        )
    )
    return emit.name(result, span)


def read_index(cx: Context, node: Index, value: pyast.expr, key: pyast.expr) -> pyast.expr:
    """Read `value[key]`, both lowered already."""
    span = node.span
    slow = emit.support("_index", [value, key], span)
    kinds, key_kinds = cx.kinds(node.object), cx.kinds(node.index)
    is_text = isinstance(node.index, Str) or cx.is_kind(node.index, "string")
    if cx.is_kind(node.object, "dict"):
        text = key if is_text else emit.support("_str", [key], node.index.span)
        return emit.call(emit.attribute(value, "get", span), [text], span)
    if is_text:
        if kinds is not None and "dict" not in kinds:
            return slow
        value, key = _both_simple(cx, node, value, key)
        fast = emit.call(emit.attribute(value, "get", span), [key], span)
        slow = emit.support("_index", [value, key], span)
        return emit.choose(emit.is_class(value, "_Dict", span), fast, slow, span)
    sequence = frozenset({"list", "string"})
    if (kinds is not None and not kinds & sequence) or (key_kinds is not None and "int" not in key_kinds):
        return slow
    return _read_sequence(cx, node, value, key)


def _read_sequence(cx: Context, node: Index, value: pyast.expr, key: pyast.expr) -> pyast.expr:
    span = node.span
    value, key = _both_simple(cx, node, value, key)
    result = cx.temp()
    read = emit.attempt(
        [emit.assign(result, emit.subscript(value, key, span), span)],
        [emit.handler("_IndexError", None, [emit.assign(result, emit.const(None, span), span)], span)],
        [],
        span,
    )
    tests: list[pyast.expr] = []
    if not (cx.is_kind(node.object, "list") or cx.is_kind(node.object, "string")):
        tests.append(emit.is_class(value, "_py_list", span))
    if not cx.is_kind(node.index, "int") and not isinstance(key, pyast.Constant):
        tests.append(emit.is_class(key, "_py_int", span))
    elif isinstance(key, pyast.Constant) and key.value.__class__ is not int:
        return emit.support("_index", [value, key], span)
    if tests:
        slow = emit.assign(result, emit.support("_index", [value, key], span), span)
        cx.out.append(emit.branch(emit.both(tests, span), [read], [slow], span))
    else:
        cx.out.append(read)
    cx.release(value, node.object)
    return emit.name(result, span)


def _both_simple(
    cx: Context, node: Index, value: pyast.expr, key: pyast.expr
) -> tuple[pyast.expr, pyast.expr]:
    if not isinstance(key, (pyast.Name, pyast.Constant)):
        value = cx.before_other(node.object, value, node.index)
        key = cx.hold(key, node.index.span)
    return cx.simple(value, node.object.span), key


def slice_of(cx: Context, node: Slice) -> pyast.expr:
    """`o[a:b]`."""
    span = node.span
    parts = [part for part in (node.object, node.start, node.end) if part is not None]
    values = cx.operands(parts)
    value, bounds = values[0], values[1:]
    start = bounds.pop(0) if node.start is not None else emit.const(None, span)
    end = bounds.pop(0) if node.end is not None else emit.const(None, span)
    plain = all(part is None or cx.is_kind(part, "int") for part in (node.start, node.end))
    if plain and (cx.is_kind(node.object, "list") or cx.is_kind(node.object, "string")):
        window = pyast.Slice(start, end, None, **span.position)
        return emit.subscript(value, window, span)
    return emit.support("_slice", [value, start, end], span)


def python_name(name: str) -> str:
    """Python identifier of a Harn name that is no symbol: a method, a variant."""
    return mangle(name)
