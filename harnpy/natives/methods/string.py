"""Methods of strings: positions and lengths count Unicode scalars."""

from harnpy.natives.support import text as texts
from harnpy.natives.support.declare import method, property_of
from harnpy.values.display import display
from harnpy.values.faults import Thrown
from harnpy.values.iterators import IterValue
from harnpy.values.kinds import Value


@method("string", "len() -> int", aliases=("count",))
def length(text: str) -> int:
    """Number of characters."""
    return len(text)


@property_of("string", "count", "int")
def count(text: str) -> int:
    """Number of characters."""
    return len(text)


@method("string", "empty() -> bool")
def is_empty(text: str) -> bool:
    """Whether the text has no characters."""
    return not text


@property_of("string", "empty", "bool")
def empty(text: str) -> bool:
    """Whether the text has no characters."""
    return not text


@method("string", "contains(needle: string) -> bool", aliases=("includes",))
def contains(text: str, needle: Value = None) -> bool:
    """Whether `needle` occurs in the text."""
    return (needle if needle.__class__ is str else _text(needle)) in text


@method("string", "starts_with(prefix: string) -> bool")
def starts_with(text: str, prefix: Value = None) -> bool:
    """Whether the text begins with `prefix`."""
    return text.startswith(_text(prefix))


@method("string", "ends_with(suffix: string) -> bool")
def ends_with(text: str, suffix: Value = None) -> bool:
    """Whether the text ends with `suffix`."""
    return text.endswith(_text(suffix))


@method("string", "index_of(needle: string) -> int")
def index_of(text: str, needle: Value = None) -> int:
    """Position of the first `needle`, -1 when there is none."""
    return text.find(_text(needle))


@method("string", "last_index_of(needle: string) -> int", aliases=("rfind",))
def last_index_of(text: str, needle: Value = None) -> int:
    """Position of the last `needle`, -1 when there is none."""
    return text.rfind(_text(needle))


@method("string", "replace(old: string, new: string) -> string")
def replace(text: str, old: Value = None, new: Value = None) -> str:
    """The text with every `old` replaced by `new`; an empty `old` stands in every gap."""
    return text.replace(_text(old), _text(new))


@method("string", "split(sep: string) -> list<string>", fresh=True)
def split(text: str, sep: Value = None) -> list[str]:
    """The parts between separators; an empty separator gives the characters between two empty texts."""
    if sep is None:
        raise Thrown("split: separator is required (use split(text, sep) or text.split(sep))")
    return texts.split(text, _text(sep))


@method("string", "trim() -> string")
def trim(text: str) -> str:
    """The text without white space at both ends."""
    return text.strip(texts.WHITE_SPACE)


@method("string", "trim_start() -> string")
def trim_start(text: str) -> str:
    """The text without white space at its beginning."""
    return text.lstrip(texts.WHITE_SPACE)


@method("string", "trim_end() -> string")
def trim_end(text: str) -> str:
    """The text without white space at its end."""
    return text.rstrip(texts.WHITE_SPACE)


@method("string", "lower() -> string", aliases=("lowercase", "to_lower"))
def lower(text: str) -> str:
    """The text in lower case."""
    return text.lower()


@method("string", "upper() -> string", aliases=("uppercase", "to_upper"))
def upper(text: str) -> str:
    """The text in upper case."""
    return text.upper()


@method("string", "substring(start: int, end?: int) -> string")
def substring(text: str, start: Value = None, end: Value = None) -> str:
    """The characters from `start` to before `end`; negative numbers count as 0."""
    return texts.substring(text, _int(start, 0), end if end.__class__ is int else None)


@method("string", "slice(start: int, end?: int) -> string")
def slice_text(text: str, start: Value = None, end: Value = None) -> str:
    """The characters from `start` to before `end`; negative numbers count from the end."""
    return text[_int(start, 0) : end if end.__class__ is int else None]


@method("string", "chars() -> list<string>", fresh=True)
def chars(text: str) -> list[str]:
    """The characters, one text each."""
    return list(text)


@method("string", "char_at(index: int) -> string?")
def char_at(text: str, index: Value = None) -> str | None:
    """The character at `index`, nil outside the text and for negative numbers."""
    return text[index] if index.__class__ is int and 0 <= index < len(text) else None


@method("string", "lines() -> list<string>", fresh=True)
def lines(text: str) -> list[str]:
    """The lines, which end at a line feed with or without a carriage return before it."""
    return texts.lines_of(text)


@method("string", "repeat(times: int) -> string")
def repeat(text: str, times: Value = None) -> str:
    """The text `times` times; empty for less than one."""
    return texts.repeated(text, _int(times, 1))


@method("string", "reversed() -> string", aliases=("reverse",))
def reversed_text(text: str) -> str:
    """The characters from last to first."""
    return text[::-1]


@method("string", 'pad_left(width: int, fill: string = " ") -> string')
def pad_left(text: str, width: Value = None, fill: Value = None) -> str:
    """The text, with the first character of `fill` before it up to `width` characters."""
    return texts.padding(text, _int(width, 0), _fill(fill)) + text


@method("string", 'pad_right(width: int, fill: string = " ") -> string')
def pad_right(text: str, width: Value = None, fill: Value = None) -> str:
    """The text, with the first character of `fill` after it up to `width` characters."""
    return text + texts.padding(text, _int(width, 0), _fill(fill))


@method("string", "iter() -> iter<string>", fresh=True)
def iterate(text: str) -> IterValue:
    """A lazy iterator over the characters."""
    return IterValue(text)


def _text(value: Value) -> str:
    return value if value.__class__ is str else "" if value is None else display(value)


def _int(value: Value, default: int) -> int:
    return value if value.__class__ is int else default


def _fill(fill: Value) -> str:
    return _text(fill)[:1] or " "
