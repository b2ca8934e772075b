"""LNT-042: the comma behind the last item: there over several lines, not there on one."""

from collections.abc import Sequence

from harnpy.diagnostics.codes import lint_layout as codes
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node

RULE = Rule(codes.LNT_042, "trailing-comma")


@RULE.on(nodes.ListLit)
def look_at_list(subject: Subject, node: nodes.ListLit) -> None:
    """`[a, b]`."""
    _look_at(subject, node.items, node.span.start, node.span.end)


@RULE.on(nodes.DictLit)
def look_at_dict(subject: Subject, node: nodes.DictLit) -> None:
    """`{a: 1, b: 2}`."""
    _look_at(subject, node.entries, node.span.start, node.span.end)


@RULE.on(nodes.ShapeType)
def look_at_shape(subject: Subject, node: nodes.ShapeType) -> None:
    """`{a: int, b: int}`; its tails may stand anywhere."""
    if not node.tails:
        _look_at(subject, node.fields, node.span.start, node.span.end)


@RULE.on(nodes.StructConstruct)
def look_at_struct(subject: Subject, node: nodes.StructConstruct) -> None:
    """`P {a: 1, b: 2}`."""
    _look_at(subject, node.entries, node.name_span.end, node.span.end)


@RULE.on(nodes.Call)
def look_at_call(subject: Subject, node: nodes.Call) -> None:
    """`f(a, b)`."""
    _look_at(subject, node.args, node.callee.span.end, node.span.end)


@RULE.on(nodes.MethodCall)
def look_at_method_call(subject: Subject, node: nodes.MethodCall) -> None:
    """`o.m(a, b)`."""
    _look_at(subject, node.args, node.method_span.end, node.span.end)


@RULE.on(nodes.FnDecl)
def look_at_function(subject: Subject, node: nodes.FnDecl) -> None:
    """`fn f(a, b)`: the list ends at the next bracket behind its last parameter."""
    if node.params:
        close = subject.text.find(")", node.params[-1].span.end)
        if close >= 0:
            _look_at(subject, node.params, node.name_span.end, close + 1)


@RULE.on(nodes.ImportDecl)
def look_at_import(subject: Subject, node: nodes.ImportDecl) -> None:
    """`import { a, b } from "p"`."""
    if node.names:
        close = subject.text.find("}", node.names[-1].span.end)
        if close >= 0:
            _look_at(subject, node.names, node.span.start, close + 1)


def _look_at(subject: Subject, items: Sequence[Node], start: int, end: int) -> None:
    """Look at a list of which the text begins at `start` and ends, bracket included, at `end`."""
    if not items:
        return
    text = subject.text
    last = items[-1].span.end
    if text.find("\n", start, end) < 0:
        comma = text.find(",", last, end)
        # Whatever the parser left out of the last item stands before the comma.
        if comma >= 0 and not text[comma + 1 : end - 1].strip():
            span = subject.span(comma, comma + 1)
            subject.tell(
                codes.NEEDLESS_COMMA,
                span,
                help="remove the trailing comma",
                fix=RULE.fix(subject.span(comma, end - 1), ""),
            )
        return
    if _takes_lines(subject, start, end):
        _want_comma(subject, items, end)


def _takes_lines(subject: Subject, start: int, end: int) -> bool:
    """Whether a line breaks between the brackets other than in a string."""
    position = subject.text.find("\n", start, end)
    while position >= 0:
        if subject.trivia.is_code(position):
            return True
        position = subject.text.find("\n", position + 1, end)
    return False


def _want_comma(subject: Subject, items: Sequence[Node], end: int) -> None:
    text, trivia = subject.text, subject.trivia
    if len(items) > 1 and text.find(",", items[0].span.end, items[1].span.start) < 0:
        # Line breaks separate the entries.
        return
    last = items[-1].span.end
    position = trivia.after(last)
    while text.startswith(")", position) and position < end - 1:
        # The parentheses around the last item belong to it.
        last, position = position + 1, trivia.after(position + 1)
    if position == end - 1:
        subject.tell(
            codes.MISSING_COMMA,
            subject.span(last - 1, last),
            help="add a trailing comma after the last item",
            fix=RULE.fix(subject.span(last, last), ","),
        )
