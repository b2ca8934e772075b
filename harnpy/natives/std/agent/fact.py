"""`std/agent/fact`: what agents hold to be so, with evidence and confidence, kept in memory."""

from datetime import UTC, datetime, timedelta

from harnpy.durable import fact_store, facts
from harnpy.durable.fact_matching import Target
from harnpy.durable.facts import INPUT, Fact, refusal
from harnpy.durable.memory_options import named
from harnpy.durable.world import world_of
from harnpy.natives.support.declare import NativeModule
from harnpy.natives.support.leading import fitted, without_leading
from harnpy.natives.support.memories import memory_of, options_for
from harnpy.values.kinds import Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

MODULE = NativeModule("std/agent/fact")

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@MODULE.function("fact(clock: HarnessClock, input: any, options?: dict) -> dict", fresh=True, unchecked=True)
def fact(ctx: "Machine", *args: Value) -> Fact:
    """A fact in its normal form; options win over the fields of the input."""
    given, options = fitted("fact", without_leading("fact", args, "clock"), 2)
    return _made(ctx, given, options, "fact")


@MODULE.function("fact_validate(clock: HarnessClock, input: any) -> dict", fresh=True, unchecked=True)
def fact_validate(*args: Value) -> Fact:
    """The normal form of a fact that has its own stamp."""
    (given,) = fitted("fact_validate", without_leading("fact_validate", args, "clock"), 1)
    return facts.normal(given, None, "fact", None)


@MODULE.function("fact_namespace(scope?: any) -> string", unchecked=True)
def fact_namespace(*args: Value) -> str:
    """The namespace of memory that holds the facts of a scope: project, workspace, user or another."""
    (scope,) = fitted("fact_namespace", args, 1)
    return facts.namespace_of(scope)


@MODULE.function(
    "fact_id(kind: string, claim: string, evidence?: list, provenance?: dict) -> string", unchecked=True
)
def fact_id(*args: Value) -> str:
    """The id that a fact of these parts gets."""
    kind, claim, evidence, provenance = fitted("fact_id", args, 4)
    return facts.identity_of(kind, claim, evidence, provenance)


@MODULE.function("fact_key(clock: HarnessClock, fact: any) -> string", unchecked=True)
def fact_key(*args: Value) -> str:
    """The key under which a fact is stored."""
    (given,) = fitted("fact_key", without_leading("fact_key", args, "clock"), 1)
    return facts.key_of(facts.normal(given, None, "fact", None))


@MODULE.function(
    "fact_tags(clock: HarnessClock, fact: any, tags?: any) -> list<string>", fresh=True, unchecked=True
)
def fact_tags(*args: Value) -> list[str]:
    """The tags by which a fact is found, then those given."""
    given, tags = fitted("fact_tags", without_leading("fact_tags", args, "clock"), 2)
    return facts.tags_of(facts.normal(given, None, "fact", None), tags)


@MODULE.function(
    "store_fact(clock: HarnessClock, memory: HarnessMemory, input: any, options?: dict) -> dict",
    fresh=True,
    unchecked=True,
)
def store_fact(ctx: "Machine", *args: Value) -> Fact:
    """Keep a fact; the record that holds it. Asserted again it replaces the one before."""
    given, options = fitted("store_fact", without_leading("store_fact", args, "clock", "memory"), 2)
    made = _made(ctx, given, options, "store_fact")
    return fact_store.kept(memory_of(ctx), made, options_for(ctx, "memory_store", options)).shown()


@MODULE.function(
    "recall_facts(clock: HarnessClock, memory: HarnessMemory, query: string, kind?: any, "
    "min_confidence?: any, scope?: any) -> list<dict>",
    fresh=True,
    unchecked=True,
)
def recall_facts(ctx: "Machine", *args: Value) -> list[Value]:
    """The facts that answer a query best and still hold; `scope` is its name or a dict of options."""
    rest = without_leading("recall_facts", args, "clock", "memory")
    query, kind, least, scope = fitted("recall_facts", rest, 4)
    if kind is not None:
        facts.kind_of(kind)
    if least is not None:
        facts.confidence_of(least)
    wanted = named("memory_recall", "query", query)
    options = options_for(ctx, "memory_recall", _scoped(scope, "recall_facts"))
    return fact_store.recalled(memory_of(ctx), wanted, (kind, least), options, now(ctx))


@MODULE.function(
    "invalidate_facts(memory: HarnessMemory, predicate: any, scope?: any) -> dict", fresh=True, unchecked=True
)
def invalidate_facts(ctx: "Machine", *args: Value) -> Fact:
    """Hide the facts that an id, a claim, a query, a kind, evidence or tags name."""
    predicate, scope = fitted("invalidate_facts", without_leading("invalidate_facts", args, "memory"), 2)
    target = Target(predicate)
    options = options_for(ctx, "memory_forget", _scoped(scope, "invalidate_facts"))
    return fact_store.forgotten(memory_of(ctx), target, options)


def now(ctx: "Machine") -> str:
    """The time of the program's clock, to the millisecond."""
    moment = _EPOCH + timedelta(milliseconds=world_of(ctx).now_ms())
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def _made(ctx: "Machine", given: Value, options: Value, name: str) -> Fact:
    made = facts.normal(given, options, name, lambda: now(ctx))
    for field in facts.overridden(given, options):
        message = f"the option `{field}` of {name} replaces what the fact itself has there"
        world_of(ctx).warn("fact.option_override", field, message, {"field": field})
    return made


def _scoped(scope: Value, name: str) -> Value:
    """Options by the name of a scope, or as they are given."""
    if scope is None or scope.__class__ is dict:
        return scope
    if scope.__class__ is not str:
        raise refusal(INPUT, f"{name} scope must be a string or dict, got {type_of(scope)}")
    return {"scope": scope}
