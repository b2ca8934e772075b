"""Where control ends: statements that never pass on to what stands after them (language.md 5.6)."""

from collections.abc import Callable

from harnpy.semantics.arms import catches_all
from harnpy.syntax.nodes import (
    Assignment,
    AttributedDecl,
    BinaryOp,
    Binding,
    Block,
    Body,
    Bool,
    BreakStmt,
    Call,
    Closure,
    ContinueStmt,
    DeadlineBlock,
    EnumDecl,
    FnDecl,
    ForIn,
    IfElse,
    ImplBlock,
    ImportDecl,
    InterfaceDecl,
    MatchExpr,
    MethodCall,
    MutexBlock,
    Node,
    NonNullAssert,
    Parallel,
    Pipeline,
    Retry,
    ReturnStmt,
    ScopeBlock,
    SelectExpr,
    SpawnExpr,
    StructDecl,
    ThrowStmt,
    ToolDecl,
    TryCatch,
    TypeDecl,
    WhileLoop,
)
from harnpy.syntax.nodes.core import below
from harnpy.syntax.visit import NodeTable

_EXITS: NodeTable[Callable[..., bool]] = NodeTable("exits")

# Declarations hold in their whole block, wherever they stand in it.
_HOISTED = (
    AttributedDecl,
    EnumDecl,
    FnDecl,
    ImplBlock,
    ImportDecl,
    InterfaceDecl,
    Pipeline,
    StructDecl,
    ToolDecl,
    TypeDecl,
)
# A `break` inside of these does not leave the loop around them.
_OWN_LOOPS = (Closure, FnDecl, ForIn, Parallel, SpawnExpr, ToolDecl, WhileLoop)


class Exits:
    """Answers for one module, kept by node: ask only about what has been inferred.

    diverges   does a call, a pipe or an assertion never give a value
    covered    is a `match` held to having an arm for every case
    """

    __slots__ = ("_answers", "covered", "diverges")

    def __init__(self, diverges: Callable[[Node], bool], covered: Callable[[MatchExpr], bool]) -> None:
        self.diverges = diverges
        self.covered = covered
        self._answers: dict[Node, bool] = {}

    def of(self, node: Node) -> bool:
        """Does control never pass on to what stands after this statement or body?"""
        rule = _EXITS.rows.get(node.__class__)
        if rule is None:
            return False
        answer = self._answers.get(node)
        if answer is None:
            answer = self._answers[node] = rule(self, node)
        return answer

    def falls_off(self, body: Body) -> bool:
        """May control reach the end of a body?"""
        return not self.of(body)

    def unreachable(self, statements: tuple[Node, ...]) -> Node | None:
        """The first of these statements that is never reached."""
        ended = False
        for statement in statements:
            if not ended:
                ended = self.of(statement)
            elif not isinstance(statement, _HOISTED):
                return statement
        return None


@_EXITS.on(ReturnStmt, ThrowStmt, BreakStmt, ContinueStmt)
def _jump(_exits: Exits, _node: Node) -> bool:
    return True


@_EXITS.on(Call, MethodCall, NonNullAssert)
def _call(exits: Exits, node: Node) -> bool:
    return exits.diverges(node)


@_EXITS.on(BinaryOp)
def _pipe(exits: Exits, node: BinaryOp) -> bool:
    return node.op == "|>" and exits.diverges(node)


@_EXITS.on(Binding, Assignment)
def _stored(exits: Exits, node: Binding | Assignment) -> bool:
    return exits.of(node.value)


@_EXITS.on(Body)
def _body(exits: Exits, node: Body) -> bool:
    return any(map(exits.of, node.statements))


@_EXITS.on(Block, DeadlineBlock, MutexBlock, Retry, ScopeBlock)
def _block(exits: Exits, node: Block | DeadlineBlock | MutexBlock | Retry | ScopeBlock) -> bool:
    return exits.of(node.body)


@_EXITS.on(IfElse)
def _branches(exits: Exits, node: IfElse) -> bool:
    return node.otherwise is not None and exits.of(node.then) and exits.of(node.otherwise)


@_EXITS.on(MatchExpr)
def _match(exits: Exits, node: MatchExpr) -> bool:
    if not all(exits.of(arm.body) for arm in node.arms):
        return False
    return any(map(catches_all, node.arms)) or exits.covered(node)


@_EXITS.on(WhileLoop)
def _endless(_exits: Exits, node: WhileLoop) -> bool:
    return isinstance(node.condition, Bool) and node.condition.value and not _is_left(node.body)


@_EXITS.on(TryCatch)
def _guarded(exits: Exits, node: TryCatch) -> bool:
    if node.finally_body is not None and exits.of(node.finally_body):
        return True
    caught = not node.has_catch or (node.catch_body is not None and exits.of(node.catch_body))
    return caught and exits.of(node.body)


@_EXITS.on(SelectExpr)
def _select(exits: Exits, node: SelectExpr) -> bool:
    # Without a default no arm runs when all channels are closed.
    if node.default is None:
        return False
    bodies = [node.default, node.timeout_body, *(case.body for case in node.cases)]
    return all(exits.of(body) for body in bodies if body is not None)


def _is_left(body: Body) -> bool:
    """Does a `break` of the loop itself stand somewhere in its body?"""
    pending: list[Node] = [body]
    while pending:
        node = pending.pop()
        if isinstance(node, BreakStmt):
            return True
        if not isinstance(node, _OWN_LOOPS):
            pending += below(node)
    return False
