"""Which cases a `match` leaves out, and patterns that no value of a type can match (language.md 5.5)."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from harnpy.semantics.arms import Covered, LiteralKey, alternatives, catches_all, literal_key
from harnpy.semantics.generics import expand, flat
from harnpy.semantics.results import VariantRef
from harnpy.semantics.type_names import display
from harnpy.semantics.typeforms import (
    BOOL,
    BYTES,
    CLOSURE,
    DECIMAL,
    DURATION,
    FLOAT,
    INT,
    NIL,
    RANGE,
    STRING,
    Enum,
    Fn,
    Gen,
    Lit,
    Param,
    Prim,
    Shape,
    Struct,
    Tuple,
    Type,
    Union,
    base_of,
)
from harnpy.syntax.nodes import (
    Call,
    Expr,
    Ident,
    Index,
    MatchArm,
    MatchExpr,
    Member,
    Node,
    Pattern,
    PLit,
    Str,
)

TypeOf = Callable[[Node], Type]
"""The type of an expression that was inferred already."""

_KIND_OF_CONSTRUCTOR = {"Generator": "generator", "Stream": "stream", "Result": "enum", "Pair": "pair"}
# Members of a union that a literal can stand for, and those without literals.
_PLAIN = frozenset({STRING, INT, FLOAT, BOOL, NIL, DURATION, BYTES, DECIMAL})
# Types whose name is what `type_of` gives.
_EXACT = _PLAIN | {CLOSURE, RANGE}
_KIND_OF_FORM: dict[type[Type], str] = {
    Tuple: "list",
    Shape: "dict",
    Enum: "enum",
    Struct: "struct",
    Fn: "closure",
}


class Left:
    """What a `match` over a closed set of cases leaves out: nothing when `missing` is empty.

    subject   what is matched, as the message words it: `enum Light`, `literal union`
    missing   the cases in order of their declaration
    variants  are they variants of an enum or of a union of records
    """

    __slots__ = ("missing", "subject", "variants")

    def __init__(self, subject: str, missing: Iterable[str], *, variants: bool = False) -> None:
        self.subject = subject
        self.missing = tuple(missing)
        self.variants = variants

    @property
    def text(self) -> str:
        """The cases as the message lists them: `variants "A", "B"` or `false`."""
        listed = ", ".join(self.missing)
        return f"variants {listed}" if self.variants else listed


def cases_left(match: MatchExpr, type_of: TypeOf, variants: Mapping[Node, VariantRef]) -> Left | None:
    """What the arms leave out; None when the value can be anything or an arm takes everything."""
    if any(map(catches_all, match.arms)):
        return None
    covered = Covered(match.arms, variants)
    value = match.value
    return (
        _tagged(value, type_of, covered)
        or _kinds(value, type_of, covered)
        or _named_variants(value, type_of, covered)
        or _values(flat(expand(type_of(value))), covered)
    )


def mismatched(value: Type, arms: Iterable[MatchArm]) -> Iterator[tuple[Pattern, str]]:
    """Literal patterns that no value of the type can match, each with the kind of its literal.

    `nil` is left alone: to be prepared for it is no mistake.
    """
    kinds = _literal_kinds(value)
    if kinds is None:
        return
    for arm in arms:
        for pattern in alternatives(arm.pattern):
            kind = literal_key(pattern.value)[0] if isinstance(pattern, PLit) else ""
            if kind not in kinds:
                yield pattern, kind


def _literal_kinds(value: Type) -> frozenset[str] | None:
    """The kinds of literals that may equal a value of the type; None when nothing is certain."""
    kinds = {"", "nil"}
    for member in _members(flat(value)):
        if not _is_definite(member):
            return None
        base = base_of(member)
        if isinstance(base, Prim):
            kinds |= {"int", "float"} if base in (INT, FLOAT) else {base.name}
    return frozenset(kinds)


# ---- the sets of cases -------------------------------------------------------------------------


def _tagged(value: Expr, type_of: TypeOf, covered: Covered) -> Left | None:
    """`match v.tag` over a union of records that this field tells apart."""
    place, name = _field_read(value)
    if place is None:
        return None
    members = _members(flat(expand(type_of(place))))
    shapes = [one for one in members if isinstance(one, Shape)]
    if len(shapes) < 2 or len(shapes) < len(members) or _tag_of(shapes) != name:
        return None
    tags = [one.type for shape in shapes for one in shape.fields if one.name == name]
    left = [display(tag) for tag in tags if _key(tag) not in covered.literals]
    return Left("tagged shape union", left, variants=True)


def _field_read(value: Expr) -> tuple[Expr | None, str]:
    """The object and the name of `v.name` and `v["name"]`."""
    if isinstance(value, Member) and not value.optional:
        return value.object, value.name
    if isinstance(value, Index) and not value.optional and isinstance(value.index, Str):
        return value.object, value.index.value
    return None, ""


def _tag_of(shapes: list[Shape]) -> str | None:
    """The first field of the first record that is required, literal and distinct in every one."""
    for field in shapes[0].fields:
        found = [one for shape in shapes for one in shape.fields if one.name == field.name]
        values = {_key(one.type) for one in found if isinstance(one.type, Lit) and not one.optional}
        if len(values) == len(shapes):
            return field.name
    return None


def _key(literal: Type) -> LiteralKey:
    if not isinstance(literal, Lit):
        return "", None
    return "string" if isinstance(literal.value, str) else "int", literal.value


def _kinds(value: Expr, type_of: TypeOf, covered: Covered) -> Left | None:
    """`match type_of(x)` over a union whose members are each of one kind."""
    if not (isinstance(value, Call) and isinstance(value.callee, Ident) and value.callee.name == "type_of"):
        return None
    whole = flat(expand(type_of(value.args[0]))) if len(value.args) == 1 else None
    if not isinstance(whole, Union):
        return None
    kinds = dict.fromkeys(map(_kind, whole.members))
    if None in kinds:
        return None
    return Left("union type", [kind for kind in kinds if kind and ("string", kind) not in covered.literals])


def _kind(member: Type) -> str | None:
    """What `type_of` gives for every value of a type; None when that depends on the value."""
    member = base_of(expand(member))
    if isinstance(member, Prim):
        return member.name if member in _EXACT else None
    if isinstance(member, Gen):
        return _KIND_OF_CONSTRUCTOR.get(member.name, member.name)
    return _KIND_OF_FORM.get(member.__class__)


def _named_variants(value: Expr, type_of: TypeOf, covered: Covered) -> Left | None:
    """`match e.variant`: variants of an enum by their names as text."""
    if not (isinstance(value, Member) and value.name == "variant" and not value.optional):
        return None
    whole = expand(type_of(value.object))
    if not isinstance(whole, Enum):
        return None
    left = [f'"{name}"' for name in whole.info.variants if ("string", name) not in covered.literals]
    return Left(f"enum {whole.info.name}", left, variants=True)


def _values(whole: Type, covered: Covered) -> Left | None:
    """A value itself: a bool, an enum, a union of literals or of types that patterns can tell."""
    if whole is BOOL:
        return Left("bool", _bools_left(covered))
    if isinstance(whole, Enum) or _is_result(whole):
        name = whole.info.name if isinstance(whole, Enum) else "Result"
        return Left(f"enum {name}", [f'"{one}"' for one in _variants_left(whole, covered)], variants=True)
    if not isinstance(whole, Union):
        return None
    members = [expand(one) for one in whole.members]
    if all(isinstance(one, Lit) for one in members):
        return Left("literal union", [display(one) for one in members if _key(one) not in covered.literals])
    left: list[str] = []
    for member in members:
        names = _member_left(member, covered)
        if names is None:
            return None
        left += names
    return Left("union type", left)


def _member_left(member: Type, covered: Covered) -> list[str] | None:
    """What is left of a member of a union; None when no pattern can tell its values from others."""
    if isinstance(member, Lit):
        taken = _key(member) in covered.literals
    elif member in _PLAIN:
        taken = display(member) in covered.kinds
    elif isinstance(member, Enum):
        return [f"{member.info.name}.{name}" for name in _variants_left(member, covered)]
    else:
        return None
    return [] if taken else [display(member)]


def _bools_left(covered: Covered) -> list[str]:
    return [
        name for name, value in (("true", True), ("false", False)) if ("bool", value) not in covered.literals
    ]


def _variants_left(whole: Type, covered: Covered) -> list[str]:
    if isinstance(whole, Enum):
        decl, variants = whole.info.decl, whole.info.variants
    else:
        held = whole.args if isinstance(whole, Gen) else ()
        ways = {name: held[at : at + 1] for at, name in enumerate(("Ok", "Err"))}
        decl, variants = None, {name: tuple(map(Param, parts)) for name, parts in ways.items()}
    return [name for name, fields in variants.items() if not covered.variant(decl, name, fields)]


def _is_result(whole: Type) -> bool:
    return isinstance(whole, Gen) and whole.name == "Result"


# ---- types and literals ------------------------------------------------------------------------


def _members(whole: Type) -> tuple[Type, ...]:
    parts = whole.members if isinstance(whole, Union) else (whole,)
    return tuple(expand(one) for one in parts)


def _is_definite(member: Type) -> bool:
    """Is it known of which kind the values of a type are?"""
    return member in _PLAIN or isinstance(member, (Lit, Gen, Tuple, Shape, Fn, Struct, Enum))
