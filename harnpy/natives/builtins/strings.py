"""Functions over text; the methods of strings are their shorter spelling."""

import unicodedata

from harnpy.natives.support import text as texts
from harnpy.natives.support.declare import builtin
from harnpy.natives.support.elements import contains as contains_element
from harnpy.natives.support.elements import join_texts
from harnpy.natives.support.graphemes import graphemes
from harnpy.values.display import display
from harnpy.values.faults import Thrown, runtime_fault
from harnpy.values.kinds import Value

_SIDES = ("left", "right", "both")
_WIDTH = 80


@builtin("contains(hay: string | list, needle: any) -> bool")
def contains(hay: Value, needle: Value) -> bool:
    """Whether a text contains another, or a list an equal element."""
    if hay.__class__ is list:
        return contains_element(hay, needle)
    return display(needle) in hay


@builtin("starts_with(text: string, prefix: string) -> bool")
def starts_with(text: str, prefix: str) -> bool:
    """Whether `text` begins with `prefix`."""
    return text.startswith(prefix)


@builtin("ends_with(text: string, suffix: string) -> bool")
def ends_with(text: str, suffix: str) -> bool:
    """Whether `text` ends with `suffix`."""
    return text.endswith(suffix)


@builtin("index_of(text: string, needle: string, from?: int) -> int")
def index_of(text: str, needle: str, start: int | None = None) -> int:
    """Position of the first `needle` at or after `from`, -1 when there is none."""
    return text.find(needle, max(start or 0, 0))


@builtin("replace(text: string, old: string, new: string) -> string")
def replace(text: str, old: str, new: str) -> str:
    """`text` with every `old` replaced by `new`; an empty `old` stands in every gap."""
    return text.replace(old, new)


@builtin("split(text: string?, sep: string?) -> list<string>", fresh=True)
def split(text: str | None, sep: str | None = None) -> list[str]:
    """The parts between separators; an empty separator gives the characters between two empty texts."""
    if sep is None:
        raise Thrown("split: separator is required (use split(text, sep) or text.split(sep))")
    return texts.split(text or "", sep)


@builtin("join(items: list, sep?: string) -> string")
def join(items: list[Value], sep: str | None = None) -> str:
    """The display texts of the elements with `sep`, by default nothing, between them."""
    return join_texts(items, sep or "")


@builtin("chars(text: string) -> list<string>", fresh=True)
def chars(text: str) -> list[str]:
    """The characters, one text each."""
    return list(text)


@builtin("trim(text: string) -> string")
def trim(text: str) -> str:
    """`text` without white space at both ends."""
    return text.strip(texts.WHITE_SPACE)


@builtin("lowercase(text: string) -> string")
def lowercase(text: str) -> str:
    """`text` in lower case."""
    return text.lower()


@builtin("uppercase(text: string) -> string")
def uppercase(text: str) -> str:
    """`text` in upper case."""
    return text.upper()


@builtin("repeat(text: string, times: int) -> string")
def repeat(text: str, times: int) -> str:
    """`text` `times` times; empty for less than one."""
    return texts.repeated(text, times)


@builtin("substring(text: string, start: int, end?: int) -> string")
def substring(text: str, start: int, end: int | None = None) -> str:
    """The characters from `start` to before `end`; negative numbers count as 0."""
    return texts.substring(text, start, end)


@builtin("format(template: string, ...values: any) -> string")
def format_text(template: str, *values: Value) -> str:
    """The template with the values for `{}` in order, or the entries of the only dict for `{name}`."""
    if len(values) == 1 and values[0].__class__ is dict:
        return _fill_names(template, values[0])
    parts = template.split("{}")
    filled = [parts[0]]
    for index, part in enumerate(parts[1:]):
        filled += (display(values[index]) if index < len(values) else "{}", part)
    return "".join(filled)


def _fill_names(template: str, fields: dict[str, Value]) -> str:
    head, *rest = template.split("{")
    filled = [head]
    for part in rest:
        name, brace, tail = part.partition("}")
        filled += (display(fields[name]), tail) if brace and name in fields else ("{", part)
    return "".join(filled)


@builtin("str_pad(text: string, width: int, fill?: string, side?: string) -> string")
def str_pad(text: str, width: int, fill: str | None = None, side: str | None = None) -> str:
    """`text` made `width` characters wide with `fill` (a space) on its `side`: right, left or both."""
    if side is not None and side not in _SIDES:
        raise runtime_fault("str_pad: side must be left, right, or both")
    fill = fill or " "
    if side == "both":
        missing = max(width - len(text), 0)
        before = texts.padding("", missing // 2, fill)
        return before + text + texts.padding("", missing - missing // 2, fill)
    pad = texts.padding(text, width, fill)
    return pad + text if side == "left" else text + pad


@builtin("indent(text: string, prefix?: string) -> string")
def indent(text: str, prefix: str | None = None) -> str:
    """`text` with `prefix` (two spaces) before every line that is not blank."""
    before = "  " if prefix is None else prefix
    return "\n".join([before + line if line.strip(texts.WHITE_SPACE) else line for line in text.split("\n")])


@builtin("dedent(text: string) -> string")
def dedent(text: str) -> str:
    """`text` without the white space that all its lines begin with; blank lines become empty."""
    lines = [line if line.strip(texts.WHITE_SPACE) else "" for line in text.split("\n")]
    full = [line for line in lines if line]
    if not full:
        return "\n".join(lines)
    low, high = min(full), max(full)
    margin = 0
    while margin < len(low) and low[margin] == high[margin] and low[margin] in texts.WHITE_SPACE:
        margin += 1
    return "\n".join([line[margin:] for line in lines])


@builtin("word_wrap(text: string, width?: int) -> string")
def word_wrap(text: str, width: int | None = None) -> str:
    """`text` with line breaks between words to make lines of at most `width` (80) characters."""
    most = _WIDTH if width is None else width
    return "\n".join([line for paragraph in text.split("\n") for line in _wrapped(paragraph, most)])


def _wrapped(paragraph: str, width: int) -> list[str]:
    lines: list[str] = []
    current: list[str] = []
    used = -1
    for word in texts.words_of(paragraph):
        if current and used + 1 + len(word) > width:
            lines.append(" ".join(current))
            current, used = [], -1
        current.append(word)
        used += 1 + len(word)
    return [*lines, " ".join(current)]


@builtin("unicode_normalize(text: string, form?: string) -> string")
def unicode_normalize(text: str, form: str | None = None) -> str:
    """`text` in a normal form of Unicode: NFC (default), NFD, NFKC or NFKD."""
    wanted = "NFC" if form is None else form.upper()
    if wanted in ("NFC", "NFD", "NFKC", "NFKD"):
        return unicodedata.normalize(wanted, text)
    raise runtime_fault("unicode_normalize: form must be NFC, NFD, NFKC, or NFKD")


@builtin("unicode_graphemes(text: string) -> list<string>", fresh=True)
def unicode_graphemes(text: str) -> list[str]:
    """What a reader takes for one character each: letters with their marks, flags, joined emoji."""
    return graphemes(text)


@builtin("title_case(text: string) -> string")
def title_case(text: str) -> str:
    """`text` in lower case, with the first character after each space in upper case."""
    return " ".join([word[:1].upper() + word[1:].lower() for word in text.split(" ")])


@builtin("uppercase_first(text: string) -> string")
def uppercase_first(text: str) -> str:
    """`text` with its first character in upper case."""
    return texts.upper_first(text)


@builtin("lowercase_first(text: string) -> string")
def lowercase_first(text: str) -> str:
    """`text` with its first character in lower case."""
    return texts.lower_first(text)
