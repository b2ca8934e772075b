"""How literals and comments are spelt: values and written forms in, canonical forms out."""

import re
from collections.abc import Sequence

from harnpy.base.spans import SourceFile
from harnpy.syntax.build.literals import unescape
from harnpy.syntax.lexer import lex
from harnpy.syntax.tokens import HOLE_CLOSE, HOLE_OPEN, STRING_TEXT, Comment

_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0"})
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_UNITS = (("w", 604_800_000), ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000))
_QUOTES = re.compile(r'"(#*)')


def escaped(text: str) -> str:
    """The text between the quotes of a one-line string; `$` is escaped only where it would open a hole."""
    return text.translate(_ESCAPES).replace("${", "\\${")


def quoted(text: str) -> str:
    """A text as a one-line string."""
    return f'"{escaped(text)}"'


def respelt(string: str) -> str:
    """A one-line string with holes: its texts spelt like those without, its holes as written."""
    pieces: list[str] = []
    depth, copied = 0, 0
    for token in lex(SourceFile("", string)).tokens:
        if token.kind == STRING_TEXT and depth == 0:
            pieces += (string[copied : token.start], escaped(unescape(token.text)))
            copied = token.end
        elif token.kind == HOLE_OPEN:
            depth += 1
        elif token.kind == HOLE_CLOSE:
            depth -= 1
    return "".join(pieces) + string[copied:]


def raw(text: str) -> str:
    """A text as a raw string with as few `#` as it needs."""
    hashes = ""
    if '"' in text:
        hashes = "#" * (1 + max(len(found) for found in _QUOTES.findall(text)))
    return f'r{hashes}"{text}"{hashes}'


def key(text: str) -> str:
    """A literal key of a dict: a bare word where it is one."""
    return text if _WORD.match(text) else quoted(text)


def duration(ms: int) -> str:
    """Milliseconds in the largest unit that leaves no rest."""
    for unit, size in _UNITS:
        if ms and ms % size == 0:
            return f"{ms // size}{unit}"
    return f"{ms}ms"


def number(value: float, written: str) -> str:
    """A float by its value; one that only an exponent could say stays as written."""
    text = repr(value)
    return written if "e" in text or "n" in text else text


def comment_lines(comments: Sequence[Comment], width: int) -> list[str]:
    """The texts of comments that stand on lines of their own; runs of `///` become one `/** … */`."""
    texts: list[str] = []
    run: list[str] = []
    for comment in comments:
        if comment.doc and not comment.block and "*/" not in comment.text and "/*" not in comment.text:
            run.append(comment.text[3:].rstrip())
            continue
        texts += _doc_block(run, width)
        run = []
        texts.append(block_comment(comment.text) if comment.block else comment.text.rstrip())
    return texts + _doc_block(run, width)


def _doc_block(lines: list[str], width: int) -> list[str]:
    """One `/** … */` for the lines behind `///`."""
    if not lines:
        return []
    only = f"/** {lines[0].strip()} */"
    if len(lines) == 1 and lines[0].strip() and len(only) <= width:
        return [only]
    body = [f" *{line if line[:1] in ('', ' ') else f' {line}'}" for line in lines]
    return ["\n".join(["/**", *body, " */"])]


def block_comment(text: str) -> str:
    """A block comment; one whose lines all begin with `*` is aligned, any other stays as written."""
    first, *rest = text.split("\n")
    lines = [line.strip() for line in rest]
    if first.rstrip() != "/**" or not all(line.startswith("*") for line in lines):
        return text
    return "\n".join(["/**", *[f" {line}" for line in lines]])
