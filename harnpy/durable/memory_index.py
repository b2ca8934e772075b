"""What is derived from a log: a data base that holds the active records and the postings of their words.

It may be deleted at any time, and is made again when it does not fit the log. The same tables in memory
stand in where no file can be written, so what they answer is the same.
"""

from array import array
from hashlib import sha256

from harnpy.durable.bm25 import FIELDS
from harnpy.durable.memory_events import OPEN, STAMPS, BadLine, Event, decode
from harnpy.durable.memory_records import Settings
from harnpy.durable.stamps import is_default
from harnpy.storage.backends.sqlite import Connection, derived
from harnpy.values.kinds import Value
from harnpy.values.text import json_stringify, parse_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.durable.memory_log import Log

Packed = dict[str, tuple[str, bytes]]
"""By the digest of a text: the stamp of the file of its vector, and the numbers of the vector."""

VERSION = 1
"""Number of the form of the tables."""

_SCHEMA = (
    "CREATE TABLE state (one INTEGER PRIMARY KEY, text TEXT NOT NULL)",
    "CREATE TABLE records (document INTEGER PRIMARY KEY, sequence INTEGER, id TEXT, key TEXT, moment BLOB,"
    " words INTEGER, digest BLOB, lines BLOB)",
    "CREATE UNIQUE INDEX by_id ON records (id)",
    "CREATE INDEX by_key ON records (key)",
    "CREATE INDEX by_moment ON records (moment, sequence)",
    "CREATE TABLE tags (tag TEXT, document INTEGER, PRIMARY KEY (tag, document)) WITHOUT ROWID",
    "CREATE TABLE postings (token TEXT, segment INTEGER, entries BLOB, PRIMARY KEY (token, segment))"
    " WITHOUT ROWID",
    "CREATE TABLE dead (document INTEGER PRIMARY KEY)",
    "CREATE TABLE vectors (hint TEXT, digest TEXT, stamp TEXT, vector BLOB, PRIMARY KEY (hint, digest))"
    " WITHOUT ROWID",
    f"PRAGMA user_version = {VERSION}",
)
_EMPTY = ("DELETE FROM records", "DELETE FROM tags", "DELETE FROM postings", "DELETE FROM dead")
_HEAD = 4096
# Postings of records that are gone are tolerated up to as many as there are records, and a few.
_TOLERATED_DEAD = 1000


class State:
    """How far a log has been read, and what is known of it then.

    offset, lines    what has been read: bytes, and lines among them
    head             digest of the last bytes before the offset
    documents        how many have been numbered; an update that changes words makes a new one
    """

    __slots__ = (
        "dead", "documents", "head", "last_stamp", "lines", "offset", "records", "segments", "settings",
        "version", "words",
    )  # fmt: skip

    def __init__(self) -> None:
        self.version = ""
        self.offset = self.lines = 0
        self.head = ""
        self.records = self.words = self.documents = self.segments = self.dead = 0
        # The event that opened the namespace last.
        self.settings: dict[str, Value] = {}
        self.last_stamp = ""

    def text(self) -> str:
        """The state as it is kept."""
        return json_stringify({name: getattr(self, name) for name in self.__slots__})

    @classmethod
    def of(cls, text: str) -> "State":
        """The state of a kept text."""
        made = cls()
        for name, value in parse_json(text).items():
            setattr(made, name, value)
        return made

    def note(self, event: Event) -> None:
        """Keep what the next event must go by: the settings and the latest stamp of our own making."""
        kind = event["type"]
        stamp: str = event[STAMPS[kind]]
        if is_default(stamp) and stamp > self.last_stamp:
            self.last_stamp = stamp
        if kind == OPEN:
            self.settings = event

    def take(self, log: "Log", start: int, line: bytes) -> Event | None:
        """Go past a line that begins at `start`; its event, None for a blank one."""
        self.lines += 1
        self.offset = start + len(line) + 1
        if not line.strip():
            return None
        try:
            event = decode(line)
        except BadLine as problem:
            raise log.bad_line(self.lines, problem) from None
        self.note(event)
        return event

    def skim(self, log: "Log") -> "State":
        """Go to the end of a log for the sake of settings and stamps alone."""
        for start, line in log.lines(self.offset):
            self.take(log, start, line)
        self.stand_at(log)
        return self

    def stand_at(self, log: "Log") -> None:
        """Remember which log this is the state of."""
        self.version, self.head = version_of(log), head_of(log, self.offset)

    @property
    def configuration(self) -> Settings:
        """How the namespace was opened last."""
        return Settings(self.settings)

    def is_of(self, log: "Log") -> bool:
        """Say whether nothing has happened to the log since."""
        return self.version == version_of(log)

    def grew_into(self, log: "Log") -> bool:
        """Say whether the log is the one that was read, with more at its end."""
        before, now = self.version.split(":"), version_of(log).split(":")
        same_file = before[:2] == now[:2] and self.offset <= log.size
        # Of the same size but changed: somebody wrote over what was there.
        return same_file and before[2:3] != now[2:3] and self.head == head_of(log, self.offset)


class Index:
    """The tables of one log. `path` is a file or `sqlite.MEMORY`."""

    __slots__ = ("_dead", "_dead_of", "connection")

    def __init__(self, path: str, *, syncs: bool = True) -> None:
        """Open the tables, or make them.

        Raises:
            DatabaseError: the file is damaged or cannot be written.
            ValueError: it has another form.
        """
        self.connection: Connection = derived(path, syncs=syncs)
        self._dead: frozenset[int] = frozenset()
        self._dead_of = ("", 0)
        try:
            self._prepare()
        except BaseException:
            self.connection.close()
            raise

    def _prepare(self) -> None:
        found = self._number("PRAGMA user_version")
        if found == 0 and not self._number("SELECT count(*) FROM sqlite_master"):
            self.connection.execute("BEGIN IMMEDIATE")
            # Another process may have been faster.
            if not self._number("SELECT count(*) FROM sqlite_master"):
                for statement in _SCHEMA:
                    self.connection.execute(statement)
                self.save(State())
            self.connection.execute("COMMIT")
        elif found != VERSION:
            raise ValueError("another form of index")

    def _number(self, query: str) -> int:
        return self.connection.execute(query).fetchone()[0]

    def close(self) -> None:
        """Close the tables."""
        self.connection.close()

    def load(self) -> State:
        """The state as the current transaction sees it."""
        found = self.connection.execute("SELECT text FROM state").fetchone()
        return State.of(found[0])

    def save(self, state: State) -> None:
        """Keep the state."""
        self.connection.execute("INSERT OR REPLACE INTO state VALUES (1, ?)", (state.text(),))

    def empty(self) -> State:
        """Forget all that was read of a log; packed vectors stay, they belong to texts."""
        for statement in _EMPTY:
            self.connection.execute(statement)
        self._dead_of = ("", 0)
        return State()

    def dead(self, state: State) -> frozenset[int]:
        """Numbers of documents whose postings are there and who are gone."""
        of = (state.head, state.dead)
        if self._dead_of != of:
            rows = self.connection.execute("SELECT document FROM dead")
            self._dead = frozenset(row[0] for row in rows)
            self._dead_of = of
        return self._dead

    def compact(self, state: State) -> None:
        """Take the postings of what is gone out of the tables."""
        dead, connection = self.dead(state), self.connection
        for token, segment in connection.execute("SELECT token, segment FROM postings").fetchall():
            place = (token, segment)
            query = "SELECT entries FROM postings WHERE token = ? AND segment = ?"
            entries = array("Q", connection.execute(query, place).fetchone()[0])
            pairs = zip(entries[::FIELDS], entries[1::FIELDS], strict=True)
            alive = array("Q", [one for pair in pairs if pair[0] not in dead for one in pair])
            if not alive:
                connection.execute("DELETE FROM postings WHERE token = ? AND segment = ?", place)
            elif len(alive) < len(entries):
                change = "UPDATE postings SET entries = ? WHERE token = ? AND segment = ?"
                connection.execute(change, (alive.tobytes(), *place))
        connection.execute("DELETE FROM tags WHERE document IN (SELECT document FROM dead)")
        connection.execute("DELETE FROM dead")
        state.dead = 0

    def packed(self, hint: str) -> Packed:
        """Vectors of texts under a hint, by digest, each with the stamp of the file it was read from."""
        query = "SELECT digest, stamp, vector FROM vectors WHERE hint = ?"
        return {row[0]: (row[1], row[2]) for row in self.connection.execute(query, (hint,))}

    def pack(self, hint: str, rows: Packed) -> None:
        """Keep such vectors."""
        connection = self.connection
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(
            "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?)",
            ((hint, digest, *row) for digest, row in rows.items()),
        )
        connection.execute("COMMIT")

    def postings(self, token: str) -> "array[int]":
        """The postings of a word, in the order of documents."""
        found: array[int] = array("Q")
        query = "SELECT entries FROM postings WHERE token = ? ORDER BY segment"
        for row in self.connection.execute(query, (token,)):
            found.frombytes(row[0])
        return found


def has_rotted(state: State) -> bool:
    """Say whether an index holds more of what is gone than of what is there."""
    return state.dead > state.records + _TOLERATED_DEAD


def version_of(log: "Log") -> str:
    """What tells whether a log is still as it was, as a text."""
    return ":".join(map(str, log.version))


def head_of(log: "Log", offset: int) -> str:
    """The digest of the last bytes before an offset."""
    start = max(0, offset - _HEAD)
    return sha256(log.read(start, offset - start)).hexdigest()
