"""Declarations: functions and methods of a module, pipelines, tools, imports; types leave no code."""

import ast as pyast
from collections.abc import Sequence

from harnpy.lowering import emit
from harnpy.lowering.context import Context, StmtHandler
from harnpy.lowering.functions import Definition, define, definition_of
from harnpy.lowering.module_context import literal, shadow_method
from harnpy.lowering.specs import Spec
from harnpy.semantics.symbols import Symbol, SymbolKind
from harnpy.syntax.nodes import (
    AttributedDecl,
    Body,
    BrokenStmt,
    DictEntry,
    EnumDecl,
    EvalPackDecl,
    ImplBlock,
    ImportDecl,
    InterfaceDecl,
    NamedType,
    Node,
    OverrideDecl,
    Pipeline,
    SkillDecl,
    Str,
    StructDecl,
    ToolDecl,
    TypeDecl,
    TypedParam,
)
from harnpy.syntax.visit import NodeTable

STATEMENTS: NodeTable[StmtHandler] = NodeTable("declarations")

_TYPES = frozenset({SymbolKind.TYPE, SymbolKind.STRUCT, SymbolKind.ENUM, SymbolKind.INTERFACE})


@STATEMENTS.on(StructDecl, EnumDecl, InterfaceDecl, TypeDecl, OverrideDecl, BrokenStmt)
def nothing(
    cx: Context, node: StructDecl | EnumDecl | InterfaceDecl | TypeDecl | OverrideDecl | BrokenStmt
) -> None:
    """A declaration whose classes and contracts are made where something needs them."""


@STATEMENTS.on(AttributedDecl)
def attributed(cx: Context, node: AttributedDecl) -> None:
    """Attributes have no effect on a run of their own."""
    cx.run(node.inner)


@STATEMENTS.on(ImplBlock)
def impl_block(cx: Context, node: ImplBlock) -> None:
    """`impl S { … }`: each method under a name of its own, and in the table of the struct's class."""
    symbol = cx.symbol(node)
    declaration = symbol.origin().node if symbol is not None else None
    if not isinstance(declaration, StructDecl):
        return
    cls = cx.module.struct_class(declaration)
    for method in node.methods:
        span = method.name_span
        name = shadow_method(declaration.name, method.name)
        if method not in cx.module.waiting:
            made = definition_of(method)
            made.python = name
            cx.out.append(define(cx, made))
        parts = [emit.name(cls, span), emit.const(method.name, span), emit.name(name, span)]
        cx.out.append(emit.effect(emit.support("_impl", parts, span), span))


@STATEMENTS.on(ToolDecl)
def tool(cx: Context, node: ToolDecl) -> None:
    """`tool name(…) { … }`: a function with a schema, registered by name."""
    span = node.name_span
    function = define(cx, definition_of(node))
    function.name = cx.module.closure_name(function.name)
    cx.out.append(function)
    symbol = cx.symbol(node)
    assert symbol is not None
    schema = emit.support("_schema", [literal(parameter_shape(cx, node.params), span)], span)
    parts = [
        emit.const(node.name, span),
        emit.const(node.description, span),
        emit.name(function.name, span),
        schema,
    ]
    cx.declare(symbol, emit.support("_tool", parts, span), span)


def parameter_shape(cx: Context, params: Sequence[TypedParam]) -> Spec:
    """The parameters of a tool as the spec of a shape."""
    fields = tuple((one.name, one.default is not None, cx.module.specs.spec(one.type_expr)) for one in params)
    text = ", ".join(f"{name}: {spec[1]}" for name, _, spec in fields)
    return ("shape", "{" + text + "}", fields, False)


@STATEMENTS.on(SkillDecl)
def skill(cx: Context, node: SkillDecl) -> None:
    """`skill name { … }`: kept in the registry, without effect on the run."""
    span = node.name_span
    parts = [emit.const(node.name, span), _fields(cx, node.fields, node)]
    cx.out.append(emit.effect(emit.support("_skill", parts, span), span))


@STATEMENTS.on(EvalPackDecl)
def eval_pack(cx: Context, node: EvalPackDecl) -> None:
    """`eval_pack name { … }`: kept in the registry, without effect on the run."""
    span = node.name_span
    parts = [emit.const(node.name, span), emit.const(node.title, span), _fields(cx, node.fields, node)]
    cx.out.append(emit.effect(emit.support("_eval_pack", parts, span), span))


def _fields(cx: Context, entries: Sequence[DictEntry], node: Node) -> pyast.expr:
    keys: list[pyast.expr | None] = []
    for entry in entries:
        assert isinstance(entry.key, Str)
        keys.append(emit.const(entry.key.value, entry.span))
    return emit.dict_of(keys, cx.operands([entry.value for entry in entries]), node.span)


# ---- imports ---------------------------------------------------------------------------------------


@STATEMENTS.on(ImportDecl)
def import_declaration(cx: Context, node: ImportDecl) -> None:
    """`import …`: the module runs now, its names are bound now, or read late when modules form a cycle."""
    span = node.span
    key = cx.module.checked.imports.get(node)
    if key is None:
        return
    number = list(dict.fromkeys(cx.module.checked.imports.values())).index(key)
    instance = f"_m{number}"
    loaded = emit.support("_import", [emit.const(number, span)], span)
    cx.assigned_globals.add(instance)
    cx.out.append(emit.assign(instance, loaded, span))
    read = emit.name(instance, span)
    if node.namespace is not None:
        symbol = cx.symbol(node)
        if symbol is not None:
            cx.declare(symbol, emit.support("_namespace", [read], span), span)
        return
    for symbol in imported_symbols(cx, node):
        if symbol.origin().kind in _TYPES:
            continue
        if key in cx.module.checked.late:
            cx.module.late[symbol] = instance
        else:
            parts = [read, emit.const(exported_name(symbol), span)]
            cx.declare(symbol, emit.support("_imported", parts, span), span)


def imported_symbols(cx: Context, node: ImportDecl) -> list[Symbol]:
    """The symbols that a selective or wildcard import binds and that something needs."""
    if node.names is None:
        names = list(cx.module.bindings.wildcard.get(node, ()))
    else:
        found = [cx.symbol(one) for one in node.names]
        names = [one for one in found if one is not None]
    return [one for one in names if one.used or one.exported or node.is_pub]


def exported_name(symbol: Symbol) -> str:
    """The name under which the imported module offers the symbol."""
    return symbol.name


def register_late(cx: Context, node: ImportDecl) -> None:
    """Note names that must be read late before any function that mentions them is made."""
    key = cx.module.checked.imports.get(node)
    if key is None or key not in cx.module.checked.late or node.namespace is not None:
        return
    number = list(dict.fromkeys(cx.module.checked.imports.values())).index(key)
    for symbol in imported_symbols(cx, node):
        cx.module.late[symbol] = f"_m{number}"


# ---- pipelines -------------------------------------------------------------------------------------


def pipeline_name(name: str) -> str:
    """Python name of the function of a pipeline."""
    return f"_pipe_{name}"


def _inherited_parameters(cx: Context, node: Pipeline, parents: Sequence[Pipeline]) -> list[pyast.stmt]:
    """Parameters of the parents: the child's of the same name, else the root handle or nil."""
    mine = {one.name: cx.symbol(one) for one in node.params}
    made: list[pyast.stmt] = []
    for param in (one for parent in parents for one in parent.params):
        symbol, given = cx.symbol(param), mine.get(param.name)
        if symbol is None or symbol is given:
            continue
        span = param.span
        value: pyast.expr = emit.const(None, span)
        if given is not None:
            value = emit.name(given.python, span)
        elif isinstance(param.type_expr, NamedType) and param.type_expr.name == "Harness":
            value = emit.abi("_harness", span)
        made.append(emit.assign(symbol.python, value, span))
    return made


@STATEMENTS.on(Pipeline)
def pipeline(cx: Context, node: Pipeline) -> None:
    """`pipeline name(…) extends P { … }`: the body of P runs first, in the same function."""
    chain: list[Pipeline] = [node]
    while isinstance(parent := cx.module.bindings.parents.get(chain[0]), Pipeline) and parent not in chain:
        chain.insert(0, parent)
    body = node.body
    if len(chain) > 1:
        statements = tuple(one for part in chain for one in part.body.statements)
        body = Body(span=node.body.span, statements=statements)
    name = pipeline_name(node.name)
    function = define(cx, Definition(node, name, node.name, node.params, body))
    function.body[:0] = _inherited_parameters(cx, node, chain[:-1])
    cx.out.append(function)
    symbol = cx.symbol(node)
    if symbol is not None:
        cx.declare(symbol, emit.name(name, node.name_span), node.name_span)
