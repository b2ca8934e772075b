"""What a condition tells about names and paths, and how such knowledge merges and dies (language.md 5.4)."""

from collections.abc import Callable
from typing import cast

from harnpy.semantics.assignable import fits
from harnpy.semantics.check_context import Checking, Known, Path
from harnpy.semantics.generics import expand, flat
from harnpy.semantics.symbols import MUTATING, Symbol, SymbolKind
from harnpy.semantics.typeforms import (
    ANY,
    BOOL,
    BYTES,
    CLOSURE,
    DICT,
    DURATION,
    FLOAT,
    INT,
    LIST,
    NEVER,
    NIL,
    RANGE,
    SET,
    STRING,
    UNKNOWN,
    UNTYPED,
    Enum,
    Fn,
    Gen,
    Lit,
    Prim,
    Shape,
    Struct,
    Tuple,
    Type,
    members_of,
    union,
    without_nil,
)
from harnpy.syntax.nodes import (
    Assignment,
    BinaryOp,
    Bool,
    Call,
    Expr,
    FnDecl,
    Ident,
    Index,
    Int,
    Member,
    MethodCall,
    Nil,
    Node,
    Str,
    UnaryOp,
)
from harnpy.syntax.nodes.core import below

RULED = "\0"
"""Last key of an entry that holds, as a union, the kinds an `unknown` path is known not to be."""

DEMANDED = "\1"
"""Last key behind RULED where the test was that the path is not of a kind: nobody looks at kinds in turn."""

KINDS: dict[str, Type] = {
    "int": INT,
    "string": STRING,
    "float": FLOAT,
    "bool": BOOL,
    "nil": NIL,
    "list": LIST,
    "dict": DICT,
    "closure": CLOSURE,
    "bytes": BYTES,
}
"""Kinds that `type_of` can tell of an `unknown` value, in the order in which missing ones are named."""

_OTHER_KINDS: dict[str, Type] = {"duration": DURATION, "range": RANGE, "set": SET}
_FORM_KINDS: dict[type[Type], str] = {
    Shape: "dict",
    Tuple: "list",
    Fn: "closure",
    Struct: "struct",
    Enum: "enum",
}
_GEN_KINDS = {
    "Result": "enum",
    "Generator": "generator",
    "Stream": "stream",
    "Pair": "pair",
    "Schema": "dict",
}
_VAGUE = frozenset((ANY, UNKNOWN, UNTYPED))


# ---- paths -------------------------------------------------------------------------------------


def path_of(ctx: Checking, place: Node) -> Path | None:
    """The path of an expression; None for one that is not stable, such as `a[i]` or `f().x`, or very long."""
    keys: list[str | int] = []
    while isinstance(place, (Member, Index)) and len(keys) < _LONGEST:
        if isinstance(place, Member):
            keys.append(place.name)
        elif isinstance(place.index, (Str, Int)):
            keys.append(place.index.value)
        else:
            return None
        place = place.object
    symbol = ctx.symbols.get(place) if isinstance(place, Ident) else None
    return None if symbol is None else (symbol, *reversed(keys))


# Nobody narrows longer paths, and each access on the way would look at all of it.
_LONGEST = 16


def forget(known: Known, path: Path) -> Known:
    """Knowledge without a path and all that lies below it: it was assigned."""
    size = len(path)
    if not any(one[:size] == path for one in known):
        return known
    return {one: found for one, found in known.items() if one[:size] != path}


def forget_below(known: Known, path: Path) -> Known:
    """Knowledge without what lies below a path: its content changed, the value itself did not."""
    size = len(path)
    if not any(len(one) > size and one[:size] == path for one in known):
        return known
    return {one: found for one, found in known.items() if len(one) <= size or one[:size] != path}


def forget_names(known: Known, symbols: frozenset[Symbol]) -> Known:
    """Knowledge without all paths that start at one of `symbols`."""
    if not symbols:
        return known
    return {path: found for path, found in known.items() if path[0] not in symbols}


def merged(*ways: Known) -> Known:
    """What is known where ways meet: what all of them know something of."""
    first, *others = ways
    if all(one is first for one in others):
        return first
    found: Known = {}
    for path, one in first.items():
        types = [one]
        for way in others:
            other = way.get(path)
            if other is None:
                break
            types.append(other)
        else:
            if path[-1] != RULED:
                found[path] = union(types)
                continue
            all_rule_out = [kind for kind in members_of(one) if all(kind in members_of(two) for two in types)]
            if all_rule_out:
                found[path] = union(all_rule_out)
    return found


def assigned_in(ctx: Checking, node: Node) -> frozenset[Symbol]:
    """Names that are assigned or changed in place somewhere below a node; found once per node."""
    found = ctx.assigned.get(node)
    if found is None:
        names: set[Symbol] = set()
        for part in below(node):
            names |= assigned_in(ctx, part)
        root = _changed_root(node)
        symbol = ctx.symbols.get(root) if root is not None else None
        if symbol is not None:
            names.add(symbol)
        found = ctx.assigned[node] = frozenset(names) if names else _NOTHING
    return found


_NOTHING: frozenset[Symbol] = frozenset()


def _changed_root(node: Node) -> Ident | None:
    if isinstance(node, Assignment):
        place: Node = node.target
    elif isinstance(node, MethodCall) and node.method in MUTATING:
        place = node.object
    else:
        return None
    while isinstance(place, (Member, Index)):
        place = place.object
    return place if isinstance(place, Ident) else None


# ---- conditions --------------------------------------------------------------------------------


def refine(ctx: Checking, condition: Node) -> tuple[Known, Known]:
    """What more is known when a condition, whose types are noted already, is true and when it is false.

    Told once for each condition, so that a long chain of `&&` is not taken apart for each of its links.
    """
    told = ctx.refined.get(condition)
    if told is None:
        rule = _RULES.get(condition.__class__)
        told = ctx.refined[condition] = ({}, {}) if rule is None else rule(ctx, condition)
    return told


def given(ctx: Checking, facts: Known) -> Known:
    """All that is known once `facts` are added."""
    return {**ctx.known, **facts} if facts else ctx.known


def demanded(unequal: Known) -> Known:
    """What a `type_of(x) != "T"` tells: who gives up there demands one kind and has not forgotten others."""
    demands = {(*path, DEMANDED): kinds for path, kinds in unequal.items() if path[-1] == RULED}
    return {**unequal, **demands} if demands else unequal


def _truthy(ctx: Checking, place: Node) -> tuple[Known, Known]:
    path = path_of(ctx, place)
    if path is None:
        return {}, {}
    return _not_nil(ctx, place, path), {}


def _not_nil(ctx: Checking, place: Node, path: Path) -> Known:
    """A value is there, so every object before a `?.` on the way to it is there as well."""
    found: Known = {}
    whole = ctx.types.get(place, UNTYPED)
    bare = without_nil(flat(whole))
    if bare is not whole:
        # Nothing is known of what comes where a value that is nil is not nil.
        found[path] = UNTYPED if bare is NEVER else bare
    while isinstance(place, (Member, Index)):
        inner = path_of(ctx, place.object)
        bare = without_nil(flat(ctx.types.get(place.object, UNTYPED)))
        if place.optional and inner is not None and bare is not NEVER:
            found[inner] = bare
        place = place.object
    return found


def _compared(ctx: Checking, condition: Node) -> tuple[Known, Known]:
    test = cast("BinaryOp", condition)
    if test.op in ("==", "!="):
        equal, unequal = _equality(ctx, test.left, test.right)
        return (equal, unequal) if test.op == "==" else (demanded(unequal), equal)
    if test.op == "&&":
        return _conjunction(ctx, test)
    if test.op == "||":
        return _disjunction(ctx, test)
    if test.op == "??" and isinstance(test.right, Bool) and not test.right.value:
        return refine(ctx, test.left)[0], {}
    return {}, {}


def _conjunction(ctx: Checking, test: BinaryOp) -> tuple[Known, Known]:
    left, left_not = refine(ctx, test.left)
    right, right_not = _with(ctx, left, test.right)
    return {**left, **right}, _either(left_not, {**left, **right_not})


def _disjunction(ctx: Checking, test: BinaryOp) -> tuple[Known, Known]:
    left, left_not = refine(ctx, test.left)
    right, right_not = _with(ctx, left_not, test.right)
    return _either(left, {**left_not, **right}), {**left_not, **right_not}


def _with(ctx: Checking, facts: Known, condition: Node) -> tuple[Known, Known]:
    before = ctx.known
    ctx.known = given(ctx, facts)
    told = refine(ctx, condition)
    ctx.known = before
    return told


def _either(left: Known, right: Known) -> Known:
    return merged(left, right)


def _equality(ctx: Checking, left: Expr, right: Expr) -> tuple[Known, Known]:
    if isinstance(left, (Nil, Str, Int)) and not isinstance(right, (Nil, Str, Int)):
        left, right = right, left
    if isinstance(right, Nil):
        path = path_of(ctx, left)
        return ({}, {}) if path is None else (_is_nil(ctx, left, path), _not_nil(ctx, left, path))
    if isinstance(right, Str):
        kind = type_of_argument(ctx, left)
        if kind is not None:
            return _kind_told(ctx, kind, right.value)
    if isinstance(right, (Str, Int)) and isinstance(left, (Member, Index)):
        return _tag_told(ctx, left, right.value)
    return {}, {}


def _is_nil(ctx: Checking, place: Expr, path: Path) -> Known:
    whole = flat(ctx.types.get(place, UNTYPED))
    return {path: NIL} if whole not in _VAGUE or whole is UNKNOWN else {}


def type_of_argument(ctx: Checking, call: Expr) -> Expr | None:
    """The `x` of `type_of(x)`."""
    if isinstance(call, Call) and _builtin(ctx, call) == "type_of" and len(call.args) == 1:
        return call.args[0]
    return None


def _builtin(ctx: Checking, call: Call) -> str:
    symbol = ctx.symbols.get(call.callee)
    return symbol.name if symbol is not None and symbol.kind is SymbolKind.BUILTIN else ""


def kind_of(one: Type) -> str | None:
    """What `type_of` says of every value of a (member) type; None where that is open."""
    if isinstance(one, Prim):
        return None if one in _VAGUE or one is NEVER else one.name
    if isinstance(one, Lit):
        return "string" if isinstance(one.value, str) else "int"
    if isinstance(one, Gen):
        return _GEN_KINDS.get(one.name, one.name)
    return _FORM_KINDS.get(one.__class__)


def _kind_told(ctx: Checking, place: Expr, kind: str) -> tuple[Known, Known]:
    path = path_of(ctx, place)
    if path is None:
        return {}, {}
    whole = flat(ctx.types.get(place, UNTYPED))
    if whole is UNKNOWN:
        named = KINDS.get(kind) or _OTHER_KINDS.get(kind)
        return {} if named is None else {path: named}, ruled_out(ctx, path, (kind,))
    if whole in _VAGUE:
        return {}, {}
    members = members_of(whole)
    same = [one for one in members if kind_of(one) in (kind, None)]
    others = [one for one in members if kind_of(one) != kind]
    return {path: union(same)}, {path: union(others)}


def ruled_out(ctx: Checking, path: Path, kinds: tuple[str, ...]) -> Known:
    """The entry that says which kinds an `unknown` is not."""
    before = ctx.known.get((*path, RULED))
    return {(*path, RULED): union((*(() if before is None else (before,)), *(Prim(kind) for kind in kinds)))}


def _tag_told(ctx: Checking, tag: Member | Index, value: str | int) -> tuple[Known, Known]:
    """`x.tag == "lit"`: which members of a union of shapes are left."""
    path = path_of(ctx, tag.object)
    key = tag.name if isinstance(tag, Member) else getattr(tag.index, "value", None)
    if path is None or not isinstance(key, str):
        return {}, {}
    whole = flat(ctx.types.get(tag.object, UNTYPED))
    return with_tag(whole, path, key, (value,))


def with_tag(whole: Type, path: Path, key: str, values: tuple[str | int, ...]) -> tuple[Known, Known]:
    """Split a union of shapes by the literal in the field `key`."""
    members = members_of(whole)
    tags = [_tag_of(one, key) for one in members]
    if len(members) == 1 or all(tag is None for tag in tags):
        return {}, {}
    same = [one for one, tag in zip(members, tags, strict=True) if tag is None or tag in values]
    others = [one for one, tag in zip(members, tags, strict=True) if tag is None or tag not in values]
    told: Known = {path: union(same)} if len(same) < len(members) else {}
    refuted: Known = {path: union(others)} if len(others) < len(members) else {}
    return told, refuted


def _tag_of(member: Type, key: str) -> str | int | None:
    shape = expand(member)
    field = shape.field(key) if isinstance(shape, Shape) else None
    if field is None or field.optional:
        return None
    tag = expand(field.type)
    return tag.value if isinstance(tag, Lit) else None


def _negation(ctx: Checking, condition: Node) -> tuple[Known, Known]:
    test = cast("UnaryOp", condition)
    if test.op != "!":
        return {}, {}
    told, refuted = refine(ctx, test.operand)
    return refuted, told


# ---- calls -------------------------------------------------------------------------------------


def _call(ctx: Checking, condition: Node) -> tuple[Known, Known]:
    call = cast("Call", condition)
    if _builtin(ctx, call) in ("schema_is", "is_type") and len(call.args) == 2:
        return _schema_told(ctx, call.args[0], ctx.types.get(call.args[1], UNTYPED))
    symbol = ctx.symbols.get(call.callee)
    decl = symbol.origin().node if symbol is not None else None
    if isinstance(decl, FnDecl) and decl.predicate is not None:
        return _predicate_told(ctx, call, decl)
    return {}, {}


def _schema_told(ctx: Checking, place: Expr, schema: Type) -> tuple[Known, Known]:
    schema = expand(schema)
    if isinstance(schema, Gen) and schema.name == "Schema" and schema.args:
        return _split(ctx, place, schema.args[0])
    return {}, {}


def _split(ctx: Checking, place: Expr, wanted: Type) -> tuple[Known, Known]:
    path = path_of(ctx, place)
    if path is None or wanted is UNTYPED:
        return {}, {}
    whole = flat(ctx.types.get(place, UNTYPED))
    if whole in _VAGUE:
        return {path: wanted}, {}
    members = members_of(whole)
    inside = [one for one in members if fits(one, wanted)]
    outside = [one for one in members if not fits(one, wanted)]
    told = union(inside) if inside else wanted
    return {path: told}, {path: union(outside)} if inside else {}


def _predicate_told(ctx: Checking, call: Call, decl: FnDecl) -> tuple[Known, Known]:
    predicate = decl.predicate
    names = [one.name for one in decl.params]
    if predicate is None or predicate.parameter not in names:
        return {}, {}
    place = names.index(predicate.parameter)
    if place >= len(call.args):
        return {}, {}
    wanted = ctx.world.annotation(predicate.type_expr, ctx.bindings_of(decl))
    told, refuted = _split(ctx, call.args[place], wanted)
    return told, {} if predicate.one_sided else refuted


def _method(ctx: Checking, condition: Node) -> tuple[Known, Known]:
    """`x.has("k")`: an optional field is there."""
    call = cast("MethodCall", condition)
    if call.method != "has" or len(call.args) != 1 or not isinstance(call.args[0], Str):
        return {}, {}
    path = path_of(ctx, call.object)
    if path is None:
        return {}, {}
    key = call.args[0].value
    shape = expand(ctx.types.get(call.object, UNTYPED))
    field = shape.field(key) if isinstance(shape, Shape) else None
    if field is None or not field.optional:
        return {}, {}
    return {(*path, key): field.type}, {}


_RULES: dict[type[Node], Callable[[Checking, Node], tuple[Known, Known]]] = {
    Ident: _truthy,
    Member: _truthy,
    Index: _truthy,
    BinaryOp: _compared,
    UnaryOp: _negation,
    Call: _call,
    MethodCall: _method,
}


# ---- assignments -------------------------------------------------------------------------------


def narrowed_to(declared: Type, value: Type) -> Type | None:
    """The part of a declared union that an assigned value is, or None when nothing more is known."""
    whole = flat(declared)
    value = flat(value)
    if value in _VAGUE or len(members_of(whole)) < 2:
        return None
    parts = [one for one in members_of(whole) if any(fits(part, one) for part in members_of(value))]
    left = union(parts)
    return left if parts and left != whole else None
