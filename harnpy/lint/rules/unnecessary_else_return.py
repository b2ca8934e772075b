"""LNT-036: `else` behind a branch that returns."""

from harnpy.diagnostics.codes import lint_flow as codes
from harnpy.diagnostics.model import Fix
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Body, Node

RULE = Rule(codes.LNT_036, "unnecessary-else-return")


@RULE.on(nodes.Body)
def look_at_body(subject: Subject, body: Body) -> None:
    """Only an `if` with a plain `else`; in a chain the branches are equals."""
    for statement in body.statements:
        if not isinstance(statement, nodes.IfElse) or not isinstance(statement.otherwise, Body):
            continue
        if _returns(statement.then) and _returns(statement.otherwise):
            fix = _fix(subject, statement.then, statement.otherwise)
            subject.tell(codes.NEEDLESS_ELSE, statement.span, fix=fix)


def _returns(body: Body) -> bool:
    return bool(body.statements) and isinstance(body.statements[-1], nodes.ReturnStmt)


def _fix(subject: Subject, then: Body, otherwise: Body) -> Fix | None:
    """The statements of `else` behind the `if`, with its indentation; not where a name would meet another."""
    inner = subject.text[otherwise.span.start + 1 : otherwise.span.end - 1]
    if subject.trivia.commented(then.span.end, otherwise.span.start) or '"""' in inner:
        return None
    if any(_declares(one) for one in otherwise.statements):
        return None
    indent = subject.trivia.indent(then.span.start)
    own = subject.trivia.indent(otherwise.statements[0].span.start)
    lines = [line.removeprefix(own).rstrip() for line in inner.strip().split("\n")]
    text = "\n".join(f"{indent}{line}" if line else "" for line in lines)
    return RULE.fix(subject.span(then.span.end, otherwise.span.end), f"\n{text}")


def _declares(statement: Node) -> bool:
    return isinstance(
        statement, (nodes.Binding, nodes.FnDecl, nodes.StructDecl, nodes.EnumDecl, nodes.TypeDecl)
    )
