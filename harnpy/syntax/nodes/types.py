"""Types as written: annotations, aliases, type arguments (language.md 3.2 `type`)."""

from harnpy.base.spans import Span
from harnpy.syntax.nodes.core import TypeNode, node


@node
class NamedType(TypeNode):
    """`int`, `Point`, `T`; also `true`, `false` (both read as `bool`) and `nil`."""

    name: str


@node
class AppliedType(TypeNode):
    """`Box<int>`; also list, dict, set, iter, Generator, Stream, tuple, owned with arguments."""

    name: str
    name_span: Span
    args: tuple[TypeNode, ...]


@node
class ListType(TypeNode):
    """`[T]`, the short form of `list<T>`."""

    element: TypeNode


@node
class UnionType(TypeNode):
    """`A | B`; at least two members."""

    members: tuple[TypeNode, ...]


@node
class IntersectionType(TypeNode):
    """`A & B`; at least two members."""

    members: tuple[TypeNode, ...]


@node
class OptionalType(TypeNode):
    """`T?`, the short form of `T | nil`."""

    inner: TypeNode


@node
class ShapeField(TypeNode):
    """One field `name: T` or `name?: T` of a shape."""

    name: str
    name_span: Span
    optional: bool
    type_expr: TypeNode


@node
class ShapeType(TypeNode):
    """`{a: T, b?: U, ...R}`: named fields and the tails that open it."""

    fields: tuple[ShapeField, ...]
    tails: tuple[TypeNode, ...]


@node
class FnType(TypeNode):
    """`fn(A, B) -> R`."""

    params: tuple[TypeNode, ...]
    result: TypeNode


@node
class LitStrType(TypeNode):
    """A string literal as a type."""

    value: str


@node
class LitIntType(TypeNode):
    """An int literal as a type."""

    value: int


@node
class TypeParam(TypeNode):
    """A declared type parameter; `variance` is `in`, `out` or empty."""

    name: str
    variance: str


@node
class WhereBound(TypeNode):
    """`T: A + B` after `where`."""

    name: str
    name_span: Span
    bounds: tuple[TypeNode, ...]


@node
class TypePredicate(TypeNode):
    """A result type `x is T` (`implies x is T` when `one_sided`)."""

    parameter: str
    type_expr: TypeNode
    one_sided: bool
