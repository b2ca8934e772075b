"""`harness.obs`: spans and metrics of a run; its logging stands with the builtins of logging.

They are kept with the run: an exporter reads `state["spans"]` and `state["metrics"]`.
"""

from harnpy.natives.support.declare import capability
from harnpy.natives.support.faults import thrown
from harnpy.runtime.calls import adapt
from harnpy.values.kinds import Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

_HANDLE = "HarnessObs"
_MOST_KEPT = 10_000


@capability(_HANDLE, "span(name: string, attributes?: any, body?: closure | any) -> any", effect="clock")
def span(ctx: "Machine", name: str, attributes: Value = None, body: Value = None) -> Value:
    """Time a body under a name and return its value; the body may stand in the place of the attributes."""
    if body is None and attributes is not None and type_of(attributes) in ("closure", "builtin"):
        attributes, body = None, attributes
    clock = ctx.hub.timers.clock
    entry: dict[str, Value] = {"name": name, "attributes": attributes, "started_at": clock.now_ms()}
    _keep(ctx, "spans", entry)
    if body is None:
        entry["ended_at"] = entry["started_at"]
        return None
    call = adapt(body, 0)
    if call is None:
        raise thrown(f"span: body must be a closure, got {type_of(body)}")
    try:
        return call()
    finally:
        entry["ended_at"] = clock.now_ms()


@capability(_HANDLE, "counter(name: string, amount?: int | float, attributes?: dict) -> nil")
def counter(ctx: "Machine", name: str, amount: Value = None, attributes: Value = None) -> None:
    """Add to a count; 1 without an amount."""
    _measure(ctx, "counter", name, 1 if amount is None else amount, attributes)


@capability(_HANDLE, "gauge(name: string, value: int | float, attributes?: dict) -> nil")
def gauge(ctx: "Machine", name: str, value: Value, attributes: Value = None) -> None:
    """Record the present size of something."""
    _measure(ctx, "gauge", name, value, attributes)


@capability(_HANDLE, "histogram(name: string, value: int | float, attributes?: dict) -> nil")
def histogram(ctx: "Machine", name: str, value: Value, attributes: Value = None) -> None:
    """Record one of many sizes."""
    _measure(ctx, "histogram", name, value, attributes)


def _measure(ctx: "Machine", kind: str, name: str, value: Value, attributes: Value) -> None:
    _keep(ctx, "metrics", {"kind": kind, "name": name, "value": value, "attributes": attributes})


def _keep(ctx: "Machine", family: str, entry: dict[str, Value]) -> None:
    """Keep an entry; the oldest make room."""
    kept: list[dict[str, Value]] = ctx.state.setdefault(family, [])
    kept.append(entry)
    if len(kept) > _MOST_KEPT:
        del kept[0]
