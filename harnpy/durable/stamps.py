"""Stamps of records: RFC 3339 texts in, keys that sort as instants out; and default stamps from a clock."""

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_PARSED, _UNPARSED = b"\x01", b"\x00"
# Seconds since the year 1 fit into five bytes.
_SECONDS_SIZE = 6
_ORIGIN = 1 << 40
_DATE, _TIME = len("2026-01-02"), len("2026-01-02T03:04:05")
_OFFSET = len("+00:00")
_DEFAULT_SIZES = (_TIME + _OFFSET, _TIME + len(".000000") + _OFFSET)
_LEAP = 60
_USUAL = _TIME + len("Z")
_DAY_SECONDS = 86_400


def moment(stamp: str) -> bytes:
    """A key that orders stamps: as instants where both are RFC 3339, the others before them as texts."""
    found = _usual(stamp) or instant(stamp)
    if found is None:
        return _UNPARSED + stamp.encode("utf-8", "surrogatepass")
    seconds, fraction = found
    return _PARSED + (seconds + _ORIGIN).to_bytes(_SECONDS_SIZE, "big") + fraction.encode()


def instant(stamp: str) -> tuple[int, str] | None:
    """The seconds since 1970 and the digits of the fraction of an RFC 3339 date and time; None for others."""
    if len(stamp) <= _TIME or not stamp.isascii() or stamp[_DATE] not in "Tt ":
        return None
    rest = stamp[_TIME:]
    fraction = ""
    if rest[0] == ".":
        digits = rest[1:]
        fraction = digits[: len(digits) - len(digits.lstrip("0123456789"))]
        rest = rest[1 + len(fraction) :]
        if not fraction:
            return None
    offset = _offset(rest)
    seconds = _seconds(stamp[:_DATE], stamp[_DATE + 1 : _TIME])
    return None if offset is None or seconds is None else (seconds - offset, fraction.rstrip("0"))


def start_of_day(date: str) -> int | None:
    """The seconds since 1970 at which a date such as `2026-05-01` begins in UTC; None for other texts."""
    return _seconds(date, "00:00:00") if len(date) == _DATE and date.isascii() else None


def default(now_ms: int, last: str) -> str:
    """The stamp of an event that brings none; never one before `last`, the latest default stamp there is."""
    made = (_EPOCH + timedelta(milliseconds=now_ms)).isoformat()
    return last if last and moment(made) < moment(last) else made


def is_default(stamp: str) -> bool:
    """Say whether a stamp has exactly the form of those that `default` makes."""
    return len(stamp) in _DEFAULT_SIZES and stamp.endswith("+00:00") and instant(stamp) is not None


def _usual(stamp: str) -> tuple[int, str] | None:
    """As `instant`, fast, for whole seconds in UTC with a `Z`."""
    if len(stamp) != _USUAL or stamp[_TIME] != "Z" or stamp[_DATE] != "T" or stamp[13] != ":":
        return None
    try:
        found = datetime.fromisoformat(stamp) - _EPOCH
    except ValueError:
        return None
    return found.days * _DAY_SECONDS + found.seconds, ""


def _seconds(date: str, time: str) -> int | None:
    if date[4] + date[7] + time[2] + time[5] != "--::":
        return None
    numbers = (date[:4], date[5:7], date[8:], time[:2], time[3:5], time[6:])
    if not all(number.isdigit() for number in numbers):
        return None
    year, month, day, hour, minute, second = map(int, numbers)
    # A leap second counts as the first of the next minute.
    leap = second == _LEAP
    try:
        found = datetime(year, month, day, hour, minute, second - leap, tzinfo=UTC) - _EPOCH
    except ValueError:
        return None
    return found.days * _DAY_SECONDS + found.seconds + leap


def _offset(text: str) -> int | None:
    if text in ("Z", "z"):
        return 0
    hours, minutes = text[1:3], text[4:]
    if len(text) != _OFFSET or text[0] not in "+-" or text[3] != ":" or not (hours + minutes).isdigit():
        return None
    if hours >= "24" or minutes >= "60":
        return None
    seconds = int(hours) * 3600 + int(minutes) * 60
    return -seconds if text[0] == "-" else seconds
