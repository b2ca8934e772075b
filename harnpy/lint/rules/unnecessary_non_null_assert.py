"""LNT-063: `!` behind what is never nil."""

from harnpy.diagnostics.codes import lint_values as codes
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_063, "unnecessary-non-null-assert", typed=True)


@RULE.on(nodes.NonNullAssert)
def look_at_assert(subject: Subject, node: nodes.NonNullAssert) -> None:
    """The operand must certainly have a kind that is not nil."""
    kinds = subject.types.kinds(node.operand)
    if kinds is not None and "nil" not in kinds:
        mark = subject.span(node.span.end - 1, node.span.end)
        subject.tell(codes.NEEDLESS_ASSERT, node.span, help="drop the `!`", fix=RULE.fix(mark, ""))
