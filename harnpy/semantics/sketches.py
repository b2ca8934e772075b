"""Quick tests for shapes against long unions: names of required fields, values of literal fields."""

from harnpy.semantics.substitution import expand
from harnpy.semantics.typeforms import Field, Lit, Shape, Type


class _Sketch:
    """What tells quickly that a shape does not fit a member of a union."""

    __slots__ = ("literals", "member", "required")

    def __init__(self, member: Type) -> None:
        whole = expand(member)
        fields = whole.fields if isinstance(whole, Shape) else ()
        self.member = member
        self.required = frozenset([one.name for one in fields if not one.optional])
        self.literals = _literals(fields)

    def suits(self, names: frozenset[str], literals: dict[str, str | int]) -> bool:
        """Are all required fields among `names`, and the literal fields of both the same?"""
        for name, value in self.literals.items():
            if literals.get(name, value) != value:
                return False
        return self.required <= names


_ByField = dict[str, dict[str | int, list[_Sketch]]]
"""Members of a union by the name and the value of their first literal field; both empty without one."""


class Sketches:
    """Sketches of the members of unions, made once per union."""

    __slots__ = ("_made",)

    def __init__(self) -> None:
        # The members are kept besides, so that no other tuple can get their `id`.
        self._made: dict[int, tuple[tuple[Type, ...], _ByField]] = {}

    def likely(self, actual: Shape, members: tuple[Type, ...]) -> tuple[Type, ...]:
        """The members whose required fields a closed shape has, and whose literal fields agree with it."""
        kept = self._made.get(id(members))
        if kept is None:
            kept = self._made[id(members)] = (members, _by_field(members))
        names = frozenset([one.name for one in actual.fields])
        literals = _literals(actual.fields)
        found: list[Type] = []
        for name, by_value in kept[1].items():
            value = literals.get(name)
            for sketches in by_value.values() if value is None else (by_value.get(value, ()),):
                found += [one.member for one in sketches if one.suits(names, literals)]
        return tuple(found)


def _by_field(members: tuple[Type, ...]) -> _ByField:
    found: _ByField = {}
    for one in map(_Sketch, members):
        name, value = next(iter(one.literals.items()), ("", ""))
        found.setdefault(name, {}).setdefault(value, []).append(one)
    return found


def _literals(fields: tuple[Field, ...]) -> dict[str, str | int]:
    return {one.name: one.type.value for one in fields if isinstance(one.type, Lit)}
