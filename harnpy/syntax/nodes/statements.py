"""Statements that are no expressions (language.md 3.2 `simple`)."""

from harnpy.base.spans import Span
from harnpy.syntax.nodes.core import Body, Expr, Node, Stmt, TypeNode, node
from harnpy.syntax.nodes.expressions import TypedParam
from harnpy.syntax.nodes.patterns import BindDict, BindList, BindName, BindPair


@node
class Binding(Stmt):
    """`let`/`const` pattern `= value`; `kind` is `let` or `const` (`var` reads as `let`, kept in `word`)."""

    kind: str
    word: str
    pattern: BindName | BindDict | BindList
    type_ann: TypeNode | None
    value: Expr
    is_pub: bool


@node
class Assignment(Stmt):
    """`target = value`, or `target op= value`; the target is an Ident, Member or Index."""

    target: Expr
    op: str | None
    op_span: Span
    value: Expr


@node
class ForIn(Stmt):
    """`for pattern in iterable { … }`."""

    pattern: BindName | BindDict | BindList | BindPair
    iterable: Expr
    body: Body


@node
class WhileLoop(Stmt):
    """`while condition { … }`."""

    condition: Expr
    body: Body


@node
class ReturnStmt(Stmt):
    """`return e` or `return`."""

    value: Expr | None


@node
class ThrowStmt(Stmt):
    """`throw e`."""

    value: Expr


@node
class BreakStmt(Stmt):
    """`break`."""


@node
class ContinueStmt(Stmt):
    """`continue`."""


@node
class Guard(Stmt):
    """`guard c else { … }`."""

    condition: Expr
    else_body: Body


@node
class Require(Stmt):
    """`require c, message`."""

    condition: Expr
    message: Expr | None


@node
class DeferStmt(Stmt):
    """`defer { … }`."""

    body: Body


@node
class MutexBlock(Stmt):
    """`mutex { … }` or `mutex(key) { … }`."""

    key: Expr | None
    body: Body


@node
class ScopeBlock(Stmt):
    """`scope { … }`: joins the tasks spawned in it."""

    body: Body


@node
class OverrideDecl(Stmt):
    """`override name(params) { … }`: parsed and checked, emits nothing."""

    name: str
    name_span: Span
    params: tuple[TypedParam, ...]
    body: Body


@node
class BrokenStmt(Stmt):
    """Stands for a statement that did not parse; its diagnostic has been reported."""

    parts: tuple[Node, ...]
