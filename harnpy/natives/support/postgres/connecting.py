"""One server in, checked connections out: parameters of the session, the driver's pool, what it may tell."""

import logging
from math import ceil
from urllib.parse import quote

import psycopg
from psycopg import AsyncConnection, AsyncRawCursor
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg_pool import AsyncConnectionPool, PoolClosed, PoolTimeout

from harnpy.natives.support.postgres.failures import CLOSED, HELD, TIMED_OUT, Failure, of_state
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from psycopg.adapt import AdaptersMap
    from psycopg.pq.abc import PGresult

    from harnpy.base.clock import Clock
    from harnpy.natives.support.postgres.options import PoolOptions
    from harnpy.natives.support.postgres.sources import Source

Connection = AsyncConnection[tuple[Value, ...]]

# The driver would tell of lost connections on standard error; what the program catches says so already.
logging.getLogger("psycopg").addHandler(logging.NullHandler())
_LOG = logging.getLogger("harnpy.postgres")

_SESSION = "-c TimeZone=UTC -c DateStyle=ISO,MDY"
_PREPARED_AFTER = 5
_SHORTEST = 0.05
# How long the driver goes on by itself to replace a lost connection; who waits for one has it try again.
_RECONNECT_SECONDS = 0.5
_POKE_SECONDS = 0.001
_CLOSE_SECONDS = 1.0
_CONNECT_SECONDS = 2


class ExtendedCursor(AsyncRawCursor[tuple[Value, ...]]):
    """A cursor that never takes the simple protocol, which would run several statements of one text."""

    def _execute_send(
        self, query: Value, *, force_extended: bool = False, binary: bool | None = None
    ) -> None:
        super()._execute_send(query, force_extended=True, binary=binary)

    @property
    def whole(self) -> "PGresult":
        """The result as the server sent it."""
        assert self.pgresult is not None
        return self.pgresult


class Lane:
    """The connections to one server. `held` counts by task those that it holds for a transaction."""

    __slots__ = ("_clock", "_options", "_parameters", "_pool", "_secrets", "busy", "held")

    def __init__(self, source: "Source", options: "PoolOptions", clock: "Clock") -> None:
        try:
            given = conninfo_to_dict(source.text)
        except psycopg.Error as error:
            reason = _without(_line(error), _quoted_parts(error, source.text))
            raise Failure(f"invalid Postgres URL/options: {reason}") from None
        self._options = options
        self._clock = clock
        self._secrets = _secrets_of(source.text, given)
        self._parameters = _completed(given, options)
        self._pool: AsyncConnectionPool[Connection] | None = None
        self.busy: set[Connection] = set()
        self.held: dict[Value, int] = {}

    def hosts(self) -> list[str]:
        """The hosts that it may connect to; a folder of sockets is a host too."""
        named = self._parameters.get("hostaddr") or self._parameters.get("host") or "localhost"
        return [one.strip() or "localhost" for one in str(named).split(",")]

    async def open(self, adapters: "AdaptersMap") -> None:
        """Connect once, so that a refusal shows, then let the pool begin."""
        options = self._options
        wanted: dict[str, Value] = {
            "autocommit": True,
            "cursor_factory": ExtendedCursor,
            "prepare_threshold": _PREPARED_AFTER if options.capacity else None,
            "context": adapters,
        }
        conninfo = make_conninfo("", **self._parameters)
        try:
            first = await AsyncConnection.connect(conninfo, **wanted)
            await first.close()
        except psycopg.Error as error:
            raise self.failure(error).within("connect failed") from None
        self._pool = AsyncConnectionPool(
            conninfo,
            kwargs=wanted,
            min_size=options.least,
            max_size=options.most,
            open=False,
            configure=self._configure,
            timeout=options.acquire_ms / 1000,
            max_idle=max(_SHORTEST, options.idle_ms / 1000),
            max_lifetime=max(_SHORTEST, options.lifetime_ms / 1000),
            reconnect_timeout=_RECONNECT_SECONDS,
            reconnect_failed=self._poke,
        )
        await self._pool.open()

    async def take(self, task: Value) -> Connection:
        """A connection that has answered just now."""
        pool = self._pool
        if pool is None:
            raise Failure(CLOSED)
        if self.held.get(task, 0) >= self._options.most:
            raise Failure(HELD)
        until = self._clock.monotonic_ms() + self._options.acquire_ms
        while True:
            try:
                connection = await pool.getconn(max(0.0, until - self._clock.monotonic_ms()) / 1000)
            except PoolTimeout:
                raise Failure(TIMED_OUT, lost=True) from None
            except PoolClosed:
                raise Failure(CLOSED) from None
            self.busy.add(connection)
            try:
                await pool.check_connection(connection)
            except psycopg.Error:
                # The pool drops what is broken; those that are connected next have been checked by that.
                await self.give(connection)
            except BaseException:
                await self.give(connection)
                raise
            else:
                return connection

    async def give(self, connection: Connection) -> None:
        """Give a connection back; one that is not idle is closed."""
        self.busy.discard(connection)
        assert self._pool is not None
        await self._pool.putconn(connection)

    async def clear_statements(self) -> tuple[int, int]:
        """Drop the prepared statements of idle connections; how many those were, and how many were busy."""
        pool = self._pool
        if pool is None:
            return 0, 0
        taken: list[Connection] = []
        try:
            for _ in range(pool.get_stats().get("pool_available", 0)):
                taken.append(await pool.getconn(_CLOSE_SECONDS))
            for connection in taken:
                await connection.execute("DEALLOCATE ALL")
        except (psycopg.Error, PoolTimeout):
            # A connection that is lost has no statements any more.
            pass
        skipped = len(self.busy)
        for connection in taken:
            await pool.putconn(connection)
        return len(taken), skipped

    async def close(self) -> None:
        """Close what is idle now and the rest when it is given back."""
        if self._pool is not None:
            await self._pool.close(_CLOSE_SECONDS)

    async def end(self) -> None:
        """Close everything, also what is in use: the server undoes what was not committed."""
        for connection in list(self.busy):
            if connection.info.transaction_status == psycopg.pq.TransactionStatus.ACTIVE:
                await connection.cancel_safe(timeout=_CLOSE_SECONDS)
            await connection.close()
        await self.close()

    def failure(self, error: psycopg.Error) -> Failure:
        """What the program is told of an error of the driver; the rest goes to the log."""
        text = _without(_line(error), self._secrets)
        _LOG.debug("%s: %s", error.sqlstate, text)
        if error.sqlstate is not None:
            return of_state(error.sqlstate)
        return Failure(text, lost=isinstance(error, psycopg.OperationalError | psycopg.InterfaceError))

    async def _configure(self, connection: Connection) -> None:
        connection.prepared_max = self._options.capacity

    async def _poke(self, pool: "AsyncConnectionPool[Connection]") -> None:
        """Have the pool try to connect again when somebody waits for that."""
        if pool.get_stats().get("requests_waiting", 0):
            try:
                await pool.putconn(await pool.getconn(_POKE_SECONDS))
            except (PoolTimeout, PoolClosed):
                return


def _completed(given: "dict[str, Value]", options: "PoolOptions") -> dict[str, Value]:
    """The parameters of a connection with those of the session."""
    made = dict(given)
    made["options"] = f"{given.get('options') or ''} {_SESSION}".strip()
    made["client_encoding"] = "UTF8"
    if options.application_name is not None:
        made["application_name"] = options.application_name
    if options.ssl_mode is not None:
        made["sslmode"] = options.ssl_mode
    made.setdefault("connect_timeout", max(_CONNECT_SECONDS, ceil(options.acquire_ms / 1000)))
    return made


def _secrets_of(text: str, given: "dict[str, Value]") -> list[str]:
    password = str(given.get("password") or "")
    found = {text, password, quote(password, safe="")} if password else {text}
    return sorted(found, key=len, reverse=True)


def _quoted_parts(error: psycopg.Error, text: str) -> list[str]:
    """What an error quotes of the text it could not read."""
    parts = str(error).split('"')[1::2]
    return sorted((part for part in parts if part and part in text), key=len, reverse=True)


def _without(text: str, secrets: list[str]) -> str:
    for one in secrets:
        text = text.replace(one, "…")
    return text


def _line(error: psycopg.Error) -> str:
    return " ".join(str(error).split())
