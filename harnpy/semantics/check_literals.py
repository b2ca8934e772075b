"""Types of literals and of values put together: lists, dicts, structs, ranges (language.md 5.3)."""

from typing import cast

from harnpy.diagnostics.codes import names
from harnpy.diagnostics.codes import types as codes
from harnpy.diagnostics.suggest import nearest
from harnpy.semantics.check_context import Checking, Handler
from harnpy.semantics.fitting import element_of, fit, literal_or_base, tuple_slots, worded
from harnpy.semantics.generics import bind, expand, flat, substitute
from harnpy.semantics.typeforms import (
    ANY,
    BOOL,
    DICT,
    DURATION,
    FLOAT,
    INT,
    LIST,
    NIL,
    RANGE,
    STRING,
    UNTYPED,
    Field,
    Gen,
    Shape,
    Struct,
    StructInfo,
    Tuple,
    Type,
    VarInfo,
    dict_of,
    list_of,
    members_of,
    union,
)
from harnpy.syntax.nodes import (
    Bool,
    DictEntry,
    DictLit,
    Duration,
    Float,
    Int,
    InterpolatedString,
    ListLit,
    Nil,
    Node,
    RangeExpr,
    RawStr,
    Spread,
    Str,
    StructConstruct,
    StructDecl,
    TypeDecl,
)
from harnpy.syntax.visit import NodeTable

LITERALS: NodeTable[Handler] = NodeTable("infer literals")


@LITERALS.on(Int)
def infer_int(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """An int, or its literal type where one is wanted."""
    return literal_or_base(cast("Int", node).value, INT, expected)


@LITERALS.on(Str, RawStr)
def infer_string(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """A string, or its literal type where one is wanted."""
    return literal_or_base(cast("Str", node).value, STRING, expected)


@LITERALS.on(Float)
def infer_float(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """A float."""
    return FLOAT


@LITERALS.on(Bool)
def infer_bool(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """A bool."""
    return BOOL


@LITERALS.on(Nil)
def infer_nil(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """Nil."""
    return NIL


@LITERALS.on(Duration)
def infer_duration(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """A duration."""
    return DURATION


@LITERALS.on(InterpolatedString)
def infer_interpolation(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """Holes take any value."""
    for part in cast("InterpolatedString", node).parts:
        if not isinstance(part, str):
            ctx.infer(part)
    return STRING


@LITERALS.on(RangeExpr)
def infer_range(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """A range of ints."""
    bounds = cast("RangeExpr", node)
    ctx.infer(bounds.start)
    ctx.infer(bounds.end)
    return RANGE


# ---- lists and dicts ---------------------------------------------------------------------------


@LITERALS.on(ListLit)
def infer_list(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """A list of the union of its elements; a tuple where one of that length is wanted."""
    items = cast("ListLit", node).items
    slots = tuple_slots(items, expected)
    if slots is not None:
        return Tuple(tuple(ctx.infer(one, slot) for one, slot in zip(items, slots, strict=True)))
    wanted = element_of(expected) if expected is not None else UNTYPED
    hint = None if wanted is UNTYPED else wanted
    found: list[Type] = []
    for one in items:
        if isinstance(one, Spread):
            found.append(_spread_element(ctx, one))
        else:
            found.append(ctx.infer(one, hint))
    return list_of(union(found)) if found else LIST


def _spread_element(ctx: Checking, spread: Spread) -> Type:
    whole = flat(ctx.infer(spread.expr))
    ctx.types[spread] = whole
    if isinstance(whole, Tuple):
        return union(whole.items)
    if isinstance(whole, Gen) and whole.name in ("list", "set", "iter", "Generator", "Stream") and whole.args:
        return whole.args[0]
    return INT if whole is RANGE else UNTYPED


@LITERALS.on(Spread)
def infer_spread(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """What is spread; the form around it takes it apart."""
    return ctx.infer(cast("Spread", node).expr)


@LITERALS.on(DictEntry)
def infer_entry(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """The value of an entry."""
    entry = cast("DictEntry", node)
    if entry.key is not None:
        ctx.infer(entry.key)
    return ctx.infer(entry.value, expected)


@LITERALS.on(DictLit)
def infer_dict(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """A shape when all keys are known, else a dict."""
    entries = cast("DictLit", node).entries
    if not entries:
        return _empty_dict(expected)
    fields: dict[str, Field] = {}
    others: list[Type] = []
    tail: Type | None = None
    for entry in entries:
        if entry.key is None:
            whole = flat(ctx.infer(cast("Spread", entry.value).expr))
            ctx.types[entry.value] = whole
            if isinstance(whole, Shape):
                fields = merged_fields(fields, whole)
                tail = tail or whole.tail
            else:
                others.append(value_of_dict(whole))
        elif entry.computed or not isinstance(entry.key, Str):
            ctx.infer(entry.key)
            others.append(ctx.infer(entry.value, field_wanted(expected, None)))
        else:
            name = entry.key.value
            ctx.types[entry.key] = STRING
            found = ctx.infer(entry.value, field_wanted(expected, name))
            fields[name] = Field(name, found)
    if others:
        values = union([*others, *(one.type for one in fields.values())])
        return dict_of(STRING, values)
    return Shape(tuple(fields.values()), tail, fresh=True)


def _empty_dict(expected: Type | None) -> Type:
    wanted = () if expected is None else members_of(flat(expected))
    return Shape((), fresh=True) if any(isinstance(one, Shape) for one in wanted) else DICT


def merged_fields(left: dict[str, Field], right: Shape) -> dict[str, Field]:
    """The fields of a dict over which a shape is spread: its own win, an optional one only may."""
    found = dict(left)
    for one in right.fields:
        before = found.get(one.name)
        if one.optional and before is not None:
            found[one.name] = Field(one.name, union((before.type, one.type)), before.optional)
        else:
            found[one.name] = one
    return found


def value_of_dict(whole: Type) -> Type:
    """The value type of a dict, UNTYPED when that is not known."""
    if isinstance(whole, Gen) and whole.name == "dict" and len(whole.args) == 2:
        return whole.args[1]
    return UNTYPED


def field_wanted(expected: Type | None, name: str | None) -> Type | None:
    """What an entry of a dict literal is expected to be: the field `name`, or any value when that is None."""
    if expected is None or expected is UNTYPED or expected is ANY:
        return None
    found: list[Type] = []
    for one in members_of(flat(expected)):
        if isinstance(one, Shape) and name is not None:
            field = one.field(name)
            if field is not None:
                found.append(field.type)
        elif isinstance(one, Gen) and one.name == "dict" and len(one.args) == 2:
            found.append(one.args[1])
    return union(found) if found else None


# ---- structs -----------------------------------------------------------------------------------


@LITERALS.on(StructConstruct)
def infer_struct(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """An instance of the named struct; its type arguments come from its fields."""
    made = cast("StructConstruct", node)
    symbol = ctx.symbols.get(made)
    decl = symbol.origin().node if symbol is not None else None
    if isinstance(decl, TypeDecl):
        whole = expand(ctx.world.named(decl))
        if isinstance(whole, Struct):
            return _construct(ctx, made, whole.info, expected)
        if isinstance(whole, Shape):
            return _shape_by_name(ctx, made, whole)
    if isinstance(decl, StructDecl):
        return _construct(ctx, made, ctx.world.struct(decl), expected)
    for entry in made.entries:
        infer_entry(ctx, entry, None)
    return UNTYPED


def _shape_by_name(ctx: Checking, made: StructConstruct, whole: Shape) -> Type:
    for entry in made.entries:
        name = entry.key.value if isinstance(entry.key, Str) else None
        infer_entry(ctx, entry, field_wanted(whole, name))
    return whole


def _construct(ctx: Checking, made: StructConstruct, info: StructInfo, expected: Type | None) -> Type:
    bound: dict[VarInfo, Type] = {}
    given: set[str] = set()
    spread = False
    for entry in made.entries:
        if entry.key is None:
            spread = True
            infer_entry(ctx, entry, None)
        elif isinstance(entry.key, Str):
            given.add(entry.key.value)
            _give_field(ctx, info, entry, bound)
        else:
            infer_entry(ctx, entry, None)
    if not spread:
        for field in info.fields.values():
            if field.name not in given and not field.optional:
                ctx.report.error(codes.MISSING_FIELD, made.name_span, field=field.name, struct=info.name)
    return Struct(info, _arguments(info, bound, expected))


def _give_field(ctx: Checking, info: StructInfo, entry: DictEntry, bound: dict[VarInfo, Type]) -> None:
    key = cast("Str", entry.key)
    ctx.types[key] = STRING
    field = info.fields.get(key.value)
    if field is None:
        found = nearest(key.value, info.fields)
        near = f"did you mean `{found}`?" if found else f"fields of `{info.name}`: {', '.join(info.fields)}"
        ctx.report.error(names.UNKNOWN_FIELD, key.span, help=near, field=key.value, struct=info.name, near="")
        ctx.infer(entry.value)
        return
    slot = substitute(field.type, bound) if info.variables else field.type
    found_type = ctx.infer(entry.value, slot)
    if info.variables:
        bind(field.type, found_type, bound)
        slot = substitute(field.type, {one.info: bound.get(one.info, UNTYPED) for one in info.variables})
    if field.optional and found_type is NIL:
        return
    words = worded(codes.STRUCT_FIELD, field=field.name, struct=info.name)
    fit(ctx, entry.value, found_type, slot, words)


def _arguments(info: StructInfo, bound: dict[VarInfo, Type], expected: Type | None) -> tuple[Type, ...]:
    if not info.variables:
        return ()
    wanted = () if expected is None else members_of(flat(expected))
    known = (one.args for one in wanted if isinstance(one, Struct) and one.info is info)
    fallback = next(known, ())
    return tuple(
        bound.get(one.info, fallback[place] if place < len(fallback) else UNTYPED)
        for place, one in enumerate(info.variables)
    )
