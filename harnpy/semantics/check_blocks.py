"""Expressions that hold bodies: `if`, `try`, `retry`, tasks, `select`, `block` (language.md 4.9-4.16)."""

from collections.abc import Callable
from typing import cast

from harnpy.diagnostics.codes import types as codes
from harnpy.semantics.check_bodies import Branches, infer_body, inside, run_body
from harnpy.semantics.check_context import Checking, Frame, Handler, Runner, Value
from harnpy.semantics.fitting import fit, worded
from harnpy.semantics.generics import expand, flat
from harnpy.semantics.iteration import element_of_source
from harnpy.semantics.narrowing import assigned_in, forget_names, refine
from harnpy.semantics.symbols import Symbol
from harnpy.semantics.typeforms import (
    ANY,
    INT,
    NEVER,
    NIL,
    UNTYPED,
    Field,
    Gen,
    Shape,
    Type,
    list_of,
    union,
)
from harnpy.syntax.nodes import (
    BindName,
    Block,
    Body,
    CostRoute,
    DeadlineBlock,
    DictEntry,
    EmitExpr,
    Expr,
    IfElse,
    Node,
    Parallel,
    Retry,
    SelectExpr,
    SpawnExpr,
    TryCatch,
    TryExpr,
    YieldExpr,
)
from harnpy.syntax.visit import NodeTable

BLOCKS: NodeTable[Handler] = NodeTable("infer blocks")
BLOCK_STATEMENTS: NodeTable[Runner] = NodeTable("run blocks")


# ---- if ----------------------------------------------------------------------------------------


@BLOCKS.on(IfElse)
def infer_if(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """Either branch; nil when there is no `else`."""
    choice = cast("IfElse", node)
    found: list[Type] = []

    def branch(body: Body) -> None:
        found.append(infer_body(ctx, body, expected))

    def other(inner: IfElse) -> None:
        found.append(ctx.infer(inner, expected))

    _choose(ctx, choice, branch, other)
    if choice.otherwise is None:
        found.append(NIL)
    return union(found)


@BLOCK_STATEMENTS.on(IfElse)
def run_if(ctx: Checking, node: Node) -> None:
    """Branches whose value nobody wants."""
    _choose(ctx, cast("IfElse", node), lambda body: run_body(ctx, body), lambda inner: run_if(ctx, inner))


def _choose(
    ctx: Checking, choice: IfElse, branch: Callable[[Body], None], other: Callable[[IfElse], None]
) -> None:
    ctx.infer(choice.condition)
    told, refuted = refine(ctx, choice.condition)
    ways = Branches(ctx)
    ways.start(told)
    branch(choice.then)
    ways.end()
    ways.start(refuted)
    if isinstance(choice.otherwise, IfElse):
        other(choice.otherwise)
    elif choice.otherwise is not None:
        branch(choice.otherwise)
    ways.end()
    ways.meet()


# ---- errors ------------------------------------------------------------------------------------


@BLOCKS.on(TryCatch)
def infer_try_catch(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """The tail of the body, or that of the handler."""
    attempt = cast("TryCatch", node)
    found: list[Type] = []
    _attempt(ctx, attempt, lambda body: found.append(infer_body(ctx, body, expected)))
    return union(found)


@BLOCK_STATEMENTS.on(TryCatch)
def run_try_catch(ctx: Checking, node: Node) -> None:
    """Bodies whose value nobody wants."""
    _attempt(ctx, cast("TryCatch", node), lambda body: run_body(ctx, body))


def _attempt(ctx: Checking, node: TryCatch, branch: Callable[[Body], None]) -> None:
    outer, ctx.frame.thrown = ctx.frame.thrown, []
    changed = assigned_in(ctx, node.body)
    ways = Branches(ctx)
    ways.start({})
    branch(node.body)
    ways.end()
    passed = ctx.frame.thrown
    ctx.frame.thrown = outer
    if node.catch_body is not None:
        caught = _declare_error(ctx, node)
        passed = [] if caught is None else [one for one in passed if expand(one[0]) != expand(caught)]
        ways.start({})
        ctx.known = forget_names(ctx.known, changed)
        branch(node.catch_body)
        ways.end()
        changed |= assigned_in(ctx, node.catch_body)
    elif node.has_catch:
        passed = []
        ways.start({})
        ctx.known = forget_names(ctx.known, changed)
        ways.end()
    outer += passed
    ways.meet()
    if node.finally_body is not None:
        _finally(ctx, node.finally_body, changed)


def _declare_error(ctx: Checking, node: TryCatch) -> Type | None:
    """Give the error variable its type; None when every error is caught."""
    caught = ctx.annotation(node.error_type) if node.error_type is not None else None
    if node.error_var is not None:
        symbol = ctx.symbols.get(node.error_var)
        if symbol is not None:
            ctx.values[symbol] = Value(caught or UNTYPED, written=caught is not None)
    return caught


def _finally(ctx: Checking, body: Body, changed: frozenset[Symbol]) -> None:
    """Runs on every way out, so little is known in it; what it leaves open stays known behind it."""
    live, known = ctx.live, ctx.known
    ctx.live = True
    ctx.known = forget_names(known, changed)
    run_body(ctx, body)
    ctx.live = ctx.live and live
    ctx.known = forget_names(known, assigned_in(ctx, body))


@BLOCKS.on(TryExpr)
def infer_try(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """A Result of the body; one that is a Result already stays itself."""
    body = cast("TryExpr", node).body
    outer, ctx.frame.thrown = ctx.frame.thrown, []
    before, live = ctx.known, ctx.live
    found = infer_body(ctx, body)
    ctx.frame.thrown = outer
    ctx.live = live
    ctx.known = forget_names(before, assigned_in(ctx, body))
    whole = flat(found)
    if isinstance(whole, Gen) and whole.name == "Result":
        return whole
    return Gen("Result", (UNTYPED if whole is NEVER else found, ANY))


# ---- bodies that run once, or several times ----------------------------------------------------


@BLOCKS.on(Retry)
def infer_retry(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """The tail of the turn that succeeds."""
    again = cast("Retry", node)
    ctx.infer(again.count)
    ctx.known = forget_names(ctx.known, assigned_in(ctx, again.body))
    return infer_body(ctx, again.body, expected)


@BLOCKS.on(DeadlineBlock)
def infer_deadline(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """The tail of the body."""
    limited = cast("DeadlineBlock", node)
    ctx.infer(limited.duration)
    return infer_body(ctx, limited.body, expected)


@BLOCKS.on(Block)
def infer_block(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """The tail of the body."""
    return infer_body(ctx, cast("Block", node).body, expected)


@BLOCK_STATEMENTS.on(Block)
def run_block(ctx: Checking, node: Node) -> None:
    """A body whose value nobody wants."""
    run_body(ctx, cast("Block", node).body)


@BLOCKS.on(CostRoute)
def infer_cost_route(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """The tail of the body."""
    route = cast("CostRoute", node)
    _infer_options(ctx, route.options)
    return infer_body(ctx, route.body, expected)


def _infer_options(ctx: Checking, options: tuple[DictEntry, ...]) -> None:
    for one in options:
        if one.key is not None:
            ctx.infer(one.key)
        ctx.infer(one.value)


# ---- tasks -------------------------------------------------------------------------------------


@BLOCKS.on(SpawnExpr)
def infer_spawn(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """A task that gives the tail of its body."""
    body = cast("SpawnExpr", node).body
    found = _branch(ctx, node, body)
    return UNTYPED if found is UNTYPED else Gen("task_handle", (found,))


def _branch(ctx: Checking, node: Node, body: Body) -> Type:
    """The tail of a body that runs as a task: it sees names as they are when it runs, not as they are now."""
    changed = assigned_in(ctx, node)
    ctx.unsteady |= changed
    frame = Frame("branch", node, None, None)
    lasting = {path: one for path, one in ctx.known.items() if not path[0].reassigned}
    found = inside(ctx, frame, forget_names(lasting, changed), lambda: infer_body(ctx, body))
    ctx.known = forget_names(ctx.known, changed)
    return found


@BLOCKS.on(Parallel)
def infer_parallel(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """A list of the tails; a stream, or a record of Results, for the other modes."""
    tasks = cast("Parallel", node)
    source = ctx.infer(tasks.expr)
    _infer_options(ctx, tasks.options)
    if tasks.variable is not None:
        element = INT if tasks.mode == "count" else element_of_source(source)
        declare_name(ctx, tasks.variable, element)
    found = _branch(ctx, node, tasks.body)
    if tasks.mode == "each_stream":
        return Gen("Stream", (found,))
    if tasks.mode == "settle":
        results = Gen("list", (Gen("Result", (found, ANY)),))
        return Shape((Field("results", results), Field("succeeded", INT), Field("failed", INT)))
    return list_of(found)


def declare_name(ctx: Checking, target: BindName, found: Type) -> None:
    """Give a name that a form binds its type."""
    symbol = ctx.symbols.get(target)
    if symbol is not None:
        ctx.values[symbol] = Value(found)


@BLOCKS.on(SelectExpr)
def infer_select(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """The tail of the arm that is taken; nil when all channels are closed and there is no default."""
    choice = cast("SelectExpr", node)
    for case in choice.cases:
        ctx.infer(case.channel)
    if choice.timeout is not None:
        ctx.infer(choice.timeout)
    found: list[Type] = []
    ways = Branches(ctx)
    if choice.default is None:
        ways.end()
        found.append(NIL)
    for case in choice.cases:
        ways.start({})
        declare_name(ctx, case.variable, UNTYPED)
        found.append(infer_body(ctx, case.body, expected))
        ways.end()
    for body in (choice.timeout_body, choice.default):
        if body is not None:
            ways.start({})
            found.append(infer_body(ctx, body, expected))
            ways.end()
    ways.meet()
    return union(found)


# ---- generators and streams --------------------------------------------------------------------


@BLOCKS.on(YieldExpr)
def infer_yield(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """What is sent back in is not known."""
    value = cast("YieldExpr", node).value
    _give(ctx, node, value, "generator")
    return UNTYPED


@BLOCKS.on(EmitExpr)
def infer_emit(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """An emitted value must be an element of the stream."""
    _give(ctx, node, cast("EmitExpr", node).value, "gen")
    return NIL


def _give(ctx: Checking, node: Node, value: Expr | None, kind: str) -> None:
    frame = ctx.frame
    wanted = frame.result if frame.kind == kind else None
    found = NIL if value is None else ctx.infer(value, wanted)
    if frame.kind != kind:
        return
    frame.returns.append(found)
    words = worded(codes.EMIT_VALUE, ctx.result_note("stream emit type expected here"))
    fit(ctx, value or node, found, wanted, words)
