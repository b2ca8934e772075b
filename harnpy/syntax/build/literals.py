"""Literals and strings: escapes resolved, indentation of `\"\"\"` removed, numbers read."""

import re
from collections.abc import Sequence

from harnpy.base.spans import Span
from harnpy.base.words import DURATION_UNITS
from harnpy.diagnostics.codes import syntax as codes
from harnpy.syntax import nodes
from harnpy.syntax.driver import Context
from harnpy.syntax.nodes.core import new, unsealed
from harnpy.syntax.tokens import Token

_Int, _Str = unsealed(nodes.Int), unsealed(nodes.Str)

_ESCAPE = re.compile(r"\\([nrt0\\\"$])")
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "0": "\0", "\\": "\\", '"': '"', "$": "$"}
_HOLE_ESCAPE = re.compile(r"(\\+)\$\{")
_MAX_MS = 2**63 - 1
_BLOCK_QUOTE = '"""'


def unescape(text: str) -> str:
    """Resolve the escapes of a one-line string; an unknown one stays as written."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda found: _ESCAPED[found[1]], text)


def plain_value(text: str) -> str:
    """The value of a string literal without holes, given with its quotes."""
    if text.startswith(_BLOCK_QUOTE):
        return "".join(str(part) for part in block_parts([text[3:-3]]))
    return unescape(text[1:-1])


def raw_value(text: str) -> str:
    """The value of a raw string, given with its prefix and hashes."""
    edge = text.index('"')
    return text[edge + 1 : len(text) - edge]


def block_parts(parts: Sequence[str | nodes.Expr]) -> list[str | nodes.Expr]:
    """Remove the common indentation from the parts of a `\"\"\"` string; a hole counts as a character.

    One line break right behind the opening and one at the very end go too.
    """
    lines = _lines(parts)
    if len(lines) > 1 and not lines[0]:
        del lines[0]
    indent = min((_indent(line) for line in lines if not _is_blank(line)), default=0)
    if indent:
        lines = [[] if _is_blank(line) else _dedent(line, indent) for line in lines]
    elif len(lines) > 1 and _is_blank(lines[-1]):
        lines[-1] = []
    if len(lines) > 1 and not lines[-1]:
        del lines[-1]
    return _merged(lines)


def _lines(parts: Sequence[str | nodes.Expr]) -> list[list[str | nodes.Expr]]:
    """Cut the parts at line breaks; no line holds an empty text."""
    lines: list[list[str | nodes.Expr]] = [[]]
    for part in parts:
        if not isinstance(part, str):
            lines[-1].append(part)
            continue
        for number, piece in enumerate(part.replace("\r\n", "\n").split("\n")):
            if number:
                lines.append([])
            if piece:
                lines[-1].append(piece)
    return lines


def _is_blank(line: list[str | nodes.Expr]) -> bool:
    return all(isinstance(part, str) and not part.strip(" \t") for part in line)


def _indent(line: list[str | nodes.Expr]) -> int:
    first = line[0]
    return len(first) - len(first.lstrip(" \t")) if isinstance(first, str) else 0


def _dedent(line: list[str | nodes.Expr], indent: int) -> list[str | nodes.Expr]:
    first = line[0]
    if isinstance(first, str):
        rest = first[indent:]
        return [rest, *line[1:]] if rest else line[1:]
    return line


def _merged(lines: list[list[str | nodes.Expr]]) -> list[str | nodes.Expr]:
    """Join lines into parts again, neighbouring texts into one, `\\${` into a literal `${`."""
    parts: list[str | nodes.Expr] = []
    text = ""
    for number, line in enumerate(lines):
        if number:
            text += "\n"
        for part in line:
            if isinstance(part, str):
                text += part
            else:
                if text:
                    parts.append(_literal_holes(text))
                parts.append(part)
                text = ""
    if text:
        parts.append(_literal_holes(text))
    return parts


def _literal_holes(text: str) -> str:
    """Drop the backslash that makes `${` literal."""
    if "\\${" not in text:
        return text
    return _HOLE_ESCAPE.sub(lambda found: found[1][:-1] + "${", text)


def int_literal(_ctx: Context, span: Span, token: Token) -> nodes.Int:
    """`42`."""
    made = new(_Int)
    made.span = span
    made.value = int(token.text)
    made.__class__ = nodes.Int
    return made


def float_literal(_ctx: Context, span: Span, token: Token) -> nodes.Float:
    """`1.5`."""
    return nodes.Float(span=span, value=float(token.text))


def bool_literal(_ctx: Context, span: Span, token: Token) -> nodes.Bool:
    """`true`, `false`."""
    return nodes.Bool(span=span, value=token.text == "true")


def nil_literal(_ctx: Context, span: Span, _token: Token) -> nodes.Nil:
    """`nil`."""
    return nodes.Nil(span=span)


def string(_ctx: Context, span: Span, token: Token) -> nodes.Str:
    """A string without holes."""
    made = new(_Str)
    made.span = span
    made.value = plain_value(token.text)
    made.__class__ = nodes.Str
    return made


def raw_string(_ctx: Context, span: Span, token: Token) -> nodes.RawStr:
    """`r"…"`."""
    return nodes.RawStr(span=span, value=raw_value(token.text))


def duration(ctx: Context, span: Span, token: Token) -> nodes.Duration:
    """`5s`."""
    digits = token.text.rstrip("mshdw")
    ms = int(digits) * DURATION_UNITS[token.text[len(digits) :]] if len(digits) < 20 else _MAX_MS + 1
    if ms > _MAX_MS:
        ctx.report.error(codes.DURATION_RANGE, span)
        ms = _MAX_MS
    return nodes.Duration(span=span, ms=ms)


def text_part(_ctx: Context, _span: Span, token: Token) -> str:
    """Text between holes, as written."""
    return token.text


def hole(_ctx: Context, _span: Span, value: nodes.Expr) -> nodes.Expr:
    """`${ value }`."""
    return value


def interpolated(ctx: Context, span: Span, parts: list[str | nodes.Expr]) -> nodes.InterpolatedString:
    """A string with holes."""
    if ctx.file.text.startswith(_BLOCK_QUOTE, span.start):
        return nodes.InterpolatedString(span=span, parts=tuple(block_parts(parts)))
    done = tuple([unescape(part) if isinstance(part, str) else part for part in parts])
    return nodes.InterpolatedString(span=span, parts=done)
