"""A statement and a connection in, its outcome out: NULLs without a type, types of the database's own."""

import psycopg

from harnpy.natives.support.postgres.binding import bound, nils_of, text_nils
from harnpy.natives.support.postgres.connecting import ExtendedCursor, Lane
from harnpy.natives.support.postgres.decoding import LOOKUP, Decoders, plain_rows
from harnpy.natives.support.postgres.failures import Failure
from harnpy.natives.support.postgres.statements import COUNT, FIRST, Statement
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from psycopg.pq.abc import PGresult

    from harnpy.natives.support.postgres.connecting import Connection

_UNDETERMINED, _PLAN_CHANGED = "42P18", "0A000"
_PROBE = '"_harnpy_describe_probe"'
# More texts than a program has; one that makes them up as it goes begins anew.
_MOST_REMEMBERED = 10_000

Asked = tuple[str, tuple[int, ...]]
"""A text and where its parameters are nil."""


class Memory:
    """What a pool has learnt: which NULLs must be declared as text, what its own types are."""

    __slots__ = ("_typed", "decoders")

    def __init__(self) -> None:
        self.decoders = Decoders()
        self._typed: dict[Asked, bool] = {}

    def typed(self, asked: Asked) -> bool | None:
        """Whether the NULLs of a statement must be texts; None when nobody has tried."""
        return self._typed.get(asked) if asked[1] else False

    def learn(self, asked: Asked, typed: bool) -> None:
        """Take note of how a statement went through."""
        if len(self._typed) >= _MOST_REMEMBERED:
            self._typed.clear()
        self._typed[asked] = typed

    def forget(self) -> None:
        """Try everything again."""
        self._typed.clear()


class Runner:
    """Runs statements on one connection. `inside`: it is in a transaction, which an error would spoil."""

    __slots__ = ("_connection", "_inside", "_lane", "_memory")

    def __init__(self, lane: Lane, connection: "Connection", memory: Memory, *, inside: bool) -> None:
        self._lane = lane
        self._connection = connection
        self._memory = memory
        self._inside = inside

    async def run(self, statement: Statement) -> Value:
        """The outcome of a statement, or a failure."""
        try:
            result = await self._answered(statement)
            return await self._given(statement, result)
        except psycopg.Error as error:
            raise self._lane.failure(error) from None
        except UnicodeEncodeError:
            raise Failure("a text has characters that are not Unicode text") from None

    async def send(self, sql: str, params: list[Value] | None = None) -> "PGresult":
        """The result of a statement as the server sent it; errors are the driver's."""
        cursor = await self._connection.execute(sql.encode(), params or ())
        assert isinstance(cursor, ExtendedCursor)
        return cursor.whole

    async def _answered(self, statement: Statement) -> "PGresult":
        params = bound(statement.params)
        asked = (statement.sql, nils_of(params))
        typed = self._memory.typed(asked)
        if typed:
            return await self._sent(statement.sql, text_nils(params))
        if typed is None and self._inside:
            return await self._probed(asked, params)
        try:
            result = await self._sent(statement.sql, params)
        except psycopg.Error as error:
            if error.sqlstate != _UNDETERMINED or typed is not None:
                raise
            result = await self._sent(statement.sql, text_nils(params))
            typed = True
        if asked[1]:
            self._memory.learn(asked, bool(typed))
        return result

    async def _probed(self, asked: Asked, params: list[Value]) -> "PGresult":
        """Find out, under a savepoint, whether the server can tell what the NULLs are."""
        await self.send(f"SAVEPOINT {_PROBE}")
        try:
            result = await self.send(asked[0], params)
        except psycopg.Error as error:
            if error.sqlstate != _UNDETERMINED:
                raise
            await self.send(f"ROLLBACK TO SAVEPOINT {_PROBE}")
            await self.send(f"RELEASE SAVEPOINT {_PROBE}")
            self._memory.learn(asked, typed=True)
            return await self.send(asked[0], text_nils(params))
        await self.send(f"RELEASE SAVEPOINT {_PROBE}")
        self._memory.learn(asked, typed=False)
        return result

    async def _sent(self, sql: str, params: list[Value]) -> "PGresult":
        """Run a statement; one whose plan no longer holds is prepared anew, outside of transactions."""
        try:
            return await self.send(sql, params)
        except psycopg.Error as error:
            if error.sqlstate != _PLAN_CHANGED or self._inside:
                raise
        await self.send("DEALLOCATE ALL")
        return await self.send(sql, params)

    async def _given(self, statement: Statement, result: "PGresult") -> Value:
        if statement.gives == COUNT:
            return result.command_tuples or 0
        decoders = self._memory.decoders
        unknown = decoders.unknown(result)
        if unknown:
            listed = "{" + ",".join(map(str, unknown)) + "}"
            decoders.described(plain_rows(await self.send(LOOKUP, [listed])))
        if statement.gives == FIRST:
            rows = decoders.rows(result, 1)
            return rows[0] if rows else None
        return decoders.rows(result)
