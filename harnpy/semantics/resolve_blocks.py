"""Expressions with bodies: closures and tasks, `yield` and `emit`, blocks with a value."""

from typing import cast

from harnpy.diagnostics.codes import flow
from harnpy.semantics.resolution import Resolution, table
from harnpy.semantics.symbols import SymbolKind
from harnpy.syntax.nodes import (
    Block,
    Body,
    Bool,
    Closure,
    CostRoute,
    DeadlineBlock,
    DictLit,
    Duration,
    EmitExpr,
    Float,
    IfElse,
    InterpolatedString,
    ListLit,
    MatchArm,
    MatchExpr,
    Nil,
    Node,
    Parallel,
    RawStr,
    Retry,
    SelectCase,
    SelectExpr,
    SpawnExpr,
    Str,
    TryCatch,
    TryExpr,
    TypedParam,
    YieldExpr,
)

BLOCKS = table("resolve blocks")

_LITERAL_KINDS: dict[type[Node], str] = {
    Str: "string",
    RawStr: "string",
    InterpolatedString: "string",
    Float: "float",
    Bool: "bool",
    Nil: "nil",
    Duration: "duration",
    ListLit: "list",
    DictLit: "dict",
    Closure: "closure",
}


# ---- callables ---------------------------------------------------------------------------------


@BLOCKS.on(TypedParam)
def resolve_param(ctx: Resolution, node: Node) -> None:
    """A default sees the parameters before it, so it comes before its own name."""
    parameter = cast("TypedParam", node)
    ctx.visit(parameter.type_expr)
    ctx.visit(parameter.default)
    ctx.declare(parameter.name, SymbolKind.PARAM, node, parameter.name_span)


@BLOCKS.on(Closure)
def resolve_closure(ctx: Resolution, node: Node) -> None:
    """A function without a name."""
    closure = cast("Closure", node)
    with ctx.callable(node, "closure"):
        ctx.visit_all(closure.params)
        ctx.visit(closure.return_type)
        ctx.visit(closure.throws)
        ctx.body(closure.body)


@BLOCKS.on(SpawnExpr)
def resolve_spawn(ctx: Resolution, node: Node) -> None:
    """The body is a function of its own."""
    with ctx.callable(node, "branch"):
        ctx.body(cast("SpawnExpr", node).body)


@BLOCKS.on(Parallel)
def resolve_parallel(ctx: Resolution, node: Node) -> None:
    """Source and options belong outside, the body is a function of its own."""
    parallel = cast("Parallel", node)
    ctx.visit(parallel.expr)
    ctx.visit_all(parallel.options)
    for option in parallel.options:
        kind = _LITERAL_KINDS.get(option.value.__class__)
        if kind is not None:
            ctx.report.error(flow.BAD_CONCURRENCY, option.value.span, kind=kind)
    with ctx.callable(node, "branch"):
        if parallel.variable is not None:
            ctx.declare(parallel.variable.name, SymbolKind.BRANCH, parallel.variable, parallel.variable.span)
        ctx.body(parallel.body)


@BLOCKS.on(YieldExpr)
def resolve_yield(ctx: Resolution, node: Node) -> None:
    """Makes a generator of a fn, a tool or a closure."""
    place = ctx.place
    if place.deferred:
        ctx.report.error(flow.LEAVES_DEFER, node.span, word="yield")
    elif place.kind == "gen":
        ctx.report.error(flow.YIELD_IN_STREAM, node.span)
    elif place.kind not in ("fn", "closure"):
        ctx.report.error(flow.YIELD_OUTSIDE_FUNCTION, node.span)
    else:
        place.owner.has_yield = True
    ctx.visit(cast("YieldExpr", node).value)


@BLOCKS.on(EmitExpr)
def resolve_emit(ctx: Resolution, node: Node) -> None:
    """Feeds the stream of a `gen fn`."""
    place = ctx.place
    if place.kind != "gen":
        ctx.report.error(flow.EMIT_OUTSIDE_STREAM, node.span)
    elif place.deferred:
        ctx.report.error(flow.LEAVES_DEFER, node.span, word="emit")
    ctx.visit(cast("EmitExpr", node).value)


# ---- blocks with a value -----------------------------------------------------------------------


@BLOCKS.on(IfElse)
def resolve_if(ctx: Resolution, node: Node) -> None:
    """Conditions belong outside the blocks; a chain is walked without recursion."""
    branch: Body | IfElse | None = cast("IfElse", node)
    while isinstance(branch, IfElse):
        ctx.read(branch.condition)
        ctx.body(branch.then)
        branch = branch.otherwise
    ctx.body(branch)


@BLOCKS.on(MatchExpr)
def resolve_match(ctx: Resolution, node: Node) -> None:
    """The value, then the arms in order."""
    match = cast("MatchExpr", node)
    ctx.visit(match.value)
    ctx.visit_all(match.arms)


@BLOCKS.on(MatchArm)
def resolve_arm(ctx: Resolution, node: Node) -> None:
    """Names of the pattern are visible in guard and body."""
    arm = cast("MatchArm", node)
    with ctx.block():
        ctx.visit(arm.pattern)
        ctx.read(arm.guard)
        ctx.body(arm.body)


@BLOCKS.on(TryCatch)
def resolve_try(ctx: Resolution, node: Node) -> None:
    """The error is visible in the handler alone."""
    form = cast("TryCatch", node)
    ctx.body(form.body)
    with ctx.block():
        ctx.visit(form.error_type)
        if form.error_var is not None:
            ctx.declare(form.error_var.name, SymbolKind.CATCH, form.error_var, form.error_var.span)
        ctx.body(form.catch_body)
    ctx.body(form.finally_body)


@BLOCKS.on(TryExpr, Block)
def resolve_block(ctx: Resolution, node: Node) -> None:
    """A scope."""
    ctx.body(cast("TryExpr | Block", node).body)


@BLOCKS.on(Retry)
def resolve_retry(ctx: Resolution, node: Node) -> None:
    """The body runs once for every attempt: each has names of its own, but `break` does not end it."""
    form = cast("Retry", node)
    ctx.read(form.count)
    ctx.place.repeats += 1
    ctx.body(form.body)
    ctx.place.repeats -= 1


@BLOCKS.on(DeadlineBlock)
def resolve_deadline(ctx: Resolution, node: Node) -> None:
    """The duration belongs outside."""
    form = cast("DeadlineBlock", node)
    ctx.read(form.duration)
    ctx.body(form.body)


@BLOCKS.on(SelectExpr)
def resolve_select(ctx: Resolution, node: Node) -> None:
    """Channels and timeout belong outside the bodies."""
    form = cast("SelectExpr", node)
    ctx.visit_all(form.cases)
    ctx.read(form.timeout)
    ctx.body(form.timeout_body)
    ctx.body(form.default)


@BLOCKS.on(SelectCase)
def resolve_case(ctx: Resolution, node: Node) -> None:
    """The received value is visible in the body of the case."""
    case = cast("SelectCase", node)
    ctx.visit(case.channel)
    with ctx.block():
        ctx.declare(case.variable.name, SymbolKind.CASE, case.variable, case.variable.span)
        ctx.body(case.body)


@BLOCKS.on(CostRoute)
def resolve_cost_route(ctx: Resolution, node: Node) -> None:
    """Parsed; the body runs as it stands."""
    form = cast("CostRoute", node)
    ctx.report.error(flow.OUT_OF_SCOPE, node.span, word="cost_route")
    ctx.visit_all(form.options)
    ctx.body(form.body)
