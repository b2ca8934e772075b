"""LNT-049: documentation of what is public in a plain comment."""

from harnpy.base.spans import Span
from harnpy.diagnostics.codes import lint_layout as codes
from harnpy.diagnostics.model import Fix
from harnpy.lint.comments import above
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node

RULE = Rule(codes.LNT_049, "legacy-doc-comment", layout=True)

_DOCUMENTED = (
    nodes.FnDecl, nodes.ToolDecl, nodes.Pipeline, nodes.StructDecl, nodes.EnumDecl, nodes.InterfaceDecl,
    nodes.TypeDecl, nodes.Binding,
)  # fmt: skip


@RULE.closing
def look_at_items(subject: Subject) -> None:
    """Lines of `//` right above a public declaration that begin with a word."""
    for item in subject.module.items:
        lines = above(subject, item) if _is_public(item) else []
        if not lines or not all(_is_plain(one) for one in lines):
            continue
        if lines[0].text.removeprefix("//").lstrip()[:1].isalpha():
            span = subject.span(lines[0].start, lines[-1].end)
            subject.tell(codes.PLAIN_DOC, span, help="make it a `/** … */` comment", fix=_fix(subject, lines))


def _is_plain(comment: Span) -> bool:
    return comment.text.startswith("//") and not comment.text.startswith("///")


def _is_public(item: Node) -> bool:
    while isinstance(item, nodes.AttributedDecl):
        item = item.inner
    return isinstance(item, _DOCUMENTED) and item.is_pub


def _fix(subject: Subject, lines: list[Span]) -> Fix | None:
    texts = [one.text.removeprefix("//").rstrip().removeprefix(" ") for one in lines]
    if any("*/" in text or "/*" in text for text in texts):
        return None
    if len(texts) == 1:
        made = f"/** {texts[0]} */"
    else:
        made = "\n".join(("/**", *(f" * {text}".rstrip() for text in texts), " */"))
    return RULE.fix(subject.span(lines[0].start, lines[-1].end), made)
