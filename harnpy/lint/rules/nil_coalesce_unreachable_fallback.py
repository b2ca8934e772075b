"""LNT-062: a fallback behind a function that never gives nil."""

from harnpy.diagnostics.codes import lint_values as codes
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_062, "nil-coalesce-unreachable-fallback", typed=True)


@RULE.on(nodes.BinaryOp)
def look_at_operation(subject: Subject, node: nodes.BinaryOp) -> None:
    """Calls of functions that say what they return; a variable may be tested out of caution."""
    if node.op != "??" or not isinstance(node.left, nodes.Call):
        return
    symbol = subject.symbol(node.left.callee)
    called = symbol.origin().node if symbol is not None else None
    if not isinstance(called, nodes.FnDecl) or called.return_type is None:
        return
    kinds = subject.types.kinds(node.left)
    if kinds is not None and "nil" not in kinds:
        shown = subject.types.shown(node.left) or called.return_type.span.text
        subject.tell(codes.UNREACHABLE_FALLBACK, node.span, type=shown)
