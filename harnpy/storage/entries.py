"""The entries of a JSON file by key, encoded: a change costs one value and one block, not the whole file.

Entries stand in sorted blocks whose bytes are kept joined. They are values: a change gives new entries and
leaves the old ones as they are, so a reader in another thread is never disturbed.
"""

from _json import make_encoder  # pyright: ignore (private, no stub)
from bisect import bisect_left, bisect_right

from harnpy.values.text import json_pretty, json_string, parse_json, parse_members

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from harnpy.values.kinds import Value

MOST_IN_BLOCK = 256

_SEPARATOR = b",\n"
_ENCODE: "Value" = make_encoder(None, str, json_string, None, ": ", ",", True, False, False)
"""Compact JSON in sorted order, made by CPython: the yardstick for text that was written by others."""


class Block:
    """Neighbouring entries: sorted keys, and the line of each as it stands in the file."""

    __slots__ = ("joined", "keys", "lines")

    def __init__(self, keys: list[str], lines: list[bytes]) -> None:
        self.keys = keys
        self.lines = lines
        self.joined = _SEPARATOR.join(lines)


class Entries:
    """All entries of a file. `canonical` says that every line is as the writer makes it."""

    __slots__ = ("_blocks", "_firsts", "canonical")

    def __init__(self, blocks: tuple[Block, ...] = (), canonical: bool = True) -> None:
        self._blocks = blocks
        self._firsts = [block.keys[0] for block in blocks]
        self.canonical = canonical

    @classmethod
    def of(cls, pairs: "Iterable[tuple[str, bytes]]", canonical: bool = True) -> "Entries":
        """Entries of sorted keys and lines."""
        keys: list[str] = []
        lines: list[bytes] = []
        blocks: list[Block] = []
        for key, line in pairs:
            keys.append(key)
            lines.append(line)
            if len(keys) == MOST_IN_BLOCK:
                blocks.append(Block(keys, lines))
                keys, lines = [], []
        if keys:
            blocks.append(Block(keys, lines))
        return cls(tuple(blocks), canonical)

    def keys(self) -> list[str]:
        """All keys, sorted as their UTF-8 is."""
        return [key for block in self._blocks for key in block.keys]

    def has(self, key: str) -> bool:
        """Say whether there is an entry of that key."""
        return self._find(key) is not None

    def value(self, key: str) -> "Value":
        """The value of an entry that is there: a new one at every call."""
        found = self._find(key)
        if found is None:
            raise KeyError(key)
        block, index = found
        return parse_json(block.lines[index][len(_label(key)) :].decode())

    def with_entry(self, key: str, line: bytes) -> "Entries":
        """These entries with another one, in the place of the one of its key if there is one."""
        number = max(bisect_right(self._firsts, key) - 1, 0)
        if not self._blocks:
            return Entries((Block([key], [line]),), self.canonical)
        block = self._blocks[number]
        at = bisect_left(block.keys, key)
        same = at < len(block.keys) and block.keys[at] == key
        keys = [*block.keys[:at], key, *block.keys[at + same :]]
        lines = [*block.lines[:at], line, *block.lines[at + same :]]
        middle = len(keys) // 2
        made = (
            (Block(keys, lines),)
            if len(keys) <= MOST_IN_BLOCK
            else (Block(keys[:middle], lines[:middle]), Block(keys[middle:], lines[middle:]))
        )
        return self._replaced(number, made)

    def with_value(self, key: str, value: "Value") -> "Entries":
        """As `with_entry`, for a value that is not encoded yet."""
        return self.with_entry(key, encode_entry(key, value))

    def without(self, key: str) -> "Entries":
        """These entries without the one of a key; the very same when there is none."""
        found = self._find(key)
        if found is None:
            return self
        block, at = found
        keys, lines = [*block.keys[:at], *block.keys[at + 1 :]], [*block.lines[:at], *block.lines[at + 1 :]]
        return self._replaced(self._blocks.index(block), (Block(keys, lines),) if keys else ())

    def copy(self) -> "Entries":
        """The same entries as other ones: a change that writes the file as it is."""
        return Entries(self._blocks, self.canonical)

    def parts(self) -> list[bytes]:
        """The content of the file, in pieces."""
        if not self._blocks:
            return [b"{}"]
        pieces: list[bytes] = []
        for block in self._blocks:
            pieces += (_SEPARATOR, block.joined)
        pieces[0] = b"{\n"
        pieces.append(b"\n}")
        return pieces

    def normal(self) -> "Entries":
        """These entries as the writer makes them, whoever wrote the file."""
        if self.canonical:
            return self
        return Entries.of((key, _normal_line(key, line)) for key, line in self._items())

    def _items(self) -> "Iterator[tuple[str, bytes]]":
        for block in self._blocks:
            yield from zip(block.keys, block.lines, strict=True)

    def _replaced(self, number: int, made: tuple[Block, ...]) -> "Entries":
        return Entries((*self._blocks[:number], *made, *self._blocks[number + 1 :]), self.canonical)

    def _find(self, key: str) -> tuple[Block, int] | None:
        number = bisect_right(self._firsts, key) - 1
        if number < 0:
            return None
        block = self._blocks[number]
        at = bisect_left(block.keys, key)
        return (block, at) if at < len(block.keys) and block.keys[at] == key else None


def encode_entry(key: str, value: "Value") -> bytes:
    """The line of an entry, without the comma after it.

    Raises:
        UnicodeEncodeError: a text holds half of a character.
    """
    return _label(key) + json_pretty(value).replace("\n", "\n  ").encode()


def decode_entries(text: str) -> Entries:
    """The entries of a file's text; a repeated key keeps its last value.

    Raises:
        NotAnObject: it is JSON of another kind.
        Thrown: it is malformed (`values.text.parse_json`).
    """
    last = {key: written for key, written, _ in parse_members(text)}
    return Entries.of(
        ((key, _label(key) + last[key].encode()) for key in sorted(last)),
        canonical=False,
    )


def _label(key: str) -> bytes:
    return f"  {json_string(key)}: ".encode()


def _normal_line(key: str, line: bytes) -> bytes:
    label = _label(key)
    written = line[len(label) :].decode()
    value = parse_json(written)
    return line if _is_normal(written, value) else encode_entry(key, value)


def _is_normal(written: str, value: "Value") -> bool:
    """Say whether a value stands as the pretty writer puts it inside the file."""
    lines = written.split("\n")
    # Python spells small exponents with a zero, and so does the yardstick.
    if len(lines) != _lines_of(value) or "e-0" in written:
        return False
    depth = 1
    for number, line in enumerate(lines):
        bare = line.lstrip(" ")
        if number:
            depth -= bare[:1] in ("]", "}")
            if len(line) - len(bare) != 2 * depth:
                return False
            lines[number] = bare
        depth += bare[-1:] in ("[", "{")
    return "".join(lines) == "".join(_ENCODE(value, 0))


def _lines_of(value: "Value") -> int:
    """How many lines the pretty writer makes of a value."""
    count = 1
    pending = [value]
    while pending:
        part = pending.pop()
        if part.__class__ in (list, dict) and part:
            count += len(part) + 1
            pending += part if part.__class__ is list else part.values()
    return count
