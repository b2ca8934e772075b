"""Properties: nothing is lost by lexing, nothing raises, parsing twice gives the same tree."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from harnpy.base.spans import SourceFile
from harnpy.syntax import parser
from harnpy.syntax.lexer import lex
from harnpy.syntax.nodes.core import dump
from harnpy.syntax.tokens import KINDS
from harnpy.syntax.visit import walk
from tests.syntax.reading import FORMS

_BLANK = re.compile(r"(?:[ \t\r\n]|\\\r?\n|#![^\n]*)*\Z")
_STATEMENTS = FORMS.split("\n")
_PIECES = [
    *KINDS,
    "x",
    "X",
    "1",
    "2.5",
    "5s",
    '"',
    '"""',
    "${",
    "}",
    "/*",
    "*/",
    "//",
    "\n",
    " ",
    "\\",
    "#",
    'r"',
    "...",
]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """Some lines of the forms with pieces put in, taken out or doubled."""
    start = draw(st.integers(0, len(_STATEMENTS) - 1))
    text = "\n".join(_STATEMENTS[start : start + draw(st.integers(1, 30))])
    for _ in range(draw(st.integers(0, 4))):
        place = draw(st.integers(0, len(text)))
        length = draw(st.integers(0, 6))
        text = text[:place] + draw(st.sampled_from(_PIECES)) + text[place + length :]
    return text


texts = st.one_of(
    mutated(), st.text(max_size=60), st.lists(st.sampled_from(_PIECES), max_size=40).map(" ".join)
)


@given(texts)
@settings(max_examples=300, deadline=None)
def test_lexed_tokens_join_to_the_text(text: str) -> None:
    lexed = lex(SourceFile("t", text))
    if lexed.report.has_errors:
        return
    pieces = sorted([*lexed.tokens, *lexed.comments], key=lambda piece: (piece.start, piece.end))
    position = 0
    for piece in pieces:
        assert _BLANK.match(text, position, piece.start), text[position : piece.start]
        assert text[piece.start : piece.end] == piece.text
        position = piece.end
    assert position == len(text)


@given(texts)
@settings(max_examples=400, deadline=None)
def test_parsing_never_raises(text: str) -> None:
    file = SourceFile("t", text)
    module, report = parser.parse(file)
    for item in walk(module):
        assert 0 <= item.span.start <= item.span.end <= len(text)
    for fault in report.diagnostics:
        assert fault.text
        assert 0 <= fault.span.start <= len(text)
    parser.reductions(file)
    parser.incomplete(text)
    parser.parse_expression(file)


@given(texts)
@settings(max_examples=100, deadline=None)
def test_parsing_twice_gives_the_same(text: str) -> None:
    first, second = (parser.parse(SourceFile("t", text)) for _ in range(2))
    assert dump(first[0]) == dump(second[0])
    assert [one.text for one in first[1].diagnostics] == [one.text for one in second[1].diagnostics]
