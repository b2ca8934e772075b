"""A transaction on a server: begun, used by one statement at a time, ended once."""

import asyncio

import psycopg
from psycopg.pq import TransactionStatus

from harnpy.natives.support.postgres.connecting import Lane
from harnpy.natives.support.postgres.failures import ENDED, Failure
from harnpy.natives.support.postgres.mock import SET_CONFIG
from harnpy.natives.support.postgres.options import PRIMARY
from harnpy.natives.support.postgres.running import Memory, Runner
from harnpy.natives.support.postgres.statements import COUNT, Statement
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from harnpy.natives.support.postgres.connecting import Connection
    from harnpy.natives.support.postgres.options import Modes

_SWALLOWED = "an earlier statement failed; transaction rolled back"
_ENDED_BY_STATEMENT = (
    "a statement ended the transaction; let the callback return or throw instead of sending {}"
)
_UNKNOWN = "; outcome unknown"
_OPEN = frozenset({TransactionStatus.INTRANS, TransactionStatus.INERROR})


class Transaction:
    """One attempt. Statements of several tasks take turns; none runs after its end."""

    __slots__ = (
        "_closed", "_connection", "_lane", "_memory", "_modes", "_runner", "_take", "_task", "_turn",
        "conflict", "form", "policy",
    )  # fmt: skip

    def __init__(
        self, lane: Lane, take: "Callable[[Value], Awaitable[Connection]]", memory: Memory, modes: "Modes"
    ) -> None:
        self._lane = lane
        self._take = take
        self._memory = memory
        self._modes = modes
        self._task: Value = None
        self._turn = asyncio.Lock()
        self._connection: Connection | None = None
        self._runner: Runner | None = None
        self._closed = False
        self.conflict = False
        self.form = "text"
        self.policy = PRIMARY

    def of(self, task: Value, form: str) -> "Transaction":
        """The same transaction, held by a task."""
        self._task = task
        self.form = form
        return self

    async def begin(self) -> None:
        """Take a connection, begin, make the settings."""
        async with self._turn:
            connection = self._connection = await self._take(self._task)
            held = self._lane.held
            held[self._task] = held.get(self._task, 0) + 1
            self._runner = Runner(self._lane, connection, self._memory, inside=True)
            await self._step("begin failed", self._modes.begin, [])
            for name, value in self._modes.settings:
                await self._step(f"set_config({name}) failed", SET_CONFIG, [name, value])

    async def run(self, statement: Statement) -> Value:
        """Run a statement of the program."""
        async with self._turn:
            if self._closed or self._runner is None:
                raise Failure(ENDED)
            try:
                given = await self._runner.run(statement)
            except Failure as failure:
                self.conflict = self.conflict or failure.conflict
                raise
            finally:
                if self._status == TransactionStatus.IDLE:
                    self._closed = True
            if self._closed:
                raise Failure(_ENDED_BY_STATEMENT.format(statement.sql.split(None, 1)[0].upper()))
            return given

    async def control(self, sql: str) -> None:
        """Set, release or go back to a savepoint."""
        await self.run(Statement("", sql, [], COUNT))

    async def commit(self) -> None:
        """Make it last. When the connection is lost on the way, nobody knows whether it was."""
        async with self._turn:
            assert self._runner is not None
            if self._status != TransactionStatus.INTRANS:
                raise Failure(_SWALLOWED)
            try:
                await self._step("commit failed", "COMMIT", [])
            except Failure as failure:
                self.conflict = failure.conflict
                if self._status == TransactionStatus.UNKNOWN:
                    failure.text += _UNKNOWN
                    failure.unknown = True
                raise
            await self._returned()

    async def rollback(self) -> None:
        """Undo what is not committed and give the connection back."""
        async with self._turn:
            await self._returned()

    def close(self) -> None:
        """Take no more statements. A conflict that was undone by a savepoint is none."""
        if not self._closed:
            self._closed = True
            self.conflict = self.conflict and self._status == TransactionStatus.INERROR

    async def _returned(self) -> None:
        """Give the connection back, rolled back if it is still in the transaction."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        left = self._lane.held[self._task] - 1
        if left:
            self._lane.held[self._task] = left
        else:
            del self._lane.held[self._task]
        try:
            if connection.info.transaction_status in _OPEN:
                await connection.execute("ROLLBACK")
        except psycopg.Error:
            # It is closed then, which undoes as well.
            await connection.close()
        finally:
            await self._lane.give(connection)

    @property
    def _status(self) -> TransactionStatus:
        if self._connection is None:
            return TransactionStatus.UNKNOWN
        return self._connection.info.transaction_status

    async def _step(self, step: str, sql: str, params: list[Value]) -> None:
        assert self._runner is not None
        try:
            await self._runner.run(Statement("", sql, params, COUNT))
        except Failure as failure:
            raise failure.within(step) from None
