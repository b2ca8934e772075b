"""The text of a file between its tokens: where comments and strings are, what follows a position."""

import re
from bisect import bisect_left, bisect_right

from harnpy.base.spans import SourceFile, Span

# What a string or a comment begins with.
_START = re.compile(r'["/]')
_PLAIN = re.compile(r'"(?!"")[^"\\\n$]*+(?:(?:\\[\s\S]|\$(?!\{))[^"\\\n$]*+)*+"')
_RAW = re.compile(r"(?<!\w)r(\#*)\Z")
_EDGE = re.compile(r"/\*|\*/")
_MOST_HASHES = 32
_BLANKS = re.compile(r"[ \t\r\n]*")
_INDENT = re.compile(r"[ \t]*")


class Trivia:
    """Comments and strings of one file, found when first asked for.

    `holed` holds the start and end of every string with holes, which the walk over the tree fills in.
    """

    __slots__ = ("_comments", "_file", "_hidden", "holed")

    def __init__(self, file: SourceFile) -> None:
        self._file = file
        self.holed: dict[int, int] = {}
        self._comments: list[Span] | None = None
        self._hidden: list[tuple[int, int]] = []

    def comments(self) -> list[Span]:
        """All comments in order."""
        if self._comments is None:
            self._comments = []
            self._scan(self._comments)
        return self._comments

    def is_code(self, position: int) -> bool:
        """Whether the character at `position` lies in no comment and no string."""
        self.comments()
        index = bisect_right(self._hidden, (position, len(self._file.text)))
        return index == 0 or position >= self._hidden[index - 1][1]

    def commented(self, start: int, end: int) -> bool:
        """Whether a comment begins between two positions."""
        text = self._file.text
        if text.find("//", start, end) < 0 and text.find("/*", start, end) < 0:
            return False
        comments = self.comments()
        index = bisect_left(comments, start, key=lambda one: one.start)
        return index < len(comments) and comments[index].start < end

    def after(self, position: int) -> int:
        """The position of the next token at or behind `position`, which lies in no string."""
        text = self._file.text
        while True:
            blanks = _BLANKS.match(text, position)
            position = blanks.end() if blanks else position
            if text.startswith("//", position):
                position = text.find("\n", position)
                if position < 0:
                    return len(text)
            elif text.startswith("/*", position):
                position = self._block_end(position)
            else:
                return position

    def balanced(self, span: Span) -> Span:
        """The span widened to the brackets that it holds one half of.

        An operation begins with its left operand, behind the parentheses that this stands in.
        """
        text, start, end = self._file.text, span.start, span.end
        depth = lowest = 0
        for position in range(start, end):
            if text[position] in "()" and self.is_code(position):
                depth += 1 if text[position] == "(" else -1
                lowest = min(lowest, depth)
        for _ in range(-lowest):
            start = text.rfind("(", 0, start)
        for _ in range(depth - lowest):
            end = text.index(")", end) + 1
        return Span(self._file, start, end)

    def line_start(self, position: int) -> int:
        """The start of the line of a position."""
        return self._file.text.rfind("\n", 0, position) + 1

    def lines_of(self, span: Span) -> Span | None:
        """The whole lines of a span, or None when it shares them with something else."""
        text, start = self._file.text, self.line_start(span.start)
        end = text.find("\n", span.end)
        end = len(text) if end < 0 else end + 1
        if text[start : span.start].strip() or text[span.end : end].strip():
            return None
        return None if self.commented(span.start, span.end) else Span(self._file, start, end)

    def indent(self, position: int) -> str:
        """The blanks that begin the line of a position."""
        found = _INDENT.match(self._file.text, self.line_start(position))
        return found[0] if found else ""

    def _scan(self, comments: list[Span]) -> None:
        text = self._file.text
        position = 0
        while (found := _START.search(text, position)) is not None:
            start = found.start()
            if found[0] == '"':
                position = self._string_end(start)
            elif text.startswith("//", start):
                end = text.find("\n", start)
                position = len(text) if end < 0 else end
                comments.append(Span(self._file, start, position - text.endswith("\r", start, position)))
            elif text.startswith("/*", start):
                position = self._block_end(start)
                comments.append(Span(self._file, start, position))
            else:
                position = start + 1
                continue
            self._hidden.append((start, position))

    def _string_end(self, start: int) -> int:
        """The end of the string whose quote stands at `start`."""
        text = self._file.text
        end = self.holed.get(start)
        if end is not None:
            return end
        raw = (
            _RAW.search(text, max(0, start - _MOST_HASHES), start)
            if start and text[start - 1] in "r#"
            else None
        )
        plain = None if raw is not None else _PLAIN.match(text, start)
        if plain is not None:
            return plain.end()
        quote = f'"{raw[1]}' if raw is not None else '"""'
        found = text.find(quote, start + (1 if raw is not None else 3))
        return len(text) if found < 0 else found + len(quote)

    def _block_end(self, start: int) -> int:
        depth = 0
        for edge in _EDGE.finditer(self._file.text, start):
            depth += 1 if edge[0] == "/*" else -1
            if depth == 0:
                return edge.end()
        return len(self._file.text)
