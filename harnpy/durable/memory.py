"""Memory of a run: namespaces in, records kept and found out. What programs call is in `natives/std/memory`.

Arguments are as programs give them; those that may be left out come as options.
"""

from harnpy.durable import memory_options as given
from harnpy.durable import stamps
from harnpy.durable.embeddings import Cache, Embedder, Embedding
from harnpy.durable.memory_events import FORGET, OPEN, STAMPS, STORE, UPDATE, Event
from harnpy.durable.memory_index import State
from harnpy.durable.memory_names import parts_of
from harnpy.durable.memory_options import Options
from harnpy.durable.memory_predicates import matched
from harnpy.durable.memory_progress import Progress
from harnpy.durable.memory_reader import Reader
from harnpy.durable.memory_recall import recalled
from harnpy.durable.memory_records import DEFAULT_HINT, Record, searchable, text_of
from harnpy.durable.memory_search import View
from harnpy.durable.memory_space import Space
from harnpy.durable.memory_summary import summarized, text_of_summary
from harnpy.durable.tokens import Tokenizer
from harnpy.storage.conversion import Refused, data
from harnpy.values.faults import runtime_fault
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from harnpy.durable.embeddings import Ask
    from harnpy.durable.world import World

    Select = Callable[[View], list[str]]

EMBED_NAMESPACE = "__embed"

# Each open index holds files open.
_MOST_OPEN = 32


class Memory:
    """The memory of one run. `ask` answers `memory.embed` when no cached vector does."""

    __slots__ = ("_ask", "_spaces", "_world", "tokenizer")

    def __init__(self, world: "World", ask: "Ask") -> None:
        self._world = world
        self._ask = ask
        self.tokenizer = Tokenizer()
        # The least recently used first.
        self._spaces: dict[tuple[str, tuple[str, ...]], Space] = {}

    def space(self, namespace: str, options: Options) -> Space:
        """The namespace of that name below the root of the options, or the run's."""
        place = (self._world.roots.memory_root(given.text(options, "root")), parts_of(namespace))
        found = self._spaces.pop(place, None)
        if found is None:
            folder = "/".join((place[0], *place[1]))
            progress = Progress(self._world, folder)
            found = Space(self._world, place, Reader(self._world, folder, self.tokenizer, progress.report))
            if len(self._spaces) >= _MOST_OPEN:
                self._spaces.pop(next(iter(self._spaces))).close()
        self._spaces[place] = found
        return found

    def open(self, namespace: str, options: Options) -> dict[str, Value]:
        """Say how a namespace is to be used from now on."""
        backend = given.backend(given.text(options, "backend"))
        weights = {name: given.number(options.get(name)) for name in ("bm25_weight", "cosine_weight")}
        for name, weight in weights.items():
            if backend == given.HYBRID and weight is not None and weight < 0:
                raise runtime_fault(f"__memory_open: `{name}` must be non-negative")
        space = self.space(namespace, options)
        if options.get("repair") is True:
            self._repair(space)
        details = {
            "embed_model_hint": given.hint(options),
            "embed_dim": given.size(options.get("embed_dim")),
            **weights,
        }
        head = {"id": self._id(options), "namespace": namespace, "backend": backend}
        event = space.append(lambda state: self._event(OPEN, head | _present(details), options, state))
        return {"_type": "memory_open", **head, **details, "opened_at": event["opened_at"]}

    def _repair(self, space: Space) -> None:
        lines = space.repair()
        if lines:
            numbers = ", ".join(map(str, lines))
            noun = "line" if len(lines) == 1 else "lines"
            message = f"moved what is no event out of {noun} {numbers} of {space.path} to {space.path}.torn"
            self._world.warn("memory.repair", space.path, message)

    def store(self, namespace: str, item: tuple[str, Value, Value], options: Options) -> Record:
        """Keep a record; `item` is its key, value and tags."""
        key, value, tags = item
        words = given.tags("__memory_store", tags)
        kept = _data("value", value)
        text = text_of(kept)
        space = self.space(namespace, options)
        head = {"id": self._id(options), "namespace": namespace, "key": key}
        self._embed_stored(space, searchable(key, text, words, kept), options)
        body = {"value": kept, "text": text, "tags": words}
        tail = _details(options)
        event = space.append(lambda state: self._event(STORE, head | body, options, state, tail))
        return Record(event, 0)

    def _embed_stored(self, space: Space, text: str, options: Options) -> None:
        """Embed what is about to be stored, where that is wanted: without a vector there is no record."""
        wanted = options.get("embed") is True
        if options.get("skip_embed") is True and not wanted:
            return
        settings = space.settings().configuration
        if not (wanted or settings.uses_vectors):
            return
        hint = given.text(options, "embed_model_hint") or settings.hint
        made = self.embedder(space, hint).embed(text)
        if settings.dim is not None and len(made.vector) != settings.dim:
            raise runtime_fault(
                f"memory: memory.embed returned a {len(made.vector)}-dim vector but the namespace was opened "
                f"with embed_dim={settings.dim}"
            )

    def recall(
        self, namespace: str, query: str, limit: int, options: Options
    ) -> "list[tuple[Record, float]]":
        """The records that answer a query best, each with its score."""
        space = self.space(namespace, options)
        kept = space.settings().configuration
        mode = given.mode(given.text(options, "mode"), kept.backend)
        hint = given.text(options, "embed_model_hint") or kept.hint
        return recalled(space, self.embedder(space, hint), (query, mode, kept), limit)

    def ranked(
        self,
        namespace: str,
        query: str,
        options: Options,
        select: "Callable[[Iterator[tuple[Record, float]]], list[Value]]",
    ) -> list[Value]:
        """What `select` takes of all active records, in the order in which recall would give them."""
        space = self.space(namespace, options)
        kept = space.settings().configuration
        mode = given.mode(given.text(options, "mode"), kept.backend)
        if mode == given.LEXICAL:
            return space.look(lambda view: select(view.ranked(query)), [])
        hint = given.text(options, "embed_model_hint") or kept.hint
        return select(iter(recalled(space, self.embedder(space, hint), (query, mode, kept), None)))

    def summarize(self, namespace: str, window: Value, options: Options) -> dict[str, Value]:
        """A text with a line for each of some records, and the records."""
        limit, query, tags = given.window(window)
        space = self.space(namespace, options)
        found: list[Record] = space.look(lambda view: summarized(view, limit, query, tags), [])
        return {
            "_type": "memory_summary",
            "namespace": namespace,
            "count": len(found),
            "text": text_of_summary(found),
            "records": [record.shown() for record in found],
        }

    def forget(
        self, namespace: str, predicate: Value, options: Options, select: "Select | None" = None
    ) -> dict[str, Value]:
        """Hide the records that a predicate matches, or that `select` names, until they are stored again."""
        space = self.space(namespace, options)
        shown = _data("predicate", predicate)
        one = self._id(options)

        def make(view: View | None) -> Event:
            ids: list[str] = []
            if view is not None:
                ids = matched(view, shown, self.tokenizer) if select is None else select(view)
            told = {**shown, "id": ids} if select is not None else shown
            body = {"id": one, "namespace": namespace, "predicate": told, "forgotten_ids": ids}
            return self._event(FORGET, body, options, State() if view is None else view.state)

        event = space.change(make) or {}
        ids: list[str] = event["forgotten_ids"]
        return {
            "_type": "memory_forget",
            "id": event["id"],
            "namespace": namespace,
            "forgotten": len(ids),
            "forgotten_ids": ids,
            "forgotten_at": event["forgotten_at"],
        }

    def update(self, namespace: str, one: str, patch: dict[str, Value], options: Options) -> Record | None:
        """Change fields of an active record; None when there is none of that id."""
        body = _patched(patch)
        space = self.space(namespace, options)
        found: Record | None = space.look(lambda view: view.with_id(one), None)
        if found is None or not body:
            return found
        changed: list[Record] = []

        def make(view: View | None) -> Event | None:
            record = None if view is None else view.with_id(one)
            if view is None or record is None:
                # Another process has forgotten it meanwhile.
                return None
            head = {"id": one, "namespace": namespace}
            event = self._event(UPDATE, head | body, options, view.state)
            record.overlay(event)
            changed.append(record)
            return event

        space.change(make)
        return changed[0] if changed else None

    def list(self, namespace: str, options: Options) -> "list[Record]":
        """Active records, newest first, as far as they pass the filters of the options."""
        limit = given.size(options.get("limit"))
        tag = given.text(options, "tag")
        fields = {name: given.text(options, name) for name in ("status", "scope")}
        flag = given.text(options, "flag")

        def select(view: View) -> "list[Record]":
            found: list[Record] = []
            for record in view.newest() if tag is None else view.having(tag):
                if limit is not None and len(found) >= limit:
                    break
                if _passes(record, fields, flag):
                    found.append(record)
            return found

        return self.space(namespace, options).look(select, [])

    def embed(self, text: str, options: Options) -> Embedding:
        """The vector of a text."""
        hint = given.hint(options) or DEFAULT_HINT
        return self.embedder(self.space(EMBED_NAMESPACE, options), hint).embed(text)

    def embedder(self, space: Space, hint: str) -> Embedder:
        """What embeds the texts of one call."""
        return Embedder(self._world, Cache(self._world, space, hint), hint, self._ask)

    def _id(self, options: Options) -> str:
        return given.text(options, "id") or self._world.ids.text()

    def _event(
        self, kind: str, body: Event, options: Options, state: State, tail: Event | None = None
    ) -> Event:
        """An event in the order of its line: the stamp stands after what it is about."""
        stamp = given.text(options, "now") or stamps.default(self._world.now_ms(), state.last_stamp)
        return {"type": kind, **body, STAMPS[kind]: stamp, **(tail or {})}


def _details(options: Options) -> Event:
    """Optional fields of a record, those that are there."""
    found: Event = {}
    if options.get("provenance") is not None:
        found["provenance"] = _data("provenance", options["provenance"])
    found |= _present({name: given.text(options, name) for name in ("status", "scope")})
    flags = given.flags(options.get("flags"))
    return {**found, "flags": flags} if flags else found


def _patched(patch: dict[str, Value]) -> Event:
    """The fields of an update, in their order."""
    found: Event = {}
    if "value" in patch:
        kept = _data("value", patch["value"])
        found |= {"value": kept, "text": text_of(kept)}
    if patch.get("tags") is not None:
        found["tags"] = given.tags("__memory_update", patch["tags"])
    details = _details(patch)
    return found | {
        name: details[name] for name in ("status", "scope", "flags", "provenance") if name in details
    }


def _present(fields: dict[str, Value]) -> dict[str, Value]:
    return {name: value for name, value in fields.items() if value is not None}


def _passes(record: Record, fields: dict[str, str | None], flag: str | None) -> bool:
    own = {"status": record.status, "scope": record.scope}
    if any(wanted is not None and own[name] != wanted for name, wanted in fields.items()):
        return False
    return flag is None or record.flags.get(flag) is True


def _data(name: str, value: Value) -> Value:
    try:
        return data(value)
    except Refused as refusal:
        raise runtime_fault(f"memory: `{name}` cannot be stored: {refusal}") from None
