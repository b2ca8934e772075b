"""What is hostile stays data, what is secret stays hidden, what is not granted is refused."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from harnpy.runtime.grants import Grants
from tests.support.harn import EXE, ROOT, run_harn
from tests.support.pg_programs import HEAD, Database, lines_of

HOSTILE = [
    "'; drop table t; --",
    '"; drop table t; --',
    "\\'; drop table t; --",
    "$1",
    "$$; drop table t; $$",
    "%s %(a)s %%",
    "${1 + 1}",
    "a\tb\r\nc\x01\x7f\u2028",
    "ä€𝄞\u202e\ufeff",
    "' or '1'='1",
    "x" * 100_000,
]


def test_hostile_strings_are_data(database: Database) -> None:
    database.sql("create table t(id serial, s text, j jsonb)")
    program = (
        f"const texts = json_parse({_harn(json.dumps(HOSTILE[:-1]))})"
        + """ + ["x".repeat(100000)]
for text in texts {
  pg_execute(db, "insert into t(s, j) values ($1, $2)", [text, {key: text}])
  const row = pg_query_one(db, "select s, j from t where s = $1 and j = $2", [text, {key: text}])
  println(row.s == text && row.j.key == text)
  const kept = { tx -> pg_query_one(tx, "select current_setting('app.x') as x").x }
  println(pg_transaction(db, kept, {settings: {"app.x": text}}) == text)
  const refused = fault({ -> pg_transaction(db, { tx -> pg_savepoint(tx, text) }) })
  println(refused.starts_with("Runtime error: pg_savepoint:"))
  let settings = {}
  settings[text] = "x"
  println(fault({ -> pg_transaction(db, { tx -> 1 }, {settings: settings}) }).contains("is not permitted"))
}
println(pg_query_one(db, "select count(*) as n from t").n)
"""
    )
    assert set(database.run(program)) == {"true", str(len(HOSTILE))}
    assert [s for (s,) in database.sql("select s from t order by id")] == HOSTILE


def test_names_of_columns_are_data(database: Database) -> None:
    assert database.run("""
const row = pg_query_one(db, "select 1 as \\"a; drop\\", 2 as \\"\\"\\"\\", 4 as \\"%s\\"")
println(json_stringify(row))
""") == ['{"\\"":2,"%s":4,"a; drop":1}']


def _harn(text: str) -> str:
    """A string of a program."""
    return json.dumps(text).replace("${", "\\${")


STATES = [
    ("insert into t values (1, 'x')", "unique_violation (SQLSTATE 23505)"),
    ("insert into c values (9)", "foreign_key_violation (SQLSTATE 23503)"),
    ("insert into t values (null, 'x')", "not_null_violation (SQLSTATE 23502)"),
    ("insert into t values (-1, 'x')", "check_violation (SQLSTATE 23514)"),
    ("insert into t values (5, 'too long')", "string_too_long (SQLSTATE 22001)"),
    ("select 'hunter2'::int", "invalid_text_representation (SQLSTATE 22P02)"),
    ("select 40000::int2", "numeric_out_of_range (SQLSTATE 22003)"),
    ("select * from hunter2", "undefined_table (SQLSTATE 42P01)"),
    ("select hunter2 from t", "undefined_column (SQLSTATE 42703)"),
    ("insert into e values ('[1,5)'), ('[2,3)')", "exclusion_violation (SQLSTATE 23P01)"),
    ("delete from t", "database error (SQLSTATE 23001)"),
    ("select 1/0", "database error (SQLSTATE 22012)"),
    ("selec", "database error (SQLSTATE 42601)"),
    (
        "do $$ begin raise exception 'hunter2' using errcode = '42501'; end $$",
        "insufficient_privilege (SQLSTATE 42501)",
    ),
]


def test_errors_say_their_category_and_nothing_else(database: Database) -> None:
    database.sql(
        "create table t(id int primary key check (id > 0), s varchar(3)); insert into t values (1, 'a')"
    )
    database.sql("create table c(id int references t on delete restrict); insert into c values (1)")
    database.sql("create table e(r int4range, exclude using gist (r with &&))")
    wanted = [
        (sql, text.replace("database error (SQLSTATE 23", "constraint_violation (SQLSTATE 23"))
        for sql, text in STATES
    ]
    if database.sql("show server_version_num")[0][0] < "180000":  # pyright: ignore[reportOperatorIssue] - a text
        # Older servers tell RESTRICT as a missing key.
        wanted = [(sql, text if sql != "delete from t" else STATES[1][1]) for sql, text in wanted]
    shown = database.run(
        "".join(f"println(fault({{ -> pg_execute(db, {json.dumps(sql)}) }}))\n" for sql, _ in STATES)
    )
    assert shown == [f"Runtime error: pg_execute: {text}" for _, text in wanted]


def test_passwords_and_urls_stay_out_of_texts(database: Database) -> None:
    password = database.server.password
    folder = str(database.server.folder)
    wrong = database.url.replace(password, "wrong-secret")
    sources = [
        wrong,
        database.url + "?nonsense=1",
        database.url.replace("postgresql:", "postgre:"),
        f"host={folder} password='{password} dbname=x",
        f"host={folder} user=harnpy password=wrong-secret dbname={database.name}",
        database.url.rsplit("/", 1)[0] + "/none",
        f"host={folder} port=1 user=harnpy password={password}",
        f"host={folder} port=x user=harnpy password={password}",
    ]
    program = "".join(f"println(fault({{ -> pg_pool({json.dumps(one)}) }}))\n" for one in sources)
    grants = Grants()
    grants.allow_net = ["*"]
    ran = database.ran(program, pool="", grants=grants)
    lines = ran.stdout.splitlines()
    assert len(lines) == len(sources)
    for source, line in zip(sources, lines, strict=True):
        assert line.startswith(
            (
                "Runtime error: pg_pool: invalid Postgres URL/options: ",
                "Runtime error: pg_pool: connect failed: ",
            )
        )
        assert password not in line
        assert "wrong-secret" not in line
        assert source not in line
    assert "password authentication failed" in lines[0]
    assert ran.stderr == ""


def test_handles_show_nothing(database: Database) -> None:
    assert database.run("println(db, [db], {a: db}, json_stringify(db))") == [
        "<resource:pg_pool> [<resource:pg_pool>] {a: <resource:pg_pool>} null"
    ]


@pytest.mark.parametrize(
    ("allowed", "denied", "literal", "fine"),
    [
        ([], [], True, False),
        (["*"], [], True, True),
        (["example.com"], [], True, False),
        ([], [], False, True),
        ([], ["*"], False, False),
        (["*"], ["*"], True, False),
    ],
)
def test_what_a_program_names_itself_needs_a_grant(
    database: Database, allowed: list[str], denied: list[str], literal: bool, fine: bool
) -> None:
    grants = Grants()
    grants.allow_net, grants.deny_net = allowed, denied
    source = database.url if literal else "env:HARN_TEST_PG"
    ran = database.ran(f"println(fault({{ -> pg_pool({json.dumps(source)}) }}))", pool="", grants=grants)
    (line,) = lines_of(ran)
    assert (line == "no fault") == fine
    assert fine or "HARN-CAP-201: sandbox violation: builtin 'pg_pool' attempted to connect to" in line


def test_sources_from_the_environment_and_the_host(database: Database) -> None:
    os.environ["HARN_SECRET_DB_MAIN_URL"] = f" {database.url} "
    os.environ["HARN_TEST_BLANK"] = ""
    try:
        assert lines_of(
            run_harn(
                HEAD
                + """
println(pg_query_one(pg_pool("secret:db/main-url"), "select 1 as n").n)
println(pg_query_one(pg_connect({secret: "db/main-url"}), "select 2 as n").n)
println(pg_query_one(harness.postgres.pool("secret: db/main-url"), "select 3 as n").n)
harness.testing.respond("secrets", "get", " ")
println(fault({ -> pg_pool("secret:x/y") }))
harness.testing.respond_error("secrets", "get", "locked")
println(fault({ -> pg_pool("secret:x/y") }))
println(fault({ -> pg_pool("env:HARN_TEST_NONE") }))
"""
            )
        ) == [
            "1",
            "2",
            "3",
            "Runtime error: pg_pool: secret value must be a non-empty UTF-8 string",
            "locked",
            "Runtime error: pg_pool: environment variable `HARN_TEST_NONE` is not set",
        ]
    finally:
        del os.environ["HARN_SECRET_DB_MAIN_URL"], os.environ["HARN_TEST_BLANK"]


def test_replicas_are_named_when_they_cannot_be_reached(database: Database) -> None:
    os.environ["HARN_TEST_R"] = "postgresql://nobody:pw-12345678@%2Fnowhere/x"
    try:
        (line,) = database.run(
            'println(fault({ -> pg_pool("env:HARN_TEST_PG", {replicas: ["env:HARN_TEST_R"]}) }))', pool=""
        )
    finally:
        del os.environ["HARN_TEST_R"]
    assert line.startswith("Runtime error: pg_pool replica: connect failed: ")
    assert "pw-12345678" not in line


def test_check_tells_what_a_pool_needs(tmp_path: Path) -> None:
    program = tmp_path / "p.harn"
    program.write_text(
        'pg_pool("env: DB ")\npg_connect("postgresql://u:p@db.example.com:5432/x")\npg_pool("secret:a/b")\n',
        encoding="utf-8",
    )
    done = subprocess.run(
        [*EXE, "check", "--effects", "p.harn"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout == "p.harn: --permissions none --allow-env=DB --allow-net=db.example.com\n"


# ---- the driver is an extra


def _python(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "HARN_TEST_PG": "postgresql://nowhere/x"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_mock_loads_no_driver(tmp_path: Path) -> None:
    program = (
        'const db = pg_mock_pool({sql: "q", rows: [{a: 1}]})\\n'
        'println(pg_transaction(db, { tx -> pg_query_one(tx, "q").a }))'
    )
    done = _python(
        f"import sys, harnpy; harnpy.run('''{program}''');"
        "print(sorted({'psycopg', 'psycopg_pool', 'asyncio', 'logging'} & set(sys.modules)))",
        tmp_path,
    )
    assert (done.stdout, done.stderr) == ("1\n[]\n", "")


@pytest.mark.parametrize("missing", ["psycopg", "psycopg_pool"])
def test_missing_extra(tmp_path: Path, missing: str) -> None:
    program = 'try { pg_pool("env:HARN_TEST_PG") } catch (e) { println(e) }\\npg_connect("env:HARN_TEST_PG")'
    done = _python(
        f"import sys, harnpy; sys.modules[{missing!r}] = None; "
        f"done = harnpy.run('''{program}'''); print(done.exit_code, done.failure.text)",
        tmp_path,
    )
    text = "Runtime error: std/postgres needs psycopg: pip install 'harnpy[postgres]'"
    assert done.stdout == f"{text}\n1 {text} (line 2)\n"
    assert done.stderr == ""


def test_the_command_line_says_no_more_than_a_line(database: Database, tmp_path: Path) -> None:
    program = tmp_path / "p.harn"
    program.write_text('pg_pool("postgresql://u:topsecret@127.0.0.1:1/x")\n', encoding="utf-8")
    for flags in (["--allow-net=127.0.0.1"], []):
        done = subprocess.run(
            [*EXE, "run", *flags, str(program)], capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert done.returncode == 1
        assert "topsecret" not in done.stderr.replace("@127", "").split("-->")[0]
        assert "Traceback" not in done.stderr
