"""Harn values in, plain JSON data out, for what stores or sends values as JSON."""

from __future__ import annotations

from harnpy.values.kinds import Value
from harnpy.values.text import plain

_SCALARS = frozenset({str, int, float, bool, type(None)})


def to_json(value: Value) -> Value:
    """Return a value as new lists, dicts with sorted keys, and scalars, by the rules of `json_stringify`.

    A float that is not finite becomes None; everything else is kept as it is written there.
    """
    holder: list[Value] = [None]
    # What is still to be converted: (value, container of the result, place in it).
    pending: list[tuple[Value, Value, Value]] = [(value, holder, 0)]
    while pending:
        part, target, place = pending.pop()
        cls = part.__class__
        if cls in _SCALARS:
            finite = cls is not float or part - part == 0.0
            target[place] = part if finite else None
        elif cls is list:
            made: Value = [None] * len(part)
            target[place] = made
            pending.extend((item, made, index) for index, item in enumerate(part))
        elif cls is dict:
            names = sorted(part)
            made = dict.fromkeys(names)
            target[place] = made
            pending.extend((part[name], made, name) for name in names)
        else:
            pending.append((plain(part), target, place))
    return holder[0]
