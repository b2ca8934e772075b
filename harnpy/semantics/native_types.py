"""Types of natives, read from the signatures in the catalog."""

from harnpy.catalog.model import Catalog, Row
from harnpy.semantics.annotations import read
from harnpy.semantics.typeforms import NUMBER, UNTYPED, Fn, Param, Type, Var, VarInfo
from harnpy.syntax.nodes import AppliedType, NamedType
from harnpy.syntax.parser import parse_signature

RECEIVER = {
    "list": ("T",),
    "set": ("T",),
    "iter": ("T",),
    "generator": ("T",),
    "stream": ("T",),
    "dict": ("K", "V"),
    "pair": ("A", "B"),
}
"""Names that the signatures of methods use for the type arguments of their receiver, by kind."""


class Natives:
    """Types of natives. Each signature is parsed when it is first asked for."""

    __slots__ = ("_catalog", "_receivers", "_types")

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._types: dict[Row, Fn] = {}
        self._receivers: dict[str, tuple[Var, ...]] = {}

    def receiver(self, kind: str) -> tuple[Var, ...]:
        """What stands for the type arguments of the receiver in the methods of a kind."""
        found = self._receivers.get(kind)
        if found is None:
            found = tuple(Var(VarInfo(name)) for name in RECEIVER.get(kind, ()))
            self._receivers[kind] = found
        return found

    def of(self, row: Row) -> Fn:
        """The type of the native that a row describes."""
        found = self._types.get(row)
        if found is None:
            found = self._types[row] = self._read(row)
        return found

    def _read(self, row: Row) -> Fn:
        decl = parse_signature(row.signature)
        scope = {one.info.name: one for one in self.receiver(row.owner)}
        own = tuple(Var(VarInfo(one.name)) for one in decl.type_params if one.name not in scope)
        scope |= {one.info.name: one for one in own}

        def look_up(node: NamedType | AppliedType, _args: tuple[Type, ...]) -> Type | None:
            return scope.get(node.name)

        params = tuple(
            Param(
                UNTYPED if one.type_expr is None else read(one.type_expr, look_up),
                one.name,
                one.default is not None,
                one.rest,
            )
            for one in decl.params
        )
        result = UNTYPED if decl.return_type is None else read(decl.return_type, look_up)
        if result == NUMBER:
            # The sum of ints is an int, that of floats a float: no signature says which it is here.
            result = UNTYPED
        return Fn(params, result, own)
