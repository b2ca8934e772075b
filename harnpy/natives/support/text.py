"""Text in, text out, by the rules of Unicode that Harn follows where Python's own methods differ.

White space is the property White_Space; lines end at `\\n` or `\\r\\n` only; sizes count UTF-8 bytes.
"""

from harnpy.runtime.operators import MOST_BYTES, check_bytes

WHITE_SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029"
    "\u202f\u205f\u3000"
)
"""The characters with the property White_Space; `str.strip` would also take the separators 1C to 1F."""

_TO_SPACE = str.maketrans(dict.fromkeys(WHITE_SPACE, " "))


def words_of(text: str) -> list[str]:
    """The parts of `text` between white space."""
    return [word for word in text.translate(_TO_SPACE).split(" ") if word]


def lines_of(text: str) -> list[str]:
    """The lines of `text` without their ends; no empty one after a last line end."""
    lines = text.split("\n")
    last = lines.pop()
    lines = [line.removesuffix("\r") for line in lines]
    return [*lines, last] if last else lines


def split(text: str, separator: str) -> list[str]:
    """The parts of `text` between separators; an empty one stands at both ends and in all gaps."""
    return text.split(separator) if separator else ["", *text, ""]


def repeated(text: str, times: int) -> str:
    """`text` `times` times, nothing for less than one; faults beyond the limit."""
    if times <= 0 or not text:
        return ""
    if len(text) * times > MOST_BYTES // 4:
        check_bytes("repeat", len(text.encode("utf-8", "surrogatepass")) * times)
    return text * times


def substring(text: str, start: int, end: int | None) -> str:
    """The characters from `start` to before `end`; negative numbers count as 0."""
    return text[max(start, 0) : None if end is None else max(end, 0)]


def upper_first(text: str) -> str:
    """`text` with its first character in upper case."""
    return text[:1].upper() + text[1:]


def lower_first(text: str) -> str:
    """`text` with its first character in lower case."""
    return text[:1].lower() + text[1:]


def padding(text: str, width: int, fill: str) -> str:
    """What must be added to `text` to make it `width` characters wide: `fill` over and over."""
    missing = width - len(text)
    if missing <= 0:
        return ""
    return repeated(fill, -(-missing // len(fill)))[:missing]
