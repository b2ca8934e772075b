"""Facts: what a program says of one in, its normal form, identity and tags out, or an error with a code."""

from harnpy.durable.identity import text_digest
from harnpy.values.display import display
from harnpy.values.faults import Fault, Thrown
from harnpy.values.kinds import Value
from harnpy.values.text import json_stringify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Fact = dict[str, Value]

SCHEMA = "harn.fact.v1"
KINDS = ("observation", "claim", "hypothesis", "decision", "constraint")
EVIDENCE_KINDS = ("trace_ref", "file_range", "tool_output", "user_input")

INPUT, KIND, CLAIM, CONFIDENCE, EVIDENCE, PROVENANCE, VALID_UNTIL, INVALIDATION, ASSERTED_AT = range(1, 10)
"""Numbers of the codes."""

_JOINED = {kind.replace("_", ""): kind for kind in EVIDENCE_KINDS}
_SCOPES = {"": "project", "project": "project", "workspace": "workspace", "user": "user"}
_ID_DIGITS = 32
# Given both in the fact and in the options, one of them is lost.
_CONTESTED = ("kind", "claim", "confidence", "evidence", "id")


def refusal(code: int, message: str) -> Fault:
    """The error of a fact: thrown as a text."""
    return Thrown(f"HARN-FACT-{code:03}: std/agent/fact: {message}")


def text(value: Value) -> str:
    """The display text of a value, trimmed; empty for nil."""
    return "" if value is None else display(value).strip()


def normal(given: Value, options: Value, name: str, now: "Callable[[], str] | None") -> Fact:
    """The normal form of a fact; options win over its fields.

    `name` is what the options belong to, `now` gives the stamp of a fact that has none.
    """
    if given.__class__ is not dict:
        raise refusal(INPUT, "fact input must be a dict")
    schema = given.get("schema")
    if schema is not None and text(schema) != SCHEMA:
        raise refusal(INPUT, f"unsupported schema `{text(schema)}`")
    if options is not None and options.__class__ is not dict:
        raise refusal(INPUT, f"{name} options must be a dict")
    chosen: Fact = options or {}
    fields: Fact = {**given, **{key: value for key, value in chosen.items() if value is not None}}
    made: Fact = {"schema": SCHEMA, "kind": kind_of(fields.get("kind"))}
    made["claim"] = text(fields.get("claim"))
    if not made["claim"]:
        raise refusal(CLAIM, "claim is required")
    made["confidence"] = confidence_of(fields.get("confidence"))
    made["evidence"] = evidence_of(fields.get("evidence"))
    made["provenance"] = _provenance(fields.get("provenance"))
    until = _valid_until(fields.get("valid_until"))
    if until is not None:
        made["valid_until"] = until
    made["asserted_at"] = text(fields.get("asserted_at")) or text(chosen.get("now"))
    if not made["asserted_at"]:
        if now is None:
            raise refusal(ASSERTED_AT, "asserted_at is required")
        made["asserted_at"] = now()
    made["id"] = text(fields.get("id")) or identity(made)
    return made


def overridden(given: Value, options: Value) -> "Iterator[str]":
    """Fields that the options give another value than the fact itself."""
    if given.__class__ is dict and options.__class__ is dict:
        for name in _CONTESTED:
            own, other = given.get(name), options.get(name)
            if own is not None and other is not None and json_stringify(own) != json_stringify(other):
                yield name


def kind_of(value: Value) -> str:
    """The kind of a fact by any of its spellings."""
    shown = text(value)
    if not shown:
        raise refusal(KIND, "kind is required")
    found = shown.replace("-", "_").lower()
    if found not in KINDS:
        raise refusal(KIND, f"unknown kind `{shown}`")
    return found


def confidence_of(value: Value) -> float:
    """A confidence between 0 and 1."""
    if value is None:
        raise refusal(CONFIDENCE, "confidence is required")
    if value.__class__ is not int and value.__class__ is not float:
        raise refusal(CONFIDENCE, "confidence must be a number in [0, 1]")
    if not 0 <= value <= 1:
        raise refusal(CONFIDENCE, "confidence must be in [0, 1]")
    return float(value)


def evidence_kind_of(value: Value) -> str:
    """The kind of a piece of evidence by any of its spellings."""
    shown = text(value)
    found = shown.replace("-", "_").lower()
    found = _JOINED.get(found, found)
    if found not in EVIDENCE_KINDS:
        raise refusal(EVIDENCE, f"unknown evidence.kind `{shown}`")
    return found


def evidence_of(value: Value) -> list[Value]:
    """Pieces of evidence, each `{kind, ref, snippet}`; one without a snippet has none."""
    if value is None:
        return []
    if value.__class__ is not list:
        raise refusal(EVIDENCE, "evidence must be a list")
    return [_piece(one) for one in value]


def _piece(value: Value) -> Fact:
    if value.__class__ is not dict:
        raise refusal(EVIDENCE, "evidence entries must be dicts")
    made: Fact = {"kind": evidence_kind_of(value.get("kind")), "ref": text(value.get("ref"))}
    if not made["ref"]:
        raise refusal(EVIDENCE, "evidence.ref is required")
    snippet = text(value.get("snippet"))
    return {**made, "snippet": snippet} if snippet else made


def _provenance(value: Value) -> Fact:
    if value is None:
        return {}
    if value.__class__ is not dict:
        raise refusal(PROVENANCE, "provenance must be a dict")
    return value


def _valid_until(value: Value) -> Fact | None:
    if value is None:
        return None
    if value.__class__ is not dict:
        raise refusal(VALID_UNTIL, "valid_until must be a dict")
    made: Fact = {name: text(value.get(name)) for name in ("event", "asserted_at")}
    for name, shown in made.items():
        if not shown:
            raise refusal(VALID_UNTIL, f"valid_until.{name} is required")
    return made


def identity(fact: Fact) -> str:
    """The id that follows from what a fact says and rests on."""
    parts = (
        fact["kind"],
        fact["claim"],
        json_stringify(fact["evidence"]),
        json_stringify(fact["provenance"]),
    )
    return "fact_" + text_digest("\n".join(parts))[:_ID_DIGITS]


def identity_of(kind: Value, claim: Value, evidence: Value, provenance: Value) -> str:
    """The id of a fact given by its parts."""
    return identity(
        {
            "kind": kind_of(kind),
            "claim": text(claim),
            "evidence": evidence_of(evidence),
            "provenance": _provenance(provenance),
        }
    )


def namespace_of(scope: Value) -> str:
    """The namespace of memory that holds the facts of a scope."""
    shown = text(scope)
    known = _SCOPES.get(shown.lower())
    return shown if known is None else f"{known}/facts"


def key_of(fact: Fact) -> str:
    """The key under which a fact is stored."""
    return f"fact:{fact['kind']}:{fact['id']}"


def tags_of(fact: Fact, more: Value) -> list[str]:
    """The tags of a fact, then those of the caller, each once."""
    kind: str = fact["kind"]
    found = ["fact", f"fact:{kind}", f"schema:{SCHEMA}"]
    for piece in fact["evidence"]:
        for head in ("fact", f"fact:{kind}"):
            found += evidence_tags(head, piece["kind"], piece["ref"])
    listed = more if more.__class__ is list else [] if more is None else [more]
    found += [one for one in map(text, listed) if one]
    return list(dict.fromkeys(found))


def evidence_tags(head: str, kind: str, ref: str) -> list[str]:
    """The tags of a piece of evidence: by kind, by reference, by both."""
    return [f"{head}:evidence:{kind}", f"{head}:evidence_ref:{ref}", f"{head}:evidence:{kind}:{ref}"]
