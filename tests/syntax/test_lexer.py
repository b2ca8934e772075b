"""The lexer: token classes, strings with holes, comments, and its own complaints."""

import pytest

from harnpy.base.spans import SourceFile
from harnpy.syntax import nodes, parser
from tests.syntax.reading import lexed, told, value


def spelled(text: str) -> list[tuple[str, str]]:
    return [(token.kind, token.text) for token in lexed(text).tokens[:-1]]


def raw_kinds(text: str) -> str:
    return " ".join(token.kind for token in lexed(text).tokens[:-1])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("42.method", "INT . IDENT"),
        ("1..3", "INT .. INT"),
        ("1..=3", "INT ..= INT"),
        ("1.5", "FLOAT"),
        ("...xs", "ELLIPSIS IDENT"),
        ("....xs", "ELLIPSIS IDENT"),
        ("5ms 5s 5m 5h 5d 5w", "DURATION DURATION DURATION DURATION DURATION DURATION"),
        ("5min 5sx", "INT IDENT INT IDENT"),
        ("a->b", "IDENT -> IDENT"),
        ("a-=1", "IDENT OPASSIGN INT"),
        ("a - >b", "IDENT - > IDENT"),
        ("a<=b", "IDENT <= IDENT"),
        ("a?.b ?? c|>d||e|f", "IDENT ?. IDENT ?? IDENT |> IDENT || IDENT | IDENT"),
        ("a::b", "IDENT : : IDENT"),
        ("let select = fn", "let WORD = fn"),
        ("größe _x x1", "IDENT IDENT IDENT"),
        ("a \\\n + b", "IDENT + IDENT"),
        ("a\n\n  \n b", "IDENT NEWLINE IDENT"),
        ("#!/usr/bin/env harnpy\na", "NEWLINE IDENT"),
        ("a / b // c\n/* d /* e */ */ f", "IDENT / IDENT NEWLINE IDENT"),
        ('rx r + r"x"', "IDENT IDENT + RSTRING"),
    ],
)
def test_kinds_of_tokens(text: str, expected: str) -> None:
    assert raw_kinds(text) == expected


def test_a_hole_is_lexed_in_place() -> None:
    text = 'x = "a ${ f({k: "}"}) } b"'
    tokens = lexed(text).tokens
    assert raw_kinds(text) == (
        "IDENT = STRING_OPEN STRING_TEXT HOLE_OPEN IDENT ( { IDENT : STRING } ) HOLE_CLOSE "
        "STRING_TEXT STRING_CLOSE"
    )
    assert all(text[token.start : token.end] == token.text for token in tokens)


def test_a_string_without_holes_is_one_token() -> None:
    assert spelled('"a\\"b" """c"""') == [("STRING", '"a\\"b"'), ("STRING", '"""c"""')]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"a\\n\\t\\\\\\"\\$\\0\\r"', 'a\n\t\\"$\0\r'),
        ('"\\q"', "\\q"),
        ('"a\\\nb"', "a\\\nb"),
        ('"$5 {x}"', "$5 {x}"),
        ('"\\${x}"', "${x}"),
        ('"""\n  a\n    b\n  """', "a\n  b"),
        ('"""\n  a\n\n  b\n\n  """', "a\n\nb\n"),
        ('"""a\\n"""', "a\\n"),
        ('"""\\${x}"""', "${x}"),
        ('"""\n\ta\r\n\tb"""', "a\nb"),
        ('""', ""),
        ('""""""', ""),
    ],
)
def test_values_of_strings(text: str, expected: str) -> None:
    found = value(text)
    assert isinstance(found, nodes.Str)
    assert found.value == expected


def test_raw_strings_keep_everything() -> None:
    found = value('r##"a\\n "# ${x}"##')
    assert isinstance(found, nodes.RawStr)
    assert found.value == 'a\\n "# ${x}'


def test_a_hole_keeps_the_blanks_and_breaks_around_it() -> None:
    found = value('"""\n  ${a} b\n    ${c}\n  """')
    assert isinstance(found, nodes.InterpolatedString)
    assert [part if isinstance(part, str) else part.span.text for part in found.parts] == ["a", " b\n  ", "c"]


def test_comments_are_kept_apart() -> None:
    comments = parser.comments(SourceFile("t", "// a\n/// b\n//// c\n/* d */ /** e */ /*** f */ /**/"))
    assert [(one.text, one.block, one.doc) for one in comments] == [
        ("// a", False, False),
        ("/// b", False, True),
        ("//// c", False, False),
        ("/* d */", True, False),
        ("/** e */", True, True),
        ("/*** f */", True, False),
        ("/**/", True, False),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"open\nx', "HARN-PAR-004 1:1 Unterminated string at 1:1"),
        ('x = """open', "HARN-PAR-004 1:5 Unterminated string at 1:5"),
        ('"a ${b', "HARN-PAR-004 1:1 Unterminated string at 1:1"),
        ('r#"open"', "HARN-PAR-004 1:1 Unterminated string at 1:1"),
        ("a\n /* b", "HARN-PAR-005 2:2 Unterminated block comment at 2:2"),
        ("/* a /* b */", "HARN-PAR-005 1:1 Unterminated block comment at 1:1"),
        ("a # b", "HARN-PAR-003 1:3 Unexpected character '#' at 1:3"),
        ("a \0", "HARN-PAR-003 1:3 Unexpected character '\0' at 1:3"),
        ('"${}"', "HARN-PAR-003 1:4 Unexpected character '}' at 1:4"),
        ('"${a \\ b}"', "HARN-PAR-003 1:6 Unexpected character '\\\\' at 1:6"),
        (
            "9223372036854775808",
            "HARN-PAR-006 1:1 Integer literal `9223372036854775808` is out of range for int (i64) at 1:1",
        ),
        ("99999999999999w", "HARN-CMP-001 1:1 duration literal is too large"),
    ],
)
def test_complaints(text: str, expected: str) -> None:
    assert told(text) == [expected]


def test_the_largest_int_fits() -> None:
    found = value("9223372036854775807")
    assert isinstance(found, nodes.Int)
    assert found.value == 2**63 - 1


_STATEMENTS = {
    "a plain line": "total = price + 2",
    "holes": 'note = "${a} of ${b.len()}"',
    "strings in holes": 'note = "${d["k"]} of ${ {a: 1}.a }"',
    "a block string": 'note = """one\n${two}\n"""',
    "an escaped line break": 'note = "one\\\n two"',
    "joined lines": "total = price \\\n\n + 2",
    "a raw string": 'note = r#"one "two"# + r"\\"',
    "comments": "/* a\n /* b */ */ x // c \n\n",
}


@pytest.mark.parametrize("separator", ["\n", "; "], ids=["on lines", "on one line"])
@pytest.mark.parametrize("statement", _STATEMENTS.values(), ids=_STATEMENTS)
def test_a_text_gives_the_same_tokens_wherever_it_stands(statement: str, separator: str) -> None:
    line = statement + separator if not statement.endswith("\n") else statement
    one, count = spelled(line), 300
    assert spelled(line * count) == one * count


def test_a_mark_without_a_string_is_a_name() -> None:
    assert spelled('5r#"x')[:2] == [("INT", "5"), ("IDENT", "r")]


def test_a_line_break_at_the_end_of_a_long_text_is_one_token() -> None:
    text = ("x = 1 \r\n \n\t" * 400).rstrip()
    assert raw_kinds(text) == " NEWLINE ".join(["IDENT = INT"] * 400)
