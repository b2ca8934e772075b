"""Does a value go where it stands? The one place that reports mismatches, in the words of its context."""

import attrs

from harnpy.diagnostics.codes import types as codes
from harnpy.diagnostics.model import Diagnostic, Label, Message
from harnpy.semantics.assignable import Mismatch, mismatch
from harnpy.semantics.check_context import Checking
from harnpy.semantics.generics import flat
from harnpy.semantics.type_names import display
from harnpy.semantics.typeforms import (
    ANY,
    FLOAT,
    INT,
    NEVER,
    NIL,
    STRING,
    UNTYPED,
    Gen,
    Lit,
    Tuple,
    Type,
    base_of,
    may_be_nil,
    members_of,
    without_nil,
)
from harnpy.syntax.nodes import Int, ListLit, Node, Spread, Str

_CONVERSIONS: dict[Type, str] = {INT: "to_int", FLOAT: "to_float", STRING: "to_string"}


@attrs.frozen(slots=True)
class Words:
    """How a value that does not fit is told.

    message   template with `{expected}`, `{found}` and `{detail}`, and further holes that `data` fills
    declared  the place where the expected type was declared, for a note
    """

    message: Message
    data: dict[str, object]
    declared: Label | None = None


def worded(message: Message, declared: Label | None = None, **data: object) -> Words:
    """The words of a context."""
    return Words(message, data, declared)


def fit(ctx: Checking, node: Node, actual: Type, expected: Type | None, words: Words) -> bool:
    """Report unless `actual`, the type of `node`, goes where `expected` stands; returns whether it does."""
    if expected is None or actual is expected or actual is UNTYPED or actual is ANY or actual is NEVER:
        return True
    found = mismatch(actual, expected)
    if found is None:
        return True
    if not _told_inside(ctx, node, expected):
        _report(ctx, node, found, words)
    return False


def _report(ctx: Checking, node: Node, found: Mismatch, words: Words) -> None:
    notes = () if words.declared is None else (words.declared,)
    if found.nested:
        notes = (*notes, Label(node.span, found.nested))
    data = {
        **words.data,
        "expected": display(found.expected),
        "found": display(found.actual),
        "detail": found.tail,
    }
    help_text = advice(node, found.actual, found.expected)
    ctx.report.add(Diagnostic(words.message, node.span, help=help_text, notes=notes, data=data))


def _told_inside(ctx: Checking, node: Node, expected: Type) -> bool:
    """Report a list literal that stands for a tuple position by position."""
    slots = tuple_slots(node.items, expected) if isinstance(node, ListLit) else None
    if slots is None or not isinstance(node, ListLit):
        return False
    told = False
    for place, (item, slot) in enumerate(zip(node.items, slots, strict=True), start=1):
        words = worded(codes.TUPLE_POSITION, position=place)
        told |= not fit(ctx, item, ctx.types.get(item, UNTYPED), slot, words)
    return told


def tuple_slots(items: tuple[Node, ...], expected: Type | None) -> tuple[Type, ...] | None:
    """What a list literal must hold by position, where a tuple of its length is wanted (or nil)."""
    if expected is None or any(isinstance(one, Spread) for one in items):
        return None
    wanted = without_nil(flat(expected))
    return wanted.items if isinstance(wanted, Tuple) and len(wanted.items) == len(items) else None


def advice(node: Node, actual: Type, expected: Type) -> str | None:
    """The help of a mismatch: a conversion, or what to do about nil."""
    found, wanted = flat(actual), flat(expected)
    nilable = may_be_nil(found) and not may_be_nil(wanted) and found is not NIL
    if nilable and mismatch(without_nil(found), wanted) is None:
        return "handle `nil` first or provide a default with `??`"
    target = next((one for one in members_of(wanted) if one in _CONVERSIONS), None)
    text = node.span.text.strip()
    if target is None or "\n" in text or len(text) > 40 or found is NIL:
        return None
    if target is not STRING and base_of(found) not in (STRING, INT, FLOAT):
        return None
    return f"did you mean `{_CONVERSIONS[target]}({text})`?"


def literal_or_base(value: str | int, base: Type, expected: Type | None) -> Type:
    """The type of a literal: the literal type itself where the place permits it, else its base."""
    if expected is None or expected is base or expected is UNTYPED:
        return base
    literal = Lit(value)
    return literal if literal in members_of(flat(expected)) else base


def forbidden_literal(node: Node, expected: Type) -> bool:
    """Is a literal written where only other literals of its kind are permitted?"""
    if not isinstance(node, (Str, Int)):
        return False
    members = members_of(flat(expected))
    base = STRING if isinstance(node, Str) else INT
    same = [one for one in members if isinstance(one, Lit) and base_of(one) is base]
    loose = any(one is UNTYPED or one is ANY or one is base for one in members)
    return bool(same) and not loose and Lit(node.value) not in same


def element_of(whole: Type) -> Type:
    """The element type of the list in a type, UNTYPED when there is none."""
    for one in members_of(flat(whole)):
        if isinstance(one, Gen) and one.name == "list" and one.args:
            return one.args[0]
    return UNTYPED
