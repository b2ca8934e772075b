"""Bodies: their statements in order, the value of their tail, and what is known at the end."""

from collections.abc import Callable, Iterable

from harnpy.diagnostics.codes import flow
from harnpy.semantics.check_context import Checking, Frame, Known
from harnpy.semantics.narrowing import merged
from harnpy.semantics.typeforms import NEVER, NIL, Type
from harnpy.syntax.nodes import (
    AttributedDecl,
    Body,
    EnumDecl,
    Expr,
    FnDecl,
    ImplBlock,
    InterfaceDecl,
    MethodCall,
    Node,
    Pipeline,
    StructDecl,
    ToolDecl,
    TypeDecl,
)

DECLARING = (
    AttributedDecl,
    FnDecl,
    ToolDecl,
    Pipeline,
    StructDecl,
    EnumDecl,
    InterfaceDecl,
    TypeDecl,
    ImplBlock,
)
"""Statements that declare a function or a type."""


def run_statements(ctx: Checking, statements: Iterable[Node]) -> None:
    """Check statements in order; the first one that cannot be reached is reported."""
    dead = False
    for one in statements:
        if not ctx.live and not dead and not isinstance(one, DECLARING):
            ctx.report.error(flow.UNREACHABLE, one.span)
            dead = True
            # What follows is checked as if it could be reached, and not reported again.
            ctx.live = True
        if isinstance(one, MethodCall):
            ctx.standing.add(one)
        ctx.run(one)
    if dead:
        ctx.live = False


def run_body(ctx: Checking, body: Body) -> None:
    """Check a body whose value nobody wants."""
    enter(ctx, body.statements)
    run_statements(ctx, body.statements)
    leave(ctx, body.statements)


def infer_body(ctx: Checking, body: Body, expected: Type | None = None) -> Type:
    """The type of a body: of its last statement when that is an expression, else nil; never when it exits."""
    statements = body.statements
    if not statements:
        return NIL
    enter(ctx, statements)
    run_statements(ctx, statements[:-1])
    last = statements[-1]
    if isinstance(last, Expr):
        if isinstance(last, MethodCall):
            ctx.standing.add(last)
        if not ctx.live:
            run_statements(ctx, (last,))
            found: Type = NEVER
        else:
            found = ctx.infer(last, expected)
    else:
        run_statements(ctx, (last,))
        found = NIL
    leave(ctx, statements)
    return found if ctx.live else NEVER


def enter(ctx: Checking, statements: Iterable[Node]) -> None:
    """Make the functions and types of a body known before its first statement."""
    declared = [one for one in statements if isinstance(one, DECLARING)]
    if not declared:
        return
    ctx.world.declare(declared, ctx.bindings)
    for one in declared:
        inner = one.inner if isinstance(one, AttributedDecl) else one
        if isinstance(inner, (FnDecl, ToolDecl, Pipeline)):
            ctx.announce(inner)


def leave(ctx: Checking, statements: Iterable[Node]) -> None:
    """Check the functions of a body that no statement has asked for."""
    for one in statements:
        inner = one.inner if isinstance(one, AttributedDecl) else one
        work = ctx.waiting.pop(inner, None)
        if work is not None:
            work()


def tail_of(body: Body) -> Node:
    """The node that gives a body its value, for messages about it."""
    return body.statements[-1] if body.statements else body


def inside(ctx: Checking, frame: Frame, known: Known, work: Callable[[], Type]) -> Type:
    """Do some work in the frame of another callable, and come back to what is known here."""
    before = (ctx.frame, ctx.known, ctx.live, ctx.hole)
    ctx.frame, ctx.known, ctx.live = frame, known, True
    found = work()
    ctx.frame, ctx.known, ctx.live, ctx.hole = before
    return found


class Branches:
    """Ways that part and meet again: each starts from the same knowledge."""

    __slots__ = ("ctx", "ends", "known", "live")

    def __init__(self, ctx: Checking) -> None:
        self.ctx = ctx
        self.known = ctx.known
        self.live = ctx.live
        self.ends: list[Known] = []

    def start(self, facts: Known) -> None:
        """Begin a way on which `facts` hold too."""
        self.ctx.known = {**self.known, **facts} if facts else self.known
        self.ctx.live = self.live

    def end(self) -> None:
        """The way ends here; one that exits does not meet the others."""
        if self.ctx.live:
            self.ends.append(self.ctx.known)

    def meet(self) -> None:
        """Go on with what all ways that came to their end agree on."""
        self.ctx.live = bool(self.ends) and self.live
        if not self.ends:
            self.ctx.known = self.known
            return
        self.ctx.known = merged(*self.ends)
