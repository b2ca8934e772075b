"""Which statements leave, and what stands behind them."""

from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node

_LEAVING = (nodes.ReturnStmt, nodes.ThrowStmt, nodes.BreakStmt, nodes.ContinueStmt)


def leaves(statement: Node) -> bool:
    """Whether a statement never lets the next one run."""
    while isinstance(statement, nodes.IfElse):
        if statement.otherwise is None or not _leaves_at_end(statement.then):
            return False
        if isinstance(statement.otherwise, nodes.Body):
            return _leaves_at_end(statement.otherwise)
        statement = statement.otherwise
    return isinstance(statement, _LEAVING)


def _leaves_at_end(body: nodes.Body) -> bool:
    return bool(body.statements) and leaves(body.statements[-1])


def behind_exit(body: nodes.Body) -> tuple[Node, ...]:
    """The statements of a block that never run, because one before them leaves."""
    for index, statement in enumerate(body.statements[:-1]):
        if leaves(statement):
            return body.statements[index + 1 :]
    return ()
