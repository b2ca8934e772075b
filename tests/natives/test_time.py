"""Dates, lengths of time and the clock, as programs see them."""

import pytest

from harnpy.values.containers import DurationValue
from tests.natives.calling import MACHINE, call, fault, shown

LEAP = 1_709_211_907


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("2024-02-29T13:05:07Z", LEAP),
        ("2024-02-29t15:05:07+02:00", LEAP),
        ("2024-02-29T13:05:07.250Z", LEAP + 0.25),
        ("2024-02-29", 1_709_164_800),
        ("2024-02-29 13:05:07", LEAP),
        ("2024-02-29 13:05", 1_709_211_900),
        ("1969-12-31T23:59:59Z", -1),
    ],
)
def test_dates_parse_to_seconds(text: str, seconds: float) -> None:
    assert call("date_parse", text) == seconds


@pytest.mark.parametrize(
    "text",
    ["", "not a date", "2024-02-30", "2024-2-3", "2024-02-29T25:00:00Z", "2024-02-29T1:2:3", "٢٠٢٤-02-29"],
)
def test_other_texts_are_no_dates(text: str) -> None:
    assert fault(call, "date_parse", text) == f"Cannot parse date: {text}"


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("%Y-%m-%dT%H:%M:%S%:z", "2024-02-29T13:05:07+00:00"),
        ("%a %A %b %B %d %e %j", "Thu Thursday Feb February 29 29 060"),
        ("%I:%M %p|%l%P|%-m/%-d|%y", "01:05 PM| 1pm|2/29|24"),
        ("%F %T %D %R", "2024-02-29 13:05:07 02/29/24 13:05"),
        ("%G-W%V-%u %U %W %w", "2024-W09-4 08 09 4"),
        ("%.3f %3f %f %Z %z %s", ".000 000 000000000 UTC +0000 1709211907"),
        ("100%% %q %", "100% %q %"),
    ],
)
def test_patterns_format(pattern: str, text: str) -> None:
    assert call("date_format", LEAP, pattern) == text


def test_a_date_formats_in_its_zone() -> None:
    assert call("date_format", LEAP) == "2024-02-29 13:05:07"
    assert call("date_format", LEAP, None) is None
    assert call("date_format", LEAP, "%H:%M %Z", "America/New_York") == "08:05 EST"
    assert call("date_to_zone", LEAP, "Asia/Tokyo") == "2024-02-29T22:05:07+09:00"
    assert fault(call, "date_in_zone", LEAP, "Mars/Base") == "date_in_zone: unknown timezone 'Mars/Base'"
    assert fault(call, "date_in_zone", LEAP, "../passwd") == "date_in_zone: unknown timezone '../passwd'"
    assert fault(call, "date_format", {"year": 1}) == "date_format: missing timestamp argument"


def test_the_fields_of_a_date_in_a_zone() -> None:
    assert shown("date_in_zone", LEAP, "Europe/Berlin") == (
        "{day: 29, hour: 14, iso8601: 2024-02-29T14:05:07+01:00, minute: 5, month: 2, offset_seconds: 3600, "
        "second: 7, timestamp: 1709211907, weekday: 4, year: 2024, zone: Europe/Berlin}"
    )


def test_components_make_a_date() -> None:
    assert call("date_from_components", {"year": 2024, "month": 2, "day": 29}) == 1_709_164_800
    parts = {"year": 2024, "month": 2, "day": 29, "hour": 1}
    assert call("date_from_components", parts, "Europe/Berlin") == 1_709_164_800
    assert fault(call, "date_from_components", {"year": 2024}) == "date_from_components: missing month"
    assert fault(call, "date_from_components", {"year": 2024, "month": 13, "day": 1}) == (
        "Invalid month: 13 (must be 1-12)"
    )
    parts = {"year": 2024, "month": 2, "day": 30}
    assert fault(call, "date_from_components", parts) == "Invalid date: 2024-02-30"


def test_names_of_days_and_months() -> None:
    assert (call("weekday_name", LEAP), call("month_name", LEAP)) == ("Thursday", "February")
    assert call("weekday_name", 1_709_253_000, "Asia/Tokyo") == "Friday"


def test_dates_add_and_differ() -> None:
    assert call("date_add", LEAP, DurationValue(86_400_000)) == LEAP + 86_400
    assert shown("date_diff", LEAP, LEAP + 172_800) == "-2d"


@pytest.mark.parametrize(
    ("name", "number", "text"),
    [
        ("duration_ms", 1500, "1500ms"),
        ("duration_seconds", 1.5, "1500ms"),
        ("duration_minutes", 2, "2m"),
        ("duration_hours", 0.5, "30m"),
        ("duration_days", 7, "1w"),
    ],
)
def test_numbers_make_durations(name: str, number: float, text: str) -> None:
    assert shown(name, number) == text


@pytest.mark.parametrize(
    ("ms", "seconds", "text"),
    [(3_661_000, 3661, "1h 1m 1s"), (691_200_000, 691_200, "8d"), (0, 0, "0s"), (-1_500, -1, "-1s 500ms")],
)
def test_durations_as_seconds_and_text(ms: int, seconds: int, text: str) -> None:
    assert call("duration_to_seconds", DurationValue(ms)) == seconds
    assert call("duration_to_human", DurationValue(ms)) == text


def test_mocked_time_stands_until_it_is_moved() -> None:
    call("mock_time", 1_767_323_045_678)
    assert shown("date_now") == (
        "{day: 2, hour: 3, iso8601: 2026-01-02T03:04:05.678Z, minute: 4, month: 1, second: 5, "
        "timestamp: 1767323045.678, weekday: 5, year: 2026}"
    )
    assert call("date_now_iso") == "2026-01-02T03:04:05.678Z"
    timer = call("timer_start", "t")
    call("sleep", DurationValue(1_000))
    call("sleep_ms", 500)
    call("advance_time", 22)
    assert call("timer_end", timer) == 1_522
    assert call("now_ms") == 1_767_323_047_200
    assert call("timestamp") == 1_767_323_047.2
    call("unmock_time")
    assert call("now_ms") == MACHINE.clock.now_ms()


def test_a_sleep_wants_a_length() -> None:
    text = "Type error: sleep: expected a duration or int milliseconds, got string"
    assert fault(call, "sleep", "1s") == text
