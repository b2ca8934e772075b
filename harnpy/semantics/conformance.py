"""The methods of a type against those of an interface: what is not met, as data (language.md 5.6)."""

from harnpy.semantics.generics import bind
from harnpy.semantics.shapes import Holds
from harnpy.semantics.substitution import Found, arguments, instantiate, substitute
from harnpy.semantics.typeforms import UNTYPED, Enum, Fn, Interface, Struct, Type


class Unmet:
    """One demand of an interface that a type does not meet.

    kind      missing, count, parameter, result or associated
    name      the method or the associated type
    found     what the type has: a type, or a number of parameters
    wanted    what the interface wants
    at        number of the parameter, from 1
    """

    __slots__ = ("at", "found", "kind", "name", "wanted")

    def __init__(
        self, kind: str, name: str, found: Type | int = 0, wanted: Type | int = 0, at: int = 0
    ) -> None:
        self.kind = kind
        self.name = name
        self.found = found
        self.wanted = wanted
        self.at = at


def unmet(actual: Struct | Enum | Interface, expected: Interface, holds: Holds) -> list[Unmet]:
    """What a named type lacks of an interface: all missing methods, or the first other problem."""
    given = arguments(actual.info.variables, actual.args)
    inner = arguments(expected.info.variables, expected.args)
    missing = [name for name in expected.info.methods if name not in actual.info.methods]
    if missing:
        return [Unmet("missing", name) for name in missing]
    pairs: dict[str, tuple[Fn, Fn]] = {}
    for name, method in expected.info.methods.items():
        mine, wanted = substitute(actual.info.methods[name], given), substitute(method, inner)
        assert isinstance(mine, Fn)
        assert isinstance(wanted, Fn)
        if len(mine.params) != len(wanted.params):
            return [Unmet("count", name, len(mine.params), len(wanted.params))]
        pairs[name] = _of_one_build(mine, wanted)
    return _of_types(pairs, expected, holds)


def _of_one_build(mine: Fn, wanted: Fn) -> tuple[Fn, Fn]:
    """Two methods whose own type parameters are the same: they go by position."""
    if len(mine.variables) == len(wanted.variables):
        given = {one.info: other for one, other in zip(mine.variables, wanted.variables, strict=True)}
        return (instantiate(mine, given) if given else mine), wanted
    return instantiate(mine, {}), instantiate(wanted, {})


def _of_types(pairs: dict[str, tuple[Fn, Fn]], expected: Interface, holds: Holds) -> list[Unmet]:
    assoc = _associated(pairs, expected)
    for name, (mine, wanted) in pairs.items():
        for at, (ours, theirs) in enumerate(zip(mine.params, wanted.params, strict=True), 1):
            want = substitute(theirs.type, assoc)
            if not holds(want, ours.type):
                return [Unmet("parameter", name, ours.type, want, at)]
        want = substitute(wanted.result, assoc)
        if not holds(mine.result, want):
            return [Unmet("result", name, mine.result, want)]
    for name, default in expected.info.assoc.items():
        found = assoc[expected.info.assoc_vars[name].info]
        if default is not None and not holds(found, default):
            return [Unmet("associated", name, found, default)]
    return []


def _associated(pairs: dict[str, tuple[Fn, Fn]], expected: Interface) -> Found:
    """What the associated types stand for: the types that their uses give, joined."""
    variables = [one.info for one in expected.info.assoc_vars.values()]
    found: Found = {}
    if variables:
        for mine, wanted in pairs.values():
            bind(wanted, mine, found, frozenset(variables))
    return {one: found.get(one, UNTYPED) for one in variables}
