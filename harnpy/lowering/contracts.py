"""Checks of annotations where a value enters: bindings and struct fields (language.md 4.7)."""

import ast as pyast
from collections.abc import Callable

from harnpy.lowering import emit
from harnpy.lowering.context import Context
from harnpy.lowering.specs import Spec, admits_everything, inline_classes, members_of
from harnpy.syntax.nodes import Binding, BindName, Expr, StructField

_SATISFIED_BY = {
    "int": frozenset({"int"}),
    "float": frozenset({"int", "float"}),
    "number": frozenset({"int", "float"}),
}


def is_proven(cx: Context, spec: Spec, node: Expr) -> bool:
    """True when facts alone show that the value fits."""
    kinds = cx.kinds(node)
    if admits_everything(spec):
        return True
    return kinds is not None and _admits(spec, kinds)


def _admits(spec: Spec, kinds: frozenset[str]) -> bool:
    if spec[0] == "kind":
        name = str(spec[2])
        return kinds <= _SATISFIED_BY.get(name, frozenset({name}))
    if spec[0] == "union":
        members = members_of(spec)
        return all(any(_admits(one, frozenset({kind})) for one in members) for kind in kinds)
    return False


def checked_binding(cx: Context, node: Binding, value: pyast.expr) -> pyast.expr:
    """The value of an annotated binding, after its check."""
    spec = cx.module.specs.spec(node.type_ann)
    if is_proven(cx, spec, node.value) or not isinstance(node.pattern, BindName):
        return value
    span = node.pattern.span
    value = cx.simple(value, node.value.span)
    name = emit.const(node.pattern.name, span)
    refuse = emit.effect(
        emit.support("_bind", [value, cx.module.contract(spec, span), name], node.value.span), span
    )
    classes = inline_classes(spec)
    if classes is None:
        cx.out.append(refuse)
    else:
        tests = [
            emit.compare(emit.class_of(value, span), "is not", emit.abi(one, span), span) for one in classes
        ]
        cx.out.append(emit.branch(emit.both(tests, span), [refuse], [], span))
    return value


def field_test(cx: Context, field: StructField, node: Expr) -> Callable[[pyast.expr], pyast.expr] | None:
    """A test that a field's value fits; None when no test is needed.

    A contract that no class test decides gives a test that always fails, so that the whole struct is checked.
    """
    spec = cx.module.specs.spec(field.type_expr)
    if is_proven(cx, spec, node):
        return None
    classes = inline_classes(spec)
    span = node.span
    if classes is None:
        return lambda _: emit.const(False, span)

    def test(value: pyast.expr) -> pyast.expr:
        tests = [emit.is_class(value, one, span) for one in classes]
        return emit.either(tests, span)

    return test
