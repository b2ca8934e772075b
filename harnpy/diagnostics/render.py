"""Diagnostics in, what people and machines read out: frames with carets, the JSON document, GitHub lines.

Text goes through a painter, so that colours stay the business of the caller: `paint(role, text)` with the
roles error, warning, info, note, help and gutter.
"""

from collections.abc import Callable, Iterable, Sequence
from unicodedata import category, east_asian_width

from harnpy.base.spans import SourceFile, Span
from harnpy.diagnostics.model import ERROR, WARNING, Diagnostic, Repair
from harnpy.diagnostics.report import Report

Painter = Callable[[str, str], str]

TEXT_LIMIT = 50
"""Diagnostics that text output shows per file; machine output lists all."""

NOTE_LIMIT = 10
"""Frames of a call stack that text output shows."""

_FAILED_CHECK = "one or more files failed `harn check`"
_NARROWEST = 20


def plain(role: str, text: str) -> str:
    """The painter without colours."""
    return text


class Frames:
    """How frames are drawn: the painter, the width of the terminal (None: never cut), the repairs by code."""

    __slots__ = ("_paint", "_repairs", "_width")

    def __init__(
        self,
        paint: Painter = plain,
        width: int | None = None,
        repairs: dict[str, tuple[Repair, ...]] | None = None,
    ) -> None:
        self._paint = paint
        self._width = width
        self._repairs = repairs or {}

    def report(self, report: Report) -> str:
        """Every diagnostic of a report in the order of the source, at most `TEXT_LIMIT` per file."""
        shown: dict[str, int] = {}
        left: dict[str, int] = {}
        blocks: list[str] = []
        for diagnostic in report.sorted():
            path = diagnostic.span.file.path
            if shown.get(path, 0) < TEXT_LIMIT:
                shown[path] = shown.get(path, 0) + 1
                blocks.append(self.diagnostic(diagnostic))
            else:
                left[path] = left.get(path, 0) + 1
        blocks += [f"{path}: … {count} more\n" for path, count in left.items()]
        return "\n".join(blocks)

    def diagnostic(self, diagnostic: Diagnostic) -> str:
        """The block of one diagnostic, with a line break at its end."""
        paint = self._paint
        severity = diagnostic.severity
        head = paint(severity, f"{severity}[{diagnostic.code}]")
        lines = [f"{head}: {visible(diagnostic.text)}"]
        lines += self._place(diagnostic.span, severity, diagnostic.label)
        gutter = " " * (_gutter(diagnostic.span) + 1)
        if diagnostic.help:
            lines.append(f"{gutter}= {paint('help', 'help')}: {visible(diagnostic.help)}")
        for repair in self._repairs.get(diagnostic.code, ()) if diagnostic.repairable else ():
            lines.append(f"{gutter}= {paint('help', 'repair')}: {repair_line(repair)}")
        for note in diagnostic.notes:
            lines.append(f"{gutter}= {paint('note', 'note')}: {visible(note.text)}")
            lines += self._place(note.span, "note", note.text)
        return "\n".join(lines) + "\n"

    def failure(self, head: str, place: Span | None, notes: Sequence[str], help: str = "") -> str:
        """The block of an uncaught error: its text, where, what helps, and the notes of its call stack."""
        paint = self._paint
        lines = [f"{paint('error', 'error')}: {visible(head)}"]
        gutter = "  "
        if place is not None:
            lines += self._place(place, "error", "")
            gutter = " " * _gutter(place)
        if help:
            lines.append(f"{gutter}= {paint('help', 'help')}: {visible(help)}")
        for note in notes[:NOTE_LIMIT]:
            lines.append(f"{gutter}= {paint('note', 'note')}: {visible(note)}")
        if len(notes) > NOTE_LIMIT:
            lines.append(f"{gutter}= {paint('note', 'note')}: … {len(notes) - NOTE_LIMIT} more")
        return "\n".join(lines) + "\n"

    def _place(self, span: Span, role: str, label: str) -> list[str]:
        line, column = span.file.line_col(span.start)
        width = _gutter(span)
        paint = self._paint
        bar = paint("gutter", "|")
        text = span.file.line_text(line)
        ends = min(span.end, span.start - (column - 1) + len(text))
        first, last = column - 1, max(column, column - 1 + ends - span.start)
        text, first, last = self._cut(text, first, last, width + 3)
        blank = "".join(_space(char) for char in text[:first])
        carets = "^" * max(1, sum(_columns(char) for char in text[first:last]))
        caption = f" {visible(label)}" if label else ""
        return [
            f"{' ' * width}{paint('gutter', '-->')} {span.file.path}:{line}:{column}",
            f"{' ' * (width + 1)}{bar}",
            f"{paint('gutter', f'{line:>{width}}')} {bar} {visible(text)}".rstrip(),
            f"{' ' * (width + 1)}{bar} {blank}{paint(role, carets + caption)}",
        ]

    def _cut(self, text: str, first: int, last: int, margin: int) -> tuple[str, int, int]:
        """The part of a line around its carets that fits the terminal, `…` marking what is left out."""
        if self._width is None:
            return text, first, last
        room = max(_NARROWEST, self._width - margin)
        if sum(_columns(char) for char in text) <= room:
            return text, first, last
        # Cut by characters as if all were as wide as the widest, so that the result always fits.
        size = room // max(_columns(char) for char in text) - 2
        start = max(0, min(first - size // 3, len(text) - size))
        end = min(len(text), start + size)
        before, after = ("…" if start else ""), ("…" if end < len(text) else "")
        shift = len(before) - start
        return before + text[start:end] + after, first + shift, min(last, end) + shift


def repair_line(repair: Repair) -> str:
    """A registered repair as text output names it: `ID [SAFETY] — SUMMARY`."""
    return f"{repair.ident} [{repair.safety}] — {repair.summary}"


def word_span(file: SourceFile, line: int, column: int) -> Span:
    """The word of letters, digits and `_` at a position (both from 1), else one character."""
    start = file.line_starts[min(line, file.line_count) - 1] + column - 1
    text = file.text
    end = start
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return Span(file, start, max(end, start + 1))


def visible(text: str) -> str:
    """Text without characters that would steer a terminal; tabs and line breaks stay."""
    if text.isprintable():
        return text
    return "".join(char if char in "\t\n" or not _steers(char) else _stand_in(char) for char in text)


def tally(errors: int, warnings: int, files: int) -> str:
    """The closing line of `check`: `2 errors, 1 warning in 3 files`."""
    parts = [_counted(errors, "error")] if errors else []
    parts += [_counted(warnings, "warning")] if warnings else []
    return f"{', '.join(parts) or 'no findings'} in {_counted(files, 'file')}"


def check_document(files: Iterable[tuple[str, Report | str]], *, strict: bool = False) -> dict[str, object]:
    """The document of `check --json`: per file its report, or the text that says why it is unreadable."""
    entries: list[dict[str, object]] = []
    counts = {"ok": 0, "warning": 0, "error": 0}
    total = 0
    for path, outcome in sorted(files, key=lambda one: one[0]):
        found = [_unreadable(outcome)] if isinstance(outcome, str) else _json_items(outcome)
        status = _status(outcome)
        counts[status] += 1
        total += len(found)
        entries.append({"path": path, "status": status, "diagnostics": found})
    failed = counts["error"] > 0 or (strict and counts["warning"] > 0)
    summary = {
        "ok": counts["ok"],
        "warnings": counts["warning"],
        "errors": counts["error"],
        "diagnostics": total,
    }
    error = {"code": "check_failed", "message": _FAILED_CHECK, "details": None} if failed else None
    return {
        "schemaVersion": 1,
        "ok": not failed,
        "data": {"files": entries, "summary": summary},
        "error": error,
        "warnings": [],
    }


def json_item(diagnostic: Diagnostic) -> dict[str, object]:
    """One diagnostic as events of a run list it: with its place by path, line and column too."""
    line, column = diagnostic.span.file.line_col(diagnostic.span.start)
    place = {"path": diagnostic.span.file.path, "line": line, "column": column}
    return _checked_item(diagnostic) | place


def _checked_item(diagnostic: Diagnostic) -> dict[str, object]:
    """One diagnostic as the document of `check` lists it; span offsets are bytes."""
    span = diagnostic.span
    item: dict[str, object] = {
        "source": diagnostic.message.source,
        "severity": diagnostic.severity,
        "code": diagnostic.code,
        "message": diagnostic.text,
        "span": {"start": span.file.byte_offset(span.start), "end": span.file.byte_offset(span.end)},
    }
    if diagnostic.help:
        item["help"] = diagnostic.help
    return item


def _json_items(report: Report) -> list[dict[str, object]]:
    return [_checked_item(one) for one in report.sorted()]


def _unreadable(cause: str) -> dict[str, object]:
    return {"source": "io", "severity": "error", "message": cause}


def _status(outcome: Report | str) -> str:
    if isinstance(outcome, str) or outcome.has_errors:
        return ERROR
    return WARNING if outcome.has_warnings else "ok"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _gutter(span: Span) -> int:
    return len(str(span.file.line_col(span.start)[0])) + 1


def _columns(char: str) -> int:
    """Terminal columns of one character; a tab counts as one and is kept as a tab."""
    if char.isascii():
        return 1
    if category(char) in ("Mn", "Me") or char == "\u200d":
        return 0
    return 2 if east_asian_width(char) in ("W", "F") else 1


def _space(char: str) -> str:
    return "\t" if char == "\t" else " " * _columns(char)


def _steers(char: str) -> bool:
    return category(char) == "Cc" or "\u202a" <= char <= "\u202e" or "\u2066" <= char <= "\u2069"


def _stand_in(char: str) -> str:
    return chr(0x2400 + ord(char)) if ord(char) < 0x20 else "\ufffd"
