"""Builtins whose call means more to the checker than a signature can say."""

from collections.abc import Callable

from harnpy.diagnostics.codes import match
from harnpy.semantics.annotations import PRELUDE
from harnpy.semantics.calls import Callee, Given, apply
from harnpy.semantics.check_context import Checking
from harnpy.semantics.generics import flat
from harnpy.semantics.kinds_left import warn_of_kinds_left
from harnpy.semantics.narrowing import given, refine
from harnpy.semantics.type_names import display
from harnpy.semantics.typeforms import (
    ANY,
    FLOAT,
    INT,
    LOOSE,
    NEVER,
    UNTYPED,
    Fn,
    Gen,
    Type,
)
from harnpy.syntax.nodes import Call, Expr, Ident

Special = Callable[[Checking, Call, Type | None], Type]


def _plain(ctx: Checking, call: Call, expected: Type | None) -> Type:
    """The call as its signature has it."""
    whole = ctx.infer(call.callee)
    if not isinstance(whole, Fn) or not isinstance(call.callee, Ident):
        return UNTYPED
    callee = Callee(call.callee.name, call.callee.span, builtin="builtin")
    return apply(ctx, callee, whole, Given(call.args, call.type_args, expected))


def _asserted(ctx: Checking, call: Call, expected: Type | None) -> Type:
    """Behind `assert(c)` the condition is true."""
    found = _plain(ctx, call, expected)
    if call.args:
        ctx.known = given(ctx, refine(ctx, call.args[0])[0])
    return found


def _unreachable(ctx: Checking, call: Call, expected: Type | None) -> Type:
    """`unreachable(x)` demands that nothing is left for `x` to be."""
    warned = warn_of_kinds_left(ctx, call, "`unreachable()`")
    _plain(ctx, call, expected)
    if call.args and not warned:
        whole = flat(ctx.types.get(call.args[0], UNTYPED))
        if whole is not NEVER and whole not in LOOSE:
            ctx.report.error(match.NOT_ALL_HANDLED, call.args[0].span, type=display(whole))
    ctx.live = False
    return NEVER


def _awaited(ctx: Checking, call: Call, expected: Type | None) -> Type:
    """What the task gives; any other value is handed back."""
    found = _plain(ctx, call, expected)
    if len(call.args) != 1:
        return found
    whole = flat(ctx.types.get(call.args[0], UNTYPED))
    if isinstance(whole, Gen) and whole.name == "task_handle":
        return whole.args[0] if whole.args else UNTYPED
    return found if whole in LOOSE else whole


def _number(result: Type) -> Special:
    """A conversion of what is a number already always succeeds; of anything else it is not known."""

    def converted(ctx: Checking, call: Call, expected: Type | None) -> Type:
        _plain(ctx, call, expected)
        given_type = flat(ctx.types.get(call.args[0], UNTYPED)) if call.args else UNTYPED
        return result if given_type in (INT, FLOAT) else UNTYPED

    return converted


# ---- schemas -----------------------------------------------------------------------------------


def _schema(ctx: Checking, place: Expr) -> Type:
    """The type that a schema describes, UNTYPED when it is only known to be one."""
    whole = flat(ctx.types.get(place, UNTYPED))
    return whole.args[0] if isinstance(whole, Gen) and whole.name == "Schema" and whole.args else UNTYPED


def _infer_types(ctx: Checking, call: Call) -> None:
    """A type named among the arguments, such as `int`, is the schema of that type."""
    for one in call.args:
        if isinstance(one, Ident) and one not in ctx.symbols and one.name in PRELUDE:
            ctx.types[one] = Gen("Schema", (PRELUDE[one.name],))
        else:
            ctx.infer(one)


def _schema_of(ctx: Checking, call: Call, expected: Type | None) -> Type:
    _infer_types(ctx, call)
    found = _schema(ctx, call.args[0]) if len(call.args) == 1 else UNTYPED
    return Gen("Schema") if found is UNTYPED else Gen("Schema", (found,))


def _schema_test(ctx: Checking, call: Call, expected: Type | None) -> Type:
    _infer_types(ctx, call)
    whole = ctx.infer(call.callee)
    return whole.result if isinstance(whole, Fn) else UNTYPED


def _schema_expect(ctx: Checking, call: Call, expected: Type | None) -> Type:
    _infer_types(ctx, call)
    return _schema(ctx, call.args[1]) if len(call.args) > 1 else UNTYPED


def _schema_result(ctx: Checking, call: Call, expected: Type | None) -> Type:
    found = _schema_expect(ctx, call, expected)
    return Gen("Result") if found is UNTYPED else Gen("Result", (found, ANY))


def _counted(rule: Special) -> Special:
    """The rule for calls with the right number of arguments; others are told as for any builtin."""

    def checked(ctx: Checking, call: Call, expected: Type | None) -> Type:
        function = ctx.infer(call.callee)
        if isinstance(function, Fn) and not function.required <= len(call.args) <= len(function.params):
            return _plain(ctx, call, expected)
        return rule(ctx, call, expected)

    return checked


SPECIAL: dict[str, Special] = {
    "assert": _asserted,
    "unreachable": _unreachable,
    "await": _awaited,
    "to_int": _number(INT),
    "to_float": _number(FLOAT),
    "schema_of": _counted(_schema_of),
    "schema_is": _counted(_schema_test),
    "is_type": _counted(_schema_test),
    "schema_report": _counted(_schema_test),
    "schema_expect": _counted(_schema_expect),
    "schema_check": _counted(_schema_result),
    "schema_parse": _counted(_schema_result),
}
"""The rule for the call of each such builtin."""
