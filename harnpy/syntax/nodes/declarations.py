"""Declarations and the module (language.md 3.2 `decl`)."""

from harnpy.base.spans import Span
from harnpy.syntax.nodes.core import Body, Expr, Node, Stmt, TypeNode, node
from harnpy.syntax.nodes.expressions import DictEntry, TypedParam
from harnpy.syntax.nodes.types import TypeParam, TypePredicate, WhereBound


@node
class AttributeArg(Node):
    """`value` or `name: value` in an attribute."""

    name: str | None
    value: Expr


@node
class Attribute(Node):
    """`@name(args)`."""

    name: str
    name_span: Span
    args: tuple[AttributeArg, ...]


@node
class AttributedDecl(Stmt):
    """A declaration with attributes before it."""

    attributes: tuple[Attribute, ...]
    inner: Stmt


@node
class Pipeline(Stmt):
    """`pipeline name(params) extends parent { … }`."""

    name: str
    name_span: Span
    params: tuple[TypedParam, ...]
    return_type: TypeNode | None
    throws: TypeNode | None
    extends: str | None
    extends_span: Span | None
    body: Body
    is_pub: bool


@node
class FnDecl(Stmt):
    """`fn name<T>(params) -> R throws E where T: I { … }`; `gen fn` when `is_stream`."""

    name: str
    name_span: Span
    type_params: tuple[TypeParam, ...]
    params: tuple[TypedParam, ...]
    return_type: TypeNode | None
    predicate: TypePredicate | None
    throws: TypeNode | None
    where: tuple[WhereBound, ...]
    body: Body
    is_pub: bool
    is_stream: bool


@node
class ToolDecl(Stmt):
    """`tool name(params) { description "…" … }`; the body yields its tail."""

    name: str
    name_span: Span
    description: str | None
    params: tuple[TypedParam, ...]
    return_type: TypeNode | None
    throws: TypeNode | None
    body: Body
    is_pub: bool


@node
class SkillDecl(Stmt):
    """`skill name { field value … }`."""

    name: str
    name_span: Span
    fields: tuple[DictEntry, ...]
    is_pub: bool


@node
class EvalPackDecl(Stmt):
    """`eval_pack name "title" { … }`."""

    name: str
    name_span: Span
    title: str | None
    fields: tuple[DictEntry, ...]
    body: Body
    summarize: Body | None
    is_pub: bool


@node
class TypeDecl(Stmt):
    """`type Name<T> = …`."""

    name: str
    name_span: Span
    type_params: tuple[TypeParam, ...]
    type_expr: TypeNode
    is_pub: bool


@node
class EnumVariant(Node):
    """One variant; `fields` are its parameters in order."""

    name: str
    name_span: Span
    fields: tuple[TypedParam, ...]


@node
class EnumDecl(Stmt):
    """`enum Name { … }`."""

    name: str
    name_span: Span
    type_params: tuple[TypeParam, ...]
    variants: tuple[EnumVariant, ...]
    is_pub: bool


@node
class StructField(Node):
    """One field `name: T`, `name?: T` or a bare name."""

    name: str
    name_span: Span
    type_expr: TypeNode | None
    optional: bool


@node
class StructDecl(Stmt):
    """`struct Name { … }`."""

    name: str
    name_span: Span
    type_params: tuple[TypeParam, ...]
    fields: tuple[StructField, ...]
    is_pub: bool


@node
class AssocType(Node):
    """`type Item = T` in an interface."""

    name: str
    type_expr: TypeNode | None


@node
class InterfaceMethod(Node):
    """A method signature in an interface."""

    name: str
    name_span: Span
    type_params: tuple[TypeParam, ...]
    params: tuple[TypedParam, ...]
    return_type: TypeNode | None


@node
class InterfaceDecl(Stmt):
    """`interface Name { … }`."""

    name: str
    name_span: Span
    type_params: tuple[TypeParam, ...]
    assoc: tuple[AssocType, ...]
    methods: tuple[InterfaceMethod, ...]
    is_pub: bool


@node
class ImplBlock(Stmt):
    """`impl Name { fn … }`."""

    type_name: str
    type_name_span: Span
    methods: tuple[FnDecl, ...]


@node
class ImportName(Node):
    """One name of a selective import."""

    name: str


@node
class ImportDecl(Stmt):
    """`import "p"` (all exports), with `names` selective, with `namespace` bound as one value."""

    path: str
    path_span: Span
    names: tuple[ImportName, ...] | None
    namespace: str | None
    namespace_span: Span | None
    is_pub: bool


@node
class Module(Node):
    """A whole file; comments are kept apart by the lexer."""

    items: tuple[Node, ...]
