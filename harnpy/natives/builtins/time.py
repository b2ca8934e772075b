"""Time: the clock of the run, sleeping, timers, dates and their text, lengths of time."""

from datetime import datetime

from harnpy.natives.support.dates import (
    DAYS,
    MONTHS,
    format_date,
    instant,
    iso,
    iso_utc,
    local,
    number_of,
    offset_seconds,
    parse_date,
    seconds_of,
    weekday,
    zone_of,
)
from harnpy.natives.support.declare import builtin, capability
from harnpy.runtime.timers import milliseconds
from harnpy.values.containers import DurationValue
from harnpy.values.faults import Thrown, type_fault
from harnpy.values.kinds import Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_FORMAT = "%Y-%m-%d %H:%M:%S"
_BOUNDS = (("month", 1, 12), ("day", 1, 31), ("hour", 0, 23), ("minute", 0, 59), ("second", 0, 59))
_HUMAN_UNITS = ((86_400_000, "d"), (3_600_000, "h"), (60_000, "m"), (1_000, "s"), (1, "ms"))
_SECOND, _MINUTE, _HOUR, _DAY = 1_000, 60_000, 3_600_000, 86_400_000


@builtin("now_ms() -> int", effect="clock")
@capability("HarnessClock", "now_ms() -> int", effect="clock")
def now_ms(ctx: "Machine") -> int:
    """Milliseconds since 1970 (UTC)."""
    return ctx.hub.timers.clock.now_ms()


@builtin("timestamp() -> float", effect="clock")
@capability("HarnessClock", "timestamp() -> float", effect="clock")
def timestamp(ctx: "Machine") -> float:
    """Seconds since 1970 (UTC)."""
    return ctx.hub.timers.clock.now_ms() / 1000


@builtin("monotonic_ms() -> int", effect="clock")
@capability("HarnessClock", "monotonic_ms() -> int", effect="clock")
def monotonic_ms(ctx: "Machine") -> int:
    """Milliseconds on a clock that never goes back."""
    return int(ctx.hub.timers.now())


@builtin("elapsed() -> int", effect="clock")
@capability("HarnessClock", "elapsed() -> int", effect="clock")
def elapsed(ctx: "Machine") -> int:
    """Milliseconds since the program began."""
    timers = ctx.hub.timers
    return int(timers.now() - timers.origin)


@builtin("date_now() -> dict", effect="clock", fresh=True)
@capability("HarnessClock", "now() -> dict", effect="clock", fresh=True)
def date_now(ctx: "Machine") -> dict[str, Value]:
    """The date and time of now in UTC, as a dict."""
    ms = ctx.hub.timers.clock.now_ms()
    fields = _fields(local(ms / 1000, None, "date_now"))
    return {**fields, "timestamp": number_of(ms), "iso8601": iso_utc(ms)}


@builtin("date_now_iso() -> string", effect="clock")
@builtin("date_iso() -> string", effect="clock")
@capability("HarnessClock", "date_iso() -> string", effect="clock")
def date_iso(ctx: "Machine") -> str:
    """The date and time of now in UTC, as ISO text."""
    return iso_utc(ctx.hub.timers.clock.now_ms())


@builtin("sleep(length: any) -> nil", effect="clock")
@builtin("sleep_ms(length: any) -> nil", effect="clock")
@capability("HarnessClock", "sleep_ms(length: any) -> nil", effect="clock")
def sleep(ctx: "Machine", length: Value) -> None:
    """Let other tasks run for a duration or a number of milliseconds; mocked time moves on by as much."""
    ms = milliseconds(length)
    if ms is None:
        raise type_fault(f"sleep: expected a duration or int milliseconds, got {type_of(length)}")
    ctx.hub.sleep(ms)


@builtin("timer_start(name?: string) -> dict", effect="clock", fresh=True)
@capability("HarnessRuntime", "timer_start(name?: string) -> dict", effect="clock", fresh=True)
def timer_start(ctx: "Machine", name: str | None = None) -> dict[str, Value]:
    """A running timer: `{name, start_ms}`."""
    return {"name": "default" if name is None else name, "start_ms": int(ctx.hub.timers.now())}


@builtin("timer_end(timer: dict) -> int", effect="clock")
@capability("HarnessRuntime", "timer_end(timer: dict) -> int", effect="clock")
def timer_end(ctx: "Machine", timer: dict[str, Value]) -> int:
    """Milliseconds since a timer was started."""
    start = timer.get("start_ms")
    if type(start) is not int:
        raise Thrown("timer_end: expected a timer made by timer_start")
    return int(ctx.hub.timers.now()) - start


@builtin("date_parse(text: string) -> int | float")
def date_parse(text: str) -> int | float:
    """Seconds since 1970 of an RFC 3339 text, a date, or a date and time in UTC."""
    return parse_date(text)


@builtin("date_format(t: any, format?: string, tz?: string) -> string?")
def date_format(t: Value, format: str | None = _FORMAT, tz: str | None = None) -> str | None:
    """Text of seconds or of a date dict by a pattern of `%` codes, in a time zone (UTC)."""
    moment = local(t, tz, "date_format")
    return None if format is None else format_date(moment, format)


@builtin("date_in_zone(t: any, tz: string) -> dict", fresh=True)
def date_in_zone(t: Value, tz: str) -> dict[str, Value]:
    """The calendar fields of an instant in a time zone."""
    moment = local(t, tz, "date_in_zone")
    fields = _fields(moment)
    return {
        **fields,
        "timestamp": instant(t, "date_in_zone"),
        "offset_seconds": offset_seconds(moment),
        "iso8601": iso(moment),
        "zone": tz,
    }


@builtin("date_to_zone(t: any, tz: string) -> string")
def date_to_zone(t: Value, tz: str) -> str:
    """ISO text of an instant in a time zone, with its offset."""
    return iso(local(t, tz, "date_to_zone"))


@builtin("date_from_components(parts: dict, tz?: string) -> int | float")
def date_from_components(parts: dict[str, Value], tz: str | None = None) -> int | float:
    """Seconds since 1970 of `{year, month, day, hour?, minute?, second?}` in a time zone (UTC)."""
    for name in ("year", "month", "day"):
        if parts.get(name) is None:
            raise Thrown(f"date_from_components: missing {name}")
    fields = [_component(parts, "year")]
    for name, least, most in _BOUNDS:
        value = _component(parts, name)
        if not least <= value <= most:
            raise Thrown(f"Invalid {name}: {value} (must be {least}-{most})")
        fields.append(value)
    year, month, day, hour, minute, second = fields
    zone = zone_of(tz, "date_from_components")
    try:
        return seconds_of(datetime(year, month, day, hour, minute, second, tzinfo=zone))
    except (ValueError, OverflowError) as wrong:
        raise Thrown(f"Invalid date: {year:04}-{month:02}-{day:02}") from wrong


def _component(parts: dict[str, Value], name: str) -> int:
    value = parts.get(name, 0)
    if type(value) is float and value.is_integer():
        return int(value)
    if type(value) is not int:
        raise Thrown(f"date_from_components: {name} must be an int, got {type_of(value)}")
    return value


@builtin("weekday_name(t: any, tz?: string) -> string")
def weekday_name(t: Value, tz: str | None = None) -> str:
    """English name of the day of the week of an instant in a time zone (UTC)."""
    return DAYS[weekday(local(t, tz, "weekday_name"))]


@builtin("month_name(t: any, tz?: string) -> string")
def month_name(t: Value, tz: str | None = None) -> str:
    """English name of the month of an instant in a time zone (UTC)."""
    return MONTHS[local(t, tz, "month_name").month - 1]


@builtin("date_add(t: any, length: duration) -> int | float")
def date_add(t: Value, length: DurationValue) -> int | float:
    """The seconds of an instant that is later by a duration."""
    seconds = instant(t, "date_add")
    return seconds + number_of(length.ms)


@builtin("date_diff(a: any, b: any) -> duration")
def date_diff(a: Value, b: Value) -> DurationValue:
    """The duration from `b` to `a`; negative when `a` is earlier."""
    return DurationValue(round((instant(a, "date_diff") - instant(b, "date_diff")) * 1000))


@builtin("duration_ms(n: int | float) -> duration")
def duration_ms(n: float) -> DurationValue:
    """A duration of `n` milliseconds."""
    return _duration(n, 1)


@builtin("duration_seconds(n: int | float) -> duration")
def duration_seconds(n: float) -> DurationValue:
    """A duration of `n` seconds."""
    return _duration(n, _SECOND)


@builtin("duration_minutes(n: int | float) -> duration")
def duration_minutes(n: float) -> DurationValue:
    """A duration of `n` minutes."""
    return _duration(n, _MINUTE)


@builtin("duration_hours(n: int | float) -> duration")
def duration_hours(n: float) -> DurationValue:
    """A duration of `n` hours."""
    return _duration(n, _HOUR)


@builtin("duration_days(n: int | float) -> duration")
def duration_days(n: float) -> DurationValue:
    """A duration of `n` days."""
    return _duration(n, _DAY)


@builtin("duration_to_seconds(d: duration) -> int")
def duration_to_seconds(d: DurationValue) -> int:
    """Whole seconds of a duration; what is left over is dropped."""
    return -(-d.ms // _SECOND) if d.ms < 0 else d.ms // _SECOND


@builtin("duration_to_human(d: duration) -> string")
def duration_to_human(d: DurationValue) -> str:
    """A duration in all its units: `1h 1m 1s`; `0s` for none."""
    left = abs(d.ms)
    parts: list[str] = []
    for size, unit in _HUMAN_UNITS:
        count, left = divmod(left, size)
        if count:
            parts.append(f"{count}{unit}")
    return ("-" if d.ms < 0 else "") + " ".join(parts) if parts else "0s"


def _duration(n: float, unit: int) -> DurationValue:
    try:
        return DurationValue(round(n * unit))
    except (ValueError, OverflowError) as wrong:
        raise Thrown("duration: expected a finite number") from wrong


def _fields(moment: datetime) -> dict[str, Value]:
    return {
        "year": moment.year,
        "month": moment.month,
        "day": moment.day,
        "hour": moment.hour,
        "minute": moment.minute,
        "second": moment.second,
        "weekday": weekday(moment),
    }
