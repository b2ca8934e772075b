"""What a mock and a server both promise: the same program prints the same on either."""

import pytest

from tests.support.harn import run_harn
from tests.support.pg_programs import HEAD, Database, lines_of

SETUP = "create table t(id int primary key, n text); insert into t values (1, 'one'), (2, null)"
ROWS = '[{id: 1, n: "one"}, {id: 2, n: nil}]'
MOCK = f"""const db = pg_mock_pool([
  {{sql: "select id, n from t order by id", rows: {ROWS}}},
  {{sql: "select id, n from t where id = $1", params: [1], rows: [{{id: 1, n: "one"}}]}},
  {{sql: "select id, n from t where id = $1", rows: []}},
  {{sql: "insert into t values ($1, $2)", params: [3, "x"], rows_affected: 1}},
  {{sql: "update t set n = n", rows_affected: 2}},
  {{sql: "delete from t where id = 99", rows_affected: 0}},
  {{sql: "select 1 as one", rows: [{{one: 1}}]}},
  {{sql: "select current_setting('app.tenant') as tenant", rows: [{{tenant: "t1"}}]}},
])
"""
SERVER = 'const db = pg_pool("env:HARN_TEST_PG")\n'

# A program, what it prints.
PROMISES = {
    "queries": (
        """
println(pg_query(db, "  select id, n from t order by id  "))
println(pg_query_one(db, "select id, n from t where id = $1", [1]))
println(pg_query_one(db, "select id, n from t where id = $1", [7]))
println(pg_query(db, "select id, n from t where id = $1", [7]))
println(pg_query(db, "select 1 as one", nil, nil))
""",
        ["[{id: 1, n: one}, {id: 2, n: nil}]", "{id: 1, n: one}", "nil", "[]", "[{one: 1}]"],
    ),
    "executes": (
        """
const done = pg_execute(db, "insert into t values ($1, $2)", [3, "x"])
println(done.keys(), done.rows_affected, type_of(done.duration_ms))
println(pg_execute(db, "delete from t where id = 99").rows_affected)
""",
        ["[duration_ms, rows_affected] 1 int", "0"],
    ),
    "transactions": (
        """
println(pg_transaction(db, { tx ->
  pg_savepoint(tx, "a")
  pg_execute(tx, "update t set n = n").rows_affected
}))
println(fault({ -> pg_transaction(db, { tx -> throw "stop here" }) }))
println(fault({ -> pg_transaction(db, { tx -> throw {code: 5} }) }))
const tenant = { tx -> pg_query_one(tx, "select current_setting('app.tenant') as tenant").tenant }
println(pg_transaction(db, tenant,
  {isolation: "Read Committed", read_only: true, settings: {"app.tenant": "t1", statement_timeout: 5000}}))
println(pg_transaction(db, { tx -> nil }, {isolation: "serializable", read_only: true, deferrable: true}))
println(pg_transaction(db, { tx ->
  [pg_savepoint(tx, "s.1"), pg_rollback_to_savepoint(tx, "s.1"), pg_release_savepoint(tx, "s.1")]
}))
""",
        ["2", "stop here", "{code: 5}", "t1", "nil", "[true, true, true]"],
    ),
    "handles": (
        """
println(type_of(db))
println(fault({ -> pg_transaction(db, { tx -> pg_transaction(tx, { inner -> 1 }) }) }))
println(fault({ ->
  let kept: any = nil
  pg_transaction(db, { tx -> kept = tx })
  pg_query(kept, "select 1 as one")
}))
println(fault({ ->
  let kept: any = nil
  pg_transaction(db, { tx -> kept = tx })
  pg_savepoint(kept, "a")
}))
println(pg_transaction(db, { tx -> tx._type }))
println(fault({ -> pg_transaction(db, loose("x")) }))
println(fault({ -> pg_query(loose({_type: "pg_pool"}), "select 1 as one") }))
println(fault({ -> pg_query(db, "") }))
println(fault({ -> pg_query(db, "x", loose({})) }))
println(fault({ -> pg_query(db, "x", [], {route: "moon"}) }))
println(fault({ -> pg_transaction(db, { tx -> pg_savepoint(tx, "a\\"b") }) }))
println(fault({ -> pg_transaction(db, { tx -> pg_savepoint(tx, "a".repeat(64)) }) }))
println(fault({ -> pg_transaction(db, { tx -> 1 }, {isolation: "chaos"}) }))
println(fault({ -> pg_transaction(db, { tx -> 1 }, {settings: {search_path: "x"}}) }).split(";")[0])
println(pg_close(db), pg_close(db))
println(fault({ -> pg_query(db, "select 1 as one") }))
println(fault({ -> pg_transaction(db, { tx -> 1 }) }))
""",
        [
            "resource",
            "Runtime error: pg_transaction: expected pg_pool handle",
            "Runtime error: pg_query: transaction is closed",
            "Runtime error: pg_savepoint: transaction is closed",
            "pg_tx",
            "Runtime error: pg_transaction: second argument must be a closure",
            "Runtime error: pg_query: expected pg_pool handle",
            "Runtime error: pg_query: `sql` must not be empty",
            "Runtime error: pg_query: `params` must be a list or nil, got dict",
            "Runtime error: pg_query: unsupported read routing policy `moon`",
            'Runtime error: pg_savepoint: savepoint name `a"b` contains disallowed character `"`',
            "Runtime error: pg_savepoint: savepoint name exceeds Postgres identifier length (63 bytes)",
            "Runtime error: pg_transaction: unsupported isolation `chaos`",
            "Runtime error: pg_transaction: setting `search_path` is not permitted",
            "true false",
            "Runtime error: pg_query: pool is closed",
            "Runtime error: pg_transaction: pool is closed",
        ],
    ),
    "tasks": (
        """
const found = parallel each [1, 2, 3] with {max_concurrent: 3} { n ->
  pg_transaction(db, { tx -> pg_query_one(tx, "select 1 as one").one + n })
}
println(found)
""",
        ["[2, 3, 4]"],
    ),
}


@pytest.mark.parametrize("name", PROMISES)
def test_a_mock_keeps_the_promise(name: str) -> None:
    body, wanted = PROMISES[name]
    assert lines_of(run_harn(HEAD + MOCK + body)) == wanted


@pytest.mark.parametrize("name", PROMISES)
def test_a_server_keeps_the_promise(database: Database, name: str) -> None:
    database.sql(SETUP)
    body, wanted = PROMISES[name]
    assert database.run(body, SERVER) == wanted
