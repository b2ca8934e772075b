"""`match` and destructuring: patterns to tests and bindings (lowering.md 13, language.md 4.10, 4.11)."""

import ast as pyast
from collections.abc import Sequence

from harnpy.base.spans import Span
from harnpy.lowering import emit, guards
from harnpy.lowering.context import DROP, Context, Loop
from harnpy.semantics.results import VariantRef
from harnpy.syntax.nodes import (
    BindDict,
    BindList,
    BindName,
    BindPair,
    Expr,
    Int,
    MatchArm,
    MatchExpr,
    Node,
    Pattern,
    PBind,
    PDict,
    PEnum,
    PExpr,
    PList,
    PLit,
    POr,
    PWild,
    Str,
    UnaryOp,
)

# Python compiles `elif` chains by recursion; longer ones are laid out flat.
_LONGEST_CHAIN = 40
_LEAVES = (pyast.Return, pyast.Raise, pyast.Break, pyast.Continue)


class Subject:
    """The matched value: its node, a stable read of it, and its class when several arms ask for it."""

    def __init__(self, cx: Context, node: Expr, value: pyast.expr) -> None:
        self.node = node
        self.value = value
        self.class_name: str | None = None
        self._cx = cx

    def is_class(self, cls: pyast.expr, span: Span) -> pyast.expr:
        """`value.__class__ is cls`."""
        if self.class_name is not None:
            return emit.compare(emit.name(self.class_name, span), "is", cls, span)
        return emit.compare(emit.class_of(self.value, span), "is", cls, span)


def match(cx: Context, node: MatchExpr, destination: str) -> None:
    """Lower a `match` and deliver the tail of the chosen arm."""
    value = cx.spill(cx.expr(node.value), node.value.span)
    symbol = cx.symbol(node.value)
    if symbol is not None and (symbol.reassigned or symbol.mutated):
        value = cx.hold(value, node.value.span)
    subject = Subject(cx, node.value, value)
    if sum(_tests_class(arm.pattern) for arm in node.arms) > 1:
        subject.class_name = cx.temp()
        cx.out.append(emit.assign(subject.class_name, emit.class_of(value, node.span), node.span))
    if len(node.arms) > _LONGEST_CHAIN or any(_needs_flat(arm) for arm in node.arms):
        _flat(cx, node, subject, destination)
    else:
        cx.out += _chain(cx, node.arms, subject, destination, node.span)
    cx.release(value, node.value)


def _tests_class(pattern: Pattern) -> bool:
    return isinstance(pattern, (PEnum, PDict, PList))


def _needs_flat(arm: MatchArm) -> bool:
    """A guard that uses bindings of a pattern that can fail cannot be joined with the pattern's test."""
    return arm.guard is not None and not isinstance(arm.pattern, (PBind, PWild, PLit, POr))


def _chain(
    cx: Context, arms: Sequence[MatchArm], subject: Subject, destination: str, span: Span
) -> list[pyast.stmt]:
    if not arms:
        return [emit.raises(emit.support("_no_arm", [], span), span)]
    arm = arms[0]

    def lay_out() -> None:
        tests = tests_of(cx, arm.pattern, subject)
        if arm.guard is not None:
            bind(cx, arm.pattern, subject)
            tests = [*tests, cx.condition(arm.guard)]
            then = cx.body_into(arm.body, destination)
        else:
            then = cx.capture_run(lambda: bind(cx, arm.pattern, subject))
            then += cx.body_into(arm.body, destination)
        if not tests:
            cx.out += then
            return
        rest = _chain(cx, arms[1:], subject, destination, span)
        cx.out.append(emit.branch(emit.both(tests, arm.pattern.span), then, rest, arm.pattern.span))

    return cx.capture_run(lay_out)


def _flat(cx: Context, node: MatchExpr, subject: Subject, destination: str) -> None:
    """Arms one after the other in a loop that runs once; a failed guard falls through to the next arm."""
    loop = Loop(source=False)

    def lay_out() -> list[pyast.stmt]:
        body: list[pyast.stmt] = []
        for arm in node.arms:
            body += cx.capture_run(lambda arm=arm: _flat_arm(cx, arm, subject, destination))
        if not (body and isinstance(body[-1], _LEAVES)):
            body.append(emit.raises(emit.support("_no_arm", [], node.span), node.span))
        return [emit.loop(emit.const(True, node.span), body, node.span)]

    cx.leave_loop(loop, lay_out, node.span)


def _flat_arm(cx: Context, arm: MatchArm, subject: Subject, destination: str) -> None:
    span = arm.pattern.span
    tests = tests_of(cx, arm.pattern, subject)

    def chosen() -> None:
        bind(cx, arm.pattern, subject)
        done = cx.body_into(arm.body, destination)
        if not (done and isinstance(done[-1], _LEAVES)):
            done.append(emit.breaks(span))
        if arm.guard is None:
            cx.out += done
        else:
            condition = cx.condition(arm.guard)
            cx.out.append(emit.branch(condition, done, [], span))

    then = cx.capture_run(chosen)
    cx.out += [emit.branch(emit.both(tests, span), then, [], span)] if tests else then


# ---- tests -----------------------------------------------------------------------------------------


def tests_of(cx: Context, pattern: Pattern, subject: Subject) -> list[pyast.expr]:
    """Conditions that all must hold; none for a pattern that always matches."""
    if isinstance(pattern, (PWild, PBind)):
        return []
    if isinstance(pattern, (PLit, PExpr)):
        return [_equal(cx, subject, pattern.value)]
    if isinstance(pattern, POr):
        return _alternatives(cx, pattern, subject)
    if isinstance(pattern, PEnum):
        return _variant_tests(cx, pattern, subject)
    if isinstance(pattern, PDict):
        return _dict_tests(cx, pattern, subject)
    assert isinstance(pattern, PList)
    return _list_tests(cx, pattern, subject)


def _equal(cx: Context, subject: Subject, node: Expr) -> pyast.expr:
    left = guards.Operand(cx, subject.node, subject.value)
    right = guards.Operand(cx, node, cx.expr(node))
    return guards.operate(cx, "==", left, right, node)


def _alternatives(cx: Context, pattern: POr, subject: Subject) -> list[pyast.expr]:
    if any(isinstance(one, PWild) for one in pattern.alternatives):
        return []
    values = [_plain_value(one) for one in pattern.alternatives]
    if all(value is not None for value in values):
        items = [emit.const(value, pattern.span) for value in values]
        return [emit.compare(subject.value, "in", emit.tuple_of(items, pattern.span), pattern.span)]
    tests = [emit.both(tests_of(cx, one, subject), one.span) for one in pattern.alternatives]
    return [emit.either(tests, pattern.span)]


def _plain_value(pattern: Pattern) -> str | int | None:
    """A literal for which Python's `==` with any value is the language's; None for others."""
    node = pattern.value if isinstance(pattern, PLit) else None
    if isinstance(node, Str):
        return node.value
    value = guards.literal_int(node) if isinstance(node, (Int, UnaryOp)) else None
    return value if value is not None and value not in (0, 1) and abs(value) < 2**53 else None


def _variant_tests(cx: Context, pattern: PEnum, subject: Subject) -> list[pyast.expr]:
    ref = cx.module.bindings.variants.get(pattern)
    if ref is None:
        return [_equal_to_member(cx, pattern, subject.value)]
    cls = emit.name(cx.module.variant_class(ref, len(pattern.args or ()), pattern.span), pattern.span)
    tests = [subject.is_class(cls, pattern.span)]
    arity = cx.module.arity_of(ref)
    for number, part in enumerate(pattern.args or ()):
        if isinstance(part, (PWild, PBind)):
            continue
        field: pyast.expr = emit.const(None, part.span)
        if number < arity:
            field = emit.attribute(subject.value, f"f{number}", part.span)
        tests += _part_tests(cx, part, field)
    return tests


def _equal_to_member(cx: Context, pattern: PEnum, subject: pyast.expr) -> pyast.expr:
    """`x.y` or `x.y.z` where `x` is a value and no enum: compared like any other expression."""
    span = pattern.span
    symbol = cx.symbol(pattern)
    if symbol is None:
        return emit.const(False, span)
    value = cx.load(symbol, span)
    for name in (pattern.enum, pattern.variant) if pattern.namespace is not None else (pattern.variant,):
        value = emit.support("_prop", [value, emit.const(name, span)], span)
    return emit.support("_eq", [subject, value], span)


def _part_tests(cx: Context, part: Pattern, value: pyast.expr) -> list[pyast.expr]:
    if isinstance(part, (PWild, PBind)):
        return []
    if isinstance(part, (PLit, PExpr)):
        return [emit.support("_eq", [value, cx.expr(part.value)], part.span)]
    if isinstance(part, PEnum):
        ref = cx.module.bindings.variants.get(part)
        if ref is None:
            return [_equal_to_member(cx, part, value)]
        made = cx.module.variant_value(ref, [], part.span)
        return [emit.support("_eq", [value, made], part.span)]
    raise AssertionError(f"{type(part).__name__} inside a pattern is refused by the parser")


def _dict_tests(cx: Context, pattern: PDict, subject: Subject) -> list[pyast.expr]:
    span = pattern.span
    tests = [subject.is_class(emit.abi("_Dict", span), span)]
    for key, part in pattern.entries:
        tests += _part_tests(cx, part, _get(subject.value, key, part.span))
    return tests


def _get(value: pyast.expr, key: str, span: Span) -> pyast.expr:
    return emit.call(emit.attribute(value, "get", span), [emit.const(key, span)], span)


def _list_tests(cx: Context, pattern: PList, subject: Subject) -> list[pyast.expr]:
    span = pattern.span
    size = emit.support("_py_len", [subject.value], span)
    relation = "==" if pattern.rest is None else ">="
    tests = [
        subject.is_class(emit.abi("_py_list", span), span),
        emit.compare(size, relation, emit.const(len(pattern.items), span), span),
    ]
    for number, part in enumerate(pattern.items):
        item = emit.subscript(subject.value, emit.const(number, part.span), part.span)
        tests += _part_tests(cx, part, item)
    return tests


# ---- bindings --------------------------------------------------------------------------------------


def bind(cx: Context, pattern: Pattern, subject: Subject) -> None:
    """Assign the names of a pattern that has matched."""
    if isinstance(pattern, PBind):
        _declare(cx, pattern, subject.value)
    elif isinstance(pattern, PEnum) and pattern in cx.module.bindings.variants:
        ref = cx.module.bindings.variants[pattern]
        for number, part in enumerate(pattern.args or ()):
            if isinstance(part, PBind):
                _bind_field(cx, part, subject, number, ref)
    elif isinstance(pattern, PDict):
        for key, part in pattern.entries:
            if isinstance(part, PBind):
                _declare(cx, part, _get(subject.value, key, part.span))
    elif isinstance(pattern, PList):
        _bind_items(cx, pattern, subject)


def _bind_field(cx: Context, part: PBind, subject: Subject, number: int, ref: VariantRef) -> None:
    if number >= cx.module.arity_of(ref):
        _declare(cx, part, emit.const(None, part.span))
        return
    field: pyast.expr = emit.attribute(subject.value, f"f{number}", part.span)
    if cx.module.may_lack_fields(ref):
        held = cx.hold(field, part.span)
        absent = emit.compare(held, "is", emit.abi("_ABSENT", part.span), part.span)
        field = emit.choose(absent, emit.const(None, part.span), held, part.span)
    _declare(cx, part, field)


def _bind_items(cx: Context, pattern: PList, subject: Subject) -> None:
    for number, part in enumerate(pattern.items):
        if isinstance(part, PBind):
            item = emit.subscript(subject.value, emit.const(number, part.span), part.span)
            _declare(cx, part, item)
    if isinstance(pattern.rest, PBind):
        span = pattern.rest.span
        window = pyast.Slice(emit.const(len(pattern.items), span), None, None, **span.position)
        _declare(cx, pattern.rest, emit.subscript(subject.value, window, span))


def _declare(cx: Context, node: Node, value: pyast.expr) -> None:
    symbol = cx.symbol(node)
    if symbol is not None:
        cx.declare(symbol, value, node.span)


def bind_name(cx: Context, target: BindName, value: pyast.expr) -> None:
    """Bind a plain name; `_` keeps nothing but the value is evaluated."""
    symbol = cx.symbol(target)
    if symbol is not None:
        cx.declare(symbol, value, target.span)
    else:
        cx.deliver(value, DROP, target.span)


def destructure(
    cx: Context, pattern: BindName | BindDict | BindList | BindPair, value: pyast.expr, span: Span
) -> None:
    """Bind the names of a `let`, `const` or `for` pattern to the parts of `value`."""
    if isinstance(pattern, BindName):
        bind_name(cx, pattern, value)
    elif isinstance(pattern, BindDict):
        _destructure_dict(cx, pattern, value, span)
    elif isinstance(pattern, BindList):
        _destructure_list(cx, pattern, value, span)
    else:
        held = cx.hold(emit.support("_pair", [value], span), span)
        for number, target in enumerate((pattern.first, pattern.second)):
            item = emit.subscript(held, emit.const(number, target.span), target.span)
            bind_name(cx, target, item)


def _destructure_dict(cx: Context, pattern: BindDict, value: pyast.expr, span: Span) -> None:
    held = cx.hold(emit.support("_undict", [value], span), span)
    taken: list[str] = []
    for field in pattern.fields:
        if field.is_rest:
            _bind_rest_of_dict(cx, field.target, held, taken)
            continue
        taken.append(field.key)
        _bind_with_default(cx, field.target, _get(held, field.key, field.span), field.default)
    cx.out.append(emit.assign(held.id, emit.const(None, span), span))


def _bind_rest_of_dict(cx: Context, target: BindName, held: pyast.expr, taken: list[str]) -> None:
    span = target.span
    copied = cx.hold(emit.call(emit.attribute(held, "copy", span), [], span), span)
    for key in taken:
        args = [emit.const(key, span), emit.const(None, span)]
        drop = emit.call(emit.attribute(copied, "pop", span), args, span)
        cx.out.append(emit.effect(drop, span))
    bind_name(cx, target, copied)
    cx.out.append(emit.assign(copied.id, emit.const(None, span), span))


def _destructure_list(cx: Context, pattern: BindList, value: pyast.expr, span: Span) -> None:
    held = cx.hold(emit.support("_unlist", [value], span), span)
    size = cx.hold(emit.support("_py_len", [held], span), span)
    for number, element in enumerate(pattern.elements):
        position = emit.const(number, element.span)
        if element.is_rest:
            window = pyast.Slice(position, None, None, **element.span.position)
            bind_name(cx, element.target, emit.subscript(held, window, element.span))
            continue
        inside = emit.compare(position, "<", size, element.span)
        item = emit.subscript(held, position, element.span)
        read = emit.choose(inside, item, emit.const(None, element.span), element.span)
        _bind_with_default(cx, element.target, read, element.default)
    cx.out.append(emit.assign(held.id, emit.const(None, span), span))


def _bind_with_default(cx: Context, target: BindName, value: pyast.expr, default: Expr | None) -> None:
    if default is None:
        bind_name(cx, target, value)
        return
    held = cx.hold(value, target.span)
    missing = emit.compare(held, "is", emit.const(None, target.span), target.span)
    fill = cx.capture_run(lambda: cx.into(default, held.id))
    cx.out.append(emit.branch(missing, fill, [], target.span))
    bind_name(cx, target, held)
    cx.release(held, default)
