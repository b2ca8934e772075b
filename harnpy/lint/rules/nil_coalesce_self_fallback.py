"""LNT-065: `x ?? x`."""

from harnpy.diagnostics.codes import lint_values as codes
from harnpy.lint.coalesce import without_fallback
from harnpy.lint.expressions import same_path
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_065, "nil-coalesce-self-fallback", typed=True)


@RULE.on(nodes.BinaryOp)
def look_at_operation(subject: Subject, node: nodes.BinaryOp) -> None:
    """One name on both sides."""
    if node.op == "??" and same_path(node.left, node.right):
        part = without_fallback(subject, node)
        fix = None if part is None else RULE.fix(part, "")
        name = node.right.span.text
        subject.tell(codes.SELF_FALLBACK, node.span, help=f"write `{name}`", fix=fix, name=name)
