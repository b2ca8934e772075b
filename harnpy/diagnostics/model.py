"""What a diagnostic is: a registered message, the data of one occurrence, and the places it points at."""

from harnpy.base.spans import Span

ERROR, WARNING, INFO = "error", "warning", "info"


class Repair:
    """A registered way out: `ident` as in `= repair: ID`, its safety class and one short sentence."""

    __slots__ = ("ident", "safety", "summary")

    def __init__(self, ident: str, safety: str, summary: str) -> None:
        self.ident = ident
        self.safety = safety
        self.summary = summary


class Code:
    """One registered code and what its page says.

    `bad` and `good` are programs; `command` names the command that reports the code on `bad`.
    """

    __slots__ = ("bad", "code", "command", "good", "related", "repairs", "summary", "why")

    def __init__(
        self,
        code: str,
        summary: str,
        *,
        why: str,
        bad: str,
        good: str,
        command: str = "check",
        repairs: tuple[Repair, ...] = (),
        related: tuple[str, ...] = (),
    ) -> None:
        self.code = code
        self.summary = summary
        self.why = why
        self.bad = bad
        self.good = good
        self.command = command
        self.repairs = repairs
        self.related = related


class Message:
    """One text a code can carry: a template with `{named}` holes that `Diagnostic.data` fills.

    `source` is the stage that JSON output names: lexer, parser, type, compile, lint, preflight, module, io.
    `repairable` is False for a text that the registered repairs of its code do not fit.
    """

    __slots__ = ("code", "help", "label", "repairable", "severity", "source", "template")

    def __init__(
        self,
        code: str,
        template: str,
        *,
        severity: str = ERROR,
        source: str,
        label: str = "",
        help: str = "",
        repairable: bool = True,
    ) -> None:
        self.code = code
        self.template = template
        self.severity = severity
        self.source = source
        self.label = label
        self.help = help
        self.repairable = repairable


class Label:
    """A second place and what it has to do with the fault."""

    __slots__ = ("span", "text")

    def __init__(self, span: Span, text: str) -> None:
        self.span = span
        self.text = text


class Fix:
    """A replacement of `span` by `text`, with the safety class of its repair."""

    __slots__ = ("safety", "span", "text")

    def __init__(self, span: Span, text: str, safety: str) -> None:
        self.span = span
        self.text = text
        self.safety = safety


class Diagnostic:
    """One occurrence of a message: what a report is made of.

    Read `code`, `severity`, `text` (the sentence, without its place), `span` (`span.file.path`,
    `span.file.line_col(span.start)`), `label` (what stands under the source line), `help` and `notes`.
    Sentences are made when they are read, never stored.
    """

    __slots__ = ("data", "fix", "help", "label", "message", "notes", "span")

    def __init__(
        self,
        message: Message,
        span: Span,
        *,
        label: str | None = None,
        help: str | None = None,
        notes: tuple[Label, ...] = (),
        fix: Fix | None = None,
        data: dict[str, object],
    ) -> None:
        self.message = message
        self.span = span
        self.label = message.label if label is None else label
        self.help = message.help if help is None else help
        self.notes = notes
        self.fix = fix
        self.data = data

    def __repr__(self) -> str:
        line, column = self.span.file.line_col(self.span.start)
        return f"Diagnostic({self.severity}[{self.code}] {self.span.file.path}:{line}:{column}: {self.text})"

    @property
    def code(self) -> str:
        """The registered code, such as `HARN-NAM-001`."""
        return self.message.code

    @property
    def severity(self) -> str:
        """`error`, `warning` or `info`."""
        return self.message.severity

    @property
    def repairable(self) -> bool:
        """False where no repair fits, as for a wrong name (`near` in its data) with no other one near it."""
        return self.message.repairable and bool(self.data.get("near", True))

    @property
    def text(self) -> str:
        """The sentence for the user: the message with its data, without severity, code and place."""
        # Templates are ours; data are plain values.
        return self.message.template.format_map(self.data)
