"""Schemas as dicts: a value and a schema in, what is wrong with the value, place by place, out."""

from collections.abc import Callable, Iterator

from harnpy.natives.support.args import option
from harnpy.natives.support.faults import thrown
from harnpy.natives.support.patterns import compiled
from harnpy.values.equality import equal
from harnpy.values.kinds import Value, type_of
from harnpy.values.records import StructValue
from harnpy.values.text import json_stringify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

Schema = dict[str, Value]
Issue = tuple[str, str]
"""Path and message."""

_NUMBERS = frozenset({"int", "float", "decimal"})
_DEEPEST = 120
_ALIASES = {
    "object": "dict",
    "integer": "int",
    "boolean": "bool",
    "array": "list",
    "null": "nil",
    "str": "string",
}


class Checker:
    """Checks values; a run's context compiles and keeps the patterns that schemas hold."""

    __slots__ = ("_ctx",)

    def __init__(self, ctx: "Machine") -> None:
        self._ctx = ctx

    def issues(self, value: Value, schema: Value, path: str = "", depth: int = 0) -> Iterator[Issue]:
        """Yield what is wrong, outermost first; nothing when the value fits."""
        rules = fields_of(schema)
        if rules is None:
            raise thrown("schema must be a dict")
        if depth > _DEEPEST:
            raise thrown("schema nesting is too deep")
        if type_of(value) == "nil" and option(rules, "nullable") is True:
            return
        mismatch = _type_problem(value, option(rules, "type"))
        if mismatch is not None:
            yield path, mismatch
            return
        for message in self._own_problems(value, rules):
            yield path, message
        branches = option(rules, "union")
        if branches.__class__ is list and not any(self.fits(value, branch, depth + 1) for branch in branches):
            yield path, "value did not match any union branch"
        fields = fields_of(value)
        if fields is not None:
            yield from self._field_issues(fields, rules, path, depth)
        items = option(rules, "items")
        if value.__class__ is list and fields_of(items) is not None:
            for index, item in enumerate(value):
                yield from self.issues(item, items, f"{path}[{index}]", depth + 1)

    def fits(self, value: Value, schema: Value, depth: int = 0) -> bool:
        """Say whether nothing is wrong with a value."""
        return next(self.issues(value, schema, "", depth), None) is None

    def _own_problems(self, value: Value, rules: Schema) -> Iterator[str]:
        """Messages about the value itself, not its parts."""
        constant = option(rules, "const")
        if "const" in rules and not equal(value, constant):
            yield f"{json_stringify(constant)} was expected"
        choices = option(rules, "enum")
        if choices.__class__ is list and not any(equal(value, choice) for choice in choices):
            yield f"{json_stringify(value)} is not one of {_listed(choices)}"
        for rule, problem in _LIMITS:
            limit = option(rules, rule)
            if limit is not None:
                message = problem(value, limit)
                if message is not None:
                    yield message
        pattern = option(rules, "pattern")
        tested = isinstance(pattern, str) and isinstance(value, str)
        if tested and compiled(self._ctx, pattern).search(value) is None:
            yield f"{json_stringify(value)} does not match {json_stringify(pattern)}"

    def _field_issues(self, fields: Schema, rules: Schema, path: str, depth: int) -> Iterator[Issue]:
        known = fields_of(option(rules, "properties")) or {}
        surplus = sorted(name for name in fields if name not in known)
        more = option(rules, "additional_properties")
        if more is False and surplus:
            names = ", ".join(f"'{name}'" for name in surplus)
            were = "was" if len(surplus) == 1 else "were"
            yield path, f"Additional properties are not allowed ({names} {were} unexpected)"
        required = option(rules, "required")
        for name in required if required.__class__ is list else ():
            if name not in fields:
                yield path, f"{json_stringify(name)} is a required property"
        for name in sorted(known):
            if name in fields:
                yield from self.issues(fields[name], known[name], joined(path, name), depth + 1)
        if fields_of(more) is not None:
            for name in surplus:
                yield from self.issues(fields[name], more, joined(path, name), depth + 1)


def fields_of(value: Value) -> Schema | None:
    """The entries of a dict or the fields of a struct; None for anything else."""
    if value.__class__ is dict:
        return value
    return value.fields if isinstance(value, StructValue) else None


def joined(path: str, name: str) -> str:
    """The path of a field below `path`."""
    return f"{path}.{name}" if path else name


def shown_path(path: str) -> str:
    """A path as messages show it."""
    return path or "root"


def with_defaults(value: Value, schema: Value, depth: int = 0) -> Value:
    """The value with the defaults of absent properties filled in; parts without defaults are shared."""
    rules = fields_of(schema)
    if rules is None or depth > _DEEPEST:
        return value
    if type_of(value) == "nil" and "default" in rules:
        return rules["default"]
    if value.__class__ is list and fields_of(option(rules, "items")) is not None:
        return [with_defaults(item, rules["items"], depth + 1) for item in value]
    known = fields_of(option(rules, "properties"))
    if value.__class__ is not dict or known is None:
        return value
    filled: Schema = dict(value)
    for name, rule in known.items():
        own = fields_of(rule) or {}
        if name in value:
            filled[name] = with_defaults(value[name], rule, depth + 1)
        elif "default" in own:
            filled[name] = own["default"]
    return filled


def _type_problem(value: Value, wanted: Value) -> str | None:
    if wanted is None:
        return None
    names = wanted if wanted.__class__ is list else [wanted]
    if any(_is_of(value, str(name)) for name in names):
        return None
    return f"expected type '{'|'.join(str(name) for name in names)}', got '{type_of(value)}'"


def _is_of(value: Value, name: str) -> bool:
    name = _ALIASES.get(name, name)
    kind = type_of(value)
    if name in (kind, "any", "unknown"):
        return True
    if name == "float":
        return kind == "int"
    if name == "number":
        return kind in _NUMBERS
    return name == "dict" and kind == "struct"


def _listed(choices: list[Value]) -> str:
    texts = [json_stringify(choice) for choice in choices]
    return " or ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else "".join(texts)


def _is_number(value: Value) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _too_small(value: Value, limit: Value) -> str | None:
    if _is_number(value) and value < limit:
        return f"{json_stringify(value)} is less than the minimum of {json_stringify(limit)}"
    return None


def _too_large(value: Value, limit: Value) -> str | None:
    if _is_number(value) and value > limit:
        return f"{json_stringify(value)} is greater than the maximum of {json_stringify(limit)}"
    return None


def _too_short(value: Value, limit: Value) -> str | None:
    if isinstance(value, str) and len(value) < limit:
        return f"{json_stringify(value)} is shorter than {_counted(limit, 'character')}"
    return None


def _too_long(value: Value, limit: Value) -> str | None:
    if isinstance(value, str) and len(value) > limit:
        return f"{json_stringify(value)} is longer than {_counted(limit, 'character')}"
    return None


def _too_few(value: Value, limit: Value) -> str | None:
    if value.__class__ is list and len(value) < limit:
        return f"{json_stringify(value)} has less than {_counted(limit, 'item')}"
    return None


def _too_many(value: Value, limit: Value) -> str | None:
    if value.__class__ is list and len(value) > limit:
        return f"{json_stringify(value)} has more than {_counted(limit, 'item')}"
    return None


def _counted(number: Value, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


_LIMITS: tuple[tuple[str, Callable[[Value, Value], str | None]], ...] = (
    ("min", _too_small),
    ("max", _too_large),
    ("min_length", _too_short),
    ("max_length", _too_long),
    ("min_items", _too_few),
    ("max_items", _too_many),
)
