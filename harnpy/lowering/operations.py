"""Methods that are one Python operation on a receiver whose class is known (lowering.md 16)."""

import ast as pyast
from collections.abc import Callable, Sequence

from harnpy.base.spans import Span
from harnpy.lowering import emit
from harnpy.lowering.context import Context
from harnpy.syntax.nodes import MethodCall, Str

# Pads beyond this width go to the native, which knows the limit of a value.
_WIDEST = 10_000

Values = Sequence[pyast.expr]
_Make = Callable[[Context, MethodCall, pyast.expr, Values], "pyast.expr | None"]


def one_operation(
    cx: Context, kind: str, node: MethodCall, receiver: pyast.expr, args: Values
) -> pyast.expr | None:
    """The Python operation that is `receiver.method(args)` for a receiver of `kind`, if there is one."""
    make = _OPERATIONS.get((kind, node.method, len(args)))
    return make(cx, node, receiver, args) if make is not None else None


def _call(receiver: pyast.expr, method: str, args: Values, span: Span) -> pyast.expr:
    return emit.call(emit.attribute(receiver, method, span), args, span)


def _len(cx: Context, node: MethodCall, receiver: pyast.expr, args: Values) -> pyast.expr:
    return emit.support("_py_len", [receiver], node.span)


def _empty(cx: Context, node: MethodCall, receiver: pyast.expr, args: Values) -> pyast.expr:
    return emit.invert(receiver, node.span)


def _list_of(cx: Context, node: MethodCall, receiver: pyast.expr, args: Values) -> pyast.expr:
    return emit.support("_py_list", [receiver], node.span)


def _reversed(cx: Context, node: MethodCall, receiver: pyast.expr, args: Values) -> pyast.expr:
    span = node.span
    back = pyast.Slice(None, None, emit.const(-1, span), **span.position)
    return emit.subscript(receiver, back, span)


def _texts(method: str) -> _Make:
    """Python's method of the same meaning, for arguments that are texts."""

    def make(cx: Context, node: MethodCall, receiver: pyast.expr, args: Values) -> pyast.expr | None:
        known = all(isinstance(one, Str) or cx.is_kind(one, "string") for one in node.args)
        return _call(receiver, method, args, node.span) if known else None

    return make


def _filled(method: str) -> _Make:
    """As `_texts`, where the first text must not be empty: an empty one has a meaning of its own."""

    def make(cx: Context, node: MethodCall, receiver: pyast.expr, args: Values) -> pyast.expr | None:
        first = node.args[0]
        if not isinstance(first, Str) or not first.value:
            return None
        return _texts(method)(cx, node, receiver, args)

    return make


def _contains(cx: Context, node: MethodCall, receiver: pyast.expr, args: Values) -> pyast.expr | None:
    if isinstance(node.args[0], Str) or cx.is_kind(node.args[0], "string"):
        return emit.compare(args[0], "in", receiver, node.span)
    return None


def _window(cx: Context, node: MethodCall, receiver: pyast.expr, args: Values) -> pyast.expr | None:
    """`slice` counts negative numbers from the end, as Python does."""
    if not all(cx.is_kind(one, "int") for one in node.args):
        return None
    span = node.span
    end = args[1] if len(args) > 1 else None
    return emit.subscript(receiver, pyast.Slice(args[0], end, None, **span.position), span)


def _positive_window(cx: Context, node: MethodCall, receiver: pyast.expr, args: Values) -> pyast.expr | None:
    """`substring` takes negative numbers as 0, so they must be ruled out."""
    bounds = [cx.facts.interval(one) for one in node.args]
    if any(one is None or one[0] < 0 for one in bounds):
        return None
    return _window(cx, node, receiver, args)


def _pad(method: str) -> _Make:
    def make(cx: Context, node: MethodCall, receiver: pyast.expr, args: Values) -> pyast.expr | None:
        width = cx.facts.interval(node.args[0])
        fill = node.args[1] if len(node.args) > 1 else None
        one_character = fill is None or (isinstance(fill, Str) and len(fill.value) == 1)
        if width is None or width[1] > _WIDEST or not one_character:
            return None
        return _call(receiver, method, args, node.span)

    return make


def _join(cx: Context, node: MethodCall, receiver: pyast.expr, args: Values) -> pyast.expr | None:
    elements = cx.facts.element_kinds(node.object)
    if elements != frozenset({"string"}) or not isinstance(node.args[0], Str):
        return None
    return _call(args[0], "join", [receiver], node.span)


def _has(cx: Context, node: MethodCall, receiver: pyast.expr, args: Values) -> pyast.expr | None:
    return _contains(cx, node, receiver, args)


def _get(cx: Context, node: MethodCall, receiver: pyast.expr, args: Values) -> pyast.expr | None:
    if isinstance(node.args[0], Str) or cx.is_kind(node.args[0], "string"):
        return _call(receiver, "get", args, node.span)
    return None


_OPERATIONS: dict[tuple[str, str, int], _Make] = {
    ("string", "len", 0): _len,
    ("string", "empty", 0): _empty,
    ("string", "chars", 0): _list_of,
    ("string", "reversed", 0): _reversed,
    ("string", "lower", 0): _texts("lower"),
    ("string", "upper", 0): _texts("upper"),
    ("string", "starts_with", 1): _texts("startswith"),
    ("string", "ends_with", 1): _texts("endswith"),
    ("string", "contains", 1): _contains,
    ("string", "split", 1): _filled("split"),
    ("string", "replace", 2): _filled("replace"),
    ("string", "slice", 1): _window,
    ("string", "slice", 2): _window,
    ("string", "substring", 1): _positive_window,
    ("string", "substring", 2): _positive_window,
    ("string", "pad_left", 1): _pad("rjust"),
    ("string", "pad_left", 2): _pad("rjust"),
    ("string", "pad_right", 1): _pad("ljust"),
    ("string", "pad_right", 2): _pad("ljust"),
    ("list", "len", 0): _len,
    ("list", "empty", 0): _empty,
    ("list", "reversed", 0): _reversed,
    ("list", "slice", 1): _window,
    ("list", "slice", 2): _window,
    ("list", "join", 1): _join,
    ("dict", "len", 0): _len,
    ("dict", "has", 1): _has,
    ("dict", "get", 1): _get,
    ("dict", "get", 2): _get,
}
