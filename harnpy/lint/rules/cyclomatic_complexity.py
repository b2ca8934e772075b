"""LNT-002: a function with more than 25 ways through it."""

from collections import Counter

from harnpy.diagnostics.codes import lint_flow as codes
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node

RULE = Rule(codes.LNT_002, "cyclomatic-complexity")

LIMIT = 25


@RULE.on(nodes.IfElse, nodes.WhileLoop, nodes.ForIn, nodes.Ternary, nodes.TryCatch, nodes.Guard)
def count_branch(subject: Subject, node: Node) -> None:
    """One more way."""
    _count(subject, 1)


@RULE.on(nodes.BinaryOp)
def count_operator(subject: Subject, node: nodes.BinaryOp) -> None:
    """Operators that may leave out their right side."""
    if node.op in ("&&", "||"):
        _count(subject, 1)


@RULE.on(nodes.MatchExpr)
def count_arms(subject: Subject, node: nodes.MatchExpr) -> None:
    """One way through is counted already."""
    _count(subject, len(node.arms) - 1)


def _count(subject: Subject, ways: int) -> None:
    function = subject.function()
    if function is not None:
        for _ in range(ways):
            subject.note(RULE, function)


@RULE.closing
def tell(subject: Subject) -> None:
    """What is in closures counts for the function around them."""
    for function, ways in Counter(subject.noted(RULE)).items():
        if ways < LIMIT or _allowed(subject, function):
            continue
        if isinstance(function, (nodes.FnDecl, nodes.ToolDecl, nodes.Pipeline)):
            place = function.name_span
            subject.tell(codes.TOO_COMPLEX, place, name=function.name, count=ways + 1, limit=LIMIT)


def _allowed(subject: Subject, function: Node) -> bool:
    return any(one.name == "complexity" for one in subject.attributes.get(function, ()))
