"""What a module declares, as lowering needs it: structs, methods, shared names, boxed names, recursion."""

from functools import cached_property

from harnpy.lowering.callgraph import recursive_functions, tail_callees, tail_groups
from harnpy.semantics.results import Bindings
from harnpy.semantics.symbols import Owner, Symbol, SymbolKind
from harnpy.syntax.nodes import (
    AttributedDecl,
    Binding,
    BindName,
    Closure,
    FnDecl,
    ImplBlock,
    Node,
    StructDecl,
)
from harnpy.syntax.visit import walk


class ModuleNames:
    """Names of one module and how its Python carries them."""

    def __init__(self, bindings: Bindings) -> None:
        self.bindings = bindings
        self.structs = self._visible_structs()
        self.impls = self._methods()
        self.globals = self._global_symbols()
        self.boxed = self._boxed_symbols()

    def owner_of(self, node: Node) -> Owner:
        """The owner of a callable node."""
        return self.bindings.owners[node]

    def _visible_structs(self) -> dict[str, StructDecl]:
        found: dict[str, StructDecl] = {}
        for symbol in self.bindings.symbols.values():
            declared = symbol.origin().node
            if isinstance(declared, StructDecl):
                found[declared.name] = declared
        return found

    def _methods(self) -> dict[tuple[str, str], FnDecl]:
        blocks = [one for one in top_level(self.bindings) if isinstance(one, ImplBlock)]
        return {(block.type_name, one.name): one for block in blocks for one in block.methods}

    def _global_symbols(self) -> set[Symbol]:
        """Module-level names that functions see or importers may ask for."""
        owner = self.bindings.owners[self.bindings.module]
        top = set(top_level(self.bindings))
        found: set[Symbol] = set()
        for symbol in owner.symbols:
            if symbol.kind in (SymbolKind.CONST, SymbolKind.LET):
                shared = symbol.captured or symbol.exported
                if shared and not symbol.in_loop and self._is_top(symbol, top):
                    found.add(symbol)
            elif symbol.node in top or symbol.kind in (SymbolKind.IMPORT, SymbolKind.NAMESPACE):
                found.add(symbol)
        return found

    @cached_property
    def _top_targets(self) -> frozenset[Node]:
        bindings = [one for one in top_level(self.bindings) if isinstance(one, Binding)]
        return frozenset(node for one in bindings for node in walk(one.pattern))

    def _is_top(self, symbol: Symbol, top: set[Node]) -> bool:
        return symbol.node in self._top_targets or symbol.node in top

    def _boxed_symbols(self) -> set[Symbol]:
        """Names of a loop pass that closures share and something changes, or that a closure needs early."""
        found: set[Symbol] = set()
        for owner in self.bindings.owners.values():
            for symbol in owner.symbols:
                if symbol.captured and symbol.in_loop and symbol not in self.globals:
                    changed = symbol.reassigned or symbol.mutated or symbol.kind is SymbolKind.FN
                    if changed or symbol in self._self_mentions:
                        found.add(symbol)
        return found

    @cached_property
    def _self_mentions(self) -> frozenset[Symbol]:
        """Names whose own value holds a closure that captures them."""
        found: set[Symbol] = set()
        for node, symbol in self.bindings.symbols.items():
            if symbol.in_loop and symbol.captured and isinstance(node, BindName):
                found.update(self._captured_by_value(node, symbol))
        return frozenset(found)

    def _captured_by_value(self, node: BindName, symbol: Symbol) -> set[Symbol]:
        value = self._values.get(node)
        if value is None:
            return set()
        owners = [self.bindings.owners.get(one) for one in walk(value) if isinstance(one, Closure)]
        return {symbol} if any(one is not None and symbol in one.captures for one in owners) else set()

    @cached_property
    def _values(self) -> dict[Node, Node]:
        return {one.pattern: one.value for one in walk(self.bindings.module) if isinstance(one, Binding)}

    @cached_property
    def structs_by_field(self) -> dict[str, list[StructDecl]]:
        """The structs that have a field of a name."""
        found: dict[str, list[StructDecl]] = {}
        for one in self.structs.values():
            for name in dict.fromkeys(part.name for part in one.fields):
                found.setdefault(name, []).append(one)
        return found

    @cached_property
    def structs_by_method(self) -> dict[str, list[StructDecl]]:
        """The structs with an `impl` that has a method of a name."""
        found: dict[str, list[StructDecl]] = {}
        methods: dict[str, list[str]] = {}
        for struct, method in self.impls:
            methods.setdefault(struct, []).append(method)
        for one in self.structs.values():
            for method in methods.get(one.name, ()):
                found.setdefault(method, []).append(one)
        return found

    # ---- recursion -------------------------------------------------------------------------------

    @cached_property
    def recursive(self) -> frozenset[Node]:
        """Functions that may call themselves."""
        return recursive_functions(self.bindings.module, self.bindings)

    def calls_itself_last(self, function: FnDecl) -> bool:
        """True when a tail call of `function` is a call of itself."""
        symbol = self.bindings.symbols.get(function)
        return function in self.recursive and symbol in tail_callees(function, self.bindings)

    @cached_property
    def _tail_groups(self) -> dict[Symbol, frozenset[Symbol]]:
        return tail_groups(self.bindings.module, self.bindings)

    def tail_group(self, function: Node) -> frozenset[Symbol]:
        """Functions that `function` calls last and that may call it last again."""
        symbol = self.bindings.symbols.get(function)
        return self._tail_groups.get(symbol, frozenset()) if symbol is not None else frozenset()

    def polls_at_entry(self, node: Node) -> bool:
        """True for functions that recursion alone could keep busy."""
        return node in self.recursive


def top_level(bindings: Bindings) -> list[Node]:
    """The items of a module, without their attributes."""
    return [one.inner if isinstance(one, AttributedDecl) else one for one in bindings.module.items]
