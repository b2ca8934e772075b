"""Expressions (language.md 3.2 `expr` and 3.3). Names follow the table of 3.3."""

from harnpy.base.spans import Span
from harnpy.syntax.nodes.core import Body, Expr, Node, Pattern, TypeNode, node
from harnpy.syntax.nodes.patterns import BindName


@node
class Int(Expr):
    """An int literal."""

    value: int


@node
class Float(Expr):
    """A float literal."""

    value: float


@node
class Bool(Expr):
    """`true` or `false`."""

    value: bool


@node
class Nil(Expr):
    """`nil`."""


@node
class Str(Expr):
    """A string without holes, escapes resolved, indentation of `\"\"\"` removed."""

    value: str


@node
class RawStr(Expr):
    """A raw string `r"…"`."""

    value: str


@node
class Duration(Expr):
    """A duration literal in milliseconds."""

    ms: int


@node
class InterpolatedString(Expr):
    """A string with holes: its parts are plain texts and hole expressions, in order."""

    parts: tuple[str | Expr, ...]


@node
class Ident(Expr):
    """A mention of a name; `_` is the hole of a pipe."""

    name: str


@node
class Spread(Expr):
    """`...e` in a list, a dict, a struct literal or an argument list."""

    expr: Expr


@node
class ListLit(Expr):
    """`[a, ...b]`."""

    items: tuple[Expr, ...]


@node
class DictEntry(Node):
    """`key: value`; a literal key is a `Str` node (also for a bare word), a computed one `[e]` any Expr.

    `computed` tells `{[e]: 1}` from `{"e": 1}`. For a spread entry `key` is None and `value` a Spread.
    """

    key: Expr | None
    computed: bool
    value: Expr


@node
class DictLit(Expr):
    """`{a: 1, "b": 2, [k]: 3, ...d}`."""

    entries: tuple[DictEntry, ...]


@node
class StructConstruct(Expr):
    """`Point { x: 1 }`."""

    name: str
    name_span: Span
    entries: tuple[DictEntry, ...]


@node
class TypedParam(Node):
    """One parameter; `rest` marks `...name`."""

    name: str
    name_span: Span
    type_expr: TypeNode | None
    default: Expr | None
    rest: bool


@node
class Closure(Expr):
    """`{ x -> … }`, or `fn(x) { … }` when `fn_syntax`; both yield their tail."""

    params: tuple[TypedParam, ...]
    return_type: TypeNode | None
    throws: TypeNode | None
    body: Body
    fn_syntax: bool


@node
class UnaryOp(Expr):
    """`-a` or `!a`."""

    op: str
    operand: Expr


@node
class BinaryOp(Expr):
    """An infix operation; `op` as in `base.operators.INFIX`, with `not_in` and `|>`."""

    op: str
    op_span: Span
    left: Expr
    right: Expr


@node
class RangeExpr(Expr):
    """`a..b`, or `a..=b` when `inclusive`."""

    start: Expr
    end: Expr
    inclusive: bool


@node
class Ternary(Expr):
    """`c ? a : b`."""

    condition: Expr
    then: Expr
    otherwise: Expr


@node
class Member(Expr):
    """`o.name`, or `o?.name` when `optional`."""

    object: Expr
    name: str
    name_span: Span
    optional: bool


@node
class Index(Expr):
    """`o[i]`, or `o?.[i]` and `o?[i]` when `optional`."""

    object: Expr
    index: Expr
    optional: bool


@node
class Slice(Expr):
    """`o[a:b]`; either end may be missing."""

    object: Expr
    start: Expr | None
    end: Expr | None


@node
class Call(Expr):
    """`f(a)`, `f<T>(a)`; arguments may be Spread nodes."""

    callee: Expr
    type_args: tuple[TypeNode, ...]
    args: tuple[Expr, ...]


@node
class MethodCall(Expr):
    """`o.m(a)`, or `o?.m(a)` when `optional`; `E.V(a)` and `module.f(a)` too, by the resolver."""

    object: Expr
    method: str
    method_span: Span
    type_args: tuple[TypeNode, ...]
    args: tuple[Expr, ...]
    optional: bool


@node
class TryOperator(Expr):
    """`e?`: the Ok value, or return the Err."""

    operand: Expr


@node
class NonNullAssert(Expr):
    """`e!`."""

    operand: Expr


@node
class TryStar(Expr):
    """`try* e`."""

    operand: Expr


@node
class IfElse(Expr):
    """`if c { … } else …`; `otherwise` is a Body, another IfElse, or None."""

    condition: Expr
    then: Body
    otherwise: "Body | IfElse | None"


@node
class MatchArm(Node):
    """One arm `pattern if guard -> { … }`."""

    pattern: Pattern
    guard: Expr | None
    body: Body


@node
class MatchExpr(Expr):
    """`match e { … }`."""

    value: Expr
    arms: tuple[MatchArm, ...]


@node
class TryCatch(Expr):
    """`try { } catch (e: E) { } finally { }`; at least one of the two clauses was written."""

    body: Body
    has_catch: bool
    error_var: BindName | None
    error_type: TypeNode | None
    catch_body: Body | None
    finally_body: Body | None


@node
class TryExpr(Expr):
    """`try { }` alone: wraps its outcome into a Result."""

    body: Body


@node
class Retry(Expr):
    """`retry n { … }`."""

    count: Expr
    body: Body


@node
class DeadlineBlock(Expr):
    """`deadline d { … }`."""

    duration: Expr
    body: Body


@node
class SpawnExpr(Expr):
    """`spawn { … }`."""

    body: Body


@node
class Parallel(Expr):
    """`parallel n { i -> … }`; `mode` is count, each, each_stream or settle; `options` is the `with` dict."""

    mode: str
    expr: Expr
    variable: BindName | None
    body: Body
    options: tuple[DictEntry, ...]


@node
class SelectCase(Node):
    """`variable from channel { … }`."""

    variable: BindName
    channel: Expr
    body: Body


@node
class SelectExpr(Expr):
    """`select { … }` with its cases and at most one of timeout and default."""

    cases: tuple[SelectCase, ...]
    timeout: Expr | None
    timeout_body: Body | None
    default: Body | None


@node
class Block(Expr):
    """`block { … }`: a scope that yields its tail."""

    body: Body


@node
class CostRoute(Expr):
    """`cost_route { options… body }`."""

    options: tuple[DictEntry, ...]
    body: Body


@node
class YieldExpr(Expr):
    """`yield e` or `yield`."""

    value: Expr | None


@node
class EmitExpr(Expr):
    """`emit e` inside a `gen fn`."""

    value: Expr
