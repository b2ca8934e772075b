"""LNT-045: a file without a heading comment."""

from harnpy.diagnostics.codes import lint_layout as codes
from harnpy.lint.model import Rule, Subject

RULE = Rule(codes.LNT_045, "require-file-header", opt_in=True, layout=True)


@RULE.closing
def look_at_start(subject: Subject) -> None:
    """A `/** */` comment before everything else; the line of a script's interpreter may stand above it."""
    text = subject.text
    start = text.find("\n") + 1 if text.startswith("#!") else 0
    while start < len(text) and (text[start].isspace() or text[start] == "\ufeff"):
        start += 1
    if not text.startswith("/**", start):
        end = text.find("\n", start)
        subject.tell(
            codes.NO_HEADER,
            subject.span(start, len(text) if end < 0 else end),
            help="write what the file is for at its top: `/** … */`",
        )
