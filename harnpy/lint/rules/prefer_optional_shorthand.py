"""LNT-048: `T | nil`."""

from harnpy.diagnostics.codes import lint_layout as codes
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_048, "prefer-optional-shorthand")


@RULE.on(nodes.UnionType)
def look_at_union(subject: Subject, union: nodes.UnionType) -> None:
    """Two members, one of them nil, the other one that `?` can follow."""
    if len(union.members) != 2:
        return
    first, second = union.members
    nil = isinstance(first, nodes.NamedType) and first.name == "nil"
    other = second if nil else first
    if not nil and not (isinstance(second, nodes.NamedType) and second.name == "nil"):
        return
    if isinstance(other, (nodes.NamedType, nodes.AppliedType, nodes.ListType, nodes.ShapeType)):
        short = f"{other.span.text}?"
        plain = "\n" not in union.span.text and "/*" not in union.span.text
        subject.tell(
            codes.LONG_OPTIONAL,
            union.span,
            help=f"write `{short}`" if plain else "write `T?`",
            fix=RULE.fix(union.span, short) if plain else None,
            short=short if plain else "T?",
            long=union.span.text if plain else "T | nil",
        )
