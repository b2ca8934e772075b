"""Patterns of match arms and of bindings (language.md 4.10, 4.11)."""

from harnpy.base.spans import Span
from harnpy.syntax.nodes.core import Expr, Node, Pattern, node


@node
class PWild(Pattern):
    """`_`: matches everything, binds nothing."""


@node
class PBind(Pattern):
    """A name: matches everything and binds it."""

    name: str


@node
class PLit(Pattern):
    """A literal, also a negative number; `value` is its expression node."""

    value: Expr


@node
class PEnum(Pattern):
    """`E.V`, `E.V(p…)` or `V(p…)`, also `m.E.V` and `m.E.V(p…)` for an enum of a module.

    `args` is None where no parentheses were written; `namespace` is the `m` before the enum.
    """

    namespace: str | None
    enum: str | None
    enum_span: Span | None
    variant: str
    variant_span: Span
    args: tuple[Pattern, ...] | None


@node
class PDict(Pattern):
    """`{key: p, …}`: each entry is (key, pattern)."""

    entries: tuple[tuple[str, Pattern], ...]


@node
class PList(Pattern):
    """`[p, …]` with an optional `...rest` name at the end; a bare `...` is not allowed."""

    items: tuple[Pattern, ...]
    rest: PBind | PWild | None


@node
class POr(Pattern):
    """`a | b`: literal alternatives."""

    alternatives: tuple[Pattern, ...]


@node
class PExpr(Pattern):
    """Any other expression: compared with `==`."""

    value: Expr


@node
class BindName(Node):
    """A name (or `_`) on the left of a binding, in `for`, or as a catch or select variable."""

    name: str


@node
class DictField(Node):
    """`key`, `key: alias`, `key = default` or `...rest` in a dict pattern; `target` is what is bound."""

    key: str
    target: BindName
    is_rest: bool
    default: Expr | None


@node
class BindDict(Node):
    """`{a, b: c = 1, ...rest}` on the left of a binding."""

    fields: tuple[DictField, ...]


@node
class ListElem(Node):
    """`name`, `name = default` or `...rest` in a list pattern."""

    target: BindName
    is_rest: bool
    default: Expr | None


@node
class BindList(Node):
    """`[a, b = 1, ...rest]` on the left of a binding."""

    elements: tuple[ListElem, ...]


@node
class BindPair(Node):
    """`(a, b)` of a `for` head."""

    first: BindName
    second: BindName
