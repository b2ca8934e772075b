"""What has to go where `??` has no use."""

from harnpy.base.spans import Span
from harnpy.lint.model import Subject
from harnpy.syntax import nodes


def without_fallback(subject: Subject, node: nodes.BinaryOp) -> Span | None:
    """The `??` with its right side and the blanks before it; None when a comment stands there."""
    whole = subject.trivia.balanced(node.span)
    start = node.op_span.start
    while subject.text[start - 1].isspace():
        start -= 1
    return None if subject.trivia.commented(start, whole.end) else subject.span(start, whole.end)
