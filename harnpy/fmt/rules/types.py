"""Rules of types."""

from typing import cast

from harnpy.fmt.context import Layouter, Rules
from harnpy.fmt.doc import Chain, Doc, Link, bracketed, row
from harnpy.fmt.spelling import quoted
from harnpy.syntax import nodes

TABLE: Rules = Rules("fmt types")

JOINT = " \\"
"""Ends a line whose statement would end with it otherwise."""


@TABLE.on(nodes.NamedType)
def _named(layouter: Layouter, node: nodes.Node) -> Doc:
    # Literal `true` and predicates of closures read as `bool`: the text says more than the name.
    return " ".join(node.span.text.removeprefix("->").split())


@TABLE.on(nodes.AppliedType)
def _applied(layouter: Layouter, node: nodes.Node) -> Doc:
    applied = cast("nodes.AppliedType", node)
    return row(applied.name, type_arguments(layouter, applied.args) or "<>")


def type_arguments(layouter: Layouter, arguments: tuple[nodes.TypeNode, ...]) -> Doc:
    """`<A, B>`, or nothing."""
    if not arguments:
        return ""
    parts: list[Doc] = ["<"]
    for index, argument in enumerate(arguments):
        parts += (", ", layouter.doc(argument)) if index else (layouter.doc(argument),)
    return row(*parts, ">")


@TABLE.on(nodes.ListType)
def _list(layouter: Layouter, node: nodes.Node) -> Doc:
    return row("[", layouter.doc(cast("nodes.ListType", node).element), "]")


@TABLE.on(nodes.OptionalType)
def _optional(layouter: Layouter, node: nodes.Node) -> Doc:
    return row(layouter.doc(cast("nodes.OptionalType", node).inner), "?")


@TABLE.on(nodes.UnionType)
def _union(layouter: Layouter, node: nodes.Node) -> Doc:
    members = cast("nodes.UnionType", node).members
    inner = optional_of(members)
    if inner is not None:
        return row(layouter.doc(inner), "?")
    return _chain("| ", layouter.docs(members))


def optional_of(members: tuple[nodes.TypeNode, ...]) -> nodes.TypeNode | None:
    """The `T` of a union `T | nil` that can be written `T?`."""
    if len(members) != 2 or not (isinstance(members[1], nodes.NamedType) and members[1].name == "nil"):
        return None
    plain = not isinstance(members[0], (nodes.OptionalType, nodes.IntersectionType, nodes.FnType))
    return members[0] if plain else None


@TABLE.on(nodes.IntersectionType)
def _intersection(layouter: Layouter, node: nodes.Node) -> Doc:
    return _chain("& ", layouter.docs(cast("nodes.IntersectionType", node).members))


def _chain(sign: str, docs: list[Doc]) -> Doc:
    return Chain(docs[0], [Link(sign, doc, joint=JOINT) for doc in docs[1:]])


@TABLE.on(nodes.ShapeType)
def _shape(layouter: Layouter, node: nodes.Node) -> Doc:
    shape = cast("nodes.ShapeType", node)
    parts = sorted((*shape.fields, *shape.tails), key=lambda part: part.span.start)
    items = [
        layouter.doc(part) if isinstance(part, nodes.ShapeField) else row("...", layouter.doc(part))
        for part in parts
    ]
    return bracketed(("{", "}"), items, closing=layouter.lines(layouter.place(node).closing))


@TABLE.on(nodes.ShapeField)
def _shape_field(layouter: Layouter, node: nodes.Node) -> Doc:
    field = cast("nodes.ShapeField", node)
    return row(f"{field.name}{'?' if field.optional else ''}: ", layouter.doc(field.type_expr))


@TABLE.on(nodes.FnType)
def _fn(layouter: Layouter, node: nodes.Node) -> Doc:
    written = cast("nodes.FnType", node)
    return row(
        "fn", bracketed(("(", ")"), layouter.docs(written.params)), " -> ", layouter.doc(written.result)
    )


@TABLE.on(nodes.LitStrType)
def _text(layouter: Layouter, node: nodes.Node) -> Doc:
    return quoted(cast("nodes.LitStrType", node).value)


@TABLE.on(nodes.LitIntType)
def _int(layouter: Layouter, node: nodes.Node) -> Doc:
    return str(cast("nodes.LitIntType", node).value)


@TABLE.on(nodes.TypeParam)
def _type_param(layouter: Layouter, node: nodes.Node) -> Doc:
    param = cast("nodes.TypeParam", node)
    return f"{param.variance} {param.name}".strip()


@TABLE.on(nodes.WhereBound)
def _bound(layouter: Layouter, node: nodes.Node) -> Doc:
    bound = cast("nodes.WhereBound", node)
    parts: list[Doc] = [f"{bound.name}: "]
    for index, one in enumerate(bound.bounds):
        parts += (" + ", layouter.doc(one)) if index else (layouter.doc(one),)
    return row(*parts)


@TABLE.on(nodes.TypePredicate)
def _predicate(layouter: Layouter, node: nodes.Node) -> Doc:
    predicate = cast("nodes.TypePredicate", node)
    sided = "implies " if predicate.one_sided else ""
    return row(f"{sided}{predicate.parameter} is ", layouter.doc(predicate.type_expr))
