"""Pieces of source text in, what each is out: the pattern that cuts text, and the kinds of what it cuts.

The kind of a piece depends on its spelling alone, so a spelling is looked at once however often it occurs.
"""

import re

from harnpy.syntax.tokens import DURATION, ELLIPSIS, FLOAT, IDENT, INT, KINDS, NEWLINE, RSTRING, STRING

BLANKS = " \t\r"

# A piece is one token with the blanks after it, so that no loop sees them. There are no groups: plain texts
# come faster than match objects. A string whose holes have neither strings nor braces in them is one piece.
PIECE = re.compile(
    r"""
    (?:
      r (?: "[^"\n]*" | \#+" | (?<=\br)" )
    | [^\W\d]\w*
    | [(){}\[\],:;@]
    | \n [\ \t\r\n]*
    | \.(?!\.)
    | [=!<>+\-*/%]=
    | ->
    | "(?!"") [^"\\\n$]*+
      (?:
        (?: \\(?:\r\n|[\s\S]) | \$(?!\{) | \$\{[A-Za-z_(][A-Za-z0-9_.,()\[\]+*%<>=!?:&|\ -]*+\} )
        [^"\\\n$]*+
      )*+ "
    | [=!+\-<>%]
    | [0-9]+ (?: \.[0-9]+ | (?:ms|[smhdw])(?!\w) )?
    | \*\*? | \.\.=(?!\.) | \.\.(?!\.) | &&? | \|[|>]? | \?[?.]? | /(?![/*])
    | //[^\n]*
    | /\*
    | \"\"\" | "
    | \.{3,}
    | \\\r?\n
    | [\s\S]
    ) [\ \t\r]*
    """,
    re.VERBOSE,
)

PLAIN_TEXT = re.compile(r'[^"\\\n$]*+(?:(?:\\(?:\r\n|[\s\S])|\$(?!\{))[^"\\\n$]*+)*+')
"""The text of a string in one line up to a quote, a hole or the end of the line."""

# Pieces that take a step of their own.
LINE, BLOCK, QUOTE, HOLED, RAW, JOIN, BAD, LARGE, HOLE_BRACE = (
    "LINE", "BLOCK", "QUOTE", "HOLED", "RAW", "JOIN", "BAD", "LARGE", "HOLE_BRACE",
)  # fmt: skip
_STEPS = frozenset((LINE, BLOCK, QUOTE, HOLED, RAW, JOIN, BAD, LARGE, HOLE_BRACE))

_DIGITS = "0123456789"
_MAX_INT = 2**63 - 1
_MAX_INT_DIGITS = 19


class Spellings(dict[str, tuple[str, str, int]]):
    """Kind, text and length of text of each piece, found out when it is first met.

    Where a step of its own is due the kind is empty and the text names the step. `braces` are the braces to
    count, if any.
    """

    def __init__(self, braces: str) -> None:
        super().__init__()
        self.braces = braces

    def __missing__(self, piece: str) -> tuple[str, str, int]:
        word = "\n" if piece[0] == "\n" else piece.rstrip(BLANKS)
        kind = HOLE_BRACE if word in self.braces else KINDS.get(word) or _kind_of(word)
        found = ("", kind, 0) if kind in _STEPS else (kind, word, len(word))
        self[piece] = found
        return found


def _kind_of(word: str) -> str:
    """The kind, or the step, of a spelling that is neither a reserved word nor an operator."""
    first, second = word[0], word[1:2]
    if first == '"':
        return _kind_of_string(word)
    if first in _DIGITS:
        return _kind_of_number(word)
    if first == "r" and second and second in '"#':
        return RSTRING if second == '"' and len(word) > len('r"') else RAW
    if first == "/":
        return LINE if second == "/" else BLOCK
    if first == "\n":
        return NEWLINE
    if second and first in ".\\":
        return ELLIPSIS if first == "." else JOIN
    return IDENT if second or first == "_" or (first.isalnum() and not first.isdecimal()) else BAD


def _kind_of_string(word: str) -> str:
    if word in ('"', '"""'):
        return QUOTE
    text = PLAIN_TEXT.match(word, 1)
    return STRING if text is not None and text.end() == len(word) - 1 else HOLED


def _kind_of_number(word: str) -> str:
    if "." in word:
        return FLOAT
    if word[-1] not in _DIGITS:
        return DURATION
    return LARGE if len(word) >= _MAX_INT_DIGITS and int(word.lstrip("0")[:20] or "0") > _MAX_INT else INT
