"""A value in, a hashable key out: two values are one element of a set exactly when their keys are equal.

Scalars are their own keys where Python agrees with Harn (`1` and `1.0` are one element). A container's key is
one flat tuple of tokens, each self-delimiting: a marker class, a count, then the parts. Nested tuples would
do too, but hashing those recurses in C and crashes on deep values.
"""

from __future__ import annotations

from math import isnan

from harnpy.values.kinds import FunctionType, Value, kind_of_class

_PLAIN = frozenset({int, str, type(None), bytes, FunctionType})


class _Bool:
    """Marker: Python takes `True` and `1` for equal."""


class _NaN:
    """Marker: the one key of every NaN."""


class _Enum:
    """Marker of a variant."""


class _Struct:
    """Marker of a struct instance."""


class _Pair:
    """Marker of a pair."""


class _Set:
    """Marker of a set."""


class _Range:
    """Marker of a range."""


class _Duration:
    """Marker of a duration."""


class _Decimal:
    """Marker of a decimal."""


_NAN_KEY = (_NaN,)


def structural_key(value: Value) -> object:
    """Return the hashable key of a value; handles and functions count by identity."""
    cls = value.__class__
    if cls in _PLAIN:
        return value
    if cls is float:
        return _NAN_KEY if isnan(value) else value
    if cls is bool:
        return (_Bool, value)
    tokens: list[object] = []
    # Parts still to be written, last first.
    pending: list[Value] = [value]
    while pending:
        part = pending.pop()
        cls = part.__class__
        if cls in _PLAIN:
            tokens.append(part)
        elif cls is list:
            tokens += (list, len(part))
            pending.extend(reversed(part))
        elif cls is float:
            tokens.append(_NaN if isnan(part) else part)
        elif cls is bool:
            tokens += (_Bool, part)
        elif cls is dict:
            _push_fields(dict, part, tokens, pending)
        else:
            _write(part, tokens, pending)
    return tuple(tokens)


def _push_fields(head: object, fields: dict[str, Value], tokens: list[object], pending: list[Value]) -> None:
    tokens += (head, len(fields))
    names = sorted(fields)
    tokens.extend(names)
    pending.extend(fields[name] for name in reversed(names))


def _write(part: Value, tokens: list[object], pending: list[Value]) -> None:
    cls = part.__class__
    kind = kind_of_class(cls)
    if kind == "enum":
        fields = part.fields
        tokens += (_Enum, cls.ENUM, cls.VARIANT, len(fields))
        pending.extend(reversed(fields))
    elif kind == "struct":
        tokens += (_Struct, cls.NAME)
        _push_fields(_Struct, part.fields, tokens, pending)
    elif kind == "pair":
        tokens.append(_Pair)
        pending += (part.second, part.first)
    elif kind == "set":
        tokens += (_Set, frozenset(part.items))
    elif kind == "range":
        tokens += (_Range, part.start, part.end, _Bool, part.inclusive)
    elif kind == "duration":
        tokens += (_Duration, part.ms)
    elif kind == "decimal":
        tokens += (_Decimal, *part.normalized())
    else:
        tokens.append(part)
