"""`std/postgres`: pools of connections, statements, transactions; or a mock that answers from fixtures."""

from harnpy.natives.support.declare import builtin, capability
from harnpy.natives.support.leading import fitted, without_leading
from harnpy.natives.support.postgres.failures import Failure
from harnpy.natives.support.postgres.judging import params_of, savepoint_name, sql_of
from harnpy.natives.support.postgres.mock import MockPool
from harnpy.natives.support.postgres.options import Modes, PoolOptions, route_of
from harnpy.natives.support.postgres.sources import source_of
from harnpy.natives.support.postgres.statements import COUNT, FIRST, ROWS, Statement
from harnpy.runtime.calls import adapt
from harnpy.runtime.handles import Resource
from harnpy.values.faults import Fault, runtime_fault
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Coroutine

    from harnpy.natives.support.postgres.statements import Session, Work
    from harnpy.runtime.machine import Machine

_POOL, _TRANSACTION, _MOCK = "pg_pool", "pg_tx", "pg_mock_pool"
_HANDLE = "HarnessPostgres"
_COUNTER = "postgres"
# Back-off between attempts of a transaction, in milliseconds.
_FIRST_PAUSE, _LONGEST_PAUSE = 10, 1000


@builtin("pg_pool(source: any, options?: dict) -> any", effect="connect", fresh=True, unchecked=True)
@capability(_HANDLE, "pool(source: any, options?: dict) -> any", effect="connect", fresh=True, unchecked=True)
def pg_pool(ctx: "Machine", *args: Value) -> Resource:
    """Open a pool of connections to the server that `source` names: a URL, `env:NAME` or `secret:ns/name`."""
    return _opened(ctx, "pg_pool", args, single=False)


@builtin("pg_connect(source: any, options?: dict) -> any", effect="connect", fresh=True, unchecked=True)
@capability(
    _HANDLE, "connect(source: any, options?: dict) -> any", effect="connect", fresh=True, unchecked=True
)
def pg_connect(ctx: "Machine", *args: Value) -> Resource:
    """Open a pool of exactly one connection."""
    return _opened(ctx, "pg_connect", args, single=True)


@builtin("pg_mock_pool(fixtures?: any) -> any", fresh=True, unchecked=True)
@capability("HarnessTesting", "pg_mock_pool(fixtures?: any) -> any", fresh=True, unchecked=True)
def pg_mock_pool(ctx: "Machine", *args: Value) -> Resource:
    """A pool that answers from fixtures `{sql, params?, rows?, rows_affected?, error?, match?, times?}`."""
    (fixtures,) = fitted("pg_mock_pool", without_leading("pg_mock_pool", args, "testing"), 1)
    return Resource(_MOCK, {"id": _id(ctx, "pgmock")}, MockPool(fixtures))


@builtin("pg_mock_calls(mock: any) -> list<any>", fresh=True, unchecked=True)
def pg_mock_calls(ctx: "Machine", *args: Value) -> list[Value]:
    """The calls that a mock has met, in order: `{sql, params, execute}`."""
    (handle,) = fitted("pg_mock_calls", args, 1)
    if handle is None:
        raise runtime_fault("pg_mock_calls: pool handle is required")
    return list(_held("pg_mock_calls", handle, _MOCK, (_MOCK,)).calls)


@builtin("pg_query(handle: any, sql: string, params?: list, routing?: dict) -> list<any>", unchecked=True)
def pg_query(ctx: "Machine", *args: Value) -> list[Value]:
    """The rows that a statement gives, as dicts by column name."""
    return _read(ctx, "pg_query", args, ROWS)


@builtin("pg_query_one(handle: any, sql: string, params?: list, routing?: dict) -> any", unchecked=True)
def pg_query_one(ctx: "Machine", *args: Value) -> Value:
    """The first row that a statement gives, nil when it gives none."""
    return _read(ctx, "pg_query_one", args, FIRST)


@builtin(
    "pg_execute(handle: any, sql: string, params?: list) -> {rows_affected: int, duration_ms: int}",
    fresh=True,
    unchecked=True,
)
def pg_execute(ctx: "Machine", *args: Value) -> dict[str, Value]:
    """Run a statement for what it does: `{rows_affected, duration_ms}`."""
    function = "pg_execute"
    handle, sql, params = fitted(function, args, 3)
    session = _session(function, handle)
    statement = Statement(function, sql_of(function, sql), params_of(function, params), COUNT)
    began = ctx.clock.monotonic_ms()
    affected = _run(ctx, session, statement)
    return {"rows_affected": affected, "duration_ms": int(ctx.clock.monotonic_ms() - began)}


@builtin("pg_transaction(pool: any, callback: fn(any) -> any, options?: dict) -> any", unchecked=True)
def pg_transaction(ctx: "Machine", *args: Value) -> Value:
    """Run `callback(tx)` in a transaction: what it returns commits it, what it throws rolls it back."""
    function = "pg_transaction"
    handle, callback, options = fitted(function, args, 3)
    pool = _pool(function, handle)
    body = adapt(callback, 1)
    if body is None:
        raise runtime_fault(f"{function}: second argument must be a closure")
    modes = Modes(options)
    attempt = 1
    while True:
        work: Work = pool.begin(modes, ctx.hub.current)
        try:
            _wait(ctx, work, work.begin())
            value = body(Resource(_TRANSACTION, {"id": _id(ctx, "pgtx")}, work))
            work.close()
            _wait(ctx, work, work.commit())
            return value
        except BaseException as error:
            _undone(ctx, work)
            if not isinstance(error, Fault) or not work.conflict or attempt >= modes.most_attempts:
                raise
        _pause(ctx, attempt)
        attempt += 1


@builtin("pg_savepoint(tx: any, name: string) -> bool", unchecked=True)
async def pg_savepoint(ctx: "Machine", *args: Value) -> bool:
    """Set a savepoint in a transaction."""
    return await _savepoint("pg_savepoint", args, "SAVEPOINT")


@builtin("pg_release_savepoint(tx: any, name: string) -> bool", unchecked=True)
async def pg_release_savepoint(ctx: "Machine", *args: Value) -> bool:
    """Forget a savepoint and keep what was done since."""
    return await _savepoint("pg_release_savepoint", args, "RELEASE SAVEPOINT")


@builtin("pg_rollback_to_savepoint(tx: any, name: string) -> bool", unchecked=True)
async def pg_rollback_to_savepoint(ctx: "Machine", *args: Value) -> bool:
    """Undo what was done since a savepoint, which stays."""
    return await _savepoint("pg_rollback_to_savepoint", args, "ROLLBACK TO SAVEPOINT")


@builtin("pg_close(pool: any) -> bool", unchecked=True)
async def pg_close(ctx: "Machine", *args: Value) -> bool:
    """Close a pool; false when it was closed already."""
    (handle,) = fitted("pg_close", args, 1)
    pool = _pool("pg_close", handle)
    return pool.close() if isinstance(pool, MockPool) else await pool.close()


@builtin("pg_stmt_cache_clear(pool: any) -> dict", fresh=True, unchecked=True)
async def pg_stmt_cache_clear(ctx: "Machine", *args: Value) -> dict[str, Value]:
    """Drop prepared statements of idle connections: `{pools, connections_cleared, connections_skipped}`."""
    (handle,) = fitted("pg_stmt_cache_clear", args, 1)
    pool = _pool("pg_stmt_cache_clear", handle)
    if isinstance(pool, MockPool):
        return {"pools": 0, "connections_cleared": 0, "connections_skipped": 0}
    try:
        return await pool.clear_statements()
    except Failure as failure:
        raise failure.fault("pg_stmt_cache_clear", pool.form) from None


# ---- handles


def _held(function: str, handle: Value, wanted: str, labels: tuple[str, ...]) -> Value:
    """What a handle of one of some labels holds; a dict that looks like one is none."""
    if not isinstance(handle, Resource) or handle.label not in labels:
        raise runtime_fault(f"{function}: expected {wanted} handle")
    return handle.held


def _session(function: str, handle: Value) -> "Session":
    if handle is None:
        raise runtime_fault(f"{function}: pool or transaction handle is required")
    return _held(function, handle, _POOL, (_POOL, _TRANSACTION, _MOCK))


def _pool(function: str, handle: Value) -> Value:
    if handle is None:
        raise runtime_fault(f"{function}: pool handle is required")
    return _held(function, handle, _POOL, (_POOL, _MOCK))


def _id(ctx: "Machine", kind: str) -> str:
    ctx.state[_COUNTER] = number = ctx.state.get(_COUNTER, 0) + 1
    return f"{kind}-{number}"


# ---- pools


def _opened(ctx: "Machine", function: str, args: tuple[Value, ...], *, single: bool) -> Resource:
    source, given = fitted(function, without_leading(function, args, "postgres"), 2)
    options = PoolOptions(function, given, single=single)
    sources = [source_of(ctx, function, one) for one in (source, *options.replicas)]
    try:
        import psycopg  # late: the driver is an extra
        import psycopg_pool  # late: so is its pool

        del psycopg, psycopg_pool
    except ImportError as error:
        raise runtime_fault("std/postgres needs psycopg: pip install 'harnpy[postgres]'") from error
    # late: it imports the driver
    from harnpy.natives.support.postgres.pools import Pool

    try:
        pool = Pool(options, sources, ctx.clock)
        for host, literal in pool.hosts():
            ctx.permissions.check_host(host, function, literal=literal)
        ctx.hub.start_loop().at_end(pool.end)
        ctx.hub.wait(pool.open())
    except Failure as failure:
        raise failure.fault("pg_pool") from None
    properties = {
        "id": _id(ctx, "pgconn" if single else "pgpool"),
        "max_connections": options.most,
        "single_connection": single,
        "replicas": len(options.replicas),
        "statement_cache_capacity": options.capacity,
        "read_routing_policy": options.policy,
        "application_name": options.application_name,
    }
    return Resource(_POOL, properties, pool)


# ---- statements


def _read(ctx: "Machine", function: str, args: tuple[Value, ...], gives: str) -> Value:
    handle, sql, params, routing = fitted(function, args, 4)
    session = _session(function, handle)
    statement = Statement(function, sql_of(function, sql), params_of(function, params), gives)
    statement.route = route_of(function, routing, session.policy)
    return _run(ctx, session, statement)


def _run(ctx: "Machine", session: "Session", statement: Statement) -> Value:
    # Here, not in the coroutine: the loop runs that for whoever waits.
    statement.task = ctx.hub.current
    try:
        return ctx.hub.wait(session.run(statement))
    except Failure as failure:
        raise failure.fault(statement.function, session.form) from None


async def _savepoint(function: str, args: tuple[Value, ...], verb: str) -> bool:
    handle, name = fitted(function, args, 2)
    if handle is None:
        raise runtime_fault(f"{function}: transaction handle is required")
    session = _held(function, handle, _TRANSACTION, (_TRANSACTION, _MOCK))
    sql = f'{verb} "{savepoint_name(function, name)}"'
    try:
        await session.control(sql)
    except Failure as failure:
        raise failure.fault(function, session.form) from None
    return True


# ---- transactions


def _wait(ctx: "Machine", work: "Work", step: "Coroutine[Value, Value, None]") -> None:
    try:
        ctx.hub.wait(step)
    except Failure as failure:
        raise failure.fault("pg_transaction", work.form) from None


def _undone(ctx: "Machine", work: "Work") -> None:
    """Roll back and give the connection back, whatever becomes of the wait for that.

    While the program is torn down nothing waits any more: its connections are closed as they are.
    """
    work.close()
    if ctx.stop[0]:
        return
    try:
        ctx.hub.wait(work.rollback(), lasting=True)
    except Fault:
        # The wait was given up, the work was not.
        return


def _pause(ctx: "Machine", attempt: int) -> None:
    """Let some time pass before the next attempt: twice as long each time, less a random part."""
    longest = min(_FIRST_PAUSE * 2 ** (attempt - 1), _LONGEST_PAUSE)
    ctx.hub.sleep(longest * (1 - ctx.clock.random_bytes(1)[0] / 512))
