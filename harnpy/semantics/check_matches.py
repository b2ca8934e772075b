"""`match`: what patterns bind and narrow, and whether the arms cover the value (language.md 4.10, 5.5)."""

from collections.abc import Callable
from typing import cast

from harnpy.diagnostics.codes import match as codes
from harnpy.semantics.check_bodies import Branches, infer_body, run_body
from harnpy.semantics.check_context import Checking, Handler, Known, Path, Runner, Value
from harnpy.semantics.exhaustive import cases_left, catches_all, mismatched
from harnpy.semantics.generics import arguments, flat, substitute
from harnpy.semantics.iteration import element_at, element_of_source
from harnpy.semantics.narrowing import (
    KINDS,
    kind_of,
    path_of,
    refine,
    ruled_out,
    type_of_argument,
    with_tag,
)
from harnpy.semantics.type_names import display
from harnpy.semantics.typeforms import (
    NEVER,
    NIL,
    UNKNOWN,
    UNTYPED,
    Enum,
    Gen,
    Lit,
    Shape,
    Tuple,
    Type,
    list_of,
    members_of,
    optional,
    union,
)
from harnpy.syntax.nodes import (
    Body,
    Expr,
    Index,
    Int,
    MatchExpr,
    Member,
    Nil,
    Node,
    Pattern,
    PBind,
    PDict,
    PEnum,
    PExpr,
    PList,
    PLit,
    POr,
    PWild,
    Str,
)
from harnpy.syntax.visit import NodeTable

MATCHES: NodeTable[Handler] = NodeTable("infer match")
MATCH_STATEMENTS: NodeTable[Runner] = NodeTable("run match")


@MATCHES.on(MatchExpr)
def infer_match(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """The tail of the arm that is taken."""
    found: list[Type] = []
    _match(ctx, cast("MatchExpr", node), lambda body: found.append(infer_body(ctx, body, expected)))
    return union(found)


@MATCH_STATEMENTS.on(MatchExpr)
def run_match(ctx: Checking, node: Node) -> None:
    """Arms whose value nobody wants."""
    _match(ctx, cast("MatchExpr", node), lambda body: run_body(ctx, body))


def _match(ctx: Checking, node: MatchExpr, branch: Callable[[Body], None]) -> None:
    value = ctx.infer(node.value)
    sound = [one for one in node.arms if not _is_rejected(ctx, one.pattern)]
    for pattern, kind in mismatched(value, sound):
        ctx.report.error(codes.PATTERN_TYPE, pattern.span, type=display(value), literal=kind)
    ways = Branches(ctx)
    rest = _Rest(ctx, node.value, value)
    for arm in node.arms:
        ways.start(rest.known(arm.pattern))
        told = rest.told(arm.pattern)
        ctx.known = {**ctx.known, **told}
        bind_pattern(ctx, arm.pattern, _of_value(ctx, node.value, told, value))
        if arm.guard is not None:
            ctx.infer(arm.guard)
            ctx.known = {**ctx.known, **refine(ctx, arm.guard)[0]}
        branch(arm.body)
        ways.end()
        if arm.guard is None:
            rest.drop(arm.pattern)
    if not _covers(ctx, node, told_already=len(sound) < len(node.arms)):
        # A value that no arm takes throws, but nobody is told that what follows is never reached.
        ways.start(rest.known())
        ways.end()
    ways.meet()


def _covers(ctx: Checking, node: MatchExpr, *, told_already: bool) -> bool:
    """Do the arms take every value? What they leave out is reported, unless a pattern was, and not twice."""
    if any(map(catches_all, node.arms)):
        return True
    left = cases_left(node, lambda place: ctx.types.get(place, UNTYPED), ctx.bindings.variants)
    if left is None:
        return False
    if left.missing and not told_already:
        ctx.report.error(codes.NON_EXHAUSTIVE, node.value.span, subject=left.subject, missing=left.text)
    return True


def _is_rejected(ctx: Checking, pattern: Pattern) -> bool:
    """Was the form of the pattern reported by the resolver?"""
    if isinstance(pattern, POr):
        return not all(isinstance(one, (PLit, PWild)) for one in pattern.alternatives)
    if isinstance(pattern, PEnum):
        return pattern not in ctx.bindings.variants
    return False


def _of_value(ctx: Checking, value: Expr, told: Known, whole: Type) -> Type:
    path = path_of(ctx, value)
    return told.get(path, ctx.known.get(path, whole)) if path is not None else whole


# ---- narrowing ---------------------------------------------------------------------------------


class _Rest:
    """What is known of the matched value where the arms so far have not taken it.

    Of a union of literals, which may be long, only those are kept that no arm has named.
    """

    __slots__ = ("_ctx", "_known", "_path", "_refuted", "_value", "_words")

    def __init__(self, ctx: Checking, value: Expr, whole: Type) -> None:
        self._ctx = ctx
        self._value = value
        self._known: Known = {}
        self._refuted: Known = {}
        self._path = path_of(ctx, value)
        self._words: dict[str | int, Lit] | None = None
        parts = members_of(flat(whole)) if self._path is not None else ()
        if len(parts) > 1 and not isinstance(value, (Member, Index)):
            words = {one.value: one for one in parts if isinstance(one, Lit)}
            self._words = words if len(words) == len(parts) else None

    def known(self, pattern: Pattern | None = None) -> Known:
        """The facts behind the arms so far; a pattern of literals needs none, as it tells more."""
        if self._words is None or self._path is None:
            return self._known
        if pattern is not None and _literals(pattern) is not None:
            return {}
        return {self._path: union(self._words.values())}

    def told(self, pattern: Pattern) -> Known:
        """What a pattern that matches tells; to be asked with the facts before it in force."""
        literals = _literals(pattern)
        if literals is None:
            self._refuted = {}
            return {}
        if self._words is None or self._path is None:
            told, self._refuted = _narrowed(self._ctx, self._value, literals)
            return told
        same = [self._words[one] for one in literals if one in self._words]
        return {self._path: union(same)} if same else {}

    def drop(self, pattern: Pattern) -> None:
        """The pattern has taken all that it matches."""
        if self._words is None:
            self._known = {**self._known, **self._refuted}
            return
        for literal in _literals(pattern) or ():
            if literal is not None:
                self._words.pop(literal, None)


def _narrowed(ctx: Checking, value: Expr, literals: tuple[str | int | None, ...]) -> tuple[Known, Known]:
    """What literals tell of the matched value, and what they tell the arms behind when it is none of them."""
    inner = type_of_argument(ctx, value)
    if inner is not None:
        return _kinds_told(ctx, inner, literals)
    if isinstance(value, (Member, Index)):
        tag = value.name if isinstance(value, Member) else getattr(value.index, "value", None)
        path = path_of(ctx, value.object)
        if path is not None and isinstance(tag, str):
            whole = ctx.known.get(path, ctx.types.get(value.object, UNTYPED))
            told, refuted = with_tag(
                flat(whole), path, tag, tuple(one for one in literals if one is not None)
            )
            if told or refuted:
                return told, refuted
    path = path_of(ctx, value)
    return ({}, {}) if path is None else _members_told(ctx, value, path, literals)


def _literals(pattern: Pattern) -> tuple[str | int | None, ...] | None:
    """The literals of a pattern that is made of strings, ints and nil only."""
    parts = pattern.alternatives if isinstance(pattern, POr) else (pattern,)
    found: list[str | int | None] = []
    for one in parts:
        if not isinstance(one, PLit) or not isinstance(one.value, (Str, Int, Nil)):
            return None
        found.append(None if isinstance(one.value, Nil) else one.value.value)
    return tuple(found)


def _kinds_told(ctx: Checking, place: Expr, kinds: tuple[str | int | None, ...]) -> tuple[Known, Known]:
    path = path_of(ctx, place)
    if path is None:
        return {}, {}
    whole = flat(ctx.known.get(path, ctx.types.get(place, UNTYPED)))
    named = tuple(one for one in kinds if isinstance(one, str))
    if whole is UNKNOWN:
        told = union(KINDS[one] for one in named if one in KINDS)
        return ({path: told} if told is not NEVER else {}), ruled_out(ctx, path, named)
    parts = members_of(whole)
    if len(parts) < 2:
        return {}, {}
    same = [one for one in parts if kind_of(one) in named or kind_of(one) is None]
    others = [one for one in parts if kind_of(one) not in named]
    return {path: union(same)}, {path: union(others)}


def _members_told(
    ctx: Checking, value: Expr, path: Path, literals: tuple[str | int | None, ...]
) -> tuple[Known, Known]:
    """Members of a union that equal one of the literals."""
    parts = members_of(flat(ctx.known.get(path, ctx.types.get(value, UNTYPED))))
    if len(parts) < 2:
        return {}, {}
    same = [one for one in parts if any(_may_equal(one, literal) for literal in literals)]
    others = [one for one in parts if not any(_only(one, literal) for literal in literals)]
    told: Known = {path: union(same)} if same and len(same) < len(parts) else {}
    return told, ({path: union(others)} if len(others) < len(parts) else {})


def _may_equal(one: Type, literal: str | int | None) -> bool:
    if isinstance(one, Lit):
        return one.value == literal
    if literal is None:
        return one is NIL or kind_of(one) is None
    kind = kind_of(one)
    return (
        kind is None
        or kind == ("string" if isinstance(literal, str) else "int")
        or (kind == "float" and isinstance(literal, int))
    )


def _only(one: Type, literal: str | int | None) -> bool:
    """Is the literal the only value of the type?"""
    return (one is NIL and literal is None) or (isinstance(one, Lit) and one.value == literal)


# ---- patterns ----------------------------------------------------------------------------------


def bind_pattern(ctx: Checking, pattern: Pattern, value: Type) -> None:
    """Give the names that a pattern binds their types, and check the expressions in it."""
    if isinstance(pattern, PBind):
        symbol = ctx.symbols.get(pattern)
        if symbol is not None:
            ctx.values[symbol] = Value(value)
    elif isinstance(pattern, (PLit, PExpr)):
        ctx.infer(pattern.value)
    elif isinstance(pattern, POr):
        for one in pattern.alternatives:
            bind_pattern(ctx, one, value)
    elif isinstance(pattern, PEnum):
        _bind_variant(ctx, pattern, value)
    elif isinstance(pattern, PDict):
        for key, one in pattern.entries:
            bind_pattern(ctx, one, _field(value, key))
    elif isinstance(pattern, PList):
        _bind_list(ctx, pattern, value)


def _bind_variant(ctx: Checking, pattern: PEnum, value: Type) -> None:
    fields = _payload(ctx, pattern, value)
    for place, one in enumerate(pattern.args or ()):
        bind_pattern(ctx, one, fields[place] if place < len(fields) else UNTYPED)


def _payload(ctx: Checking, pattern: PEnum, value: Type) -> tuple[Type, ...]:
    ref = ctx.bindings.variants.get(pattern)
    if ref is None:
        return ()
    if ref.enum is None:
        return tuple(_result_side(one, ref.variant) for one in members_of(flat(value))[:1])
    info = ctx.world.enum(ref.enum)
    args = next(
        (one.args for one in members_of(flat(value)) if isinstance(one, Enum) and one.info is info), ()
    )
    given = arguments(info.variables, args)
    return tuple(substitute(one.type, given) for one in info.variants.get(ref.variant, ()))


def _result_side(whole: Type, variant: str) -> Type:
    if isinstance(whole, Gen) and whole.name == "Result" and len(whole.args) == 2:
        return whole.args[0 if variant == "Ok" else 1]
    return UNTYPED


def _field(value: Type, key: str) -> Type:
    found: list[Type] = []
    for one in members_of(flat(value)):
        if isinstance(one, Shape):
            field = one.field(key)
            if field is not None:
                found.append(optional(field.type) if field.optional else field.type)
        elif isinstance(one, Gen) and one.name == "dict" and len(one.args) == 2:
            found.append(one.args[1])
        else:
            return UNTYPED
    return union(found) if found else UNTYPED


def _bind_list(ctx: Checking, pattern: PList, value: Type) -> None:
    whole = flat(value)
    element = element_of_source(whole) if isinstance(whole, (Gen, Tuple)) else UNTYPED
    single = element_at(whole) if isinstance(whole, Gen) else UNTYPED
    for place, one in enumerate(pattern.items):
        slot = whole.items[place] if isinstance(whole, Tuple) and place < len(whole.items) else single
        bind_pattern(ctx, one, slot)
    if pattern.rest is not None:
        bind_pattern(ctx, pattern.rest, list_of(element))
