"""Source positions: a text and offsets in, lines, columns and byte offsets out."""

from bisect import bisect_right


class SourceFile:
    """One source text with the path shown to the user; offsets are in characters (Unicode scalars)."""

    __slots__ = ("_ascii", "_line_starts", "path", "text")

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self._line_starts: list[int] | None = None
        self._ascii = text.isascii()

    @property
    def line_starts(self) -> list[int]:
        """Offsets of the first character of every line."""
        starts = self._line_starts
        if starts is None:
            starts = [0]
            find, position = self.text.find, 0
            while (position := find("\n", position) + 1) > 0:
                starts.append(position)
            self._line_starts = starts
        return starts

    @property
    def line_count(self) -> int:
        """Number of lines; a final newline opens one more."""
        return len(self.line_starts)

    def line_col(self, offset: int) -> tuple[int, int]:
        """Line and column of `offset`, both from 1, the column in characters."""
        starts = self.line_starts
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """Text of line `line` (from 1) without its line break; empty past the end."""
        starts = self.line_starts
        if not 1 <= line <= len(starts):
            return ""
        end = starts[line] - 1 if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end].rstrip("\r")

    def byte_offset(self, offset: int) -> int:
        """UTF-8 byte offset of a character offset, as machine output promises."""
        return offset if self._ascii else len(self.text[:offset].encode("utf-8"))

    def byte_column(self, offset: int) -> tuple[int, int]:
        """Line from 1 and UTF-8 byte column from 0: the positions that CPython keeps."""
        starts = self.line_starts
        line = bisect_right(starts, offset)
        start = starts[line - 1]
        if self._ascii:
            return line, offset - start
        return line, len(self.text[start:offset].encode("utf-8"))

    def byte_columns(self, first: int, last: int) -> tuple[int, int, int, int]:
        """`byte_column` of two offsets, the second not before the first."""
        starts = self.line_starts
        line = bisect_right(starts, first)
        start = starts[line - 1]
        if self._ascii:
            if line == len(starts) or last < starts[line]:
                return line, first - start, line, last - start
            return line, first - start, *self.byte_column(last)
        return line, len(self.text[start:first].encode("utf-8")), *self.byte_column(last)

    def offset_of(self, line: int, byte_column: int) -> int:
        """Character offset of a CPython position; the inverse of `byte_column`."""
        start = self.line_starts[min(line, self.line_count) - 1]
        if self._ascii:
            return start + byte_column
        encoded = self.line_text(line).encode("utf-8")[:byte_column]
        return start + len(encoded.decode("utf-8", "ignore"))


class Span:
    """A half-open range of characters in a source file.

    `position` holds the position attributes of an emitted Python node. It is filled in when first read: most
    spans never meet CPython, and a slot that is filled is read without a call.
    """

    __slots__ = ("end", "file", "position", "start")
    position: dict[str, int]

    def __init__(self, file: SourceFile, start: int, end: int) -> None:
        self.file = file
        self.start = start
        self.end = end

    def __getattr__(self, name: str) -> dict[str, int]:
        # Called for a slot that is not filled yet.
        if name != "position":
            raise AttributeError(f"a span has no {name}")
        line, column, last, end = self.file.byte_columns(self.start, self.end)
        found = {
            "lineno": line,
            "col_offset": column,
            "end_lineno": last,
            "end_col_offset": end,
            "": 0,
            " ": 0,
        }
        # Two keys less leave room: a copy takes the fields of its node without growing.
        found.popitem()
        found.popitem()
        self.position = found
        return found

    @property
    def text(self) -> str:
        """The source text of the span."""
        return self.file.text[self.start : self.end]

    def to(self, last: "Span") -> "Span":
        """The span from the start of this one to the end of `last`."""
        return Span(self.file, self.start, last.end)

    def __repr__(self) -> str:
        line, column = self.file.line_col(self.start)
        return f"{self.file.path}:{line}:{column}+{self.end - self.start}"
