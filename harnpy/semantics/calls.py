"""What a call does to types: arguments, type parameters, the result (language.md 5.3).

The arguments are nodes, so that closures among them learn the types of their parameters from the call.
"""

from collections.abc import Sequence

import attrs

from harnpy.base.spans import Span
from harnpy.diagnostics.codes import arity, types
from harnpy.diagnostics.codes import generics as codes
from harnpy.diagnostics.model import Label
from harnpy.diagnostics.suggest import nearest
from harnpy.semantics.check_context import Checking
from harnpy.semantics.fitting import Words, fit, forbidden_literal, worded
from harnpy.semantics.generics import bind, flat, instantiate, substitute
from harnpy.semantics.interfaces import reason
from harnpy.semantics.type_names import display
from harnpy.semantics.typeforms import (
    ANY,
    DICT,
    LIST,
    LOOSE,
    NIL,
    UNTYPED,
    Fn,
    Gen,
    Interface,
    Param,
    Shape,
    Type,
    VarInfo,
    members_of,
    widened,
)
from harnpy.syntax.nodes import Closure, DictLit, Expr, Spread, Str, TypeNode


@attrs.frozen(slots=True)
class Callee:
    """What a call names, for its messages.

    name      as written, empty for a computed function
    span      what is marked when the number of arguments is wrong
    declared  where it is declared, for notes about parameters
    builtin   `builtin` or `method` with their own texts, empty for what the program declares
    kind      of the receiver of a method
    shown     the signature for the help line of a method
    """

    name: str
    span: Span
    declared: tuple[Span, ...] = ()
    builtin: str = ""
    kind: str = ""
    shown: str = ""


@attrs.frozen(slots=True)
class Given:
    """What a call gives: its arguments and type arguments, and the type that its place expects.

    first    the type of the first argument, when that was looked at already
    """

    args: Sequence[Expr]
    type_args: tuple[TypeNode, ...] = ()
    expected: Type | None = None
    first: Type | None = None


@attrs.define(slots=True, eq=False)
class Call:
    """One call at work: what is called, with what, and the type arguments found so far."""

    callee: Callee
    function: Fn
    args: Sequence[Expr]
    first: Type | None = None
    bound: dict[VarInfo, Type] = attrs.field(factory=dict[VarInfo, Type])

    def infer(self, ctx: Checking, place: int, expected: Type | None = None) -> Type:
        """The type of an argument; one that was looked at already is not looked at again."""
        if place == 0 and self.first is not None:
            return self.first
        return ctx.infer(self.args[place], expected)


def apply(ctx: Checking, callee: Callee, function: Fn, given: Given) -> Type:
    """Check the arguments of a call and return the type of its result."""
    call = Call(callee, function, given.args, given.first)
    if given.type_args:
        _give_type_arguments(ctx, call, given.type_args)
    if any(isinstance(one, Spread) for one in given.args):
        _infer_around_spread(ctx, call)
    else:
        _check_count(ctx, call)
        _check_arguments(ctx, call)
    if call.function.throws is not None:
        ctx.frame.thrown += [(one, callee.span) for one in members_of(flat(call.function.throws))]
    if not call.function.variables:
        return call.function.result
    _check_bounds(ctx, call)
    return _result(call, given.expected)


def infer_loosely(ctx: Checking, args: Sequence[Expr]) -> None:
    """Check arguments of a callee about which nothing is known."""
    for one in args:
        ctx.direct = one
        ctx.infer(one)


def _give_type_arguments(ctx: Checking, call: Call, written: tuple[TypeNode, ...]) -> None:
    variables = call.function.variables
    name = call.callee.name
    if not variables:
        ctx.report.error(codes.NO_TYPE_PARAMETERS, call.callee.span, name=name)
    elif len(variables) != len(written):
        ctx.report.error(
            codes.TYPE_ARGUMENT_COUNT, call.callee.span, name=name, count=len(variables), given=len(written)
        )
    else:
        told = {one.info: ctx.annotation(node) for one, node in zip(variables, written, strict=True)}
        call.function = instantiate(call.function, told)


def _infer_around_spread(ctx: Checking, call: Call) -> None:
    """Arguments before a spread stand where they are written; of those behind it nothing is known."""
    for place, one in enumerate(call.args):
        if isinstance(one, Spread):
            infer_loosely(ctx, call.args[place:])
            return
        _check_argument(ctx, call, place, one)


def _check_count(ctx: Checking, call: Call) -> None:
    function, given = call.function, len(call.args)
    least = function.required
    most = None if any(one.rest for one in function.params) else len(function.params)
    if call.callee.builtin:
        if given < least or (most is not None and given > most):
            _report_count(ctx, call, least, most)
    elif given < least:
        name = call.callee.name or "expression result"
        ctx.report.error(
            arity.TOO_FEW_ARGUMENTS, call.callee.span, name=name, count=_counted(least), given=given
        )


def _report_count(ctx: Checking, call: Call, least: int, most: int | None) -> None:
    callee = call.callee
    if most is None:
        count = f"at least {_counted(least)}"
    else:
        count = _counted(least) if least == most else f"{least}-{_counted(most)}"
    if callee.builtin == "method":
        ctx.report.error(
            arity.METHOD_ARITY,
            callee.span,
            help=f"signature: {callee.shown}",
            kind=callee.kind,
            method=callee.name,
            count=count,
            given=len(call.args),
        )
    else:
        ctx.report.error(
            arity.BUILTIN_ARITY, callee.span, name=callee.name, count=count, given=len(call.args)
        )


def _counted(number: int) -> str:
    return f"{number} argument" if number == 1 else f"{number} arguments"


# ---- arguments ---------------------------------------------------------------------------------


def _check_arguments(ctx: Checking, call: Call) -> None:
    """Plain values first: what they tell of type parameters is known when closures are looked at."""
    late: list[tuple[int, Expr]] = []
    for place, one in enumerate(call.args):
        if isinstance(one, Closure) and call.function.variables:
            late.append((place, one))
        else:
            _check_argument(ctx, call, place, one)
    for place, one in late:
        _check_argument(ctx, call, place, one)


def parameter_at(function: Fn, place: int) -> Param | None:
    """The parameter that takes the argument at `place`, None for a surplus one."""
    params = function.params
    if place < len(params):
        return params[place]
    return params[-1] if params and params[-1].rest else None


def _check_argument(ctx: Checking, call: Call, place: int, node: Expr) -> None:
    param = parameter_at(call.function, place)
    ctx.direct = node
    if param is None:
        call.infer(ctx, place)
        return
    if not call.function.variables:
        expected = param.type
        found = call.infer(ctx, place, expected)
    else:
        found = call.infer(ctx, place, _hint(call, param.type, node))
        _learn(call, param.type, found)
        expected = substitute(param.type, _all(call))
    if expected is UNTYPED or expected is ANY:
        return
    name = param.name or f"arg{place + 1}"
    note = _declared(call, place)
    if forbidden_literal(node, expected):
        ctx.report.error(
            types.ARGUMENT_VALUE,
            node.span,
            notes=note,
            number=place + 1,
            parameter=name,
            value=node.span.text,
            type=display(expected),
        )
        return
    if param.optional and found is NIL:
        return
    fit(ctx, node, found, expected, _words(call, place, name, note[0] if note else None))
    if isinstance(node, DictLit):
        _check_fields(ctx, node, expected, place, name)


def _hint(call: Call, pattern: Type, node: Expr) -> Type:
    """What an argument is expected to be while type parameters are being found.

    The result of a closure may say more about them, so it is not expected to be anything yet.
    """
    known = _all(call)
    if isinstance(node, Closure) and isinstance(pattern, Fn):
        params = tuple(attrs.evolve(one, type=substitute(one.type, known)) for one in pattern.params)
        open_result = any(_mentions(pattern.result, one.info) for one in call.function.variables)
        return Fn(params, UNTYPED if open_result else pattern.result)
    return substitute(pattern, known)


def _words(call: Call, place: int, name: str, declared: Label | None) -> Words:
    callee = call.callee
    if callee.builtin == "variant":
        return worded(types.VARIANT_ARGUMENT, declared, enum=callee.kind, variant=callee.name, parameter=name)
    return worded(types.ARGUMENT, declared, number=place + 1, parameter=name)


def _declared(call: Call, place: int) -> tuple[Label, ...]:
    spans = call.callee.declared
    if not spans:
        return ()
    span = spans[min(place, len(spans) - 1)]
    param = parameter_at(call.function, place)
    return (Label(span, f"parameter `{param.name if param else ''}` declared here"),)


def _check_fields(ctx: Checking, node: DictLit, expected: Type, place: int, name: str) -> None:
    """A dict literal that lacks a field may have it under a name that is nearly right.

    Where only optional fields are missing, other surplus ones are nobody's business.
    """
    wanted = flat(expected)
    if not isinstance(wanted, Shape) or wanted.tail is not None:
        return
    written = {one.key.value: one.key for one in node.entries if isinstance(one.key, Str)}
    missing = [one for one in wanted.fields if one.name not in written]
    required = any(not one.optional for one in missing)
    for key, place_of_key in written.items():
        found = nearest(key, [one.name for one in missing])
        if wanted.field(key) is None and (required or found is not None):
            ctx.report.error(
                types.ARGUMENT_FIELD,
                place_of_key.span,
                number=place + 1,
                parameter=name,
                field=key,
                fields=", ".join(f"`{one}`" for one in sorted(one.name for one in wanted.fields)),
                near=f" — did you mean `{found}`?" if found else "",
            )


# ---- type parameters ---------------------------------------------------------------------------


def _learn(call: Call, pattern: Type, found: Type) -> None:
    before = dict(call.bound)
    bind(pattern, found, call.bound, {one.info for one in call.function.variables})
    for info, one in before.items():
        # An empty list as seed says nothing; the elements of what comes later do.
        if one in (LIST, DICT) and isinstance(found, (Gen, Shape, Fn)):
            told: dict[VarInfo, Type] = {}
            bind(pattern, found, told, {info})
            later = told.get(info)
            if later is not None and later not in LOOSE:
                call.bound[info] = later


def _all(call: Call) -> dict[VarInfo, Type]:
    return {one.info: call.bound.get(one.info, UNTYPED) for one in call.function.variables}


def _result(call: Call, expected: Type | None) -> Type:
    bound = _all(call)
    result = call.function.result
    if expected is not None and any(one is UNTYPED for one in bound.values()):
        hints: dict[VarInfo, Type] = {}
        bind(result, expected, hints)
        for info, one in hints.items():
            if bound.get(info) is UNTYPED:
                bound[info] = one
    return substitute(result, {info: widened(one) for info, one in bound.items()})


def _check_bounds(ctx: Checking, call: Call) -> None:
    for variable in call.function.variables:
        actual = call.bound.get(variable.info)
        if actual is None:
            continue
        for bound in variable.info.bounds:
            if isinstance(bound, Interface):
                _check_bound(ctx, call, variable.info, actual, bound)


def _check_bound(ctx: Checking, call: Call, variable: VarInfo, actual: Type, bound: Interface) -> None:
    told = reason(actual, bound)
    if told is None:
        return
    place = next(
        (
            arg
            for place, arg in enumerate(call.args)
            if (param := parameter_at(call.function, place)) is not None and _mentions(param.type, variable)
        ),
        None,
    )
    ctx.report.error(
        codes.UNSATISFIED,
        place.span if place is not None else call.callee.span,
        type=display(actual),
        interface=display(bound),
        reason=told,
        variable=variable.name,
    )


def _mentions(pattern: Type, variable: VarInfo) -> bool:
    return substitute(pattern, {variable: LIST}) != pattern
