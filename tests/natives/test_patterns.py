"""Patterns written for the language, run by RE2: one row per promise of the translation."""

import pytest

from harnpy.natives.builtins.regex import regex_captures, regex_match, regex_replace, regex_split
from harnpy.natives.support.globs import glob_pattern
from harnpy.natives.support.patterns import Pattern, compile_pattern
from harnpy.values.faults import Thrown
from harnpy.values.kinds import Value

# pattern, flags, text, matches (None: no match)
MATCHES = [
    (r"\d+", "", "a1 b22 c٣٤", ["1", "22", "٣٤"]),
    (r"\D+", "", "1a٣b", ["a", "b"]),
    (r"\w+", "", "né_3 日本-x", ["né_3", "日本", "x"]),
    (r"\W+", "", "aé, b", [", "]),
    (r"\s", "", "a\u00a0b\u2003c\u0085d\ve", ["\u00a0", "\u2003", "\u0085", "\v"]),
    (r"\S+", "", "a\u3000bé", ["a", "bé"]),
    (r"[\d,]+", "", "1,٢x", ["1,٢"]),
    (r"[^\d]+", "", "1ab٢", ["ab"]),
    (r"[\w-]+", "", "é-b c", ["é-b", "c"]),
    (r"[\s]+", "", "a \u00a0b", [" \u00a0"]),
    (r"[\Da]+", "", "1ab2", ["ab"]),
    (r"[\W\d]+", "", "a1 2é", ["1 2"]),
    (r"[^\W\d_]+", "", "ab1_é", ["ab", "é"]),
    (r"[^\S\n]+", "", "a \tb\nc", [" \t"]),
    (r"[\S]+", "", "a b", ["a", "b"]),
    (r"\bcat\b", "", "cat concat cat", ["cat", "cat"]),
    (r"\Bat", "", "at cat", ["at"]),
    (r"(?P<k>a)(?<v>b)", "", "ab", ["ab"]),
    ("(?x) a b # note\n c", "", "abc", ["abc"]),
    (" a  b ", "x", "ab", ["ab"]),
    (r"a\ b", "x", "a b", ["a b"]),
    (r"a\#b", "x", "a#b", ["a#b"]),
    ("[ab #x\n c]+", "x", "abc", ["abc"]),
    (r"(?x: a b ) c", "", "ab c", ["ab c"]),
    (r"(?x)a (?-x: b)c", "", "a bc", ["a bc"]),
    (r"((?x) a ) b", "", "a b", ["a b"]),
    (r"(?u)\d", "", "٣", ["٣"]),
    (r"(?-u)\d", "", "٣3", ["3"]),
    (r"(?-u)\w+", "", "éa", ["a"]),
    (r"(?-u:\w+)\w", "", "aé", ["aé"]),
    (r"(?-u)[\s]", "", "\u00a0\v", ["\v"]),
    (r"(?i)abc", "", "ABC", ["ABC"]),
    (r"(?i-s)a.c", "", "A\nc abc", ["abc"]),
    (r"(?iu)É", "", "é", ["é"]),
    ("abc", "i", "xABC", ["ABC"]),
    ("^b$", "m", "a\nb\nc", ["b"]),
    ("^b$", "", "a\nb\nc", None),
    ("a.b", "s", "a\nb", ["a\nb"]),
    ("a.b", "", "a\nb", None),
    ("^ a .c $", "imsx", "x\nA\nC", ["A\nC"]),
    (r"\u{41}\u0042\U00000043", "", "ABC", ["ABC"]),
    (r"\x41\x{1F600}", "", "A😀", ["A😀"]),
    (r"[\u{41}-\u0043]+", "", "ABCD", ["ABC"]),
    (r"\p{L}+", "", "aé1", ["aé"]),
    (r"\pL+", "", "aé1", ["aé"]),
    (r"\p{Letter}+", "", "aé1", ["aé"]),
    (r"\p{Uppercase_Letter}+", "", "aBC", ["BC"]),
    (r"\p{lowercase letter}+", "", "aBC", ["a"]),
    (r"\P{Letter}+", "", "a12b", ["12"]),
    (r"\p{^Letter}+", "", "a12b", ["12"]),
    (r"\p{Decimal_Number}+", "", "a12b", ["12"]),
    (r"\p{Cased_Letter}+", "", "aB1", ["aB"]),
    (r"\p{gc=Currency_Symbol}", "", "a€", ["€"]),
    (r"\p{Greek}+", "", "abγδ", ["γδ"]),
    (r"\p{greek}+", "", "abγδ", ["γδ"]),
    (r"\p{Script=Cyrillic}+", "", "abжз", ["жз"]),
    (r"\p{sc=Latn}+", "", "abж", ["ab"]),
    (r"\p{sc!=Latin}+", "", "abж", ["ж"]),
    (r"\p{White_Space}", "", "a\u00a0", ["\u00a0"]),
    (r"[\p{Letter}\d]+", "", "é1-", ["é1"]),
    (r"[^\p{Letter}]+", "", "é1-a", ["1-"]),
    (r"\p{ASCII}+", "", "aé", ["a"]),
    (r"\P{ASCII}+", "", "aé", ["é"]),
    (r"\p{Any}", "s", "é", ["é"]),
    ("[[:alpha:]]+", "", "ab1", ["ab"]),
    ("[[:^alpha:]]+", "", "ab1", ["1"]),
    ("[a[0-9]x]+", "", "a1xb", ["a1x"]),
    (r"[a\-z]+", "", "a-zb", ["a-z"]),
    (r"[\[\]]+", "", "[]", ["[]"]),
    ("[]a]+", "", "]a", ["]a"]),
    ("[^]a]+", "", "]ab", ["b"]),
    ("a{2}", "", "aaa", ["aa"]),
    ("a{,2}b", "", "aab", ["aab"]),
    ("a{ 1 , 2 }b", "", "aab", ["aab"]),
    ("a{2,}", "", "aaaa", ["aaaa"]),
    ("a{1000}", "", "a" * 1000, ["a" * 1000]),
    ("a+?", "", "aa", ["a", "a"]),
    ("(?U)a+", "", "aa", ["a", "a"]),
    ("a*", "", "baac", ["", "aa", ""]),
    ("", "", "ab", ["", "", ""]),
    (r"\b", "", "ab", ["", ""]),
    ("a|b", "", "ab", ["a", "b"]),
    (r"\.\*\+", "", ".*+", [".*+"]),
    (r"\t\n", "", "\t\n", ["\t\n"]),
    (r"\Aa", "", "aa", ["a"]),
    (r"a\z", "", "aa", ["a"]),
    (r"\/\@\é"[:-2], "", "/@", ["/@"]),
    ("}", "", "a}", ["}"]),
    ("😀.", "", "x😀é", ["😀é"]),
]

# pattern, part of the reason
REFUSED = [
    (r"a(?=b)", "look-around"),
    (r"a(?!b)", "look-around"),
    (r"(?<=a)b", "look-around"),
    (r"(?<!a)b", "look-around"),
    (r"(a)\1", "backreferences"),
    (r"(?P<a>x)(?P=a)", "backreferences"),
    (r"a\Z", "unrecognized escape sequence `\\Z`"),
    (r"\h", "unrecognized escape sequence `\\h`"),
    (r"\C", "unrecognized escape sequence"),
    (r"\Qa\E", "unrecognized escape sequence"),
    (r"\<a", "word boundaries of one side"),
    (r"\b{start}a", "word boundaries of one side"),
    ("[a&&b]", "class set operations"),
    ("[a--b]", "class set operations"),
    ("[a~~b]", "class set operations"),
    ("[a[^b]]", "negated classes inside classes"),
    ("a{1001}", "repetition counts above 1000"),
    ("a{1,1001}", "repetition counts above 1000"),
    ("a{x}", "repetition quantifier expects a valid decimal"),
    ("{", "repetition quantifier expects a valid decimal"),
    ("(?R)a", "unsupported flag `R`"),
    ("(?z)a", "unsupported flag `z`"),
    ("[a", "unclosed character class"),
    ("(a", "missing"),
    ("a)", "unexpected"),
    ("*a", "repetition"),
    ("[z-a]", "range"),
    (r"\p{Foo}", "Foo"),
    (r"\p{age=1}", "Unicode property not found"),
    (r"\u{D800}", "not a Unicode scalar value"),
    (r"\u{110000}", "not a Unicode scalar value"),
    ("a\\", "incomplete escape"),
]


@pytest.mark.parametrize(("pattern", "flags", "text", "expected"), MATCHES)
def test_regex_translation_matches(
    ctx: Value, pattern: str, flags: str, text: Value, expected: Value
) -> None:
    assert regex_match(ctx, pattern, text, flags) == expected


@pytest.mark.parametrize(("pattern", "reason"), REFUSED)
def test_regex_translation_refuses(pattern: str, reason: str) -> None:
    with pytest.raises(Thrown) as caught:
        compile_pattern(pattern)
    assert str(caught.value.value).startswith("Invalid regex: ")
    assert reason in str(caught.value.value)


def test_a_bad_flag_is_named() -> None:
    with pytest.raises(Thrown) as caught:
        compile_pattern("a", "iz")
    assert caught.value.value == "Invalid regex: unsupported regex flag 'z', expected one of i/m/s/x"


def test_captures_count_characters_and_lines(ctx: Value) -> None:
    found = regex_captures(ctx, r"(?P<k>\w+)=(\d+)?", "é=1\nb=")
    assert found == [
        {"match": "é=1", "groups": ["é", "1"], "start": 0, "end": 3, "line": 1, "k": "é"},
        {"match": "b=", "groups": ["b", None], "start": 4, "end": 6, "line": 2, "k": "b"},
    ]
    assert regex_captures(ctx, "z", "abc") == []


def test_replacements_name_groups(ctx: Value) -> None:
    assert regex_replace(ctx, r"(\w)(?P<x>\d)", "${x}$1-$x$$$2a$9 $", "a1") == "1a-1$ $"
    assert regex_replace(ctx, "", "-", "ab") == "-a-b-"
    assert regex_replace(ctx, "a", "$-", "a") == "$-"


def test_split_keeps_what_lies_between(ctx: Value) -> None:
    assert regex_split(ctx, "a1b22c", r"\d+") == ["a", "b", "c"]
    assert regex_split(ctx, "1a", r"\d") == ["", "a"]
    assert regex_split(ctx, "abc", "z") == ["abc"]


def test_a_pattern_that_blows_up_elsewhere_is_linear(ctx: Value) -> None:
    assert regex_match(ctx, "(a+)+$", "a" * 100_000 + "b") is None


def test_at_most_128_patterns_are_kept(ctx: Value) -> None:
    for number in range(200):
        regex_match(ctx, f"a{{{number}}}", "")
    assert len(ctx.state["patterns"]) == 128


@pytest.mark.parametrize(
    ("glob", "fitting", "other"),
    [
        ("*.txt", ["a.txt"], ["b/a.txt", "a.txtx", ".a.txt"]),
        ("**/*.txt", ["a.txt", "b/c/a.txt"], ["a.md", ".b/a.txt"]),
        ("src/**", ["src/a", "src/b/c"], ["srcx"]),
        ("a?c", ["abc"], ["ac", "a/c"]),
        ("[ab]x", ["ax"], ["cx"]),
        ("[!ab]x", ["cx"], ["ax"]),
        ("{a,b}.{md,txt}", ["a.md", "b.txt"], ["c.md"]),
        ("a+b(c)", ["a+b(c)"], ["aab(c)"]),
    ],
)
def test_globs(glob: str, fitting: list[str], other: list[str]) -> None:
    pattern = Pattern(glob_pattern(glob))
    assert [name for name in fitting + other if pattern.fits(name)] == fitting
