"""LNT-061: `x ?? nil`."""

from harnpy.diagnostics.codes import lint_values as codes
from harnpy.lint.coalesce import without_fallback
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_061, "nil-coalesce-noop", typed=True)


@RULE.on(nodes.BinaryOp)
def look_at_operation(subject: Subject, node: nodes.BinaryOp) -> None:
    """The literal alone; a name may hold nil for a reason."""
    if node.op == "??" and isinstance(node.right, nodes.Nil):
        part = without_fallback(subject, node)
        fix = None if part is None else RULE.fix(part, "")
        subject.tell(codes.NIL_FALLBACK, node.span, help="drop `?? nil`", fix=fix)
