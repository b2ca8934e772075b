"""LNT-041: a declaration right under another one."""

import re
from itertools import pairwise

from harnpy.diagnostics.codes import lint_layout as codes
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node

RULE = Rule(codes.LNT_041, "blank-line-between-items", layout=True)

_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")

# Declarations with a body of several lines; others may stand in groups.
_BLOCKS = (
    nodes.FnDecl, nodes.ToolDecl, nodes.Pipeline, nodes.StructDecl, nodes.EnumDecl, nodes.InterfaceDecl,
    nodes.ImplBlock, nodes.SkillDecl, nodes.EvalPackDecl,
)  # fmt: skip
_ITEMS = (*_BLOCKS, nodes.Binding, nodes.TypeDecl, nodes.ImportDecl)


@RULE.closing
def look_at_items(subject: Subject) -> None:
    """Two declarations, of which one takes several lines."""
    text = subject.text
    items = subject.module.items
    for before, item in pairwise(items):
        start, end = before.span.end, item.span.start
        if "\n" not in text[start:end] or _BLANK_LINE.search(text, start, end):
            continue
        if _is_item(before) and _is_item(item) and (_is_block(before, text) or _is_block(item, text)):
            line_end = text.index("\n", start) + 1
            fix = RULE.fix(subject.span(line_end, line_end), "\n")
            subject.tell(codes.NO_BLANK_LINE, subject.span(end, _line_end(text, end)), fix=fix)


def _inner(item: Node) -> Node:
    while isinstance(item, nodes.AttributedDecl):
        item = item.inner
    return item


def _is_item(item: Node) -> bool:
    return isinstance(_inner(item), _ITEMS)


def _is_block(item: Node, text: str) -> bool:
    return isinstance(_inner(item), _BLOCKS) and text.find("\n", item.span.start, item.span.end) >= 0


def _line_end(text: str, position: int) -> int:
    end = text.find("\n", position)
    return len(text) if end < 0 else end
