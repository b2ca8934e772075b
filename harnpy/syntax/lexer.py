"""Text in, raw tokens and comments out: text is cut into pieces, with a mode for strings with holes.

Line breaks are tokens here and contextual words are WORD; both are decided in `postlex`. A hole is lexed in
place, between HOLE_OPEN and HOLE_CLOSE, so its tokens carry true positions.
"""

import re
from collections.abc import Iterable

from harnpy.base.spans import SourceFile, Span
from harnpy.diagnostics.codes import syntax as codes
from harnpy.diagnostics.model import Diagnostic, Message
from harnpy.diagnostics.report import Report
from harnpy.syntax.characters import stray_end, stray_help
from harnpy.syntax.spellings import (
    BAD,
    BLANKS,
    BLOCK,
    HOLE_BRACE,
    HOLED,
    LARGE,
    LINE,
    PIECE,
    PLAIN_TEXT,
    QUOTE,
    RAW,
    Spellings,
)
from harnpy.syntax.tokens import (
    END,
    HOLE_CLOSE,
    HOLE_OPEN,
    IDENT,
    INT,
    RSTRING,
    STRING,
    STRING_CLOSE,
    STRING_OPEN,
    STRING_TEXT,
    Comment,
    Token,
)

_RAW_STRING = re.compile(r'r(?P<hashes>#*)"[^\n]*?"(?P=hashes)')
_RAW_START = re.compile(r'\br#*"')
_BLOCK_STOP = re.compile(r'"""|\\+\$\{|\$\{')
_COMMENT_EDGE = re.compile(r"/\*|\*/")
# The byte order mark that some editors put before the text.
_MARK = "\ufeff"

# Text is cut into pieces a chunk at a time. A chunk ends before a line break that no token spans, since
# neither an escape nor a blank is before it. A string or comment that takes a step of its own makes worthless
# what is cut behind it, so after one, and in a line longer than any chunk, pieces are cut as they are wanted.
_CHUNK, _WARY_CHUNK, _LONGEST_LINE = 1000, 60, 4000
_NO_CHUNK_END = BLANKS + "\n\\"


class Lexed:
    """What one text gave: raw tokens closed by END, comments in order, and the lexer's own complaints."""

    __slots__ = ("comments", "report", "tokens")

    def __init__(self) -> None:
        self.tokens: list[Token] = []
        self.comments: list[Comment] = []
        self.report = Report()


def lex(file: SourceFile) -> Lexed:
    """Cut the text of `file` into raw tokens; faults are reported and lexing goes on behind them."""
    return _Lexer(file).run()


class _StringMode:
    """An open string: where it began, whether it is `\"\"\"`, and the open braces in its current hole."""

    __slots__ = ("block", "braces", "start")

    def __init__(self, start: int, block: bool) -> None:
        self.start = start
        self.block = block
        self.braces = 0


class _Lexer:
    """The state of one run: the open strings from the outside in, and what was found so far."""

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.text = file.text
        self.out = Lexed()
        self.modes: list[_StringMode] = []
        self.outside = Spellings("")
        self.in_hole = Spellings("{}")

    def run(self) -> Lexed:
        """Lex everything."""
        text = self.text
        first = len(_MARK) if text.startswith(_MARK) else 0
        position = self.after_blanks(first)
        if text.startswith("#!", first):
            line_end = text.find("\n")
            position = len(text) if line_end < 0 else line_end
        wary = False
        while position < len(text):
            if self.modes:
                position = self.plain(position, self.one_by_one(position, len(text)), self.in_hole)
                continue
            stop = self.chunk_end(position + (_WARY_CHUNK if wary else _CHUNK))
            at_once = not wary and stop - position < _CHUNK + _LONGEST_LINE
            pieces = PIECE.findall(text, position, stop) if at_once else self.one_by_one(position, stop)
            position = self.plain(position, pieces, self.outside)
            wary = position != stop
        if self.modes:
            self.unterminated(self.modes[0].start)
        self.out.tokens.append(Token(END, "", len(text), len(text)))
        return self.out

    def chunk_end(self, position: int) -> int:
        """Where a chunk that reaches `position` ends; the end of the text if the line is too long."""
        text, limit = self.text, position + _LONGEST_LINE
        end = text.find("\n", position, limit)
        while end > 0 and text[end - 1] in _NO_CHUNK_END:
            end = text.find("\n", end + 1, limit)
        return len(text) if end < 0 else end

    def one_by_one(self, start: int, stop: int) -> Iterable[str]:
        """The pieces of a stretch of text, each cut when it is wanted."""
        return (match[0] for match in PIECE.finditer(self.text, start, stop))

    def plain(self, start: int, pieces: Iterable[str], spellings: Spellings) -> int:
        """Lex pieces up to one that needs a step of its own; return where to go on."""
        append, new, token_class = self.out.tokens.append, Token.__new__, Token
        for piece in pieces:
            kind, word, length = spellings[piece]
            if kind:
                # Spelled out: a call of the class costs twice as much.
                token = new(token_class)
                token.kind = kind
                token.text = word
                token.start = start
                token.end = start + length
                append(token)
            else:
                after = self.rare(word, piece, start)
                if after >= 0:
                    return after
            start += len(piece)
        return start

    def rare(self, name: str, piece: str, start: int) -> int:
        """Take a piece that is not simply a token; the position behind it, or -1: go on."""
        if name == LINE:
            self.out.comments.append(Comment(piece.rstrip("\r"), start))
        elif name == HOLED:
            self.holed_string(start)
        elif name == BLOCK:
            return self.block_comment(start)
        elif name == QUOTE:
            return self.open_string(start, piece.rstrip(BLANKS))
        elif name == RAW:
            return self.raw_string(start)
        elif name == HOLE_BRACE:
            return self.hole_brace(piece[0], start)
        elif name == BAD:
            self.stray(start, piece[0])
            return self.after_blanks(stray_end(self.text, start))
        elif name == LARGE:
            digits = piece.rstrip(BLANKS)
            self.problem(codes.INTEGER_RANGE, start, len(digits), digits=digits)
            self.out.tokens.append(Token(INT, digits, start, start + len(digits)))
        return -1

    def holed_string(self, start: int) -> None:
        """Take a string whose holes have neither strings nor braces in them."""
        text, tokens, position = self.text, self.out.tokens, start + 1
        tokens.append(Token(STRING_OPEN, '"', start, position))
        while True:
            end = self.text_end(position, block=False)
            if end > position:
                tokens.append(Token(STRING_TEXT, text[position:end], position, end))
            if text[end] == '"':
                tokens.append(Token(STRING_CLOSE, '"', end, end + 1))
                return
            tokens.append(Token(HOLE_OPEN, "${", end, end + 2))
            close = text.index("}", end)
            self.plain(end + 2, PIECE.findall(text, end + 2, close), self.outside)
            tokens.append(Token(HOLE_CLOSE, "}", close, close + 1))
            position = close + 1

    def raw_string(self, start: int) -> int:
        """Take a raw string between marks, or what looks like the start of one."""
        whole = _RAW_STRING.match(self.text, start)
        if whole is not None:
            self.out.tokens.append(Token(RSTRING, whole[0], start, whole.end()))
            return self.after_blanks(whole.end())
        if _RAW_START.match(self.text, start):
            self.unterminated(start)
            return self.line_end(start)
        self.out.tokens.append(Token(IDENT, "r", start, start + 1))
        return start + 1

    def block_comment(self, start: int) -> int:
        """Take a comment that opens at `start`, with those nested in it."""
        depth, position = 0, start
        for edge in _COMMENT_EDGE.finditer(self.text, start):
            depth += 1 if edge[0] == "/*" else -1
            position = edge.end()
            if depth == 0:
                self.out.comments.append(Comment(self.text[start:position], start))
                return self.after_blanks(position)
        self.problem(codes.UNTERMINATED_COMMENT, start, 2)
        return len(self.text)

    def open_string(self, start: int, quote: str) -> int:
        """Open a string with holes or over several lines."""
        self.out.tokens.append(Token(STRING_OPEN, quote, start, start + len(quote)))
        self.modes.append(_StringMode(start, len(quote) > 1))
        return self.string_body(start + len(quote))

    def string_body(self, position: int) -> int:
        """Take the text of the innermost string up to its next hole or its end."""
        mode, text = self.modes[-1], self.text
        end = self.text_end(position, mode.block)
        quote = '"""' if mode.block else '"'
        if end < 0 or not text.startswith((quote, "${"), end):
            self.unterminated(self.modes[0].start)
            self.modes.clear()
            return len(text) if end < 0 else self.line_end(end)
        if end > position:
            self.out.tokens.append(Token(STRING_TEXT, text[position:end], position, end))
        if text.startswith("${", end):
            self.out.tokens.append(Token(HOLE_OPEN, "${", end, end + 2))
            mode.braces = 0
            return self.hole_start(end + 2)
        self.modes.pop()
        self.out.tokens.append(Token(STRING_CLOSE, quote, end, end + len(quote)))
        self.fold_plain(mode.start, end + len(quote))
        return self.after_blanks(end + len(quote))

    def text_end(self, position: int, block: bool) -> int:
        """Where the text from `position` stops: at a quote, a hole, a line break; -1: not at all."""
        if not block:
            stop = PLAIN_TEXT.match(self.text, position)
            end = position if stop is None else stop.end()
            return end if end < len(self.text) else -1
        for edge in _BLOCK_STOP.finditer(self.text, position):
            slashes = edge[0].count("\\")
            if slashes % 2 == 0:
                return edge.start() + slashes
        return -1

    def hole_start(self, position: int) -> int:
        """Stand behind `${`: complain about an empty hole."""
        first = self.after_blanks(position)
        if self.text.startswith("}", first):
            self.problem(codes.CHARACTER, first, character="}")
        return first

    def hole_brace(self, word: str, start: int) -> int:
        """Count a brace inside a hole; where to go on if it closed the hole, else -1."""
        mode = self.modes[-1]
        if word == "}" and not mode.braces:
            self.out.tokens.append(Token(HOLE_CLOSE, "}", start, start + 1))
            return self.string_body(start + 1)
        mode.braces += 1 if word == "{" else -1
        self.out.tokens.append(Token(word, word, start, start + 1))
        return -1

    def fold_plain(self, start: int, end: int) -> None:
        """Make one STRING token of a string that turned out to have no hole."""
        tokens = self.out.tokens
        opened = len(tokens) - (3 if tokens[-2].kind == STRING_TEXT else 2)
        if tokens[opened].kind == STRING_OPEN and tokens[opened].start == start:
            tokens[opened:] = [Token(STRING, self.text[start:end], start, end)]

    def after_blanks(self, position: int) -> int:
        """The position behind the blanks at `position`."""
        text = self.text
        while position < len(text) and text[position] in " \t\r":
            position += 1
        return position

    def line_end(self, position: int) -> int:
        """The position of the next line break."""
        end = self.text.find("\n", position)
        return len(self.text) if end < 0 else end

    def stray(self, start: int, character: str) -> None:
        """Report a character that begins no token."""
        shown = "\\\\" if character == "\\" else character
        self.problem(codes.CHARACTER, start, help_text=stray_help(character), character=shown)

    def unterminated(self, start: int) -> None:
        """Report the string that opens at `start`."""
        self.problem(codes.UNTERMINATED_STRING, start)

    def problem(
        self, message: Message, start: int, length: int = 1, *, help_text: str | None = None, **data: str
    ) -> None:
        """Report `message` at `start` with its line and column."""
        line, column = self.file.line_col(start)
        span = Span(self.file, start, start + length)
        filled: dict[str, object] = {"line": line, "column": column, **data}
        self.out.report.add(Diagnostic(message, span, help=help_text, data=filled))
