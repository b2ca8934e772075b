"""Expressions: uses of names, callables, blocks with a value."""

from collections.abc import Iterator
from typing import cast

from harnpy.base.spans import Span
from harnpy.diagnostics.codes import flow, names, ownership
from harnpy.semantics.resolution import Resolution, suggestion, table
from harnpy.semantics.resolve_patterns import has_variant
from harnpy.semantics.results import VariantRef
from harnpy.semantics.symbols import IMMUTABLE, MUTATING, Symbol, SymbolKind
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
    Node,
    NonNullAssert,
    Parallel,
    RangeExpr,
    RawStr,
    Slice,
    SpawnExpr,
    Spread,
    Str,
    StructConstruct,
    StructDecl,
    Ternary,
    TryOperator,
    TryStar,
    UnaryOp,
)
from harnpy.syntax.nodes.core import children

EXPRESSIONS = table("resolve expressions")

LOOKING = frozenset({"len", "type_of", "to_string", "println", "print", "log", "json_stringify"})
"""Builtins that only look at their arguments."""

_TYPE_NAMES = frozenset(
    (
        "int",
        "float",
        "decimal",
        "string",
        "bytes",
        "bool",
        "duration",
        "list",
        "dict",
        "set",
        "closure",
        "any",
    )
)

# Forms of the right operand of a pipe that are searched for `_`.
_HOLE_FORMS = (
    Call,
    MethodCall,
    BinaryOp,
    UnaryOp,
    Ternary,
    RangeExpr,
    ListLit,
    DictLit,
    DictEntry,
    StructConstruct,
    Member,
    Index,
    Slice,
    Spread,
    TryOperator,
    TryStar,
    NonNullAssert,
)


# ---- names and literals ------------------------------------------------------------------------


@EXPRESSIONS.on(Int, Float, Bool, Nil, Str, RawStr, Duration)
def resolve_literal(ctx: Resolution, node: Node) -> None:
    """A literal mentions nothing."""


@EXPRESSIONS.on(Ident)
def resolve_ident(ctx: Resolution, node: Node) -> None:
    """A name whose value goes on from here."""
    ctx.use(node, cast("Ident", node).name, escapes=True)


@EXPRESSIONS.on(ListLit, DictLit, DictEntry, Spread, RangeExpr)
def resolve_parts(ctx: Resolution, node: Node) -> None:
    """Values put together."""
    ctx.visit_all(children(node))


@EXPRESSIONS.on(UnaryOp, Slice)
def resolve_reading(ctx: Resolution, node: Node) -> None:
    """Forms that make a new value of what they read."""
    for part in children(node):
        ctx.read(part)


@EXPRESSIONS.on(TryOperator, NonNullAssert)
def resolve_passing(ctx: Resolution, node: Node) -> None:
    """Forms that hand their operand on."""
    ctx.visit(cast("TryOperator | NonNullAssert", node).operand)


@EXPRESSIONS.on(InterpolatedString)
def resolve_interpolation(ctx: Resolution, node: Node) -> None:
    """Holes are displayed."""
    for part in cast("InterpolatedString", node).parts:
        if not isinstance(part, str):
            ctx.read(part)


@EXPRESSIONS.on(StructConstruct)
def resolve_struct(ctx: Resolution, node: Node) -> None:
    """The struct must be in sight; the fields are the type checker's affair."""
    made = cast("StructConstruct", node)
    symbol = ctx.lookup_type(made.name)
    kind = symbol.origin().kind if symbol is not None else None
    if symbol is not None and kind in (SymbolKind.STRUCT, SymbolKind.TYPE, SymbolKind.IMPORT):
        ctx.bindings.symbols[node] = symbol
        symbol.used = True
        ctx.capture(symbol)
    elif ctx.certain:
        structs = {name for name in ctx.scope.visible() if _is_struct(ctx.lookup_type(name))}
        near = suggestion(made.name, structs)
        advice = f"declare `struct {made.name} {{ ... }}` before constructing it"
        advice += " or fix the type name" if near else ""
        ctx.report.error(names.UNKNOWN_STRUCT, made.name_span, help=advice, name=made.name, near=near)
    ctx.visit_all(made.entries)


def _is_struct(symbol: Symbol | None) -> bool:
    return symbol is not None and isinstance(symbol.origin().node, StructDecl)


# ---- operators ---------------------------------------------------------------------------------


@EXPRESSIONS.on(BinaryOp)
def resolve_binary(ctx: Resolution, node: Node) -> None:
    """A chain of operators, walked without recursion along its left side."""
    chain: list[BinaryOp] = []
    left = cast("Expr", node)
    while isinstance(left, BinaryOp):
        chain.append(left)
        left = left.left
    inner = chain[-1]
    if inner.op in ("|>", "??"):
        ctx.visit(left)
    else:
        ctx.read(left)
    for one in reversed(chain):
        if one.op == "|>":
            _resolve_piped(ctx, one.right)
        elif one.op == "??":
            ctx.visit(one.right)
        else:
            ctx.read(one.right)


def _resolve_piped(ctx: Resolution, right: Expr) -> None:
    holes = set(_holes(right))
    if holes:
        ctx.bindings.holes[right] = True
        ctx.pipe_holes |= holes
        ctx.visit(right)
    elif isinstance(right, Ident):
        ctx.use(right, right.name, escapes=False, called=True)
    else:
        ctx.visit(right)


def _holes(item: Node) -> Iterator[Ident]:
    """Every `_` that belongs to a pipe with this right operand."""
    pending: list[Node] = [item]
    while pending:
        current = pending.pop()
        if isinstance(current, Ident):
            if current.name == "_":
                yield current
        elif isinstance(current, BinaryOp) and current.op == "|>":
            pending.append(current.left)
        elif isinstance(current, _HOLE_FORMS):
            pending.extend(part for part in children(current) if isinstance(part, (Expr, DictEntry)))


@EXPRESSIONS.on(Ternary)
def resolve_ternary(ctx: Resolution, node: Node) -> None:
    """The condition is read, a branch goes on."""
    choice = cast("Ternary", node)
    ctx.read(choice.condition)
    ctx.visit(choice.then)
    ctx.visit(choice.otherwise)


@EXPRESSIONS.on(TryStar)
def resolve_try_star(ctx: Resolution, node: Node) -> None:
    """Needs a function to leave."""
    if ctx.place.kind == "module" or (ctx.place.kind == "branch" and _at_module_level(ctx)):
        ctx.report.error(flow.TRY_STAR_AT_TOP, node.span)
    ctx.visit(cast("TryStar", node).operand)


def _at_module_level(ctx: Resolution) -> bool:
    owner = ctx.place.owner
    while owner.parent is not None and isinstance(owner.node, (SpawnExpr, Parallel)):
        owner = owner.parent
    return owner.parent is None


# ---- access ------------------------------------------------------------------------------------


@EXPRESSIONS.on(Member)
def resolve_member(ctx: Resolution, node: Node) -> None:
    """A property, a variant without fields, or a name of a module."""
    member = cast("Member", node)
    if not _resolve_variant(ctx, node, member.object, member.name, member.name_span):
        ctx.read(member.object)


@EXPRESSIONS.on(Index)
def resolve_index(ctx: Resolution, node: Node) -> None:
    """Object and index are read."""
    access = cast("Index", node)
    ctx.read(access.object)
    ctx.read(access.index)


def _resolve_variant(ctx: Resolution, node: Node, target: Expr, name: str, span: Span) -> bool:
    is_enum, decl = ctx.enum_of(target)
    if not is_enum:
        return False
    known = has_variant(decl, name)
    found = VariantRef(decl, name, known)
    ctx.bindings.variants[node] = found
    if not known:
        ctx.report.error(names.UNKNOWN_VARIANT, span, variant=name, enum=found.enum_name)
    root = target.object if isinstance(target, Member) else target
    if isinstance(root, Ident):
        ctx.use(root, root.name, escapes=False)
    return True


# ---- calls -------------------------------------------------------------------------------------


@EXPRESSIONS.on(Call)
def resolve_call(ctx: Resolution, node: Node) -> None:
    """Callee, then type arguments, then arguments."""
    call = cast("Call", node)
    symbol = None
    if isinstance(call.callee, Ident):
        symbol = ctx.use(call.callee, call.callee.name, escapes=False, called=True)
    else:
        ctx.visit(call.callee)
    ctx.visit_all(call.type_args)
    builtin = symbol.name if symbol is not None and symbol.kind is SymbolKind.BUILTIN else ""
    if builtin in ("Ok", "Err") and len(call.args) == 1 and not isinstance(call.args[0], Spread):
        ctx.bindings.variants[node] = VariantRef(None, builtin, True)
    takes_type = builtin.startswith("schema_") or builtin == "is_type"
    for arg in call.args:
        if takes_type and isinstance(arg, Ident) and arg.name in _TYPE_NAMES and ctx.lookup(arg.name) is None:
            continue
        if builtin in LOOKING:
            ctx.read(arg)
        else:
            ctx.visit(arg)


@EXPRESSIONS.on(MethodCall)
def resolve_method_call(ctx: Resolution, node: Node) -> None:
    """A method, a variant with fields, or a function of a module."""
    call = cast("MethodCall", node)
    if not _resolve_variant(ctx, node, call.object, call.method, call.method_span):
        if call.method in MUTATING:
            root = root_of(call.object)
            if root is not None:
                note_change(ctx, root)
        # A method of a struct may keep `self`; those of builtin values do not.
        if call.method in ctx.methods:
            ctx.read(call.object)
        else:
            ctx.visit(call.object)
    ctx.visit_all(call.type_args)
    ctx.visit_all(call.args)


def root_of(place: Expr) -> Ident | None:
    """The name a path starts from, or None when it starts from a computed value."""
    while isinstance(place, (Member, Index)):
        place = place.object
    return place if isinstance(place, Ident) else None


def note_change(ctx: Resolution, root: Ident) -> Symbol | None:
    """Note that the content of a name may change here; constants never do."""
    symbol = ctx.lookup(root.name)
    if symbol is not None and symbol.kind not in IMMUTABLE:
        symbol.mutated = True
    return symbol


def warn_immutable(ctx: Resolution, symbol: Symbol, span: Span, *, whole: bool) -> None:
    """Warn of an assignment through a name that was not declared with `let`."""
    if symbol.kind is not SymbolKind.LET:
        message = ownership.ASSIGNED if whole else ownership.CHANGED
        ctx.report.error(message, span, name=symbol.name)
