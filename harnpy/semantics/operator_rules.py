"""What operators give (language.md 4.4, 5.7): a type, or what is wrong with the operands, as data."""

from harnpy.semantics.generics import flat
from harnpy.semantics.relation import merged
from harnpy.semantics.typeforms import (
    ANY,
    BOOL,
    DECIMAL,
    DICT,
    FLOAT,
    INT,
    LOOSE,
    NEVER,
    NIL,
    STRING,
    UNKNOWN,
    UNTYPED,
    Alias,
    Both,
    Field,
    Gen,
    Lit,
    Prim,
    Shape,
    Tuple,
    Type,
    Union,
    Var,
    base_of,
    dict_of,
    list_of,
    members_of,
    optional,
    union,
    widened,
    without_nil,
)

# Pairs of members that are looked at before an operator on long unions is let pass.
_MOST_PAIRS = 400


class Problem:
    """Operands that do not suit an operator.

    kind      add: `+` has no meaning for them; numeric: the operator wants numbers; multiply; negate;
              nilable: `left` (of a binary operator: the operand, either side) may be nil;
              permitted: a literal that the other side can never be;
              meaningless, unexpected: an order that says little
    result    the type to go on with
    """

    __slots__ = ("kind", "left", "op", "result", "right")

    def __init__(self, kind: str, op: str, left: Type, right: Type, result: Type) -> None:
        self.kind = kind
        self.op = op
        self.left = left
        self.right = right
        self.result = result


def binary(op: str, left: Type, right: Type) -> Type | Problem:
    """The type of `left op right`, or what is wrong with it."""
    if op in ("+", "-", "*", "/", "%", "**"):
        return _arithmetic(op, left, right)
    if op in ("==", "!="):
        return _equality(op, left, right)
    if op in ("<", ">", "<=", ">="):
        return _order(op, left, right)
    return _coalesced(left, right) if op == "??" else BOOL


def unary(op: str, operand: Type) -> Type | Problem:
    """The type of `-operand` or `!operand`, or what is wrong with it."""
    if op == "!":
        return BOOL
    whole = flat(operand)
    if isinstance(whole, Lit) and isinstance(whole.value, int):
        return Lit(-whole.value)
    if _unclear(whole):
        return UNTYPED
    rest = without_nil(whole)
    wrong = any(not (isinstance(one, Var) or base_of(one) in _NUMBERS) for one in members_of(rest))
    if rest is NEVER or wrong:
        return Problem("negate", op, operand, operand, UNTYPED)
    if rest is not whole:
        return Problem("nilable", op, operand, operand, widened(rest))
    return widened(whole)


# ---- arithmetic --------------------------------------------------------------------------------

_NUMBERS = (INT, FLOAT, DECIMAL)
_KIND_OF_PROBLEM = {"+": "add", "*": "multiply"}


def _unclear(whole: Type) -> bool:
    """Is nothing known that an operator could object to?"""
    if whole in LOOSE or whole is UNKNOWN or whole is NEVER or isinstance(whole, Var):
        return True
    return isinstance(whole, Union) and any(one is UNKNOWN or isinstance(one, Var) for one in whole.members)


def _arithmetic(op: str, left: Type, right: Type) -> Type | Problem:
    if left.__class__ is Prim and right.__class__ is Prim:
        quick = _numbers(op, left, right)
        if quick is not None:
            return quick
    ours, theirs = flat(left), flat(right)
    if _unclear(ours) or _unclear(theirs):
        return ANY if ours is ANY and theirs is ANY else UNTYPED
    mine, other = without_nil(ours), without_nil(theirs)
    if mine is NEVER or other is NEVER:
        return Problem(_KIND_OF_PROBLEM.get(op, "numeric"), op, left, right, UNTYPED)
    result = _joined(op, mine, other)
    if result is None:
        return Problem(_KIND_OF_PROBLEM.get(op, "numeric"), op, left, right, UNTYPED)
    if mine is not ours:
        return Problem("nilable", op, left, right, result)
    if other is not theirs:
        return Problem("nilable", op, right, left, result)
    return result


def _joined(op: str, left: Type, right: Type) -> Type | None:
    """The union over all pairs of members; None when one of them has no meaning."""
    ours, theirs = members_of(widened(left)), members_of(widened(right))
    if len(ours) * len(theirs) > _MOST_PAIRS:
        return UNTYPED
    found: list[Type] = []
    for one in ours:
        for other in theirs:
            made = _single(op, one, other)
            if made is None:
                return None
            found.append(made)
    return union(found)


def _single(op: str, left: Type, right: Type) -> Type | None:
    quick = _numbers(op, left, right)
    if quick is not None:
        return quick
    if op == "+":
        return _sum(_plain(left), _plain(right))
    if op == "*" and {left, right} == {STRING, INT}:
        return STRING
    return None


def _numbers(op: str, left: Type, right: Type) -> Type | None:
    if left is INT and right is INT:
        return INT
    if (left is FLOAT or left is INT) and (right is FLOAT or right is INT):
        return FLOAT
    if op != "**" and DECIMAL in (left, right) and left in (DECIMAL, INT) and right in (DECIMAL, INT):
        return DECIMAL
    return None


def _plain(whole: Type) -> Type:
    if isinstance(whole, Both):
        return merged(whole) or UNTYPED
    return whole


def _sum(left: Type, right: Type) -> Type | None:
    if left is UNTYPED or right is UNTYPED:
        return UNTYPED
    if left is STRING and right is STRING:
        return STRING
    if _is_list(left) and _is_list(right):
        return list_of(union((_element(left), _element(right))))
    if isinstance(left, Shape) and isinstance(right, Shape):
        return joined_shapes(left, right)
    if _is_dict(left) and _is_dict(right):
        return _joined_dicts(left, right)
    return None


def _is_list(whole: Type) -> bool:
    return isinstance(whole, Tuple) or (isinstance(whole, Gen) and whole.name == "list")


def _element(whole: Type) -> Type:
    if isinstance(whole, Tuple):
        return union(whole.items)
    return whole.args[0] if isinstance(whole, Gen) and whole.args else UNTYPED


def _is_dict(whole: Type) -> bool:
    return isinstance(whole, Shape) or (isinstance(whole, Gen) and whole.name == "dict")


def joined_shapes(left: Shape, right: Shape) -> Shape:
    """The fields of both shapes; the right one wins, unless it may lack the field."""
    fields = {one.name: one for one in left.fields}
    for one in right.fields:
        before = fields.get(one.name)
        if before is not None and one.optional:
            one = Field(one.name, union((before.type, one.type)), before.optional)  # noqa: PLW2901 - the joined field
        fields[one.name] = one
    tail = right.tail if left.tail is None else left.tail
    if tail is not None and right.tail is not None:
        # An open right side may overwrite what the left one says.
        own = {one.name for one in right.fields}
        fields = {
            name: one if name in own else Field(name, UNTYPED, one.optional) for name, one in fields.items()
        }
    return Shape(tuple(fields.values()), tail)


def _joined_dicts(left: Type, right: Type) -> Type:
    ours, theirs = _dict_parts(left), _dict_parts(right)
    if ours is None or theirs is None:
        return DICT
    return dict_of(union((ours[0], theirs[0])), union((ours[1], theirs[1])))


def _dict_parts(whole: Type) -> tuple[Type, Type] | None:
    if isinstance(whole, Shape):
        return None if whole.tail is not None else (STRING, union(one.type for one in whole.fields))
    if isinstance(whole, Gen) and len(whole.args) == 2:
        return whole.args[0], whole.args[1]
    return None


# ---- comparison --------------------------------------------------------------------------------


def _equality(op: str, left: Type, right: Type) -> Type | Problem:
    if isinstance(left, Lit) and _never_is(left, right):
        return Problem("permitted", op, left, right, BOOL)
    if isinstance(right, Lit) and _never_is(right, left):
        return Problem("permitted", op, right, left, BOOL)
    return BOOL


def _never_is(literal: Lit, other: Type) -> bool:
    """Are the literals of this kind that the other side may be all different ones?"""
    if not isinstance(other, (Alias, Union)):
        return False
    members = members_of(flat(other))
    alike = [
        one for one in members if isinstance(one, Lit) and one.value.__class__ is literal.value.__class__
    ]
    if not alike or literal in alike:
        return False
    return not any(
        one in LOOSE or one is UNKNOWN or isinstance(one, Var) or one == base_of(literal) for one in members
    )


def _order(op: str, left: Type, right: Type) -> Type | Problem:
    ours, theirs = widened(flat(left)), widened(flat(right))
    if _unclear(ours) or _unclear(theirs):
        return BOOL
    if _orderless(ours) or _orderless(theirs):
        return Problem("meaningless", op, left, right, BOOL)
    if (ours is STRING and _is_number(theirs)) or (theirs is STRING and _is_number(ours)):
        return Problem("unexpected", op, left, right, BOOL)
    return BOOL


def _orderless(whole: Type) -> bool:
    return whole is BOOL or whole is NIL or (isinstance(whole, Gen) and whole.name == "Pair")


def _is_number(whole: Type) -> bool:
    return all(one is INT or one is FLOAT for one in members_of(whole))


def _coalesced(left: Type, right: Type) -> Type:
    whole = flat(left)
    if whole in LOOSE:
        return whole
    if whole is UNKNOWN:
        return optional(UNKNOWN) if right is NIL else UNKNOWN
    rest = without_nil(whole)
    if rest is whole:
        # The name of an alias is kept.
        return left
    return union((rest, right))
