"""Types of operations: unary and infix operators, `??`, ternaries (language.md 4.4, 5.3)."""

from typing import cast

from harnpy.diagnostics.codes import operations as codes
from harnpy.semantics.check_calls import infer_pipe
from harnpy.semantics.check_context import Checking, Handler
from harnpy.semantics.fitting import forbidden_literal
from harnpy.semantics.generics import flat
from harnpy.semantics.narrowing import given, merged, refine
from harnpy.semantics.operator_rules import Problem, binary, unary
from harnpy.semantics.type_names import display
from harnpy.semantics.typeforms import (
    BOOL,
    NIL,
    UNTYPED,
    Lit,
    Type,
    may_be_nil,
    members_of,
    union,
    without_nil,
)
from harnpy.syntax.nodes import (
    Assignment,
    BinaryOp,
    Expr,
    InterpolatedString,
    Node,
    RawStr,
    Str,
    Ternary,
    UnaryOp,
)
from harnpy.syntax.visit import NodeTable

OPERATORS: NodeTable[Handler] = NodeTable("infer operators")

_TEXT = (Str, RawStr, InterpolatedString)


@OPERATORS.on(UnaryOp)
def infer_unary(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """`-a` keeps the kind of a number, `!a` is a bool."""
    operation = cast("UnaryOp", node)
    operand = ctx.infer(operation.operand, expected if operation.op == "-" else None)
    found = unary(operation.op, operand)
    if isinstance(found, Problem):
        ctx.tell(found.message, operation.operand.span, found.data)
        return found.result
    return found


@OPERATORS.on(BinaryOp)
def infer_binary(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """A chain of operators, walked without recursion along its left side."""
    chain: list[BinaryOp] = []
    left = cast("Expr", node)
    while isinstance(left, BinaryOp) and left.op not in ("??", "|>"):
        chain.append(left)
        left = left.left
    if not chain:
        outer = cast("BinaryOp", node)
        return _coalesce(ctx, outer, expected) if outer.op == "??" else infer_pipe(ctx, outer, expected)
    found = ctx.infer(left)
    for one in reversed(chain):
        found = ctx.types[one] = _step(ctx, one, found)
    return found


def _step(ctx: Checking, node: BinaryOp, left: Type) -> Type:
    op = node.op
    if op in ("&&", "||"):
        return _connective(ctx, node)
    right = ctx.infer(node.right)
    if op in ("==", "!="):
        _check_vocabulary(ctx, node, left, right)
        return BOOL
    if op in ("in", "not_in"):
        return BOOL
    found = binary(op, left, right)
    if not isinstance(found, Problem):
        return found
    _report(ctx, node, (node.left, node.right), found)
    return found.result


def combined(ctx: Checking, node: Assignment, left: Type, right: Type) -> Type:
    """The type of the value that `target op= value` stores."""
    found = binary(node.op or "", left, right)
    if not isinstance(found, Problem):
        return found
    _report(ctx, node, (node.target, node.value), found)
    return found.result


def _connective(ctx: Checking, node: BinaryOp) -> Type:
    """The right side is evaluated only when the left one is true, or false for `||`."""
    told, refuted = refine(ctx, node.left)
    before = ctx.known
    ctx.known = given(ctx, told if node.op == "&&" else refuted)
    live = ctx.live
    ctx.infer(node.right)
    ctx.known, ctx.live = before, live
    return BOOL


def _report(ctx: Checking, node: Node, sides: tuple[Expr, Expr], problem: Problem) -> None:
    if problem.message is codes.CANNOT_ADD and (isinstance(sides[0], _TEXT) or isinstance(sides[1], _TEXT)):
        ctx.tell(codes.CANNOT_ADD_TEXT, node.span, problem.data, _interpolated(sides))
        return
    place = {"left": sides[0], "right": sides[1]}.get(problem.side, node)
    ctx.tell(problem.message, place.span, problem.data)


def _interpolated(sides: tuple[Expr, Expr]) -> str:
    parts = [_part(one) for one in sides]
    return f'write `"{parts[0]}{parts[1]}"`' if None not in parts else "put both into one string with `${…}`"


def _part(side: Expr) -> str | None:
    text = side.span.text
    if "\n" in text or '"' in text[1:-1]:
        return None
    if isinstance(side, (Str, InterpolatedString)) and text.startswith('"'):
        return text[1:-1]
    return None if '"' in text else f"${{{text}}}"


def _check_vocabulary(ctx: Checking, node: BinaryOp, left: Type, right: Type) -> None:
    """`mode == "fsat"` can never hold when `mode` is one of other literals."""
    for place, other, kind in ((node.right, node.left, left), (node.left, node.right, right)):
        # What was assigned last narrows a name; it may be compared with all that it can hold.
        symbol = ctx.symbols.get(other)
        held = ctx.values.get(symbol) if symbol is not None else None
        whole = flat(kind if held is None else held.type)
        only = all(isinstance(one, Lit) or one is NIL for one in members_of(whole))
        if only and whole is not NIL and forbidden_literal(place, without_nil(whole)):
            ctx.report.error(codes.NOT_PERMITTED, place.span, value=place.span.text, type=display(kind))


def _coalesce(ctx: Checking, node: BinaryOp, expected: Type | None) -> Type:
    """`a ?? b`: `a` without nil, or `b`."""
    left = ctx.infer(node.left, expected)
    bare = without_nil(flat(left))
    wanted = expected if expected is not None else (None if bare is UNTYPED else bare)
    live, before = ctx.live, ctx.known
    right = ctx.infer(node.right, wanted)
    ctx.live, ctx.known = live, before
    if left is NIL:
        return right
    if not may_be_nil(flat(left)):
        return left
    return union((bare, right))


@OPERATORS.on(Ternary)
def infer_ternary(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """Either branch, each knowing what the condition tells."""
    choice = cast("Ternary", node)
    ctx.infer(choice.condition)
    told, refuted = refine(ctx, choice.condition)
    before = ctx.known
    ctx.known = given(ctx, told)
    then = ctx.infer(choice.then, expected)
    after = ctx.known
    ctx.known = {**before, **refuted} if refuted else before
    otherwise = ctx.infer(choice.otherwise, expected)
    ctx.known = before if after is before and ctx.known is before else merged(after, ctx.known)
    return union((then, otherwise))
