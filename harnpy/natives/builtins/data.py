"""Data formats: text of JSON, YAML, TOML and CSV to values and back."""

import csv
import io
import tomllib
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from harnpy.natives.support import toml_text, yaml_text
from harnpy.natives.support.args import option, text_option
from harnpy.natives.support.declare import builtin
from harnpy.natives.support.faults import parse_fault, thrown
from harnpy.values.convert import to_json
from harnpy.values.display import display
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value, type_of
from harnpy.values.records import StructValue
from harnpy.values.text import json_pretty, parse_json
from harnpy.values.text import json_stringify as compact_json

_MOST_NODES = 10_000
_LONGEST_CELL = 64 << 20
_MOST = 2**63


@builtin("json_stringify(value: any) -> string")
def json_stringify(value: Value) -> str:
    """Return compact JSON with sorted keys."""
    return compact_json(value)


@builtin("json_stringify_pretty(value: any) -> string")
def json_stringify_pretty(value: Value) -> str:
    """Return JSON over several lines, indented by two spaces, with sorted keys."""
    return json_pretty(value)


@builtin("json_parse(text: string) -> any", fresh=True)
def json_parse(text: str) -> Value:
    """Return the value of a JSON text; a text that is none throws a dict with line and column."""
    return parse_json(text)


@builtin("yaml_parse(text: string) -> any", fresh=True)
def yaml_parse(text: str) -> Value:
    """Return the value of a YAML 1.2 document; nil for an empty one."""
    yaml = _yaml("yaml_parse")

    class Loader(yaml.SafeLoader):
        """Leaves unquoted scalars to the core schema."""

        def resolve(self, kind: Value, value: Value, implicit: Value) -> str:
            """Mark what carries no tag and no quotes."""
            plain = kind is yaml.ScalarNode and implicit[0]
            return "plain" if plain else str(yaml.SafeLoader.resolve(self, kind, value, implicit))

    try:
        root = yaml.compose(text, Loader=Loader)
        return (
            _built(root, iter(range(_MOST_NODES + text.count("\n") + len(text))))
            if root is not None
            else None
        )
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise parse_fault(
            "yaml", str(error.problem or error.context), mark.line + 1, mark.column + 1
        ) from None
    except (yaml.YAMLError, RecursionError) as error:
        reason = (
            "recursion limit exceeded" if isinstance(error, RecursionError) else str(error).partition("\n")[0]
        )
        raise parse_fault("yaml", reason, 1, 1) from None


@builtin("yaml_stringify(value: any) -> string")
def yaml_stringify(value: Value) -> str:
    """Return YAML with sorted keys; ends with a line break."""
    return yaml_text.stringify(to_json(value))


@builtin("toml_parse(text: string) -> dict", fresh=True)
def toml_parse(text: str) -> Value:
    """Return the table of a TOML document; dates and times are strings."""
    try:
        return _from_toml(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        message, _, place = str(error).rpartition(" (at ")
        line, column = _toml_place(place, text)
        raise parse_fault("toml", message, line, column) from None
    except RecursionError:
        raise parse_fault("toml", "recursion limit exceeded", 1, 1) from None


@builtin("toml_stringify(value: any) -> string")
def toml_stringify(value: Value) -> str:
    """Return a TOML document of a dict; nil cannot be written."""
    return toml_text.stringify(to_json(value))


@builtin("csv_parse(text: string, options?: dict) -> list", fresh=True)
def csv_parse(text: str, options: Value = None) -> Value:
    """Return the rows: lists of strings, or dicts with option `headers`; option `delimiter` (`,`)."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(options, "csv_parse"))
    csv.field_size_limit(_LONGEST_CELL)
    try:
        rows = [row for row in reader if row]
    except csv.Error as error:
        raise thrown(f"csv_parse: {error}") from None
    if not option(options, "headers", False):
        return rows
    names = rows[0] if rows else []
    return [dict(zip(names, row, strict=False)) for row in rows[1:]]


@builtin("csv_stringify(rows: list, options?: dict) -> string")
def csv_stringify(rows: list[Value], options: Value = None) -> str:
    """Return the text of rows, which are lists or dicts; option `headers` writes a line of keys first."""
    delimiter = _delimiter(options, "csv_stringify")
    table: list[list[str]] = []
    names: list[str] | None = None
    for row in rows:
        fields = row.fields if isinstance(row, StructValue) else row
        if fields.__class__ is dict:
            if names is None:
                names = sorted({key for one in rows for key in _keys(one)})
                if option(options, "headers", False):
                    table.append(names)
            table.append([_cell(fields.get(name)) for name in names])
        elif fields.__class__ is list:
            table.append([_cell(value) for value in fields])
        else:
            raise thrown(f"csv_stringify: each row must be a list or dict, got {type_of(row)}")
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(table)
    return out.getvalue()


def _yaml(builtin: str) -> Value:
    try:
        import yaml  # late: an extra, needed by this native only
    except ImportError:
        raise Fault(f"{builtin} needs PyYAML: pip install 'harnpy[yaml]'") from None
    return yaml


def _built(node: Value, budget: Iterator[int]) -> Value:
    """The value of a composed node; aliases are followed as long as the budget of nodes lasts."""
    if next(budget, None) is None:
        raise parse_fault(
            "yaml", "repetition limit exceeded", node.start_mark.line + 1, node.start_mark.column + 1
        )
    if node.id == "scalar":
        if node.tag == "plain":
            return yaml_text.plain_value(node.value)
        return yaml_text.tagged_value(node.tag, node.value) if node.style is None else node.value
    if node.id == "sequence":
        return [_built(item, budget) for item in node.value]
    found: dict[str, Value] = {}
    for key, item in node.value:
        name = key.value if key.id == "scalar" else display(_built(key, budget))
        if name in found:
            mark = key.start_mark
            raise parse_fault("yaml", f'duplicate entry with key "{name}"', mark.line + 1, mark.column + 1)
        found[name] = _built(item, budget)
    return found


def _from_toml(value: Value) -> Value:
    if value.__class__ is dict:
        return {key: _from_toml(item) for key, item in value.items()}
    if value.__class__ is list:
        return [_from_toml(item) for item in value]
    if isinstance(value, (datetime, date, time)):
        zulu = isinstance(value, datetime) and value.utcoffset() == timedelta(0)
        text = value.isoformat()
        return text.removesuffix("+00:00") + "Z" if zulu else text
    if isinstance(value, int) and not isinstance(value, bool) and not -_MOST <= value < _MOST:
        return float(value)
    return value


def _toml_place(place: str, text: str) -> tuple[int, int]:
    numbers = [int(word) for word in place.replace(",", " ").replace(")", " ").split() if word.isdigit()]
    if len(numbers) == 2:
        return numbers[0], numbers[1]
    return text.count("\n") + 1, len(text) - text.rfind("\n")


def _delimiter(options: Value, builtin: str) -> str:
    delimiter = text_option(options, "delimiter", builtin, ",") or ","
    if len(delimiter) != 1 or delimiter in '"\r\n':
        raise thrown(f"{builtin}: `delimiter` must be a single character")
    return delimiter


def _keys(row: Value) -> list[str]:
    fields = row.fields if isinstance(row, StructValue) else row
    return list(fields) if fields.__class__ is dict else []


def _cell(value: Value) -> str:
    return "" if value is None else display(value)
