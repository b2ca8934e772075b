"""LNT-047: imports that are not sorted."""

from harnpy.diagnostics.codes import lint_layout as codes
from harnpy.diagnostics.model import Fix
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes
from harnpy.syntax.nodes import ImportDecl

RULE = Rule(codes.LNT_047, "import-order", layout=True)


@RULE.closing
def look_at_imports(subject: Subject) -> None:
    """The standard library first, then by path."""
    imports = [one for one in subject.module.items if isinstance(one, nodes.ImportDecl)]
    ordered = sorted(imports, key=_place)
    if imports != ordered:
        subject.tell(
            codes.IMPORT_ORDER,
            imports[0].span,
            help="sort them: `std/…` first, then by path",
            fix=_fix(subject, imports, ordered),
        )


def _place(decl: ImportDecl) -> tuple[bool, str]:
    return not decl.path.startswith("std/"), decl.path


def _fix(subject: Subject, imports: list[ImportDecl], ordered: list[ImportDecl]) -> Fix | None:
    """One import a line in order, where nothing else stands between them."""
    first = subject.module.items.index(imports[0])
    together = subject.module.items[first : first + len(imports)] == tuple(imports)
    start, end = imports[0].span.start, imports[-1].span.end
    if not together or subject.trivia.commented(start, end):
        return None
    return RULE.fix(subject.span(start, end), "\n".join(one.span.text for one in ordered))
