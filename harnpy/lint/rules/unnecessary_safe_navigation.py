"""LNT-051: `?.` on what is never nil."""

from harnpy.diagnostics.codes import lint_values as codes
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_051, "unnecessary-safe-navigation", typed=True)

# Kinds of which `.x` may be asked; of others it is a fault, and `?.x` is nil.
_WITH_PROPERTIES = frozenset(("dict", "struct", "list", "string", "pair"))


@RULE.on(nodes.Member, nodes.Index, nodes.MethodCall)
def look_at_access(subject: Subject, node: nodes.Member | nodes.Index | nodes.MethodCall) -> None:
    """The receiver must certainly have a kind that is not nil."""
    if not node.optional:
        return
    kinds = subject.types.kinds(node.object)
    if kinds is None or "nil" in kinds or (isinstance(node, nodes.Member) and not kinds <= _WITH_PROPERTIES):
        return
    start = subject.text.index("?", node.object.span.end)
    if isinstance(node, nodes.Index):
        form = "`?.[]`"
        dotted = subject.text.startswith("?.", start)
        fix = RULE.fix(subject.span(start, start + (2 if dotted else 1)), "")
    else:
        form = f"`?.{node.name}`" if isinstance(node, nodes.Member) else "safe method call"
        fix = RULE.fix(subject.span(start, start + 1), "")
    subject.tell(codes.SAFE_ACCESS, node.span, help="write it without the `?`", fix=fix, form=form)
