"""LNT-033: arithmetic with `true`, `false` or `nil`."""

from harnpy.diagnostics.codes import lint_values as codes
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_033, "invalid-binary-op-literal", alone=True)

_ARITHMETIC = frozenset(("+", "-", "*", "/", "%", "**"))


@RULE.on(nodes.BinaryOp)
def look_at_operation(subject: Subject, node: nodes.BinaryOp) -> None:
    """No operator of arithmetic takes them."""
    if node.op in _ARITHMETIC:
        for side in (node.left, node.right):
            if isinstance(side, (nodes.Bool, nodes.Nil)):
                subject.tell(codes.LITERAL_OPERAND, node.span, op=node.op)
                return
