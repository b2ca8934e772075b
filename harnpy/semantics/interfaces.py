"""Why a type does not satisfy an interface, in the words of HARN-TYP-015."""

from harnpy.semantics.conformance import Unmet, unmet
from harnpy.semantics.relation import fits
from harnpy.semantics.substitution import flat
from harnpy.semantics.type_names import display
from harnpy.semantics.typeforms import Enum, Interface, Struct, Type, Var, members_of


def reason(actual: Type, interface: Interface) -> str | None:
    """What `actual` lacks of `interface`; None when it satisfies it."""
    whole = flat(actual)
    if fits(whole, interface):
        return None
    for one in members_of(whole):
        if not fits(one, interface):
            return _reason_of(one, interface)
    return None


def _reason_of(actual: Type, interface: Interface) -> str:
    if isinstance(actual, Var) and any(isinstance(one, Interface) for one in actual.info.bounds):
        known = {
            name for one in actual.info.bounds if isinstance(one, Interface) for name in one.info.methods
        }
        missing = [name for name in interface.info.methods if name not in known]
        return (
            f"missing method(s): {', '.join(missing)}"
            if missing
            else "only named types can satisfy interfaces"
        )
    if not isinstance(actual, (Struct, Enum, Interface)):
        return "only named types can satisfy interfaces"
    problems = unmet(actual, interface, fits)
    if problems and problems[0].kind == "missing":
        return f"missing method(s): {', '.join(one.name for one in problems)}"
    return _text(problems[0]) if problems else "only named types can satisfy interfaces"


def _text(problem: Unmet) -> str:
    found = display(problem.found) if isinstance(problem.found, Type) else str(problem.found)
    wanted = display(problem.wanted) if isinstance(problem.wanted, Type) else str(problem.wanted)
    name = problem.name
    if problem.kind == "count":
        return f"method '{name}' has {found} parameter(s), expected {wanted}"
    if problem.kind == "parameter":
        return f"method '{name}' parameter {problem.at} has type '{found}', expected '{wanted}'"
    if problem.kind == "result":
        return f"method '{name}' returns '{found}', expected '{wanted}'"
    return f"associated type '{name}' resolves to '{found}', expected '{wanted}'"
