"""What is certain about the values of expressions, as rules ask for it: types first, then facts."""

from collections.abc import Callable, Mapping

from harnpy.semantics.facts.answers import Facts
from harnpy.semantics.generics import expand
from harnpy.semantics.type_names import display
from harnpy.semantics.typeforms import (
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
_GENERIC = {"Generator": "generator", "Stream": "stream", "Result": "enum", "Pair": "pair", "Schema": "dict"}


class StaticTypes:
    """Answers from the types of the checker, and where these are open from the facts that lowering uses."""

    __slots__ = ("_facts", "_types")

    def __init__(self, types: Mapping[Node, Type], facts: Facts) -> None:
        self._types = types
        self._facts = facts

    def kinds(self, node: Node) -> Kinds | None:
        """The kinds that the value may have; None: unknown.

        The type of an element says nothing of an index out of range, which gives nil.
        """
        if isinstance(node, (nodes.Index, nodes.Slice)):
            return self._facts.kinds(node)
        known = self._types.get(node)
        found = None if known is None else kinds_of(known)
        return self._facts.kinds(node) if found is None else found

    def shown(self, node: Node) -> str | None:
        """The type as messages show it; None: unknown."""
        known = self._types.get(node)
        return None if known is None or known == Prim("untyped") else display(known)


def kinds_of(whole: Type) -> Kinds | None:
    """The kinds of the values of a type; None for one that is open. A handle has the name of its type."""
    row = _ROWS.get(whole.__class__)
    return None if row is None else row(whole)


def _prim(whole: Prim) -> Kinds | None:
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
