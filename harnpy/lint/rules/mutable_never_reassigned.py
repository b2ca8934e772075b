"""LNT-018: a `let` that never changes."""

from harnpy.diagnostics.codes import lint_names as codes
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_018, "mutable-never-reassigned")


@RULE.on(nodes.Binding)
def look_at_binding(subject: Subject, binding: nodes.Binding) -> None:
    """Plain names only; one that nothing reads has a fault of its own."""
    name = binding.pattern
    if binding.kind != "let" or not isinstance(name, nodes.BindName):
        return
    symbol = subject.symbol(name)
    if symbol is None or symbol.reassigned or symbol.mutated or symbol.exported or not symbol.used:
        return
    subject.note(RULE, binding)


@RULE.closing
def tell(subject: Subject) -> None:
    """Told with the other rules about names."""
    for binding in subject.noted(RULE):
        if isinstance(binding, nodes.Binding) and isinstance(binding.pattern, nodes.BindName):
            start = subject.text.index(binding.word, binding.span.start)
            word = subject.span(start, start + len(binding.word))
            subject.tell(
                codes.NEVER_REASSIGNED,
                binding.pattern.span,
                fix=RULE.fix(word, "const"),
                name=binding.pattern.name,
                word=binding.word,
            )
