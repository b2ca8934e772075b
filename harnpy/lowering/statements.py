"""Statements and blocks: bindings, branches, loops, jumps, the order of a statement list (lowering.md 8)."""

import ast as pyast
from collections.abc import Sequence

from harnpy.base.spans import Span
from harnpy.lowering import contracts, emit, patterns, places
from harnpy.lowering.context import DROP, RETURN, Context, IntoHandler, Loop, StmtHandler
from harnpy.lowering.counting import Counting, counting
from harnpy.lowering.errors import cleanup, prepare, under_cleanup
from harnpy.semantics.symbols import Symbol, SymbolKind
from harnpy.syntax.nodes import (
    Assignment,
    AttributedDecl,
    BinaryOp,
    BindDict,
    Binding,
    BindName,
    Block,
    Body,
    BreakStmt,
    Call,
    ContinueStmt,
    DeferStmt,
    FnDecl,
    ForIn,
    Ident,
    IfElse,
    MatchExpr,
    MethodCall,
    Node,
    RangeExpr,
    ReturnStmt,
    Stmt,
    ToolDecl,
    WhileLoop,
)
from harnpy.syntax.visit import NodeTable, walk

STATEMENTS: NodeTable[StmtHandler] = NodeTable("statements")
INTO: NodeTable[IntoHandler] = NodeTable("statements with a value")


_PLAIN = frozenset({"int", "float", "string", "bool", "nil", "duration", "closure", "range", "pair"})

# ---- bindings and assignments ----------------------------------------------------------------------


@STATEMENTS.on(Binding)
def binding(cx: Context, node: Binding) -> None:
    """`let`/`const` pattern `= value`."""
    value = cx.expr(node.value)
    if node in cx.module.bindings.redeclared:
        assert isinstance(node.pattern, BindName)
        cx.deliver(value, DROP, node.value.span)
        name = emit.const(node.pattern.name, node.pattern.span)
        cx.out.append(emit.raises(emit.support("_redeclared", [name], node.span), node.pattern.span))
        return
    if node.type_ann is not None:
        value = contracts.checked_binding(cx, node, value)
    if isinstance(node.pattern, BindName):
        patterns.bind_name(cx, node.pattern, value)
        _release_unless_bound(cx, node, value)
        return
    patterns.destructure(cx, node.pattern, value, node.value.span)


def _release_unless_bound(cx: Context, node: Binding, value: pyast.expr) -> None:
    """The temporary that held the value must not count as a second holder."""
    cx.release(value, node.value)


@STATEMENTS.on(Assignment)
def assignment(cx: Context, node: Assignment) -> None:
    """`target = value`."""
    places.assignment(cx, node)


# ---- branches --------------------------------------------------------------------------------------


@INTO.on(IfElse)
def if_else(cx: Context, node: IfElse, destination: str) -> None:
    """`if c { … } else { … }`."""
    span = node.span
    test = cx.condition(node.condition)
    then = cx.body_into(node.then, destination)
    branch: Body | IfElse | None = node.otherwise
    if isinstance(branch, Body):
        otherwise = cx.body_into(branch, destination)
    elif branch is not None:
        chained = branch
        otherwise = cx.capture_run(lambda: cx.into(chained, destination))
    elif destination == DROP:
        otherwise = []
    else:
        otherwise = cx.capture_run(lambda: cx.deliver(emit.const(None, span), destination, span))
    cx.out.append(emit.branch(test, then, otherwise, span))


@INTO.on(MatchExpr)
def match(cx: Context, node: MatchExpr, destination: str) -> None:
    """`match v { … }`."""
    patterns.match(cx, node, destination)


@INTO.on(Block)
def block(cx: Context, node: Block, destination: str) -> None:
    """`block { … }`."""
    cx.out += cx.body_into(node.body, destination)


# ---- loops and jumps -------------------------------------------------------------------------------


@STATEMENTS.on(WhileLoop)
def while_loop(cx: Context, node: WhileLoop) -> None:
    """`while c { … }`."""
    span = node.span
    counted = counting(cx, node)
    if counted is not None:
        _counting_loop(cx, node, counted)
        return

    def lay_out() -> list[pyast.stmt]:
        before, test = cx.capture(lambda: cx.condition(node.condition))
        body = [*cx.body_into(node.body, DROP), *_forget_locals(cx, node.body), emit.poll(span)]
        if before:
            leave = emit.branch(emit.invert(test, span), [emit.breaks(span)], [], span)
            return [emit.loop(emit.const(True, span), [*before, leave, *body], span)]
        return [emit.loop(test, body, span)]

    cx.leave_loop(Loop(source=True), lay_out, span)


def _counting_loop(cx: Context, node: WhileLoop, counted: Counting) -> None:
    span = node.span
    source = counted.iterable(cx, node.condition.span)
    target = emit.store(counted.counter.python, span)
    body = Body(span=node.body.span, statements=node.body.statements[:-1])

    def lay_out() -> list[pyast.stmt]:
        passes = [*cx.body_into(body, DROP), *_forget_locals(cx, body), emit.poll(span)]
        made = emit.for_each(target, source, passes, span)
        made.orelse = counted.leave(cx, node.condition.span)
        return [made]

    cx.leave_loop(Loop(source=True), lay_out, span)


@STATEMENTS.on(ForIn)
def for_in(cx: Context, node: ForIn) -> None:
    """`for x in it { … }`."""
    span = node.span
    source, target, bind = _head(cx, node)

    def lay_out() -> list[pyast.stmt]:
        body = [*bind, *cx.body_into(node.body, DROP), *_forget_locals(cx, node.body), emit.poll(span)]
        return [emit.for_each(target, source, body, span)]

    cx.leave_loop(Loop(source=True), lay_out, span)


def _forget_locals(cx: Context, body: Body) -> list[pyast.stmt]:
    """At the end of a pass its own names let go of containers: a stale holder costs a later write a copy."""
    if not any(one.mutated for one in cx.owner.symbols):
        return []
    found: list[pyast.stmt] = []
    for item in body.statements:
        if isinstance(item, Binding) and isinstance(item.pattern, BindName):
            symbol, kinds = cx.symbol(item.pattern), cx.kinds(item.value)
            plain = symbol is not None and not symbol.captured and symbol not in cx.module.globals
            if symbol is not None and plain and not (kinds is not None and kinds <= _PLAIN):
                found.append(emit.assign(symbol.python, emit.const(None, body.span), body.span))
    return found


def _head(cx: Context, node: ForIn) -> tuple[pyast.expr, pyast.expr, list[pyast.stmt]]:
    """The Python iterable, the loop target, and statements that bind the pattern."""
    span = node.iterable.span
    entries = _entry_names(cx, node)
    if entries is not None:
        source = emit.support("_entries", [cx.expr(node.iterable)], span)
        names = [emit.store(one.python if one else cx.temp(), span) for one in entries]
        return source, pyast.Tuple(list(names), emit.STORE, **span.position), []
    source = _iterable(cx, node)
    if isinstance(node.pattern, BindName):
        symbol = cx.symbol(node.pattern)
        if symbol is None:
            return source, emit.store(cx.temp(), span), []
        if symbol not in cx.module.boxed and symbol not in cx.module.globals:
            cx.settle(symbol)
            return source, cx.store_target(symbol, node.pattern.span), []
    element = cx.temp()
    read = emit.name(element, span)
    bind = cx.capture_run(lambda: patterns.destructure(cx, node.pattern, read, span))
    return source, emit.store(element, span), bind


def _entry_names(cx: Context, node: ForIn) -> tuple[Symbol | None, Symbol | None] | None:
    """The variables of `for {key, value} in d` over a known dict, when both are plain locals."""
    pattern = node.pattern
    if not isinstance(pattern, BindDict) or not cx.is_kind(node.iterable, "dict"):
        return None
    found: dict[str, Symbol | None] = {"key": None, "value": None}
    for field in pattern.fields:
        if field.is_rest or field.default is not None or field.key not in found:
            return None
        symbol = cx.symbol(field.target)
        if found[field.key] is not None:
            return None
        if symbol in cx.module.boxed or symbol in cx.module.globals:
            return None
        found[field.key] = symbol
    for symbol in found.values():
        if symbol is not None:
            cx.settle(symbol)
    return found["key"], found["value"]


def _iterable(cx: Context, node: ForIn) -> pyast.expr:
    source = node.iterable
    span = source.span
    if isinstance(source, RangeExpr):
        return _range(cx, source)
    if isinstance(source, Call) and isinstance(source.callee, Ident):
        found = _range_call(cx, source)
        if found is not None:
            return found
    value = cx.expr(source)
    if cx.is_kind(source, "list"):
        return value
    kinds = cx.kinds(source)
    if kinds is not None and "list" not in kinds:
        return emit.support("_iter", [value], span)
    value = cx.simple(value, span)
    test = emit.is_class(value, "_py_list", span)
    return emit.choose(test, value, emit.support("_iter", [value], span), span)


def _range(cx: Context, node: RangeExpr) -> pyast.expr:
    span = node.span
    start, end = cx.operands((node.start, node.end))
    if cx.is_kind(node.start, "int") and cx.is_kind(node.end, "int"):
        if node.inclusive:
            end = emit.binary(end, "+", emit.const(1, span), span)
        return emit.support("_py_range", [start, end], span)
    made = emit.support("_range", [start, end, emit.const(node.inclusive, span)], node.end.span)
    return emit.attribute(made, "range", span)


def _range_call(cx: Context, node: Call) -> pyast.expr | None:
    """`range(n)` and `range(a, b)` of ints, the builtin."""
    assert isinstance(node.callee, Ident)
    symbol = cx.symbol(node.callee)
    if symbol is None or symbol.kind is not SymbolKind.BUILTIN or symbol.name != "range":
        return None
    if len(node.args) not in (1, 2):
        return None
    values = cx.operands(node.args)
    if all(cx.is_kind(one, "int") for one in node.args):
        return emit.support("_py_range", values, node.span)
    made = cx.native_call("range", values, node.args[-1].span)
    return emit.attribute(made, "range", node.span)


@STATEMENTS.on(BreakStmt)
def break_statement(cx: Context, node: BreakStmt) -> None:
    """`break`."""
    target = _source_loop(cx)
    if target is not None:
        cx.jump(target, "break", node.span)


@STATEMENTS.on(ContinueStmt)
def continue_statement(cx: Context, node: ContinueStmt) -> None:
    """`continue`."""
    target = _source_loop(cx)
    if target is not None:
        cx.jump(target, "continue", node.span, poll=True)


def _source_loop(cx: Context) -> Loop | None:
    return next((loop for loop in reversed(cx.loops) if loop.source), None)


@STATEMENTS.on(ReturnStmt)
def return_statement(cx: Context, node: ReturnStmt) -> None:
    """`return v`."""
    if node.value is None:
        cx.out.append(emit.returns(emit.const(None, node.span), node.span))
        return
    last = cx.tail_call if cx.pending_cleanups == 0 and isinstance(node.value, (Call, BinaryOp)) else None
    if last is not None and last(cx, node.value, node.span):
        return
    if isinstance(node.value, (Call, MethodCall)) and cx.pending_cleanups == 0:
        cx.module.tail_sites.add(cx.module.site(node.value.span))
    cx.into(node.value, RETURN)


# ---- statement lists -------------------------------------------------------------------------------


class Hoisted:
    """Functions of a block: each is defined before the first statement that can reach it (lowering.md 3)."""

    def __init__(self, cx: Context, items: Sequence[Node]) -> None:
        self._cx = cx
        self._pending: dict[Symbol, Node] = {}
        for item in items:
            declared = item.inner if isinstance(item, AttributedDecl) else item
            symbol = cx.symbol(declared) if isinstance(declared, (FnDecl, ToolDecl)) else None
            if symbol is not None:
                self._pending[symbol] = declared

    def before(self, item: Node) -> None:
        """Define what `item` mentions, and what that mentions in turn."""
        if not self._pending:
            return
        for mention in walk(item):
            symbol = self._cx.symbol(mention) if isinstance(mention, Ident) else None
            declaration = self._pending.pop(symbol, None) if symbol is not None else None
            if declaration is not None:
                self.before(declaration)
                self._cx.run(declaration)

    def define(self, item: Node) -> None:
        """Define a function whose turn has come."""
        symbol = self._cx.symbol(item)
        if symbol is not None and self._pending.pop(symbol, None) is not None:
            self.before(item)
            self._cx.run(item)


def statement_list(cx: Context, items: Sequence[Node], destination: str, span: Span) -> None:
    """Lower the statements of a block in order and deliver the value of its tail."""
    cx.out += prepare_boxes(cx, items, span)
    _in_order(cx, items, destination, span, Hoisted(cx, items))


def _in_order(cx: Context, items: Sequence[Node], destination: str, span: Span, hoisted: Hoisted) -> None:
    if destination != DROP and not (items and _yields(items[-1])):
        cx.out += prepare(destination, span)
    for number, item in enumerate(items):
        declared = item.inner if isinstance(item, AttributedDecl) else item
        if isinstance(declared, (FnDecl, ToolDecl)):
            hoisted.define(declared)
            continue
        hoisted.before(item)
        if isinstance(item, DeferStmt):
            _deferred(cx, item, items[number + 1 :], destination, hoisted)
            return
        if number == len(items) - 1 and destination != DROP and _yields(item):
            cx.into(item, destination)
        else:
            cx.run(item)


def _yields(item: Node) -> bool:
    """True for an item whose value is the value of its block (language.md 4.8)."""
    return not isinstance(item, Stmt)


def _deferred(cx: Context, node: DeferStmt, rest: Sequence[Node], destination: str, hoisted: Hoisted) -> None:
    """`defer { B }` guards the rest of its block; several nest, so the last one runs first."""
    span = node.span

    def guarded() -> list[pyast.stmt]:
        return cx.capture_run(lambda: _in_order(cx, rest, destination, span, hoisted))

    body = under_cleanup(cx, guarded)
    final = cleanup(cx, cx.body_into(node.body, DROP), node.body.span)
    cx.out.append(emit.attempt(body, [], final, span))


def prepare_boxes(cx: Context, items: Sequence[Node], span: Span) -> list[pyast.stmt]:
    """Boxes of functions of this block that closures of the same loop pass capture."""
    made: list[pyast.stmt] = []
    for item in items:
        symbol = cx.symbol(item)
        if symbol is not None and symbol in cx.module.boxed and symbol.kind is SymbolKind.FN:
            box = emit.list_of([emit.const(None, span)], span)
            made.append(emit.assign(symbol.python, box, span))
    return made
