"""Errors as values: what was caught in, its category out."""

from harnpy.natives.support.declare import builtin
from harnpy.natives.support.elements import fields_of
from harnpy.values.faults import Thrown
from harnpy.values.kinds import Value, type_of

CATEGORIES = (
    "timeout", "auth", "invalid_request", "rate_limit", "overloaded", "server_error", "transient_network",
    "resource_busy", "schema_incompatible", "schema_validation", "schema_stream_aborted", "tool_error",
    "tool_rejected", "egress_blocked", "cancelled", "channel_closed", "not_found", "circuit_open",
    "budget_exceeded", "internal", "environment", "generic",
)  # fmt: skip
"""All categories of errors."""

_TRANSIENT = ("timeout", "rate_limit", "overloaded", "server_error", "transient_network", "resource_busy")

# What a text of an error says, in this order; digits count as whole numbers only.
_SIGNS = (
    ("timeout", ("deadline exceeded", "timed out", "timeout", "408", "504")),
    ("rate_limit", ("429", "rate limit", "rate_limit", "too many requests")),
    ("overloaded", ("503", "529", "overloaded", "service unavailable")),
    ("auth", ("401", "403", "unauthorized", "forbidden", "invalid api key", "authentication failed")),
    ("server_error", ("500", "502", "internal server error", "bad gateway")),
    (
        "transient_network",
        (
            "connection refused",
            "connection reset",
            "connection closed",
            "broken pipe",
            "dns error",
            "network error",
        ),
    ),
    ("cancelled", ("cancelled", "canceled")),
    ("not_found", ("404",)),
    ("circuit_open", ("circuit open", "circuit breaker is open")),
)


@builtin("throw_error(message: any, category?: string) -> never")
def throw_error(message: Value, category: str | None = None) -> None:
    """Throw `{category, message}`; the category is `generic` unless given."""
    raise Thrown({"category": category or "generic", "message": message})


@builtin("error_category(error: any) -> string")
def error_category(error: Value) -> str:
    """The category of an error: that of a dict, a guess from a text, otherwise `generic`."""
    if error.__class__ is str:
        return _guess(error.lower())
    if type_of(error) in ("dict", "struct"):
        named = fields_of(error).get("category")
        return named if named.__class__ is str and named in CATEGORIES else "generic"
    return "generic"


@builtin("is_timeout(error: any) -> bool")
def is_timeout(error: Value) -> bool:
    """Whether the category of an error is `timeout`."""
    return error_category(error) == "timeout"


@builtin("is_rate_limited(error: any) -> bool")
def is_rate_limited(error: Value) -> bool:
    """Whether the category of an error is `rate_limit`."""
    return error_category(error) == "rate_limit"


@builtin("error_is(error: any, category: string) -> bool")
def error_is(error: Value, category: str) -> bool:
    """Whether an error is of this category."""
    return error_category(error) == category


@builtin("error_is_transient(error: any) -> bool")
def error_is_transient(error: Value) -> bool:
    """Whether trying again may help."""
    return error_category(error) in _TRANSIENT


def _guess(text: str) -> str:
    words = "".join([char if char.isalnum() else " " for char in text]).split()
    for category, signs in _SIGNS:
        if any((sign in words) if sign.isdigit() else (sign in text) for sign in signs):
            return category
    return "generic"
