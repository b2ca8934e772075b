"""What a lint rule is, and what it may look at: one module with its names, types and text."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from harnpy.base.spans import SourceFile, Span
from harnpy.catalog.model import Catalog
from harnpy.diagnostics.model import Code, Diagnostic, Fix, Label, Message
from harnpy.diagnostics.report import Report
from harnpy.lint.text import Trivia
from harnpy.semantics.results import Bindings
from harnpy.semantics.symbols import Symbol
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Module, Node

_Node = TypeVar("_Node", bound=Node)

SAFE = frozenset({"format-only", "behavior-preserving"})
"""Safety classes of repairs that `lint --fix` applies; `--unsafe-fixes` applies all."""

CALLABLES = (nodes.FnDecl, nodes.ToolDecl, nodes.Pipeline, nodes.Closure)
"""Nodes that hold a body which runs when they are called."""


class Types(Protocol):
    """What rules ask about the static type of an expression; None: unknown, and rules are silent.

    `declared` maps names to the bindings that declare them, as far as the walk has come.
    """

    declared: dict[Node, nodes.Binding]

    def kinds(self, node: Node) -> frozenset[str] | None:
        """The kinds, as `type_of` names them, that the value may have."""
        ...

    def matches(self, node: Node, schema: Node) -> bool | None:
        """Whether the value always, or never, fits what a schema describes."""
        ...

    def shown(self, node: Node) -> str | None:
        """The type as messages show it."""
        ...


class Subject:
    """One module under the eyes of the rules.

    around       callables, tasks and `mutex` blocks around the node that is looked at, the outermost first
    found        what the passes before have reported
    attributes   of the declarations that have some, as far as the walk has come
    test_source  the file holds tests: it lies under `tests`, or its name ends `_test` or `-test`
    dead         starts and ends of what never runs, as far as the walk has come
    report       what the rules have told so far
    """

    __slots__ = (
        "_names", "_noted", "around", "attributes", "bindings", "catalog", "dead", "file", "found",
        "module", "report", "test_source", "text", "trivia", "types",
    )  # fmt: skip

    def __init__(self, module: Module, bindings: Bindings, types: Types, catalog: Catalog) -> None:
        self.module = module
        self.bindings = bindings
        self.types = types
        self.catalog = catalog
        self.file: SourceFile = module.span.file
        self.text = self.file.text
        self.trivia = Trivia(self.file)
        self.found = Report()
        self.report = Report()
        self.around: list[Node] = []
        self.dead: list[tuple[int, int]] = []
        self.test_source = False
        self.attributes: dict[Node, tuple[nodes.Attribute, ...]] = {}
        self._names: frozenset[str] | None = None
        self._noted: dict[Rule, list[Node]] = {}

    def tell(
        self,
        message: Message,
        span: Span,
        *,
        help: str | None = None,
        fix: Fix | None = None,
        note: Label | None = None,
        **data: object,
    ) -> None:
        """Report a finding; the help of its message stands when none is given."""
        notes = () if note is None else (note,)
        self.report.add(Diagnostic(message, span, help=help, fix=fix, notes=notes, data=data))

    def note(self, rule: "Rule", node: Node) -> None:
        """Keep a node for the closing step of a rule."""
        self._noted.setdefault(rule, []).append(node)

    def noted(self, rule: "Rule") -> list[Node]:
        """The nodes that a rule has kept, in order."""
        return self._noted.get(rule, [])

    def span(self, start: int, end: int) -> Span:
        """A part of the file."""
        return Span(self.file, start, end)

    def symbol(self, node: Node) -> Symbol | None:
        """What a name stands for, where it stands for something."""
        return self.bindings.symbols.get(node)

    def builtin(self, call: nodes.Call) -> str:
        """The name of the builtin that a call calls; empty for anything else."""
        symbol = self.bindings.symbols.get(call.callee)
        return symbol.name if symbol is not None and symbol.kind == "builtin" else ""

    def is_free(self, name: str) -> bool:
        """Whether no declaration of the module has the name, so that another may take it."""
        if self._names is None:
            owners = self.bindings.owners.values()
            self._names = frozenset(one.name for owner in owners for one in owner.symbols)
        return name not in self._names

    def is_dead(self, position: int) -> bool:
        """Whether a position lies in what never runs."""
        return any(start <= position < end for start, end in self.dead)

    def function(self) -> Node | None:
        """The innermost function, tool or pipeline around the node that is looked at."""
        for one in reversed(self.around):
            if isinstance(one, (nodes.FnDecl, nodes.ToolDecl, nodes.Pipeline)):
                return one
        return None


class Rule:
    """One rule: its code, its name, and the functions that look.

    looks    functions by the class of the nodes they are shown, on the one walk over the tree
    closes   functions that run once, after the walk
    opt_in   only `--select` turns it on
    alone    only `lint` reports it: `check` says the same with a diagnostic of its own
    layout   it looks at the text, and its findings come first
    typed    it speaks of types, so `check` reports it beside errors of types too
    """

    __slots__ = ("alone", "closes", "code", "layout", "looks", "name", "opt_in", "typed")

    def __init__(
        self,
        code: Code,
        name: str,
        *,
        opt_in: bool = False,
        alone: bool = False,
        layout: bool = False,
        typed: bool = False,
    ) -> None:
        self.code = code
        self.name = name
        self.opt_in = opt_in
        self.alone = alone
        self.layout = layout
        self.typed = typed
        self.looks: list[tuple[type[Node], Callable[..., None]]] = []
        self.closes: list[Callable[[Subject], None]] = []

    def on(
        self, *classes: type[_Node]
    ) -> Callable[[Callable[[Subject, _Node], None]], Callable[[Subject, _Node], None]]:
        """Show every node of `classes` to the decorated function."""

        def register(look: Callable[[Subject, _Node], None]) -> Callable[[Subject, _Node], None]:
            self.looks += [(one, look) for one in classes]
            return look

        return register

    def closing(self, close: Callable[[Subject], None]) -> Callable[[Subject], None]:
        """Run the decorated function once, after the walk."""
        self.closes.append(close)
        return close

    def fix(self, span: Span, text: str) -> Fix:
        """The registered repair of the rule as an edit."""
        return Fix(span, text, self.code.repairs[0].safety)
