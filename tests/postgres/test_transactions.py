"""Transactions on a server are what they claim: all or nothing, in their modes, again on conflicts."""

import pytest

from tests.support.pg_programs import Database

SETUP = "create table t(id int primary key, n int); insert into t values (1, 10), (2, 20)"


def test_commit_throw_and_swallowed_errors(database: Database) -> None:
    database.sql(SETUP)
    assert database.run(
        """
println(pg_transaction(db, { tx -> pg_execute(tx, "update t set n = $1 where id = 1", [11]).rows_affected }))
println(fault({ -> pg_transaction(db, { tx ->
  pg_execute(tx, "update t set n = 99")
  throw "no"
}) }))
println(fault({ -> pg_transaction(db, { tx ->
  pg_execute(tx, "update t set n = 98")
  fault({ -> pg_execute(tx, "insert into t values (1, 1)") })
}) }))
println(fault({ -> pg_transaction(db, { tx ->
  pg_execute(tx, "update t set n = 97")
  pg_execute(tx, "insert into t values (1, 1)")
}) }))
println(pg_query(db, "select n from t order by id"))
"""
    ) == [
        "1",
        "no",
        "Runtime error: pg_transaction: an earlier statement failed; transaction rolled back",
        "Runtime error: pg_execute: unique_violation (SQLSTATE 23505)",
        "[{n: 11}, {n: 20}]",
    ]


def test_settings_and_modes_hold_inside_and_not_after(database: Database) -> None:
    database.sql(SETUP)
    assert database.run(
        """
const one = pg_connect("env:HARN_TEST_PG")
const shown = { at -> pg_query_one(at,
  "select current_setting('app.tenant', true) as tenant, current_setting('statement_timeout') as timeout, " +
    "current_setting('transaction_isolation') as level") }
const settings = {"app.tenant": "o'Neil; drop table t", STATEMENT_TIMEOUT: 1500}
println(pg_transaction(one, shown, {isolation: "repeatable-read", settings: settings}))
println(shown(one))
println(fault({ -> pg_transaction(one, { tx -> pg_execute(tx, "delete from t") }, {read_only: true}) }))
println(fault({ -> pg_transaction(one, { tx -> 1 }, {settings: {statement_timeout: "soon"}}) }))
println(pg_query_one(one, "select count(*) as n from t").n)
""",
    ) == [
        "{level: repeatable read, tenant: o'Neil; drop table t, timeout: 1500ms}",
        "{level: read committed, tenant: , timeout: 0}",
        "Runtime error: pg_execute: database error (SQLSTATE 25006)",
        "Runtime error: pg_transaction: set_config(statement_timeout) failed: "
        "database error (SQLSTATE 22023)",
        "2",
    ]


def test_savepoints(database: Database) -> None:
    database.sql(SETUP)
    assert database.run("""
pg_transaction(db, { tx ->
  pg_savepoint(tx, "step.one")
  println(fault({ -> pg_execute(tx, "insert into t values (1, 1)") }))
  pg_rollback_to_savepoint(tx, "step.one")
  pg_execute(tx, "insert into t values (3, 30)")
  pg_release_savepoint(tx, "step.one")
})
""") == ["Runtime error: pg_execute: unique_violation (SQLSTATE 23505)"]
    assert database.sql("select count(*) from t") == [(3,)]
    assert database.run("""
println(fault({ -> pg_transaction(db, { tx -> pg_release_savepoint(tx, "none") }) }))
println(fault({ -> pg_savepoint(db, "a") }))
""") == [
        "Runtime error: pg_release_savepoint: database error (SQLSTATE 3B001)",
        "Runtime error: pg_savepoint: expected pg_tx handle",
    ]


@pytest.mark.parametrize("control", ["commit", "rollback", "ROLLBACK AND NO CHAIN"])
def test_a_statement_that_ends_the_transaction_is_a_fault(database: Database, control: str) -> None:
    database.sql(SETUP)
    shown = database.run(f"""
println(fault({{ -> pg_transaction(db, {{ tx -> fault({{ -> pg_execute(tx, "{control}") }}) }}) }}))
println(fault({{ -> pg_transaction(db, {{ tx ->
  pg_execute(tx, "{control}")
  pg_execute(tx, "delete from t")
}}) }}))
println(pg_query_one(db, "select count(*) as n from t").n)
""")
    assert shown == [
        "Runtime error: pg_transaction: an earlier statement failed; transaction rolled back",
        "Runtime error: pg_execute: a statement ended the transaction; let the callback return or throw "
        f"instead of sending {control.split(maxsplit=1)[0].upper()}",
        "2",
    ]


def test_conflicting_serializable_transactions_both_commit(database: Database) -> None:
    database.sql(SETUP)
    assert database.run("""
const attempts = atomic(0)
const move = { source, target -> pg_transaction(db, { tx ->
  atomic_add(attempts, 1)
  const n = pg_query_one(tx, "select n from t where id = $1", [source]).n
  pg_query(tx, "select pg_sleep(0.05)")
  pg_execute(tx, "update t set n = n + $1 where id = $2", [n, target])
  n
}, {isolation: "serializable", max_attempts: 5}) }
println((parallel each [[1, 2], [2, 1]] { pair -> move(pair[0], pair[1]) }).sorted())
println(atomic_get(attempts))
""") in (["[10, 30]", "3"], ["[20, 30]", "3"])
    # One after the other, whichever was first: 10 + 20 = 30, 20 + 30 = 50, or the other way round.
    assert sorted(database.sql("select n from t")) in ([(30,), (40,)], [(30,), (50,)])


def test_a_deadlock_is_tried_again(database: Database) -> None:
    database.sql(SETUP)
    database.sql(
        "do $$ begin execute format('alter database %I set deadlock_timeout = 50', current_database()); "
        "end $$"
    )
    assert database.run("""
const attempts = atomic(0)
const both = { first, second -> pg_transaction(db, { tx ->
  atomic_add(attempts, 1)
  pg_execute(tx, "update t set n = n + 1 where id = $1", [first])
  pg_query(tx, "select pg_sleep(0.1)")
  pg_execute(tx, "update t set n = n + 1 where id = $1", [second])
  first
}, {max_attempts: 3}) }
println(parallel each [[1, 2], [2, 1]] { pair -> both(pair[0], pair[1]) })
println(atomic_get(attempts))
println(pg_query(db, "select n from t order by id"))
""") == ["[1, 2]", "3", "[{n: 12}, {n: 22}]"]


def test_without_attempts_the_conflict_is_thrown(database: Database) -> None:
    database.sql(SETUP)
    assert database.run("""
println(fault({ -> pg_transaction(db, { tx ->
  pg_query(tx, "select n from t")
  pg_execute(db, "update t set n = 0 where id = 1")
  pg_execute(tx, "update t set n = 5 where id = 1")
}, {isolation: "repeatable read"}) }))
const tries = atomic(0)
println(fault({ -> pg_transaction(db, { tx ->
  atomic_add(tries, 1)
  pg_query(tx, "select n from t")
  pg_execute(db, "update t set n = n + 1 where id = 1")
  fault({ -> pg_execute(tx, "update t set n = 5 where id = 1") })
}, {isolation: "repeatable read", max_attempts: 3}) }))
println(atomic_get(tries))
""") == [
        "Runtime error: pg_execute: serialization_failure (SQLSTATE 40001)",
        "Runtime error: pg_transaction: an earlier statement failed; transaction rolled back",
        "3",
    ]


def test_a_constraint_that_is_checked_at_commit(database: Database) -> None:
    database.sql("create table p(id int primary key)")
    database.sql("create table c(p int references p deferrable initially deferred)")
    assert database.run("""
println(fault({ -> pg_transaction(db, { tx -> pg_execute(tx, "insert into c values (7)") }) }))
println(pg_query_one(db, "select count(*) as n from c").n)
""") == ["Runtime error: pg_transaction: commit failed: foreign_key_violation (SQLSTATE 23503)", "0"]


def test_a_task_that_holds_all_connections_fails_at_once(database: Database) -> None:
    assert database.run("""
const one = pg_connect("env:HARN_TEST_PG")
println(fault({ -> pg_transaction(one, { tx -> pg_query(one, "select 1") }) }))
println(fault({ -> pg_transaction(one, { tx -> pg_transaction(one, { inner -> 1 }) }) }))
println(pg_query_one(one, "select 1 as n").n)
""") == [
        "Runtime error: pg_query: this task already holds every connection of the pool",
        "Runtime error: pg_transaction: this task already holds every connection of the pool",
        "1",
    ]


def test_tasks_share_a_transaction_by_turns_and_not_after_its_end(database: Database) -> None:
    database.sql(SETUP)
    assert database.run("""
const left = pg_transaction(db, { tx ->
  println(parallel each [1, 2, 3] { n -> pg_query_one(tx, "select $1 + n as v from t where id = 1", [n]).v })
  const late = spawn {
    sleep(20ms)
    fault({ -> pg_execute(tx, "delete from t") })
  }
  late
})
println(await(left))
println(pg_query_one(db, "select count(*) as n from t").n)
""") == ["[11, 12, 13]", "Runtime error: pg_execute: transaction is closed", "2"]
