"""Values and JSON text: the writers of language.md 4.5, and the reader that accepts nothing else.

The fast reader is CPython's own scanner, guarded: depth is counted before, numbers of any length are
converted here, `NaN` and lone surrogates are refused. What it refuses is read again, slowly, by
`json_errors`, which finds where the text is wrong and words it as Harn does.
"""

from __future__ import annotations

# The accelerator itself: the package `json` imports `re`, which costs as much as a small program.
from _json import encode_basestring, make_scanner, scanstring  # pyright: ignore (private, no stub)

from harnpy.values.display import display_decimal, positional
from harnpy.values.faults import Fault, Thrown
from harnpy.values.json_errors import MOST_DEPTH, Problem, first_problem
from harnpy.values.kinds import Value, type_of

MOST_WRITTEN_DEPTH = 1024
"""Nesting that the pretty writer accepts."""

_SMALLEST_POSITIONAL, _LARGEST_POSITIONAL = 1e-5, 1e16
_LONGEST_INT = 18
_LONGEST_INT64 = 20
_MOST, _LEAST = (1 << 63) - 1, -(1 << 63)
_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_WHITESPACE = " \t\n\r"
_ESCAPES: dict[int, str] = {
    **{number: f"\\u{number:04x}" for number in (*range(0x20), *range(0x7F, 0xA0))},
    **{
        ord(char): escape
        for char, escape in zip('"\\\n\r\t', ('\\"', "\\\\", "\\n", "\\r", "\\t"), strict=True)
    },
}
_MEMBER = '\n  "'
_BRACKETS = bytes.maketrans(b"{}", b"[]")
_OTHERS = bytes(byte for byte in range(256) if byte not in b'[]{}"')


# Writing.


class _Text:
    """A piece of finished text among the values still to be written."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


_COMMA, _LIST_END, _DICT_END = _Text(","), _Text("]"), _Text("}")


def json_stringify(value: Value) -> str:
    """Return a value as compact JSON with sorted keys, as programs see it; nesting has no limit.

    Control characters, also those beyond ASCII, are escaped by number but for tab and line breaks.
    """
    return _compact(value, _escaped, _SEEN_SCALARS)


def json_compact(value: Value) -> str:
    """Return a value as compact JSON with sorted keys, as files hold it; nesting has no limit."""
    return _compact(value, encode_basestring, _SCALARS)


def _compact(value: Value, string: Value, scalars: dict[type, Value]) -> str:
    out: list[str] = []
    # What is still to be written, last first.
    pending: list[Value] = [value]
    while pending:
        part = pending.pop()
        cls = part.__class__
        if cls is _Text:
            out.append(part.text)
        elif cls in scalars:
            out.append(scalars[cls](part))
        elif cls is list:
            out.append("[")
            pending.append(_LIST_END)
            for index in range(len(part) - 1, 0, -1):
                pending += (part[index], _COMMA)
            pending += part[:1]
        elif cls is dict:
            out.append("{")
            pending.append(_DICT_END)
            names = sorted(part)
            for index in range(len(names) - 1, -1, -1):
                name = names[index]
                pending += (part[name], _Text(f"{',' if index else ''}{string(name)}:"))
        else:
            pending.append(plain(part))
    return "".join(out)


def _escaped(text: str) -> str:
    return encode_basestring(text) if text.isprintable() else f'"{text.translate(_ESCAPES)}"'


def json_pretty(value: Value) -> str:
    """Return a value as JSON indented by two spaces; deeper than `MOST_WRITTEN_DEPTH` is a fault."""
    out: list[str] = []
    # What is still to be written, last first: (value or text, depth).
    pending: list[tuple[Value, int]] = [(value, 0)]
    while pending:
        part, depth = pending.pop()
        cls = part.__class__
        if cls is _Text:
            out.append(part.text)
        elif cls in _SCALARS:
            out.append(_SCALARS[cls](part))
        elif cls is not list and cls is not dict:
            pending.append((plain(part), depth))
        elif not part:
            out.append("[]" if cls is list else "{}")
        else:
            if depth >= MOST_WRITTEN_DEPTH:
                raise Fault(
                    "json_stringify_pretty: value nesting exceeds the maximum serialization depth "
                    f"({MOST_WRITTEN_DEPTH})"
                )
            _push_lines(part, depth, pending)
    return "".join(out)


def _push_lines(part: Value, depth: int, pending: list[tuple[Value, int]]) -> None:
    inner, outer = "  " * (depth + 1), "  " * depth
    is_list = part.__class__ is list
    pending.append((_Text(f"\n{outer}{']' if is_list else '}'}"), 0))
    items = [("", item) for item in part] if is_list else [(key, part[key]) for key in sorted(part)]
    for index in range(len(items) - 1, -1, -1):
        key, item = items[index]
        label = "" if is_list else f"{encode_basestring(key)}: "
        head = "," if index else "[" if is_list else "{"
        pending.append((item, depth + 1))
        pending.append((_Text(f"{head}\n{inner}{label}"), 0))


json_string = encode_basestring
"""A text as JSON, quotes included."""


def json_float(value: float) -> str:
    """Return a float as JSON: shortest digits, with a fraction or an exponent; null when not finite."""
    if value - value != 0.0:
        return "null"
    text = repr(value)
    size = abs(value)
    if size == 0.0 or _SMALLEST_POSITIONAL <= size < _LARGEST_POSITIONAL:
        return positional(text) if "e" in text else text
    mantissa, _, exponent = text.partition("e")
    return f"{mantissa.removesuffix('.0')}e{int(exponent):+d}"


def plain(value: Value) -> Value:
    """Return what JSON shows in the place of a value that it has no form for; only the outermost layer."""
    kind = type_of(value)
    if kind == "set":
        return list(value.items.values())
    if kind == "struct":
        return value.fields
    if kind == "bytes":
        return {"$bytes_b64": base64_text(value)}
    if kind == "decimal":
        return display_decimal(value.units, value.scale)
    if kind == "range":
        return f"{value.start}{'..=' if value.inclusive else '..'}{value.end}"
    if kind == "dict":
        return value.entry
    if kind.startswith("Harness"):
        raise Fault("json_stringify: Harness is runtime authority and cannot be serialized")
    return None


def base64_text(value: bytes) -> str:
    """Return bytes in base64 with padding."""
    digits: list[str] = []
    for start in range(0, len(value), 3):
        chunk = value[start : start + 3]
        number = int.from_bytes(chunk.ljust(3, b"\0"), "big")
        group = "".join(_BASE64[number >> shift & 63] for shift in (18, 12, 6, 0))
        digits.append(group[: len(chunk) + 1].ljust(4, "="))
    return "".join(digits)


def _json_bool(value: bool) -> str:
    return "true" if value else "false"


def _json_null(value: None) -> str:
    return "null"


_SCALARS: dict[type, Value] = {
    str: encode_basestring,
    int: int.__repr__,
    float: json_float,
    bool: _json_bool,
    type(None): _json_null,
}
_SEEN_SCALARS: dict[type, Value] = {**_SCALARS, str: _escaped}


# Reading.


class _Refused(Exception):
    """The guard met what the language does not allow."""


def _integer(text: str) -> int | float:
    if len(text) > _LONGEST_INT:
        if len(text) > _LONGEST_INT64:
            return _real(text)
        number = int(text)
        return number if _LEAST <= number <= _MOST else float(number)
    return int(text)


def _real(text: str) -> float:
    number = float(text)
    if number - number != 0.0:
        raise _Refused
    return number


def _constant(text: str) -> Value:
    raise _Refused


class _Context:
    """What CPython's scanner asks for."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = staticmethod(_real)
    parse_int = staticmethod(_integer)
    parse_constant = staticmethod(_constant)


_CONTEXT: Value = _Context()
_scan = make_scanner(_CONTEXT)


def parse_json(text: str) -> Value:
    """Return the value that a JSON text denotes; a malformed text throws a dict (language.md 4.12)."""
    if _may_be_refused(text):
        # Before the scan: the scanner recurses in C, and a deep text must not reach it.
        problem = first_problem(text)
        if problem is not None:
            raise _refusal(problem)
    start = len(text) - len(text.lstrip(_WHITESPACE))
    try:
        value, end = _scan(text, start)
    except (StopIteration, ValueError, SystemError, RecursionError, _Refused):
        # CPython's scanner raises SystemError where `json` with its error class is not loaded.
        raise _refusal(first_problem(text)) from None
    if text[end:].strip(_WHITESPACE):
        raise _refusal(first_problem(text))
    return value


class NotAnObject(Exception):
    """A JSON text that denotes something else than an object."""


def parse_members(text: str) -> list[tuple[str, str, Value]]:
    """Return the members of a JSON object in their order: name, the value as written, the value.

    Raises:
        NotAnObject: the text denotes something else.
        Thrown: it is malformed, as for `parse_json`.
    """
    if _may_be_refused(text):
        problem = first_problem(text)
        if problem is not None:
            raise _refusal(problem)
    try:
        return _members(text)
    except (StopIteration, ValueError, SystemError, RecursionError, IndexError, _Refused):
        problem = first_problem(text)
        raise (NotAnObject() if problem is None else _refusal(problem)) from None


def _members(text: str) -> list[tuple[str, str, Value]]:
    found: list[tuple[str, str, Value]] = []
    at = _skip(text, 0)
    if text[at] != "{":
        raise _Refused
    at = _skip(text, at + 1)
    more = text[at] != "}"
    while more:
        name, start, end, value = _member(text, at)
        found.append((name, text[start:end], value))
        at = _skip(text, end)
        more = text[at] == ","
        if more:
            at = _skip(text, at + 1)
    if text[at] != "}" or text[at + 1 :].strip(_WHITESPACE):
        raise _Refused
    return found


def _member(text: str, at: int) -> tuple[str, int, int, Value]:
    """The member that begins at a place: name, start and end of the value, the value."""
    if text[at] != '"':
        raise _Refused
    name, at = scanstring(text, at + 1, True)
    at = _skip(text, at)
    if text[at] != ":":
        raise _Refused
    start = _skip(text, at + 1)
    value, end = _scan(text, start)
    return name, start, end, value


def salvage_members(text: str) -> tuple[list[tuple[str, str]], list[int]]:
    """What can be read of a damaged JSON object: names and values as written, and where it could not be.

    After damage the next member is looked for at the start of a line, as the pretty writer puts it.
    """
    found: list[tuple[str, str]] = []
    lost: list[int] = []
    at = text.find('"')
    while 0 <= at < len(text):
        try:
            name, start, end, _ = _member(text, at)
            parse_members(f"{{{text[at:end]}}}")
            found.append((name, text[start:end]))
            at = _skip(text, end)
            if text[at] == "}" and not text[at + 1 :].strip(_WHITESPACE):
                return found, lost
            if text[at] == ",":
                at = _skip(text, at + 1)
                continue
        except (StopIteration, ValueError, SystemError, RecursionError, IndexError, _Refused, Thrown):
            pass
        lost.append(at)
        at = text.find(_MEMBER, at)
        at = at + len(_MEMBER) - 1 if at >= 0 else -1
    if not lost:
        lost.append(len(text))
    return found, lost


def _skip(text: str, at: int) -> int:
    """Where the next character that is not white space stands; past the end it is an IndexError."""
    while text[at] in _WHITESPACE:
        at += 1
    return at


def _may_be_refused(text: str) -> bool:
    """Whether a text may hold lone surrogates or nest too deep."""
    if "\\u" in text and ("\\ud" in text or "\\uD" in text):
        return True
    opened = text.count("{")
    if opened <= MOST_DEPTH:
        opened += text.count("[")
    return opened > MOST_DEPTH and _depth(text) > MOST_DEPTH


def _depth(text: str) -> int:
    """The nesting of a text: how often its innermost brackets can be taken away.

    What is not well-formed never ends, and so counts as too deep.
    """
    octets = text.encode("utf-8", "surrogatepass")
    if b"\\" in octets:
        octets = octets.replace(b"\\\\", b"").replace(b'\\"', b"")
    outside = b"".join(octets.translate(_BRACKETS, _OTHERS).split(b'"')[::2])
    depth = 0
    while outside and depth <= MOST_DEPTH:
        outside = outside.replace(b"[]", b"")
        depth += 1
    return depth


def _refusal(problem: Problem | None) -> Thrown:
    if problem is None:
        problem = ("malformed", "JSON parse error: expected value at line 1 column 1", 1, 1)
    return parse_fault("json", *problem)


def parse_fault(form: str, kind: str, message: str, line: int, column: int) -> Thrown:
    """The error of a text that is not what its format asks for."""
    return Thrown(
        {
            "error": "structured_parse_error",
            "format": form,
            "kind": kind,
            "message": message,
            "line": line,
            "column": column,
        }
    )
