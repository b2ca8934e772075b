"""Types of names, fields, elements and of the operators that unwrap (language.md 5.4)."""

from typing import cast

from harnpy.base.spans import Span
from harnpy.diagnostics.codes import names, operations
from harnpy.diagnostics.codes import types as codes
from harnpy.diagnostics.suggest import nearest
from harnpy.semantics import members
from harnpy.semantics.check_context import Checking, Handler
from harnpy.semantics.fitting import fit, worded
from harnpy.semantics.generics import flat
from harnpy.semantics.narrowing import path_of
from harnpy.semantics.ownership import check_access
from harnpy.semantics.results import ModuleNames, VariantRef
from harnpy.semantics.shapes import merged
from harnpy.semantics.symbols import Symbol, SymbolKind
from harnpy.semantics.type_names import display
from harnpy.semantics.typeforms import (
    ANY,
    FLOAT,
    HARNESS,
    INT,
    NEVER,
    NIL,
    RANGE,
    STRING,
    UNKNOWN,
    UNTYPED,
    Both,
    Enum,
    Field,
    Gen,
    Lit,
    Shape,
    Struct,
    Tuple,
    Type,
    base_of,
    list_of,
    may_be_nil,
    members_of,
    optional,
    union,
    without_nil,
)
from harnpy.syntax.nodes import (
    EnumDecl,
    Expr,
    FnDecl,
    Ident,
    Index,
    Int,
    InterfaceDecl,
    Member,
    Node,
    NonNullAssert,
    Pipeline,
    Slice,
    Str,
    StructDecl,
    ToolDecl,
    TryOperator,
    TryStar,
    TypeDecl,
    UnaryOp,
)
from harnpy.syntax.visit import NodeTable

ACCESS: NodeTable[Handler] = NodeTable("infer access")

_GLOBALS: dict[str, Type] = {"harness": HARNESS, "argv": Gen("list", (STRING,)), "pi": FLOAT, "e": FLOAT}
_VAGUE = frozenset((UNTYPED, ANY, NEVER))


# ---- names -------------------------------------------------------------------------------------


@ACCESS.on(Ident)
def infer_name(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """What is known of the name here, or its declared type."""
    symbol = ctx.symbols.get(node)
    if symbol is None:
        return ctx.hole if cast("Ident", node).name == "_" else UNTYPED
    known = ctx.known.get((symbol,))
    return known if known is not None else type_of_symbol(ctx, symbol)


def type_of_symbol(ctx: Checking, symbol: Symbol) -> Type:
    """The declared type of a name."""
    kind = symbol.kind
    if kind is SymbolKind.BUILTIN:
        return _builtin(ctx, symbol.name)
    if kind is SymbolKind.GLOBAL:
        return _GLOBALS.get(symbol.name, UNTYPED)
    origin = symbol.origin()
    decl = origin.node
    if isinstance(decl, (FnDecl, ToolDecl, Pipeline)):
        return ctx.function_of(decl)
    if isinstance(decl, (StructDecl, TypeDecl, InterfaceDecl, EnumDecl)):
        return Gen("Schema", (ctx.world.named(decl),))
    value = ctx.value_of(origin)
    return value.type


def _builtin(ctx: Checking, name: str) -> Type:
    """A builtin function; `pi` and the like stand for the result of calling them."""
    row = ctx.world.catalog.builtin(name)
    found = ctx.world.builtin(name)
    if row is None or found is None:
        return UNTYPED
    return found.result if "constant" in row.flags else found


# ---- fields ------------------------------------------------------------------------------------


@ACCESS.on(Member)
def infer_member(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """A field, a property, a variant without payload, or a name of a module."""
    member = cast("Member", node)
    variant = ctx.bindings.variants.get(node)
    if variant is not None:
        return variant_type(ctx, variant)
    space = namespace_of(ctx, member.object)
    if space is not None:
        return _of_module(ctx, space, member)
    whole = ctx.infer(member.object)
    check_access(ctx, member, whole)
    path = path_of(ctx, member)
    known = ctx.known.get(path) if path is not None else None
    if known is not None:
        return known
    bare, absent = receiver(ctx, whole, member.optional, f"property `{member.name}`", member.name_span)
    found = _property(ctx, member, bare, loose=path is not None)
    return optional(found) if absent else found


def variant_type(ctx: Checking, ref: VariantRef) -> Type:
    """The type of an enum value that names no payload."""
    if ref.enum is None:
        return Gen("Result")
    info = ctx.world.enum(ref.enum)
    return Enum(info, (UNTYPED,) * len(info.variables))


def namespace_of(ctx: Checking, target: Expr) -> Symbol | None:
    """The imported module that an expression names."""
    symbol = ctx.symbols.get(target) if isinstance(target, Ident) else None
    return symbol if symbol is not None and symbol.kind is SymbolKind.NAMESPACE else None


def _of_module(ctx: Checking, space: Symbol, member: Member) -> Type:
    found = exported(ctx, space, member.name, member.name_span, called=False)
    return UNTYPED if found is None else type_of_symbol(ctx, found)


def exported(ctx: Checking, space: Symbol, name: str, span: Span, *, called: bool) -> Symbol | None:
    """The exported symbol `name` of a module; reports one that is not there."""
    target = space.target
    if not isinstance(target, ModuleNames):
        return None
    found = target.exports.get(name)
    if found is None:
        message = names.NO_FUNCTION_MEMBER if called else names.NO_MEMBER
        near = nearest(name, target.exports)
        listed = ", ".join(sorted(target.exports)) or "none"
        ctx.report.error(
            message,
            span,
            help=f"exported members: {listed}",
            module=space.name,
            name=name,
            near=f" — did you mean `{near}`?" if near else "",
        )
    return found


def receiver(ctx: Checking, whole: Type, is_optional: bool, what: str, span: Span) -> tuple[Type, bool]:
    """The type an access works on, and whether its result may be nil because the receiver may be.

    Reports an access that does not ask (`.`) on a value that may be nil.
    """
    bare = flat(whole)
    if not may_be_nil(bare):
        return bare, False
    if is_optional:
        return (UNTYPED if bare is NIL else without_nil(bare)), True
    if bare is NIL:
        ctx.report.error(operations.NIL_ACCESS, span, what=what)
        return UNTYPED, False
    ctx.report.error(operations.NILABLE_ACCESS, span, what=what, type=display(whole))
    return without_nil(bare), False


def _property(ctx: Checking, member: Member, whole: Type, *, loose: bool) -> Type:
    if whole in _VAGUE:
        return whole
    if whole is UNKNOWN:
        what = f"property access `.{member.name}`"
        ctx.report.error(names.ACCESS_ON_UNKNOWN, member.name_span, access=what, near="")
        return UNTYPED
    parts = members_of(whole)
    found = [_property_of(ctx, one, member, loose=loose) for one in parts]
    here = [one for one in found if one is not None]
    if not here:
        _report_missing(ctx, member, whole)
        return UNTYPED
    return union(here) if len(here) == len(parts) else optional(union(here))


def _property_of(ctx: Checking, one: Type, member: Member, *, loose: bool) -> Type | None:
    """The type of a property of one member of a union; None when there certainly is none."""
    if isinstance(one, Shape):
        return _field_of_shape(ctx, one, member, loose=loose)
    if one in _VAGUE:
        return UNTYPED
    found = members.property_type(ctx.world, one, member.name)
    if found is not None:
        return found
    if isinstance(one, Struct):
        return UNTYPED if member.name in one.info.methods else None
    return None if one is HARNESS or isinstance(one, Both) else UNTYPED


def _field_of_shape(ctx: Checking, shape: Shape, member: Member, *, loose: bool) -> Type | None:
    field = shape.field(member.name)
    if shape.fresh and loose:
        return UNTYPED if field is None or _changes(ctx, member) else loosely_read(field)
    if field is not None:
        return _read(field)
    return UNTYPED if shape.tail is not None else None


def loosely_read(field: Field) -> Type:
    """The type of a field that nobody declared: one that may be nil was perhaps given another value since."""
    return UNTYPED if field.optional or may_be_nil(flat(field.type)) else field.type


def is_contract(ctx: Checking, place: Expr) -> bool:
    """Does an annotation or a declaration say what a place holds? Other names are not held to it."""
    while isinstance(place, Index):
        place = place.object
    if isinstance(place, Member):
        held = flat(ctx.types.get(place.object, UNTYPED))
        return not isinstance(held, Shape) or not held.fresh
    symbol = ctx.symbols.get(place) if isinstance(place, Ident) else None
    return symbol is None or ctx.value_of(symbol.origin()).written


def _read(field: Field) -> Type:
    return optional(field.type) if field.optional else field.type


def _changes(ctx: Checking, place: Expr) -> bool:
    """Is the value at the start of a path changed somewhere, so that its first fields tell little?"""
    while isinstance(place, (Member, Index)):
        place = place.object
    symbol = ctx.symbols.get(place)
    return symbol is not None and symbol.mutated


def _report_missing(ctx: Checking, member: Member, whole: Type) -> None:
    found = {name: None for one in members_of(whole) for name in _names(one)}
    near = nearest(member.name, found)
    shown = f" — did you mean `{near}`?" if near else ""
    if whole is HARNESS:
        ctx.report.error(names.NO_CAPABILITY, member.name_span, name=member.name, near=shown)
        return
    listed = ", ".join(found)
    ctx.report.error(
        names.NO_FIELD,
        member.name_span,
        help=f"available fields: {listed}" if listed else None,
        field=member.name,
        kind="struct" if isinstance(whole, Struct) else "shape",
        type=whole.info.name if isinstance(whole, Struct) else display(whole),
        near=shown,
    )


def receiver_name(whole: Type) -> str:
    """How messages about methods name the type of the receiver."""
    if isinstance(whole, Struct):
        return f"struct `{whole.info.name}`"
    if isinstance(whole, Gen):
        return f"`{whole.name}`"
    return "`dict`" if isinstance(whole, Shape) else f"`{display(base_of(whole))}`"


def _names(one: Type) -> list[str]:
    if one is HARNESS:
        return list(members.CAPABILITIES)
    whole = merged(one) if isinstance(one, Both) else one
    if isinstance(whole, Struct):
        return owner_fields(whole)
    return [field.name for field in whole.fields] if isinstance(whole, Shape) else []


def owner_fields(whole: Struct) -> list[str]:
    """Names of the fields of a struct, for messages."""
    return list(whole.info.fields)


# ---- elements ----------------------------------------------------------------------------------


@ACCESS.on(Index)
def infer_index(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """An element; it may be missing, but for fields of a shape and positions of a tuple."""
    access = cast("Index", node)
    whole = ctx.infer(access.object)
    index = ctx.infer(access.index)
    check_access(ctx, access, whole)
    path = path_of(ctx, access)
    known = ctx.known.get(path) if path is not None else None
    if known is not None:
        return known
    bare, absent = receiver(ctx, whole, access.optional, "an index", access.index.span)
    if bare is UNKNOWN:
        ctx.report.error(names.ACCESS_ON_UNKNOWN, access.index.span, access="subscript access", near="")
        return UNTYPED
    found = union(_element(ctx, one, access, index) for one in members_of(bare))
    return optional(found) if absent else found


def _element(ctx: Checking, one: Type, access: Index, index: Type) -> Type:
    if isinstance(one, Shape):
        key = access.index
        field = one.field(key.value) if isinstance(key, Str) else None
        if field is None or (one.fresh and _changes(ctx, access)):
            return UNTYPED
        return loosely_read(field) if one.fresh else _read(field)
    if isinstance(one, Tuple):
        return _position(ctx, one, access)
    if isinstance(one, Gen) and one.name == "dict":
        return optional(one.args[1]) if len(one.args) == 2 else UNTYPED
    found = _sequence_element(one)
    if found is not None:
        fit(ctx, access.index, index, INT, worded(codes.SUBSCRIPT))
        return optional(found) if found is not UNTYPED else UNTYPED
    return UNTYPED


def _sequence_element(one: Type) -> Type | None:
    if isinstance(one, Gen) and one.name == "list":
        return one.args[0] if one.args else UNTYPED
    if one is STRING or (isinstance(one, Lit) and isinstance(one.value, str)):
        return STRING
    return INT if one is RANGE else None


def literal_index(index: Expr) -> int | None:
    """The value of an index that is written as a number."""
    if isinstance(index, Int):
        return index.value
    if isinstance(index, UnaryOp) and index.op == "-" and isinstance(index.operand, Int):
        return -index.operand.value
    return None


def _position(ctx: Checking, whole: Tuple, access: Index) -> Type:
    place = literal_index(access.index)
    size = len(whole.items)
    if place is None:
        return optional(union(whole.items))
    if not -size <= place < size:
        ctx.report.error(operations.TUPLE_INDEX, access.index.span, index=place, arity=size)
        return UNTYPED
    return whole.items[place]


@ACCESS.on(Slice)
def infer_slice(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """A part has the type of the whole."""
    part = cast("Slice", node)
    whole = ctx.infer(part.object)
    for end in (part.start, part.end):
        if end is not None:
            ctx.infer(end)
    bare, _ = receiver(ctx, whole, False, "an index", part.span)
    if isinstance(bare, Tuple):
        return list_of(union(bare.items))
    if isinstance(bare, Lit):
        return STRING
    return bare if isinstance(bare, Gen) or bare is STRING else UNTYPED


# ---- unwrapping --------------------------------------------------------------------------------


@ACCESS.on(NonNullAssert)
def infer_non_null(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """`e!` is `e` without nil."""
    whole = ctx.infer(cast("NonNullAssert", node).operand)
    bare = without_nil(flat(whole))
    return UNTYPED if bare is NEVER else bare


@ACCESS.on(TryOperator)
def infer_try_operator(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """`e?` is what an Ok holds."""
    whole = flat(ctx.infer(cast("TryOperator", node).operand))
    if isinstance(whole, Gen) and whole.name == "Result" and whole.args:
        return whole.args[0]
    return UNTYPED


@ACCESS.on(TryStar)
def infer_try_star(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """`try* e` is `e`, or the error goes on."""
    return ctx.infer(cast("TryStar", node).operand, expected)
