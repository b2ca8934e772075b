"""What the arms of a `match` take: everything, literals, variants of an enum (language.md 5.5)."""

from collections.abc import Iterable, Mapping

from harnpy.semantics.generics import expand
from harnpy.semantics.results import VariantRef
from harnpy.semantics.typeforms import DURATION, FLOAT, INT, STRING, Param
from harnpy.syntax.nodes import (
    Bool,
    Duration,
    EnumDecl,
    Expr,
    Float,
    Int,
    MatchArm,
    Nil,
    Node,
    Pattern,
    PBind,
    PEnum,
    PExpr,
    PLit,
    POr,
    PWild,
    RawStr,
    Str,
    UnaryOp,
)

LiteralKey = tuple[str, object]
"""Kind and value of a literal."""

_LITERALS: dict[type[Expr], str] = {
    Int: "int",
    Float: "float",
    Bool: "bool",
    Nil: "nil",
    Str: "string",
    RawStr: "string",
    Duration: "duration",
}
_Variant = tuple[EnumDecl | str | None, str]
# Stands for the enum of a pattern that was reported: it takes the variant of whatever enum there is.
_REJECTED = ""
_ENDLESS = frozenset({STRING, INT, FLOAT, DURATION})


def catches_all(arm: MatchArm) -> bool:
    """Does an arm take whatever comes: `_` or a name, without a guard?"""
    return arm.guard is None and any(isinstance(one, (PWild, PBind)) for one in alternatives(arm.pattern))


def alternatives(pattern: Pattern) -> tuple[Pattern, ...]:
    """The alternatives of an or-pattern, or the pattern itself."""
    return pattern.alternatives if isinstance(pattern, POr) else (pattern,)


def literal_key(literal: Expr) -> LiteralKey:
    """Kind and value of a literal; an empty kind for what is none."""
    if isinstance(literal, UnaryOp) and isinstance(literal.operand, (Int, Float)):
        return _LITERALS[literal.operand.__class__], -literal.operand.value
    if isinstance(literal, (Int, Float, Bool, Str, RawStr)):
        return _LITERALS[literal.__class__], literal.value
    if isinstance(literal, Duration):
        return "duration", literal.ms
    return ("nil", None) if isinstance(literal, Nil) else ("", None)


class Covered:
    """Cases that the unguarded arms take.

    literals  the literals compared with
    kinds     their kinds
    """

    __slots__ = ("_refined", "_whole", "kinds", "literals")

    def __init__(self, arms: Iterable[MatchArm], variants: Mapping[Node, VariantRef]) -> None:
        self.literals: set[LiteralKey] = set()
        self.kinds: set[str] = set()
        # Variants that are taken whatever they hold, and the patterns of those whose fields must match.
        self._whole: set[_Variant] = set()
        self._refined: dict[_Variant, list[PEnum]] = {}
        for arm in arms:
            if arm.guard is None:
                for pattern in alternatives(arm.pattern):
                    self._add(pattern, variants)

    def _add(self, pattern: Pattern, variants: Mapping[Node, VariantRef]) -> None:
        if isinstance(pattern, PLit):
            key = literal_key(pattern.value)
            self.literals.add(key)
            self.kinds.add(key[0])
        elif isinstance(pattern, PEnum) and (pattern in variants or pattern.enum is None):
            ref = variants.get(pattern)
            key = (ref.enum if ref is not None else _REJECTED, pattern.variant)
            if all(isinstance(one, (PWild, PBind)) for one in pattern.args or ()):
                self._whole.add(key)
            else:
                self._refined.setdefault(key, []).append(pattern)

    def variant(self, enum: EnumDecl | None, name: str, fields: tuple[Param, ...]) -> bool:
        """Is a variant of an enum, or of Result for None, taken whatever it holds?"""
        keys = ((enum, name), (_REJECTED, name))
        if any(key in self._whole for key in keys):
            return True
        patterns = [pattern for key in keys for pattern in self._refined.get(key, ())]
        return any(not _narrows(pattern, fields) for pattern in patterns)


def _narrows(pattern: PEnum, fields: tuple[Param, ...]) -> bool:
    """Does a pattern compare a field with one of endless values, so that others like it never add up?"""
    parts = zip(pattern.args or (), fields, strict=False)
    return any(
        isinstance(part, PExpr) or (isinstance(part, PLit) and expand(field.type) in _ENDLESS)
        for part, field in parts
    )
