"""What `pg_query_one` costs beside a hand-written loop on the driver, and how fast many rows are decoded.

    python tests/bench/postgres.py [QUERIES] [ROUNDS]

Both take a connection with its check from a pool of the same settings for every query.
"""

import asyncio
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from psycopg import AsyncConnection, AsyncRawCursor
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool

from tests.support.pg_programs import Database
from tests.support.pg_server import Server, binaries

QUERY = "select id, name, price, made, tags from item where id = $1"
SETUP = """
create table item(id int primary key, name text, price numeric, made timestamptz, tags text[]);
insert into item select n, 'item ' || n, n / 7.0, now(), array['a', 'b'] from generate_series(1, 1000) n
"""
MOST_RATIO, MOST_EXTRA_MS, MOST_DECODING = 1.25, 0.15, 0.6


def by_hand(url: str, count: int) -> float:
    """Seconds of `count` queries in a loop on the driver."""

    async def loop() -> float:
        pool = AsyncConnectionPool(
            url,
            kwargs={"autocommit": True, "cursor_factory": AsyncRawCursor, "row_factory": dict_row},
            min_size=0,
            max_size=5,
            open=False,
            check=AsyncConnectionPool.check_connection,
        )
        await pool.open()
        began = 0.0
        for number in range(-100, count):
            if number == 0:
                began = time.perf_counter()
            connection: AsyncConnection[dict[str, object]] = await pool.getconn()  # pyright: ignore[reportAssignmentType]
            cursor = await connection.execute(QUERY.encode(), [number % 1000 + 1])
            assert await cursor.fetchone() is not None
            await pool.putconn(connection)  # pyright: ignore[reportArgumentType]
        took = time.perf_counter() - began
        await pool.close()
        return took

    return asyncio.run(loop())


def by_program(database: Database, count: int) -> float:
    """Seconds of the same in a program."""
    (text,) = database.run(f"""
for number in 0..100 {{
  pg_query_one(db, "{QUERY}", [number % 1000 + 1])
}}
const began = monotonic_ms()
for number in 0..{count} {{
  pg_query_one(db, "{QUERY}", [number % 1000 + 1])
}}
println(monotonic_ms() - began)
""")
    return float(text) / 1000


def decoding(database: Database) -> float:
    """Seconds of decoding 100,000 rows of five columns, without what the server takes for them."""
    (text,) = database.run("""
const columns = "x as a, x::text as b, x / 2.0 as c, x % 2 = 0 as d, x * 1.5::float8 as e"
const sql = "select ${columns} from generate_series(1, 100000) x"
pg_query_one(db, sql)
let began = monotonic_ms()
pg_query_one(db, sql)
const server = monotonic_ms() - began
began = monotonic_ms()
pg_query(db, sql)
println(monotonic_ms() - began - server)
""")
    return float(text) / 1000


def main() -> None:
    """Measure side by side and print a table."""
    count, rounds = [*map(int, sys.argv[1:]), 10_000, 3][:2] if len(sys.argv) != 2 else (int(sys.argv[1]), 3)
    found = binaries()
    if found is None:
        sys.exit("PostgreSQL not installed")
    server = Server(found)
    try:
        server.start()
        database = Database(server, server.database())
        database.sql(SETUP)
        pairs = [(by_hand(database.url, count), by_program(database, count)) for _ in range(rounds)]
        hand, program = (min(times) for times in zip(*pairs, strict=True))
        rows = min(decoding(database) for _ in range(rounds))
    finally:
        server.stop()
    extra = (program - hand) / count * 1000
    good = program <= hand * MOST_RATIO or extra <= MOST_EXTRA_MS
    sys.stdout.write(
        f"{count} queries: by hand {hand:.2f} s, in a program {program:.2f} s, ratio {program / hand:.2f} "
        f"(at most {MOST_RATIO}), {extra:+.3f} ms a query (at most {MOST_EXTRA_MS}): "
        f"{'ok' if good else 'TOO SLOW'}\n"
        f"decoding 100,000 rows of 5: {rows:.2f} s (at most {MOST_DECODING}): "
        f"{'ok' if rows <= MOST_DECODING else 'TOO SLOW'}\n"
    )
    sys.exit(0 if good and rows <= MOST_DECODING else 1)


if __name__ == "__main__":
    main()
