"""Instants and their text: seconds since 1970 in, calendar fields, formatted text or ISO text out, and back.

Names of months and days are English whatever the locale of the machine is.
"""

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from harnpy.values.faults import Thrown
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NOON = 12
_FRACTION_DIGITS = 6


def number_of(ms: int) -> int | float:
    """Milliseconds as seconds: an int when they are whole."""
    return ms // 1000 if ms % 1000 == 0 else ms / 1000


def zone_of(name: Value, builtin: str) -> tzinfo:
    """The time zone of a name of the IANA data base; UTC for nil."""
    if name is None or name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError) as missing:
        raise Thrown(f"{builtin}: unknown timezone '{name}'") from missing


def instant(value: Value, builtin: str) -> int | float:
    """The seconds of a timestamp or of a date dict."""
    found: Value = value.get("timestamp") if value.__class__ is dict else value
    if found.__class__ is not int and found.__class__ is not float:
        raise Thrown(f"{builtin}: missing timestamp argument")
    return found


def local(value: Value, zone: Value, builtin: str) -> datetime:
    """The calendar fields of an instant in a time zone."""
    seconds = instant(value, builtin)
    try:
        return (_EPOCH + timedelta(microseconds=round(seconds * 1_000_000))).astimezone(
            zone_of(zone, builtin)
        )
    except (OverflowError, ValueError) as beyond:
        raise Thrown(f"{builtin}: timestamp out of range") from beyond


def seconds_of(moment: datetime) -> int | float:
    """The seconds since 1970 of a moment: an int when they are whole."""
    past = moment - _EPOCH
    whole = past.days * 86_400 + past.seconds
    return whole + past.microseconds / 1_000_000 if past.microseconds else whole


def weekday(moment: datetime) -> int:
    """Day of the week from 0, which is Sunday."""
    return moment.isoweekday() % 7


def iso(moment: datetime) -> str:
    """RFC 3339 text with the offset in hours and minutes; a fraction only when there is one."""
    return moment.isoformat(timespec="milliseconds" if moment.microsecond else "seconds")


def iso_utc(ms: int) -> str:
    """`2026-01-02T03:04:05.678Z` for milliseconds since 1970."""
    moment = _EPOCH + timedelta(milliseconds=ms)
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def offset_text(moment: datetime, colon: str) -> str:
    """The offset from UTC as `+09:00` or `+0900`."""
    seconds = offset_seconds(moment)
    minutes = abs(seconds) // 60
    return f"{'-' if seconds < 0 else '+'}{minutes // 60:02}{colon}{minutes % 60:02}"


def offset_seconds(moment: datetime) -> int:
    """Seconds that local time is ahead of UTC."""
    offset = moment.utcoffset()
    return 0 if offset is None else offset.days * 86_400 + offset.seconds


def format_date(moment: datetime, pattern: str) -> str:
    """Text of a moment by a pattern with `%` codes; an unknown code stays as it is written."""
    out: list[str] = []
    at = 0
    while at < len(pattern):
        mark = pattern.find("%", at)
        if mark < 0 or mark + 1 == len(pattern):
            out.append(pattern[at:])
            break
        out.append(pattern[at:mark])
        code, at = _code_at(pattern, mark + 1)
        out.append(_text_of(moment, code))
    return "".join(out)


def _code_at(pattern: str, start: int) -> tuple[str, int]:
    """The code that begins at `start` and where it ends: one letter after flags such as `-`, `.3`, `:`."""
    end = start
    while end < len(pattern) - 1 and pattern[end] in "-_0:.#123456789":
        end += 1
    return pattern[start : end + 1], end + 1


def _text_of(moment: datetime, code: str) -> str:
    letter = code[-1]
    if letter == "f" and code != "f":
        digits = f"{moment.microsecond:06}000"
        width = int(code.strip(".f") or "9")
        return ("." if code.startswith(".") else "") + digits[:width]
    if letter == "z":
        return offset_text(moment, ":" if ":" in code else "")
    composed = _COMPOSED.get(letter)
    if composed is not None:
        return format_date(moment, composed)
    maker = _CODES.get(letter)
    if maker is None:
        return "%" + code
    text = maker(moment)
    flag = code[0]
    if flag == "-" and text[:1].isdigit():
        return text.lstrip("0 ") or "0"
    if flag == "_":
        return text.lstrip("0").rjust(len(text)) if text.strip("0") else "0".rjust(len(text))
    return text


_COMPOSED = {
    "F": "%Y-%m-%d",
    "T": "%H:%M:%S",
    "R": "%H:%M",
    "D": "%m/%d/%y",
    "x": "%m/%d/%y",
    "X": "%H:%M:%S",
    "r": "%I:%M:%S %p",
    "c": "%a %b %e %H:%M:%S %Y",
    "v": "%e-%b-%Y",
    "+": "%Y-%m-%dT%H:%M:%S%:z",
}
_CODES: "dict[str, Callable[[datetime], str]]" = {
    "Y": lambda moment: f"{moment.year:04}",
    "C": lambda moment: f"{moment.year // 100:02}",
    "y": lambda moment: f"{moment.year % 100:02}",
    "m": lambda moment: f"{moment.month:02}",
    "b": lambda moment: MONTHS[moment.month - 1][:3],
    "h": lambda moment: MONTHS[moment.month - 1][:3],
    "B": lambda moment: MONTHS[moment.month - 1],
    "d": lambda moment: f"{moment.day:02}",
    "e": lambda moment: f"{moment.day:2}",
    "a": lambda moment: DAYS[weekday(moment)][:3],
    "A": lambda moment: DAYS[weekday(moment)],
    "w": lambda moment: str(weekday(moment)),
    "u": lambda moment: str(moment.isoweekday()),
    "U": lambda moment: f"{(_day_of_year(moment) + 6 - weekday(moment)) // 7:02}",
    "W": lambda moment: f"{(_day_of_year(moment) + 7 - moment.isoweekday()) // 7:02}",
    "G": lambda moment: f"{moment.isocalendar().year:04}",
    "g": lambda moment: f"{moment.isocalendar().year % 100:02}",
    "V": lambda moment: f"{moment.isocalendar().week:02}",
    "j": lambda moment: f"{_day_of_year(moment):03}",
    "H": lambda moment: f"{moment.hour:02}",
    "k": lambda moment: f"{moment.hour:2}",
    "I": lambda moment: f"{_clock_hour(moment):02}",
    "l": lambda moment: f"{_clock_hour(moment):2}",
    "P": lambda moment: "am" if moment.hour < _NOON else "pm",
    "p": lambda moment: "AM" if moment.hour < _NOON else "PM",
    "M": lambda moment: f"{moment.minute:02}",
    "S": lambda moment: f"{moment.second:02}",
    "f": lambda moment: f"{moment.microsecond:06}000",
    "Z": lambda moment: moment.tzname() or "UTC",
    "s": lambda moment: str(int((moment - _EPOCH).total_seconds() // 1)),
    "t": lambda moment: "\t",
    "n": lambda moment: "\n",
    "%": lambda moment: "%",
}


def _day_of_year(moment: datetime) -> int:
    return moment.timetuple().tm_yday


def _clock_hour(moment: datetime) -> int:
    return (moment.hour + _NOON - 1) % _NOON + 1


def parse_date(text: str) -> int | float:
    """Seconds since 1970 of RFC 3339 text, of a date, or of a date and a time in UTC."""
    try:
        return _parse(text)
    except ValueError as wrong:
        raise Thrown(f"Cannot parse date: {text}") from wrong


def _parse(text: str) -> int | float:
    if not text.isascii():
        raise ValueError(text)
    date, mark, rest = text[:10], text[10:11], text[11:]
    year, month, day = (_digits(part, size) for part, size in zip(date.split("-", 2), (4, 2, 2), strict=True))
    moment = datetime(year, month, day, tzinfo=UTC)
    if not mark and not rest:
        return seconds_of(moment)
    if mark not in ("T", "t", " "):
        raise ValueError(text)
    clock, offset = _split_offset(rest)
    clock, _, fraction = clock.partition(".")
    parts = [_digits(part, 2) for part in clock.split(":")]
    if len(parts) not in (2, 3) or (fraction and not fraction.isdigit()):
        raise ValueError(text)
    micros = int(fraction[:_FRACTION_DIGITS].ljust(_FRACTION_DIGITS, "0")) if fraction else 0
    # A leap second counts as the second before it.
    second = min(parts[2], 59) if len(parts) == 3 and parts[2] == 60 else sum(parts[2:])
    moment = moment.replace(hour=parts[0], minute=parts[1], second=second, microsecond=micros)
    return seconds_of(moment - timedelta(seconds=offset))


def _split_offset(text: str) -> tuple[str, int]:
    if text[-1:] in ("Z", "z"):
        return text[:-1], 0
    sign = max(text.rfind("+"), text.rfind("-"))
    if sign < 0:
        return text, 0
    hours, _, minutes = text[sign + 1 :].partition(":")
    seconds = _digits(hours, 2) * 3600 + _digits(minutes, 2) * 60
    return text[:sign], -seconds if text[sign] == "-" else seconds


def _digits(text: str, size: int) -> int:
    if len(text) != size or not text.isdigit():
        raise ValueError(text)
    return int(text)
