"""Facts kept in memory: a fact in, its record out; a query in, the facts that hold out."""

from itertools import islice

from harnpy.durable.fact_matching import Target, has_expired, stored_fact
from harnpy.durable.facts import Fact, confidence_of, key_of, kind_of, namespace_of, tags_of, text
from harnpy.durable.memory import Memory
from harnpy.durable.memory_options import MOST_HITS, Options
from harnpy.durable.memory_predicates import matched
from harnpy.durable.memory_records import Record
from harnpy.durable.memory_search import View
from harnpy.durable.stamps import instant
from harnpy.values.display import display
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_USUAL = 5


def kept(memory: Memory, fact: Fact, options: Options) -> Record:
    """Store a fact as the record of its id: asserted again it replaces the one before."""
    chosen = {**options, "id": fact["id"], "provenance": fact["provenance"]}
    key = text(options.get("key")) or key_of(fact)
    tags: list[Value] = [*tags_of(fact, options.get("tags"))]
    return memory.store(namespace(options), (key, fact, tags), chosen)


def recalled(
    memory: Memory, query: str, wanted: tuple[Value, Value], options: Options, now: str
) -> list[Value]:
    """The facts that answer a query best: of a kind and with a confidence, if given, and not expired."""
    kind = None if wanted[0] is None else kind_of(wanted[0])
    least = None if wanted[1] is None else confidence_of(wanted[1])
    limit = _count(options, "limit") or _count(options, "k") or _USUAL
    most = _count(options, "recall_limit")
    moment = instant(text(options.get("now")) or now) or instant(now) or (0, "")
    given: Value = options.get("events")
    events: list[Value] = given if given.__class__ is list else []
    happened = {display(one) for one in events}

    def select(ranked: "Iterator[tuple[Record, float]]") -> list[Value]:
        found: list[Value] = []
        if most:
            ranked = islice(ranked, min(max(most, limit), MOST_HITS))
        for record, score in ranked:
            fact = stored_fact(record.value)
            if fact is None or (kind is not None and fact["kind"] != kind):
                continue
            if least is not None and fact["confidence"] < least:
                continue
            if options.get("include_expired") is not True and has_expired(fact, moment, happened):
                continue
            found.append(_hit(fact, record, score))
            if len(found) >= limit:
                break
        return found

    return memory.ranked(namespace(options), query, options, select)


def forgotten(memory: Memory, target: Target, options: Options) -> Fact:
    """Hide the facts that an invalidation means."""
    name = namespace(options)
    if not target.needs_facts:
        return memory.forget(name, target.parts, options)

    def select(view: View) -> list[str]:
        within = set(matched(view, target.parts, memory.tokenizer)) if target.parts else None
        return target.ids(view, within, memory.tokenizer.tokens)

    return memory.forget(name, {"from": target.told()}, options, select)


def namespace(options: Options) -> str:
    """The namespace that options mean."""
    return text(options.get("namespace")) or namespace_of(options.get("scope"))


def _count(options: Options, name: str) -> int:
    """An option that is a positive int; 0 for anything else."""
    value = options.get(name)
    return value if type(value) is int and value > 0 else 0


def _hit(fact: Fact, record: Record, score: float) -> Fact:
    return {
        **fact,
        "score": score,
        "memory_record_id": record.id,
        "memory_key": record.key,
        "memory_namespace": record.namespace,
        "stored_at": record.stored_at,
    }
