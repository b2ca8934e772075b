"""Schemas: test values against them, fill in defaults, cut and join them, translate them."""

from collections.abc import Callable

from harnpy.natives.support import schema_forms
from harnpy.natives.support.args import option
from harnpy.natives.support.declare import builtin
from harnpy.natives.support.faults import thrown
from harnpy.natives.support.schemas import Checker, Issue, Schema, fields_of, shown_path, with_defaults
from harnpy.values.faults import Thrown
from harnpy.values.kinds import Value
from harnpy.values.records import Err, Ok
from harnpy.values.text import parse_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine


@builtin("schema_of(target: any) -> dict")
def schema_of(target: Value) -> Value:
    """Return the schema of a type: its name stands for it where a value is expected."""
    _rules(target)
    return target


@builtin("schema_is(value: any, schema: any) -> bool")
def schema_is(ctx: "Machine", value: Value, schema: Value) -> bool:
    """Say whether a value fits a schema."""
    return Checker(ctx).fits(value, schema)


@builtin("is_type(value: any, schema: any) -> bool")
def is_type(ctx: "Machine", value: Value, schema: Value) -> bool:
    """Say whether a value fits the schema of a type."""
    return Checker(ctx).fits(value, schema)


@builtin("schema_check(value: any, schema: any) -> Result")
def schema_check(ctx: "Machine", value: Value, schema: Value) -> Value:
    """Return `Ok(value)`, or `Err({message, errors, issues, value})`."""
    issues = list(Checker(ctx).issues(value, schema))
    return Err(_failure(issues, value)) if issues else Ok(value)


@builtin("schema_parse(value: any, schema: any) -> Result")
def schema_parse(ctx: "Machine", value: Value, schema: Value) -> Value:
    """As `schema_check`, after filling in the defaults of the schema."""
    return schema_check(ctx, with_defaults(value, schema), schema)


@builtin("schema_expect(value: any, schema: any, defaults?: bool) -> any")
def schema_expect(ctx: "Machine", value: Value, schema: Value, defaults: bool | None = None) -> Value:
    """Return the value, with defaults filled in when asked, or throw `at PATH: MESSAGE`."""
    filled = with_defaults(value, schema) if defaults else value
    issue = next(Checker(ctx).issues(filled, schema), None)
    if issue is not None:
        raise thrown(_text(issue))
    return filled


@builtin("schema_report(value: any, schema: any, defaults?: bool) -> dict", fresh=True)
def schema_report(ctx: "Machine", value: Value, schema: Value, defaults: bool | None = None) -> Schema:
    """Return `{ok, message, errors, issues, value}` whether the value fits or not."""
    filled = with_defaults(value, schema) if defaults else value
    issues = list(Checker(ctx).issues(filled, schema))
    return {"ok": not issues} | _failure(issues, filled)


@builtin("json_validate(value: any, schema: any) -> bool")
def json_validate(ctx: "Machine", value: Value, schema: Value) -> bool:
    """Return true, or throw `at PATH: MESSAGE`."""
    schema_expect(ctx, value, schema)
    return True


@builtin("json_decode(text: string, schema: any) -> Result")
def json_decode(ctx: "Machine", text: str, schema: Value) -> Value:
    """Parse JSON and check it: `Ok(value)` with defaults filled in, or `Err` saying what is wrong."""
    try:
        value = parse_json(text)
    except Thrown as fault:
        return Err(fault.value)
    return schema_parse(ctx, value, schema)


@builtin("schema_extend(schema: any, more: any) -> dict", fresh=True)
def schema_extend(schema: Value, more: Value) -> Schema:
    """Return the schema with the rules of `more`; properties and required names are joined."""
    base, added = _rules(schema), _rules(more)
    made = {**base, **added}
    properties = _properties(base) | _properties(added)
    if properties:
        made["properties"] = properties
    required = _required(base)
    required += [name for name in _required(added) if name not in required]
    if required:
        made["required"] = required
    return made


@builtin("schema_partial(schema: any) -> dict", fresh=True)
def schema_partial(schema: Value) -> Schema:
    """Return the schema with every property optional."""
    return {**_rules(schema), "required": []}


@builtin("schema_pick(schema: any, keys: list) -> dict", fresh=True)
def schema_pick(schema: Value, keys: list[Value]) -> Schema:
    """Return the schema of only these properties."""
    return _cut(_rules(schema), lambda name: name in keys)


@builtin("schema_omit(schema: any, keys: list) -> dict", fresh=True)
def schema_omit(schema: Value, keys: list[Value]) -> Schema:
    """Return the schema without these properties."""
    return _cut(_rules(schema), lambda name: name not in keys)


@builtin("schema_to_json_schema(schema: any) -> dict", fresh=True)
def schema_to_json_schema(schema: Value) -> Schema:
    """Return the JSON Schema of a schema."""
    return schema_forms.to_json_schema(_rules(schema))


@builtin("schema_from_json_schema(schema: any) -> dict", fresh=True)
def schema_from_json_schema(schema: Value) -> Schema:
    """Return the schema of a JSON Schema."""
    return schema_forms.from_json_schema(_rules(schema))


@builtin("schema_to_openapi_schema(schema: any) -> dict", fresh=True)
def schema_to_openapi_schema(schema: Value) -> Schema:
    """Return the OpenAPI schema object of a schema."""
    return schema_forms.to_openapi(_rules(schema))


@builtin("schema_from_openapi_schema(schema: any) -> dict", fresh=True)
def schema_from_openapi_schema(schema: Value) -> Schema:
    """Return the schema of an OpenAPI schema object."""
    return schema_forms.from_json_schema(_rules(schema))


def _text(issue: Issue) -> str:
    return f"at {shown_path(issue[0])}: {issue[1]}"


def _failure(issues: list[Issue], value: Value) -> Schema:
    errors = [_text(issue) for issue in issues]
    found = [
        {"path": shown_path(path), "message": message, "code": "schema.validation"}
        for path, message in issues
    ]
    return {"message": errors[0] if errors else None, "errors": errors, "issues": found, "value": value}


def _rules(schema: Value) -> Schema:
    rules = fields_of(schema)
    if rules is None:
        raise thrown("schema must be a dict")
    return rules


def _properties(rules: Schema) -> Schema:
    return dict(fields_of(rules.get("properties")) or {})


def _required(rules: Schema) -> list[Value]:
    required = option(rules, "required")
    return list(required) if required.__class__ is list else []


def _cut(rules: Schema, wanted: Callable[[Value], bool]) -> Schema:
    made = dict(rules)
    made["properties"] = {name: rule for name, rule in _properties(rules).items() if wanted(name)}
    made["required"] = [name for name in _required(rules) if wanted(name)]
    return made
