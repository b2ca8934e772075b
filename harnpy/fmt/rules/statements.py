"""Rules of statements, and of the patterns of bindings."""

from typing import cast

from harnpy.fmt.context import Layouter, Rules
from harnpy.fmt.doc import Assigned, Doc, bracketed, row
from harnpy.fmt.rules.blocks import header, parameters
from harnpy.fmt.rules.expressions import parenthesised
from harnpy.syntax import nodes

TABLE: Rules = Rules("fmt statements")


@TABLE.on(nodes.Binding)
def _binding(layouter: Layouter, node: nodes.Node) -> Doc:
    binding = cast("nodes.Binding", node)
    parts: list[Doc] = ["pub " if binding.is_pub else "", f"{binding.kind} ", layouter.doc(binding.pattern)]
    if binding.type_ann is not None:
        parts += (": ", layouter.doc(binding.type_ann))
    return Assigned(row(*parts, " ="), layouter.doc(binding.value))


@TABLE.on(nodes.Assignment)
def _assignment(layouter: Layouter, node: nodes.Node) -> Doc:
    given = cast("nodes.Assignment", node)
    return Assigned(row(layouter.doc(given.target), f" {given.op or ''}="), layouter.doc(given.value))


@TABLE.on(nodes.BindName)
def _name(layouter: Layouter, node: nodes.Node) -> Doc:
    return cast("nodes.BindName", node).name


@TABLE.on(nodes.BindDict)
def _dict(layouter: Layouter, node: nodes.Node) -> Doc:
    fields = layouter.docs(cast("nodes.BindDict", node).fields)
    return bracketed(("{", "}"), fields, closing=layouter.lines(layouter.place(node).closing))


@TABLE.on(nodes.DictField)
def _field(layouter: Layouter, node: nodes.Node) -> Doc:
    field = cast("nodes.DictField", node)
    if field.is_rest:
        return row("...", layouter.doc(field.target))
    named: Doc = field.key
    if field.target.name != field.key:
        named = row(f"{field.key}: ", layouter.doc(field.target))
    return row(named, *_default(layouter, field.default))


@TABLE.on(nodes.BindList)
def _list(layouter: Layouter, node: nodes.Node) -> Doc:
    elements = layouter.docs(cast("nodes.BindList", node).elements)
    return bracketed(("[", "]"), elements, closing=layouter.lines(layouter.place(node).closing))


@TABLE.on(nodes.ListElem)
def _element(layouter: Layouter, node: nodes.Node) -> Doc:
    element = cast("nodes.ListElem", node)
    target = layouter.doc(element.target)
    return row("...", target) if element.is_rest else row(target, *_default(layouter, element.default))


def _default(layouter: Layouter, default: nodes.Expr | None) -> tuple[Doc, ...]:
    return () if default is None else (" = ", layouter.doc(default))


@TABLE.on(nodes.BindPair)
def _pair(layouter: Layouter, node: nodes.Node) -> Doc:
    pair = cast("nodes.BindPair", node)
    return row("(", layouter.doc(pair.first), ", ", layouter.doc(pair.second), ")")


# ---- loops and jumps


@TABLE.on(nodes.ForIn)
def _for(layouter: Layouter, node: nodes.Node) -> Doc:
    loop = cast("nodes.ForIn", node)
    iterable = header(layouter, loop.iterable)
    if isinstance(loop.iterable, nodes.DictLit):
        # Two opening braces in a row would read like one block too many.
        iterable = parenthesised(layouter.doc(loop.iterable))
    return row("for ", layouter.doc(loop.pattern), " in ", iterable, " ", layouter.block(loop.body))


@TABLE.on(nodes.WhileLoop)
def _while(layouter: Layouter, node: nodes.Node) -> Doc:
    loop = cast("nodes.WhileLoop", node)
    return row("while ", header(layouter, loop.condition), " ", layouter.block(loop.body))


@TABLE.on(nodes.ReturnStmt)
def _return(layouter: Layouter, node: nodes.Node) -> Doc:
    return _worded(layouter, "return", cast("nodes.ReturnStmt", node).value)


@TABLE.on(nodes.ThrowStmt)
def _throw(layouter: Layouter, node: nodes.Node) -> Doc:
    return _worded(layouter, "throw", cast("nodes.ThrowStmt", node).value)


@TABLE.on(nodes.YieldExpr)
def _yield(layouter: Layouter, node: nodes.Node) -> Doc:
    return _worded(layouter, "yield", cast("nodes.YieldExpr", node).value)


@TABLE.on(nodes.EmitExpr)
def _emit(layouter: Layouter, node: nodes.Node) -> Doc:
    return _worded(layouter, "emit", cast("nodes.EmitExpr", node).value)


def _worded(layouter: Layouter, word: str, value: nodes.Expr | None) -> Doc:
    return word if value is None else row(f"{word} ", layouter.doc(value))


@TABLE.on(nodes.BreakStmt)
def _break(layouter: Layouter, node: nodes.Node) -> Doc:
    return "break"


@TABLE.on(nodes.ContinueStmt)
def _continue(layouter: Layouter, node: nodes.Node) -> Doc:
    return "continue"


# ---- conditions and scopes


@TABLE.on(nodes.Guard)
def _guard(layouter: Layouter, node: nodes.Node) -> Doc:
    guard = cast("nodes.Guard", node)
    condition = header(layouter, guard.condition)
    if isinstance(guard.condition, nodes.IfElse):
        # Its `else` would be that of the guard.
        condition = parenthesised(condition)
    return row("guard ", condition, " else ", layouter.block(guard.else_body))


@TABLE.on(nodes.Require)
def _require(layouter: Layouter, node: nodes.Node) -> Doc:
    require = cast("nodes.Require", node)
    message: tuple[Doc, ...] = () if require.message is None else (", ", layouter.doc(require.message))
    return row("require ", layouter.doc(require.condition), *message)


@TABLE.on(nodes.DeferStmt)
def _defer(layouter: Layouter, node: nodes.Node) -> Doc:
    return row("defer ", layouter.block(cast("nodes.DeferStmt", node).body))


@TABLE.on(nodes.MutexBlock)
def _mutex(layouter: Layouter, node: nodes.Node) -> Doc:
    mutex = cast("nodes.MutexBlock", node)
    key: tuple[Doc, ...] = () if mutex.key is None else ("(", layouter.doc(mutex.key), ")")
    return row("mutex", *key, " ", layouter.block(mutex.body))


@TABLE.on(nodes.ScopeBlock)
def _scope(layouter: Layouter, node: nodes.Node) -> Doc:
    return row("scope ", layouter.block(cast("nodes.ScopeBlock", node).body))


@TABLE.on(nodes.OverrideDecl)
def _override(layouter: Layouter, node: nodes.Node) -> Doc:
    given = cast("nodes.OverrideDecl", node)
    return row(f"override {given.name}", parameters(layouter, given.params), " ", layouter.block(given.body))


@TABLE.on(nodes.BrokenStmt)
def _broken(layouter: Layouter, node: nodes.Node) -> Doc:
    raise AssertionError("a program that did not parse is not laid out")
