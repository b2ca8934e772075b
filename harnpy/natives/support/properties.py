"""Unicode classes in the words of RE2: a property by short or long name in, a class out."""

from harnpy.natives.support.word_ranges import NOT_WORD_RANGES

WORD = r"\p{L}\p{M}\p{Nd}\p{Pc}"
SPACE = r"\t-\r\x{85}\p{Z}"
NOT_SPACE = (
    r"\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{84}\x{86}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}"
    r"\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{10ffff}"
)


def _escaped(ranges: str) -> str:
    return "".join("-".join(f"\\x{{{number}}}" for number in entry.split("-")) for entry in ranges.split())


NOT_WORD = _escaped(NOT_WORD_RANGES)
"""The complement of `WORD`, for the inside of a class."""

_CATEGORIES = {
    "letter": "L", "casedletter": "LC", "uppercaseletter": "Lu", "lowercaseletter": "Ll",
    "titlecaseletter": "Lt", "modifierletter": "Lm", "otherletter": "Lo",
    "mark": "M", "combiningmark": "M", "nonspacingmark": "Mn", "spacingmark": "Mc", "enclosingmark": "Me",
    "number": "N", "decimalnumber": "Nd", "digit": "Nd", "letternumber": "Nl", "othernumber": "No",
    "punctuation": "P", "punct": "P", "connectorpunctuation": "Pc", "dashpunctuation": "Pd",
    "openpunctuation": "Ps", "closepunctuation": "Pe", "initialpunctuation": "Pi", "finalpunctuation": "Pf",
    "otherpunctuation": "Po",
    "symbol": "S", "mathsymbol": "Sm", "currencysymbol": "Sc", "modifiersymbol": "Sk", "othersymbol": "So",
    "separator": "Z", "spaceseparator": "Zs", "lineseparator": "Zl", "paragraphseparator": "Zp",
    "other": "C", "control": "Cc", "cntrl": "Cc", "format": "Cf", "privateuse": "Co",
}  # fmt: skip
_CODES = (
    "L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Ps",
    "Pe", "Pi", "Pf", "Po", "S", "Sm", "Sc", "Sk", "So", "Z", "Zs", "Zl", "Zp", "C", "Cc", "Cf", "Co",
)  # fmt: skip
_SHORT = {name.lower(): name for name in _CODES}
_SCRIPTS = {
    "arab": "Arabic", "armn": "Armenian", "beng": "Bengali", "bopo": "Bopomofo", "cher": "Cherokee",
    "copt": "Coptic", "cyrl": "Cyrillic", "deva": "Devanagari", "ethi": "Ethiopic", "geor": "Georgian",
    "grek": "Greek", "gujr": "Gujarati", "guru": "Gurmukhi", "hang": "Hangul", "hani": "Han",
    "hebr": "Hebrew", "hira": "Hiragana", "kana": "Katakana", "khmr": "Khmer", "knda": "Kannada",
    "laoo": "Lao", "latn": "Latin", "mlym": "Malayalam", "mong": "Mongolian", "mymr": "Myanmar",
    "orya": "Oriya", "sinh": "Sinhala", "syrc": "Syriac", "taml": "Tamil", "telu": "Telugu",
    "thaa": "Thaana", "tibt": "Tibetan", "zyyy": "Common", "zinh": "Inherited",
}  # fmt: skip
# Properties that are no category: what stands inside a class for them and for their complement.
_BINARY = {
    "any": (r"\x{0}-\x{10ffff}", ""),
    "ascii": (r"\x{0}-\x{7f}", r"\x{80}-\x{10ffff}"),
    "whitespace": (SPACE, NOT_SPACE),
    "space": (SPACE, NOT_SPACE),
    "asciihexdigit": ("0-9A-Fa-f", r"\x{0}-/:-@G-`g-\x{10ffff}"),
}
_KEYS = frozenset({"generalcategory", "gc", "script", "sc", "scriptextensions", "scx"})


def property_class(name: str, negated: bool, inside: bool) -> str | None:
    r"""Translate `\p{name}`, or `\P{name}` when `negated`, for the outside or inside of a class.

    None when nothing has that name.
    """
    name = name.strip()
    if name.startswith("^"):
        name, negated = name[1:], not negated
    separator = next((mark for mark in ("!=", "=", ":") if mark in name), "")
    if separator:
        key, _, name = name.partition(separator)
        negated ^= separator == "!="
        if _plain(key) not in _KEYS:
            return None
    plain = _plain(name)
    if plain in _BINARY:
        content = _BINARY[plain][negated]
        return (content if inside else f"[{content}]") if content else None
    if plain in ("lc", "casedletter"):
        return None if negated and inside else _union(r"\p{Lu}\p{Ll}\p{Lt}", negated, inside)
    found = _SHORT.get(plain) or _CATEGORIES.get(plain) or _SCRIPTS.get(plain) or _script(name)
    return f"\\{'P' if negated else 'p'}{{{found}}}" if found else None


def _union(content: str, negated: bool, inside: bool) -> str:
    return content if inside else f"[{'^' if negated else ''}{content}]"


def _plain(name: str) -> str:
    return "".join(char for char in name.lower() if char not in " _-")


def _script(name: str) -> str:
    """A script's name with the capitals RE2 wants; RE2 itself refuses what is no script."""
    parts = [part for part in name.replace("-", "_").replace(" ", "_").split("_") if part]
    return "_".join(part.capitalize() for part in parts) if all(part.isalnum() for part in parts) else ""
