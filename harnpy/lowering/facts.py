"""The questions that lowering asks about expressions, and the answers of a run without inference."""

from typing import Protocol

from harnpy.syntax.nodes import EnumDecl, Node, StructDecl


class FactsLike(Protocol):
    """Facts by node; every answer is a proof, and None means that nothing is proven (lowering.md 4)."""

    def kinds(self, expr: Node) -> frozenset[str] | None:
        """Value kinds the expression can have, as `type_of` names them."""
        ...

    def interval(self, expr: Node) -> tuple[int, int] | None:
        """Bounds of an expression that is always an int."""
        ...

    def element_kinds(self, expr: Node) -> frozenset[str] | None:
        """Kinds of the elements of an expression that is always an exact list."""
        ...

    def callee(self, expr: Node) -> Node | None:
        """The FnDecl or Closure that the expression certainly is."""
        ...

    def struct(self, expr: Node) -> StructDecl | None:
        """The struct of which the expression certainly is an instance."""
        ...

    def variant_enum(self, expr: Node) -> EnumDecl | None:
        """The enum of which the expression certainly is a variant."""
        ...

    def param_kinds(self, function: Node, index: int) -> frozenset[str] | None:
        """Kinds of a parameter after the entry check."""
        ...

    def two_versions(self, function: Node) -> tuple[int, ...]:
        """Parameters to test for int at entry of a function worth two bodies; empty for one body."""
        ...

    def fast(self, function: Node) -> "FactsLike":
        """Facts of the body in which those parameters are ints."""
        ...


class NoFacts:
    """Inference off: every guard stays."""

    def kinds(self, expr: Node) -> frozenset[str] | None:
        """Only what the node itself is."""
        return None

    def interval(self, expr: Node) -> tuple[int, int] | None:
        """Nothing."""
        return None

    def element_kinds(self, expr: Node) -> frozenset[str] | None:
        """Nothing."""
        return None

    def callee(self, expr: Node) -> Node | None:
        """Nothing."""
        return None

    def struct(self, expr: Node) -> StructDecl | None:
        """Nothing."""
        return None

    def variant_enum(self, expr: Node) -> EnumDecl | None:
        """Nothing."""
        return None

    def param_kinds(self, function: Node, index: int) -> frozenset[str] | None:
        """Nothing."""
        return None

    def two_versions(self, function: Node) -> tuple[int, ...]:
        """One body."""
        return ()

    def fast(self, function: Node) -> FactsLike:
        """Itself."""
        return self
