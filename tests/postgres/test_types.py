"""Values go to the server under one declared type each, and come back as what a table says."""

import pytest

from tests.support.pg_programs import Database

# SQL of a value, what a program sees of it.
DECODED = [
    ("true", "true"),
    ("null::bool", "nil"),
    ("'-32768'::int2", "-32768"),
    ("2147483647::int4", "2147483647"),
    ("'-9223372036854775808'::int8", "-9223372036854775808"),
    ("0.1::float4", "0.10000000149011612"),
    ("'1e-5'::float4", "0.000009999999747378752"),
    ("0.1::float8", "0.1"),
    ("'9007199254740993'::float8", "9007199254740992"),
    ("'-Infinity'::float8", "-inf"),
    ("'NaN'::float8", "NaN"),
    ("12345.6789::numeric", '"12345.6789"'),
    ("1234567890123456789012345678901234567890::numeric", '"1234567890123456789012345678901234567890"'),
    ("1.50::numeric(10,2)", '"1.50"'),
    ("'NaN'::numeric", '"NaN"'),
    ("''::text", '""'),
    ("E'tab\\t\"quote\\\\'::text", r'"tab\t\"quote\\"'),
    ("'ab'::char(4)", '"ab  "'),
    ("'x'::varchar(3)", '"x"'),
    ("'n'::name", '"n"'),
    ("'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid", '"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"'),
    ("'[1, 2.0, null, {\"a\": true}]'::json", '[1,2.0,null,{"a":true}]'),
    (
        '\'{"b": 1e300, "a": 123456789012345678901234567890}\'::jsonb',
        '{"a":1.2345678901234568e+29,"b":1e+300}',
    ),
    ("'9223372036854775807'::jsonb", "9223372036854775807"),
    ("'2024-01-02'::date", '"2024-01-02"'),
    ("'infinity'::date", '"infinity"'),
    ("'0044-03-15 BC'::date", '"0044-03-15 BC"'),
    ("'03:04:05.120'::time", '"03:04:05.12"'),
    ("'2024-01-02 03:04:05.12'::timestamp", '"2024-01-02T03:04:05.12"'),
    ("'-infinity'::timestamp", '"-infinity"'),
    ("'10000-01-01 00:00:00'::timestamp", '"10000-01-01 00:00:00"'),
    ("'0044-03-15 10:00:00 BC'::timestamp", '"0044-03-15 10:00:00 BC"'),
    ("'2024-01-02 03:04:05+00'::timestamptz", '"2024-01-02T03:04:05Z"'),
    ("'2024-01-02 03:04:05.5+02'::timestamptz", '"2024-01-02T01:04:05.5Z"'),
    ("'infinity'::timestamptz", '"infinity"'),
    ("'0044-03-15 10:00:00+00 BC'::timestamptz", '"0044-03-15 10:00:00+00 BC"'),
    ("array[1, null, 3]", "[1,null,3]"),
    ("array[[1, 2], [3, 4]]", "[[1,2],[3,4]]"),
    ("'[0:1]={7,8}'::int[]", "[7,8]"),
    ("'{}'::text[]", "[]"),
    ("array['a,b', 'c\"d', 'e\\f', '{}', null, 'NULL', '']", r'["a,b","c\"d","e\\f","{}",null,"NULL",""]'),
    ("array[true, null, false]", "[true,null,false]"),
    ("array[1.5, 'NaN']::numeric[]", '["1.5","NaN"]'),
    ("array['2024-01-02 03:04:05+00'::timestamptz]", '["2024-01-02T03:04:05Z"]'),
    ("array['{\"a\": [1]}'::jsonb, null]", '[{"a":[1]},null]'),
    ("int4range(1, 5)", '{"end":5,"end_inclusive":false,"start":1,"start_inclusive":true}'),
    ("int8range(null, 5)", '{"end":5,"end_inclusive":false,"start":null,"start_inclusive":false}'),
    ("numrange(1.5, 2.5, '(]')", '{"end":"2.5","end_inclusive":true,"start":"1.5","start_inclusive":false}'),
    (
        "'empty'::int4range",
        '{"empty":true,"end":null,"end_inclusive":false,"start":null,"start_inclusive":false}',
    ),
    (
        "daterange('2024-01-01', 'infinity')",
        '{"end":"infinity","end_inclusive":false,"start":"2024-01-01","start_inclusive":true}',
    ),
    (
        "tsrange('2024-01-01 10:00', '2024-01-02')",
        '{"end":"2024-01-02T00:00:00","end_inclusive":false,"start":"2024-01-01T10:00:00","start_inclusive":true}',
    ),
    (
        "tstzrange('2024-01-01 10:00+01', null)",
        '{"end":null,"end_inclusive":false,"start":"2024-01-01T09:00:00Z","start_inclusive":true}',
    ),
    (
        "array['empty'::int4range, int4range(1, 2)]",
        '[{"empty":true,"end":null,"end_inclusive":false,"start":null,"start_inclusive":false},'
        '{"end":2,"end_inclusive":false,"start":1,"start_inclusive":true}]',
    ),
    ("point(1.5, -2)", '{"x":1.5,"y":-2.0}'),
    ("array[point(1, 2)]", '[{"x":1.0,"y":2.0}]'),
    ("line '{1,2,3}'", '{"a":1.0,"b":2.0,"c":3.0}'),
    ("lseg '[(0,0),(1,1e20)]'", '{"end":{"x":1.0,"y":1e+20},"start":{"x":0.0,"y":0.0}}'),
    ("box '(2,2),(0,0)'", '{"lower_left":{"x":0.0,"y":0.0},"upper_right":{"x":2.0,"y":2.0}}'),
    (
        "array[box '(2,2),(0,0)', null]",
        '[{"lower_left":{"x":0.0,"y":0.0},"upper_right":{"x":2.0,"y":2.0}},null]',
    ),
    ("path '[(0,0),(1,1)]'", '{"closed":false,"points":[{"x":0.0,"y":0.0},{"x":1.0,"y":1.0}]}'),
    ("path '((0,0),(1,1))'", '{"closed":true,"points":[{"x":0.0,"y":0.0},{"x":1.0,"y":1.0}]}'),
    ("polygon '((0,0),(1,1))'", '{"points":[{"x":0.0,"y":0.0},{"x":1.0,"y":1.0}]}'),
    ("circle '<(1,2),3>'", '{"center":{"x":1.0,"y":2.0},"radius":3.0}'),
    ("interval '1 day 02:00'", '"1 day 02:00:00"'),
    ("inet '10.0.0.1/8'", '"10.0.0.1/8"'),
    ("'03:04:05+00'::timetz", '"03:04:05+00"'),
    ("row(1, 'a')", '"(1,a)"'),
    ("'sad'::mood", '"sad"'),
    ("array['sad', null]::mood[]", '["sad",null]'),
    ("'ab'::word", '"ab"'),
    ("array['ab', 'c,d']::word[]", '["ab","c,d"]'),
    ("array[5]::small[]", "[5]"),
    ('\'a=>1, "b c"=>NULL, d=>"x\\"y"\'::hstore', r'{"a":"1","b c":null,"d":"x\"y"}'),
    ("array['a=>1'::hstore]", '[{"a":"1"}]'),
]
TYPES = (
    "create extension hstore; create type mood as enum ('sad', 'ok'); "
    "create domain word as text; create domain small as int4"
)


def test_every_type_is_decoded(database: Database) -> None:
    database.sql(TYPES)
    shown = database.run(
        "fn shown(v: any) -> string {\n"
        '  return type_of(v) == "float" || v == nil ? to_string(v) : json_stringify(v)\n'
        "}\n"
        + "\n".join(
            f"println(shown(pg_query_one(db, {_harn(f'select {sql} as v')}).v))" for sql, _ in DECODED
        )
    )
    assert dict(zip((sql for sql, _ in DECODED), shown, strict=True)) == dict(DECODED)


def _harn(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("${", "\\${")
    return f'"{escaped}"'


def test_json_that_the_language_has_no_numbers_for_is_a_fault(database: Database) -> None:
    assert database.run("""
println(fault({ -> pg_query(db, "select '[1e400]'::jsonb as v") }))
println(fault({ -> pg_query_one(db, "select '[1e400]'::json as w") }))
println(pg_query_one(db, "select 1 as v").v)
""") == [
        "Runtime error: pg_query: row decode failed: column `v`: "
        "JSON parse error: number out of range at line 1 column 402",
        "Runtime error: pg_query_one: row decode failed: column `w`: "
        "JSON parse error: number out of range at line 1 column 6",
        "1",
    ]


def test_bytes_and_repeated_columns(database: Database) -> None:
    assert database.run(
        r"""
println(pg_query_one(db, "select '\\x00ff10'::bytea as v").v == bytes_from_hex("00ff10"))
println(pg_query_one(db, "select array['\\x00ff'::bytea, null] as v").v[0] == bytes_from_hex("00ff"))
println(pg_query_one(db, "select 1 as a, 2 as a"))
println(pg_query_one(db, "select 1 as \"ä \"\"b\""))
println(pg_query_one(db, "select 1 where false"))
println(pg_query_one(db, "select x from generate_series(5, 9) x").x)
pg_execute(db,
  "do $$ begin execute format('alter database %I set bytea_output = escape', current_database()); end $$")
println(pg_query_one(pg_connect("env:HARN_TEST_PG"), "select E'a\\001b'::bytea as v").v)
"""
    ) == ["true", "true", "{a: 2}", '{ä "b: 1}', "nil", "5", 'b"610162"']


# A parameter, the type that it is declared as, what the server makes of it.
BOUND = [
    ("true", "boolean", "true"),
    ("2000000000", "bigint", "2000000000"),
    ("-9223372036854775807 - 1", "bigint", "-9223372036854775808"),
    ("1.5", "double precision", "1.5"),
    ('"x"', "text", "x"),
    ("90s", "bigint", "90000"),
    (
        'decimal("1234567890123456789012345678901234567890.10")',
        "numeric",
        "1234567890123456789012345678901234567890.10",
    ),
    ("[1, nil, [2]]", "jsonb", "[1, null, [2]]"),
    ('{a: {b: "ä"}}', "jsonb", '{"a": {"b": "ä"}}'),
    ("set([1, 2])", "jsonb", '"set(1, 2)"'),
    ("Spot {x: 1}", "jsonb", '{"x": 1}'),
]


@pytest.mark.parametrize(("value", "type", "text"), BOUND, ids=[value for value, _, _ in BOUND])
def test_a_parameter_has_one_type(database: Database, value: str, type: str, text: str) -> None:
    program = f"""
struct Spot {{ x: int }}
const row = pg_query_one(db, "select pg_typeof($1)::text as kind, ($1)::text as shown", [{value}])
println(row.kind)
println(row.shown)
"""
    assert database.run(program) == [type, text]


def test_binding_to_columns(database: Database) -> None:
    database.sql("create table t(i4 int4, i2 int2, j jsonb, u uuid, s text, n numeric, ts timestamptz)")
    assert database.run(
        """
pg_execute(db, "insert into t(i4, i2) values ($1, $2)", [2000000000, 30000])
println(fault({ -> pg_execute(db, "insert into t(i4) values ($1)", [5000000000]) }))
const id = "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"
println(fault({ -> pg_execute(db, "insert into t(u) values ($1)", [id]) }))
pg_execute(db, "insert into t(u) values ($1::uuid)", [id])
pg_execute(db, "insert into t(i4, j, s) values ($1, $2, $3)", [nil, nil, nil])
for value in [nil, 42, nil] {
  println(pg_query_one(db, "select ($1 is null or i4 = $1) as hit from t limit 1", [value]).hit)
}
println(pg_query_one(db, "select $1 as v", [nil]))
println(pg_query_one(db, "select 'x%y$1' as a, $$%s $1$$ as b /* $2 % */ -- $3", []).b)
println(pg_query_one(db, "select 10 % 3 as v where $1 like 'a%'", ["abc"]).v)
println(fault({ -> pg_query(db, "select $1", [1.0 / 0.0]) }))
println(fault({ -> pg_query(db, "select $1", [{a: [0.0 / 0.0]}]) }))
println(fault({ -> pg_query(db, "select $1", [harness.stdio]) }))
println(fault({ -> pg_query(db, "select $1::text", ["a" + json_parse("\\"\\\\u0000\\"")]) }))
println(fault({ -> pg_query(db, "select 1 " + json_parse("\\"\\\\u0000\\"") + "; drop table t") }))
println(fault({ -> pg_query(db, "select 1; select 2") }))
println(fault({ -> pg_query(db, "select $1, $2", [1]) }))
println(pg_transaction(db, { tx ->
  const first = pg_query_one(tx, "select $1 as v, $2::int as w", [nil, nil])
  pg_execute(tx, "create temp table after_probe(a int)")
  const again = pg_query_one(tx, "select $1 as v, $2::int as w", [nil, nil])
  [first, again, pg_query_one(tx, "select $1 as v", [nil])]
}))
"""
    ) == [
        "Runtime error: pg_execute: numeric_out_of_range (SQLSTATE 22003)",
        "Runtime error: pg_execute: database error (SQLSTATE 42804)",
        "true",
        "false",
        "true",
        "{v: nil}",
        "%s $1",
        "1",
        "Runtime error: pg bind: non-finite float (NaN/Infinity) cannot be bound to a Postgres parameter",
        "Runtime error: pg bind: non-finite float (NaN/Infinity) cannot be bound to a Postgres parameter",
        "Type error: HarnessStdio is runtime authority and cannot be persisted as domain state",
        "Runtime error: pg_query: database error (SQLSTATE 22021)",
        "Runtime error: pg_query: `sql` must not contain a NUL character",
        "Runtime error: pg_query: database error (SQLSTATE 42601)",
        "Runtime error: pg_query: database error (SQLSTATE 08P01)",
        "[{v: nil, w: nil}, {v: nil, w: nil}, {v: nil}]",
    ]


def test_many_rows_keep_their_order(database: Database) -> None:
    assert database.run(
        """
const rows = pg_query(db,
  "select x as a, x::text as b, x / 2.0 as c, x % 2 = 0 as d, now() as e from generate_series(1, 100000) x")
println(rows.len())
println(rows[99999].a)
println(rows[99999].b)
"""
    ) == ["100000", "100000", "100000"]
