"""LNT-035: a block where nothing happens, and no comment says that this is meant."""

from collections.abc import Iterable

from harnpy.diagnostics.codes import lint_flow as codes
from harnpy.diagnostics.model import Fix
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Body, Node

RULE = Rule(codes.LNT_035, "empty-block")


@RULE.on(nodes.Body)
def look_at_body(subject: Subject, body: Body) -> None:
    """An `if` with `else` at the end of a block may be its value, and the empty branch its nil."""
    statements = body.statements
    last = statements[-1] if statements else None
    valued = isinstance(last, nodes.IfElse) and last.otherwise is not None
    _look_at(subject, statements[:-1] if valued else statements)


@RULE.on(nodes.Module)
def look_at_script(subject: Subject, module: nodes.Module) -> None:
    """Statements of a script."""
    _look_at(subject, module.items)


def _look_at(subject: Subject, statements: Iterable[Node]) -> None:
    for statement in statements:
        if isinstance(statement, nodes.IfElse):
            _tell(subject, statement.then, "if block", statement)
            if isinstance(statement.otherwise, Body):
                _tell(subject, statement.otherwise, "else block", None)
        elif isinstance(statement, nodes.ForIn):
            _tell(subject, statement.body, "for loop", statement)
        elif isinstance(statement, nodes.WhileLoop):
            _tell(subject, statement.body, "while loop", statement)
        elif isinstance(statement, (nodes.TryCatch, nodes.TryExpr)):
            _tell(subject, statement.body, "try block", None)


def _tell(subject: Subject, body: Body, form: str, removable: Node | None) -> None:
    if not body.statements and not subject.trivia.commented(body.span.start, body.span.end):
        subject.tell(codes.EMPTY_BLOCK, body.span, fix=_fix(subject, removable), form=form)


def _fix(subject: Subject, statement: Node | None) -> Fix | None:
    """Remove the statement with its lines, where it has them for itself."""
    if statement is None or (isinstance(statement, nodes.IfElse) and statement.otherwise is not None):
        return None
    whole = subject.trivia.lines_of(statement.span)
    return None if whole is None else RULE.fix(whole, "")
