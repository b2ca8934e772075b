"""What is certain about the values of expressions, as rules ask for it."""

from collections.abc import Callable, Mapping

from harnpy.semantics.facts.answers import Facts
from harnpy.semantics.generics import expand
from harnpy.semantics.relation import fits
from harnpy.semantics.results import Bindings
from harnpy.semantics.symbols import SymbolKind
from harnpy.semantics.type_names import display
from harnpy.semantics.typeforms import (
    FLOAT,
    Alias,
    Both,
    Enum,
    Fn,
    Gen,
    Interface,
    Lit,
    Prim,
    Shape,
    Struct,
    Tuple,
    Type,
    Union,
)
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node

Kinds = frozenset[str]

# Types that say nothing about the kind of a value.
_OPEN = frozenset(("any", "unknown", "untyped", "never"))
# An int goes where a float is declared, and stays one.
_FLOAT = frozenset(("float", "int"))
_GENERIC = {"Generator": "generator", "Stream": "stream", "Result": "enum", "Pair": "pair", "Schema": "dict"}


class StaticTypes:
    """Answers from types that are contracts, and where there are none from the facts that lowering uses.

    The checker is lenient where a program may be right: `d.k` of a `dict<string, int>` has the type int,
    though the key may be missing. So a type counts only where a run would make sure of it: of declared
    parameters and bindings, fields of structs and closed shapes, results of functions that say what they are.

    `declared` maps names to the bindings that declare them, as far as the walk has come.
    """

    __slots__ = ("_bindings", "_facts", "_types", "declared")

    def __init__(self, types: Mapping[Node, Type], facts: Callable[[], Facts], bindings: Bindings) -> None:
        self._types = types
        self._facts = facts
        self._bindings = bindings
        self.declared: dict[Node, nodes.Binding] = {}

    def kinds(self, node: Node) -> Kinds | None:
        """The kinds that the value may have; None: unknown."""
        known = self._types.get(node)
        if known is not None and self._is_contract(node):
            return kinds_of(known)
        # Facts cost a walk over the whole module, so they are asked last.
        return self._facts().kinds(node)

    def _is_contract(self, node: Node) -> bool:
        """Whether a run makes sure that a value has the type the checker gives it."""
        while isinstance(node, nodes.Member):
            whole = self._types.get(node.object)
            if whole is None or node.optional or not _has_field(expand(whole), node.name):
                return False
            node = node.object
        symbol = self._bindings.symbols.get(node.callee if isinstance(node, nodes.Call) else node)
        if symbol is None:
            return False
        if isinstance(node, nodes.Call):
            called = symbol.origin().node
            if symbol.kind is SymbolKind.BUILTIN:
                # What a native gives is what its signature says.
                return True
            return isinstance(called, nodes.FnDecl) and called.return_type is not None
        if isinstance(symbol.node, nodes.TypedParam):
            return symbol.node.type_expr is not None
        binding = self.declared.get(symbol.node) if symbol.node is not None else None
        if binding is None:
            return False
        return binding.type_ann is not None or (binding.kind == "const" and self._is_contract(binding.value))

    def matches(self, node: Node, schema: Node) -> bool | None:
        """Whether the value always, or never, fits a schema; None: it depends."""
        actual, described = self._types.get(node), self._types.get(schema)
        if (
            actual is None
            or not isinstance(described, Gen)
            or described.name != "Schema"
            or not described.args
        ):
            return None
        expected = described.args[0]
        if is_closed(actual) and is_closed(expected) and fits(actual, expected):
            return True
        ours, theirs = kinds_of(actual), kinds_of(expected)
        return False if ours is not None and theirs is not None and not ours & theirs else None

    def shown(self, node: Node) -> str | None:
        """The type as messages show it; None: unknown."""
        known = self._types.get(node)
        return None if known is None or known == Prim("untyped") else display(known)


def _has_field(whole: Type, name: str) -> bool:
    """Whether every value of a type has the field."""
    if isinstance(whole, Struct):
        field = whole.info.fields.get(name)
    else:
        field = whole.field(name) if isinstance(whole, Shape) else None
    return field is not None and not field.optional


def is_closed(whole: Type) -> bool:
    """Whether a type leaves nothing open, so that every value of it is known to have all that it says."""
    whole = expand(whole)
    if isinstance(whole, Prim):
        return whole.name not in _OPEN
    if isinstance(whole, Gen):
        return bool(whole.args) and all(map(is_closed, whole.args))
    if isinstance(whole, Union):
        return all(map(is_closed, whole.members))
    if isinstance(whole, Shape):
        return whole.tail is None and all(is_closed(one.type) for one in whole.fields)
    return isinstance(whole, (Lit, Enum, Struct))


def kinds_of(whole: Type) -> Kinds | None:
    """The kinds of the values of a type; None for one that is open. A handle has the name of its type."""
    row = _ROWS.get(whole.__class__)
    return None if row is None else row(whole)


def _prim(whole: Prim) -> Kinds | None:
    if whole is FLOAT:
        return _FLOAT
    return None if whole.name in _OPEN else frozenset((whole.name,))


def _literal(whole: Lit) -> Kinds | None:
    return frozenset(("string" if isinstance(whole.value, str) else "int",))


def _generic(whole: Gen) -> Kinds | None:
    return frozenset((_GENERIC.get(whole.name, whole.name),))


def _union(whole: Union) -> Kinds | None:
    found: set[str] = set()
    for member in whole.members:
        kinds = kinds_of(member)
        if kinds is None:
            return None
        found |= kinds
    return frozenset(found)


def _both(whole: Both) -> Kinds | None:
    common: Kinds | None = None
    for member in whole.members:
        kinds = kinds_of(member)
        if kinds is not None:
            common = kinds if common is None else common & kinds
    return common or None


def _alias(whole: Alias) -> Kinds | None:
    meant = expand(whole)
    return None if isinstance(meant, Alias) else kinds_of(meant)


def _always(*kinds: str) -> Callable[[Type], Kinds | None]:
    return lambda whole: frozenset(kinds)


_ROWS: dict[type[Type], Callable[..., Kinds | None]] = {
    Prim: _prim,
    Lit: _literal,
    Gen: _generic,
    Union: _union,
    Both: _both,
    Alias: _alias,
    Tuple: _always("list"),
    Fn: _always("closure"),
    Struct: _always("struct"),
    Enum: _always("enum"),
    # Whatever has the fields, or the methods.
    Shape: _always("dict", "struct"),
    Interface: _always("struct"),
}
