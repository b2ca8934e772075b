"""LNT-009: a variable that hides one of an enclosing block, or a `const` of its own block."""

from harnpy.diagnostics.codes import lint_names as codes
from harnpy.diagnostics.model import Label
from harnpy.lint.model import Rule, Subject
from harnpy.semantics.symbols import SymbolKind

RULE = Rule(codes.LNT_009, "shadow-variable")

_VARIABLES = frozenset(
    (
        SymbolKind.CONST,
        SymbolKind.LET,
        SymbolKind.PARAM,
        SymbolKind.LOOP,
        SymbolKind.CATCH,
        SymbolKind.ARM,
        SymbolKind.CASE,
        SymbolKind.BRANCH,
    )
)


@RULE.closing
def look_at_names(subject: Subject) -> None:
    """The resolver has noted what hides what, and which constants are declared twice."""
    for binding, name in subject.bindings.redeclared.items():
        help_text = f"use `let {name}` for a binding that changes, or choose another name"
        subject.tell(codes.REDECLARED, binding.pattern.span, help=help_text, name=name)
    for symbol, outer in subject.bindings.hidden.items():
        if symbol.kind not in _VARIABLES or outer.kind not in _VARIABLES:
            continue
        # A variable of the file that is declared below a function has not been there for its author.
        if symbol.span is not None and outer.span is not None and outer.span.start < symbol.span.start:
            subject.tell(
                codes.SHADOWED,
                symbol.span,
                note=Label(outer.span, f"`{outer.name}` is declared here"),
                name=symbol.name,
            )
