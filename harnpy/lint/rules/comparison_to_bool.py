"""LNT-032: a bool compared with `true` or `false`."""

from harnpy.diagnostics.codes import lint_values as codes
from harnpy.diagnostics.model import Fix
from harnpy.lint.expressions import SIMPLE
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_032, "comparison-to-bool")


@RULE.on(nodes.BinaryOp)
def look_at_comparison(subject: Subject, node: nodes.BinaryOp) -> None:
    """Only of what is certainly a bool: of any other value the comparison asks more than its truth."""
    if node.op not in ("==", "!="):
        return
    literal, other = (node.left, node.right) if isinstance(node.left, nodes.Bool) else (node.right, node.left)
    if not isinstance(literal, nodes.Bool) or isinstance(other, nodes.Bool):
        return
    if subject.types.kinds(other) != frozenset(("bool",)):
        return
    shown = f"{node.op} {'true' if literal.value else 'false'}"
    subject.tell(codes.COMPARED_BOOL, node.span, fix=_fix(subject, node, other, literal), shown=shown)


def _fix(subject: Subject, node: nodes.BinaryOp, other: nodes.Expr, literal: nodes.Bool) -> Fix | None:
    whole = subject.trivia.balanced(node.span)
    if subject.trivia.commented(whole.start, whole.end):
        return None
    if other is node.left:
        kept = subject.text[whole.start : node.op_span.start].strip()
    else:
        kept = subject.text[node.op_span.end : whole.end].strip()
    if (node.op == "==") is literal.value:
        return RULE.fix(whole, kept)
    return RULE.fix(whole, f"!{kept}" if isinstance(other, SIMPLE) or kept.startswith("(") else f"!({kept})")
