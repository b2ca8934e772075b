"""F1-F10: facts in their normal form, their identities, how long they hold, what an invalidation means."""

from pathlib import Path
from typing import Any

import pytest

from harnpy.durable import fact_store, facts
from harnpy.durable.fact_matching import Target
from tests.durable.memories import Lab, fault

STAMP = "2026-05-01T00:00:00Z"


def claim(text: str, **fields: Any) -> dict[str, Any]:
    return {"kind": "claim", "claim": text, "confidence": 1, "asserted_at": STAMP, **fields}


def keep(lab: Lab, text: str, options: dict[str, Any] | None = None, **fields: Any) -> str:
    made = facts.normal(claim(text, **fields), options, "store_fact", None)
    return fact_store.kept(lab.memory, made, options or {}).id


def recall(
    lab: Lab, query: str, kind: str | None = None, least: float | None = None, **options: Any
) -> list[str]:
    found: list[Any] = fact_store.recalled(lab.memory, query, (kind, least), options, STAMP)
    return [one["claim"] for one in found]


def invalidate(lab: Lab, predicate: Any, **options: Any) -> list[str]:
    return fact_store.forgotten(lab.memory, Target(predicate), options)["forgotten_ids"]


def test_ids_to_the_last_digit() -> None:
    evidence = [{"kind": "FileRange", "ref": "README.md:1-3", "snippet": "Rust examples"}]
    provenance = {"run_id": "run-1", "agent": "codex"}
    made = facts.identity_of("Claim", " Alice prefers Rust examples", evidence, provenance)
    assert made == "fact_422410f863301149b3339241727e5875"
    assert (
        facts.identity_of("decision", "Use WAL mode", None, None) == "fact_7b4a8eb6cf948828409c260b4efb422b"
    )


def test_F1_F2_asserting_again_revives_and_storing_twice_updates(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    one = keep(lab, "Use WAL")
    assert keep(lab, "Use WAL", confidence=0.5) == one
    assert recall(lab, "wal") == ["Use WAL"]
    assert invalidate(lab, one) == [one]
    assert recall(lab, "wal") == []
    keep(lab, "Use WAL")
    assert recall(lab, "wal") == ["Use WAL"]


def test_F3_a_claim_means_itself_and_a_query_all_its_words(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    short, long = keep(lab, "Use WAL"), keep(lab, "Use WAL mode")
    tabs = keep(lab, "No tabs", evidence=[{"kind": "user_input", "ref": "msg-7", "snippet": "never again"}])
    assert invalidate(lab, {"claim": " use\twal "}) == [short]
    assert invalidate(lab, "use tabs") == []
    assert invalidate(lab, {"query": "tabs again nine"}) == []
    assert invalidate(lab, {"query": "tabs again msg", "kind": "decision"}) == []
    assert invalidate(lab, {"query": "tabs AGAIN msg", "kind": "claim"}) == [tabs]
    last = lab.log.parent.parent / "project" / "facts" / "events.jsonl"
    assert (
        last.read_text()
        .splitlines()[-1]
        .split('"predicate":')[1]
        .startswith(
            f'{{"from":{{"query":"tabs AGAIN msg","tags":["fact:claim"]}},"id":["{tabs}"]}},'
            f'"forgotten_ids":["{tabs}"]'
        )
    )
    assert invalidate(lab, {"query": "?"}) == []
    assert invalidate(lab, {"claim": "Use WAL mode", "id": short}) == []
    assert invalidate(lab, {"claim": "Use WAL mode", "id": [short, long]}) == [long]


@pytest.mark.parametrize(
    ("event", "gone"),
    [
        ("2026-05-01T00:00:00Z", True),
        ("2026-05-01T02:00:00+02:00", True),
        ("2026-05-01T00:00:00.001Z", False),
        ("2026-05-01", True),
        ("2026-05-02", False),
        ("the release", False),
        ("known", True),
    ],
)
def test_F4_a_fact_expires_by_time_or_by_an_event_that_happened(
    event: str, gone: bool, tmp_path: Path
) -> None:
    lab = Lab(tmp_path)
    keep(lab, "holds", valid_until={"event": event, "asserted_at": STAMP})
    assert recall(lab, "holds", events=["known", 5]) == ([] if gone else ["holds"])
    assert recall(lab, "holds", events=["known"], include_expired=True) == ["holds"]
    assert recall(lab, "holds", now="2026-06-01T00:00:00Z") == (
        ["holds"] if event in ("the release", "known") else []
    )


def test_F5_filters_run_before_the_cut(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    for number in range(30):
        keep(lab, f"word {'word ' * (40 - number)}", kind="decision" if number == 20 else "claim")
    assert len(recall(lab, "word", "decision")) == 1
    assert len(recall(lab, "word")) == 5
    assert len(recall(lab, "word", k=40)) == 30
    # An explicit limit of the ranked list comes first.
    assert recall(lab, "word", "decision", recall_limit=10) == []


def test_F6_the_word_null_is_an_ordinary_text() -> None:
    made = facts.normal(
        claim("null", evidence=[{"kind": "user_input", "ref": "null", "snippet": "null"}]), None, "fact", None
    )
    assert made["claim"] == "null"
    assert made["evidence"] == [{"kind": "user_input", "ref": "null", "snippet": "null"}]
    assert "valid_until" not in made


def test_F7_options_win_and_it_is_known_where() -> None:
    given = claim("one")
    options = {"claim": "two", "confidence": 1, "kind": "claim", "evidence": None, "id": "x"}
    assert facts.normal(given, options, "fact", None)["claim"] == "two"
    assert list(facts.overridden(given, options)) == ["claim"]


def test_F8_the_order_of_stamps() -> None:
    bare = {key: value for key, value in claim("c").items() if key != "asserted_at"}
    assert facts.normal(claim("c"), {"asserted_at": "o", "now": "n"}, "fact", None)["asserted_at"] == "o"
    assert facts.normal(claim("c"), {"now": "n"}, "fact", None)["asserted_at"] == STAMP
    assert facts.normal(bare, {"now": "n"}, "fact", lambda: "clock")["asserted_at"] == "n"
    assert facts.normal(bare, None, "fact", lambda: "clock")["asserted_at"] == "clock"


def test_F9_tags_keep_references_as_they_are() -> None:
    made = facts.normal(claim("c", evidence=[{"kind": "file-range", "ref": "a:b 1"}]), None, "fact", None)
    assert facts.tags_of(made, ["x", "fact", " "]) == [
        "fact", "fact:claim", "schema:harn.fact.v1", "fact:evidence:file_range", "fact:evidence_ref:a:b 1",
        "fact:evidence:file_range:a:b 1", "fact:claim:evidence:file_range",
        "fact:claim:evidence_ref:a:b 1", "fact:claim:evidence:file_range:a:b 1", "x",
    ]  # fmt: skip


def test_F10_facts_that_contradict_each_other_both_stand(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    keep(lab, "tea is hot")
    keep(lab, "tea is not hot")
    assert sorted(recall(lab, "tea")) == ["tea is hot", "tea is not hot"]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"schema": "x"}, "001: std/agent/fact: unsupported schema `x`"),
        ({"kind": None}, "002: std/agent/fact: kind is required"),
        ({"kind": "Guess "}, "002: std/agent/fact: unknown kind `Guess`"),
        ({"claim": " "}, "003: std/agent/fact: claim is required"),
        ({"confidence": None}, "004: std/agent/fact: confidence is required"),
        ({"confidence": True}, "004: std/agent/fact: confidence must be a number in [0, 1]"),
        ({"confidence": float("nan")}, "004: std/agent/fact: confidence must be in [0, 1]"),
        ({"evidence": {}}, "005: std/agent/fact: evidence must be a list"),
        ({"evidence": [1]}, "005: std/agent/fact: evidence entries must be dicts"),
        ({"evidence": [{}]}, "005: std/agent/fact: unknown evidence.kind ``"),
        ({"evidence": [{"kind": "user_input"}]}, "005: std/agent/fact: evidence.ref is required"),
        ({"provenance": []}, "006: std/agent/fact: provenance must be a dict"),
        ({"valid_until": 1}, "007: std/agent/fact: valid_until must be a dict"),
        ({"valid_until": {}}, "007: std/agent/fact: valid_until.event is required"),
        ({"valid_until": {"event": "e"}}, "007: std/agent/fact: valid_until.asserted_at is required"),
        ({"asserted_at": ""}, "009: std/agent/fact: asserted_at is required"),
    ],
)
def test_every_fault_has_its_code(change: dict[str, Any], text: str) -> None:
    assert fault(facts.normal, {**claim("c"), **change}, None, "fact", None) == f"HARN-FACT-{text}"


@pytest.mark.parametrize(
    ("predicate", "text"),
    [
        (None, "predicate is required"),
        (" ", "predicate must be non-empty"),
        (5, "predicate must be a string or dict"),
        ({"colour": 1, "claim": " "}, "predicate matched no supported fields"),
        ({"evidence": 5}, "evidence must be a string, dict, or list"),
        ({"evidence": [5]}, "evidence entries must be strings or dicts"),
        ({"evidence": {"snippet": "x"}}, "evidence requires kind or ref"),
    ],
)
def test_every_fault_of_an_invalidation_has_its_text(predicate: Any, text: str) -> None:
    assert fault(Target, predicate) == f"HARN-FACT-008: std/agent/fact: invalidate_facts {text}"


def test_both_kinds_of_options_must_be_dicts() -> None:
    assert (
        fault(facts.normal, None, None, "fact", None)
        == "HARN-FACT-001: std/agent/fact: fact input must be a dict"
    )
    for name in ("fact", "store_fact"):
        told = fault(facts.normal, claim("c"), 5, name, None)
        assert told == f"HARN-FACT-001: std/agent/fact: {name} options must be a dict"
