"""Bodies of functions, pipelines, tools, methods and closures: parameters in, results and throws out."""

from collections.abc import Callable
from typing import cast

import attrs

from harnpy.base.spans import Span
from harnpy.diagnostics.codes import types as codes
from harnpy.diagnostics.model import Label
from harnpy.semantics.assignable import fits
from harnpy.semantics.check_bodies import infer_body, inside, run_body, tail_of
from harnpy.semantics.check_context import Checking, Declared, Frame, Handler, Known, Value
from harnpy.semantics.entry import is_main
from harnpy.semantics.fitting import fit, worded
from harnpy.semantics.generics import flat
from harnpy.semantics.narrowing import assigned_in, forget_names
from harnpy.semantics.type_names import display
from harnpy.semantics.typeforms import (
    ANY,
    LOOSE,
    NEVER,
    NIL,
    UNKNOWN,
    UNTYPED,
    Fn,
    Gen,
    Param,
    Type,
    Var,
    list_of,
    may_be_nil,
    members_of,
    union,
    widened,
)
from harnpy.syntax.nodes import (
    Closure,
    FnDecl,
    InterfaceMethod,
    Node,
    Pipeline,
    ToolDecl,
    TypedParam,
)
from harnpy.syntax.visit import NodeTable

FUNCTIONS: NodeTable[Handler] = NodeTable("infer functions")


# ---- parameters --------------------------------------------------------------------------------


def declare_parameters(ctx: Checking, params: tuple[TypedParam, ...], types: tuple[Param, ...]) -> None:
    """Give parameters their types inside the body; their defaults must fit."""
    for node, param in zip(params, types, strict=False):
        found = list_of(param.type) if param.rest else param.type
        symbol = ctx.symbols.get(node)
        if symbol is not None:
            ctx.values[symbol] = Value(found, written=node.type_expr is not None)
        if node.default is not None:
            actual = ctx.infer(node.default, None if param.type is UNTYPED else param.type)
            words = worded(codes.PARAMETER_DEFAULT, _type_note(node), parameter=node.name)
            fit(ctx, node.default, actual, param.type, words)


def _type_note(node: TypedParam) -> Label | None:
    return None if node.type_expr is None else Label(node.type_expr.span, "expected type declared here")


def warn_untyped(ctx: Checking, kind: str, name: str, params: tuple[TypedParam, ...]) -> None:
    """Warn of parameters without annotation."""
    for one in params:
        if one.type_expr is None and one.name != "self":
            ctx.report.error(
                codes.UNTYPED_PARAMETER,
                one.name_span,
                help=f"annotate the parameter, for example `{one.name}: string`, or write "
                f"`{one.name}: unknown` and narrow it at the dynamic boundary.",
                kind=kind,
                name=name,
                parameter=one.name,
            )


# ---- declared functions ------------------------------------------------------------------------


def check_function(
    ctx: Checking, decl: Declared, *, kind: str | None = None, known: Known | None = None
) -> None:
    """Check the body of a declaration and note its result type.

    Args:
        kind: how warnings call it, found from the node when not given.
        known: what is known where it is declared.
    """
    function = ctx.world.function(decl, ctx.bindings)
    owner = ctx.owner_of(decl)
    yields = owner is not None and owner.has_yield
    if not (isinstance(decl, FnDecl) and is_main(decl) and ctx.frame.kind == "module"):
        warn_untyped(ctx, kind or _kind(decl, yields=yields), decl.name, decl.params)
    params = function.params
    if decl in ctx.selves and params:
        params = (attrs.evolve(params[0], type=ctx.selves[decl]), *params[1:])
    frame = _frame(ctx, decl, function, yields=yields)

    def work() -> Type:
        declare_parameters(ctx, decl.params, params)
        if isinstance(decl, FnDecl):
            run_body(ctx, decl.body)
            found: Type = NIL if ctx.live else NEVER
        else:
            found = _tail(ctx, decl, frame)
        _finish(ctx, decl, frame)
        return found

    tail = inside(ctx, frame, known or {}, work)
    ctx.results[decl] = _inferred(frame, tail)


def _kind(decl: Declared, *, yields: bool) -> str:
    if isinstance(decl, FnDecl):
        return "generator" if yields else "function"
    return "tool" if isinstance(decl, ToolDecl) else "pipeline"


def _frame(ctx: Checking, decl: Declared, function: Fn, *, yields: bool) -> Frame:
    declared = decl.return_type.span if decl.return_type is not None else None
    result = None if function.result is UNTYPED else function.result
    kind = "pipeline" if isinstance(decl, Pipeline) else "tool" if isinstance(decl, ToolDecl) else "fn"
    if isinstance(decl, FnDecl) and decl.is_stream:
        kind = "gen"
        result = _stream_element(ctx, decl, result)
    elif yields and isinstance(decl, FnDecl):
        kind = "generator"
        result = _element(result, "Generator")
    return Frame(kind, decl, result, declared, function.throws)


def _stream_element(ctx: Checking, decl: FnDecl, result: Type | None) -> Type | None:
    element = _element(result, "Stream")
    if result is not None and element is None:
        ctx.report.error(codes.STREAM_RESULT, decl.name_span, found=display(result))
    return element


def _element(result: Type | None, constructor: str) -> Type | None:
    """The `T` of `Stream<T>`; None when nothing is declared, or something else."""
    whole = flat(result) if result is not None else None
    if isinstance(whole, Gen) and whole.name == constructor:
        return whole.args[0] if whole.args else UNTYPED
    return None


def _tail(ctx: Checking, decl: Pipeline | ToolDecl, frame: Frame) -> Type:
    found = infer_body(ctx, decl.body, frame.result)
    if found is not NEVER and frame.result is not None:
        place = tail_of(decl.body)
        fit(ctx, place, found, frame.result, worded(codes.PIPELINE_RESULT, ctx.result_note()))
    return found


def _finish(ctx: Checking, decl: Declared, frame: Frame) -> None:
    result = frame.result
    if isinstance(decl, FnDecl) and frame.kind == "fn" and ctx.live and result is not None:
        whole = flat(result)
        if not may_be_nil(whole) and whole not in (ANY, UNKNOWN, UNTYPED):
            ctx.report.error(codes.FALL_THROUGH, decl.name_span, expected=display(result))
    check_throws(ctx, frame, decl.name_span)


def check_throws(ctx: Checking, frame: Frame, place: Span) -> None:
    """Everything that leaves the callable must be covered by what it declares to throw."""
    if frame.throws is None:
        return
    told: set[Type] = set()
    for thrown, span in frame.thrown:
        for one in members_of(flat(thrown)):
            if one not in LOOSE and one is not UNKNOWN and one not in told and not fits(one, frame.throws):
                told.add(one)
                ctx.report.error(
                    codes.UNCOVERED_THROW,
                    place,
                    notes=(Label(span, "thrown here"),),
                    thrown=display(one),
                    declared=display(frame.throws),
                )


def _inferred(frame: Frame, tail: Type) -> Type:
    """The result of a callable without annotation."""
    found = union(frame.returns)
    if frame.kind == "gen":
        return Gen("Stream", (found,)) if found not in (NEVER, UNTYPED) else Gen("Stream")
    if frame.kind == "generator":
        return Gen("Generator", (found,)) if found not in (NEVER, UNTYPED) else Gen("Generator")
    result = widened(union((*frame.returns, tail)))
    # Only a declared `never` makes calls ends of the way.
    return UNTYPED if result is NEVER else result


# ---- closures ----------------------------------------------------------------------------------


@FUNCTIONS.on(Closure)
def infer_closure(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """A closure; parameters without annotation are what the place expects them to be."""
    closure = cast("Closure", node)
    direct = ctx.direct is node
    ctx.direct = None
    wanted = _function_wanted(expected)
    written = ctx.world.closure(closure, ctx.bindings)
    params = _closure_params(written.params, wanted)
    told = wanted is not None and _parameters_refused(ctx, closure, params, written, wanted)
    owner = ctx.owner_of(closure)
    frame = _closure_frame(closure, written, wanted, yields=owner is not None and owner.has_yield)
    result = inside(
        ctx, frame, _known_inside(ctx, closure, direct=direct), _closure_body(ctx, closure, frame, params)
    )
    changed = assigned_in(ctx, closure)
    if changed:
        ctx.unsteady |= changed
        ctx.known = forget_names(ctx.known, changed)
    if told and wanted is not None:
        return wanted
    if frame.kind == "generator":
        result = _inferred(frame, NEVER)
    elif written.result is not UNTYPED:
        result = written.result
    return Fn(params, result, (), written.throws)


def _function_wanted(expected: Type | None) -> Fn | None:
    if expected is None:
        return None
    return next((one for one in members_of(flat(expected)) if isinstance(one, Fn)), None)


def _closure_params(written: tuple[Param, ...], wanted: Fn | None) -> tuple[Param, ...]:
    found: list[Param] = []
    for place, one in enumerate(written):
        given = one.type
        if given is UNTYPED and wanted is not None and not one.rest and place < len(wanted.params):
            given = wanted.params[place].type
        found.append(one if given is one.type else attrs.evolve(one, type=given))
    return tuple(found)


def _parameters_refused(
    ctx: Checking, closure: Closure, params: tuple[Param, ...], written: Fn, wanted: Fn
) -> bool:
    """Report a closure that wants more than it will be given, or other types."""
    required = sum(not (one.optional or one.rest) for one in params)
    detail = ""
    if required > len(wanted.params) and not any(one.rest for one in wanted.params):
        detail = f" (function takes {required} parameters, only {len(wanted.params)} are given)"
    else:
        for place, (own, given) in enumerate(zip(written.params, wanted.params, strict=False), start=1):
            if own.type is not UNTYPED and not own.rest and not fits(given.type, own.type):
                detail = (
                    f" (function parameter {place} expected {display(given.type)}, found {display(own.type)})"
                )
                break
    if detail:
        found = display(Fn(params, written.result, (), None))
        ctx.report.error(
            codes.CLOSURE_PARAMETERS, closure.span, expected=display(wanted), found=found, detail=detail
        )
    return bool(detail)


def _closure_frame(closure: Closure, written: Fn, wanted: Fn | None, *, yields: bool) -> Frame:
    declared = closure.return_type.span if closure.return_type is not None else None
    result = written.result
    if result is UNTYPED and wanted is not None:
        result = wanted.result
    expected = None if result is UNTYPED or result is ANY or isinstance(result, Var) else result
    if yields:
        return Frame("generator", closure, _element(expected, "Generator"), declared, written.throws)
    return Frame("closure", closure, expected, declared, written.throws)


def _known_inside(ctx: Checking, closure: Closure, *, direct: bool) -> Known:
    """What is known when the body runs: at once for an argument of a call, else some time later."""
    changed = assigned_in(ctx, closure) | ctx.unsteady
    if not direct:
        changed |= {path[0] for path in ctx.known if path[0].may_change}
    return forget_names(ctx.known, changed)


def _closure_body(
    ctx: Checking, closure: Closure, frame: Frame, params: tuple[Param, ...]
) -> Callable[[], Type]:
    def work() -> Type:
        declare_parameters(ctx, closure.params, params)
        found = infer_body(ctx, closure.body, frame.result)
        place = tail_of(closure.body)
        fitting = True
        if frame.kind == "closure" and found is not NEVER and frame.result is not None:
            words = worded(codes.CLOSURE_RETURN, ctx.result_note())
            fitting = fit(ctx, place, found, frame.result, words)
        check_throws(ctx, frame, closure.span)
        if not fitting or (frame.result is not None and frame.declared is not None):
            # The fault is told; the place around it sees what it wants.
            return frame.result or UNTYPED
        result = union((*frame.returns, found))
        return UNTYPED if result is NEVER else result

    return work


@FUNCTIONS.on(TypedParam)
def infer_parameter(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """A parameter stands in no expression; its callable declares it."""
    return UNTYPED


def warn_untyped_methods(ctx: Checking, methods: tuple[InterfaceMethod, ...]) -> None:
    """Warn of parameters without annotation in the methods of an interface."""
    for one in methods:
        warn_untyped(ctx, "interface method", one.name, one.params)
