"""What is to be forgotten: the predicate of a program in, the ids of the active records it matches out."""

from harnpy.durable.memory_options import tags
from harnpy.durable.memory_records import Record
from harnpy.durable.memory_search import Predicate, View
from harnpy.durable.tokens import Tokenizer
from harnpy.values.display import display
from harnpy.values.kinds import Value

_LOWER = {code: code + ord("a") - ord("A") for code in range(ord("A"), ord("Z") + 1)}


def matched(view: View, predicate: Value, tokenizer: Tokenizer) -> list[str]:
    """Ids of the records that a predicate matches, in the order of the log.

    A string is looked for in the searchable text; of a dict all of `id`, `key`, `tag` or `tags`, `query` must
    match that are there, and one must be; anything else matches nothing.
    """
    if predicate.__class__ is str:
        return _holding(view, predicate)
    if predicate.__class__ is not dict:
        return []
    parts = _parts(predicate, tokenizer)
    return view.matching(parts) if parts else []


def _holding(view: View, text: str) -> list[str]:
    if not text.strip():
        return []
    wanted = text.translate(_LOWER)

    def holds(record: Record) -> bool:
        return wanted in record.searchable().translate(_LOWER)

    return view.matching_text(holds)


def _parts(predicate: dict[str, Value], tokenizer: Tokenizer) -> Predicate:
    found: Predicate = {}
    for name, part in (("id", "ids"), ("key", "keys")):
        value = predicate.get(name)
        if value is not None:
            found[part] = [display(one) for one in (value if value.__class__ is list else [value])]
    named = predicate.get("tag")
    named = predicate.get("tags") if named is None else named
    if named is not None:
        found["tags"] = tags("__memory_forget", named)
    query = predicate.get("query")
    if query is not None:
        found["words"] = set(tokenizer.tokens(display(query)))
    return found
