"""Which facts hold and which are meant: expiry in time, and what `invalidate_facts` names."""

from harnpy.durable.facts import (
    INVALIDATION,
    Fact,
    evidence_kind_of,
    evidence_tags,
    kind_of,
    normal,
    refusal,
    text,
)
from harnpy.durable.memory_search import View
from harnpy.durable.stamps import instant, start_of_day
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    Tokens = Callable[[str], list[str]]

_LOWER = {code: code + ord("a") - ord("A") for code in range(ord("A"), ord("Z") + 1)}


def stored_fact(value: Value) -> Fact | None:
    """The fact that a stored value is; None for anything else."""
    if value.__class__ is not dict or value.get("schema") is None:
        return None
    try:
        return normal(value, None, "fact", None)
    except Fault:
        return None


def has_expired(fact: Fact, now: tuple[int, str], events: "Collection[str]") -> bool:
    """Say whether the time until which a fact holds has come, or the event has happened."""
    until = fact.get("valid_until")
    if until is None:
        return False
    event: str = until["event"]
    if event in events:
        return True
    day = start_of_day(event)
    moment = (day, "") if day is not None else instant(event)
    return moment is not None and moment <= now


class Target:
    """The facts that an invalidation means.

    parts  what memory can tell by itself: `id`, `key`, `tags`
    claim  the claim itself, however it is spaced and capitalised; `query`, when no claim is given, words that
           must all occur
    """

    __slots__ = ("claim", "parts", "query")

    def __init__(self, predicate: Value) -> None:
        self.parts: dict[str, Value] = {}
        self.claim = self.query = ""
        if predicate is None:
            raise refusal(INVALIDATION, "invalidate_facts predicate is required")
        if predicate.__class__ is str:
            self._take_text(predicate.strip())
        elif predicate.__class__ is dict:
            self._take_fields(predicate)
        else:
            raise refusal(INVALIDATION, "invalidate_facts predicate must be a string or dict")

    def _take_text(self, given: str) -> None:
        if not given:
            raise refusal(INVALIDATION, "invalidate_facts predicate must be non-empty")
        if given.startswith("fact_"):
            self.parts["id"] = given
        else:
            self.query = given

    def _take_fields(self, given: dict[str, Value]) -> None:
        for name in ("id", "key"):
            if given.get(name) is not None:
                self.parts[name] = given[name]
        tags = _tags(given)
        if tags is not None:
            self.parts["tags"] = tags
        self.claim = text(given.get("claim"))
        self.query = "" if self.claim else text(given.get("query"))
        if not (self.parts or self.claim or self.query):
            raise refusal(INVALIDATION, "invalidate_facts predicate matched no supported fields")

    @property
    def needs_facts(self) -> bool:
        """Whether the facts themselves must be looked at."""
        return bool(self.claim or self.query)

    def told(self) -> dict[str, Value]:
        """What the log says that the ids came from."""
        said = {"claim": self.claim} if self.claim else {"query": self.query}
        return {**self.parts, **said}

    def ids(self, view: View, within: "Collection[str] | None", tokens: "Tokens") -> list[str]:
        """Ids of the facts that are meant, in the order of the log, among those `within`, if not None."""
        words = tokens(self.claim or self.query)
        if self.query and not words:
            return []
        # A fact of that claim, or with all these words, has all these words.
        candidates = view.with_all(words) if words else view.matching({"tags": ["fact"]})
        found: list[str] = []
        for one in candidates:
            record = view.with_id(one) if within is None or one in within else None
            fact = None if record is None else stored_fact(record.value)
            if fact is not None and self._means(fact, words, tokens):
                found.append(one)
        return found

    def _means(self, fact: Fact, words: list[str], tokens: "Tokens") -> bool:
        if self.claim:
            return _folded(fact["claim"]) == _folded(self.claim)
        texts = [fact["claim"]]
        for piece in fact["evidence"]:
            texts += [piece["ref"], piece.get("snippet", "")]
        return set(words) <= {word for one in texts for word in tokens(one)}


def _folded(claim: str) -> str:
    return " ".join(claim.split()).translate(_LOWER)


def _tags(given: dict[str, Value]) -> Value:
    """The tags of which a fact must have one; None when none are asked for."""
    kind = None if given.get("kind") is None else kind_of(given["kind"])
    head = "fact" if kind is None else f"fact:{kind}"
    found = [tag for name in ("evidence_ref", "evidence") for tag in _evidence(head, given.get(name))]
    if found:
        return found
    if kind is not None:
        return [head]
    return given.get("tags") if given.get("tag") is None else given["tag"]


def _evidence(head: str, value: Value) -> list[str]:
    if value is None:
        return []
    if value.__class__ is list:
        for one in value:
            if one.__class__ is not str and one.__class__ is not dict:
                raise refusal(INVALIDATION, "invalidate_facts evidence entries must be strings or dicts")
        return [_evidence_tag(head, one) for one in value]
    if value.__class__ is not str and value.__class__ is not dict:
        raise refusal(INVALIDATION, "invalidate_facts evidence must be a string, dict, or list")
    return [_evidence_tag(head, value)]


def _evidence_tag(head: str, value: Value) -> str:
    ref = text(value) if value.__class__ is str else text(value.get("ref"))
    named = None if value.__class__ is str else value.get("kind")
    if not text(named) and not ref:
        raise refusal(INVALIDATION, "invalidate_facts evidence requires kind or ref")
    if not text(named):
        return evidence_tags(head, "", ref)[1]
    by_kind, _, by_both = evidence_tags(head, evidence_kind_of(named), ref)
    return by_both if ref else by_kind
