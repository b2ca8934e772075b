"""A JSON text in, the first thing wrong with it out, worded and placed as Harn's reader does.

Columns count UTF-8 bytes of the line, up to and with the byte that is wrong. The walk keeps a stack of its
own; it is slow, and run only for texts that the fast reader refused or must not see.
"""

from __future__ import annotations

MOST_DEPTH = 127
"""Nesting that the reader accepts."""

Problem = tuple[str, str, int, int]
"""Kind (`malformed` or `recursion_limit`), message, line, column."""

_WHITESPACE = " \t\n\r"
_DIGITS = "0123456789"
_HEX = "0123456789abcdefABCDEF"
_ESCAPES = '"\\/bfnrt'
_WORDS = {"n": "null", "t": "true", "f": "false"}
_FIRST_PRINTABLE = " "
_HIGH, _LOW, _END = 0xD800, 0xDC00, 0xE000


class _Wrong(Exception):
    """What is wrong, and at which index; `after` counts characters read past it."""

    def __init__(self, message: str, index: int, kind: str = "malformed") -> None:
        super().__init__(message)
        self.message = message
        self.index = index
        self.kind = kind


def first_problem(text: str) -> Problem | None:
    """Return the first problem of a text, None when it is well formed and not too deep."""
    try:
        _document(text)
    except _Wrong as wrong:
        end = min(wrong.index, len(text))
        line_start = text.rfind("\n", 0, end) + 1
        line = text.count("\n", 0, end) + 1
        column = len(text[line_start:end].encode("utf-8", "surrogatepass"))
        message = wrong.message
        if wrong.kind == "malformed":
            message = f"JSON parse error: {message} at line {line} column {column}"
        return wrong.kind, message, line, column
    return None


def _document(text: str) -> None:
    # The brackets that are open, as the characters that close them.
    closers: list[str] = []
    at = _value(text, _skip(text, 0), closers)
    while closers:
        at = _member(text, _skip(text, at), closers)
    at = _skip(text, at)
    if at < len(text):
        raise _Wrong("trailing characters", at + 1)


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in _WHITESPACE:
        at += 1
    return at


def _value(text: str, at: int, closers: list[str]) -> int:
    """Read a scalar, or open a container and read what must come first in it."""
    if at >= len(text):
        raise _Wrong("EOF while parsing a value", at)
    char = text[at]
    if char in "[{":
        if len(closers) >= MOST_DEPTH:
            raise _Wrong(
                f"JSON nesting exceeds the maximum container depth ({MOST_DEPTH})", at + 1, "recursion_limit"
            )
        closers.append("]" if char == "[" else "}")
        return _first_member(text, _skip(text, at + 1), closers)
    if char == '"':
        return _string(text, at + 1)
    if char in _WORDS:
        return _word(text, at, _WORDS[char])
    if char == "-" or char in _DIGITS:
        return _number(text, at)
    raise _Wrong("expected value", at + 1)


def _first_member(text: str, at: int, closers: list[str]) -> int:
    closer = closers[-1]
    if at >= len(text):
        raise _Wrong("EOF while parsing a list" if closer == "]" else "EOF while parsing an object", at)
    if text[at] == closer:
        closers.pop()
        return at + 1
    return _value(text, at, closers) if closer == "]" else _keyed(text, at, closers)


def _member(text: str, at: int, closers: list[str]) -> int:
    """Read the comma and the next member of the innermost container, or its end."""
    closer = closers[-1]
    if at >= len(text):
        raise _Wrong("EOF while parsing a list" if closer == "]" else "EOF while parsing an object", at)
    if text[at] == closer:
        closers.pop()
        return at + 1
    if text[at] != ",":
        raise _Wrong(f"expected `,` or `{closer}`", at + 1)
    at = _skip(text, at + 1)
    if at >= len(text):
        raise _Wrong("EOF while parsing a value", at)
    if text[at] == closer:
        raise _Wrong("trailing comma", at + 1)
    return _value(text, at, closers) if closer == "]" else _keyed(text, at, closers)


def _keyed(text: str, at: int, closers: list[str]) -> int:
    if text[at] != '"':
        raise _Wrong("key must be a string", at + 1)
    at = _skip(text, _string(text, at + 1))
    if at >= len(text):
        raise _Wrong("EOF while parsing an object", at)
    if text[at] != ":":
        raise _Wrong("expected `:`", at + 1)
    return _value(text, _skip(text, at + 1), closers)


def _word(text: str, at: int, word: str) -> int:
    for offset, char in enumerate(word):
        if at + offset >= len(text):
            raise _Wrong("EOF while parsing a value", at + offset)
        if text[at + offset] != char:
            raise _Wrong("expected ident", at + offset + 1)
    return at + len(word)


def _number(text: str, at: int) -> int:
    start = at
    if text[at] == "-":
        at += 1
    if at >= len(text):
        raise _Wrong("EOF while parsing a value", at)
    if text[at] not in _DIGITS:
        raise _Wrong("invalid number", at + 1)
    if text[at] == "0" and text[at + 1 : at + 2] in tuple(_DIGITS):
        raise _Wrong("invalid number", at + 2)
    at = _digits(text, at)
    if text[at : at + 1] == ".":
        at = _digits_needed(text, at + 1)
    if text[at : at + 1] in ("e", "E"):
        at += 2 if text[at + 1 : at + 2] in ("+", "-") else 1
        at = _digits_needed(text, at)
    number = float(text[start:at])
    if number - number != 0.0:
        raise _Wrong("number out of range", at)
    return at


def _digits(text: str, at: int) -> int:
    while at < len(text) and text[at] in _DIGITS:
        at += 1
    return at


def _digits_needed(text: str, at: int) -> int:
    if at >= len(text):
        raise _Wrong("EOF while parsing a value", at)
    if text[at] not in _DIGITS:
        raise _Wrong("invalid number", at + 1)
    return _digits(text, at)


def _string(text: str, at: int) -> int:
    while at < len(text):
        char = text[at]
        if char == '"':
            return at + 1
        if char == "\\":
            at = _escape(text, at + 1)
        elif char < _FIRST_PRINTABLE:
            raise _Wrong("control character (\\u0000-\\u001F) found while parsing a string", at + 1)
        else:
            at += 1
    raise _Wrong("EOF while parsing a string", at)


def _escape(text: str, at: int) -> int:
    if at >= len(text):
        raise _Wrong("EOF while parsing a string", at)
    if text[at] != "u":
        if text[at] not in _ESCAPES:
            raise _Wrong("invalid escape", at + 1)
        return at + 1
    unit = _unit(text, at + 1)
    at += 5
    if not _HIGH <= unit < _END:
        return at
    if unit >= _LOW:
        raise _Wrong("lone leading surrogate in hex escape", at)
    if text[at : at + 2] != "\\u":
        raise _Wrong("unexpected end of hex escape", at + 1)
    if not _LOW <= _unit(text, at + 2) < _END:
        raise _Wrong("lone leading surrogate in hex escape", at + 6)
    return at + 6


def _unit(text: str, at: int) -> int:
    digits = text[at : at + 4]
    for offset, digit in enumerate(digits):
        if digit not in _HEX:
            raise _Wrong("invalid escape", at + offset + 1)
    if len(digits) < len("0000"):
        raise _Wrong("EOF while parsing a string", len(text))
    return int(digits, 16)
