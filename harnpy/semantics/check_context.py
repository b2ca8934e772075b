"""The state of one run of the type checker: types of names, what is known here, the function around it."""

from collections.abc import Callable, Iterable
from functools import partial

import attrs

from harnpy.base.spans import Span
from harnpy.catalog.model import Catalog
from harnpy.diagnostics.model import Diagnostic, Label, Message
from harnpy.diagnostics.report import Report
from harnpy.semantics.attributes import Deprecation
from harnpy.semantics.results import Bindings
from harnpy.semantics.signatures import World
from harnpy.semantics.symbols import Owner, Symbol
from harnpy.semantics.typeforms import UNTYPED, Fn, Type
from harnpy.syntax.nodes import Binding, Expr, FnDecl, Node, Pipeline, ToolDecl, TypeNode
from harnpy.syntax.visit import NodeTable

Declared = FnDecl | ToolDecl | Pipeline
"""Declarations of callables."""

Path = tuple[Symbol, *tuple[str | int, ...]]
"""A name and the keys behind it: the Symbol, then field names and literal indexes."""

Known = dict[Path, Type]
"""What is known of paths beyond their declared types; never changed in place."""

Handler = Callable[["Checking", Node, Type | None], Type]
"""Gives the type of an expression; the last argument is the type that its place expects, if that is known."""

Runner = Callable[["Checking", Node], None]
"""Checks a statement, or an expression whose value nobody wants."""


class Value:
    """What is known of a declared name.

    type     its declared type, or the one of its first value
    written  an annotation says so: it is a contract, and accesses are held to it
    open     `let x = nil` without annotation: the first other value decides
    """

    __slots__ = ("open", "type", "written")

    def __init__(self, type: Type, *, written: bool = False, open: bool = False) -> None:
        self.type = type
        self.written = written
        self.open = open


class Frame:
    """The callable whose body is being checked.

    kind      module, fn, gen, generator, closure, pipeline or tool; branch is the body of a task
    result    its declared result; what `emit` or `yield` must give for gen and generator
    declared  where the result is declared
    returns   types of its `return` statements
    throws    what it declares to throw, None when it does not say
    thrown    what it throws past its handlers, each with the place
    deferred  inside a `defer`, which nothing may leave
    """

    __slots__ = ("declared", "deferred", "kind", "loops", "node", "result", "returns", "thrown", "throws")

    def __init__(
        self, kind: str, node: Node, result: Type | None, declared: Span | None, throws: Type | None = None
    ) -> None:
        self.kind = kind
        self.node = node
        self.result = result
        self.declared = declared
        self.throws = throws
        self.returns: list[Type] = []
        self.thrown: list[tuple[Type, Span]] = []
        self.loops: list[Loop] = []
        self.deferred = False


class Loop:
    """A loop around the place: what is known where it is left by `break`."""

    __slots__ = ("breaks",)

    def __init__(self) -> None:
        self.breaks: list[Known] = []


class Program:
    """What the checked modules of one program share.

    world       what declarations say
    values      types of names, of modules that are done and of the one at work
    results     result types of functions without annotation, by declaration
    homes       the run over the module that holds a declaration
    early       the run and the binding that give a name of a module its type when it is first asked for
    deprecated  what `@deprecated` says of a declaration
    strict      parts of data from outside may only be used once it is validated
    """

    __slots__ = ("catalog", "deprecated", "early", "homes", "results", "strict", "values", "world")

    def __init__(self, catalog: Catalog, *, strict: bool = False) -> None:
        self.catalog = catalog
        self.strict = strict
        self.world = World(catalog)
        self.values: dict[Symbol, Value] = {}
        self.results: dict[Node, Type] = {}
        self.homes: dict[Node, Checking] = {}
        self.early: dict[Symbol, tuple[Checking, Binding]] = {}
        self.deprecated: dict[Node, Deprecation] = {}


class Checking:
    """One run over one module. Handlers get it first and recurse through `infer` and `run`.

    types     what was found for each expression
    known     what is known here beyond declared types
    live      can the place be reached
    frame     the callable around the place
    hole      the type of `_` in the right side of a pipe
    direct    the argument at work, which a call uses at once
    standing  calls whose value is not wanted: statements, and tails
    targets   the place that a call's value is assigned to
    selves    the type of `self` in a method
    sources   names whose value came from outside and was not validated, with the call that gave it
    unsteady  names that a closure or task assigns: a call may change them
    """

    def __init__(
        self,
        program: Program,
        bindings: Bindings,
        rows: "Rows",
        check: Callable[..., None],
    ) -> None:
        self._check = check
        self.program = program
        self.world = program.world
        self.values = program.values
        self.results = program.results
        self.bindings = bindings
        self.symbols = bindings.symbols
        self.rows = rows.infer.rows
        self.runners = rows.run.rows
        self.report = Report()
        self.types: dict[Node, Type] = {}
        self.known: Known = {}
        self.live = True
        self.frame = Frame("module", bindings.module, None, None)
        self.hole: Type = UNTYPED
        self.direct: Node | None = None
        self.standing: set[Node] = set()
        self.targets: dict[Node, Expr] = {}
        self.sources: dict[Symbol, str] = {}
        self.selves: dict[Node, Type] = {}
        self.unsteady: frozenset[Symbol] = frozenset()
        self.refined: dict[Node, tuple[Known, Known]] = {}
        self.assigned: dict[Node, frozenset[Symbol]] = {}
        # Functions whose body is checked when it is first asked for, or at the end of its block.
        self.waiting: dict[Node, Callable[[], None]] = {}
        self._begun: set[Binding] = set()
        self._functions: dict[Node, Fn] = {}

    # ---- recursion -----------------------------------------------------------------------------

    def infer(self, node: Node, expected: Type | None = None) -> Type:
        """The type of an expression, which is noted for later passes."""
        found = self.rows[node.__class__](self, node, expected)
        self.types[node] = found
        return found

    def run(self, node: Node) -> None:
        """Check a statement, or an expression whose value is not used."""
        runner = self.runners.get(node.__class__)
        if runner is not None:
            runner(self, node)
        else:
            self.infer(node)

    def tell(self, message: Message, span: Span, data: dict[str, object], help: str | None = None) -> None:
        """Report a message whose data were gathered elsewhere."""
        self.report.add(Diagnostic(message, span, help=help, data=data))

    # ---- names ---------------------------------------------------------------------------------

    def value_of(self, symbol: Symbol) -> Value:
        """What is known of a name; a binding of the module that was not reached yet is checked now."""
        value = self.values.get(symbol)
        if value is None:
            home, binding = self.program.early.get(symbol, (self, None))
            if binding is not None:
                home.check_early(binding)
            value = self.values.get(symbol) or Value(UNTYPED)
        return value

    def check_early(self, binding: Binding) -> None:
        """Check a binding of the module level before its turn, unless that was done or is being done."""
        if binding in self._begun:
            return
        before = (self.frame, self.known, self.live, self.hole)
        self.frame, self.known, self.live = Frame("module", self.bindings.module, None, None), {}, True
        self.run(binding)
        self.frame, self.known, self.live, self.hole = before

    def begin(self, binding: Binding) -> bool:
        """Take up a binding; False when that was done already, because a function asked for its names."""
        if binding in self._begun:
            return False
        if self.frame.kind == "module":
            self._begun.add(binding)
        return True

    def know(self, path: Path, found: Type) -> None:
        """Note what a path holds from here on."""
        self.known = {**self.known, path: found}

    # ---- declarations --------------------------------------------------------------------------

    def annotation(self, node: TypeNode | None) -> Type:
        """The type that an annotation of this module stands for."""
        return self.world.annotation(node, self.bindings)

    def bindings_of(self, decl: Node) -> Bindings:
        """The names of the module that holds a declaration."""
        return self.program.homes.get(decl, self).bindings

    def owner_of(self, node: Node) -> Owner | None:
        """The Owner of a callable node."""
        return self.bindings.owners.get(node)

    def announce(self, decl: Declared) -> None:
        """Let a function be called before its body is checked; what is known of constants holds in it."""
        steady = {path: one for path, one in self.known.items() if not path[0].may_change}
        self.waiting[decl] = partial(self._check, self, decl, known=steady)

    def function_of(self, decl: Declared) -> Fn:
        """The type of a declared function; a result without annotation is that of its body."""
        found = self._functions.get(decl)
        if found is not None:
            return found
        home = self.program.homes.get(decl, self)
        if home is not self:
            return home.function_of(decl)
        found = self.world.function(decl, self.bindings)
        if found.result is UNTYPED and decl.return_type is None:
            work = self.waiting.pop(decl, None)
            if work is not None:
                work()
            result = self.results.get(decl)
            if result is None:
                # Its body is being checked: recursion tells nothing of the result.
                return found
            found = attrs.evolve(found, result=result)
        self._functions[decl] = found
        return found

    def with_result(self, function: Fn, result: Type) -> Fn:
        """A function with the result that its body gives."""
        return attrs.evolve(function, result=result)

    def result_note(self, text: str = "return type declared here") -> Label | None:
        """The note that points at the declared result of the callable around the place."""
        declared = self.frame.declared
        return None if declared is None else Label(declared, text)


class Rows:
    """The handlers of the checker: `infer` for expressions, `run` for statements."""

    __slots__ = ("infer", "run")

    def __init__(self, infer: Iterable[NodeTable[Handler]], run: Iterable[NodeTable[Runner]]) -> None:
        self.infer: NodeTable[Handler] = NodeTable("infer")
        self.run: NodeTable[Runner] = NodeTable("run")
        for one in infer:
            self.infer.merge(one)
        for other in run:
            self.run.merge(other)
