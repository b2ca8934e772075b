"""Findings with a rewrite in, the text with as many of them applied as fit together out."""

from collections.abc import Callable

from harnpy.base.spans import SourceFile
from harnpy.diagnostics.model import Diagnostic, Fix
from harnpy.diagnostics.report import Report
from harnpy.lint.model import SAFE

# A rewrite may bring up another finding; more rounds than this mean that two rules undo each other.
_MOST_ROUNDS = 12


class Fixed:
    """A text after its fixes: how many were applied, and what is left to tell about it."""

    __slots__ = ("count", "report", "text")

    def __init__(self, text: str, count: int, report: Report) -> None:
        self.text = text
        self.count = count
        self.report = report


def is_fixable(one: Diagnostic, *, unsafe: bool = False) -> bool:
    """Whether a finding has a rewrite that may be applied."""
    return one.fix is not None and (unsafe or one.fix.safety in SAFE)


def fix_all(file: SourceFile, look: Callable[[SourceFile], Report], *, unsafe: bool = False) -> Fixed:
    """Apply the rewrites of what `look` finds, and of what it finds then, until there are none."""
    report = look(file)
    done = 0
    for _ in range(_MOST_ROUNDS):
        chosen = _together([one for one in report.sorted() if is_fixable(one, unsafe=unsafe)])
        if not chosen:
            break
        text = applied(file.text, [fix for fix, _ in chosen])
        changed = SourceFile(file.path, text)
        found = look(changed)
        if _is_broken(found):
            # The text was right before, so it stays as it is.
            break
        file, report = changed, found
        done += sum(count for _, count in chosen)
    return Fixed(file.text, done, report)


def applied(text: str, fixes: list[Fix]) -> str:
    """The text with every fix applied; they are in order and do not overlap."""
    parts: list[str] = []
    position = 0
    for fix in fixes:
        parts += (text[position : fix.span.start], fix.text)
        position = fix.span.end
    return "".join((*parts, text[position:]))


def _together(findings: list[Diagnostic]) -> list[tuple[Fix, int]]:
    """Fixes that do not touch each other, the first ones first, each with the findings that it answers."""
    ordered = sorted((one.fix for one in findings if one.fix), key=lambda fix: (fix.span.start, fix.span.end))
    chosen: list[tuple[Fix, int]] = []
    for fix in ordered:
        if not chosen or fix.span.start > chosen[-1][0].span.end:
            chosen.append((fix, 1))
        elif _same(chosen[-1][0], fix):
            chosen[-1] = (fix, chosen[-1][1] + 1)
    return chosen


def _same(first: Fix, second: Fix) -> bool:
    """Several findings may share one rewrite."""
    return (first.span.start, first.span.end, first.text) == (second.span.start, second.span.end, second.text)


def _is_broken(report: Report) -> bool:
    return any(one.message.source in ("lexer", "parser") for one in report.diagnostics)
