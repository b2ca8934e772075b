"""An index in, records out: by the words of a query, by age, by what a predicate names."""

from heapq import nlargest
from itertools import groupby
from operator import itemgetter

from harnpy.durable.bm25 import FIELDS, Statistics, scores
from harnpy.durable.memory_build import record_at
from harnpy.durable.memory_index import Index, State
from harnpy.durable.memory_records import Record
from harnpy.durable.tokens import Tokenizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from harnpy.durable.memory_log import Log
    from harnpy.values.kinds import Value

# More documents of one score than this are put in order by walking all of them from the newest.
_FEW = 500
_NEWEST = "SELECT document FROM records ORDER BY moment DESC, sequence DESC"
_IN_ORDER = "SELECT document, id, digest, moment, sequence FROM records ORDER BY sequence"
_OF_ID = "SELECT document FROM records WHERE id = ?"
_OF_KEY = "SELECT document FROM records WHERE key = ?"

Predicate = dict[str, "Collection[str]"]
"""What must hold of a record: `ids`, `keys`, `tags` (any of them), `words` (any of them)."""


class Row:
    """What order and vectors need of a record. `digest` is that of its searchable text."""

    __slots__ = ("digest", "document", "id", "moment", "sequence")

    def __init__(self, document: int, one: str, digest: bytes, moment: bytes, sequence: int) -> None:
        self.document = document
        self.id = one
        self.digest = digest.hex()
        self.moment = moment
        self.sequence = sequence


class View:
    """The active records of a namespace at one moment; valid while its transaction lasts."""

    __slots__ = ("_index", "_log", "_state", "_tokenizer")

    def __init__(self, index: Index, log: "Log", state: State, tokenizer: Tokenizer) -> None:
        self._index = index
        self._log = log
        self._state = state
        self._tokenizer = tokenizer

    @property
    def state(self) -> State:
        """How far the log has been read."""
        return self._state

    def scores(self, query: str) -> dict[int, float] | None:
        """The score of each document that a word of the query occurs in; None for a query without words."""
        words = self._tokenizer.tokens(query)
        if not words:
            return None
        index, state = self._index, self._state
        known = {word: index.postings(word) for word in words}
        statistics = Statistics(state.records, state.words)
        return scores([known[word] for word in words], statistics, index.dead(state))

    def ranked(self, query: str, limit: int | None = None) -> "Iterator[tuple[Record, float]]":
        """Records by their score for a query, best first; all of them, at 0.0, for one without words."""
        found = self.scores(query)
        if found is None:
            return ((record, 0.0) for record in self.newest(limit))
        return ((self.record(document), score) for document, score in self.ordered(found, limit))

    def ordered(self, found: dict[int, float], limit: int | None = None) -> "Iterator[tuple[int, float]]":
        """Documents by score; those of one score by stamp, then by their place in the log, latest first."""
        if limit is not None and len(found) > limit:
            least = nlargest(limit, found.values())[-1]
            found = {document: score for document, score in found.items() if score >= least}
        by_score = itemgetter(1)
        left = len(found) if limit is None else limit
        for score, group in groupby(sorted(found.items(), key=by_score, reverse=True), by_score):
            for document in self._latest_first([one[0] for one in group]):
                if left <= 0:
                    return
                left -= 1
                yield document, score

    def _latest_first(self, documents: list[int]) -> "Iterable[int]":
        if len(documents) == 1:
            return documents
        if len(documents) > _FEW:
            wanted = frozenset(documents)
            return (row[0] for row in self._rows(_NEWEST) if row[0] in wanted)
        query = "SELECT moment, sequence FROM records WHERE document = ?"
        places = {one: row for one in documents for row in self._rows(query, one)}
        return sorted(documents, key=places.__getitem__, reverse=True)

    def newest(self, limit: int | None = None) -> "Iterator[Record]":
        """Records from the newest to the oldest."""
        query = _NEWEST if limit is None else f"{_NEWEST} LIMIT {limit}"
        return (self.record(row[0]) for row in self._rows(query))

    def rows(self) -> list[Row]:
        """All records, in the order of the log."""
        return [Row(*one) for one in self._rows(_IN_ORDER)]

    def record(self, document: int) -> Record:
        """The record of a document."""
        for row in self._rows("SELECT sequence, lines FROM records WHERE document = ?", document):
            return record_at(self._log, *row)[0]
        raise LookupError(f"document {document} is not there")

    def with_id(self, one: str) -> Record | None:
        """The active record of an id."""
        for row in self._rows(_OF_ID, one):
            return self.record(row[0])
        return None

    def matching(self, predicate: Predicate) -> list[str]:
        """Ids of the records of which every part of a predicate holds, in the order of the log."""
        found: set[int] | None = None
        for part, values in predicate.items():
            mine = self._documents(part, values)
            found = mine if found is None else found & mine
        return self._ids(found or ())

    def with_all(self, words: "Iterable[str]") -> list[str]:
        """Ids of the records in which all of the words occur, in the order of the log."""
        documents = [set(self._index.postings(word)[::FIELDS]) for word in set(words)]
        together = documents[0].intersection(*documents[1:])
        return self._ids(together - self._index.dead(self._state))

    def matching_text(self, holds: "Callable[[Record], bool]") -> list[str]:
        """Ids of the records that a test holds of, in the order of the log."""
        return self._ids([row.document for row in self.rows() if holds(self.record(row.document))])

    def with_tag(self, tag: str) -> set[int]:
        """Documents of the records that have a tag, and of some that are gone."""
        return {row[0] for row in self._rows("SELECT document FROM tags WHERE tag = ?", tag)}

    def having(self, tag: str) -> "Iterator[Record]":
        """The records that have a tag, newest first."""
        query = (
            "SELECT records.document FROM tags JOIN records ON records.document = tags.document"
            " WHERE tag = ? ORDER BY moment DESC, sequence DESC"
        )
        return (self.record(row[0]) for row in self._rows(query, tag))

    def _documents(self, part: str, values: "Iterable[str]") -> set[int]:
        if part == "tags":
            return {document for tag in values for document in self.with_tag(tag)}
        if part == "words":
            documents = {one for word in values for one in self._index.postings(word)[::FIELDS]}
            return documents - self._index.dead(self._state)
        query = _OF_ID if part == "ids" else _OF_KEY
        return {row[0] for value in values for row in self._rows(query, value)}

    def _ids(self, documents: "Iterable[int]") -> list[str]:
        query = "SELECT sequence, id FROM records WHERE document = ?"
        return [
            one for _, one in sorted(row for document in documents for row in self._rows(query, document))
        ]

    def _rows(self, query: str, *values: "Value") -> "Iterator[Value]":
        return self._index.connection.execute(query, values)
