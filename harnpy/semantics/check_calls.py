"""Types of calls: functions, closures, methods, variants with payload, functions of modules, pipes."""

from collections.abc import Sequence
from typing import cast

import attrs

from harnpy.diagnostics.codes import arity, names, operations
from harnpy.semantics import members
from harnpy.semantics.attributes import deprecated_use
from harnpy.semantics.calls import Callee, Given, apply, infer_loosely
from harnpy.semantics.check_access import (
    exported,
    is_contract,
    namespace_of,
    receiver,
    receiver_name,
    type_of_symbol,
)
from harnpy.semantics.check_builtins import SPECIAL
from harnpy.semantics.check_context import Checking, Handler
from harnpy.semantics.generics import flat
from harnpy.semantics.narrowing import forget_below, forget_names, path_of
from harnpy.semantics.ownership import check_method_call
from harnpy.semantics.resolution import suggestion
from harnpy.semantics.results import VariantRef
from harnpy.semantics.symbols import Symbol, SymbolKind
from harnpy.semantics.type_names import display
from harnpy.semantics.typeforms import (
    ANY,
    CLOSURE,
    HARNESS,
    NEVER,
    UNKNOWN,
    UNTYPED,
    Enum,
    Fn,
    Gen,
    Interface,
    Param,
    Prim,
    Shape,
    Struct,
    Type,
    Var,
    members_of,
    optional,
    union,
)
from harnpy.syntax.nodes import (
    BinaryOp,
    Call,
    Closure,
    Expr,
    FnDecl,
    MethodCall,
    Node,
    Pipeline,
    Spread,
    ToolDecl,
)
from harnpy.syntax.visit import NodeTable

CALLS: NodeTable[Handler] = NodeTable("infer calls")

_VAGUE = frozenset((UNTYPED, ANY, NEVER))


@CALLS.on(Call)
def infer_call(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """A call of a function, a closure or a builtin."""
    call = cast("Call", node)
    variant = ctx.bindings.variants.get(node)
    if variant is not None and variant.enum is None:
        return _result_made(ctx, variant, call.args, expected)
    symbol = ctx.symbols.get(call.callee)
    if symbol is not None and symbol.kind is SymbolKind.BUILTIN:
        special = SPECIAL.get(symbol.name)
        if special is not None:
            return special(ctx, call, expected)
    whole = ctx.infer(call.callee)
    found = called(ctx, call.callee, whole, Given(call.args, call.type_args, expected))
    _after_call(ctx, found, steady=symbol is not None and symbol.kind is SymbolKind.BUILTIN)
    return found


def _after_call(ctx: Checking, found: Type, *, steady: bool) -> None:
    """A call that never returns ends the way; one into the program may change what closures assign."""
    if found is NEVER:
        ctx.live = False
    elif not steady and ctx.unsteady:
        ctx.known = forget_names(ctx.known, ctx.unsteady)


def called(ctx: Checking, callee: Expr, whole: Type, given: Given) -> Type:
    """The result of calling a value of type `whole` that `callee` computes."""
    bare = flat(whole)
    if isinstance(bare, Fn):
        return apply(ctx, _callee_of(ctx, callee), bare, given)
    if given.first is None:
        infer_loosely(ctx, given.args)
    if bare in _VAGUE:
        return ANY if bare is ANY else UNTYPED
    if not any(_callable(one) for one in members_of(bare)):
        ctx.report.error(operations.NOT_CALLABLE, callee.span, type=display(whole))
    return UNTYPED


def _callable(one: Type) -> bool:
    return (
        isinstance(one, (Fn, Var))
        or one is CLOSURE
        or one in _VAGUE
        or (isinstance(one, Gen) and one.name == "Schema")
    )


def _callee_of(ctx: Checking, callee: Expr) -> Callee:
    symbol = ctx.symbols.get(callee)
    if symbol is None:
        return Callee("", callee.span)
    if symbol.kind is SymbolKind.BUILTIN:
        return Callee(symbol.name, callee.span, builtin="builtin")
    return declared_callee(ctx, symbol, callee)


def declared_callee(ctx: Checking, symbol: Symbol, place: Node) -> Callee:
    """What messages say of a function that the program declares."""
    decl = symbol.origin().node
    if isinstance(decl, (FnDecl, ToolDecl, Pipeline)):
        told = ctx.program.deprecated.get(decl)
        if told is not None:
            deprecated_use(ctx.report, place.span, symbol.name, told)
        return Callee(symbol.name, place.span, tuple(one.span for one in decl.params))
    # Values of function type are named by what computes them.
    return Callee("", place.span)


# ---- variants ----------------------------------------------------------------------------------


def _result_made(ctx: Checking, ref: VariantRef, args: Sequence[Expr], expected: Type | None) -> Type:
    """`Ok(x)` and `Err(e)`; the other side is what the place expects."""
    wanted = next(
        (one for one in members_of(flat(expected)) if isinstance(one, Gen) and one.name == "Result")
        if expected is not None
        else iter(()),
        None,
    )
    sides: list[Type] = (
        list(wanted.args) if wanted is not None and len(wanted.args) == 2 else [UNTYPED, UNTYPED]
    )
    own = 0 if ref.variant == "Ok" else 1
    found = UNTYPED
    for one in args:
        found = ctx.infer(one, None if sides[own] is UNTYPED else sides[own])
    sides[own] = found
    return Gen("Result", tuple(sides))


def _variant_made(ctx: Checking, node: MethodCall, ref: VariantRef, expected: Type | None) -> Type:
    if ref.enum is None:
        return _result_made(ctx, ref, node.args, expected)
    info = ctx.world.enum(ref.enum)
    params = info.variants.get(ref.variant)
    blank = Enum(info, (UNTYPED,) * len(info.variables))
    if params is None:
        infer_loosely(ctx, node.args)
        return blank
    spread = any(isinstance(one, Spread) for one in node.args)
    if not spread and len(node.args) != len(params):
        count = f"{len(params)} argument{'' if len(params) == 1 else 's'}"
        ctx.report.error(
            arity.VARIANT_ARITY,
            node.method_span,
            enum=info.name,
            variant=ref.variant,
            count=count,
            given=len(node.args),
        )
    # Missing payloads were told above.
    fields = tuple(attrs.evolve(one, optional=True) for one in params)
    made = Fn(fields, Enum(info, info.variables), info.variables)
    spans = next(
        (tuple(field.span for field in one.fields) for one in info.decl.variants if one.name == ref.variant),
        (),
    )
    callee = Callee(ref.variant, node.method_span, spans, builtin="variant", kind=info.name)
    return apply(ctx, callee, made, Given(node.args, (), expected))


def _given(call: MethodCall, expected: Type | None) -> Given:
    return Given(call.args, call.type_args, expected)


# ---- methods -----------------------------------------------------------------------------------


@CALLS.on(MethodCall)
def infer_method_call(ctx: Checking, node: Node, expected: Type | None) -> Type:
    """A method of a value, a variant with payload, or a function of a module."""
    call = cast("MethodCall", node)
    variant = ctx.bindings.variants.get(node)
    if variant is not None:
        return _variant_made(ctx, call, variant, expected)
    space = namespace_of(ctx, call.object)
    if space is not None:
        return _of_module(ctx, space, call, expected)
    whole = ctx.infer(call.object)
    bare, absent = receiver(ctx, whole, call.optional, f"method `{call.method}`", call.method_span)
    found = _method(ctx, call, bare, expected)
    _after_call(ctx, found, steady=not isinstance(bare, (Struct, Interface, Shape)))
    return optional(found) if absent and found is not NEVER else found


def _of_module(ctx: Checking, space: Symbol, call: MethodCall, expected: Type | None) -> Type:
    symbol = exported(ctx, space, call.method, call.method_span, called=True)
    if symbol is None:
        infer_loosely(ctx, call.args)
        return UNTYPED
    whole = flat(type_of_symbol(ctx, symbol))
    if not isinstance(whole, Fn):
        return called(ctx, call, whole, _given(call, expected))
    callee = declared_callee(ctx, symbol, call)
    found = apply(ctx, callee, whole, _given(call, expected))
    _after_call(ctx, found, steady=False)
    return found


def _method(ctx: Checking, call: MethodCall, whole: Type, expected: Type | None) -> Type:
    if whole in _VAGUE:
        infer_loosely(ctx, call.args)
        return ANY if whole is ANY else UNTYPED
    if whole is UNKNOWN:
        infer_loosely(ctx, call.args)
        what = f"method call `.{call.method}()`"
        ctx.report.error(names.ACCESS_ON_UNKNOWN, call.method_span, access=what, near="")
        return UNTYPED
    parts = members_of(whole)
    if len(parts) == 1:
        return _method_of(ctx, call, whole, expected)
    found = [one for one in parts if _has(ctx, one, call.method)]
    if not found:
        return _missing(ctx, call, whole)
    return union([_method_of(ctx, call, one, expected) for one in found])


def _has(ctx: Checking, one: Type, name: str) -> bool:
    if _open(one) or _held(ctx, one, name) is not None:
        return True
    return members.method(ctx.world, one, name) is not None


def _open(one: Type) -> bool:
    """May a value have any method, for all that is known?"""
    if isinstance(one, Gen):
        return one.name in ("dict", "task_handle", "Schema", "channel")
    return (
        one in _VAGUE
        or isinstance(one, Var)
        or (isinstance(one, Shape) and (one.fresh or one.tail is not None))
    )


def _method_of(ctx: Checking, call: MethodCall, one: Type, expected: Type | None) -> Type:
    held = _held(ctx, one, call.method)
    if held is not None:
        return called(ctx, call, held, _given(call, expected))
    found = None if one in _VAGUE else members.method(ctx.world, one, call.method)
    if found is None:
        if isinstance(one, Var):
            return _outside_bounds(ctx, call, one)
        if _open(one):
            infer_loosely(ctx, call.args)
            return UNTYPED
        return _missing(ctx, call, one)
    if found.row is None:
        callee = Callee(call.method, call.method_span)
        return apply(ctx, callee, found.function, _given(call, expected))
    return _native(ctx, call, one, found, expected)


def _held(ctx: Checking, one: Type, name: str) -> Type | None:
    """A function that a field of a struct or record holds under the name of the method."""
    if isinstance(one, Struct):
        field = None if name in one.info.methods else ctx.world.field(one, name)
    else:
        field = one.field(name) if isinstance(one, Shape) else None
    if field is None:
        return None
    parts = members_of(flat(field.type))
    return field.type if isinstance(one, Struct) or any(_callable(part) for part in parts) else None


def _outside_bounds(ctx: Checking, call: MethodCall, one: Var) -> Type:
    infer_loosely(ctx, call.args)
    bounds = [bound.info.name for bound in one.info.bounds if isinstance(bound, Interface)]
    variable = one.info.name
    if len(bounds) == 1:
        ctx.report.error(
            names.NO_METHOD_IN_BOUND,
            call.method_span,
            method=call.method,
            interface=bounds[0],
            variable=variable,
            near="",
        )
    elif bounds:
        ctx.report.error(
            names.NO_METHOD_IN_BOUNDS,
            call.method_span,
            method=call.method,
            interfaces=" + ".join(bounds),
            variable=variable,
            near="",
        )
    return UNTYPED


def _native(ctx: Checking, call: MethodCall, one: Type, found: members.Member, expected: Type | None) -> Type:
    kind = members.kind_name(one)
    told = check_method_call(ctx, call, kind, found)
    callee = Callee(call.method, call.method_span, builtin="method", kind=kind, shown=found.signature)
    function = found.function
    if found.mutates and not is_contract(ctx, call.object):
        function = attrs.evolve(function, params=tuple(_loosened(one) for one in function.params))
    result = apply(ctx, callee, function, _given(call, expected))
    if found.mutates:
        path = path_of(ctx, call.object)
        if path is not None:
            ctx.known = forget_below(ctx.known, path)
    return UNTYPED if told else result


def _loosened(param: Param) -> Param:
    """What may be put into a collection whose elements nobody declared: anything."""
    return param if isinstance(param.type, Fn) else attrs.evolve(param, type=UNTYPED)


def _missing(ctx: Checking, call: MethodCall, whole: Type) -> Type:
    infer_loosely(ctx, call.args)
    offered = members.names(ctx.world, whole)
    near = suggestion(call.method, offered)
    if whole is HARNESS:
        near = suggestion(call.method, members.CAPABILITIES)
        ctx.report.error(names.NO_CAPABILITY, call.method_span, name=call.method, near=near)
    elif isinstance(whole, Prim) and whole.name.startswith("Harness"):
        ctx.report.error(
            names.NO_HANDLE_METHOD, call.method_span, handle=whole.name, method=call.method, near=near
        )
    else:
        ctx.report.error(
            names.NO_METHOD,
            call.method_span,
            help=f"available methods: {', '.join(offered)}" if offered else None,
            method=call.method,
            receiver=receiver_name(whole),
            near=near,
        )
    return UNTYPED


# ---- pipes -------------------------------------------------------------------------------------


def infer_pipe(ctx: Checking, node: BinaryOp, expected: Type | None) -> Type:
    """`v |> f` calls `f` with `v`; with `_` on the right side it is that side, `_` being `v`."""
    if node.right in ctx.bindings.holes:
        before = ctx.hole
        ctx.hole = ctx.infer(node.left)
        found = ctx.infer(node.right, expected)
        ctx.hole = before
        return found
    # The left side is looked at once, or a chain of pipes would take twice as long with each of them: first
    # where a closure asks what it is given, else as an argument, since a literal asks what it may be.
    left = ctx.infer(node.left) if isinstance(node.right, Closure) else None
    ctx.direct = node.right
    whole = ctx.infer(node.right, None if left is None else Fn((Param(left),), UNTYPED))
    return called(ctx, node.right, whole, Given((node.left,), (), expected, left))
