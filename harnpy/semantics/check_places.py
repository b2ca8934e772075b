"""Assignments: what a place is declared to hold, and what is known once a value is in it."""

from harnpy.base.spans import Span
from harnpy.diagnostics.codes import names
from harnpy.diagnostics.codes import types as codes
from harnpy.semantics.check_access import is_contract, literal_index, owner_fields, receiver
from harnpy.semantics.check_context import Checking
from harnpy.semantics.check_operators import combined
from harnpy.semantics.fitting import fit, worded
from harnpy.semantics.generics import expand, flat
from harnpy.semantics.narrowing import forget, narrowed_to, path_of
from harnpy.semantics.resolution import suggestion
from harnpy.semantics.shapes import fields_of
from harnpy.semantics.typeforms import (
    INT,
    NIL,
    UNTYPED,
    Gen,
    Shape,
    Struct,
    Tuple,
    Type,
    optional,
    widened,
    without_nil,
)
from harnpy.syntax.nodes import Assignment, Expr, Ident, Index, Member, Str


def assign(ctx: Checking, node: Assignment) -> None:
    """Check `target = value` and `target op= value`."""
    target = node.target
    slot = _slot(ctx, target)
    found = _value(ctx, node, slot)
    _settle_open(ctx, target, found)
    held = not isinstance(target, Index) or is_contract(ctx, target.object)
    if slot is not None and held and not _is_open(ctx, target):
        fit(ctx, node.value, found, slot, worded(codes.ASSIGNMENT, name=target.span.text))
    _learn(ctx, target, found, slot)


def _value(ctx: Checking, node: Assignment, slot: Type | None) -> Type:
    if node.op is None:
        return ctx.infer(node.value, slot)
    # An element that is changed in its place is taken to be there.
    before = (slot or UNTYPED) if isinstance(node.target, Index) else ctx.infer(node.target)
    ctx.types[node.target] = before
    right = ctx.infer(node.value)
    return combined(ctx, node, before, right)


def _slot(ctx: Checking, target: Expr) -> Type | None:
    """The type a place is declared to hold; None when anything may go there."""
    if isinstance(target, Ident):
        symbol = ctx.symbols.get(target)
        if symbol is None:
            return None
        found = ctx.value_of(symbol.origin()).type
        ctx.types[target] = found
    elif isinstance(target, Member):
        found = _field_slot(ctx, target)
    elif isinstance(target, Index):
        found = _element_slot(ctx, target)
    else:
        return None
    return None if found is UNTYPED else found


def _holder(ctx: Checking, place: Expr) -> Type:
    """The type of the object that holds a place: elements on the way to it are taken to be there."""
    path = path_of(ctx, place)
    known = ctx.known.get(path) if path is not None else None
    if isinstance(place, Index):
        found = known if known is not None else _element_slot(ctx, place)
        ctx.types[place] = found
        return found
    return ctx.infer(place)


def _field_slot(ctx: Checking, target: Member) -> Type:
    whole = _holder(ctx, target.object)
    bare, _ = receiver(ctx, whole, target.optional, f"property `{target.name}`", target.name_span)
    if isinstance(bare, Struct):
        field = fields_of(bare).field(target.name)
        if field is None:
            _report_missing(ctx, target.name_span, target.name, bare)
            return UNTYPED
        return optional(field.type) if field.optional else field.type
    return _held(bare, target.name)


def _held(whole: Type, name: str) -> Type:
    """What a dict is declared to hold under a name."""
    if isinstance(whole, Shape):
        field = None if whole.fresh else whole.field(name)
        if field is None:
            return UNTYPED
        return optional(field.type) if field.optional else field.type
    if isinstance(whole, Gen) and whole.name == "dict" and len(whole.args) == 2:
        return whole.args[1]
    return UNTYPED


def _element_slot(ctx: Checking, target: Index) -> Type:
    whole = without_nil(flat(_holder(ctx, target.object)))
    index = ctx.infer(target.index)
    if isinstance(whole, Gen) and whole.name == "list":
        fit(ctx, target.index, index, INT, worded(codes.SUBSCRIPT))
        return whole.args[0] if whole.args else UNTYPED
    if isinstance(whole, Tuple):
        place = literal_index(target.index)
        size = len(whole.items)
        return whole.items[place] if place is not None and -size <= place < size else UNTYPED
    if isinstance(target.index, Str):
        return _held(whole, target.index.value)
    if isinstance(whole, Gen) and whole.name == "dict" and len(whole.args) == 2:
        return whole.args[1]
    return UNTYPED


def _report_missing(ctx: Checking, span: Span, name: str, whole: Struct) -> None:
    listed = owner_fields(whole)
    ctx.report.error(
        names.NO_FIELD,
        span,
        help=f"available fields: {', '.join(listed)}" if listed else None,
        field=name,
        kind="struct",
        type=whole.info.name,
        near=suggestion(name, listed),
    )


# ---- what is known afterwards ------------------------------------------------------------------


def _is_open(ctx: Checking, target: Expr) -> bool:
    symbol = ctx.symbols.get(target) if isinstance(target, Ident) else None
    value = ctx.values.get(symbol) if symbol is not None else None
    return value is not None and value.open


def _settle_open(ctx: Checking, target: Expr, found: Type) -> None:
    """The first value that is not nil decides the type of `let x = nil`."""
    symbol = ctx.symbols.get(target) if isinstance(target, Ident) else None
    value = ctx.values.get(symbol) if symbol is not None else None
    if value is not None and value.open and found is not NIL:
        value.open = False
        value.type = UNTYPED if found is UNTYPED else optional(widened(found))


def _learn(ctx: Checking, target: Expr, found: Type, slot: Type | None) -> None:
    path = path_of(ctx, target)
    if path is None:
        # `xs[i] = …` may have changed any element.
        holder = target.object if isinstance(target, Index) else None
        inner = path_of(ctx, holder) if holder is not None else None
        if inner is not None:
            ctx.known = forget(ctx.known, inner)
        return
    ctx.known = forget(ctx.known, path)
    declared = slot
    if isinstance(target, Ident):
        symbol = ctx.symbols.get(target)
        declared = ctx.value_of(symbol.origin()).type if symbol is not None else None
    if declared is None or expand(declared) is UNTYPED:
        if len(path) > 1 or (found is NIL and _is_open(ctx, target)):
            ctx.know(path, widened(found))
        return
    narrowed = narrowed_to(declared, found)
    if narrowed is not None:
        ctx.know(path, narrowed)
