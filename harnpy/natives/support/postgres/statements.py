"""A statement on its way: what was asked, by which function, and what it must give back."""

from harnpy.natives.support.postgres.options import PRIMARY
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Session(Protocol):
        """What statements can be sent to: a pool, a transaction, or what stands in for one."""

        form: str
        policy: str

        async def run(self, statement: "Statement") -> Value:
            """Give the rows of a statement, its first row, or the number of rows that it touched."""
            ...

    class Work(Session, Protocol):
        """A transaction: it begins, takes statements, and ends in one of two ways."""

        async def begin(self) -> None:
            """Open the transaction with its modes and settings."""
            ...

        async def commit(self) -> None:
            """Make what was done last."""
            ...

        async def rollback(self) -> None:
            """Undo what was done; done again it does nothing. Never fails."""
            ...

        async def control(self, sql: str) -> None:
            """Set, release or go back to a savepoint."""
            ...

        def close(self) -> None:
            """Take no more statements of the program."""
            ...

        @property
        def conflict(self) -> bool:
            """Whether a statement met a conflict that another attempt may not meet."""
            ...


ROWS, FIRST, COUNT = "rows", "first", "count"
"""What a statement gives back: all rows as dicts, the first of them or nil, how many rows it touched."""


class Statement:
    """`task` is who asks, as far as pools tell one from another."""

    __slots__ = ("function", "gives", "params", "route", "sql", "task")

    def __init__(self, function: str, sql: str, params: list[Value], gives: str) -> None:
        self.function = function
        self.sql = sql
        self.params = params
        self.gives = gives
        self.route = PRIMARY
        self.task: Value = None
