"""State of one Python function being made: names, temporaries, and what is known of its expressions."""

import ast as pyast
from collections.abc import Sequence

from harnpy.base.abi import NAMES
from harnpy.base.spans import Span
from harnpy.lowering import emit
from harnpy.lowering.module_context import ModuleContext
from harnpy.semantics.symbols import Owner, Symbol, SymbolKind
from harnpy.syntax.nodes import Call, MethodCall, Node
from harnpy.syntax.visit import walk

_SCALARS = frozenset({"int", "float", "string", "bool", "nil", "duration"})


class FunctionState:
    """The statements made so far and the names in use; `Context` adds the recursion over nodes."""

    def __init__(self, module: ModuleContext, owner: Owner) -> None:
        self.module = module
        self.owner = owner
        self.facts = module.facts
        self.out: list[pyast.stmt] = []
        self.assigned_globals: set[str] = set()
        self.assigned_nonlocals: set[str] = set()
        self.stable: set[str] = set()
        self.owned: frozenset[Symbol] = frozenset()
        self._temporaries = 0

    def temp(self) -> str:
        """A fresh local; it counts as stable, since only its maker assigns it."""
        self._temporaries += 1
        found = f"_t{self._temporaries}"
        self.stable.add(found)
        return found

    def symbol(self, node: Node) -> Symbol | None:
        """The symbol of a use or declaration."""
        return self.module.bindings.symbols.get(node)

    def load(self, symbol: Symbol, span: Span) -> pyast.expr:
        """Read a symbol."""
        late = self.module.late.get(symbol)
        if late is not None:
            return emit.support("_late", [emit.name(late, span), emit.const(symbol.name, span)], span)
        read = emit.name(symbol.python, span)
        if symbol in self.module.boxed:
            return emit.subscript(read, emit.const(0, span), span)
        return read

    def store_target(self, symbol: Symbol, span: Span) -> pyast.expr:
        """The assignment target of a symbol; notes what must be declared global or nonlocal."""
        if symbol in self.module.boxed:
            return emit.store_subscript(emit.name(symbol.python, span), emit.const(0, span), span)
        if symbol in self.module.globals:
            self.assigned_globals.add(symbol.python)
        elif not self.owner.holds(symbol):
            self.assigned_nonlocals.add(symbol.python)
        return emit.store(symbol.python, span)

    def assign(self, symbol: Symbol, value: pyast.expr, span: Span) -> None:
        """Assign to a symbol that exists."""
        self.out.append(emit.assign_to(self.store_target(symbol, span), value, span))

    def declare(self, symbol: Symbol, value: pyast.expr, span: Span) -> None:
        """Give a symbol its first value; a boxed one gets a box of its own."""
        if symbol in self.module.boxed:
            if symbol.kind is SymbolKind.FN:
                # The box was made when the block began, so that closures made earlier see the function.
                self.assign(symbol, value, span)
            else:
                self.out.append(emit.assign(symbol.python, emit.list_of([value], span), span))
            return
        self.settle(symbol)
        self.assign(symbol, value, span)

    def settle(self, symbol: Symbol) -> None:
        """Note that only statements of this function can change the symbol, so an expression cannot."""
        shared = symbol in self.module.globals or symbol in self.module.boxed
        if not shared and not (symbol.captured and (symbol.reassigned or symbol.mutated)):
            self.stable.add(symbol.python)

    def is_stable(self, value: pyast.expr) -> bool:
        """True when no expression evaluated between now and then changes what `value` gives."""
        if isinstance(value, pyast.Constant):
            return True
        return isinstance(value, pyast.Name) and (value.id in self.stable or value.id in NAMES)

    def spill(self, value: pyast.expr, span: Span) -> pyast.expr:
        """A stable form of `value`: itself, or a temporary that holds it."""
        return value if self.is_stable(value) else self.hold(value, span)

    def hold(self, value: pyast.expr, span: Span) -> pyast.Name:
        """Put a value into a temporary."""
        name = self.temp()
        self.out.append(emit.assign(name, value, span))
        return emit.name(name, span)

    def release(self, value: pyast.expr, node: Node) -> None:
        """Clear a temporary that may hold a container: a stale reference would cost a copy later."""
        kinds = self.facts.kinds(node)
        scalar = kinds is not None and kinds <= _SCALARS
        if isinstance(value, pyast.Name) and value.id.startswith("_t") and not scalar:
            self.out.append(emit.assign(value.id, emit.const(None, node.span), node.span))

    def before_other(self, node: Node, value: pyast.expr, other: Node) -> pyast.expr:
        """`value` in a form that may be evaluated after the expression `other`."""
        if self.is_stable(value) or (isinstance(value, pyast.Name) and not calls_out(other)):
            return value
        return self.hold(value, node.span)

    def simple(self, value: pyast.expr, span: Span) -> pyast.expr:
        """A name or constant with this value, so that a guard may mention it several times."""
        return value if isinstance(value, (pyast.Name, pyast.Constant)) else self.hold(value, span)

    def kinds(self, node: Node) -> frozenset[str] | None:
        """Kinds proven for an expression."""
        return self.facts.kinds(node)

    def is_kind(self, node: Node, kind: str) -> bool:
        """True when the expression always has this one kind."""
        kinds = self.facts.kinds(node)
        return kinds is not None and len(kinds) == 1 and kind in kinds

    def native(self, family: str, owner: str, name: str, span: Span) -> pyast.expr:
        """The native itself, as a value."""
        return emit.name(self.module.native(family, owner, name), span)

    def native_call(self, name: str, args: Sequence[pyast.expr], span: Span) -> pyast.expr:
        """Call of the builtin `name`; `span` is where its faults are reported."""
        target = emit.attribute(self.native("builtin", "", name, span), "call", span)
        return emit.call(target, args, span)


def calls_out(node: Node) -> bool:
    """True when evaluating `node` may run other code of the program."""
    return any(isinstance(one, (Call, MethodCall)) for one in walk(node))
