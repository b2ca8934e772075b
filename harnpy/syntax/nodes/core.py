"""The base of all nodes: families, the `@node` decorator, iteration over children, `dump`."""

from collections.abc import Callable, Iterator
from typing import ClassVar, TypeVar, cast, dataclass_transform

from harnpy.base.spans import Span

_Class = TypeVar("_Class", bound=type)
_Kept = TypeVar("_Kept", bound="Node")


@dataclass_transform(frozen_default=True, kw_only_default=True, eq_default=False)
def node(cls: _Class) -> _Class:
    """Make `cls` a frozen, slotted node with keyword-only fields and identity equality.

    The front meets a hundred node classes at every cold start, so nothing is made here that can wait: a class
    gets its constructor when its first node is made.
    """
    own = {name: kind for name, kind in cls.__annotations__.items() if not name.isupper()}
    base = cast("type[Node]", cls.__base__)
    space = dict(cls.__dict__)
    for name in ("__dict__", "__weakref__"):
        space.pop(name, None)
    parts = tuple(name for name, kind in own.items() if _may_hold_nodes(name, kind))
    space["__slots__"] = tuple(own)
    space["FIELDS"] = (*getattr(base, "FIELDS", ()), *own)
    space["PARTS"] = (*getattr(base, "PARTS", ()), *parts)
    space["__init__"] = _first
    return cast("_Class", type(cls)(cls.__name__, cls.__bases__, space))


def _first(self: "Node", **values: object) -> None:
    """The constructor of a class without nodes: it makes the one that all nodes get."""
    cls = self.__class__
    made = _constructor(cls)
    type.__setattr__(cls, "__init__", made)
    made(self, **values)


def _constructor(cls: "type[Node]") -> Callable[..., None]:
    """Spell out `__init__` with the fields of `cls` as its keywords."""
    lines = [f"def __init__(self, *, {', '.join(cls.FIELDS)}):", "    keep = get(self)"]
    lines += [f"    keep({name!r}, {name})" for name in cls.FIELDS]
    lines.append(f"    keep('_below', {None if cls.PARTS else ()})")
    space: dict[str, object] = {"get": object.__setattr__.__get__}
    exec("\n".join(lines), space)  # noqa: S102 - of names of fields alone
    return cast("Callable[..., None]", space["__init__"])


# Fields of these types hold no nodes, so that a walk need not look into them.
_LEAVES = frozenset({"str", "str | None", "int", "int | None", "bool", "float", "tuple[str, ...]"})


def _may_hold_nodes(name: str, kind: object) -> bool:
    written = kind.__name__ if isinstance(kind, type) else str(kind)
    return name != "span" and not name.endswith("_span") and written not in _LEAVES


class _Frozen:
    """Refuses changes; keeps what `below` has found."""

    __slots__ = ("_below",)
    _below: "tuple[Node, ...] | None"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {self.__class__.__name__} keeps its {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {self.__class__.__name__} keeps its {name}")


@node
class Node(_Frozen):
    """A piece of syntax; `span` covers it from its first to its last character.

    `FIELDS` names the fields of the class in source order, `PARTS` those that may hold nodes.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ()
    PARTS: ClassVar[tuple[str, ...]] = ()
    span: Span


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


def changed(item: _Kept, **fields: object) -> _Kept:
    """A node like `item` with other values in some fields."""
    values = {name: getattr(item, name) for name in item.FIELDS}
    return item.__class__(**(values | fields))  # pyright: ignore[reportArgumentType] - the fields of its class


def below(item: Node) -> tuple[Node, ...]:
    """The nodes directly below `item`, in source order, also those inside tuples of tuples."""
    known = item._below  # pyright: ignore[reportPrivateUsage] - a slot for this function alone
    if known is not None:
        return known
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


_keep_below = _Frozen._below.__set__  # pyright: ignore[reportPrivateUsage, reportOptionalMemberAccess, reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType] - the slot itself


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
