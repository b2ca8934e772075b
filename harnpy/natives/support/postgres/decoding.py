"""Results of the driver in, rows of the program out: a table from types to what makes a value of a text."""

import struct

from psycopg.pq import Escaping

from harnpy.natives.support.postgres import texts
from harnpy.natives.support.postgres.failures import Failure
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value
from harnpy.values.text import parse_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from psycopg.pq.abc import PGresult

    from harnpy.natives.support.postgres.texts import Decode

LOOKUP = (
    "select t.oid, t.typname, t.typdelim, e.typname, e.typcategory, e.typtype, e.typbasetype "
    "from pg_catalog.pg_type t left join pg_catalog.pg_type e on e.typarray = t.oid "
    "where t.oid = any($1::oid[])"
)
"""Asks about types that a database has of its own; `described` takes the rows."""

_FIRST_OWN_TYPE = 16384
_DATE = 10


def _text(raw: bytes) -> str:
    return raw.decode()


def _bool(raw: bytes) -> bool:
    return raw == b"t"


def _real(raw: bytes) -> float:
    """A float32 as what it is exactly: the server's digits only tell it from its neighbours."""
    (widened,) = struct.unpack("f", struct.pack("f", float(raw)))
    return widened


def _bytes(raw: bytes) -> bytes:
    if raw.startswith(b"\\x"):
        return bytes.fromhex(raw[2:].decode())
    return bytes(Escaping().unescape_bytea(raw))


def _json(raw: bytes) -> Value:
    return parse_json(raw.decode())


def _timestamp(raw: bytes) -> str:
    """ISO 8601; what has no such form, such as infinity, stays the server's text."""
    text = raw.decode()
    if text[_DATE : _DATE + 1] != " " or text[4:5] != "-" or text.endswith("BC"):
        return text
    return f"{text[:_DATE]}T{text[_DATE + 1 :]}"


def _instant(raw: bytes) -> str:
    """As `_timestamp`, with the zone as ISO 8601 spells it."""
    text = _timestamp(raw)
    if text[_DATE : _DATE + 1] != "T":
        return text
    if text.endswith("+00"):
        return f"{text[:-3]}Z"
    return f"{text}:00" if text[-3] in "+-" else text


def _composed(parse: "Callable[[str], Value]") -> "Decode":
    return lambda raw: parse(raw.decode())


def _array_of(decode: "Decode", delimiter: str = ",") -> "Decode":
    return lambda raw: texts.array(raw.decode(), delimiter, decode)


def _range_of(decode: "Decode") -> "Decode":
    return lambda raw: texts.span(raw.decode(), decode)


# Type, its array, what makes a value of its text.
_SCALARS: tuple[tuple[int, int, "Decode"], ...] = (
    (16, 1000, _bool),
    (17, 1001, _bytes),
    (19, 1003, _text),
    (20, 1016, int),
    (21, 1005, int),
    (23, 1007, int),
    (25, 1009, _text),
    (114, 199, _json),
    (600, 1017, _composed(texts.point)),
    (601, 1018, _composed(texts.segment)),
    (602, 1019, _composed(texts.path)),
    (603, 1020, _composed(texts.box)),
    (604, 1027, _composed(texts.polygon)),
    (628, 629, _composed(texts.line)),
    (700, 1021, _real),
    (701, 1022, float),
    (718, 719, _composed(texts.circle)),
    (1042, 1014, _text),
    (1043, 1015, _text),
    (1082, 1182, _text),
    (1083, 1183, _text),
    (1114, 1115, _timestamp),
    (1184, 1185, _instant),
    (1700, 1231, _text),
    (2950, 2951, _text),
    (3802, 3807, _json),
    (3904, 3905, _range_of(int)),
    (3906, 3907, _range_of(_text)),
    (3908, 3909, _range_of(_timestamp)),
    (3910, 3911, _range_of(_instant)),
    (3912, 3913, _range_of(_text)),
    (3926, 3927, _range_of(int)),
)
_BOXES = 1020
_KNOWN: dict[int, "Decode"] = {
    **{oid: decode for oid, _, decode in _SCALARS},
    **{many: _array_of(decode, ";" if many == _BOXES else ",") for _, many, decode in _SCALARS},
}


class Decoders:
    """What makes values of texts, for one pool: the types of the server and those that a database has."""

    __slots__ = ("_own",)

    def __init__(self) -> None:
        self._own: dict[int, Decode] = {}

    def unknown(self, result: "PGresult") -> list[int]:
        """Types of a result that must be looked up first."""
        types = {result.ftype(column) for column in range(result.nfields)}
        return [oid for oid in sorted(types) if oid >= _FIRST_OWN_TYPE and oid not in self._own]

    def described(self, rows: "Iterable[list[str | None]]") -> None:
        """Learn what the rows of `LOOKUP` say."""
        for oid, name, delimiter, *element in rows:
            decode: Decode = _composed(texts.hstore) if name == "hstore" else _text
            if element[0] is not None:
                inner = _element(*element)
                decode = _text if inner is None else _array_of(inner, delimiter or ",")
            self._own[int(oid or 0)] = decode

    def rows(self, result: "PGresult", most: int | None = None) -> list[dict[str, Value]]:
        """The rows of a result as dicts; of columns of one name the last counts."""
        own = self._own
        plan = [
            (_name(result, column), column, _KNOWN.get(oid) or own.get(oid, _text))
            for column in range(result.nfields)
            if (oid := result.ftype(column)) >= 0
        ]
        get = result.get_value
        count = result.ntuples if most is None else min(most, result.ntuples)
        found: list[dict[str, Value]] = []
        name = ""
        try:
            for row in range(count):
                made: dict[str, Value] = {}
                for name, column, decode in plan:
                    raw = get(row, column)
                    made[name] = None if raw is None else decode(raw)
                found.append(made)
        except (ValueError, IndexError, struct.error, Fault) as error:
            raise Failure(f"row decode failed: column `{name}`: {_reason(error)}") from None
        return found


def plain_rows(result: "PGresult") -> list[list[str | None]]:
    """The rows of a result as lists of the server's texts."""
    get = result.get_value
    return [
        [None if (raw := get(row, column)) is None else raw.decode() for column in range(result.nfields)]
        for row in range(result.ntuples)
    ]


def _element(name: str | None, category: str | None, kind: str | None, base: str | None) -> "Decode | None":
    """What decodes the elements of an array; None when the array stays text as a whole."""
    if name == "hstore":
        return _composed(texts.hstore)
    if kind == "d":
        return _KNOWN.get(int(base or 0))
    # Texts of other kinds, and the names of an enum.
    return _text if kind == "e" or category == "S" else None


def _name(result: "PGresult", column: int) -> str:
    return (result.fname(column) or b"").decode()


def _reason(error: Exception) -> str:
    if isinstance(error, Fault):
        return str(error.value["message"])
    return "not UTF-8" if isinstance(error, UnicodeDecodeError) else "its text has no such value"
