"""LNT-020: a type that nothing mentions."""

from harnpy.diagnostics.codes import lint_names as codes
from harnpy.lint.comments import declaration
from harnpy.lint.model import Rule, Subject
from harnpy.semantics.symbols import SymbolKind

RULE = Rule(codes.LNT_020, "unused-type")

_TYPES = frozenset((SymbolKind.STRUCT, SymbolKind.ENUM, SymbolKind.INTERFACE, SymbolKind.TYPE))


@RULE.closing
def look_at_names(subject: Subject) -> None:
    """A variant that is written without its enum mentions the enum too."""
    mentioned = {one.enum for one in subject.bindings.variants.values()}
    for owner in subject.bindings.owners.values():
        for symbol in owner.symbols:
            if symbol.kind not in _TYPES or symbol.used or symbol.exported or symbol.name.startswith("_"):
                continue
            if symbol.span is None or symbol.node is None or symbol.node in mentioned:
                continue
            lines = declaration(subject, symbol.node)
            fix = None if lines is None else RULE.fix(lines, "")
            subject.tell(codes.UNUSED_TYPE, symbol.span, fix=fix, kind=symbol.kind.value, name=symbol.name)
