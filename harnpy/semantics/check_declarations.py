"""Declarations: functions and methods, types, interfaces, attributes (language.md 5.6)."""

from typing import cast

from harnpy.diagnostics.codes import generics as codes
from harnpy.semantics import attributes
from harnpy.semantics.check_bodies import infer_body, inside, run_body
from harnpy.semantics.check_context import Checking, Declared, Frame, Runner
from harnpy.semantics.check_functions import (
    check_function,
    declare_parameters,
    warn_untyped_methods,
)
from harnpy.semantics.typeforms import UNTYPED, AliasInfo, EnumInfo, InterfaceInfo, Param, StructInfo, Type
from harnpy.semantics.variance import misplaced
from harnpy.syntax.nodes import (
    AttributedDecl,
    BrokenStmt,
    EnumDecl,
    EvalPackDecl,
    FnDecl,
    ImplBlock,
    ImportDecl,
    InterfaceDecl,
    Node,
    OverrideDecl,
    Pipeline,
    SkillDecl,
    StructDecl,
    ToolDecl,
    TypeDecl,
)
from harnpy.syntax.visit import NodeTable

DECLARATIONS: NodeTable[Runner] = NodeTable("run declarations")


@DECLARATIONS.on(FnDecl, ToolDecl, Pipeline)
def run_function(ctx: Checking, node: Node) -> None:
    """A local function is checked where it stands; those of the module once everything is known."""
    decl = cast("Declared", node)
    if ctx.frame.kind != "module" and ctx.waiting.pop(decl, None) is not None:
        lasting = {path: one for path, one in ctx.known.items() if not path[0].reassigned}
        check_function(ctx, decl, known=lasting)


@DECLARATIONS.on(AttributedDecl)
def run_attributed(ctx: Checking, node: Node) -> None:
    """Attributes, then what they stand before."""
    decl = cast("AttributedDecl", node)
    if not isinstance(decl.inner, BrokenStmt):
        attributes.check(decl, ctx.report)
    ctx.run(decl.inner)


@DECLARATIONS.on(ImplBlock)
def run_impl(ctx: Checking, node: Node) -> None:
    """The methods of a struct or enum."""
    block = cast("ImplBlock", node)
    symbol = ctx.symbols.get(block)
    decl = symbol.origin().node if symbol is not None else None
    own = _own_type(ctx, decl)
    for method in block.methods:
        function = ctx.world.function(method, ctx.bindings)
        if method.params and method.params[0].name == "self":
            ctx.selves[method] = own
        check_function(ctx, method, kind="method")
        _note_result(ctx, decl, method, function.result is UNTYPED)


def _own_type(ctx: Checking, decl: Node | None) -> Type:
    """The type of `self`: the declaration with its own type parameters."""
    if not isinstance(decl, (StructDecl, EnumDecl)):
        return UNTYPED
    info = ctx.world.struct(decl) if isinstance(decl, StructDecl) else ctx.world.enum(decl)
    return ctx.world.named(decl, info.variables)


def _note_result(ctx: Checking, decl: Node | None, method: FnDecl, open_result: bool) -> None:
    """A method without annotation gives what its body gives."""
    if not open_result or not isinstance(decl, (StructDecl, EnumDecl)):
        return
    info = ctx.world.struct(decl) if isinstance(decl, StructDecl) else ctx.world.enum(decl)
    before = info.methods.get(method.name)
    result = ctx.results.get(method, UNTYPED)
    if before is not None and before.result is UNTYPED and result is not UNTYPED:
        info.methods[method.name] = ctx.with_result(before, result)


@DECLARATIONS.on(StructDecl)
def run_struct(ctx: Checking, node: Node) -> None:
    """Type parameters stand where their variance allows."""
    _check_variance(ctx, ctx.world.struct(cast("StructDecl", node)), "struct")


@DECLARATIONS.on(EnumDecl)
def run_enum(ctx: Checking, node: Node) -> None:
    """Type parameters stand where their variance allows."""
    _check_variance(ctx, ctx.world.enum(cast("EnumDecl", node)), "enum")


@DECLARATIONS.on(TypeDecl)
def run_alias(ctx: Checking, node: Node) -> None:
    """Type parameters stand where their variance allows."""
    _check_variance(ctx, ctx.world.alias(cast("TypeDecl", node)), "type alias")


@DECLARATIONS.on(InterfaceDecl)
def run_interface(ctx: Checking, node: Node) -> None:
    """Parameters of methods are annotated; type parameters stand where their variance allows."""
    decl = cast("InterfaceDecl", node)
    warn_untyped_methods(ctx, decl.methods)
    _check_variance(ctx, ctx.world.interface(decl), "interface")


_WORDS = {"out": "covariant", "in": "contravariant"}


def _check_variance(
    ctx: Checking, info: StructInfo | EnumInfo | InterfaceInfo | AliasInfo, word: str
) -> None:
    for one in misplaced(info):
        place = one.variable.node
        if place is not None:
            ctx.report.error(
                codes.MISPLACED_VARIANCE,
                place.span,
                variable=one.variable.name,
                word=one.variable.variance,
                variance=_WORDS[one.variable.variance],
                position=one.position,
                owner=f"{word} '{info.name}'",
            )


@DECLARATIONS.on(ImportDecl)
def run_import(ctx: Checking, node: Node) -> None:
    """The resolver has bound its names."""


@DECLARATIONS.on(OverrideDecl)
def run_override(ctx: Checking, node: Node) -> None:
    """Parsed and checked, never run."""
    decl = cast("OverrideDecl", node)
    params = tuple(
        Param(ctx.annotation(one.type_expr), one.name, one.default is not None, one.rest)
        for one in decl.params
    )

    def work() -> Type:
        declare_parameters(ctx, decl.params, params)
        return infer_body(ctx, decl.body)

    inside(ctx, Frame("closure", decl, None, None), {}, work)


@DECLARATIONS.on(SkillDecl)
def run_skill(ctx: Checking, node: Node) -> None:
    """Values of fields."""
    for one in cast("SkillDecl", node).fields:
        ctx.infer(one.value)


@DECLARATIONS.on(EvalPackDecl)
def run_eval_pack(ctx: Checking, node: Node) -> None:
    """Values of fields, then the bodies."""
    pack = cast("EvalPackDecl", node)
    for one in pack.fields:
        ctx.infer(one.value)
    run_body(ctx, pack.body)
    if pack.summarize is not None:
        run_body(ctx, pack.summarize)
