"""LNT-030: `&&` or `||` with a literal that decides."""

from harnpy.diagnostics.codes import lint_values as codes
from harnpy.lint.expressions import is_pure
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_030, "constant-logical-operand")

# The literal that decides, by operator.
_DECIDING = {"||": True, "&&": False}


@RULE.on(nodes.BinaryOp)
def look_at_operation(subject: Subject, node: nodes.BinaryOp) -> None:
    """The left side first: what stands behind it is not even evaluated."""
    if node.op not in _DECIDING:
        return
    deciding = _DECIDING[node.op]
    value = "true" if deciding else "false"
    if isinstance(node.left, nodes.Bool) and node.left.value is deciding:
        fix = RULE.fix(subject.trivia.balanced(node.span), value)
        shown = f"{value} {node.op} expr"
        subject.tell(codes.RIGHT_UNREACHABLE, node.span, fix=fix, shown=shown, value=value)
    elif isinstance(node.right, nodes.Bool) and node.right.value is deciding:
        shown = f"expr {node.op} {value}"
        fix = RULE.fix(subject.trivia.balanced(node.span), value) if is_pure(node.left) else None
        subject.tell(codes.CONSTANT_RESULT, node.span, fix=fix, shown=shown, value=value)
