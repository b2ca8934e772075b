"""The state of one resolver run: scopes, places, look-ups and what every use of a name leaves behind."""

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager

from harnpy.base.spans import Span
from harnpy.catalog.model import Catalog
from harnpy.diagnostics.codes import names as codes
from harnpy.diagnostics.model import Message
from harnpy.diagnostics.report import Report
from harnpy.diagnostics.suggest import edit_distance, misspelt, nearest
from harnpy.semantics.foreign import advice, counterpart
from harnpy.semantics.results import Bindings, ModuleNames
from harnpy.semantics.symbols import MUTATING, TYPES, Owner, Scope, Symbol, SymbolKind
from harnpy.syntax.nodes import Binding, BindName, Body, EnumDecl, Ident, ImportDecl, Member, Module, Node
from harnpy.syntax.visit import NodeTable

GLOBALS = ("harness", "argv", "stream", "Result", "pi", "e")
"""Names that every program has without a builtin behind them."""

Handler = Callable[["Resolution", Node], None]


class Place:
    """Where in a callable the resolver stands.

    kind      module, pipeline, fn, gen, closure or branch (the body of a task)
    loops     loops around this point in the same callable
    repeats   loops and retried blocks around it: what is declared there is made anew each time
    deferred  inside a `defer` of the same callable
    """

    __slots__ = ("deferred", "kind", "loops", "owner", "repeats")

    def __init__(self, owner: Owner, kind: str) -> None:
        self.owner = owner
        self.kind = kind
        self.loops = 0
        self.repeats = 0
        self.deferred = False


class Resolution:
    """One run over one module. Handlers get it as first argument and recurse through `visit`."""

    def __init__(self, module: Module, catalog: Catalog, rows: dict[type[Node], Handler]) -> None:
        self.catalog = catalog
        self.rows = rows
        self.report = Report()
        self.bindings = Bindings(module)
        self.place = Place(Owner(module, None), "module")
        self.bindings.owners[module] = self.place.owner
        self.scope = Scope(self.place.owner, None)
        self.top = self.scope
        # Symbols of the file's top-level `let` and `const`, made before their statements are reached.
        self.early: dict[Node, Symbol] = {}
        # The first of them by name: what a closure sees that stands above the statement.
        self.forward: dict[str, Symbol] = {}
        # Bodies of top-level functions: resolved last, since they see all of the file.
        self.pending: list[Callable[[], None]] = []
        self.imports: dict[ImportDecl, ModuleNames | None] = {}
        # Body scope and owner of each pipeline resolved so far, for `extends`.
        self.pipelines: dict[Node, Scope] = {}
        self.pipe_holes: set[Node] = set()
        # False: a name may come from what could not be read, so none is called undefined.
        self.certain = True
        # True: the program is about to run, so the texts are those of `run`.
        self.running = False
        # Names of methods of builtin values.
        self.methods = MUTATING.union(*catalog.methods.values())
        self._ambient: dict[str, Symbol] = {}

    # ---- recursion -----------------------------------------------------------------------------

    def visit(self, item: Node | None) -> None:
        """Resolve a node in value position, or do nothing for None."""
        if item is not None:
            self.rows[item.__class__](self, item)

    def visit_all(self, items: Iterable[Node | None]) -> None:
        """Resolve nodes in order."""
        rows = self.rows
        for item in items:
            if item is not None:
                rows[item.__class__](self, item)

    def read(self, item: Node | None) -> None:
        """Resolve an expression of which only the content is looked at, so that no alias of it arises."""
        if isinstance(item, Ident):
            self.use(item, item.name, escapes=False)
        elif item is not None:
            self.rows[item.__class__](self, item)

    @contextmanager
    def block(self) -> Generator[None]:
        """A scope inside the current one."""
        outer = self.scope
        self.scope = Scope(self.place.owner, outer)
        yield
        self.scope = outer

    @contextmanager
    def callable(self, node: Node, kind: str) -> Generator[Owner]:
        """An owner and its outermost scope; an owner made before is taken up again."""
        place, scope = self.place, self.scope
        owner = self.bindings.owners.get(node)
        if owner is None:
            owner = self.bindings.owners[node] = Owner(node, place.owner)
        self.place = Place(owner, kind)
        self.scope = Scope(owner, scope)
        yield owner
        self.place, self.scope = place, scope

    @contextmanager
    def loop(self) -> Generator[None]:
        """What runs once for every turn of a loop."""
        self.place.loops += 1
        self.place.repeats += 1
        yield
        self.place.loops -= 1
        self.place.repeats -= 1

    def body(self, body: Body | None) -> None:
        """Resolve a block in a scope of its own."""
        if body is not None:
            self.rows[Body](self, body)

    # ---- declarations --------------------------------------------------------------------------

    def declare(self, name: str, kind: SymbolKind, node: Node, span: Span) -> Symbol:
        """Bind `name` in the current scope from here on."""
        symbol = self.early.get(node) or Symbol(name, kind, node, span, self.place.owner)
        symbol.in_loop = self.place.repeats > 0
        self.bindings.symbols[node] = symbol
        if symbol.node is node:
            self.place.owner.symbols.append(symbol)
        if name != "_":
            if self.scope.parent is not None and (outer := self.scope.parent.find(name)) is not None:
                self.bindings.hidden[symbol] = outer
            self.scope.names[name] = symbol
        return symbol

    def declare_binding(self, binding: Binding, targets: Iterable[BindName]) -> None:
        """Bind the names of a `let` or `const`; a const over a const of the same scope is noted."""
        kind = SymbolKind.CONST if binding.kind == "const" else SymbolKind.LET
        for target in targets:
            before = self.scope.names.get(target.name)
            if before is not None and before.kind is SymbolKind.CONST and kind is SymbolKind.CONST:
                self.bindings.redeclared.setdefault(binding, target.name)
            self.declare(target.name, kind, target, target.span)

    # ---- look-up -------------------------------------------------------------------------------

    def lookup(self, name: str) -> Symbol | None:
        """The symbol that `name` means here, or None."""
        scope: Scope | None = self.scope
        while scope is not None:
            # `Scope.find`, spelled out: this runs for every mention of a name.
            symbol = scope.names.get(name)
            if symbol is not None:
                return symbol
            scope = scope.parent
        symbol = self.forward.get(name) if self.place.owner is not self.top.owner else None
        return symbol if symbol is not None else self._ambient_symbol(name)

    def lookup_type(self, name: str) -> Symbol | None:
        """The symbol that `name` means in an annotation; values of that name do not hide it."""
        scope: Scope | None = self.scope
        while scope is not None:
            symbol = scope.names.get(name)
            if symbol is not None and (symbol.kind in TYPES or symbol.kind is SymbolKind.IMPORT):
                return symbol
            scope = scope.parent
        return None

    def _ambient_symbol(self, name: str) -> Symbol | None:
        symbol = self._ambient.get(name)
        if symbol is None:
            if name in self.catalog.builtins:
                symbol = Symbol(name, SymbolKind.BUILTIN, None, None, None)
            elif name in GLOBALS:
                symbol = Symbol(name, SymbolKind.GLOBAL, None, None, None)
            else:
                return None
            symbol.python = ("_n_" if symbol.kind is SymbolKind.BUILTIN else "_") + name
            self._ambient[name] = symbol
        return symbol

    def enum_of(self, item: Node) -> tuple[bool, EnumDecl | None]:
        """Whether an expression names an enum, and which; (True, None) is Result."""
        if isinstance(item, Ident):
            symbol = self.lookup(item.name)
            if symbol is None:
                return False, None
            if symbol.kind is SymbolKind.GLOBAL:
                return symbol.name == "Result", None
            node = symbol.origin().node
            return isinstance(node, EnumDecl), node if isinstance(node, EnumDecl) else None
        if isinstance(item, Member) and isinstance(item.object, Ident):
            space = self.lookup(item.object.name)
            if space is not None and isinstance(space.target, ModuleNames):
                decl = space.target.enums.get(item.name)
                return decl is not None, decl
        return False, None

    # ---- uses ----------------------------------------------------------------------------------

    def use(self, node: Node, name: str, *, escapes: bool, called: bool = False) -> Symbol | None:
        """Resolve a mention of a value; reports what is not there."""
        if name == "_":
            if node not in self.pipe_holes:
                self.report.error(codes.DISCARD_READ, node.span)
            return None
        symbol = self.lookup(name)
        if symbol is None:
            self.undefined(codes.UNKNOWN_CALL if called else codes.UNKNOWN_VALUE, node.span, name)
            return None
        self.bindings.symbols[node] = symbol
        symbol.used = True
        if escapes:
            symbol.escapes = True
        if symbol.owner is not self.place.owner:
            self.capture(symbol)
        return symbol

    def capture(self, symbol: Symbol) -> None:
        """Note every owner between a use here and the owner that declares the symbol."""
        if symbol.owner is None:
            return
        owner: Owner | None = self.place.owner
        while owner is not None and not owner.holds(symbol):
            owner.captures.add(symbol)
            symbol.captured = True
            owner = owner.parent

    def undefined(self, message: Message, span: Span, name: str) -> None:
        """Report an unknown name, unless it may come from what could not be read."""
        if self.certain:
            near = self.near(name)
            help_text = None if self._own(name, 1) else advice(name)
            self.report.error(message, span, help=help_text, name=name, near=near)

    def undeclared(self, target: Ident) -> None:
        """Report an assignment to an unknown name; only what the file declares can be assigned to."""
        if self.certain:
            name = target.name
            own = self._own(name, len(name))
            near = f" — did you mean `{own}`?" if own else ""
            advised = f"declare it first: `let {name} = …`"
            self.report.error(codes.UNKNOWN_VALUE, target.span, help=advised, name=name, near=near)

    def near(self, name: str) -> str:
        """The suggestion that ends a message about `name`, or nothing."""
        found = self._own(name, 1) or counterpart(name, self.catalog.builtins) or misspelt(name, _JUMPS)
        if found is None and advice(name) is None:
            # Nobody misspells constants of one or two letters; `stream.map` is no name.
            builtins = (one for one in self.catalog.builtins if "." not in one and one not in GLOBALS)
            found = nearest(name, {*self.scope.visible(), *self.forward, *builtins, "harness", "argv"})
        return f" — did you mean `{found}`?" if found else ""

    def _own(self, name: str, limit: int) -> str | None:
        """The nearest name that the file declares, at most `limit` edits away."""
        found = nearest(name, {*self.scope.visible(), *self.forward})
        return found if found is not None and edit_distance(name, found, limit) <= limit else None


# Keywords that are whole statements, and so are taken for values when they are misspelt.
_JUMPS = ("return", "break", "continue")


def suggestion(name: str, candidates: Iterable[str]) -> str:
    """The suggestion that ends a message about `name` when one of `candidates` is near, or nothing."""
    found = nearest(name, candidates)
    return f" — did you mean `{found}`?" if found else ""


def table(name: str) -> NodeTable[Handler]:
    """An empty table of handlers."""
    return NodeTable(name)
