"""Strings: builtins and methods, and the rules of Unicode where Python's own methods differ."""

import sys
import unicodedata

import pytest

from harnpy.natives.builtins.strings import trim
from harnpy.natives.support.text import WHITE_SPACE
from tests.natives.calling import call, fault, method, shown, told

ALL = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]


@pytest.mark.parametrize(
    ("name", "args", "text"),
    [
        ("split", ("", ","), "[]"),
        ("split", ("ab", ""), "[, a, b, ]"),
        ("split", ("a,,b", ","), "[a, , b]"),
        ("replace", ("ab", "", "-"), "-a-b-"),
        ("index_of", ("abcabc", "c", 3), "5"),
        ("index_of", ("abc", "a", -5), "0"),
        ("index_of", ("abc", "z"), "-1"),
        ("substring", ("abcdef", -3, 2), "ab"),
        ("substring", ("abcdef", 4, 2), ""),
        ("substring", ("abcdef", 4), "ef"),
        ("contains", ([1, "2"], 2), "false"),
        ("contains", ([1, 2.0], 2), "true"),
        ("contains", ("a1b", 1), "true"),
        ("join", (["x", 1, None], "|"), "x|1|nil"),
        ("join", (["a", "b"],), "ab"),
        ("repeat", ("ab", 3), "ababab"),
        ("repeat", ("ab", -1), ""),
        ("format", ("{} {{}} {0} {n} {}", 1, 2, 3), "1 {2} {0} {n} 3"),
        ("format", ("{} and {}", 1), "1 and {}"),
        ("format", ("{a} {b} {", {"a": [1]}), "[1] {b} {"),
        ("str_pad", ("7", 3), "7  "),
        ("str_pad", ("7", 3, "0", "left"), "007"),
        ("str_pad", ("7", 4, "*", "both"), "*7**"),
        ("indent", ("a\n\nb",), "  a\n\n  b"),
        ("dedent", ("    x\n\n      y",), "x\n\n  y"),
        ("word_wrap", ("the quick brown fox jumps", 10), "the quick\nbrown fox\njumps"),
        ("word_wrap", ("a incomprehensible b", 5), "a\nincomprehensible\nb"),
        ("title_case", ("hELLO wide-open WORLD",), "Hello Wide-open World"),
        ("uppercase_first", ("éa",), "Éa"),
        ("lowercase_first", ("ÉA",), "éA"),
        ("snake_to_camel", ("user_first_name",), "userFirstName"),
        ("snake_to_pascal", ("user_name",), "UserName"),
        ("snake_to_kebab", ("user_name",), "user-name"),
        ("camel_to_snake", ("parseHTTPReply",), "parse_http_reply"),
        ("camel_to_kebab", ("userName",), "user-name"),
        ("camel_to_pascal", ("userName",), "UserName"),
        ("pascal_to_snake", ("UserName",), "user_name"),
        ("pascal_to_camel", ("UserName",), "userName"),
        ("kebab_to_snake", ("user-name",), "user_name"),
        ("kebab_to_camel", ("user-name",), "userName"),
        ("unicode_normalize", ("e\u0301", "NFC"), "\xe9"),
        ("unicode_normalize", ("\xe9", "nfd"), "e\u0301"),
    ],
)
def test_a_text_builtin_gives(name: str, args: tuple[object, ...], text: str) -> None:
    assert text == shown(name, *args)


@pytest.mark.parametrize(
    ("receiver", "name", "args", "text"),
    [
        ("héllo", "len", (), "5"),
        ("héllo", "count", (), "5"),
        ("abc", "contains", ("",), "true"),
        ("abcabc", "last_index_of", ("b",), "4"),
        ("abcabc", "rfind", ("b",), "4"),
        ("a\r\nb\n\nc\r", "lines", (), "[a, b, , c\r]"),
        ("", "lines", (), "[]"),
        ("abc", "slice", (-2,), "bc"),
        ("abc", "slice", (0, -1), "ab"),
        ("abc", "char_at", (-1,), "nil"),
        ("abc", "char_at", (9,), "nil"),
        ("abc", "char_at", (2,), "c"),
        ("abc", "reversed", (), "cba"),
        ("7", "pad_left", (3,), "  7"),
        ("7", "pad_left", (3, "ab"), "aa7"),
        ("7", "pad_right", (3, ""), "7  "),
        ("toolong", "pad_left", (3,), "toolong"),
        ("ΑΣ", "lower", (), "ας"),
        ("straße", "to_upper", (), "STRASSE"),
        ("ab", "iter", (), "<iter>"),
    ],
)
def test_a_text_method_gives(receiver: str, name: str, args: tuple[object, ...], text: str) -> None:
    assert text == told(receiver, name, *args)


@pytest.mark.parametrize(
    ("name", "args", "text"),
    [
        ("split", (5, ","), "Type error: 'split' parameter `text` expects string?, got int"),
        ("split", ("a", None), "split: separator is required (use split(text, sep) or text.split(sep))"),
        ("str_pad", ("a", 2, " ", "top"), "Runtime error: str_pad: side must be left, right, or both"),
        (
            "unicode_normalize",
            ("a", "X"),
            "Runtime error: unicode_normalize: form must be NFC, NFD, NFKC, or NFKD",
        ),
        (
            "repeat",
            ("ab", 10_000_000),
            "Value byte limit: repeat output would be 20000000 bytes (limit 16777216)",
        ),
    ],
)
def test_a_text_builtin_faults(name: str, args: tuple[object, ...], text: str) -> None:
    assert text == fault(call, name, *args)


def test_padding_beyond_the_limit_faults() -> None:
    assert "limit 16777216" in fault(method, "a", "pad_left", 20_000_000)


def test_trim_takes_exactly_the_white_space_of_unicode() -> None:
    spaces = {char for char in ALL if trim(char) == ""}
    assert set(WHITE_SPACE) == spaces
    # Python strips these too; Unicode does not count them as white space.
    assert {char for char in ALL if char.isspace()} - spaces == set("\x1c\x1d\x1e\x1f")
    ends = WHITE_SPACE + "x\x1c" + WHITE_SPACE
    assert method(ends, "trim_start") == "x\x1c" + WHITE_SPACE
    assert method(ends, "trim_end") == WHITE_SPACE + "x\x1c"


def test_lines_end_at_line_feeds_only() -> None:
    assert "".join(ALL).split("\n") == method("".join(ALL), "lines")


def test_words_wrap_at_white_space_only() -> None:
    wrapped = call("word_wrap", "x".join(ALL), 1)
    assert set(ALL) - set(wrapped) == set(WHITE_SPACE) - {"\n"}


def test_only_ascii_digits_are_numbers() -> None:
    numbers = [char for char in ALL if char.isnumeric() or char.isascii()]
    assert [char for char in numbers if call("to_int", char) is not None] == list("0123456789")
    assert [char for char in numbers if call("to_float", char) is not None] == list("0123456789")


def test_capitals_are_upper_case_not_title_case() -> None:
    for char in ALL:
        if unicodedata.category(char) == "Lt":
            assert char.upper() == call("uppercase_first", char)
    assert call("title_case", "ǆa") == "Ǆa"


@pytest.mark.parametrize(
    ("text", "clusters"),
    [
        ("ab", ["a", "b"]),
        ("", []),
        ("\r\na", ["\r\n", "a"]),
        ("e\u0301x", ["e\u0301", "x"]),
        ("\U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7", ["\U0001f1e9\U0001f1ea", "\U0001f1eb\U0001f1f7"]),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467!", ["\U0001f468\u200d\U0001f469\u200d\U0001f467", "!"]),
        ("\U0001f44d\U0001f3fda", ["\U0001f44d\U0001f3fd", "a"]),
        ("\u1112\u1161\u11ab\uae00", ["\u1112\u1161\u11ab", "\uae00"]),
        ("a\u200db", ["a\u200d", "b"]),
    ],
)
def test_graphemes_are_what_a_reader_counts(text: str, clusters: list[str]) -> None:
    assert clusters == call("unicode_graphemes", text)
