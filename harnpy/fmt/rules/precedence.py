"""Parentheses: an operand and where it stands in, whether it must or should be parenthesised out."""

from harnpy.base.operators import INFIX, RIGHT
from harnpy.syntax import nodes

PIPE, TERNARY, OR, AND, RANGE, PREFIX, POWER, POSTFIX, PRIMARY = 1, 2, 3, 4, 8, 11, 12, 13, 14
"""Levels of language.md 3.1; a larger number binds tighter."""

_COMPARING = frozenset(("==", "!=", "<", ">", "<=", ">=", "in", "not_in"))

_LEVELS: dict[type[nodes.Node], int] = {
    nodes.Ternary: TERNARY,
    nodes.RangeExpr: RANGE,
    nodes.UnaryOp: PREFIX,
    nodes.TryStar: PREFIX,
}


def level_of(node: nodes.Node) -> int:
    """How tightly an expression binds."""
    if isinstance(node, nodes.BinaryOp):
        return INFIX[node.op].level
    return _LEVELS.get(node.__class__, PRIMARY)


def operand_needs(parent: nodes.BinaryOp, operand: nodes.Expr, *, left: bool) -> bool:
    """Does an operand of an infix operation need parentheses, or gain by them?"""
    operator = INFIX[parent.op]
    level = level_of(operand)
    if operator.associativity == RIGHT:
        return level < (POSTFIX if left else PREFIX)
    return level < (operator.level if left else operator.level + 1) or _unclear(parent.op, operand)


def _unclear(operator: str, operand: nodes.Expr) -> bool:
    """Would a reader stumble over an operand that the grammar takes without parentheses?"""
    if isinstance(operand, nodes.Ternary):
        return True
    if not isinstance(operand, nodes.BinaryOp):
        return False
    if operand.op == "&&":
        return operator == "||"
    return operand.op == "??" and (operator in ("||", "&&") or operator in _COMPARING)


def prefixed_needs(operand: nodes.Expr) -> bool:
    """Does the operand of `-` or `!` need parentheses, or gain by them?"""
    level = level_of(operand)
    return level < PREFIX or level == POWER


def receiver_needs(node: nodes.Expr, *, called: bool) -> bool:
    """Does what stands before `.`, `[` or `(` need parentheses?"""
    if level_of(node) < POSTFIX:
        return True
    if called:
        # `(o.m)(a)` calls the value of a member; without parentheses it is a method call.
        return isinstance(node, nodes.Member)
    # `a?.b` and `a?[b]` are optional accesses.
    return isinstance(node, nodes.TryOperator)
