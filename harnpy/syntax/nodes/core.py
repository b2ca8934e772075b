"""The base of all nodes: families, the `@node` decorator, iteration over children, `dump`."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, TypeVar, cast, dataclass_transform

import attrs

from harnpy.base.spans import Span

_Class = TypeVar("_Class", bound=type)
_Same = TypeVar("_Same", bound="Node")


@dataclass_transform(frozen_default=True, kw_only_default=True, eq_default=False)
def node(cls: _Class) -> _Class:
    """Make `cls` a frozen, slotted node with keyword-only fields and identity equality."""
    # A `__repr__` of their own for a hundred classes would be compiled at every start.
    made = attrs.frozen(eq=False, kw_only=True, slots=True, repr=False)(cls)
    fields = attrs.fields(made)
    made.FIELDS = tuple(one.name for one in fields)
    made.PARTS = tuple(one.name for one in fields if _may_hold_nodes(one.name, one.type))
    return made


new = object.__new__
"""`new(twin)` is an instance of a twin with no field set."""


def unsealed(kind: type) -> type[Any]:
    """A twin of a node class whose fields can be assigned: for build functions that run once per few tokens.

    A frozen class sets each field by a call. An instance of the twin takes plain assignments, and becomes a
    frozen node by assigning `kind` to its `__class__`, in less than half the time.
    """
    body = {
        "__slots__": vars(kind)["__slots__"],
        "__setattr__": object.__setattr__,
        "__delattr__": object.__delattr__,
    }
    return type(f"Unsealed{kind.__name__}", kind.__bases__, body)


# Fields of these types hold no nodes, so that a walk need not look into them.
_LEAVES = frozenset({"str", "str | None", "int", "int | None", "bool", "float", "tuple[str, ...]"})


def _may_hold_nodes(name: str, kind: object) -> bool:
    written = kind.__name__ if isinstance(kind, type) else str(kind)
    return name != "span" and not name.endswith("_span") and written not in _LEAVES


class _Kept:
    """Holds what `below` has found, beside the frozen fields."""

    __slots__ = ("_below",)
    _below: "tuple[Node, ...]"


@node
class Node(_Kept):
    """A piece of syntax; `span` covers it from its first to its last character.

    `FIELDS` names the fields of the class in source order, `PARTS` those that may hold nodes.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ()
    PARTS: ClassVar[tuple[str, ...]] = ()
    span: Span

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.FIELDS)
        return f"{type(self).__name__}({fields})"


@node
class Expr(Node):
    """Stands where a value is wanted; may stand as a statement too."""


@node
class Stmt(Node):
    """Stands in a body and is no expression."""


@node
class Pattern(Node):
    """A pattern of a match arm."""


@node
class TypeNode(Node):
    """A type as written."""


@node
class Body(Node):
    """A block `{ … }`: its statements in order. The span covers the braces."""

    statements: tuple[Node, ...]


def fields_of(item: Node) -> Iterator[tuple[str, object]]:
    """Yield (name, value) of every field but the span, in source order."""
    for name in item.FIELDS:
        if name != "span" and not name.endswith("_span"):
            yield name, getattr(item, name)


def changed(item: _Same, **fields: object) -> _Same:
    """A node like `item` with other values in some fields."""
    return attrs.evolve(item, **fields)


def below(item: Node) -> tuple[Node, ...]:
    """The nodes directly below `item`, in source order, also those inside tuples of tuples."""
    try:
        return item._below  # pyright: ignore[reportPrivateUsage] - a slot for this function alone
    except AttributeError:
        return _looked_up(item)


def _looked_up(item: Node) -> tuple[Node, ...]:
    found: list[Node] = []
    for name in item.PARTS:
        value = getattr(item, name)
        if value.__class__ is tuple:
            _gather(value, found)
        elif isinstance(value, Node):
            found.append(value)
    made = tuple(found)
    _keep_below(item, made)
    return made


def children(item: Node) -> list[Node]:
    """The nodes `below` an item, in a list of the caller's own."""
    return list(below(item))


_keep_below = cast("Callable[[Node, tuple[Node, ...]], None]", vars(_Kept)["_below"].__set__)


def _gather(parts: tuple[object, ...], found: list[Node]) -> None:
    for part in parts:
        if isinstance(part, Node):
            found.append(part)
        elif part.__class__ is tuple:
            _gather(cast("tuple[object, ...]", part), found)


def dump(item: object, indent: int = 0) -> str:
    """Return an indented outline of a tree: class names, fields, positions."""
    pad = "  " * indent
    if isinstance(item, Node):
        line, column = item.span.file.line_col(item.span.start)
        lines = [f"{type(item).__name__} @{line}:{column}"]
        lines += [f"{pad}  {name}: {dump(value, indent + 1)}" for name, value in fields_of(item)]
        return "\n".join(lines)
    if isinstance(item, tuple):
        parts = cast("tuple[object, ...]", item)
        inner = "\n".join(f"{pad}  - {dump(part, indent + 1)}" for part in parts)
        return f"[\n{inner}\n{pad}]" if parts else "[]"
    return repr(item)
