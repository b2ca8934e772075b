"""Declared names: what a symbol is, and the scopes that hold them while a module is resolved."""

from collections.abc import Iterator
from enum import StrEnum
from typing import cast

from harnpy.base.spans import Span
from harnpy.syntax.nodes import Node


class SymbolKind(StrEnum):
    """What declared a name."""

    CONST = "const"
    LET = "let"
    PARAM = "parameter"
    LOOP = "loop variable"
    CATCH = "error variable"
    ARM = "pattern binding"
    CASE = "select variable"
    BRANCH = "parallel variable"
    FN = "function"
    TOOL = "tool"
    PIPELINE = "pipeline"
    STRUCT = "struct"
    ENUM = "enum"
    INTERFACE = "interface"
    TYPE = "type"
    TYPE_PARAM = "type parameter"
    IMPORT = "imported name"
    NAMESPACE = "module"
    BUILTIN = "builtin"
    GLOBAL = "global"
    SKILL = "skill"
    EVAL_PACK = "eval pack"


IMMUTABLE = frozenset(
    {
        SymbolKind.CONST,
        SymbolKind.PARAM,
        SymbolKind.CATCH,
        SymbolKind.ARM,
        SymbolKind.CASE,
        SymbolKind.BRANCH,
        SymbolKind.FN,
        SymbolKind.TOOL,
        SymbolKind.PIPELINE,
        SymbolKind.IMPORT,
        SymbolKind.NAMESPACE,
        SymbolKind.BUILTIN,
        SymbolKind.GLOBAL,
    }
)
"""Kinds that no assignment may change at run time; only `let` and loop variables may be assigned."""


TYPES = frozenset(
    {SymbolKind.STRUCT, SymbolKind.ENUM, SymbolKind.INTERFACE, SymbolKind.TYPE, SymbolKind.TYPE_PARAM}
)
"""Kinds that a type annotation may name."""

MUTATING = frozenset(
    {"push", "pop", "insert", "extend", "clear", "reverse", "sort", "sort_by", "add", "remove"}
)
"""Methods that change a builtin container in its place (language.md 4.1)."""


class Owner:
    """A callable whose body becomes one Python function, or the module itself.

    `node` is the Module, FnDecl, ToolDecl, Pipeline, Closure, SpawnExpr or Parallel node; also OverrideDecl
    and EvalPackDecl, which emit nothing. `symbols` are all names declared in it (parameters first), in order.
    `captures` are names of outer owners used in it or in owners inside it. `has_yield` says that it has a
    `yield` of its own or is a `gen fn`. `inherits` is the owner of the pipeline that this one extends: its
    body runs in this function, so its names are not captured here.
    """

    __slots__ = ("captures", "children", "has_yield", "inherits", "node", "parent", "symbols")

    def __init__(self, node: Node, parent: "Owner | None") -> None:
        self.node = node
        self.parent = parent
        self.children: list[Owner] = []
        self.symbols: list[Symbol] = []
        self.captures: set[Symbol] = set()
        self.has_yield = False
        self.inherits: Owner | None = None
        if parent is not None:
            parent.children.append(self)

    def holds(self, symbol: "Symbol") -> bool:
        """True when `symbol` is a name of this very function."""
        owner: Owner | None = self
        while owner is not None:
            if symbol.owner is owner:
                return True
            owner = owner.inherits
        return False


class Symbol:
    """One declared name and what the whole module does with it.

    captured    used in an owner inside its own
    reassigned  assigned as a whole after its declaration (`x = …`, `x op= …`)
    mutated     changed through a path (`x[0] = …`, `x.f = …`) or by a mutating method on a path from it
    escapes     used other than as a callee, a condition, a part of a string, an operand of an operator that
                makes a new value, the object of a read or of a builtin method
    in_loop     declared inside a loop of its owner, so every iteration has its own
    exported    visible to importers
    python      its Python identifier, unique among the symbols of its owner and of the owners around
    target      for FN and the like the declaring node; for IMPORT the (import path, declaring Symbol), None
                when the module could not be had; for NAMESPACE its ModuleNames or None
    used        read somewhere
    """

    __slots__ = (
        "captured",
        "escapes",
        "exported",
        "in_loop",
        "kind",
        "mutated",
        "name",
        "node",
        "owner",
        "python",
        "reassigned",
        "span",
        "target",
        "used",
    )

    def __init__(
        self, name: str, kind: SymbolKind, node: Node | None, span: Span | None, owner: Owner | None
    ) -> None:
        self.name = name
        self.kind = kind
        self.node = node
        self.span = span
        self.owner = owner
        self.python = ""
        self.target: object = None
        self.captured = False
        self.reassigned = False
        self.mutated = False
        self.escapes = False
        self.in_loop = False
        self.exported = False
        self.used = False

    @property
    def may_change(self) -> bool:
        """Is it assigned, or its content changed, somewhere behind its declaration?"""
        return self.reassigned or self.mutated

    def origin(self) -> "Symbol":
        """The symbol that declares what an imported name stands for; itself for any other."""
        if self.kind is SymbolKind.IMPORT and isinstance(self.target, tuple):
            return cast("tuple[str, Symbol]", self.target)[1]
        return self

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name}>"


class Scope:
    """Names of one lexical scope; `parent` is the scope around it."""

    __slots__ = ("names", "owner", "parent")

    def __init__(self, owner: Owner, parent: "Scope | None") -> None:
        self.owner = owner
        self.parent = parent
        self.names: dict[str, Symbol] = {}

    def find(self, name: str) -> Symbol | None:
        """The innermost symbol called `name`, or None."""
        scope: Scope | None = self
        while scope is not None:
            symbol = scope.names.get(name)
            if symbol is not None:
                return symbol
            scope = scope.parent
        return None

    def visible(self) -> Iterator[str]:
        """All names that `find` would find, innermost first."""
        scope: Scope | None = self
        while scope is not None:
            yield from scope.names
            scope = scope.parent
