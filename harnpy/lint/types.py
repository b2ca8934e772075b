"""What is certain about the values of expressions, as rules ask for it."""

from harnpy.semantics.facts.answers import Facts
from harnpy.syntax.nodes import Node


class FactTypes:
    """Answers from the facts that lowering uses."""

    __slots__ = ("_facts",)

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def kinds(self, node: Node) -> frozenset[str] | None:
        """The kinds that the value may have; None: unknown."""
        return self._facts.kinds(node)

    def shown(self, node: Node) -> str | None:
        """The kinds in words; None: unknown."""
        kinds = self._facts.kinds(node)
        return " | ".join(sorted(kinds)) if kinds else None
