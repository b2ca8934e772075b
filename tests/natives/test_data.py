"""JSON, YAML, TOML, CSV and parts of documents."""

import sys
from collections.abc import Callable

import pytest

from harnpy.natives.builtins import data, documents
from harnpy.values.equality import equal
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value


def fault_of(function: Callable[..., Value], *args: Value) -> Value:
    with pytest.raises(Fault) as caught:
        function(*args)
    return caught.value.value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: 1", {"a": 1}),
        ("yes", "yes"),
        ("2024-01-02", "2024-01-02"),
        (".nan", ".nan"),
        ("0x10", 16),
        ("0o17", 15),
        ("1_000", 1000),
        ("1.5e3", 1500.0),
        ("True", True),
        ("~", None),
        ("", None),
        ("# only a comment", None),
        ("'1'", "1"),
        ("!!str 1", "1"),
        ("!!float 1", 1.0),
        ("99999999999999999999", 1e20),
        ("- a\n- {b: [1, x]}", ["a", {"b": [1, "x"]}]),
        ("1: a\ntrue: b", {"1": "a", "true": "b"}),
        ("a: &x [1]\nb: *x", {"a": [1], "b": [1]}),
        ("t: |\n  one\n  two\n", {"t": "one\ntwo\n"}),
    ],
)
def test_yaml_follows_the_core_schema(text: Value, value: Value) -> None:
    found = data.yaml_parse(text)
    assert equal(found, value)
    assert type(found) is type(value)


def test_bad_yaml_says_where() -> None:
    found = fault_of(data.yaml_parse, "a: 1\na: 2")
    assert (found["error"], found["format"], found["kind"]) == ("structured_parse_error", "yaml", "malformed")
    assert (found["line"], found["column"]) == (2, 1)
    assert found["message"].startswith("YAML parse error: ")
    assert fault_of(data.yaml_parse, "a: [1")["format"] == "yaml"


def test_aliases_do_not_explode() -> None:
    lines = ["a0: &a0 [x,x,x,x,x,x,x,x,x,x]"]
    lines += [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 8)]
    assert "repetition limit exceeded" in fault_of(data.yaml_parse, "\n".join(lines))["message"]


YAML = """\
a: null
b:
- 1
- - x
  - w
- k: v
  l:
  - z
c:
  d: 1.5
e: []
f: {}
g: 'true'
h: "line\\nbreak"
i: 'a: b'
j: it's
"""


def test_yaml_is_written_plainly() -> None:
    value = {
        "a": None,
        "b": [1, ["x", "w"], {"k": "v", "l": ["z"]}],
        "c": {"d": 1.5},
        "e": [],
        "f": {},
        "g": "true",
        "h": "line\nbreak",
        "i": "a: b",
        "j": "it's",
    }
    assert data.yaml_stringify(value) == YAML
    assert data.yaml_parse(YAML) == value
    assert data.yaml_stringify("x") == "x\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " a",
        "a ",
        "- a",
        "#a",
        "a #b",
        "1",
        "~",
        "no",
        "null",
        "'",
        "é",
        "a:",
        "\u2028",
        "[",
        "%x",
        "---",
        "x\ty",
        "0x1",
        "1e3",
    ],
)
def test_any_string_survives_yaml(text: Value) -> None:
    assert data.yaml_parse(data.yaml_stringify({"k": text, text: [text]})) == {"k": text, text: [text]}


def test_depth_of_yaml_is_limited() -> None:
    deep = []
    for _ in range(1100):
        deep = [deep]
    assert fault_of(data.yaml_stringify, deep) == (
        "yaml_stringify: value nesting exceeds the maximum serialization depth (1024)"
    )


TOML = """\
empty = []
n = 1
s = "a\\"b"

[[list]]
a = 1

[[list]]
b = 2

[t]
f = 1.5

[t."a b"]
x = true
"""


def test_toml_goes_both_ways() -> None:
    value = {
        "n": 1,
        "s": 'a"b',
        "empty": [],
        "t": {"f": 1.5, "a b": {"x": True}},
        "list": [{"a": 1}, {"b": 2}],
    }
    assert data.toml_stringify(value) == TOML
    assert data.toml_parse(TOML) == value
    assert data.toml_parse("d = 2024-01-02T03:04:05Z\ne = 2024-01-02") == {
        "d": "2024-01-02T03:04:05Z",
        "e": "2024-01-02",
    }
    assert fault_of(data.toml_stringify, {"a": None}) == "toml_stringify: unsupported unit type"
    found = fault_of(data.toml_parse, "a = 1\n= 3")
    assert (found["format"], found["line"], found["column"]) == ("toml", 2, 1)
    assert found["message"] == "TOML parse error: Invalid statement at line 2 column 1"


def test_csv() -> None:
    assert data.csv_parse('a,b\n\n"x, y","q""q"\nlast') == [["a", "b"], ["x, y", 'q"q'], ["last"]]
    assert data.csv_parse("n,m\n1,2\n3\n", {"headers": True}) == [{"n": "1", "m": "2"}, {"n": "3"}]
    assert data.csv_stringify([["a", 1], ["b,c", None]]) == 'a,1\n"b,c",\n'
    assert data.csv_stringify([{"n": 1, "m": "q"}, {"n": 2}], {"headers": True}) == "m,n\nq,1\n,2\n"
    assert data.csv_stringify([{"n": 1, "m": "q"}]) == "q,1\n"
    assert data.csv_parse("x;y", {"delimiter": ";"}) == [["x", "y"]]
    assert (
        fault_of(data.csv_parse, "", {"delimiter": ";;"})
        == "csv_parse: `delimiter` must be a single character"
    )


def test_pointers() -> None:
    doc = {"a": {"b": [10, {"c": 5}]}, "x/y": 1, "~": 2}
    assert documents.json_pointer(doc, "/a/b/1/c") == 5
    assert documents.json_pointer(doc, "/x~1y") == 1
    assert documents.json_pointer(doc, "/~0") == 2
    assert documents.json_pointer(doc, "/a/b/01") is None
    assert documents.json_pointer_set(doc, "/a/b/-", 7)["a"]["b"] == [10, {"c": 5}, 7]
    assert documents.json_pointer_set(doc, "", 7) == 7
    assert documents.json_pointer_delete(doc, "/a/b/0")["a"]["b"] == [{"c": 5}]
    assert documents.json_pointer_delete(doc, "/nope") == doc
    assert doc["a"]["b"] == [10, {"c": 5}]
    assert "not found" in fault_of(documents.json_pointer_set, doc, "/q/r", 1)


DOC = {
    "a": {"b": [10, {"c": 5}]},
    "list": [{"k": "x", "n": 2}, {"k": "y", "n": 1}, {"k": "x", "n": 3}],
    "s": "a-b",
}


@pytest.mark.parametrize(
    ("expression", "outputs"),
    [
        (".", [DOC]),
        (".a.b[0]", [10]),
        (".a.b[-1].c", [5]),
        ('.a["b"][1]', [{"c": 5}]),
        ('."a".b | length', [2]),
        (".list[] | .n", [2, 1, 3]),
        (".list | map(.n)", [[2, 1, 3]]),
        (".list[1:]", [DOC["list"][1:]]),
        (".s[0:1]", ["a"]),
        (".list | map(select(.n > 1) | .k)", [["x", "x"]]),
        (".list | sort_by(.n) | map(.n)", [[1, 2, 3]]),
        (".list | group_by(.k) | map(length)", [[2, 1]]),
        (".list | map(.k) | unique", [["x", "y"]]),
        (".list | map(.n) | add", [6]),
        ('.list | map(.k) | join("+")', ["x+y+x"]),
        ('.s | split("-")', [["a", "b"]]),
        ('.nope // "d"', ["d"]),
        (".a.b[0], .s", [10, "a-b"]),
        ("{s, n: .a.b[0], (.s): 1}", [{"s": "a-b", "n": 10, "a-b": 1}]),
        ("[.list[].n]", [[2, 1, 3]]),
        (".list | keys", [[0, 1, 2]]),
        (".a | keys", [["b"]]),
        ('.a | has("b")', [True]),
        (".list | length * 2 + 1", [7]),
        ("10 / 4, 10 / 5, 7 % 3, -1 - 2", [2.5, 2, 1, -3]),
        ('.a.b[0] == 10 and .s != "x" or false', [True]),
        ("[.[] | type]", [["object", "array", "string"]]),
        (".a.b[0] | tostring", ["10"]),
        ('"12.5" | tonumber', [12.5]),
        ("[3, 1, 2] | sort", [[1, 2, 3]]),
        ("[1, [2]] | flatten", [[1, 2]]),
        (".a | to_entries | map(.key)", [["b"]]),
        ('.list[0] | with_entries(select(.key == "k"))', [{"k": "x"}]),
        (".list | max_by(.n) | .n", [3]),
        ('if .s == "a-b" then 1 elif true then 2 else 3 end', [1]),
        (".s[]?", []),
        ("[..] | length", [17]),
        ("true | not", [False]),
        (".list | any(.n == 3)", [True]),
        ("first(.list[].k)", ["x"]),
    ],
)
def test_jq(expression: str, outputs: list[Value]) -> None:
    assert documents.jq(DOC, expression) == outputs


def test_jq_faults_and_first() -> None:
    assert documents.jq_first(DOC, ".list[].k") == "x"
    assert documents.jq_first(DOC, "empty") is None
    assert fault_of(documents.jq, DOC, ".a |") == "jq: unexpected `end of expression`"
    assert fault_of(documents.jq, DOC, "nope") == "jq: unknown function nope/0"
    assert fault_of(documents.jq, DOC, ".s.x") == 'jq: cannot index string with "x"'
    assert fault_of(documents.jq, DOC, "(" * 200) == "jq: expression is nested too deeply"


def test_json_is_found_amid_prose() -> None:
    assert documents.json_extract('noise {"k": 1} tail', "k") == 1
    assert documents.json_extract("Sure:\n```json\n[1, 2]\n```\nDone") == [1, 2]
    assert documents.json_extract('see [note] {"a": "}"}') == {"a": "}"}
    assert fault_of(documents.json_extract, "{}", "k") == "json_extract: key 'k' not found"
    assert fault_of(documents.json_extract, "none").startswith(
        "json_extract: failed to parse JSON: JSON parse error"
    )


def test_missing_extra_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    assert fault_of(data.yaml_parse, "a: 1") == "yaml_parse needs PyYAML: pip install 'harnpy[yaml]'"
