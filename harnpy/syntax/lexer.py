"""Text in, raw tokens and comments out: one compiled pattern, and a mode for strings with holes.

Line breaks are tokens here and contextual words are WORD; both are decided in `postlex`. A hole is lexed in
place, between HOLE_OPEN and HOLE_CLOSE, so its tokens carry true positions.
"""

import re

from harnpy.base.spans import SourceFile, Span
from harnpy.diagnostics.codes import syntax as codes
from harnpy.diagnostics.model import Diagnostic, Message
from harnpy.diagnostics.report import Report
from harnpy.syntax.characters import stray_end, stray_help
from harnpy.syntax.tokens import (
    END,
    HOLE_CLOSE,
    HOLE_OPEN,
    IDENT,
    INT,
    KINDS,
    NEWLINE,
    STRING,
    STRING_CLOSE,
    STRING_OPEN,
    STRING_TEXT,
    Comment,
    Token,
)

# Blanks after a token belong to its match, so that the loop never sees them.
_PATTERN = re.compile(
    r"""
    (?:
      (?P<RSTRING> r(?P<hashes>\#*)"[^\n]*?"(?P=hashes) )
    | (?P<NAME> [^\W\d]\w* ) (?!(?<=\br)\#*")
    | (?P<PUNCT> [(){}\[\],:;@] | \.(?!\.) | -> | [=!<>+\-*/%]= | [=!+\-<>%] | \*\*? | \.\.=(?!\.)
               | \.\.(?!\.) | &&? | \|[|>]? | \?[?.]? | /(?![/*]) )
    | (?P<NEWLINE> \n [\ \t\r\n]* )
    | (?P<STRING> "(?!"") [^"\\\n$]*+ (?: (?: \\(?:\r\n|[\s\S]) | \$(?!\{) ) [^"\\\n$]*+ )*+ " )
    | (?P<DURATION> [0-9]+(?:ms|[smhdw])(?!\w) )
    | (?P<FLOAT> [0-9]+\.[0-9]+ )
    | (?P<INT> [0-9]+ )
    | (?P<LINE> //[^\n]* )
    | (?P<BLOCK> /\* )
    | (?P<QUOTE> \"\"\" | " )
    | (?P<ELLIPSIS> \.{3,} )
    | (?P<JOIN> \\\r?\n )
    | (?P<RAWOPEN> r\#*" )
    | (?P<BAD> [\s\S] )
    ) [\ \t\r]*
    """,
    re.VERBOSE,
)

# Numbers of the commonest groups, which the loop compares.
_NAME, _PUNCT, _NEWLINE, _STRING = (_PATTERN.groupindex[name] for name in ("NAME", "PUNCT", NEWLINE, STRING))

_LINE_STOP = re.compile(r'(?P<text>[^"\\\n$]*+(?:(?:\\(?:\r\n|[\s\S])|\$(?!\{))[^"\\\n$]*+)*+)')
_BLOCK_STOP = re.compile(r'"""|\\+\$\{|\$\{')
_COMMENT_EDGE = re.compile(r"/\*|\*/")
# The byte order mark that some editors put before the text.
_MARK = "\ufeff"
_MAX_INT = 2**63 - 1
_MAX_INT_DIGITS = 19


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

    def run(self) -> Lexed:
        """Lex everything."""
        text = self.text
        first = len(_MARK) if text.startswith(_MARK) else 0
        position = self.after_blanks(first)
        if text.startswith("#!", first):
            line_end = text.find("\n")
            position = len(text) if line_end < 0 else line_end
        while position < len(text):
            position = self.plain(position)
        if self.modes:
            self.unterminated(self.modes[0].start)
        self.out.tokens.append(Token(END, "", len(text), len(text)))
        return self.out

    def plain(self, position: int) -> int:
        """Lex tokens from `position` up to one that needs a step of its own; return where to go on."""
        append, kinds, new, token_class = self.out.tokens.append, KINDS, Token.__new__, Token
        in_hole = bool(self.modes)
        for match in _PATTERN.finditer(self.text, position):
            group = match.lastindex
            start = match.start()
            if group == _NAME:
                word = match[_NAME]
                kind = kinds.get(word, IDENT)
            elif group == _PUNCT:
                word = match[_PUNCT]
                if in_hole and word in "{}" and self.hole_brace(word, start):
                    return self.string_body(start + 1)
                kind = kinds[word]
            elif group == _NEWLINE:
                kind, word = NEWLINE, "\n"
            elif group == _STRING:
                kind, word = STRING, match[_STRING]
            else:
                after = self.rare(str(match.lastgroup), match)
                if after >= 0:
                    return after
                continue
            # Spelled out: a call of the class costs twice as much.
            token = new(token_class)
            token.kind = kind
            token.text = word
            token.start = start
            token.end = start + len(word)
            append(token)
        return len(self.text)

    def rare(self, kind: str, match: re.Match[str]) -> int:
        """Take a token that is neither name, punctuation nor plain string; the new position, or -1: go on."""
        start, word = match.start(), match[kind]
        if kind == "LINE":
            word = word.rstrip("\r")
            self.out.comments.append(Comment(word, start))
        elif kind == "BLOCK":
            return self.block_comment(start)
        elif kind == "QUOTE":
            return self.open_string(start, word)
        elif kind == "RAWOPEN":
            self.unterminated(start)
            return self.line_end(start)
        elif kind == "BAD":
            self.stray(start, word)
            return self.after_blanks(stray_end(self.text, start))
        elif kind != "JOIN":
            if kind == INT and len(word) >= _MAX_INT_DIGITS and _too_large(word):
                self.problem(codes.INTEGER_RANGE, start, len(word), digits=word)
            self.out.tokens.append(Token(kind, word, start, start + len(word)))
        return -1

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
            stop = _LINE_STOP.match(self.text, position)
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

    def hole_brace(self, word: str, start: int) -> bool:
        """Count a brace inside a hole; True when it closed the hole."""
        mode = self.modes[-1]
        if word == "{":
            mode.braces += 1
        elif mode.braces:
            mode.braces -= 1
        else:
            self.out.tokens.append(Token(HOLE_CLOSE, "}", start, start + 1))
            return True
        return False

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


def _too_large(digits: str) -> bool:
    bare = digits.lstrip("0")
    return len(bare) > _MAX_INT_DIGITS or (len(bare) == _MAX_INT_DIGITS and int(bare) > _MAX_INT)
