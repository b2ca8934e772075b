"""Expressions that hold blocks: closures, `if`, `match`, `try`, concurrency."""

from typing import cast

from harnpy.base.spans import Span
from harnpy.syntax import nodes
from harnpy.syntax.build.patterns import alternatives_of, name_of
from harnpy.syntax.build.problems import body_of, expected_in, nested_too_deeply
from harnpy.syntax.build.types import span_of
from harnpy.syntax.driver import Context
from harnpy.syntax.nodes.core import new, unsealed
from harnpy.syntax.tokens import Token

_TypedParam, _IfElse = unsealed(nodes.TypedParam), unsealed(nodes.IfElse)


def block(ctx: Context, span: Span, statements: list[nodes.Node] | None) -> nodes.Body:
    """`{ … }`."""
    return body_of(ctx, span, statements)


def parameter(ctx: Context, span: Span, dots: Token | None, token: Token, *parts: object) -> nodes.TypedParam:
    """`name: T = default`, `...name`."""
    made = new(_TypedParam)
    made.span = span
    made.name = token.text
    made.name_span = span_of(ctx, token)
    made.type_expr, made.default = parts
    made.rest = dots is not None
    made.__class__ = nodes.TypedParam
    return made


def optional_parameter(
    ctx: Context, span: Span, token: Token, _question: object, written: nodes.TypeNode
) -> nodes.TypedParam:
    """`name?: T`, as natives write `name: T? = nil`."""
    return nodes.TypedParam(
        span=span,
        name=token.text,
        name_span=span_of(ctx, token),
        type_expr=nodes.OptionalType(span=written.span, inner=written),
        default=nodes.Nil(span=span),
        rest=False,
    )


def checked_parameters(ctx: Context, params: list[nodes.TypedParam] | None) -> tuple[nodes.TypedParam, ...]:
    """The parameters of a callable; a rest parameter must be last, required ones come before defaults."""
    if not params:
        return ()
    optional = False
    for param in params[:-1]:
        if param.rest:
            comma = ctx.file.text.find(",", param.span.end)
            expected_in(
                ctx, Span(ctx.file, comma, comma + 1), "Rest parameter must be the last parameter", ","
            )
    for param in params:
        if param.default is not None:
            optional = True
        elif optional and not param.rest:
            text = "Required parameter cannot follow a parameter with a default value"
            expected_in(ctx, param.name_span, text, f"id({param.name})")
    return tuple(params)


def closure(
    ctx: Context, span: Span, params: list[nodes.TypedParam] | None, statements: list[nodes.Node] | None
) -> nodes.Closure:
    """`{ x -> … }`."""
    return nodes.Closure(
        span=span,
        params=checked_parameters(ctx, params),
        return_type=None,
        throws=None,
        body=body_of(ctx, span, statements),
        fn_syntax=False,
    )


def fn_expr(ctx: Context, span: Span, params: list[nodes.TypedParam] | None, *parts: object) -> nodes.Closure:
    """`fn(x) -> R { … }`; a predicate result reads as bool."""
    result, throws, body = cast("tuple[nodes.TypeNode | None, nodes.TypeNode | None, nodes.Body]", parts)
    if isinstance(result, nodes.TypePredicate):
        result = nodes.NamedType(span=result.span, name="bool")
    return nodes.Closure(
        span=span,
        params=checked_parameters(ctx, params),
        return_type=result,
        throws=throws,
        body=body,
        fn_syntax=True,
    )


def if_else(
    ctx: Context,
    span: Span,
    condition: nodes.Expr,
    then: nodes.Body,
    otherwise: nodes.Body | nodes.IfElse | None,
) -> nodes.IfElse:
    """`if c { … } else …`."""
    if isinstance(otherwise, nodes.IfElse) and nested_too_deeply(ctx, otherwise, nodes.IfElse, "otherwise"):
        otherwise = None
    made = new(_IfElse)
    made.span = span
    made.condition = condition
    made.then = then
    made.otherwise = otherwise
    made.__class__ = nodes.IfElse
    return made


def match(_ctx: Context, span: Span, value: nodes.Expr, arms: list[nodes.MatchArm] | None) -> nodes.MatchExpr:
    """`match e { … }`."""
    return nodes.MatchExpr(span=span, value=value, arms=tuple(arms or ()))


def arm(
    _ctx: Context, span: Span, patterns: list[nodes.Expr], guard: nodes.Expr | None, body: nodes.Body
) -> nodes.MatchArm:
    """`pattern if guard -> { … }`."""
    return nodes.MatchArm(span=span, pattern=alternatives_of(patterns), guard=guard, body=body)


class CatchClause:
    """The parts of `catch (e: E) { … }` on their way to the try expression."""

    __slots__ = ("body", "name", "written")

    def __init__(self, name: nodes.BindName | None, written: nodes.TypeNode | None) -> None:
        self.name = name
        self.written = written
        self.body: nodes.Body | None = None


def catch_variable(
    ctx: Context, _span: Span, token: Token, written: nodes.TypeNode | None = None
) -> CatchClause:
    """`(e: E)` or `e`."""
    return CatchClause(name_of(ctx, token), written)


def catch(_ctx: Context, _span: Span, variable: CatchClause | None, body: nodes.Body) -> CatchClause:
    """`catch (e: E) { … }`."""
    clause = variable or CatchClause(None, None)
    clause.body = body
    return clause


def try_catch(
    _ctx: Context,
    span: Span,
    body: nodes.Body,
    clause: CatchClause | None,
    finally_body: nodes.Body | None,
) -> nodes.Expr:
    """`try { … }` with its clauses; without any it makes a Result."""
    if clause is None and finally_body is None:
        return nodes.TryExpr(span=span, body=body)
    return nodes.TryCatch(
        span=span,
        body=body,
        has_catch=clause is not None,
        error_var=clause.name if clause else None,
        error_type=clause.written if clause else None,
        catch_body=clause.body if clause else None,
        finally_body=finally_body,
    )


class BodyWithVariable:
    """The body of a `parallel`, with the variable before its arrow."""

    __slots__ = ("body", "variable")

    def __init__(self, variable: nodes.BindName | None, body: nodes.Body) -> None:
        self.variable = variable
        self.body = body


def parallel_body(
    ctx: Context, span: Span, variable: Token | None, statements: list[nodes.Node] | None
) -> BodyWithVariable:
    """`{ i -> … }`."""
    body = body_of(ctx, span, statements)
    return BodyWithVariable(name_of(ctx, variable) if variable else None, body)


def stream(_ctx: Context, span: Span, _word: Token) -> Span:
    """`as stream`."""
    return span


def parallel(
    ctx: Context, span: Span, mode: Token | None, value: nodes.Expr, *parts: object
) -> nodes.Parallel:
    """`parallel each xs with { max_concurrent: n } { x -> … } as stream`."""
    options, body, as_stream = cast(
        "tuple[list[nodes.DictEntry] | None, BodyWithVariable, Span | None]", parts
    )
    name = mode.text if mode else "count"
    if as_stream is not None:
        if name == "each":
            name = "each_stream"
        else:
            expected_in(ctx, as_stream, "statement separator (`;` or newline)", "as")
    for entry in options or ():
        _check_option(ctx, entry)
    return nodes.Parallel(
        span=span, mode=name, expr=value, variable=body.variable, body=body.body, options=tuple(options or ())
    )


def _check_option(ctx: Context, entry: nodes.DictEntry) -> None:
    key = entry.key
    if isinstance(key, nodes.Str) and not entry.computed and key.value == "max_concurrent":
        return
    shown = key.value if isinstance(key, nodes.Str) else entry.span.text
    text = (
        "known option (only `max_concurrent` is supported in `parallel ... with { ... }`; got `"
        + shown
        + "`)"
    )
    expected_in(ctx, entry.span if key is None else key.span, text, f"id({shown})")


def spawn(_ctx: Context, span: Span, body: nodes.Body) -> nodes.SpawnExpr:
    """`spawn { … }`."""
    return nodes.SpawnExpr(span=span, body=body)


def deadline(_ctx: Context, span: Span, duration: nodes.Expr, body: nodes.Body) -> nodes.DeadlineBlock:
    """`deadline d { … }`."""
    return nodes.DeadlineBlock(span=span, duration=duration, body=body)


def retry(_ctx: Context, span: Span, count: nodes.Expr, body: nodes.Body) -> nodes.Retry:
    """`retry n { … }`."""
    return nodes.Retry(span=span, count=count, body=body)


def cost_route(ctx: Context, span: Span, options: list[nodes.DictEntry] | None) -> nodes.CostRoute:
    """`cost_route { option: value }`."""
    return cost_route_full(ctx, span, options or [], [])


def cost_route_body(ctx: Context, span: Span, statements: list[nodes.Node]) -> nodes.CostRoute:
    """`cost_route { body }`."""
    return cost_route_full(ctx, span, [], statements)


def cost_route_full(
    ctx: Context, span: Span, options: list[nodes.DictEntry], statements: list[nodes.Node]
) -> nodes.CostRoute:
    """`cost_route { option: value, … body }`."""
    return nodes.CostRoute(span=span, options=tuple(options), body=body_of(ctx, span, statements))
