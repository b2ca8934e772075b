"""A report collects the diagnostics of one or more passes: repeats removed, sorted, capped by the reader."""

from collections.abc import Iterable

from harnpy.base.spans import Span
from harnpy.diagnostics.model import ERROR, WARNING, Diagnostic, Label, Message


class Report:
    """Diagnostics in the order found; `sorted()` gives the order of the source."""

    __slots__ = ("_seen", "diagnostics")

    def __init__(self, diagnostics: Iterable[Diagnostic] = ()) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._seen: set[tuple[str, int, int, str, str]] = set()
        for diagnostic in diagnostics:
            self.add(diagnostic)

    def __repr__(self) -> str:
        return f"Report({self.diagnostics!r})"

    def error(
        self,
        message: Message,
        span: Span,
        *,
        label: str | None = None,
        help: str | None = None,
        notes: tuple[Label, ...] = (),
        **data: object,
    ) -> None:
        """Add one occurrence of `message` at `span`; `data` fills the holes of its template."""
        self.add(Diagnostic(message, span, label=label, help=help, notes=notes, data=data))

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a diagnostic unless the very same one is there already."""
        span = diagnostic.span
        key = (diagnostic.code, span.start, span.end, diagnostic.text, span.file.path)
        if key not in self._seen:
            self._seen.add(key)
            self.diagnostics.append(diagnostic)

    def extend(self, other: "Report") -> None:
        """Add everything that `other` holds."""
        for diagnostic in other.diagnostics:
            self.add(diagnostic)

    @property
    def has_errors(self) -> bool:
        """True when at least one diagnostic is an error."""
        return any(one.severity == ERROR for one in self.diagnostics)

    def count(self, severity: str) -> int:
        """Number of diagnostics of one severity."""
        return sum(one.severity == severity for one in self.diagnostics)

    @property
    def has_warnings(self) -> bool:
        """True when at least one diagnostic is a warning."""
        return any(one.severity == WARNING for one in self.diagnostics)

    def sorted(self) -> list[Diagnostic]:
        """Diagnostics by file and position; equal positions keep the order found."""
        return sorted(self.diagnostics, key=lambda one: (one.span.file.path, one.span.start))
