"""Programs for the tests of the formatter: golden ones, and comments or blanks put between their tokens."""

from pathlib import Path
from random import Random

from harnpy.base.spans import SourceFile
from harnpy.fmt.sameness import difference
from harnpy.syntax import nodes
from harnpy.syntax.lexer import lex
from harnpy.syntax.parser import parse
from harnpy.syntax.tokens import STRING_CLOSE, STRING_OPEN
from harnpy.syntax.visit import walk

ROOT = Path(__file__).parents[2]
CASES = Path(__file__).parent / "golden"


def parses(text: str) -> bool:
    """Is the text a program?"""
    return not parse(SourceFile("test.harn", text))[1].has_errors


def golden_programs() -> list[str]:
    """The golden programs that parse."""
    texts = [path.read_text("utf-8") for path in sorted((ROOT / "tests" / "golden").rglob("*.harn"))]
    return [text for text in texts if parses(text)]


_COMMENTS = (
    "// line {}\n", "\n// own {}\n", "/* in line {} */", "\n/* block {} */\n", "/* over\n   lines {} */ ",
    "\n/// doc {}\n", "/** doc block {} */",
)  # fmt: skip


def with_comments(text: str, random: Random) -> str:
    """The program with up to four comments between its tokens; it may be none any more."""
    gaps: list[int] = []
    depth = 0
    for token in lex(SourceFile("test.harn", text)).tokens:
        if depth == 0:
            gaps.append(token.start)
        depth += (token.kind == STRING_OPEN) - (token.kind == STRING_CLOSE)
    places = sorted(random.sample(gaps, min(len(gaps), random.randrange(1, 5))), reverse=True)
    for number, place in enumerate(places):
        text = text[:place] + random.choice(_COMMENTS).format(number) + text[place:]
    return text


def disturbed(text: str, random: Random) -> str:
    """The program with other blanks around its lines; as it is if some of them are text."""
    if '"""' in text or "\\\n" in text or "/*" in text:
        return text
    lines = [
        line.rstrip() + " " * random.randrange(3) if random.random() < 0.2 else line
        for line in text.split("\n")
    ]
    return "\n".join(" " * random.randrange(9) + line.lstrip(" ") for line in lines)


def parenthesised(text: str, random: Random) -> str:
    """The program with parentheses around one expression, where they change nothing."""
    module, _ = parse(SourceFile("test.harn", text))
    strings = [one.span for one in walk(module) if isinstance(one, nodes.InterpolatedString)]
    spans = [
        one.span
        for one in walk(module)
        if isinstance(one, nodes.Expr) and not any(it.start < one.span.start < it.end for it in strings)
    ]
    if not spans:
        return text
    span = random.choice(spans)
    made = f"{text[: span.start]}({span.text}){text[span.end :]}"
    again, report = parse(SourceFile("test.harn", made))
    return text if report.has_errors or difference(module, again) is not None else made
