"""LNT-043: parentheses around a name or a literal."""

import re

from harnpy.diagnostics.codes import lint_layout as codes
from harnpy.lint.model import Rule, Subject

RULE = Rule(codes.LNT_043, "unnecessary-parentheses", layout=True)

_SINGLE = re.compile(r'\([ \t]*([^\W\d]\w*(?:\.\w+)*|[0-9]+(?:\.[0-9]+)?|"[^"\\\n$]*")[ \t]*\)')
_BEFORE = re.compile(
    r"(?:[=,(\[{:;+*/%|&<-]|[ =]>|\b(?:return|if|while|in|throw|match|guard|yield|emit))[ \t]*\Z"
)
_BEHIND = re.compile(r"[ \t]*(->|=>|\.)?")
_LONGEST = 12


@RULE.closing
def look_at_text(subject: Subject) -> None:
    """Where an operand is wanted: behind an operator, a bracket, a comma, a word that takes a value."""
    text = subject.text
    for found in _SINGLE.finditer(text):
        start, end = found.span()
        if not _wants_operand(text, start) or not subject.trivia.is_code(start):
            continue
        behind = _BEHIND.match(text, end)
        after = behind[1] if behind else None
        value = found[1]
        if after in ("->", "=>") or (after == "." and value[0].isdigit()) or value in ("_",):
            continue
        subject.tell(
            codes.PARENTHESES,
            subject.span(start, end),
            help="remove the parentheses",
            fix=RULE.fix(subject.span(start, end), value),
        )


def _wants_operand(text: str, position: int) -> bool:
    before = text[max(0, position - _LONGEST) : position]
    return _BEFORE.search(before) is not None
