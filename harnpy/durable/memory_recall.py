"""A query in, the records that answer it out: by words, by vectors, or by both."""

from heapq import nlargest

from harnpy.durable.embeddings import Embedder
from harnpy.durable.memory_options import HYBRID, LEXICAL
from harnpy.durable.memory_records import Record, Settings
from harnpy.durable.memory_search import Row, View
from harnpy.durable.memory_space import Space
from harnpy.durable.vectors import blend, cosines
from harnpy.values.faults import runtime_fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

Hits = list[tuple[Record, float]]
Query = tuple[str, str, Settings]
"""The text, the mode, how the namespace was opened."""


def recalled(space: Space, embedder: Embedder, query: Query, limit: int | None) -> Hits:
    """The best records and their scores; all that score when there is no limit."""
    text, mode, settings = query
    if mode == LEXICAL:
        return space.look(lambda view: list(view.ranked(text, limit)), [])

    def ask(view: View) -> tuple[list[Row], dict[int, float]]:
        return view.rows(), (view.scores(text) or {}) if mode == HYBRID else {}

    nothing: tuple[list[Row], dict[int, float]] = ([], {})
    rows, words = space.look(ask, nothing)
    if not rows:
        # Nobody is asked for a vector that could not be compared.
        return []
    wanted = _embedded(embedder, text, settings)
    nearness = _similarities(space, embedder, rows, wanted)
    found = {row.document: near for row, near in zip(rows, nearness, strict=True) if near > 0.0}
    if mode == HYBRID:
        found = blend(words, found, (settings.bm25_weight, settings.cosine_weight))
    return _best(space, rows, found, limit)


def _embedded(embedder: Embedder, text: str, settings: Settings) -> list[float]:
    vector = embedder.embed(text).vector
    if settings.dim is not None and len(vector) != settings.dim:
        raise runtime_fault(
            f"memory: memory.embed returned a {len(vector)}-dim query vector but the namespace was opened "
            f"with embed_dim={settings.dim}"
        )
    return vector


def _similarities(space: Space, embedder: Embedder, rows: list[Row], query: list[float]) -> list[float]:
    """How near each record is; texts that have no vector yet are embedded in the order of the log."""
    cached = embedder.cached([row.digest for row in rows])
    vectors: list[Sequence[float]] = []
    for row in rows:
        found = cached.get(row.digest)
        if found is None:
            text: str | None = space.look(lambda view, one=row.id: _searchable(view, one), None)
            # A record that was forgotten just now is no hit any more.
            found = query if text is None else embedder.embed(text).vector
        if len(found) != len(query):
            raise runtime_fault(
                f"memory: embedding dimension mismatch for record {row.id} "
                f"(query={len(query)}, record={len(found)})"
            )
        vectors.append(found)
    return cosines(query, vectors)


def _searchable(view: View, one: str) -> str | None:
    record = view.with_id(one)
    return None if record is None else record.searchable()


def _best(space: Space, rows: list[Row], found: dict[int, float], limit: int | None) -> Hits:
    """The records of the best documents, in the order of recall."""
    scored = [
        (found[row.document], row.moment, row.sequence, row.id) for row in rows if row.document in found
    ]
    best = sorted(scored, reverse=True) if limit is None else nlargest(limit, scored)

    def ask(view: View) -> Hits:
        records = ((view.with_id(one), score) for score, _, _, one in best)
        return [(record, score) for record, score in records if record is not None]

    return space.look(ask, [])
