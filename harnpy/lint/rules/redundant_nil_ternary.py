"""LNT-034: a ternary that spells out `??`."""

from harnpy.diagnostics.codes import lint_values as codes
from harnpy.lint.expressions import SIMPLE, same_path
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_034, "redundant-nil-ternary")


@RULE.on(nodes.Ternary)
def look_at_ternary(subject: Subject, node: nodes.Ternary) -> None:
    """`x == nil ? fallback : x` or `x != nil ? x : fallback`."""
    test = node.condition
    if not isinstance(test, nodes.BinaryOp) or test.op not in ("==", "!="):
        return
    asked = test.left if isinstance(test.right, nodes.Nil) else test.right
    if not isinstance(test.left, nodes.Nil) and not isinstance(test.right, nodes.Nil):
        return
    kept, fallback = (node.otherwise, node.then) if test.op == "==" else (node.then, node.otherwise)
    if not same_path(asked, kept):
        return
    name = kept.span.text
    whole = subject.trivia.balanced(node.span)
    text = subject.trivia.balanced(fallback.span).text
    if not isinstance(fallback, SIMPLE):
        text = f"({text})"
    fix = None if subject.trivia.commented(whole.start, whole.end) else RULE.fix(whole, f"{name} ?? {text}")
    subject.tell(codes.NIL_TERNARY, node.span, help=f"write `{name} ?? …`", fix=fix, name=name)
