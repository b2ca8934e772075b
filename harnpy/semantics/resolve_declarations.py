"""Declarations: functions, tools, pipelines, types, and what hoisting makes visible."""

from functools import partial
from typing import cast

from harnpy.diagnostics.codes import flow, names
from harnpy.semantics.resolution import Resolution, suggestion, table
from harnpy.semantics.symbols import Owner, Scope, Symbol, SymbolKind
from harnpy.syntax.nodes import (
    AssocType,
    Attribute,
    AttributeArg,
    AttributedDecl,
    EnumDecl,
    EnumVariant,
    EvalPackDecl,
    FnDecl,
    ImplBlock,
    ImportDecl,
    ImportName,
    InterfaceDecl,
    InterfaceMethod,
    Module,
    Node,
    Pipeline,
    SkillDecl,
    StructDecl,
    StructField,
    ToolDecl,
    TypeDecl,
)

DECLARATIONS = table("resolve declarations")

ATTRIBUTES = frozenset({"test", "test_fixture", "deprecated", "complexity", "sibling", "retry"})
"""Attributes that are known (language.md 4.19, 3.2)."""

_KINDS: dict[type[Node], SymbolKind] = {
    FnDecl: SymbolKind.FN,
    ToolDecl: SymbolKind.TOOL,
    Pipeline: SymbolKind.PIPELINE,
    SkillDecl: SymbolKind.SKILL,
    EvalPackDecl: SymbolKind.EVAL_PACK,
    TypeDecl: SymbolKind.TYPE,
    EnumDecl: SymbolKind.ENUM,
    StructDecl: SymbolKind.STRUCT,
    InterfaceDecl: SymbolKind.INTERFACE,
}

HOISTED = frozenset((*_KINDS, AttributedDecl))
"""Classes of statements that `hoist` looks at."""


def inner(statement: Node) -> Node:
    """The declaration below its attributes."""
    while isinstance(statement, AttributedDecl):
        statement = statement.inner
    return statement


def hoist(ctx: Resolution, statement: Node) -> None:
    """Bind the name of a declaration that is visible in the whole scope it stands in."""
    decl = inner(statement)
    kind = _KINDS.get(decl.__class__)
    if kind is not None:
        named = cast("FnDecl", decl)
        symbol = ctx.declare(named.name, kind, decl, named.name_span)
        symbol.target = decl


def at_top(ctx: Resolution) -> bool:
    """Whether the current scope is that of the file."""
    return ctx.scope is ctx.top


def _run(ctx: Resolution, work: partial[None]) -> None:
    """Resolve a body now, or for a function of the file when all of its names are known."""
    if at_top(ctx):
        ctx.pending.append(work)
    else:
        work()


def _owner(ctx: Resolution, node: Node) -> None:
    ctx.bindings.owners[node] = Owner(node, ctx.place.owner)


# ---- functions ---------------------------------------------------------------------------------


@DECLARATIONS.on(FnDecl)
def resolve_fn(ctx: Resolution, node: Node) -> None:
    """A named function; also a method."""
    _owner(ctx, node)
    _run(ctx, partial(_resolve_fn_body, ctx, cast("FnDecl", node)))


def _resolve_fn_body(ctx: Resolution, fn: FnDecl) -> None:
    with ctx.callable(fn, "gen" if fn.is_stream else "fn") as owner:
        # A stream, also where nothing is emitted.
        owner.has_yield = fn.is_stream
        ctx.visit_all(fn.type_params)
        ctx.visit_all(fn.params)
        ctx.visit(fn.return_type)
        ctx.visit(fn.predicate)
        ctx.visit(fn.throws)
        ctx.visit_all(fn.where)
        ctx.body(fn.body)


@DECLARATIONS.on(ToolDecl)
def resolve_tool(ctx: Resolution, node: Node) -> None:
    """A function with a description."""
    _owner(ctx, node)
    _run(ctx, partial(_resolve_tool_body, ctx, cast("ToolDecl", node)))


def _resolve_tool_body(ctx: Resolution, tool: ToolDecl) -> None:
    with ctx.callable(tool, "fn"):
        ctx.visit_all(tool.params)
        ctx.visit(tool.return_type)
        ctx.visit(tool.throws)
        ctx.body(tool.body)


# ---- pipelines ---------------------------------------------------------------------------------


@DECLARATIONS.on(Pipeline)
def resolve_pipeline(ctx: Resolution, node: Node) -> None:
    """An entry; only files have them."""
    _owner(ctx, node)
    _run(ctx, partial(_resolve_pipeline_body, ctx, cast("Pipeline", node), ()))


def _resolve_pipeline_body(ctx: Resolution, pipeline: Pipeline, below: tuple[Pipeline, ...]) -> None:
    if pipeline in ctx.pipelines:
        return
    parent = _parent(ctx, pipeline, (*below, pipeline))
    owner = ctx.bindings.owners[pipeline]
    base: Scope | None = None
    if parent is not None:
        _resolve_pipeline_body(ctx, parent, (*below, pipeline))
        ctx.bindings.parents[pipeline] = parent
        owner.inherits = ctx.bindings.owners[parent]
        owner.captures |= owner.inherits.captures
        base = ctx.pipelines[parent]
    with ctx.callable(pipeline, "pipeline"):
        if base is not None and base.parent is not None:
            ctx.scope.names.update(base.parent.names)
        ctx.visit_all(pipeline.params)
        ctx.visit(pipeline.return_type)
        ctx.visit(pipeline.throws)
        with ctx.block():
            ctx.pipelines[pipeline] = ctx.scope
            if base is not None:
                ctx.scope.names.update(base.names)
            for statement in pipeline.body.statements:
                hoist(ctx, statement)
            ctx.visit_all(pipeline.body.statements)


def _parent(ctx: Resolution, pipeline: Pipeline, line: tuple[Pipeline, ...]) -> Pipeline | None:
    if pipeline.extends is None:
        return None
    span = pipeline.extends_span or pipeline.span
    symbol = ctx.top.names.get(pipeline.extends)
    parent = symbol.node if symbol is not None else None
    if symbol is None or not isinstance(parent, Pipeline):
        if ctx.certain or symbol is not None:
            pipelines = (name for name, one in ctx.top.names.items() if one.kind is SymbolKind.PIPELINE)
            near = suggestion(pipeline.extends, pipelines)
            ctx.report.error(
                flow.UNKNOWN_PARENT, span, name=pipeline.name, parent=pipeline.extends, near=near
            )
        return None
    symbol.used = True
    if parent in line:
        ctx.report.error(flow.CYCLIC_PARENT, span, name=pipeline.name)
        return None
    return parent


# ---- types -------------------------------------------------------------------------------------


@DECLARATIONS.on(TypeDecl)
def resolve_type_decl(ctx: Resolution, node: Node) -> None:
    """An alias."""
    decl = cast("TypeDecl", node)
    with ctx.block():
        ctx.visit_all(decl.type_params)
        ctx.visit(decl.type_expr)


@DECLARATIONS.on(EnumDecl)
def resolve_enum(ctx: Resolution, node: Node) -> None:
    """Variants have types and defaults, no names of their own."""
    decl = cast("EnumDecl", node)
    with ctx.block():
        ctx.visit_all(decl.type_params)
        ctx.visit_all(decl.variants)


@DECLARATIONS.on(EnumVariant)
def resolve_enum_variant(ctx: Resolution, node: Node) -> None:
    """Fields are types only."""
    for field in cast("EnumVariant", node).fields:
        ctx.visit(field.type_expr)
        ctx.visit(field.default)


@DECLARATIONS.on(StructDecl)
def resolve_struct_decl(ctx: Resolution, node: Node) -> None:
    """Fields have types."""
    decl = cast("StructDecl", node)
    with ctx.block():
        ctx.visit_all(decl.type_params)
        ctx.visit_all(decl.fields)


@DECLARATIONS.on(StructField)
def resolve_field(ctx: Resolution, node: Node) -> None:
    """A type."""
    ctx.visit(cast("StructField", node).type_expr)


@DECLARATIONS.on(InterfaceDecl)
def resolve_interface(ctx: Resolution, node: Node) -> None:
    """Signatures."""
    decl = cast("InterfaceDecl", node)
    with ctx.block():
        ctx.visit_all(decl.type_params)
        for one in decl.assoc:
            ctx.scope.names[one.name] = Symbol(one.name, SymbolKind.TYPE_PARAM, one, one.span, None)
        ctx.visit_all(decl.assoc)
        ctx.visit_all(decl.methods)


@DECLARATIONS.on(AssocType)
def resolve_assoc(ctx: Resolution, node: Node) -> None:
    """A default type."""
    ctx.visit(cast("AssocType", node).type_expr)


@DECLARATIONS.on(InterfaceMethod)
def resolve_interface_method(ctx: Resolution, node: Node) -> None:
    """A signature: types, and defaults that nothing runs."""
    method = cast("InterfaceMethod", node)
    with ctx.block():
        ctx.visit_all(method.type_params)
        ctx.visit_all(one.type_expr for one in method.params)
        ctx.visit(method.return_type)


@DECLARATIONS.on(ImplBlock)
def resolve_impl(ctx: Resolution, node: Node) -> None:
    """Methods are functions without a name in the scope."""
    block = cast("ImplBlock", node)
    symbol = ctx.lookup_type(block.type_name)
    if symbol is not None:
        ctx.bindings.symbols[node] = symbol
    with ctx.block():
        if symbol is not None and isinstance(decl := symbol.origin().node, StructDecl):
            for one in decl.type_params:
                parameter = Symbol(one.name, SymbolKind.TYPE_PARAM, one, one.span, None)
                ctx.scope.names[one.name] = parameter
        for method in block.methods:
            _owner(ctx, method)
            work = partial(_resolve_method, ctx, ctx.scope, method)
            if ctx.scope.parent is ctx.top:
                ctx.pending.append(work)
            else:
                work()


def _resolve_method(ctx: Resolution, scope: Scope, method: FnDecl) -> None:
    outer, ctx.scope = ctx.scope, scope
    _resolve_fn_body(ctx, method)
    ctx.scope = outer


# ---- the rest ----------------------------------------------------------------------------------


@DECLARATIONS.on(SkillDecl)
def resolve_skill(ctx: Resolution, node: Node) -> None:
    """Parsed; has no effect."""
    ctx.report.error(flow.OUT_OF_SCOPE, node.span, word="skill")
    ctx.visit_all(cast("SkillDecl", node).fields)


@DECLARATIONS.on(EvalPackDecl)
def resolve_eval_pack(ctx: Resolution, node: Node) -> None:
    """Parsed; its bodies are looked at as functions that nothing calls."""
    decl = cast("EvalPackDecl", node)
    ctx.report.error(flow.OUT_OF_SCOPE, node.span, word="eval_pack")
    ctx.visit_all(decl.fields)
    with ctx.callable(node, "fn"):
        ctx.body(decl.body)
        ctx.body(decl.summarize)


@DECLARATIONS.on(AttributedDecl)
def resolve_attributed(ctx: Resolution, node: Node) -> None:
    """Attributes, then what they stand before."""
    decl = cast("AttributedDecl", node)
    ctx.visit_all(decl.attributes)
    ctx.visit(decl.inner)


@DECLARATIONS.on(Attribute)
def resolve_attribute(ctx: Resolution, node: Node) -> None:
    """The name must be a known one; names among the arguments are symbols of the attribute."""
    attribute = cast("Attribute", node)
    if attribute.name not in ATTRIBUTES:
        near = suggestion(attribute.name, ATTRIBUTES)
        advice = near.removeprefix(" — ") or None
        ctx.report.error(names.UNKNOWN_ATTRIBUTE, attribute.name_span, help=advice, name=attribute.name)


@DECLARATIONS.on(AttributeArg, ImportName, ImportDecl, Module)
def resolve_outside(ctx: Resolution, node: Node) -> None:
    """Handled where they belong; the parser has reported an import below the top level."""
