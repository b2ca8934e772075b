"""LNT-064: tasks that write to one variable."""

from harnpy.diagnostics.codes import lint_names as codes
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_064, "mutable-capture-across-parallel")


@RULE.on(nodes.Assignment)
def look_at_assignment(subject: Subject, assignment: nodes.Assignment) -> None:
    """A whole variable that is declared outside of the task, written without a lock."""
    target = assignment.target
    if not isinstance(target, nodes.Ident) or not subject.around:
        return
    symbol = subject.symbol(target)
    if symbol is None or symbol.owner is None or not symbol.reassigned:
        return
    for around in reversed(subject.around):
        if around is symbol.owner.node or isinstance(around, nodes.MutexBlock):
            return
        if isinstance(around, (nodes.SpawnExpr, nodes.Parallel)):
            subject.tell(codes.SHARED_CELL, target.span, name=target.name)
            return
