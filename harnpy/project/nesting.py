"""Room for passes that walk a tree by recursion: a chain of operators nests as deep as it is long."""

import sys
from collections.abc import Callable
from typing import TypeVar

from harnpy.base.spans import SourceFile, Span
from harnpy.diagnostics.codes.modules import TOO_DEEP
from harnpy.diagnostics.report import Report

Result = TypeVar("Result")

# Python frames that passes may stack: they recurse by pure Python calls, which need no C stack.
_DEEPEST = 100_000


def deeply(work: Callable[[], Result]) -> Result | None:
    """Run passes over a tree; None when the tree is deeper than they can follow."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _DEEPEST))
    try:
        return work()
    except RecursionError:
        return None
    finally:
        sys.setrecursionlimit(limit)


def too_deep(file: SourceFile) -> Report:
    """The report of a file with a tree that no pass can follow."""
    report = Report()
    report.error(TOO_DEEP, Span(file, 0, min(1, len(file.text))))
    return report
