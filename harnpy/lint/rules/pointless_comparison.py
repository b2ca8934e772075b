"""LNT-031: a literal as the condition of `if`, a value compared with itself."""

from harnpy.diagnostics.codes import lint_values as codes
from harnpy.lint.expressions import same_path
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_031, "pointless-comparison")

_COMPARISONS = frozenset(("==", "!=", "<", ">", "<=", ">="))
_NOT_A_NUMBER = frozenset(("float", "decimal"))


@RULE.on(nodes.IfElse)
def look_at_if(subject: Subject, node: nodes.IfElse) -> None:
    """`while true` is the way to write an endless loop, `if true` is a way to nothing."""
    condition = node.condition
    if isinstance(condition, nodes.Bool):
        value = "true" if condition.value else "false"
        subject.tell(codes.LITERAL_CONDITION, condition.span, value=value)


@RULE.on(nodes.BinaryOp)
def look_at_comparison(subject: Subject, node: nodes.BinaryOp) -> None:
    """A value that may be NaN is compared with itself on purpose."""
    if node.op not in _COMPARISONS or not same_path(node.left, node.right):
        return
    kinds = subject.types.kinds(node.left)
    if kinds is not None and not kinds & _NOT_A_NUMBER:
        subject.tell(codes.SELF_COMPARISON, node.span, op=node.op)
