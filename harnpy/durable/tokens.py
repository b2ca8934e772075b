"""Text in, the words that recall goes by out; pinned, since scores of stored memories rest on it.

A word is a run of alphabetic characters and numbers of at least two bytes of UTF-8. Only ASCII letters are
lowered, and an underscore separates.
"""

import unicodedata

from harnpy.durable.alphabetic import OTHER_ALPHABETIC

_SPACE = " "
_LAST_ASCII = "\x7f"
_UPPER = range(ord("A"), ord("Z") + 1)
_TO_LOWER = ord("a") - ord("A")


class _Characters(dict[int, str]):
    """What takes the place of each character: itself, its lower case, or a space; filled as texts need it."""

    def __init__(self) -> None:
        super().__init__()
        for part in OTHER_ALPHABETIC.split():
            first, _, last = part.partition("-")
            self.update((code, chr(code)) for code in range(int(first, 16), int(last or first, 16) + 1))

    def __missing__(self, code: int) -> str:
        char = chr(code)
        if code in _UPPER:
            found = chr(code + _TO_LOWER)
        else:
            found = char if unicodedata.category(char)[0] in "LN" else _SPACE
        self[code] = found
        return found


class Tokenizer:
    """Splits texts into words."""

    __slots__ = ("_characters",)

    def __init__(self) -> None:
        self._characters = _Characters()

    def tokens(self, text: str) -> list[str]:
        """The words of a text in order, repeats kept."""
        parts = text.translate(self._characters).split(_SPACE)
        return [part for part in parts if len(part) > 1 or part > _LAST_ASCII]
