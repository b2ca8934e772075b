"""Makers of Python `ast` nodes: parts and a span in, a positioned node out. There is no default position."""

import ast as pyast
from collections.abc import Sequence
from typing import Any, TypeVar

from harnpy.base.abi import NAMES
from harnpy.base.spans import Span

LOAD = pyast.Load()
STORE = pyast.Store()
_IS, _IS_NOT, _IN = pyast.Is(), pyast.IsNot(), pyast.In()
_NOT, _NEGATE, _AND, _OR = pyast.Not(), pyast.USub(), pyast.And(), pyast.Or()

_BINARY: dict[str, pyast.operator] = {
    "+": pyast.Add(),
    "-": pyast.Sub(),
    "*": pyast.Mult(),
    "/": pyast.FloorDiv(),
    "true/": pyast.Div(),
    "%": pyast.Mod(),
    "**": pyast.Pow(),
    "&": pyast.BitAnd(),
}
_COMPARE: dict[str, pyast.cmpop] = {
    "==": pyast.Eq(),
    "!=": pyast.NotEq(),
    "<": pyast.Lt(),
    "<=": pyast.LtE(),
    ">": pyast.Gt(),
    ">=": pyast.GtE(),
    "is": _IS,
    "is not": _IS_NOT,
    "in": _IN,
    "not in": pyast.NotIn(),
}


_Node = TypeVar("_Node", bound=pyast.AST)
_NEW = pyast.AST.__new__


def _made(cls: type[_Node], fields: dict[str, Any]) -> _Node:
    """A node with these fields; the constructor of the class takes nearly twice as long for the same."""
    node = _NEW(cls)
    node.__dict__ = fields
    return node


def _name(identifier: str, context: pyast.expr_context, span: Span) -> pyast.Name:
    fields: dict[str, Any] = span.position.copy()
    fields["id"], fields["ctx"] = identifier, context
    return _made(pyast.Name, fields)


def name(identifier: str, span: Span) -> pyast.Name:
    """Read of a Python variable."""
    return _name(identifier, LOAD, span)


def abi(identifier: str, span: Span) -> pyast.Name:
    """Read of a support name; a name that `base/abi.py` lacks is a mistake of ours."""
    if identifier not in NAMES:
        raise AssertionError(f"{identifier} is not in base/abi.py")
    return _name(identifier, LOAD, span)


def store(identifier: str, span: Span) -> pyast.Name:
    """A Python variable as assignment target."""
    return _name(identifier, STORE, span)


def const(value: str | float | bool | None, span: Span) -> pyast.Constant:
    """A constant: nil, bool, int, float, str."""
    fields: dict[str, Any] = span.position.copy()
    fields["value"], fields["kind"] = value, None
    return _made(pyast.Constant, fields)


def call(function: pyast.expr, args: Sequence[pyast.expr], span: Span) -> pyast.Call:
    """A call with positional arguments."""
    position = span.position
    if isinstance(function, pyast.Attribute):
        # CPython places the call of an attribute at the line where the attribute ends.
        function.lineno = function.end_lineno = position["lineno"]
        function.col_offset = function.end_col_offset = position["col_offset"]
    return _call(function, args, position)


def _call(function: pyast.expr, args: Sequence[pyast.expr], position: dict[str, int]) -> pyast.Call:
    fields: dict[str, Any] = position.copy()
    fields["func"], fields["args"], fields["keywords"] = function, list(args), []
    return _made(pyast.Call, fields)


def support(identifier: str, args: Sequence[pyast.expr], span: Span) -> pyast.Call:
    """A call of a support name; its span is where a fault inside is reported."""
    return _call(abi(identifier, span), args, span.position)


def attribute(value: pyast.expr, member: str, span: Span) -> pyast.Attribute:
    """Read of an attribute; only slot names and attributes that the ABI promises come here."""
    fields: dict[str, Any] = span.position.copy()
    fields["value"], fields["attr"], fields["ctx"] = value, member, LOAD
    return _made(pyast.Attribute, fields)


def class_of(value: pyast.expr, span: Span) -> pyast.Attribute:
    """`value.__class__`."""
    fields: dict[str, Any] = span.position.copy()
    fields["value"], fields["attr"], fields["ctx"] = value, "__class__", LOAD
    return _made(pyast.Attribute, fields)


def starred(value: pyast.expr, span: Span) -> pyast.Starred:
    """`*value` in a call or display."""
    return pyast.Starred(value, LOAD, **span.position)


def subscript(value: pyast.expr, index: pyast.expr, span: Span) -> pyast.Subscript:
    """`value[index]` as a read."""
    fields: dict[str, Any] = span.position.copy()
    fields["value"], fields["slice"], fields["ctx"] = value, index, LOAD
    return _made(pyast.Subscript, fields)


def store_subscript(value: pyast.expr, index: pyast.expr, span: Span) -> pyast.Subscript:
    """`value[index]` as a target."""
    return pyast.Subscript(value, index, STORE, **span.position)


def store_attribute(value: pyast.expr, member: str, span: Span) -> pyast.Attribute:
    """`value.member` as a target."""
    return pyast.Attribute(value, member, STORE, **span.position)


def binary(left: pyast.expr, op: str, right: pyast.expr, span: Span) -> pyast.BinOp:
    """A Python operation; `op` is Harn's spelling, `/` floor division and `true/` true division."""
    fields: dict[str, Any] = span.position.copy()
    fields["left"], fields["op"], fields["right"] = left, _BINARY[op], right
    return _made(pyast.BinOp, fields)


def compare(left: pyast.expr, op: str, right: pyast.expr, span: Span) -> pyast.Compare:
    """One comparison."""
    fields: dict[str, Any] = span.position.copy()
    fields["left"], fields["ops"], fields["comparators"] = left, [_COMPARE[op]], [right]
    return _made(pyast.Compare, fields)


def between(low: pyast.expr, value: pyast.expr, high: pyast.expr, span: Span) -> pyast.Compare:
    """`low <= value <= high`."""
    return pyast.Compare(low, [_COMPARE["<="], _COMPARE["<="]], [value, high], **span.position)


def is_class(value: pyast.expr, class_name: str, span: Span) -> pyast.Compare:
    """`value.__class__ is class_name`, where the class is a support name."""
    fields: dict[str, Any] = span.position.copy()
    fields["left"], fields["ops"], fields["comparators"] = (
        class_of(value, span),
        [_IS],
        [abi(class_name, span)],
    )
    return _made(pyast.Compare, fields)


def negate(value: pyast.expr, span: Span) -> pyast.UnaryOp:
    """`-value`."""
    return pyast.UnaryOp(_NEGATE, value, **span.position)


def invert(value: pyast.expr, span: Span) -> pyast.expr:
    """`not value`; two of them cancel in a condition."""
    return pyast.UnaryOp(_NOT, value, **span.position)


def both(values: Sequence[pyast.expr], span: Span) -> pyast.expr:
    """`a and b and …`."""
    return values[0] if len(values) == 1 else pyast.BoolOp(_AND, list(values), **span.position)


def either(values: Sequence[pyast.expr], span: Span) -> pyast.expr:
    """`a or b or …`."""
    return values[0] if len(values) == 1 else pyast.BoolOp(_OR, list(values), **span.position)


def choose(test: pyast.expr, then: pyast.expr, otherwise: pyast.expr, span: Span) -> pyast.IfExp:
    """`then if test else otherwise`."""
    fields: dict[str, Any] = span.position.copy()
    fields["test"], fields["body"], fields["orelse"] = test, then, otherwise
    return _made(pyast.IfExp, fields)


def walrus(identifier: str, value: pyast.expr, span: Span) -> pyast.NamedExpr:
    """`(identifier := value)`."""
    fields: dict[str, Any] = span.position.copy()
    fields["target"], fields["value"] = store(identifier, span), value
    return _made(pyast.NamedExpr, fields)


def list_of(items: Sequence[pyast.expr], span: Span) -> pyast.List:
    """A list display."""
    return pyast.List(list(items), LOAD, **span.position)


def tuple_of(items: Sequence[pyast.expr], span: Span) -> pyast.Tuple:
    """A tuple display."""
    return pyast.Tuple(list(items), LOAD, **span.position)


def dict_of(keys: Sequence[pyast.expr | None], values: Sequence[pyast.expr], span: Span) -> pyast.Dict:
    """A dict display; a key of None spreads its value."""
    return pyast.Dict(list(keys), list(values), **span.position)


def join(parts: Sequence[pyast.expr], span: Span) -> pyast.JoinedStr:
    """An f-string of parts that are texts already."""
    pieces: list[pyast.expr] = [
        part
        if isinstance(part, pyast.Constant) and isinstance(part.value, str)
        else pyast.FormattedValue(part, -1, None, **span.position)
        for part in parts
    ]
    return pyast.JoinedStr(pieces, **span.position)


def assign(identifier: str, value: pyast.expr, span: Span) -> pyast.Assign:
    """`identifier = value`."""
    fields: dict[str, Any] = span.position.copy()
    fields["targets"], fields["value"], fields["type_comment"] = [store(identifier, span)], value, None
    return _made(pyast.Assign, fields)


def assign_to(target: pyast.expr, value: pyast.expr, span: Span) -> pyast.Assign:
    """`target = value`."""
    fields: dict[str, Any] = span.position.copy()
    fields["targets"], fields["value"], fields["type_comment"] = [target], value, None
    return _made(pyast.Assign, fields)


def effect(value: pyast.expr, span: Span) -> pyast.Expr:
    """An expression as a statement."""
    fields: dict[str, Any] = span.position.copy()
    fields["value"] = value
    return _made(pyast.Expr, fields)


def returns(value: pyast.expr, span: Span) -> pyast.Return:
    """`return value`."""
    fields: dict[str, Any] = span.position.copy()
    fields["value"] = value
    return _made(pyast.Return, fields)


def raises(value: pyast.expr, span: Span) -> pyast.Raise:
    """`raise value`."""
    return pyast.Raise(value, None, **span.position)


def reraise(span: Span) -> pyast.Raise:
    """`raise`."""
    return pyast.Raise(None, None, **span.position)


def branch(
    test: pyast.expr, then: Sequence[pyast.stmt], otherwise: Sequence[pyast.stmt], span: Span
) -> pyast.If:
    """`if test: then else: otherwise`; an empty `then` becomes `pass`."""
    fields: dict[str, Any] = span.position.copy()
    fields["test"], fields["body"], fields["orelse"] = test, list(then) or [passes(span)], list(otherwise)
    return _made(pyast.If, fields)


def passes(span: Span) -> pyast.Pass:
    """`pass`."""
    return pyast.Pass(**span.position)


def breaks(span: Span) -> pyast.Break:
    """`break`."""
    return pyast.Break(**span.position)


def continues(span: Span) -> pyast.Continue:
    """`continue`."""
    return pyast.Continue(**span.position)


def loop(test: pyast.expr, body: list[pyast.stmt], span: Span) -> pyast.While:
    """`while test: body`."""
    return pyast.While(test, body or [passes(span)], [], **span.position)


def for_each(target: pyast.expr, iterable: pyast.expr, body: list[pyast.stmt], span: Span) -> pyast.For:
    """`for target in iterable: body`."""
    return pyast.For(target, iterable, body or [passes(span)], [], None, **span.position)


def attempt(
    body: list[pyast.stmt],
    handlers: list[pyast.ExceptHandler],
    cleanup: list[pyast.stmt],
    span: Span,
) -> pyast.Try:
    """`try: body` with handlers, a `finally`, or both."""
    return pyast.Try(body or [passes(span)], handlers, [], cleanup, **span.position)


def handler(
    class_name: str, identifier: str | None, body: Sequence[pyast.stmt], span: Span
) -> pyast.ExceptHandler:
    """`except CLASS as identifier: body`, the class a support name."""
    statements = list(body) or [passes(span)]
    return pyast.ExceptHandler(abi(class_name, span), identifier, statements, **span.position)


def within(manager: pyast.expr, body: list[pyast.stmt], span: Span) -> pyast.With:
    """`with manager: body`."""
    return pyast.With([pyast.withitem(manager, None)], body or [passes(span)], None, **span.position)


def parameters(
    names: Sequence[str], defaults: Sequence[pyast.expr], rest: str | None, span: Span
) -> pyast.arguments:
    """Positional parameters, the last of them with `defaults`, and `*rest`."""
    args = [pyast.arg(one, None, None, **span.position) for one in names]
    star = pyast.arg(rest, None, None, **span.position) if rest else None
    return pyast.arguments([], args, star, [], [], None, list(defaults))


def define(identifier: str, params: pyast.arguments, body: list[pyast.stmt], span: Span) -> pyast.FunctionDef:
    """`def identifier(params): body`."""
    head = Span(span.file, span.start, span.start + 1)
    return pyast.FunctionDef(identifier, params, body or [passes(span)], [], None, None, **head.position)


def global_names(names: list[str], span: Span) -> pyast.Global:
    """`global names`."""
    return pyast.Global(names, **span.position)


def nonlocal_names(names: list[str], span: Span) -> pyast.Nonlocal:
    """`nonlocal names`."""
    return pyast.Nonlocal(names, **span.position)


def poll(span: Span) -> pyast.If:
    """`if _FLAG: _poll()`, at the end of every loop."""
    return branch(abi("_FLAG", span), [effect(support("_poll", [], span), span)], [], span)
