"""Characters that begin no token: how Harn writes what they stand for elsewhere, or which they are."""

import unicodedata

_DOUBLE = 'strings stand between double quotes: `"…"`'
_HELP = {
    "'": _DOUBLE,
    "`": 'strings stand between double quotes: `"…"`, with holes `"${name}"`',
    "#": "a comment begins with `//`",
    "^": "a power is written `a ** b`",
    "$": 'names have no `$`; in a string a hole is written `"${name}"`',
    "~": "there is no operator `~`; write `!x` for `not x`",
    "\\": "a backslash only joins lines, at the very end of one",
    "×": "write `*`",
    "÷": "write `/`",
    "−": "write `-`",
    "–": "write `-`",
    "≠": "write `!=`",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "→": "write `->`",
    "…": "write `...`, or `..` for a range",
    **dict.fromkeys("“”„«»‘’", _DOUBLE),
}
_CLOSING = {"'": "'", "`": "`", "“": "”", "„": "“", "«": "»", "‘": "’"}


def stray_help(char: str) -> str | None:
    """What to do about a character that begins no token; what cannot be seen is named by code point."""
    known = _HELP.get(char)
    if known is not None:
        return known
    if char.isascii() and char.isprintable():
        return None
    name = unicodedata.name(char, "a control character")
    named = f"this is U+{ord(char):04X} {name}"
    if unicodedata.category(char) == "Zs":
        return f"{named}; write an ordinary space"
    if not char.isprintable() or unicodedata.category(char).startswith("M"):
        return f"{named}; delete it"
    return named


def stray_end(text: str, start: int) -> int:
    """The position behind what belongs to the stray character at `start`: the rest of its quotation or
    comment on the line, so that one mistake is reported once.
    """
    char = text[start]
    line_end = text.find("\n", start)
    if line_end < 0:
        line_end = len(text)
    if char == "#":
        return line_end
    close = text.find(_CLOSING[char], start + 1, line_end) if char in _CLOSING else -1
    return close + 1 if close >= 0 else start + 1
