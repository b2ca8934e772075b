"""Schemas in other notations: JSON Schema and the schema objects of OpenAPI, both ways."""

from collections.abc import Callable

from harnpy.natives.support.args import option
from harnpy.natives.support.schemas import Schema, fields_of
from harnpy.values.kinds import Value

_TYPES = {"string": "string", "int": "integer", "float": "number", "number": "number", "bool": "boolean",
          "nil": "null", "list": "array", "dict": "object", "object": "object"}  # fmt: skip
_NAMES = {"min": "minimum", "max": "maximum", "min_length": "minLength", "max_length": "maxLength",
          "min_items": "minItems", "max_items": "maxItems"}  # fmt: skip
_SAME = ("required", "enum", "const", "pattern", "default", "description", "title", "format")
_BACK_TYPES = {"string": "string", "integer": "int", "number": "float", "boolean": "bool", "null": "nil",
               "array": "list", "object": "dict"}  # fmt: skip
_BACK_NAMES = {theirs: ours for ours, theirs in _NAMES.items()}


def to_json_schema(schema: Value) -> Schema:
    """The JSON Schema of a schema; `nullable` becomes a second type."""
    return _written(schema, _null_as_type)


def to_openapi(schema: Value) -> Schema:
    """The OpenAPI 3.0 schema object of a schema; `nullable` stays."""
    return _written(schema, _null_as_flag)


def from_json_schema(schema: Value) -> Schema:
    """The schema of a JSON Schema or an OpenAPI schema object; what has no counterpart is left out."""
    theirs = fields_of(schema) or {}
    made: Schema = {
        name: theirs[name] for name in _SAME if name in theirs and name not in ("title", "format")
    }
    made |= {_BACK_NAMES[name]: value for name, value in theirs.items() if name in _BACK_NAMES}
    types = option(theirs, "type")
    names = types if types.__class__ is list else [types] if isinstance(types, str) else []
    rest = [
        _BACK_TYPES.get(str(name), str(name)) for name in names if not (name == "null" and len(names) > 1)
    ]
    if len(rest) == 1:
        made["type"] = rest[0]
    elif rest:
        made["union"] = [{"type": name} for name in rest]
    if option(theirs, "nullable") is True or len(rest) < len(names):
        made["nullable"] = True
    if fields_of(option(theirs, "properties")) is not None:
        made["properties"] = {name: from_json_schema(part) for name, part in theirs["properties"].items()}
    if fields_of(option(theirs, "items")) is not None:
        made["items"] = from_json_schema(theirs["items"])
    more = option(theirs, "additionalProperties")
    if more is not None:
        made["additional_properties"] = from_json_schema(more) if fields_of(more) is not None else more
    for word in ("anyOf", "oneOf"):
        if option(theirs, word).__class__ is list:
            made |= _from_branches(theirs[word])
    return made


def _from_branches(branches: list[Value]) -> Schema:
    rest = [branch for branch in branches if (fields_of(branch) or {}).get("type") != "null"]
    made: Schema = {"nullable": True} if len(rest) < len(branches) else {}
    if len(rest) == 1:
        return made | from_json_schema(rest[0])
    return made | {"union": [from_json_schema(branch) for branch in rest]}


def _written(schema: Value, mark_null: Callable[[Schema], None]) -> Schema:
    ours = fields_of(schema) or {}
    made: Schema = {name: ours[name] for name in _SAME if name in ours}
    made |= {_NAMES[name]: value for name, value in ours.items() if name in _NAMES}
    kind = option(ours, "type")
    if isinstance(kind, str) and kind in _TYPES:
        made["type"] = _TYPES[kind]
    properties = fields_of(option(ours, "properties"))
    if properties is not None:
        made["properties"] = {name: _written(part, mark_null) for name, part in properties.items()}
    if fields_of(option(ours, "items")) is not None:
        made["items"] = _written(ours["items"], mark_null)
    more = option(ours, "additional_properties")
    if more is not None:
        made["additionalProperties"] = _written(more, mark_null) if fields_of(more) is not None else more
    if option(ours, "union").__class__ is list:
        made["anyOf"] = [_written(branch, mark_null) for branch in ours["union"]]
    if option(ours, "nullable") is True:
        mark_null(made)
    return made


def _null_as_type(made: Schema) -> None:
    if "type" in made:
        made["type"] = [made["type"], "null"]
    elif "anyOf" in made:
        made["anyOf"] = [*made["anyOf"], {"type": "null"}]
    elif "enum" in made:
        made["enum"] = [*made["enum"], None]


def _null_as_flag(made: Schema) -> None:
    made["nullable"] = True
