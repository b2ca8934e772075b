"""Why a type does not satisfy an interface, in the words of HARN-TYP-015."""

from harnpy.semantics.generics import flat
from harnpy.semantics.relation import Relation, Unmet, fits
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
    unmet = Relation().unmet(actual, interface)
    if unmet and unmet[0].kind == "missing":
        return f"missing method(s): {', '.join(one.name for one in unmet)}"
    return _text(unmet[0]) if unmet else "only named types can satisfy interfaces"


def _text(unmet: Unmet) -> str:
    found = display(unmet.found) if isinstance(unmet.found, Type) else str(unmet.found)
    wanted = display(unmet.wanted) if isinstance(unmet.wanted, Type) else str(unmet.wanted)
    name = unmet.name
    if unmet.kind == "count":
        return f"method '{name}' has {found} parameter(s), expected {wanted}"
    if unmet.kind == "parameter":
        return f"method '{name}' parameter {unmet.at} has type '{found}', expected '{wanted}'"
    if unmet.kind == "result":
        return f"method '{name}' returns '{found}', expected '{wanted}'"
    return f"associated type '{name}' resolves to '{found}', expected '{wanted}'"
