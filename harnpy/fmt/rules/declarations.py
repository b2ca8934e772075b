"""Rules of declarations, attributes, imports and the module."""

import re
from collections.abc import Sequence
from typing import cast

from harnpy.fmt.context import Layouter, Rules, stacked
from harnpy.fmt.doc import (
    Assigned,
    Block,
    Bracketed,
    Commented,
    Comments,
    Doc,
    Signature,
    Verbatim,
    bracketed,
    row,
)
from harnpy.fmt.rules.blocks import parameters, results, separated
from harnpy.fmt.spelling import quoted
from harnpy.syntax import nodes

TABLE: Rules = Rules("fmt declarations")

_DESCRIPTION = re.compile(r'\{\s*description\s*("""(?:.|\n)*?""")')

Public = (
    nodes.Pipeline | nodes.FnDecl | nodes.ToolDecl | nodes.SkillDecl | nodes.EvalPackDecl | nodes.TypeDecl
    | nodes.EnumDecl | nodes.StructDecl | nodes.InterfaceDecl | nodes.ImportDecl
)  # fmt: skip


def _pub(node: Public) -> str:
    return "pub " if node.is_pub else ""


def _type_params(layouter: Layouter, params: Sequence[nodes.TypeParam]) -> Doc:
    return row("<", *separated(layouter.docs(params)), ">") if params else ""


# ---- callables


@TABLE.on(nodes.FnDecl)
def _fn(layouter: Layouter, node: nodes.Node) -> Doc:
    fn = cast("nodes.FnDecl", node)
    parts: list[Doc] = [
        f"{_pub(fn)}{'gen ' if fn.is_stream else ''}fn {fn.name}",
        _type_params(layouter, fn.type_params),
        parameters(layouter, fn.params),
        *results(layouter, fn.predicate or fn.return_type, fn.throws),
    ]
    if fn.where:
        parts += (" where ", *separated(layouter.docs(fn.where)))
    return Signature([*parts, " ", layouter.block(fn.body)])


@TABLE.on(nodes.Pipeline)
def _pipeline(layouter: Layouter, node: nodes.Node) -> Doc:
    pipeline = cast("nodes.Pipeline", node)
    parent = "" if pipeline.extends is None else f" extends {pipeline.extends}"
    return Signature(
        [
            f"{_pub(pipeline)}pipeline {pipeline.name}",
            parameters(layouter, pipeline.params),
            *results(layouter, pipeline.return_type, pipeline.throws),
            f"{parent} ",
            layouter.block(pipeline.body),
        ]
    )


@TABLE.on(nodes.ToolDecl)
def _tool(layouter: Layouter, node: nodes.Node) -> Doc:
    tool = cast("nodes.ToolDecl", node)
    block = layouter.block(tool.body)
    if tool.description is not None:
        written = _DESCRIPTION.match(tool.body.span.text)
        text: Doc = quoted(tool.description) if written is None else Verbatim(written[1])
        block.statements = [row("description ", text), *block.statements]
    return Signature(
        [
            f"{_pub(tool)}tool {tool.name}",
            parameters(layouter, tool.params),
            *results(layouter, tool.return_type, tool.throws),
            " ",
            block,
        ]
    )


# ---- skills and evaluation packs


@TABLE.on(nodes.SkillDecl)
def _skill(layouter: Layouter, node: nodes.Node) -> Doc:
    skill = cast("nodes.SkillDecl", node)
    fields = [_field_line(layouter, field, " ") for field in skill.fields]
    return layouter.members(node, f"{_pub(skill)}skill {skill.name}", fields)


@TABLE.on(nodes.EvalPackDecl)
def _eval_pack(layouter: Layouter, node: nodes.Node) -> Doc:
    pack = cast("nodes.EvalPackDecl", node)
    title = "" if pack.title is None else f" {quoted(pack.title)}"
    inside = [(field.span.start, _field_line(layouter, field, ": ")) for field in pack.fields]
    inside += [(one.span.start, layouter.doc(one)) for one in pack.body.statements]
    if pack.summarize is not None:
        inside.append((pack.summarize.span.start, row("summarize ", layouter.block(pack.summarize))))
    members = [doc for _, doc in sorted(inside, key=lambda member: member[0])]
    place = layouter.place(pack.body)
    closing = layouter.lines([*place.opening, *place.closing])
    return row(f"{_pub(pack)}eval_pack {pack.name}{title} ", Block("{", members, closing=closing))


def _field_line(layouter: Layouter, field: nodes.DictEntry, between: str) -> Doc:
    """A field of a skill or an evaluation pack."""
    name = cast("nodes.Str", field.key).value
    return layouter.commented(row(f"{name}{between}", layouter.doc(field.value)), layouter.place(field))


# ---- types


@TABLE.on(nodes.TypeDecl)
def _type(layouter: Layouter, node: nodes.Node) -> Doc:
    declared = cast("nodes.TypeDecl", node)
    head = row(f"{_pub(declared)}type {declared.name}", _type_params(layouter, declared.type_params), " =")
    return Assigned(head, layouter.doc(declared.type_expr))


@TABLE.on(nodes.EnumDecl)
def _enum(layouter: Layouter, node: nodes.Node) -> Doc:
    enum = cast("nodes.EnumDecl", node)
    head = row(f"{_pub(enum)}enum {enum.name}", _type_params(layouter, enum.type_params))
    return layouter.members(node, head, layouter.docs(enum.variants))


@TABLE.on(nodes.EnumVariant)
def _variant(layouter: Layouter, node: nodes.Node) -> Doc:
    variant = cast("nodes.EnumVariant", node)
    return row(variant.name, parameters(layouter, variant.fields)) if variant.fields else variant.name


@TABLE.on(nodes.StructDecl)
def _struct(layouter: Layouter, node: nodes.Node) -> Doc:
    struct = cast("nodes.StructDecl", node)
    head = row(f"{_pub(struct)}struct {struct.name}", _type_params(layouter, struct.type_params))
    return layouter.members(node, head, layouter.docs(struct.fields))


@TABLE.on(nodes.StructField)
def _struct_field(layouter: Layouter, node: nodes.Node) -> Doc:
    field = cast("nodes.StructField", node)
    name = f"{field.name}{'?' if field.optional else ''}"
    return name if field.type_expr is None else row(f"{name}: ", layouter.doc(field.type_expr))


@TABLE.on(nodes.InterfaceDecl)
def _interface(layouter: Layouter, node: nodes.Node) -> Doc:
    interface = cast("nodes.InterfaceDecl", node)
    head = row(f"{_pub(interface)}interface {interface.name}", _type_params(layouter, interface.type_params))
    members = sorted((*interface.assoc, *interface.methods), key=lambda member: member.span.start)
    return layouter.members(node, head, layouter.docs(members))


@TABLE.on(nodes.AssocType)
def _assoc(layouter: Layouter, node: nodes.Node) -> Doc:
    assoc = cast("nodes.AssocType", node)
    head = f"type {assoc.name}"
    return head if assoc.type_expr is None else row(f"{head} = ", layouter.doc(assoc.type_expr))


@TABLE.on(nodes.InterfaceMethod)
def _method(layouter: Layouter, node: nodes.Node) -> Doc:
    method = cast("nodes.InterfaceMethod", node)
    return Signature(
        [
            f"fn {method.name}",
            _type_params(layouter, method.type_params),
            parameters(layouter, method.params),
            *results(layouter, method.return_type, None),
        ]
    )


@TABLE.on(nodes.ImplBlock)
def _impl(layouter: Layouter, node: nodes.Node) -> Doc:
    impl = cast("nodes.ImplBlock", node)
    return layouter.members(node, f"impl {impl.type_name}", layouter.docs(impl.methods))


# ---- attributes


@TABLE.on(nodes.AttributedDecl)
def _attributed(layouter: Layouter, node: nodes.Node) -> Doc:
    declared = cast("nodes.AttributedDecl", node)
    return stacked([*layouter.docs(declared.attributes), layouter.doc(declared.inner)])


@TABLE.on(nodes.Attribute)
def _attribute(layouter: Layouter, node: nodes.Node) -> Doc:
    attribute = cast("nodes.Attribute", node)
    if not attribute.args:
        return f"@{attribute.name}"
    return row(f"@{attribute.name}", bracketed(("(", ")"), layouter.docs(attribute.args)))


@TABLE.on(nodes.AttributeArg)
def _attribute_arg(layouter: Layouter, node: nodes.Node) -> Doc:
    argument = cast("nodes.AttributeArg", node)
    value = layouter.doc(argument.value)
    return value if argument.name is None else row(f"{argument.name}: ", value)


# ---- imports


@TABLE.on(nodes.ImportDecl)
def _import(layouter: Layouter, node: nodes.Node) -> Doc:
    given = cast("nodes.ImportDecl", node)
    word = f"{_pub(given)}import "
    path = quoted(given.path)
    if given.namespace is not None:
        return f"{word}* as {given.namespace} from {path}"
    if given.names is None:
        return word + path
    names = layouter.docs(sorted_names(given.names))
    closing = layouter.lines(layouter.place(node).closing)
    return row(word, Bracketed(("{", "}"), names, padding=" ", closing=closing), f" from {path}")


@TABLE.on(nodes.ImportName)
def _import_name(layouter: Layouter, node: nodes.Node) -> Doc:
    return cast("nodes.ImportName", node).name


def sorted_names(names: tuple[nodes.ImportName, ...]) -> tuple[nodes.ImportName, ...]:
    """The names of an import in their order."""
    return tuple(sorted(names, key=lambda one: one.name))


def import_order(given: nodes.ImportDecl) -> tuple[bool, str]:
    """The key that sorts imports: standard modules first, then by path."""
    return not given.path.startswith("std/"), given.path


# ---- the module


@TABLE.on(nodes.Module)
def _module(layouter: Layouter, node: nodes.Node) -> Doc:
    raise AssertionError("the front door lays out a module")


@TABLE.on(nodes.Body)
def _body(layouter: Layouter, node: nodes.Node) -> Doc:
    return layouter.block(cast("nodes.Body", node))


def items(layouter: Layouter, module: nodes.Module) -> list[tuple[Doc, bool]]:
    """The items of a module in the order of their lines, each with: is it an import?

    Imports that follow each other are sorted; what is said above the first stays above all of them. Comments
    behind the last item are the last lines.
    """
    found: list[tuple[Doc, bool]] = []
    run: list[nodes.ImportDecl] = []
    for item in module.items:
        if isinstance(item, nodes.ImportDecl):
            run.append(item)
            continue
        found += _sorted_imports(layouter, run)
        run = []
        found.append((layouter.doc(item), False))
    found += _sorted_imports(layouter, run)
    closing = layouter.lines(layouter.place(module).closing)
    return [*found, (Comments(closing), False)] if closing else found


def _sorted_imports(layouter: Layouter, run: list[nodes.ImportDecl]) -> list[tuple[Doc, bool]]:
    if not run:
        return []
    place = layouter.place(run[0])
    heading = layouter.lines(place.above)
    if heading:
        place.above.clear()
    docs = layouter.docs(sorted(run, key=import_order))
    if heading:
        docs[0] = Commented(docs[0], heading, ())
    return [(doc, True) for doc in docs]
