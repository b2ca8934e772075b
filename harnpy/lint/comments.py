"""Which comments belong to a declaration."""

from bisect import bisect_left

from harnpy.base.spans import Span
from harnpy.lint.model import Subject
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node


def above(subject: Subject, item: Node) -> list[Span]:
    """The comments on the lines right above an item, in order; each has its lines for itself."""
    comments = subject.trivia.comments()
    text, start = subject.text, subject.trivia.line_start(item.span.start)
    index = bisect_left(comments, start, key=lambda one: one.start)
    found: list[Span] = []
    while index > 0:
        index -= 1
        comment = comments[index]
        line = subject.trivia.line_start(comment.start)
        if text[line : comment.start].strip() or text[comment.end : start].strip(" \t\r") != "\n":
            break
        found.append(comment)
        start = line
    return found[::-1]


def declaration(subject: Subject, item: Node) -> Span | None:
    """The lines of a declaration, with the comments above it and the blank line behind.

    None when it has attributes or methods, or shares its lines with something else.
    """
    if item in subject.attributes or item in _with_methods(subject):
        return None
    text = subject.text
    comments = above(subject, item)
    first = subject.trivia.line_start(item.span.start)
    start = subject.trivia.line_start(comments[0].start) if comments else first
    end = text.find("\n", item.span.end)
    end = len(text) if end < 0 else end + 1
    if text[first : item.span.start].strip() or text[item.span.end : end].strip():
        return None
    return subject.span(start, end + 1 if text.startswith("\n", end) else end)


def _with_methods(subject: Subject) -> set[Node | None]:
    blocks = [one for one in subject.module.items if isinstance(one, nodes.ImplBlock)]
    return {symbol.node for one in blocks if (symbol := subject.symbol(one)) is not None}
