"""Guard forms: operands and facts in, the cheapest Python that is right out (lowering.md 6).

Every guarded fast path ends in the slow path `_OP(a, b)`, whose span is the right operand: the position that
the language reports for a binary operator.
"""

import ast as pyast
from collections.abc import Callable

from harnpy.base.operators import INFIX
from harnpy.base.spans import Span
from harnpy.lowering import emit
from harnpy.lowering.context import Context
from harnpy.syntax.nodes import BinaryOp, Expr, Float, Int, Node, Str, UnaryOp

INT_MAX = 2**63 - 1
INT_MIN = -(2**63)
_EXACT = 2**53
_INT = frozenset({"int"})
_FLOAT = frozenset({"float"})
_STRING = frozenset({"string"})
_NUMBER = frozenset({"int", "float"})
_SCALAR_KINDS = frozenset({"int", "string", "bool", "nil"})


class Operand:
    """One operand: its Python value, what is proven of it, and its node."""

    __slots__ = ("interval", "kinds", "node", "value")

    def __init__(self, cx: Context, node: Expr, value: pyast.expr) -> None:
        self.node = node
        self.value = value
        self.kinds = _kinds(cx, node)
        self.interval = _interval(cx, node)

    def only(self, kinds: frozenset[str]) -> bool:
        """True when nothing outside `kinds` is possible."""
        return self.kinds is not None and self.kinds <= kinds

    def exact(self) -> bool:
        """True when the operand converts to float without loss."""
        return self.only(_FLOAT) or (
            self.interval is not None and self.interval[0] >= -_EXACT and self.interval[1] <= _EXACT
        )


def literal_int(node: Expr) -> int | None:
    """Value of an int literal, also of a negated one."""
    if isinstance(node, Int):
        return node.value
    if isinstance(node, UnaryOp) and node.op == "-" and isinstance(node.operand, Int):
        return -node.operand.value
    return None


def _kinds(cx: Context, node: Expr) -> frozenset[str] | None:
    if isinstance(node, Int) or literal_int(node) is not None:
        return _INT
    if isinstance(node, Float):
        return _FLOAT
    if isinstance(node, Str):
        return _STRING
    return cx.facts.kinds(node)


def _interval(cx: Context, node: Expr) -> tuple[int, int] | None:
    value = literal_int(node)
    return (value, value) if value is not None else cx.facts.interval(node)


def binary(cx: Context, node: BinaryOp) -> pyast.expr:
    """Lower an arithmetic, comparison or equality operator."""
    left_value, right_value = cx.operands((node.left, node.right))
    left = Operand(cx, node.left, left_value)
    right = Operand(cx, node.right, right_value)
    return operate(cx, node.op, left, right, node)


def operate(cx: Context, op: str, left: Operand, right: Operand, node: Node) -> pyast.expr:
    """Apply `op` to operands that are lowered already; the facts of `node` bound the result."""
    plain = _RULES[op](cx, op, left, right, node)
    if plain is not None:
        return plain
    return slow(op, left.value, right.value, right.node.span)


def slow(op: str, left: pyast.expr, right: pyast.expr, span: Span) -> pyast.expr:
    """The slow path of a binary operator."""
    return emit.support(INFIX[op].abi, [left, right], span)


def _ready(cx: Context, left: Operand, right: Operand) -> None:
    """Make both operands mentionable more than once, in order."""
    if not isinstance(right.value, (pyast.Name, pyast.Constant)):
        left.value = cx.before_other(left.node, left.value, right.node)
        right.value = cx.hold(right.value, right.node.span)
    left.value = cx.simple(left.value, left.node.span)


def _test_int(operand: Operand) -> list[pyast.expr]:
    return [] if operand.only(_INT) else [emit.is_class(operand.value, "_py_int", operand.node.span)]


def _arithmetic(cx: Context, op: str, left: Operand, right: Operand, node: Node) -> pyast.expr | None:
    span = node.span
    if left.only(_INT) and right.only(_INT):
        return _ints(cx, op, left, right, node)
    if left.only(_NUMBER) and right.only(_NUMBER):
        if left.only(_FLOAT) or right.only(_FLOAT):
            return emit.binary(left.value, op, right.value, span)
        return _numbers(cx, op, left, right, span)
    if op == "+" and left.only(_STRING) and right.only(_STRING):
        return emit.binary(left.value, "+", right.value, span)
    if op == "+" and left.only(frozenset({"list"})) and right.only(frozenset({"list"})):
        return emit.binary(left.value, "+", right.value, span)
    if _cannot_be_int(left) or _cannot_be_int(right):
        return _maybe_float(cx, op, left, right, span)
    return _guarded_ints(cx, op, left, right, span)


def _cannot_be_int(operand: Operand) -> bool:
    return operand.kinds is not None and "int" not in operand.kinds


def _maybe_float(cx: Context, op: str, left: Operand, right: Operand, span: Span) -> pyast.expr | None:
    """One side is no int: worth a fast path when that side is a float and the other may be one."""
    for known, other in ((left, right), (right, left)):
        if known.only(_FLOAT) and (other.kinds is None or other.kinds & _NUMBER):
            _ready(cx, left, right)
            test = emit.is_class(other.value, "_py_float", span)
            fast = emit.binary(left.value, op, right.value, span)
            return emit.choose(test, fast, slow(op, left.value, right.value, right.node.span), span)
    return None


def _ints(cx: Context, op: str, left: Operand, right: Operand, node: Node) -> pyast.expr:
    span = node.span
    if cx.facts.interval(node) is not None:
        return emit.binary(left.value, op, right.value, span)
    _ready(cx, left, right)
    result = cx.temp()
    value = emit.walrus(result, emit.binary(left.value, op, right.value, span), span)
    return emit.choose(
        _fits(value, span), emit.name(result, span), slow(op, left.value, right.value, right.node.span), span
    )


def _fits(value: pyast.expr, span: Span) -> pyast.expr:
    bits = emit.call(emit.attribute(value, "bit_length", span), [], span)
    return emit.compare(bits, "<", emit.const(64, span), span)


def _numbers(cx: Context, op: str, left: Operand, right: Operand, span: Span) -> pyast.expr:
    _ready(cx, left, right)
    result = cx.temp()
    value = emit.walrus(result, emit.binary(left.value, op, right.value, span), span)
    test = emit.between(emit.const(INT_MIN, span), value, emit.const(INT_MAX, span), span)
    return emit.choose(
        test, emit.name(result, span), slow(op, left.value, right.value, right.node.span), span
    )


def _guarded_ints(cx: Context, op: str, left: Operand, right: Operand, span: Span) -> pyast.expr:
    _ready(cx, left, right)
    literal = literal_int(right.node)
    fallback = slow(op, left.value, right.value, right.node.span)
    tests = _test_int(left) + _test_int(right)
    if literal is not None and op in "+-" and abs(literal) < 2**62:
        step = literal if op == "+" else -literal
        bound, relation = (INT_MAX - step, "<=") if step >= 0 else (INT_MIN - step, ">=")
        tests.append(emit.compare(left.value, relation, emit.const(bound, span), span))
        fast: pyast.expr = emit.binary(left.value, op, right.value, span)
    else:
        result = cx.temp()
        tests.append(_fits(emit.walrus(result, emit.binary(left.value, op, right.value, span), span), span))
        fast = emit.name(result, span)
    return emit.choose(emit.both(tests, span), fast, fallback, span)


def _division(cx: Context, op: str, left: Operand, right: Operand, node: Node) -> pyast.expr | None:
    span = node.span
    if left.only(_NUMBER) and right.only(_NUMBER) and (left.only(_FLOAT) or right.only(_FLOAT)):
        return _float_division(cx, op, left, right, span)
    if _cannot_be_int(left) or _cannot_be_int(right):
        return None
    literal = literal_int(right.node)
    if literal is not None and literal <= 0:
        return None
    tests: list[pyast.expr] = []
    bounded = left.interval is not None and left.interval[0] >= 0
    positive = literal is not None or (right.interval is not None and right.interval[0] > 0)
    if left.only(_INT) and right.only(_INT) and bounded and positive:
        return emit.binary(left.value, op, right.value, span)
    _ready(cx, left, right)
    tests += _test_int(left) + _test_int(right)
    zero = emit.const(0, span)
    if not bounded:
        tests.append(emit.compare(left.value, ">=", zero, span))
    if not positive:
        tests.append(emit.compare(right.value, ">", zero, span))
    fast = emit.binary(left.value, op, right.value, span)
    return emit.choose(emit.both(tests, span), fast, slow(op, left.value, right.value, right.node.span), span)


def _float_division(cx: Context, op: str, left: Operand, right: Operand, span: Span) -> pyast.expr | None:
    if op != "/":
        return None
    if isinstance(right.node, (Float, Int)) and right.node.value != 0:
        return emit.binary(left.value, "true/", right.value, span)
    _ready(cx, left, right)
    fast = emit.binary(left.value, "true/", right.value, span)
    return emit.choose(right.value, fast, slow(op, left.value, right.value, right.node.span), span)


def _power(cx: Context, op: str, left: Operand, right: Operand, node: Node) -> pyast.expr | None:
    exponent = literal_int(right.node)
    if left.only(_INT) and exponent is not None and 0 <= exponent <= 64 and cx.facts.interval(node):
        return emit.binary(left.value, op, right.value, node.span)
    return None


def _order(cx: Context, op: str, left: Operand, right: Operand, node: Node) -> pyast.expr | None:
    span = node.span
    for kinds in (_INT, _STRING, _FLOAT):
        if left.only(kinds) and right.only(kinds):
            return emit.compare(left.value, op, right.value, span)
    if left.only(_NUMBER) and right.only(_NUMBER) and left.exact() and right.exact():
        return emit.compare(left.value, op, right.value, span)
    if _cannot_be_int(left) or _cannot_be_int(right):
        return _order_of_one_kind(cx, op, left, right, span)
    _ready(cx, left, right)
    fast = emit.compare(left.value, op, right.value, span)
    tests = _test_int(left) + _test_int(right)
    return emit.choose(emit.both(tests, span), fast, slow(op, left.value, right.value, right.node.span), span)


def _order_of_one_kind(cx: Context, op: str, left: Operand, right: Operand, span: Span) -> pyast.expr | None:
    """A float or string on one side: compare at once when the other side has that class too."""
    for kinds, class_name in ((_FLOAT, "_py_float"), (_STRING, "_py_str")):
        known = left if left.only(kinds) else right if right.only(kinds) else None
        if known is not None:
            other = right if known is left else left
            _ready(cx, left, right)
            fast = emit.compare(left.value, op, right.value, span)
            test = emit.is_class(other.value, class_name, span)
            return emit.choose(test, fast, slow(op, left.value, right.value, right.node.span), span)
    return None


def _equality(cx: Context, op: str, left: Operand, right: Operand, node: Node) -> pyast.expr | None:
    span = node.span
    if _same_scalar(left, right):
        return emit.compare(left.value, op, right.value, span)
    for literal, other in ((right, left), (left, right)):
        found = _equal_to_literal(cx, op, literal, other, span)
        if found is not None:
            return found
    if _never_scalar(left) or _never_scalar(right):
        return None
    _ready(cx, left, right)
    kind = emit.class_of(left.value, span)
    tests = [
        emit.compare(kind, "is", emit.class_of(right.value, span), span),
        emit.compare(emit.class_of(left.value, span), "in", emit.abi("_SCALARS", span), span),
    ]
    fast = emit.compare(left.value, op, right.value, span)
    return emit.choose(emit.both(tests, span), fast, slow(op, left.value, right.value, right.node.span), span)


def _same_scalar(left: Operand, right: Operand) -> bool:
    if left.kinds is None or right.kinds is None:
        return False
    if len(left.kinds) == 1 and left.kinds == right.kinds:
        return left.kinds <= _SCALAR_KINDS | _FLOAT
    return left.only(_NUMBER) and right.only(_NUMBER) and left.exact() and right.exact()


def _never_scalar(operand: Operand) -> bool:
    return operand.kinds is not None and not operand.kinds & (_SCALAR_KINDS | _FLOAT)


def _equal_to_literal(
    cx: Context, op: str, literal: Operand, other: Operand, span: Span
) -> pyast.expr | None:
    node = literal.node
    if isinstance(node, Str):
        return emit.compare(other.value, op, literal.value, span)
    value = node.value if isinstance(node, Float) else literal_int(node)
    if value is None or not -_EXACT <= value <= _EXACT:
        return None
    if _may_be_inexact(value) and not other.exact():
        return None
    if value not in (0, 1) or (other.kinds is not None and "bool" not in other.kinds):
        return emit.compare(other.value, op, literal.value, span)
    other.value = cx.simple(other.value, span)
    equal = emit.compare(other.value, "==", literal.value, span)
    no_bool = emit.compare(emit.class_of(other.value, span), "is not", emit.abi("_py_bool", span), span)
    found = emit.both([equal, no_bool], span)
    return found if op == "==" else emit.invert(found, span)


def _may_be_inexact(value: float) -> bool:
    """Python compares an int and a float exactly; below 2^53 that is what the language does too."""
    return isinstance(value, float) and value in (float(_EXACT), -float(_EXACT))


_Rule = Callable[[Context, str, Operand, Operand, Node], "pyast.expr | None"]
_RULES: dict[str, _Rule] = {
    "+": _arithmetic,
    "-": _arithmetic,
    "*": _arithmetic,
    "/": _division,
    "%": _division,
    "**": _power,
    "<": _order,
    "<=": _order,
    ">": _order,
    ">=": _order,
    "==": _equality,
    "!=": _equality,
}


def negation(cx: Context, node: UnaryOp) -> pyast.expr:
    """`-a`."""
    value = literal_int(node)
    if value is not None:
        return emit.const(value, node.span)
    if isinstance(node.operand, Float):
        return emit.const(-node.operand.value, node.span)
    operand = Operand(cx, node.operand, cx.expr(node.operand))
    span = node.span
    if operand.only(_FLOAT) or (operand.interval is not None and operand.interval[0] > INT_MIN):
        return emit.negate(operand.value, span)
    if _cannot_be_int(operand):
        return emit.support("_neg", [operand.value], node.operand.span)
    operand.value = cx.simple(operand.value, span)
    tests = _test_int(operand)
    tests.append(emit.compare(operand.value, "!=", emit.const(INT_MIN, span), span))
    fallback = emit.support("_neg", [operand.value], node.operand.span)
    return emit.choose(emit.both(tests, span), emit.negate(operand.value, span), fallback, span)
