"""What a written type promises of a value that passed its run-time check (language.md 4.7)."""

from harnpy.semantics.facts.kinds import (
    BITS,
    BOOL_VALUE,
    DICT,
    ENUM,
    FLOAT,
    FLOAT_VALUE,
    INT,
    LIST,
    NIL_VALUE,
    NUMBER,
    STRING_VALUE,
    STRUCT,
    UNKNOWN,
    Value,
    container,
    integer,
    join,
    or_nil,
)
from harnpy.semantics.facts.world import World
from harnpy.semantics.symbols import SymbolKind
from harnpy.syntax import nodes

_DEEPEST_ALIAS = 8
_NAMED: dict[str, Value] = {
    "int": Value(INT),
    "float": Value(NUMBER),
    "number": Value(NUMBER),
    "string": STRING_VALUE,
    "bool": BOOL_VALUE,
    "true": BOOL_VALUE,
    "false": BOOL_VALUE,
    "nil": NIL_VALUE,
    "bytes": Value(BITS["bytes"]),
    "decimal": Value(BITS["decimal"]),
    "duration": Value(BITS["duration"]),
    "list": Value(LIST),
    "range": Value(BITS["range"]),
    # A struct passes where a dict is wanted.
    "dict": Value(DICT | STRUCT),
}
_DECLARED = frozenset(
    {
        SymbolKind.STRUCT,
        SymbolKind.ENUM,
        SymbolKind.TYPE,
        SymbolKind.TYPE_PARAM,
        SymbolKind.INTERFACE,
        SymbolKind.IMPORT,
    }
)


def admitted(world: World, written: nodes.TypeNode | None, depth: int = 0) -> Value:
    """The values that pass the check of a parameter or binding of type `written`."""
    if written is None or depth > _DEEPEST_ALIAS:
        return UNKNOWN
    if isinstance(written, nodes.NamedType):
        return _named(world, written, depth)
    if isinstance(written, nodes.OptionalType):
        return or_nil(admitted(world, written.inner, depth + 1))
    if isinstance(written, nodes.UnionType):
        result = admitted(world, written.members[0], depth + 1)
        for member in written.members[1:]:
            result = join(result, admitted(world, member, depth + 1))
        return result
    if isinstance(written, nodes.ListType):
        return container(LIST, admitted(world, written.element, depth + 1))
    if isinstance(written, nodes.AppliedType):
        return _applied(world, written, depth)
    return _literal(written)


def _literal(written: nodes.TypeNode) -> Value:
    if isinstance(written, nodes.LitStrType):
        return STRING_VALUE
    if isinstance(written, nodes.LitIntType):
        return join(integer(written.value, written.value), FLOAT_VALUE)
    if isinstance(written, nodes.ShapeType):
        return Value(DICT | STRUCT)
    return UNKNOWN


def _applied(world: World, written: nodes.AppliedType, depth: int) -> Value:
    if world.bindings.symbols.get(written) is None:
        if written.name == "list" and len(written.args) == 1:
            return container(LIST, admitted(world, written.args[0], depth + 1))
        if written.name in {"list", "dict"}:
            return _NAMED[written.name]
    return UNKNOWN


def _named(world: World, written: nodes.NamedType, depth: int) -> Value:
    symbol = world.bindings.symbols.get(written)
    if symbol is None or symbol.kind not in _DECLARED:
        return _NAMED.get(written.name, UNKNOWN)
    declared = symbol.node
    if symbol.kind is SymbolKind.STRUCT and isinstance(declared, nodes.StructDecl):
        return Value(STRUCT, what=declared if world.sole(declared) else None)
    if symbol.kind is SymbolKind.ENUM and isinstance(declared, nodes.EnumDecl):
        return Value(ENUM, what=declared if world.sole(declared) else None)
    if symbol.kind is SymbolKind.TYPE and isinstance(declared, nodes.TypeDecl) and not declared.type_params:
        return admitted(world, declared.type_expr, depth + 1)
    return UNKNOWN


def fitted(value: Value, wanted: Value) -> Value:
    """`value` after a check that only values of `wanted` pass."""
    if wanted is UNKNOWN:
        return value
    if value is UNKNOWN:
        return wanted
    kept = value.mask & wanted.mask
    if not kept:
        return Value(0)
    elem = wanted.elem if value.elem is None else value.elem
    result = container(kept, elem, value.fields if kept & DICT else None)
    result.lo, result.hi = value.lo, value.hi
    result.what = wanted.what if value.what is None else value.what
    if kept & INT and (wanted.lo > value.lo or wanted.hi < value.hi) and not wanted.mask & FLOAT:
        result.lo, result.hi = max(value.lo, wanted.lo), min(value.hi, wanted.hi)
    return result
