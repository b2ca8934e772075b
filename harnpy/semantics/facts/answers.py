"""What the analysis found, asked by node: kinds, intervals, elements, callees, parameters, results."""

from collections.abc import Mapping

from harnpy.semantics.facts.kinds import (
    BITS,
    CLOSURE,
    ENUM,
    INT,
    LIST,
    NAMES,
    OTHER,
    STRUCT,
    UNKNOWN,
    Value,
)
from harnpy.semantics.facts.versions import fast_record, tested
from harnpy.semantics.facts.world import World
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node


class Facts:
    """Facts about one module. Every question has an answer for every node: unknown where nothing is certain.

    A fact about an expression holds whenever its evaluation ends normally. An Assignment stands for the value
    it assigns, its target (when `op` is given) for the value it had before; a BindName, PBind or TypedParam
    for the value that it is bound to.
    """

    __slots__ = ("_fast", "_names", "_record", "_versions", "_world")

    def __init__(self, world: World | None, record: Mapping[Node, Value]) -> None:
        self._world = world
        self._record = record
        self._names: dict[int, frozenset[str]] = {}
        self._versions: dict[Node, tuple[int, ...]] = {}
        self._fast: dict[Node, Facts] = {}

    def value(self, node: Node) -> Value:
        """The abstract value of an expression."""
        return self._record.get(node, UNKNOWN)

    def kinds(self, node: Node) -> frozenset[str] | None:
        """The kinds, as `type_of` names them, that the value may have; None: unknown."""
        found = self._record.get(node)
        return None if found is None else self._kinds_of(found)

    def _kinds_of(self, value: Value) -> frozenset[str] | None:
        mask = value.mask
        if mask & OTHER or not mask:
            return None
        names = self._names.get(mask)
        if names is None:
            names = self._names[mask] = frozenset(name for name in NAMES if mask & BITS[name])
        return names

    def interval(self, node: Node) -> tuple[int, int] | None:
        """Bounds of a value that is certainly an int.

        The result of an operator has one only if its exact result cannot leave 64 bits; where it can, the
        kinds are int and float.
        """
        found = self._record.get(node)
        return (found.lo, found.hi) if found is not None and found.mask == INT else None

    def element_kinds(self, node: Node) -> frozenset[str] | None:
        """Kinds of the elements of what is certainly a list; None: unknown, or certainly empty."""
        elem = self.element(node)
        return None if elem is None else self._kinds_of(elem)

    def element(self, node: Node) -> Value | None:
        """The abstract value of the elements of what is certainly a list."""
        found = self._record.get(node)
        return found.elem if found is not None and found.mask == LIST else None

    def struct(self, node: Node) -> nodes.StructDecl | None:
        """The declaration whose instance the value certainly is."""
        found = self.value(node)
        return found.what if found.mask == STRUCT and isinstance(found.what, nodes.StructDecl) else None

    def variant_enum(self, node: Node) -> nodes.EnumDecl | None:
        """The enum of whose name the value is certainly a variant; the variant may be one it lacks."""
        found = self.value(node)
        return found.what if found.mask == ENUM and isinstance(found.what, nodes.EnumDecl) else None

    def callee(self, node: Node) -> Node | None:
        """The function or closure that a callee expression, Call or MethodCall certainly runs."""
        if isinstance(node, nodes.MethodCall):
            return self._method(node)
        if isinstance(node, nodes.Call):
            node = node.callee
        found = self.value(node)
        what = found.what
        return what if found.mask == CLOSURE and isinstance(what, (nodes.FnDecl, nodes.Closure)) else None

    def _method(self, node: nodes.MethodCall) -> nodes.FnDecl | None:
        struct = self.struct(node.object)
        if struct is None or self._world is None:
            return None
        return self._world.methods.get(struct, {}).get(node.method)

    def param_kinds(self, function: Node, index: int) -> frozenset[str] | None:
        """Kinds of a parameter after the entry check."""
        params = _params(function)
        return self.kinds(params[index]) if 0 <= index < len(params) else None

    def two_versions(self, function: nodes.FnDecl) -> tuple[int, ...]:
        """Indexes of the parameters that a fast version tests for int; empty: one version."""
        found = self._versions.get(function)
        if found is None:
            found = () if self._world is None else tested(self._world, function)
            self._versions[function] = found
        return found

    def fast(self, function: nodes.FnDecl) -> "Facts":
        """Facts about the body of the fast version, in which the tested parameters are ints."""
        found = self._fast.get(function)
        if found is None:
            world, indexes = self._world, self.two_versions(function)
            record = None if world is None or not indexes else fast_record(world, function, indexes)
            found = self._fast[function] = self if record is None else Facts(world, record)
        return found


def _params(function: Node) -> tuple[nodes.TypedParam, ...]:
    if isinstance(function, (nodes.FnDecl, nodes.Closure, nodes.ToolDecl, nodes.Pipeline)):
        return function.params
    return ()


NOTHING_KNOWN = Facts(None, {})
"""Facts of a module that was not analysed."""
