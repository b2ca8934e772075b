"""Values of a program in, parameters of declared types for the driver out."""

from math import isfinite

import psycopg
from psycopg.adapt import AdaptersMap, Dumper
from psycopg.types.bool import BoolBinaryDumper
from psycopg.types.numeric import FloatBinaryDumper, Int8BinaryDumper
from psycopg.types.string import BytesBinaryDumper, StrBinaryDumper

from harnpy.natives.support.postgres.failures import alone
from harnpy.storage.conversion import Refused, data
from harnpy.values.containers import DecimalValue, DurationValue, SetValue
from harnpy.values.display import display
from harnpy.values.kinds import Value
from harnpy.values.records import StructValue
from harnpy.values.text import json_compact

_NUMERIC, _JSONB = 1700, 3802
NULL_TYPES = (25, 1700, 1184, 2950, 16, 3802)
"""What a NULL is tried as: text, then what can be compared with most other types."""
_NULLS: dict[int, Value] = {oid: type("Null", (), {"__slots__": ()})() for oid in NULL_TYPES}
_AS_THEY_ARE = frozenset({type(None), bool, int, str, bytes})
_NOT_FINITE = "pg bind: non-finite float (NaN/Infinity) cannot be bound to a Postgres parameter"


class Numeric:
    """A decimal number as text."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class Json:
    """A value as JSON text."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class _NumericDumper(Dumper):
    oid = _NUMERIC

    def dump(self, obj: Numeric) -> bytes:
        return obj.text.encode()


class _JsonDumper(Dumper):
    oid = _JSONB

    def dump(self, obj: Json) -> bytes:
        return obj.text.encode()


class _NullDumper(Dumper):
    def dump(self, obj: Value) -> None:
        return None


def adapters() -> AdaptersMap:
    """How the driver writes parameters: every kind of value has one type, whatever its size."""
    made = AdaptersMap(psycopg.adapters)
    for kind, dumper in (
        (bool, BoolBinaryDumper),
        (int, Int8BinaryDumper),
        (float, FloatBinaryDumper),
        (str, StrBinaryDumper),
        (bytes, BytesBinaryDumper),
        (Numeric, _NumericDumper),
        (Json, _JsonDumper),
    ):
        made.register_dumper(kind, dumper)
    for oid, null in _NULLS.items():
        # The driver knows a parameter by its class, so each declared NULL has one.
        made.register_dumper(null.__class__, type("NullDumper", (_NullDumper,), {"oid": oid}))
    return made


def bound(params: list[Value]) -> list[Value]:
    """The parameters as the driver takes them."""
    return [_bound(one) for one in params]


def nils_of(params: list[Value]) -> tuple[int, ...]:
    """Where the parameters are nil."""
    return tuple([index for index, one in enumerate(params) if one is None])


def typed_nils(params: list[Value], oid: int) -> list[Value]:
    """The same parameters, every nil declared to be of a type; 0 leaves that to the server."""
    return [_NULLS[oid] if one is None else one for one in params] if oid else params


def _bound(value: Value) -> Value:
    cls = value.__class__
    if cls in _AS_THEY_ARE:
        return value
    if cls is float:
        if not isfinite(value):
            raise alone(_NOT_FINITE)
        return value
    if cls is DurationValue:
        return value.ms
    if cls is DecimalValue:
        return Numeric(display(value))
    _check_floats(value)
    try:
        return Json(json_compact(data(value)))
    except Refused as refused:
        raise alone(f"pg bind: {refused}") from None


def _check_floats(value: Value) -> None:
    """Fault when a float at any depth has no form in JSON."""
    pending = [value]
    while pending:
        part = pending.pop()
        if part.__class__ is float and not isfinite(part):
            raise alone(_NOT_FINITE)
        pending += _parts(part)


def _parts(value: Value) -> list[Value]:
    if value.__class__ is list:
        return value
    if value.__class__ is dict:
        return list(value.values())
    if value.__class__ is SetValue:
        return list(value.items.values())
    if isinstance(value, StructValue):
        return list(value.fields.values())
    return []
