"""Statements: blocks and what is visible in them, bindings, assignments, loops, jumps."""

import re
from typing import cast

from harnpy.diagnostics.codes import flow
from harnpy.semantics.resolution import Resolution, table
from harnpy.semantics.resolve_declarations import HOISTED, hoist
from harnpy.semantics.resolve_expressions import note_change, root_of, warn_immutable
from harnpy.semantics.resolve_patterns import names_of, resolve_defaults
from harnpy.semantics.symbols import Scope, Symbol, SymbolKind
from harnpy.syntax.nodes import (
    Assignment,
    Binding,
    BindName,
    Body,
    BreakStmt,
    BrokenStmt,
    ContinueStmt,
    DeferStmt,
    Expr,
    ForIn,
    Guard,
    Ident,
    Index,
    Member,
    MutexBlock,
    Node,
    OverrideDecl,
    Require,
    ReturnStmt,
    ScopeBlock,
    ThrowStmt,
    WhileLoop,
)

STATEMENTS = table("resolve statements")

_ASSIGNABLE = (SymbolKind.LET, SymbolKind.LOOP)


@STATEMENTS.on(Body)
def resolve_body(ctx: Resolution, node: Node) -> None:
    """A block: its functions and types are visible from its first line."""
    # `ctx.block()` spelled out: blocks are many.
    outer = ctx.scope
    ctx.scope = Scope(ctx.place.owner, outer)
    statements = cast("Body", node).statements
    for statement in statements:
        if statement.__class__ in HOISTED:
            hoist(ctx, statement)
    rows = ctx.rows
    for statement in statements:
        rows[statement.__class__](ctx, statement)
    ctx.scope = outer


@STATEMENTS.on(Binding)
def resolve_let(ctx: Resolution, node: Node) -> None:
    """The value sees the names as they were before."""
    binding = cast("Binding", node)
    ctx.visit(binding.type_ann)
    ctx.visit(binding.value)
    if isinstance(binding.pattern, BindName):
        ctx.declare_binding(binding, (binding.pattern,))
        return
    resolve_defaults(ctx, binding.pattern)
    ctx.declare_binding(binding, names_of(binding.pattern))


@STATEMENTS.on(Assignment)
def resolve_assignment(ctx: Resolution, node: Node) -> None:
    """To a name, or through a path from one."""
    assignment = cast("Assignment", node)
    ctx.visit(assignment.value)
    if isinstance(assignment.target, Ident):
        _assign_name(ctx, assignment, assignment.target)
    else:
        _assign_path(ctx, assignment.target)


def _assign_name(ctx: Resolution, assignment: Assignment, target: Ident) -> None:
    symbol = ctx.lookup(target.name) if target.name != "_" else None
    if symbol is None and target.name != "_":
        ctx.undeclared(target)
        assume(ctx, target.name, target)
        return
    was_used = symbol is not None and symbol.used
    if ctx.use(target, target.name, escapes=False) is None or symbol is None:
        return
    if assignment.op is None:
        symbol.used = was_used
    if symbol.kind in _ASSIGNABLE:
        symbol.reassigned = True
    warn_immutable(ctx, symbol, target.span, whole=True)


def _assign_path(ctx: Resolution, target: Expr) -> None:
    root = root_of(target)
    place = target
    while isinstance(place, (Member, Index)):
        if isinstance(place, Index):
            ctx.read(place.index)
        place = place.object
    if root is None:
        ctx.read(place)
        return
    symbol = note_change(ctx, root)
    ctx.use(root, root.name, escapes=False)
    if symbol is not None:
        warn_immutable(ctx, symbol, target.span, whole=False)


@STATEMENTS.on(ForIn)
def resolve_for(ctx: Resolution, node: Node) -> None:
    """The source belongs outside; each turn has names of its own."""
    loop = cast("ForIn", node)
    ctx.visit(loop.iterable)
    with ctx.block(), ctx.loop():
        resolve_defaults(ctx, loop.pattern)
        for name in names_of(loop.pattern):
            ctx.declare(name.name, SymbolKind.LOOP, name, name.span)
        ctx.body(loop.body)


@STATEMENTS.on(WhileLoop)
def resolve_while(ctx: Resolution, node: Node) -> None:
    """The condition runs with every turn, in the scope outside."""
    loop = cast("WhileLoop", node)
    with ctx.loop():
        ctx.read(loop.condition)
        ctx.body(loop.body)


@STATEMENTS.on(ReturnStmt)
def resolve_return(ctx: Resolution, node: Node) -> None:
    """Not inside `defer`."""
    if ctx.place.deferred:
        ctx.report.error(flow.LEAVES_DEFER, node.span, word="return")
    ctx.visit(cast("ReturnStmt", node).value)


@STATEMENTS.on(ThrowStmt)
def resolve_throw(ctx: Resolution, node: Node) -> None:
    """The thrown value leaves."""
    ctx.visit(cast("ThrowStmt", node).value)


@STATEMENTS.on(BreakStmt, ContinueStmt)
def resolve_jump(ctx: Resolution, node: Node) -> None:
    """Only inside a loop of the same function."""
    if ctx.place.loops == 0:
        word = "break" if isinstance(node, BreakStmt) else "continue"
        ctx.report.error(flow.JUMP_OUTSIDE_LOOP if ctx.running else flow.STRAY_JUMP, node.span, word=word)


@STATEMENTS.on(Guard)
def resolve_guard(ctx: Resolution, node: Node) -> None:
    """The condition is read outside the block."""
    guard = cast("Guard", node)
    ctx.read(guard.condition)
    ctx.body(guard.else_body)


@STATEMENTS.on(Require)
def resolve_require(ctx: Resolution, node: Node) -> None:
    """The message may be thrown."""
    form = cast("Require", node)
    ctx.read(form.condition)
    ctx.visit(form.message)


@STATEMENTS.on(DeferStmt)
def resolve_defer(ctx: Resolution, node: Node) -> None:
    """The block runs when its function is already leaving."""
    before = ctx.place.deferred
    ctx.place.deferred = True
    ctx.body(cast("DeferStmt", node).body)
    ctx.place.deferred = before


@STATEMENTS.on(MutexBlock)
def resolve_mutex(ctx: Resolution, node: Node) -> None:
    """The key belongs outside."""
    form = cast("MutexBlock", node)
    ctx.read(form.key)
    ctx.body(form.body)


@STATEMENTS.on(ScopeBlock)
def resolve_scope(ctx: Resolution, node: Node) -> None:
    """A block."""
    ctx.body(cast("ScopeBlock", node).body)


@STATEMENTS.on(OverrideDecl)
def resolve_override(ctx: Resolution, node: Node) -> None:
    """Checked like a function; emits nothing."""
    form = cast("OverrideDecl", node)
    with ctx.callable(node, "fn"):
        ctx.visit_all(form.params)
        ctx.body(form.body)


@STATEMENTS.on(BrokenStmt)
def resolve_broken(ctx: Resolution, node: Node) -> None:
    """What did not parse is not looked at; the names that it began to bind are there, with values unknown."""
    binding = _BINDING.match(node.span.text)
    if binding is not None:
        for name in _WORD.findall(binding[1]):
            assume(ctx, name, node)


_BINDING = re.compile(r"(?:pub\s+)?(?:const|let|var)\b([^=\n]*)")
_WORD = re.compile(r"[^\W\d]\w*")


def assume(ctx: Resolution, name: str, node: Node) -> None:
    """Bind a name whose declaration is missing and told of, so that no mention of it is told of again."""
    scope = ctx.scope
    while scope.parent is not None and scope.parent.owner is scope.owner:
        scope = scope.parent
    scope.names.setdefault(name, Symbol(name, SymbolKind.LET, node, node.span, None))
