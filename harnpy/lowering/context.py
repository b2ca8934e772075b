"""State of one Python function being made, and the dispatch tables by which handlers reach each other.

Handlers append statements to `cx.out` and return an expression; what must run before the expression stands
in `out`. No handler imports another handler's file for recursion: it asks `cx.expr`, `cx.run`, `cx.into`.
"""

import ast as pyast
from collections.abc import Callable, Sequence

from harnpy.base.spans import Span
from harnpy.lowering import emit
from harnpy.lowering.function_state import FunctionState
from harnpy.lowering.module_context import ModuleContext
from harnpy.semantics.symbols import Owner, Symbol
from harnpy.syntax.nodes import Assignment, Body, Ident, MethodCall, Node
from harnpy.syntax.visit import NodeTable, walk

DROP = ""
"""Destination of a value that nobody wants."""
RETURN = "return"
"""Destination of a value that the Python function returns; any other destination is a variable's name."""

# A handler takes the context and a node of its classes; one of `into` takes the destination too.
# Expressions nested in one another before the inner ones go into a temporary.
_LONGEST_CHAIN = 40
_ATOMS = (pyast.Name, pyast.Constant)

ExprHandler = Callable[..., pyast.expr]
StmtHandler = Callable[..., None]
IntoHandler = Callable[..., None]
ListHandler = Callable[["Context", Sequence[Node], str, Span], None]


class Tables:
    """The dispatch tables, filled by the handler files and joined in `module.py`."""

    def __init__(self, statements: ListHandler) -> None:
        self.statements = statements
        self.expr: NodeTable[ExprHandler] = NodeTable("lowering of expressions")
        self.run: NodeTable[StmtHandler] = NodeTable("lowering of statements")
        # Constructs with statements inside: they deliver their value to a destination.
        self.into: NodeTable[IntoHandler] = NodeTable("lowering into a destination")
        # Expressions with a shorter form where only their truth counts.
        self.condition: NodeTable[ExprHandler] = NodeTable("lowering of conditions")


class Loop:
    """A Python loop around the statement being made.

    `source` tells loops of the program from loops that lowering made (`retry`, tail calls, pipes): a
    `break` of the program must not stop at the latter, so it leaves them through a flag.
    """

    def __init__(self, source: bool) -> None:
        self.source = source
        # Flags raised by jumps that cross this loop: (flag name, what to do once outside).
        self.crossing: list[tuple[str, Callable[[], None]]] = []

    def lowered_flags(self, span: Span) -> list[pyast.stmt]:
        """Lower all flags raised so far."""
        return [emit.assign(flag, emit.const(False, span), span) for flag, _ in self.crossing]


class Context(FunctionState):
    """The Python function being made."""

    def __init__(self, module: ModuleContext, tables: Tables, owner: Owner, parent: "Context | None") -> None:
        super().__init__(module, owner)
        self.tables = tables
        self._rows = tables.expr.rows
        self.parent = parent
        # Makers of closures (lowering.md 11), defined before the first statement.
        self.prologue: list[pyast.stmt] = []
        self.loops: list[Loop] = []
        # Handlers and cleanups around the current statement; a call under one is no tail call.
        self.pending_cleanups = 0
        # Where the Err of `e?` goes: None returns it.
        self.try_target: Callable[[pyast.expr, Span], None] | None = None
        self.pipe_value: pyast.expr | None = None
        self.tail_call: Callable[[Context, Node, Span], bool] | None = None
        # Set when the function ends in a call that may bounce.
        self.bounces = False
        self._chain = 0

    # ---- recursion -----------------------------------------------------------------------------

    def expr(self, node: Node) -> pyast.expr:
        """Lower an expression; statements it needs first are appended to `out`."""
        handler = self._rows.get(node.__class__)
        if handler is not None:
            return self._chained(handler, node)
        result = self.temp()
        self.into(node, result)
        return emit.name(result, node.span)

    def _chained(self, handler: ExprHandler, node: Node) -> pyast.expr:
        """Lower an expression; a long chain is cut, since Python compiles nested expressions by recursion."""
        self._chain += 1
        value = handler(self, node)
        self._chain -= 1
        if self._chain and self._chain % _LONGEST_CHAIN == 0 and not isinstance(value, _ATOMS):
            return self.hold(value, node.span)
        return value

    def condition(self, node: Node) -> pyast.expr:
        """Lower an expression of which only the truth counts."""
        handler = self.tables.condition.rows.get(node.__class__)
        if handler is None:
            return self.expr(node)
        return self._chained(handler, node)

    def into(self, node: Node, destination: str) -> None:
        """Run an expression and deliver its value."""
        handler = self.tables.into.rows.get(node.__class__)
        if handler is not None:
            handler(self, node, destination)
        else:
            self.deliver(self.expr(node), destination, node.span)

    def run(self, node: Node) -> None:
        """Run a statement or an expression whose value nobody wants."""
        handler = self.tables.run.rows.get(node.__class__)
        if handler is not None:
            handler(self, node)
        else:
            self.into(node, DROP)

    def deliver(self, value: pyast.expr, destination: str, span: Span) -> None:
        """Hand a value to a destination."""
        if destination == DROP:
            if not isinstance(value, (pyast.Constant, pyast.Name)) or self._may_be_unbound(value):
                self.out.append(emit.effect(value, span))
        elif destination == RETURN:
            self.out.append(emit.returns(value, span))
        else:
            self.out.append(emit.assign(destination, value, span))

    def _may_be_unbound(self, value: pyast.expr) -> bool:
        return isinstance(value, pyast.Name) and not value.id.startswith("_")

    def capture(self, make: Callable[[], pyast.expr]) -> tuple[list[pyast.stmt], pyast.expr]:
        """Run `make` with an `out` of its own; return what it appended, and its result."""
        outer, self.out = self.out, []
        try:
            result = make()
            return self.out, result
        finally:
            self.out = outer

    def capture_run(self, make: Callable[[], None]) -> list[pyast.stmt]:
        """The statements that `make` appends."""
        outer, self.out = self.out, []
        try:
            make()
            return self.out
        finally:
            self.out = outer

    def body_into(self, body: Body, destination: str) -> list[pyast.stmt]:
        """The statements of a block, its tail delivered to `destination`."""
        return self.capture_run(lambda: self.statements(body.statements, destination, body.span))

    def statements(self, statements: Sequence[Node], destination: str, span: Span) -> None:
        """Lower a statement list; the value of its tail goes to `destination`."""
        self.tables.statements(self, statements, destination, span)

    # ---- operands ------------------------------------------------------------------------------

    def operands(self, nodes: Sequence[Node]) -> list[pyast.expr]:
        """Lower operands left to right; earlier ones are spilled where a later one brings statements."""
        if len(nodes) == 1:
            return [self.expr(nodes[0])]
        outer = self.out
        pieces: list[tuple[list[pyast.stmt], pyast.expr]] = []
        last = -1
        for index, node in enumerate(nodes):
            before: list[pyast.stmt] = []
            self.out = before
            pieces.append((before, self.expr(node)))
            if before:
                last = index
        self.out = outer
        if last < 0:
            return [value for _, value in pieces]
        values: list[pyast.expr] = []
        for index, (before, value) in enumerate(pieces):
            self.out.extend(before)
            survives = index >= last or self._survives(nodes[index], value, nodes[index + 1 :])
            values.append(value if survives else self.hold(value, nodes[index].span))
        return values

    def _survives(self, node: Node, value: pyast.expr, later: Sequence[Node]) -> bool:
        """True when `value` may be evaluated after the statements of `later` operands."""
        if not self.is_stable(value):
            return False
        symbol = self.symbol(node) if isinstance(node, Ident) else None
        if symbol is None or not (symbol.reassigned or symbol.mutated):
            return True
        return not any(
            isinstance(one, (Assignment, MethodCall)) and symbol in self._roots(one)
            for other in later
            for one in walk(other)
        )

    def _roots(self, node: Node) -> set[Symbol | None]:
        """Symbols mentioned below an assignment or method call: what it may change is among them."""
        return {self.symbol(one) for one in walk(node) if isinstance(one, Ident)}

    # ---- jumps ---------------------------------------------------------------------------------

    def jump(self, target: Loop, kind: str, span: Span, poll: bool = False) -> None:
        """`break` or `continue` of a loop, also through loops that lowering made around the statement."""
        inner = self.loops[-1]
        if inner is target:
            if kind == "continue":
                if poll:
                    self.out.append(emit.poll(span))
                self.out.append(emit.continues(span))
            else:
                self.out.append(emit.breaks(span))
            return
        flag = self.temp()
        # A jump out of a cleanup takes the place of one that was on its way.
        self.out += inner.lowered_flags(span)
        self.out += [emit.assign(flag, emit.const(True, span), span), emit.breaks(span)]
        inner.crossing.append((flag, lambda: self.jump(target, kind, span, poll)))

    def leave_loop(self, loop: Loop, statement: Callable[[], list[pyast.stmt]], span: Span) -> None:
        """Append a loop made by `statement`, and what jumps that cross it still have to do."""
        self.loops.append(loop)
        try:
            made = statement()
        finally:
            self.loops.pop()
        self.out += loop.lowered_flags(span)
        self.out += made
        for flag, proceed in loop.crossing:
            action = self.capture_run(proceed)
            self.out.append(emit.branch(emit.name(flag, span), action, [], span))
