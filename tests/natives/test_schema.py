"""Schemas: texts, paths, defaults, translations."""

from collections.abc import Callable

import pytest

from harnpy.natives.builtins import schema
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value
from harnpy.values.records import Err, Ok, Records


def fault_of(function: Callable[..., Value], *args: Value) -> Value:
    with pytest.raises(Fault) as caught:
        function(*args)
    return caught.value.value


@pytest.mark.parametrize(
    ("value", "rules", "text"),
    [
        ("x", {"type": "int"}, "at root: expected type 'int', got 'string'"),
        ({}, {"type": "dict", "required": ["a"]}, 'at root: "a" is a required property'),
        ({"a": {"b": "x"}}, {"properties": {"a": {"properties": {"b": {"type": "int"}}}}},
         "at a.b: expected type 'int', got 'string'"),
        ([1, "x"], {"type": "list", "items": {"type": "int"}}, "at [1]: expected type 'int', got 'string'"),
        ({"a": [1, None]}, {"properties": {"a": {"items": {"type": "int"}}}},
         "at a[1]: expected type 'int', got 'nil'"),
        (5, {"min": 10}, "at root: 5 is less than the minimum of 10"),
        (1, {"max": 0}, "at root: 1 is greater than the maximum of 0"),
        ("x", {"enum": ["a", "b"]}, 'at root: "x" is not one of "a" or "b"'),
        ("x", {"enum": ["a", "b", "c"]}, 'at root: "x" is not one of "a", "b" or "c"'),
        (5, {"const": 6}, "at root: 6 was expected"),
        ("x", {"min_length": 3}, 'at root: "x" is shorter than 3 characters'),
        ("abc", {"max_length": 2}, 'at root: "abc" is longer than 2 characters'),
        ("abc", {"max_length": 1}, 'at root: "abc" is longer than 1 character'),
        ([], {"min_items": 1}, "at root: [] has less than 1 item"),
        ([1, 2], {"max_items": 1}, "at root: [1,2] has more than 1 item"),
        ("x", {"pattern": "^a"}, 'at root: "x" does not match "^a"'),
        (True, {"union": [{"type": "int"}, {"type": "string"}]},
         "at root: value did not match any union branch"),
        ({"b": 1}, {"properties": {}, "additional_properties": False},
         "at root: Additional properties are not allowed ('b' was unexpected)"),
        ({"b": 1, "c": 1}, {"additional_properties": False},
         "at root: Additional properties are not allowed ('b', 'c' were unexpected)"),
        ({"b": 1}, {"additional_properties": {"type": "string"}}, "at b: expected type 'string', got 'int'"),
    ],
)  # fmt: skip
def test_messages(ctx: Value, value: Value, rules: Value, text: Value) -> None:
    assert fault_of(schema.schema_expect, ctx, value, rules) == text
    assert fault_of(schema.json_validate, ctx, value, rules) == text
    assert not schema.schema_is(ctx, value, rules)


@pytest.mark.parametrize(
    ("value", "rules"),
    [
        (1, {"type": "float"}),
        (1, {"type": "number"}),
        (1.5, {"type": "number"}),
        (None, {"type": "int", "nullable": True}),
        (b"x", {"type": "any"}),
        ({"a": 1}, {"type": "object"}),
        (1, {}),
    ],
)
def test_what_fits(ctx: Value, value: Value, rules: Value) -> None:
    assert schema.schema_is(ctx, value, rules)


def test_a_struct_is_checked_by_its_fields(ctx: Value) -> None:
    point = Records().struct("P", ("x",), frozenset())(1)
    assert schema.schema_is(
        ctx, point, {"type": "dict", "properties": {"x": {"type": "int"}}, "required": ["x"]}
    )


def test_results_carry_every_issue(ctx: Value) -> None:
    rules = {"type": "dict", "properties": {"a": {"type": "int"}}, "required": ["a", "b"]}
    found = schema.schema_check(ctx, {"a": "x"}, rules)
    assert isinstance(found, Err)
    assert found.f0 == {
        "message": 'at root: "b" is a required property',
        "errors": ['at root: "b" is a required property', "at a: expected type 'int', got 'string'"],
        "issues": [
            {"path": "root", "message": '"b" is a required property', "code": "schema.validation"},
            {"path": "a", "message": "expected type 'int', got 'string'", "code": "schema.validation"},
        ],
        "value": {"a": "x"},
    }
    assert schema.schema_report(ctx, 1, {"type": "int"}) == {
        "ok": True, "message": None, "errors": [], "issues": [], "value": 1,
    }  # fmt: skip


def test_defaults_are_filled_in(ctx: Value) -> None:
    rules = {"type": "dict", "properties": {"n": {"type": "int", "default": 3}}, "required": ["n"]}
    found = schema.schema_parse(ctx, {}, rules)
    assert isinstance(found, Ok)
    assert found.f0 == {"n": 3}
    assert schema.schema_expect(ctx, {}, rules, True) == {"n": 3}
    assert isinstance(schema.schema_check(ctx, {}, rules), Err)
    assert schema.json_decode(ctx, "{}", rules).f0 == {"n": 3}
    assert schema.json_decode(ctx, "{", rules).f0["error"] == "structured_parse_error"


def test_a_schema_is_a_dict(ctx: Value) -> None:
    for function in (schema.schema_is, schema.schema_check, schema.schema_parse, schema.schema_expect):
        assert fault_of(function, ctx, 1, "int") == "schema must be a dict"
    assert fault_of(schema.schema_partial, 1) == "schema must be a dict"


def test_schemas_are_cut_and_joined() -> None:
    base = {
        "type": "dict",
        "properties": {"a": {"type": "int"}, "b": {"type": "int"}},
        "required": ["a", "b"],
    }
    assert schema.schema_pick(base, ["a"])["properties"] == {"a": {"type": "int"}}
    assert schema.schema_omit(base, ["a"])["required"] == ["b"]
    assert schema.schema_partial(base)["required"] == []
    joined = schema.schema_extend(base, {"properties": {"c": {"type": "bool"}}, "required": ["c"]})
    assert joined["required"] == ["a", "b", "c"]
    assert sorted(joined["properties"]) == ["a", "b", "c"]


def test_other_notations() -> None:
    ours = {
        "type": "dict",
        "properties": {
            "a": {"type": "int", "min": 1, "nullable": True},
            "b": {"type": "list", "items": {"type": "string"}},
        },
        "required": ["a"],
        "additional_properties": False,
    }
    theirs = schema.schema_to_json_schema(ours)
    assert theirs["properties"]["a"] == {"type": ["integer", "null"], "minimum": 1}
    assert theirs["additionalProperties"] is False
    assert schema.schema_from_json_schema(theirs) == ours
    assert schema.schema_to_openapi_schema(ours)["properties"]["a"]["nullable"] is True
    assert schema.schema_from_openapi_schema(schema.schema_to_openapi_schema(ours)) == ours
    assert schema.schema_from_json_schema({"anyOf": [{"type": "string"}, {"type": "null"}]}) == {
        "type": "string",
        "nullable": True,
    }
