"""What operators give (language.md 4.4, 5.7): a type, or what is wrong with the operands."""

from harnpy.diagnostics.codes import operations as codes
from harnpy.diagnostics.model import Message
from harnpy.semantics.shapes import joined, merged
from harnpy.semantics.substitution import flat
from harnpy.semantics.type_names import display
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
    Both,
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
    union,
    widened,
    without_nil,
)

# Pairs of members that are looked at before an operator on long unions is let pass.
_MOST_PAIRS = 400


class Problem:
    """Operands that do not suit an operator: the message and what fills its holes.

    side    the operand at fault, `left` or `right`; empty when it is both
    result  the type to go on with
    """

    __slots__ = ("data", "message", "result", "side")

    def __init__(
        self, message: Message, data: dict[str, object], *, side: str = "", result: Type = UNTYPED
    ) -> None:
        self.message = message
        self.data = data
        self.side = side
        self.result = result


def binary(op: str, left: Type, right: Type) -> Type | Problem:
    """The type of `left op right` for an operator that calculates or orders, or what is wrong with it."""
    if op in ("<", ">", "<=", ">="):
        return _order(op, left, right)
    return _arithmetic(op, left, right)


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
    if rest is NEVER or any(base_of(one) not in _NUMBERS for one in members_of(rest)):
        return Problem(codes.CANNOT_NEGATE, {"type": display(operand)})
    if rest is not whole:
        data: dict[str, object] = {"op": op, "type": display(operand)}
        return Problem(codes.NIL_OPERAND, data, result=widened(rest))
    return widened(whole)


# ---- arithmetic --------------------------------------------------------------------------------

_NUMBERS = (INT, FLOAT, DECIMAL)


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
    result = None if mine is NEVER or other is NEVER else _joined(op, mine, other)
    if result is None:
        return _impossible(op, left, right)
    if mine is not ours or other is not theirs:
        side, shown = ("left", left) if mine is not ours else ("right", right)
        return Problem(codes.NIL_OPERAND, {"op": op, "type": display(shown)}, side=side, result=result)
    return result


def _impossible(op: str, left: Type, right: Type) -> Problem:
    data: dict[str, object] = {"left": display(left), "right": display(right)}
    if op == "+":
        return Problem(codes.CANNOT_ADD, data)
    if op == "*":
        return Problem(codes.CANNOT_MULTIPLY, data)
    return Problem(codes.CANNOT_CALCULATE, {"op": op, **data})


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
        return joined(left, right)
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


def _order(op: str, left: Type, right: Type) -> Type | Problem:
    ours, theirs = widened(flat(left)), widened(flat(right))
    if _unclear(ours) or _unclear(theirs):
        return BOOL
    data: dict[str, object] = {"op": op, "left": display(left), "right": display(right)}
    if _orderless(ours) or _orderless(theirs):
        return Problem(codes.POINTLESS_ORDER, data, result=BOOL)
    if (ours is STRING and _is_number(theirs)) or (theirs is STRING and _is_number(ours)):
        return Problem(codes.MIXED_ORDER, data, result=BOOL)
    return BOOL


def _orderless(whole: Type) -> bool:
    return whole is BOOL or whole is NIL or (isinstance(whole, Gen) and whole.name == "Pair")


def _is_number(whole: Type) -> bool:
    return all(one is INT or one is FLOAT for one in members_of(whole))
