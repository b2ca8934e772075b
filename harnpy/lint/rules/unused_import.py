"""LNT-017: an imported name that nothing reads."""

from harnpy.diagnostics.codes import lint_names as codes
from harnpy.diagnostics.model import Fix
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_017, "unused-import")


@RULE.closing
def look_at_imports(subject: Subject) -> None:
    """Names that are spelt out; an import of everything binds more than anybody uses."""
    extended = {subject.symbol(one) for one in subject.module.items if isinstance(one, nodes.ImplBlock)}
    for decl in subject.module.items:
        if not isinstance(decl, nodes.ImportDecl) or decl.is_pub:
            continue
        if decl.namespace is not None:
            symbol = subject.symbol(decl)
            if symbol is not None and not symbol.used and symbol.target is not None:
                span = decl.namespace_span or decl.span
                subject.tell(codes.UNUSED_IMPORT, span, fix=_removed(subject, decl), name=decl.namespace)
        elif decl.names:
            _look_at_names(subject, decl, [one for one in decl.names if subject.symbol(one) not in extended])


def _look_at_names(subject: Subject, decl: nodes.ImportDecl, names: list[nodes.ImportName]) -> None:
    """Look at those names of an import to which the file adds no methods."""
    unused = [one for one in names if _is_unused(subject, one)]
    if not unused:
        return
    kept = [one.name for one in decl.names or () if one not in unused]
    fix = _shortened(subject, decl, kept) if kept else _removed(subject, decl)
    for one in unused:
        subject.tell(codes.UNUSED_IMPORT, one.span, fix=fix, name=one.name)


def _is_unused(subject: Subject, name: nodes.ImportName) -> bool:
    symbol = subject.symbol(name)
    return symbol is not None and not symbol.used and symbol.target is not None


def _shortened(subject: Subject, decl: nodes.ImportDecl, kept: list[str]) -> Fix | None:
    """The import of the names that are used."""
    if subject.trivia.commented(decl.span.start, decl.span.end):
        return None
    return RULE.fix(decl.span, f"import {{ {', '.join(kept)} }} from {decl.path_span.text}")


def _removed(subject: Subject, decl: nodes.ImportDecl) -> Fix | None:
    """No import; statements of a module of the user's own would not run any more."""
    lines = subject.trivia.lines_of(decl.span)
    if lines is None:
        return None
    return RULE.fix(lines, "") if decl.path.startswith("std/") else Fix(lines, "", "scope-local")
