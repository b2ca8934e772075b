"""Structured logging: a message and fields in, one JSON line on standard output out."""

from datetime import datetime, timedelta

from harnpy.natives.support.args import option
from harnpy.natives.support.declare import builtin, capability
from harnpy.natives.support.faults import thrown
from harnpy.values.display import display
from harnpy.values.kinds import Value
from harnpy.values.text import json_stringify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_LEVELS = ("debug", "info", "warn", "error")
_EPOCH = datetime(1970, 1, 1)


@builtin("log_debug(message: any, fields?: dict) -> nil", effect="stdio")
@capability("HarnessObs", "log_debug(message: any, fields?: dict) -> nil", effect="stdio")
def log_debug(ctx: "Machine", message: Value, fields: dict[str, Value] | None = None) -> None:
    """Log at level debug."""
    write_entry(ctx, "debug", message, fields)


@builtin("log_info(message: any, fields?: dict) -> nil", effect="stdio")
@capability("HarnessObs", "log_info(message: any, fields?: dict) -> nil", effect="stdio")
def log_info(ctx: "Machine", message: Value, fields: dict[str, Value] | None = None) -> None:
    """Log at level info."""
    write_entry(ctx, "info", message, fields)


@builtin("log_warn(message: any, fields?: dict) -> nil", effect="stdio")
@capability("HarnessObs", "log_warn(message: any, fields?: dict) -> nil", effect="stdio")
def log_warn(ctx: "Machine", message: Value, fields: dict[str, Value] | None = None) -> None:
    """Log at level warn."""
    write_entry(ctx, "warn", message, fields)


@builtin("log_error(message: any, fields?: dict) -> nil", effect="stdio")
@capability("HarnessObs", "log_error(message: any, fields?: dict) -> nil", effect="stdio")
def log_error(ctx: "Machine", message: Value, fields: dict[str, Value] | None = None) -> None:
    """Log at level error."""
    write_entry(ctx, "error", message, fields)


@builtin("log_set_level(level: string) -> nil", effect="stdio")
@capability("HarnessObs", "set_level(level: string) -> nil", effect="stdio")
def log_set_level(ctx: "Machine", level: str) -> None:
    """Drop entries below `level`: debug, info, warn or error."""
    if level not in _LEVELS:
        raise thrown(f"log_set_level: invalid level '{level}'. Expected debug, info, warn, or error")
    ctx.state["log_level"] = level


@builtin("log_json(key: string, value?: any) -> nil", effect="stdio")
@capability("HarnessObs", "log_json(key: string, value?: any) -> nil", effect="stdio")
def log_json(ctx: "Machine", key: str, value: Value = None) -> None:
    """Write one keyed value, as its display, whatever the level."""
    _write(ctx, [("ts", now_text(ctx)), ("key", key), ("value", display(value))])


@capability("HarnessObs", "log(message: any, level?: string, fields?: dict) -> nil", effect="stdio")
def obs_log(
    ctx: "Machine", message: Value, level: str | None = None, fields: dict[str, Value] | None = None
) -> None:
    """Log at the level given by name; info without one."""
    wanted = level or "info"
    if wanted not in _LEVELS:
        raise thrown(f"log: invalid level '{wanted}'. Expected debug, info, warn, or error")
    write_entry(ctx, wanted, message, fields)


def write_entry(ctx: "Machine", level: str, message: Value, fields: dict[str, Value] | None) -> None:
    """Write one entry unless it lies below the level of the run; fields of open spans come last."""
    lowest = ctx.state.get("log_level", "debug")
    if lowest in _LEVELS and _LEVELS.index(level) < _LEVELS.index(str(lowest)):
        return
    fixed: list[tuple[str, Value]] = [("ts", now_text(ctx)), ("level", level), ("msg", display(message))]
    given = fields or {}
    fixed += [(key, option(given, key)) for key in sorted(given) if key not in ("ts", "level", "msg")]
    _write(ctx, fixed)


def now_text(ctx: "Machine") -> str:
    """The time of the run's clock as `2026-01-02T03:04:05.678Z`."""
    moment = _EPOCH + timedelta(milliseconds=ctx.hub.timers.clock.now_ms())
    return moment.isoformat(timespec="milliseconds") + "Z"


def _write(ctx: "Machine", pairs: list[tuple[str, Value]]) -> None:
    body = ",".join([f"{json_stringify(key)}:{json_stringify(value)}" for key, value in pairs])
    ctx.stdout.write("{" + body + "}\n")
