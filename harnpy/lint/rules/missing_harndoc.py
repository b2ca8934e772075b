"""LNT-024: a public function without documentation."""

from harnpy.diagnostics.codes import lint_layout as codes
from harnpy.lint.comments import above
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node

RULE = Rule(codes.LNT_024, "missing-harndoc", opt_in=True, layout=True)


@RULE.closing
def look_at_items(subject: Subject) -> None:
    """A documentation comment ends right above the function or its attributes."""
    for item in subject.module.items:
        inner: Node = item
        while isinstance(inner, nodes.AttributedDecl):
            inner = inner.inner
        if not isinstance(inner, nodes.FnDecl) or not inner.is_pub:
            continue
        if not any(one.text.startswith(("/**", "///")) for one in above(subject, item)):
            subject.tell(
                codes.NO_DOC, inner.name_span, help="write what it does above it: `/** … */`", name=inner.name
            )
