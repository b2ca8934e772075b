"""A rule that is wrong costs the author nothing: what it made is compared with the program and refused."""

from collections.abc import Callable

import pytest

from harnpy.base.spans import SourceFile
from harnpy.fmt import formatter
from harnpy.fmt.comments import Attached
from harnpy.fmt.context import Layouter
from harnpy.fmt.doc import Doc
from harnpy.fmt.formatter import Unformattable, format_text
from harnpy.fmt.rules.table import RULES
from harnpy.syntax import nodes
from harnpy.syntax.tokens import Comment


def writing(text: str) -> Callable[[Layouter, nodes.Node], Doc]:
    """A rule that writes always the same."""

    def rule(layouter: Layouter, node: nodes.Node) -> Doc:
        return text

    return rule


def test_another_program_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULES.rows, nodes.Int, writing("0"))
    with pytest.raises(Unformattable, match="made another program of it; the file is left") as fault:
        format_text("x  = 1\n")
    assert fault.value.kind == "format"


def test_a_text_that_does_not_parse_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULES.rows, nodes.Int, writing(")"))
    with pytest.raises(
        Unformattable, match=r"does not parse \(Expected expression, got \) at 1:5\)"
    ) as fault:
        format_text("x  = 1\n")
    assert fault.value.kind == "format"


def test_a_lost_comment_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def attach(_file: SourceFile, _module: nodes.Module, comments: list[Comment]) -> Attached:
        attached = Attached()
        attached.kept.update(comments)
        return attached

    monkeypatch.setattr(formatter, "attach", attach)
    with pytest.raises(Unformattable, match="made other comments of it") as fault:
        format_text("x = 1 // one\n")
    assert fault.value.kind == "format"
