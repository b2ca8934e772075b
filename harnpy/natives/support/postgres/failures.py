"""A failed call as data, and the fault that a program catches: a category, never the words of a server."""

from harnpy.values.faults import Fault, Thrown, runtime_fault

_CATEGORIES = {
    "23505": "unique_violation",
    "23503": "foreign_key_violation",
    "23502": "not_null_violation",
    "23514": "check_violation",
    "23P01": "exclusion_violation",
    "22003": "numeric_out_of_range",
    "22001": "string_too_long",
    "22P02": "invalid_text_representation",
    "42501": "insufficient_privilege",
    "42P01": "undefined_table",
    "42703": "undefined_column",
    "40001": "serialization_failure",
    "40P01": "deadlock_detected",
}
_OTHER_CONSTRAINT, _OTHER = "constraint_violation", "database error"
_CONSTRAINTS = "23"
# Classes of states that speak of the connection or the server, not of the statement.
_CONNECTION = ("08", "53", "57P")
# What a server answers to a statement with too many or too few parameters.
_MISTAKE = "08P01"
_CONFLICTS = frozenset({"40001", "40P01"})
CLOSED = "pool is closed"
ENDED = "transaction is closed"
TIMED_OUT = "pool timed out while waiting for an open connection"
CIRCUIT = "circuit open — pool is throttling after repeated failures"
HELD = "this task already holds every connection of the pool"


def category_of(sqlstate: str) -> str:
    """What programs are told of a state: `unique_violation`, else `database error`."""
    known = _CATEGORIES.get(sqlstate)
    if known is None:
        return _OTHER_CONSTRAINT if sqlstate.startswith(_CONSTRAINTS) else _OTHER
    return known


class Failure(Exception):
    """A call that failed: the text without the function's name, the SQLSTATE if there is one.

    `lost`: the connection or the server is to blame. `unknown`: a COMMIT may have been done or not.
    `alone`: the text stands without the name of the function before it.
    """

    def __init__(
        self, text: str, sqlstate: str | None = None, *, lost: bool = False, unknown: bool = False
    ) -> None:
        super().__init__(text)
        self.text = text
        self.sqlstate = sqlstate
        self.lost = lost
        self.unknown = unknown
        self.alone = False

    @property
    def conflict(self) -> bool:
        """Whether the same transaction may succeed when it is run again."""
        return self.sqlstate in _CONFLICTS

    def within(self, step: str) -> "Failure":
        """The same failure, of a step of the function: `commit failed: …`."""
        return Failure(f"{step}: {self.text}", self.sqlstate, lost=self.lost, unknown=self.unknown)

    def fault(self, function: str, form: str = "text") -> Fault:
        """What the program catches, as the pool's `error_format` says."""
        text = self.text if self.alone else f"{function}: {self.text}"
        if form != "dict":
            return runtime_fault(text)
        return Thrown(
            {
                "_type": "pg_error",
                "function": function,
                "category": None if self.sqlstate is None else category_of(self.sqlstate),
                "sqlstate": self.sqlstate,
                "message": text,
                "outcome": "unknown" if self.unknown else "none",
            }
        )


def of_state(sqlstate: str) -> Failure:
    """The failure that the server has told by its state."""
    text = f"{category_of(sqlstate)} (SQLSTATE {sqlstate})"
    return Failure(text, sqlstate, lost=sqlstate.startswith(_CONNECTION) and sqlstate != _MISTAKE)


def alone(text: str) -> Failure:
    """A failure whose text names its place itself: `pg bind: …`."""
    failure = Failure(text)
    failure.alone = True
    return failure
