"""Whatever is formatted stays the same program with the same comments, and is formatted once and for all."""

import re
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harnpy.base.spans import SourceFile
from harnpy.fmt.formatter import Unformattable, format_text
from harnpy.fmt.sameness import difference
from harnpy.syntax.parser import comments, parse
from tests.fmt.texts import disturbed, golden_programs, parenthesised, parses, with_comments
from tests.properties.aliasing import Writer
from tests.properties.strategies import programs

GOLDEN = golden_programs()
SEEDS = st.integers(0, 2**32)


def words(text: str) -> Counter[str]:
    """The words of all comments."""
    said = " ".join(comment.text for comment in comments(SourceFile("test.harn", text)))
    return Counter(re.findall(r"[^\s/*]+", said))


def check(text: str, width: int = 100) -> str:
    """Format a program and look at all that is promised."""
    made = format_text(text, width=width)
    before, after = (parse(SourceFile("test.harn", one)) for one in (text, made))
    assert not after[1].has_errors
    assert difference(before[0], after[0]) is None
    assert words(made) == words(text)
    assert format_text(made, width=width) == made
    assert not re.search(r"[ \t]$", made, re.MULTILINE) or '"""' in made or "/*" in made
    return made


@pytest.mark.parametrize("number", range(len(GOLDEN)))
def test_golden_programs_stay_the_same(number: int) -> None:
    check(GOLDEN[number])


@settings(max_examples=120, deadline=None)
@given(SEEDS, st.sampled_from(GOLDEN), st.sampled_from((100, 72, 50)))
def test_comments_anywhere_are_kept(seed: int, program: str, width: int) -> None:
    text = with_comments(program, Random(seed))
    if not parses(text):
        return
    try:
        check(text, width)
    except Unformattable as fault:
        assert fault.kind == "line_width"  # noqa: PT017 - the other kinds are faults of the formatter


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.sampled_from(GOLDEN))
def test_blanks_change_nothing(seed: int, program: str) -> None:
    assert format_text(disturbed(program, Random(seed))) == format_text(program)


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.sampled_from(GOLDEN))
def test_redundant_parentheses_change_nothing(seed: int, program: str) -> None:
    assert format_text(parenthesised(program, Random(seed))) == format_text(program)


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_random_programs_stay_the_same(seed: int) -> None:
    check("\n".join(Writer(Random(seed)).program()), 400)


@settings(max_examples=60, deadline=None)
@given(programs())
def test_found_programs_stay_the_same(text: str) -> None:
    check(text, 400)
