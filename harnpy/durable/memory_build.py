"""Events in, tables out: how an index takes in what a log has gained."""

import gc
from array import array
from collections import Counter, defaultdict
from hashlib import sha256

from harnpy.durable.bm25 import IN_KEY, IN_TAG, shape
from harnpy.durable.memory_events import FORGET, STORE, UPDATE, Event, decode
from harnpy.durable.memory_index import Index, State, has_rotted
from harnpy.durable.memory_records import Record
from harnpy.durable.stamps import moment
from harnpy.durable.tokens import Tokenizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from harnpy.durable.memory_log import Log

    Progress = Callable[[int, int], None]

# Records whose postings are gathered before they are written, and whose rows are.
_BATCH = 20_000
_ROWS = 1_000
_REPORT_EVERY = 5_000

Place = tuple[int, int]
"""Where a line begins and how long it is."""


class Builder:
    """Takes events into an index; the caller holds a transaction.

    Rows of records are written many at once, and before anything looks for one of them; postings are gathered
    by word.
    """

    __slots__ = (
        "_gathered", "_ids", "_index", "_known", "_log", "_postings", "_records", "_tags", "_tokenizer",
        "state",
    )  # fmt: skip

    def __init__(self, index: Index, log: "Log", state: State, tokenizer: Tokenizer) -> None:
        self._index = index
        self._log = log
        self._tokenizer = tokenizer
        # By word, the packed postings of documents since the last flush, and how many documents those are.
        self._postings: defaultdict[str, list[bytes]] = defaultdict(list)
        self._gathered = 0
        # Rows that are still to be written, and the ids among them.
        self._records: list[tuple[object, ...]] = []
        self._tags: list[tuple[str, int]] = []
        self._ids: set[str] = set()
        # All ids that have a record, where that is known without asking: while an empty index is filled.
        self._known: set[str] | None = None if state.records else set()
        self.state = state

    def catch_up(self, progress: "Progress") -> State:
        """Read the log on from where the state has it, or from its beginning when it is another one."""
        log, state = self._log, self.state
        if state.offset and not state.is_of(log) and not state.grew_into(log):
            state = self.state = self._index.empty()
            self._known = set()
        enabled = gc.isenabled()
        # What is gathered holds no cycles, and a collection would walk all of it again and again.
        gc.disable()
        try:
            for start, line in log.lines(state.offset):
                event = state.take(log, start, line)
                if event is not None:
                    self.add(event, (start, len(line)))
                if state.lines % _REPORT_EVERY == 0:
                    progress(state.offset, log.size)
        finally:
            if enabled:
                gc.enable()
        state.stand_at(log)
        return self.finish()

    def finish(self) -> State:
        """Write what was gathered, and the state."""
        self._write_rows()
        self._write_postings()
        if has_rotted(self.state):
            self._index.compact(self.state)
        self._index.save(self.state)
        return self.state

    def add(self, event: Event, place: Place) -> None:
        """Take in the event of the line at `place`."""
        kind = event["type"]
        if kind == STORE:
            if event["id"] in self._ids:
                self._write_rows()
            self._drop(event["id"])
            self._put(Record(event, self.state.lines), array("Q", place))
        elif kind == FORGET:
            self._write_rows()
            for one in event["forgotten_ids"]:
                self._drop(one)
        elif kind == UPDATE:
            self._write_rows()
            self._update(event, place)

    def _update(self, event: Event, place: Place) -> None:
        query = "SELECT document, sequence, lines FROM records WHERE id = ?"
        row = self._index.connection.execute(query, (event["id"],)).fetchone()
        if row is None:
            return
        record, lines = record_at(self._log, row[1], row[2])
        before = record.searchable()
        record.overlay(event)
        lines.extend(place)
        if record.searchable() == before:
            change = "UPDATE records SET lines = ? WHERE document = ?"
            self._index.connection.execute(change, (lines.tobytes(), row[0]))
            return
        self._drop(record.id)
        self._put(record, lines)

    def _drop(self, one: str) -> None:
        """Take an active record out."""
        connection, state = self._index.connection, self.state
        if self._known is not None and one not in self._known:
            return
        row = connection.execute("SELECT document, words FROM records WHERE id = ?", (one,)).fetchone()
        if row is None:
            return
        connection.execute("DELETE FROM records WHERE document = ?", (row[0],))
        connection.execute("INSERT INTO dead VALUES (?)", (row[0],))
        if self._known is not None:
            self._known.discard(one)
        state.records -= 1
        state.words -= row[1]
        state.dead += 1

    def _put(self, record: Record, lines: "array[int]") -> None:
        state = self.state
        state.documents += 1
        document = state.documents
        text = record.searchable()
        words = self._tokenizer.tokens(text)
        self._post(document, record, words)
        digest = sha256(text.encode("utf-8", "surrogatepass")).digest()
        row = (document, record.sequence, record.id, record.key, moment(record.stored_at), len(words), digest)
        self._records.append((*row, lines.tobytes()))
        self._ids.add(record.id)
        if self._known is not None:
            self._known.add(record.id)
        self._tags += [(tag, document) for tag in set(record.tags)]
        state.records += 1
        state.words += len(words)
        if len(self._records) >= _ROWS:
            self._write_rows()
        if self._gathered >= _BATCH:
            self._write_postings()

    def _post(self, document: int, record: Record, words: list[str]) -> None:
        marks: dict[str, int] = dict.fromkeys(self._tokenizer.tokens(record.key), IN_KEY)
        for word in self._tokenizer.tokens(" ".join(record.tags)):
            marks[word] = marks.get(word, 0) | IN_TAG
        postings, length = self._postings, len(words)
        # Most words of a document have the same posting.
        packed: dict[tuple[int, int], bytes] = {}
        for word, count in Counter(words).items():
            kind = (count, marks.get(word, 0))
            entry = packed.get(kind)
            if entry is None:
                entry = packed[kind] = array("Q", (document, shape(*kind, length))).tobytes()
            postings[word].append(entry)
        self._gathered += 1

    def _write_rows(self) -> None:
        if self._records:
            connection = self._index.connection
            connection.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?)", self._records)
            connection.executemany("INSERT INTO tags VALUES (?, ?)", self._tags)
            self._records, self._tags, self._ids = [], [], set()

    def _write_postings(self) -> None:
        if self._postings:
            segment = self.state.segments = self.state.segments + 1
            rows = ((word, segment, b"".join(self._postings[word])) for word in sorted(self._postings))
            self._index.connection.executemany("INSERT INTO postings VALUES (?, ?, ?)", rows)
            self._postings = defaultdict(list)
            self._gathered = 0


def record_at(log: "Log", sequence: int, lines: bytes) -> tuple[Record, "array[int]"]:
    """The record whose store and updates stand at these places of the log.

    Raises:
        ValueError: they do not: the index is not of this log.
    """
    places = array("Q")
    places.frombytes(lines)
    first, *updates = [decode(log.read(*place)) for place in zip(places[::2], places[1::2], strict=True)]
    record = Record(first, sequence)
    for event in updates:
        record.overlay(event)
    return record, places
