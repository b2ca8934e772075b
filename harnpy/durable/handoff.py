"""Handoffs: the summary of an agent in, the envelope that the next one reads out.

A summary that has the form of a typed handoff is kept in its normal form too; any part of another type than
declared makes it an ordinary summary.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from harnpy.values.kinds import Value

    Fields = dict[str, Value]

KEY = "__handoff.json"
"""The key that a handoff is written at."""

VERSION = 1

_KINDS = {
    "human": "human", "persona": "persona", "a2a": "a2a", "external_a2a": "a2a", "worker": "worker",
    "queue": "worker",
}  # fmt: skip
_LISTS = (
    "files_or_entities_touched", "open_questions", "blocked_on", "requested_capabilities",
    "allowed_side_effects",
)  # fmt: skip
_EVIDENCE = ("artifact_id", "kind", "label", "path", "uri")
_RECEIPT = ("kind", "label", "run_id", "artifact_id", "path", "href")
_KEPT_AS_GIVEN = ("policy_override", "reminder_propagation", "effects")


class _OtherType(Exception):
    """A field has another type than a typed handoff declares."""


class Defaults:
    """What stands for fields that a summary leaves out."""

    __slots__ = ("id", "now", "run")

    def __init__(self, id: str, now: int, run: str | None) -> None:
        self.id = id
        self.now = now
        self.run = run


def typed(summary: "Fields", defaults: Defaults) -> "Fields | None":
    """The normal form of a summary that is a typed handoff; None for any other."""
    try:
        return _typed(summary, defaults)
    except _OtherType:
        return None


def _typed(summary: "Fields", defaults: Defaults) -> "Fields | None":
    named = {name: _text(summary, name) for name in ("source_persona", "task", "reason")}
    target = _target(summary.get("target_persona_or_human", {}))
    rest: Fields = {
        "_type": _text(summary, "_type") or "handoff_artifact",
        "kind": _text(summary, "kind") or "handoff",
        "id": _text(summary, "id") or f"handoff_{defaults.id}",
        "parent_run_id": _optional_text(summary, "parent_run_id") or defaults.run,
        "evidence_refs": [_record(one, _EVIDENCE) for one in _list(summary, "evidence_refs")],
        "budget_remaining": _optional(summary, "budget_remaining", _budget),
        "deadline_checkback": _optional(summary, "deadline_checkback", _deadline),
        "confidence": _optional(summary, "confidence", _confidence),
        "receipt_links": [_receipt(one) for one in _list(summary, "receipt_links")],
        "route_decision": _optional(summary, "route_decision", _route),
        "created_at": _text(summary, "created_at") or str(defaults.now),
        "metadata": _dict(summary.get("metadata", {})),
    }
    rest |= {name: _texts(summary, name) for name in _LISTS}
    rest |= {name: summary[name] for name in _KEPT_AS_GIVEN if summary.get(name) not in (None, {}, [], "")}
    if not all(named.values()) or (target["label"] is None and target["id"] is None):
        return None
    return {**rest, **named, "target_persona_or_human": target}


def _target(value: "Value") -> "Fields":
    fields = _dict(value)
    kind = _text(fields, "kind").lower()
    found: Fields = {name: _optional_text(fields, name) for name in ("id", "label", "uri")}
    return {"kind": _KINDS.get(kind, "persona"), **found}


def _record(value: "Value", names: tuple[str, ...]) -> "Fields":
    fields = _dict(value)
    return {name: _optional_text(fields, name) for name in names}


def _receipt(value: "Value") -> "Fields":
    found = _record(value, _RECEIPT)
    return {**found, "kind": found["kind"] or "run_receipt"}


def _budget(value: "Value") -> "Fields":
    fields = _dict(value)
    counts: Fields = {name: _optional(fields, name, _count) for name in ("tokens", "tool_calls")}
    return {**counts, "dollars": _optional(fields, "dollars", _number)}


def _deadline(value: "Value") -> "Fields":
    return _record(value, ("deadline", "checkback_at"))


def _route(value: "Value") -> "Fields":
    """A decision where to go next, which must name a target; its other fields are kept."""
    fields = _dict(value)
    target = _target(fields.get("target"))
    if target["label"] is None and target["id"] is None:
        raise _OtherType
    return {**fields, "target": target}


def _confidence(value: "Value") -> float:
    return min(max(_number(value), 0.0), 1.0)


def _number(value: "Value") -> float:
    if value.__class__ not in (int, float):
        raise _OtherType
    return float(value)


def _count(value: "Value") -> int:
    if value.__class__ is not int:
        raise _OtherType
    return value


def _optional(fields: "Fields", name: str, convert: "Callable[[Value], Value]") -> "Value":
    value = fields.get(name)
    return None if value is None else convert(value)


def _dict(value: "Value") -> "Fields":
    if value.__class__ is not dict:
        raise _OtherType
    return value


def _list(fields: "Fields", name: str) -> "list[Value]":
    value = fields.get(name, [])
    if value.__class__ is not list:
        raise _OtherType
    return value


def _text(fields: "Fields", name: str) -> str:
    """A text without blanks around it; empty when it is absent."""
    value = fields.get(name, "")
    if value.__class__ is not str:
        raise _OtherType
    return value.strip()


def _optional_text(fields: "Fields", name: str) -> str | None:
    """A text without blanks around it; None when it is absent, null or blank."""
    return (None if fields.get(name) is None else _text(fields, name)) or None


def _texts(fields: "Fields", name: str) -> list[str]:
    found: dict[str, None] = {}
    for one in _list(fields, name):
        if one.__class__ is not str:
            raise _OtherType
        if one.strip():
            found[one.strip()] = None
    return list(found)
