"""Pools: who waits, who is let in, where statements go, what is kept of connections and statements."""

import os

from tests.support.pg_programs import Database

SETUP = "create table t(id int primary key, n int); insert into t values (1, 10)"


def test_a_hundred_tasks_share_five_connections(database: Database) -> None:
    database.sql("create table seen(pid int)")
    assert database.run("""
const all = (1..101).to_list()
const found = parallel each all { n ->
  pg_query_one(db,
    "with x as (select pg_backend_pid() as p, pg_sleep(0.01)) " +
      "insert into seen select p from x returning $1 as n", [n]).n
}
println(found.sum(), found == all)
println(pg_query_one(db, "select count(*) as calls, count(distinct pid) as connections from seen"))
""") == ["5050 true", "{calls: 100, connections: 5}"]


def test_a_hundred_transactions_share_five_connections(database: Database) -> None:
    database.sql(SETUP)
    assert database.run("""
parallel each (1..101).to_list() { n ->
  pg_transaction(db, { tx ->
    const old = pg_query_one(tx, "select n from t where id = 1 for update").n
    pg_execute(tx, "update t set n = $1 where id = 1", [old + 1])
  })
}
println(pg_query_one(db, "select n from t").n)
""") == ["110"]


def test_nobody_waits_for_ever(database: Database) -> None:
    assert database.run("""
const one = pg_pool("env:HARN_TEST_PG", {max_connections: 1, acquire_timeout_ms: 100})
const slow = spawn { fault({ -> pg_query(one, "select pg_sleep(0.4)") }) }
sleep(20ms)
println(fault({ -> pg_query(one, "select 1") }))
println(fault({ -> pg_execute(one, "select 1") }))
println(fault({ -> pg_transaction(one, { tx -> 1 }) }))
println(await(slow))
println(fault({ -> pg_query(one, "select 1") }))
""") == [
        "Runtime error: pg_query: pool timed out while waiting for an open connection",
        "Runtime error: pg_execute: pool timed out while waiting for an open connection",
        "Runtime error: pg_transaction: pool timed out while waiting for an open connection",
        "no fault",
        "no fault",
    ]


def test_closing_during_use(database: Database) -> None:
    assert database.run("""
const one = pg_connect("env:HARN_TEST_PG")
const using = spawn { pg_query_one(one, "select pg_sleep(0.15), 5 as n").n }
const waiting = spawn { fault({ -> pg_query(one, "select 1") }) }
sleep(50ms)
println(pg_close(one))
println(await(using), await(waiting))
println(fault({ -> pg_stmt_cache_clear(one) }))
""") == [
        "true",
        "5 Runtime error: pg_query: pool is closed",
        "Runtime error: pg_stmt_cache_clear: pool is closed",
    ]


def test_idle_connections_go_and_old_ones_too(database: Database) -> None:
    assert database.run("""
const count = { name ->
  pg_query_one(db, "select count(*) as n from pg_stat_activity where application_name = $1", [name]).n
}
const idle = pg_pool("env:HARN_TEST_PG", {application_name: "idle", idle_timeout_ms: 100})
parallel each [1, 2, 3] { n -> pg_query(idle, "select pg_sleep(0.05)") }
println(count("idle") > 1)
sleep(600ms)
println(count("idle"))
const kept = pg_pool("env:HARN_TEST_PG", {application_name: "kept", min_connections: 2})
sleep(100ms)
println(count("kept"), kept.application_name)
const old = pg_pool("env:HARN_TEST_PG", {max_connections: 1, max_lifetime_ms: 100})
const first = pg_query_one(old, "select pg_backend_pid() as p").p
sleep(150ms)
pg_query(old, "select 1")
sleep(50ms)
println(pg_query_one(old, "select pg_backend_pid() as p").p == first)
""") == ["true", "0", "2 kept", "false"]


def test_queries_go_where_their_route_leads(database: Database) -> None:
    names = [database.server.database() for _ in range(2)]
    for number, name in enumerate(names):
        os.environ[f"HARN_TEST_R{number}"] = database.server.url(name)
    try:
        shown = database.run("""
const many = pg_pool("env:HARN_TEST_PG", {replicas: ["env:HARN_TEST_R0", {env: "HARN_TEST_R1"}]})
const where = { pool, routing -> pg_query_one(pool, "select current_database() as d", [], routing).d }
const main = where(many, nil)
println(many.replicas, many.read_routing_policy)
println(where(many, {read_only: false}) == main, where(many, {route: "primary", read_only: true}) == main)
const turns = (1..5).to_list().map({ n -> where(many, {read_only: true}) })
println(turns[0] == turns[2], turns[1] == turns[3], turns[0] != turns[1], turns[0] != main, turns[1] != main)
println((1..4).to_list().map({ n -> where(many, {route: "replica"}) == turns[0] }))
println((1..5).to_list().map({ n -> where(many, {routing_policy: "round-robin-replica"}) == turns[0] }))
println(pg_transaction(many, { tx -> where(tx, {read_only: true}) }) == main)
println(pg_execute(many, "select 1").rows_affected)
println(where(db, {read_only: true}) == main)
println(fault({ -> where(db, {route: "replica"}) }))
println(fault({ -> where(db, {route: "round_robin_replica"}) }))
const always = pg_pool("env:HARN_TEST_PG", {replicas: ["env:HARN_TEST_R1"], read_routing_policy: "replica"})
println(where(always, {read_only: true}) == turns[1])
println(pg_stmt_cache_clear(many).pools)
""")
    finally:
        for number, name in enumerate(names):
            del os.environ[f"HARN_TEST_R{number}"]
            database.server.drop(name)
    assert shown == [
        "2 replica_or_primary",
        "true true",
        "true true true true true",
        "[true, true, true]",
        "[true, false, true, false]",
        "true",
        "1",
        "true",
        *[
            f"Runtime error: pg_query_one: read routing policy `{policy}` requires at least one replica"
            for policy in ("replica", "round_robin_replica")
        ],
        "true",
        "3",
    ]


def test_prepared_statements_are_kept_bounded_and_dropped(database: Database) -> None:
    database.sql(SETUP)
    assert database.run("""
const prepared = { pool -> pg_query_one(pool, "select count(*) as n from pg_prepared_statements").n }
const small = pg_pool("env:HARN_TEST_PG", {max_connections: 1, statement_cache_capacity: 3})
for n in 0..20 {
  for again in 0..7 {
    pg_query(small, "select ${n} as a")
  }
}
println(prepared(small) > 0, prepared(small) <= 4)
const none = pg_pool("env:HARN_TEST_PG", {max_connections: 1, statement_cache_capacity: -1})
for again in 0..9 {
  pg_query(none, "select 1 as a")
}
println(prepared(none), none.statement_cache_capacity)
println(pg_stmt_cache_clear(small))
println(prepared(small))
const busy = spawn { pg_query(small, "select pg_sleep(0.2)") }
sleep(50ms)
println(pg_stmt_cache_clear(small))
await(busy)
const one = pg_connect("env:HARN_TEST_PG")
for again in 0..9 {
  pg_query(one, "select * from t")
}
pg_execute(db, "alter table t add column extra int default 7")
println(pg_query(one, "select * from t"))
""") == [
        "true true",
        "0 0",
        "{connections_cleared: 1, connections_skipped: 0, pools: 1}",
        "0",
        "{connections_cleared: 0, connections_skipped: 1, pools: 1}",
        "[{extra: 7, id: 1, n: 10}]",
    ]


def test_several_statements_in_one_text_never_run(database: Database) -> None:
    database.sql(SETUP)
    assert database.run("""
println(fault({ -> pg_execute(db, "update t set n = 0; update t set n = 1") }))
println(fault({ -> pg_query(db, "select 1; drop table t", []) }))
println(fault({ -> pg_transaction(db, { tx -> pg_execute(tx, "update t set n = 2; commit") }) }))
const none = pg_pool("env:HARN_TEST_PG", {statement_cache_capacity: 0})
println(fault({ -> pg_execute(none, "update t set n = 3; update t set n = 4") }))
println(pg_query_one(db, "select n from t").n)
""") == [
        "Runtime error: pg_execute: database error (SQLSTATE 42601)",
        "Runtime error: pg_query: database error (SQLSTATE 42601)",
        "Runtime error: pg_execute: database error (SQLSTATE 42601)",
        "Runtime error: pg_execute: database error (SQLSTATE 42601)",
        "10",
    ]


def test_what_a_pool_shows_of_itself(database: Database) -> None:
    assert database.run("""
const shown = { pool -> [
  pool.id, pool._type, pool.max_connections, pool.single_connection, pool.replicas,
  pool.statement_cache_capacity, pool.application_name,
] }
println(shown(db))
println(shown(pg_connect({env: "HARN_TEST_PG"}, {max_connections: 9, application_name: " me "})))
println(shown(pg_pool({env: " HARN_TEST_PG "}, {max_connections: 2.9, statement_cache_capacity: "x"})))
println(pg_pool("env: HARN_TEST_PG ", {max_connections: -3}).max_connections)
println(pg_transaction(db, { tx -> tx.id }))
""") == [
        "[pgpool-1, pg_pool, 5, false, 0, 100, nil]",
        "[pgconn-2, pg_pool, 1, true, 0, 100, me]",
        "[pgpool-3, pg_pool, 2, false, 0, 100, nil]",
        "1",
        "pgtx-5",
    ]
