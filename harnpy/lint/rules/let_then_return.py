"""LNT-012: a name for the line until `return`."""

from harnpy.diagnostics.codes import lint_flow as codes
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_012, "let-then-return")


@RULE.on(nodes.Body)
def look_at_body(subject: Subject, body: nodes.Body) -> None:
    """A declared type is a test of the value, so such a binding has its use."""
    if len(body.statements) < 2:
        return
    binding, last = body.statements[-2:]
    if not isinstance(binding, nodes.Binding) or not isinstance(last, nodes.ReturnStmt):
        return
    name, value = binding.pattern, last.value
    if not isinstance(name, nodes.BindName) or not isinstance(value, nodes.Ident) or name.name != value.name:
        return
    if binding.type_ann is not None:
        return
    fix = None
    if not subject.trivia.commented(binding.span.start, last.span.end):
        start = subject.text.index("=", name.span.end) + 1
        text = subject.text[start : binding.span.end].strip()
        fix = RULE.fix(subject.span(binding.span.start, last.span.end), f"return {text}")
    subject.tell(codes.RETURNED_AT_ONCE, binding.span, fix=fix, name=name.name)
