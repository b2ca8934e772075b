"""LNT-019: a function that nothing mentions."""

from harnpy.diagnostics.codes import lint_names as codes
from harnpy.lint.comments import declaration
from harnpy.lint.model import Rule, Subject
from harnpy.semantics.symbols import SymbolKind
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_019, "unused-function")

# Attributes that give a function no caller of another kind.
_IDLE = frozenset(("complexity", "deprecated"))


@RULE.closing
def look_at_names(subject: Subject) -> None:
    """Functions of the file and of blocks; methods are found by the values that have them."""
    for owner in subject.bindings.owners.values():
        for symbol in owner.symbols:
            if symbol.kind is not SymbolKind.FN or symbol.used or symbol.exported:
                continue
            node = symbol.node
            if symbol.name == "main" or symbol.name.startswith("_") or not isinstance(node, nodes.FnDecl):
                continue
            if all(one.name in _IDLE for one in subject.attributes.get(node, ())):
                lines = declaration(subject, node)
                fix = None if lines is None else RULE.fix(lines, "")
                subject.tell(codes.UNUSED_FUNCTION, node.name_span, fix=fix, name=symbol.name)
