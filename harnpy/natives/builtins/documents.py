"""Parts of JSON-like documents: pointers, jq expressions, JSON found in other text."""

from harnpy.natives.support.declare import builtin
from harnpy.natives.support.faults import thrown
from harnpy.natives.support.jq_parse import JqError, parse
from harnpy.natives.support.jq_run import bounded, run
from harnpy.values.display import display
from harnpy.values.faults import Fault, Thrown
from harnpy.values.kinds import Value, type_of
from harnpy.values.records import StructValue
from harnpy.values.text import parse_json

_FENCE = "```"


@builtin("json_pointer(value: any, pointer: string) -> any")
def json_pointer(value: Value, pointer: str) -> Value:
    """Return what a JSON pointer (RFC 6901) names; nil when nothing is there."""
    for part in _parts("json_pointer", pointer):
        value = _child(value, part)
    return value


@builtin("json_pointer_set(value: any, pointer: string, new: any) -> any", fresh=True)
def json_pointer_set(value: Value, pointer: str, new: Value) -> Value:
    """Return the document with `new` at the pointer; `-` is the end of a list."""
    return _changed("json_pointer_set", value, _parts("json_pointer_set", pointer), [new])


@builtin("json_pointer_delete(value: any, pointer: string) -> any", fresh=True)
def json_pointer_delete(value: Value, pointer: str) -> Value:
    """Return the document without what the pointer names."""
    parts = _parts("json_pointer_delete", pointer)
    return _changed("json_pointer_delete", value, parts, []) if parts else None


@builtin("jq(value: any, expression: string) -> list", fresh=True)
def jq(value: Value, expression: str) -> list[Value]:
    """Return every output of a jq expression."""
    try:
        return bounded(run(parse(expression), value))
    except JqError as error:
        raise thrown(f"jq: {error}") from None


@builtin("jq_first(value: any, expression: string) -> any")
def jq_first(value: Value, expression: str) -> Value:
    """Return the first output of a jq expression; nil when there is none."""
    try:
        return next(run(parse(expression), value), None)
    except JqError as error:
        raise thrown(f"jq_first: {error}") from None


@builtin("json_extract(text: string, key?: string) -> any", fresh=True)
def json_extract(text: str, key: str | None = None) -> Value:
    """Return JSON that stands in a code fence or amid prose; with `key` the value of that key."""
    found = _extracted(text)
    if key is None:
        return found
    if found.__class__ is not dict or key not in found:
        raise thrown(f"json_extract: key '{key}' not found")
    return found[key]


def _extracted(text: str) -> Value:
    first: Fault | None = None
    for candidate in _candidates(text):
        try:
            return parse_json(candidate)
        except Thrown as fault:
            first = first or fault
    reason: Value = None if first is None else first.value
    message = reason.get("message") if reason.__class__ is dict else "no JSON found"
    raise thrown(f"json_extract: failed to parse JSON: {display(message)}")


def _candidates(text: str) -> list[str]:
    """Texts that may be the JSON: the whole, fenced blocks, what stands between matching brackets."""
    found = [text.strip()]
    blocks = text.split(_FENCE)
    for block in blocks[1::2]:
        first, _, rest = block.partition("\n")
        found.append(rest.strip() if first.strip().isalnum() or not first.strip() else block.strip())
    start = min((at for at in (text.find("{"), text.find("[")) if at >= 0), default=-1)
    while start >= 0 and len(found) < 100:
        end = _closing(text, start)
        if end > 0:
            found.append(text[start:end])
        later = [
            at
            for at in (
                text.find("{", (end if end > 0 else start + 1)),
                text.find("[", (end if end > 0 else start + 1)),
            )
            if at >= 0
        ]
        start = min(later, default=-1)
    return found


def _closing(text: str, start: int) -> int:
    """Index behind the bracket that closes the one at `start`; 0 when none does."""
    depth, at, quoted = 0, start, False
    while at < len(text):
        char = text[at]
        if quoted:
            at += char == "\\"
            quoted = char != '"'
        elif char == '"':
            quoted = True
        elif char in "{[":
            depth += 1
        elif char in "}]":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return 0


def _parts(builtin: str, pointer: str) -> list[str]:
    if not pointer:
        return []
    if not pointer.startswith("/"):
        raise thrown(f"{builtin}: pointer must be empty or start with '/'")
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer[1:].split("/")]


def _child(value: Value, part: str) -> Value:
    fields: Value = value.fields if isinstance(value, StructValue) else value
    if fields.__class__ is dict:
        return fields.get(part)
    if fields.__class__ is list and _is_index(part) and int(part) < len(fields):
        return fields[int(part)]
    return None


def _is_index(part: str) -> bool:
    return part.isascii() and part.isdigit() and len(part) < 19 and (part == "0" or not part.startswith("0"))


def _changed(builtin: str, value: Value, parts: list[str], new: list[Value]) -> Value:
    """The document with what the parts name replaced by the one new value, or left out when there is none."""
    if not parts:
        return new[0]
    fields: Value = value.fields if isinstance(value, StructValue) else value
    part, rest = parts[0], parts[1:]
    if fields.__class__ is dict:
        copy = dict(fields)
        if rest or new:
            if rest and part not in copy:
                raise _missing(builtin, part)
            copy[part] = _changed(builtin, copy.get(part), rest, new)
        else:
            copy.pop(part, None)
        return copy
    if fields.__class__ is list:
        return _changed_list(builtin, list(fields), parts, new)
    raise thrown(f"{builtin}: cannot descend into {type_of(value)} at '{part}'")


def _changed_list(builtin: str, items: list[Value], parts: list[str], new: list[Value]) -> list[Value]:
    part, rest = parts[0], parts[1:]
    index = len(items) if part == "-" else int(part) if _is_index(part) else -1
    if not rest and new and index == len(items):
        return [*items, *new]
    if not 0 <= index < len(items):
        if rest or new:
            raise _missing(builtin, part)
        return items
    if rest or new:
        items[index] = _changed(builtin, items[index], rest, new)
    else:
        del items[index]
    return items


def _missing(builtin: str, part: str) -> Fault:
    return thrown(f"{builtin}: path segment '{part}' not found")
