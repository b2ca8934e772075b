"""A statement and a connection in, its outcome out: NULLs without a type, types of the database's own."""

import psycopg

from harnpy.natives.support.postgres.binding import NULL_TYPES, bound, nils_of, typed_nils
from harnpy.natives.support.postgres.connecting import ExtendedCursor, Lane
from harnpy.natives.support.postgres.decoding import LOOKUP, Decoders, plain_rows
from harnpy.natives.support.postgres.failures import Failure
from harnpy.natives.support.postgres.statements import COUNT, FIRST, Statement
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from psycopg.pq.abc import PGresult

    from harnpy.natives.support.postgres.connecting import Connection

_PLAN_CHANGED = "0A000"
# States of a statement whose NULLs need a type: of none at all, of two, of one that fits nothing.
_UNDETERMINED = frozenset({"42P18", "42P08"})
_UNFIT = _UNDETERMINED | {"42883", "42804"}
_PROBE = '"_harnpy_describe_probe"'
# More texts than a program has; one that makes them up as it goes begins anew.
_MOST_REMEMBERED = 10_000

Asked = tuple[str, tuple[int, ...]]
"""A text and where its parameters are nil."""


class Memory:
    """What a pool has learnt: what the NULLs of a statement must be declared as, what its own types are."""

    __slots__ = ("_types", "decoders")

    def __init__(self) -> None:
        self.decoders = Decoders()
        self._types: dict[Asked, int] = {}

    def type_of_nils(self, asked: Asked) -> int | None:
        """The type to declare, 0 for none; None when nobody has tried."""
        return self._types.get(asked) if asked[1] else 0

    def learn(self, asked: Asked, oid: int) -> None:
        """Take note of how a statement went through."""
        if len(self._types) >= _MOST_REMEMBERED:
            self._types.clear()
        self._types[asked] = oid

    def forget(self) -> None:
        """Try everything again."""
        self._types.clear()


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
        oid = self._memory.type_of_nils(asked)
        if oid is not None:
            return await self._sent(statement.sql, typed_nils(params, oid))
        first: psycopg.Error | None = None
        for oid in (0, *NULL_TYPES):
            borne = _UNFIT if oid else _UNDETERMINED
            try:
                result = await self._tried(statement.sql, typed_nils(params, oid), borne)
            except psycopg.Error as error:
                if error.sqlstate not in borne:
                    raise
                first = first or error
            else:
                self._memory.learn(asked, oid)
                return result
        assert first is not None
        raise first

    async def _tried(self, sql: str, params: list[Value], borne: frozenset[str]) -> "PGresult":
        """Run a statement; being refused with a state that is `borne` does not spoil the transaction."""
        if not self._inside:
            return await self._sent(sql, params)
        await self.send(f"SAVEPOINT {_PROBE}")
        try:
            result = await self.send(sql, params)
        except psycopg.Error as error:
            if error.sqlstate in borne:
                await self.send(f"ROLLBACK TO SAVEPOINT {_PROBE}")
                await self.send(f"RELEASE SAVEPOINT {_PROBE}")
            raise
        await self.send(f"RELEASE SAVEPOINT {_PROBE}")
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
