"""Reports as plain data and back, so that a cached program can say again what its check said."""

from collections.abc import Callable

from harnpy.base.spans import SourceFile, Span
from harnpy.diagnostics.model import Diagnostic, Label, Message
from harnpy.diagnostics.report import Report

Place = tuple[str, int, int]
Kept = tuple[str, str, str, str, str, str, bool, Place, tuple[tuple[Place, str], ...]]
"""Code, severity, source, text, label, help, can it be repaired, place, notes with their places."""


def kept(report: Report) -> tuple[Kept, ...]:
    """A report as data that `marshal` takes."""
    return tuple(
        (
            one.code,
            one.severity,
            one.message.source,
            one.text,
            one.label,
            one.help,
            one.repairable,
            _place(one.span),
            tuple((_place(note.span), note.text) for note in one.notes),
        )
        for one in report.diagnostics
    )


def restored(rows: tuple[Kept, ...], read: Callable[[str], str]) -> Report:
    """The report that `kept` made data of; `read` gives the text of a shown path."""
    files: dict[str, SourceFile] = {}

    def span_of(place: Place) -> Span:
        path, start, end = place
        if path not in files:
            files[path] = SourceFile(path, read(path))
        return Span(files[path], start, end)

    report = Report()
    for code, severity, source, text, label, help_text, repairable, place, notes in rows:
        message = Message(code, "{text}", severity=severity, source=source)
        labels = tuple(Label(span_of(where), said) for where, said in notes)
        report.add(
            Diagnostic(
                message,
                span_of(place),
                label=label,
                help=help_text,
                notes=labels,
                data={"text": text, "near": repairable},
            )
        )
    return report


def _place(span: Span) -> Place:
    return span.file.path, span.start, span.end
