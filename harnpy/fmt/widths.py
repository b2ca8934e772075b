"""Formatted text in, the lines that stay too wide out."""

from harnpy.base.spans import SourceFile
from harnpy.syntax.lexer import Lexed, lex
from harnpy.syntax.tokens import RSTRING, STRING, STRING_CLOSE, STRING_OPEN, STRING_TEXT, Token

_STRINGS = frozenset((STRING, RSTRING, STRING_OPEN, STRING_TEXT, STRING_CLOSE))
_CLOSING = frozenset((")", "]", "}", ","))


def too_wide(file: SourceFile, width: int) -> tuple[int, int] | None:
    """The first line that is wider than allowed, with its width; None when there is none.

    Nothing can be done about a line that holds a string or one token, or whose comment alone is too wide.
    """
    lines = file.text.split("\n")
    if all(len(line) <= width for line in lines):
        return None
    lexed = lex(file)
    for number, line in enumerate(lines, 1):
        if len(line) > width and not _exempt(file, lexed, number, width):
            return number, len(line)
    return None


def _exempt(file: SourceFile, lexed: Lexed, number: int, width: int) -> bool:
    start = file.line_starts[number - 1]
    end = start + len(file.line_text(number))
    tokens = [
        token for token in lexed.tokens if token.start < end and token.end > start and token.text.strip()
    ]
    if any(token.kind in _STRINGS for token in tokens) or not tokens:
        return True
    if tokens[-1].end - start <= width and any(start <= one.start < end for one in lexed.comments):
        return True
    return _single(tokens)


def _single(tokens: list[Token]) -> bool:
    return len(tokens) == 1 or (len(tokens) == 2 and tokens[1].text in _CLOSING)
