"""LNT-058: a condition of constants, a schema test that the declared type decides."""

import operator
from collections.abc import Callable

from harnpy.base.spans import Span
from harnpy.diagnostics.codes import lint_values as codes
from harnpy.lint.expressions import is_pure, literal_value
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Expr

RULE = Rule(codes.LNT_058, "vacuous-condition", typed=True)

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


@RULE.on(nodes.IfElse, nodes.WhileLoop, nodes.Ternary, nodes.Guard)
def look_at_condition(
    subject: Subject, node: nodes.IfElse | nodes.WhileLoop | nodes.Ternary | nodes.Guard
) -> None:
    """Operators with constant operands; a bare literal is the affair of another rule, or meant."""
    condition = node.condition
    if isinstance(condition, nodes.Call):
        _look_at_schema(subject, condition)
    elif isinstance(condition, (nodes.BinaryOp, nodes.UnaryOp)):
        _tell(subject, condition.span, _outcome(condition))


def _tell(subject: Subject, span: Span, outcome: bool | None) -> None:
    if outcome is not None:
        words = ("truthy", "falsy") if outcome else ("falsy", "truthy")
        subject.tell(codes.VACUOUS, span, outcome=words[0], other=words[1])


def _outcome(node: Expr) -> bool | None:
    """Whether a condition is always truthy; None: it depends. A chain is followed down its left side."""
    behind: list[tuple[str, Expr]] = []
    while isinstance(node, nodes.BinaryOp) and node.op in ("&&", "||"):
        behind.append((node.op, node.right))
        node = node.left
    found = _single(node)
    for op, right in reversed(behind):
        found = _both(found, _outcome(right), deciding=op == "||")
    return found


def _single(node: Expr) -> bool | None:
    if isinstance(node, nodes.Nil):
        return False
    value = literal_value(node)
    if value is not None:
        return bool(value)
    if isinstance(node, nodes.UnaryOp) and node.op == "!":
        inner = _outcome(node.operand)
        return None if inner is None else not inner
    return _compared(node) if isinstance(node, nodes.BinaryOp) and node.op in _COMPARE else None


def _both(left: bool | None, right: bool | None, *, deciding: bool) -> bool | None:
    if deciding in (left, right):
        return deciding
    return None if left is None or right is None else not deciding


def _compared(node: nodes.BinaryOp) -> bool | None:
    """Numbers with numbers; of texts only whether they are the same."""
    left, right = literal_value(node.left), literal_value(node.right)
    if isinstance(left, str) and isinstance(right, str) and node.op in ("==", "!="):
        return (left == right) is (node.op == "==")
    if isinstance(left, bool) or isinstance(right, bool):
        return None
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return _COMPARE[node.op](left, right)
    return None


def _look_at_schema(subject: Subject, call: nodes.Call) -> None:
    """`schema_is(x, T)` and `is_type(x, T)`, where the static type of `x` decides."""
    test = subject.builtin(call)
    if test not in ("schema_is", "is_type") or len(call.args) != 2:
        return
    value, schema = call.args
    outcome = subject.types.matches(value, schema)
    if outcome is not None and is_pure(value):
        message = codes.VACUOUS_SCHEMA if outcome else codes.IMPOSSIBLE_SCHEMA
        subject.tell(message, call.span, test=test, name=value.span.text)
