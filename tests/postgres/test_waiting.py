"""Waiting for a server holds nobody else up, and whoever stops waiting stops the server's work as well."""

import os
import subprocess
import time
from pathlib import Path

import pytest

from tests.support.harn import EXE
from tests.support.pg_programs import HEAD, POOL, Database

SETUP = "create table t(id int primary key, n int); insert into t values (1, 10)"
WORKING = (
    "select count(*) as n from pg_stat_activity where query like '%pg_sleep(3%' and pid <> pg_backend_pid() "
    "and state = 'active'"
)


def test_other_tasks_go_on(database: Database) -> None:
    assert database.run("""
const slow = spawn { pg_query_one(db, "select pg_sleep(0.3), 1 as n").n }
let ticks = 0
for n in 0..10 {
  sleep(10ms)
  ticks = ticks + 1
}
println(ticks, await(slow))
""") == ["10 1"]
    began = time.monotonic()
    database.run("""parallel each [1, 2, 3, 4, 5] { n -> pg_query(db, "select pg_sleep(0.3)") }""")
    assert time.monotonic() - began < 1.2


def test_a_deadline_and_a_cancellation_end_the_query_on_the_server(database: Database) -> None:
    assert database.run(f"""
const one = pg_connect("env:HARN_TEST_PG")
const working = {{ -> pg_query_one(db, "{WORKING}").n }}
println(fault({{ -> deadline 150ms {{ pg_query(one, "select pg_sleep(30)") }} }}))
println(pg_query_one(one, "select 1 as n").n, working())
const task = spawn {{ pg_query(one, "select pg_sleep(31)") }}
sleep(100ms)
println(working())
cancel(task)
println(pg_query_one(one, "select 2 as n").n, working())
""") == ["Deadline exceeded", "1 0", "1", "2 0"]


def test_a_deadline_in_a_transaction_rolls_it_back(database: Database) -> None:
    database.sql(SETUP)
    assert database.run(f"""
const one = pg_connect("env:HARN_TEST_PG")
const working = {{ -> pg_query_one(db, "{WORKING}").n }}
println(fault({{ -> deadline 150ms {{ pg_transaction(one, {{ tx ->
  pg_execute(tx, "update t set n = 0")
  pg_query(tx, "select pg_sleep(30)")
}}) }} }}))
println(working(), pg_query_one(one, "select n from t").n)
println(fault({{ -> pg_transaction(one, {{ tx ->
  pg_execute(tx, "update t set n = 1")
  fault({{ -> deadline 50ms {{ pg_query(tx, "select pg_sleep(30)") }} }})
}}) }}))
println(pg_query_one(one, "select n from t").n)
const task = spawn {{ pg_transaction(one, {{ tx ->
  pg_execute(tx, "update t set n = 2")
  pg_query(tx, "select pg_sleep(32)")
}}) }}
sleep(100ms)
cancel(task)
println(pg_query_one(one, "select n from t").n, working())
""") == [
        "Deadline exceeded",
        "0 10",
        "Runtime error: pg_transaction: an earlier statement failed; transaction rolled back",
        "10",
        "10 0",
    ]


def test_waiting_for_a_connection_can_be_given_up(database: Database) -> None:
    assert database.run("""
const one = pg_connect("env:HARN_TEST_PG")
const slow = spawn { pg_query(one, "select pg_sleep(0.3)") }
sleep(20ms)
println(fault({ -> deadline 50ms { pg_query(one, "select 1") } }))
println(fault({ -> deadline 50ms { pg_transaction(one, { tx -> 1 }) } }))
await(slow)
println(pg_transaction(one, { tx -> pg_query_one(tx, "select 1 as n").n }))
""") == ["Deadline exceeded", "Deadline exceeded", "1"]


def test_timeouts_of_statements(database: Database) -> None:
    assert database.run("""
const slow = { tx -> pg_query(tx, "select pg_sleep(5)") }
println(fault({ -> pg_transaction(db, slow, {settings: {statement_timeout: 50}}) }))
println(pg_query_one(db, "select current_setting('statement_timeout') as t").t)
""") == ["Runtime error: pg_query: database error (SQLSTATE 57014)", "0"]


ENDS = {
    "exit": "exit(3)",
    "throw": 'throw "enough"',
    "end": "nil",
}


@pytest.mark.parametrize("end", ENDS)
def test_the_end_of_the_program_closes_everything(database: Database, end: str) -> None:
    database.sql(SETUP)
    database.ran(f"""
spawn {{ pg_transaction(db, {{ tx ->
  pg_execute(tx, "update t set n = 0")
  pg_query(tx, "select pg_sleep(30)")
}}) }}
sleep(100ms)
const kept = pg_connect("env:HARN_TEST_PG")
if {"false" if end == "end" else "true"} {{
  pg_transaction(kept, {{ tx ->
    pg_execute(tx, "insert into t values (7, 7)")
    {ENDS[end]}
  }})
}}
""")
    _gone(database)
    assert database.sql("select id, n from t order by id") == [(1, 10)]


def _gone(database: Database) -> None:
    """Fail unless all connections of programs end soon."""
    until = time.monotonic() + 2
    while database.connections() and time.monotonic() < until:
        time.sleep(0.02)
    assert database.connections() == []


def test_a_time_limit_of_the_run_cancels_the_query(database: Database) -> None:
    began = time.monotonic()
    ran = database.ran('pg_query(db, "select pg_sleep(30)")', timeout_ms=400)
    assert (ran.outcome.exit_code, ran.outcome.stopped) == (124, "timeout")
    assert time.monotonic() - began < 4
    _gone(database)


def test_an_interrupt_ends_query_and_process(database: Database, tmp_path: Path) -> None:
    program = tmp_path / "p.harn"
    body = 'println("started")\npg_transaction(db, { tx -> pg_query(tx, "select pg_sleep(30)") })\n'
    program.write_text(HEAD + POOL + body, encoding="utf-8")
    process = subprocess.Popen(
        [*EXE, "run", str(program)],
        env={**os.environ, "HARN_TEST_PG": database.url},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "started\n"
    time.sleep(0.3)
    process.send_signal(2)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (124, "")
    assert "Traceback" not in err
    assert "psycopg" not in err
    _gone(database)
