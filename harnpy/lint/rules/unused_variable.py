"""LNT-014: a variable that nothing reads."""

from harnpy.diagnostics.codes import lint_names as codes
from harnpy.lint.model import Rule, Subject
from harnpy.lint.names import declared
from harnpy.semantics.symbols import SymbolKind
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_014, "unused-variable")


@RULE.on(nodes.Binding)
def look_at_binding(subject: Subject, binding: nodes.Binding) -> None:
    """Plain names only; `pub` ones are for others to read."""
    name = binding.pattern
    if not isinstance(name, nodes.BindName) or name.name == "_":
        return
    symbol = subject.symbol(name)
    if (
        symbol is None
        or symbol.used
        or symbol.exported
        or symbol.kind not in (SymbolKind.CONST, SymbolKind.LET)
    ):
        return
    subject.note(RULE, name)


@RULE.closing
def tell(subject: Subject) -> None:
    """Told with the other rules about names."""
    for name in subject.noted(RULE):
        if subject.is_dead(name.span.start):
            continue
        symbol = declared(subject, name)
        # An assignment needs the name.
        fix = None if symbol.reassigned or symbol.mutated else RULE.fix(name.span, "_")
        subject.tell(codes.UNUSED_VARIABLE, name.span, fix=fix, name=symbol.name)
