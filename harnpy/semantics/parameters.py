"""Parameters of two functions that meet: which take one argument in both, what type parameters become."""

from harnpy.semantics.generics import Found, bind, instantiate
from harnpy.semantics.typeforms import Fn, Param, Type


def opened(actual: Fn, expected: Fn) -> Fn:
    """A generic function with its type parameters chosen for the function type it should fit."""
    if not actual.variables:
        return actual
    found: Found = {}
    own = frozenset(one.info for one in actual.variables)
    for ours, theirs in parameter_pairs(actual, expected):
        bind(ours, theirs, found, own)
    return instantiate(actual, found)


def parameter_pairs(actual: Fn, expected: Fn) -> list[tuple[Type, Type]]:
    """Types of parameters that take one argument in both functions: of `actual`, of `expected`."""
    pairs: list[tuple[Type, Type]] = []
    for at, wanted in enumerate(expected.params):
        mine = _param_at(actual.params, at)
        if mine is None:
            break
        pairs.append((mine.type, wanted.type))
    return pairs


def _param_at(params: tuple[Param, ...], at: int) -> Param | None:
    if at < len(params):
        return params[at]
    return params[-1] if params and params[-1].rest else None
