"""YAML without a parser: plain scalars to values by the core schema, and values to YAML text."""

import re

from harnpy.natives.support.faults import thrown
from harnpy.values.kinds import Value
from harnpy.values.text import json_stringify

DEEPEST = 1024
"""Nesting that `yaml_stringify` writes at most."""

_INT = re.compile(r"[-+]?[0-9][0-9_]*")
_HEX = re.compile(r"[-+]?0x[0-9a-fA-F_]+")
_OCTAL = re.compile(r"[-+]?0o[0-7_]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS: dict[str, Value] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_LEADING = frozenset("-?:,[]{}#&*!|>'\"%@` \t")
_MOST = 2**63
_CONTAINERS = frozenset({list, dict})


def plain_value(text: str) -> Value:
    """The value of an unquoted scalar."""
    if text in _WORDS:
        return _WORDS[text]
    for pattern, base in ((_HEX, 16), (_OCTAL, 8), (_INT, 10)):
        if pattern.fullmatch(text):
            return _integer(text, base)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text


def tagged_value(tag: str, text: str) -> Value:
    """The value of a scalar under an explicit tag; unknown tags leave the text."""
    value = plain_value(text)
    kind = tag.rpartition(":")[2]
    if kind == "float" and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return value if kind in ("int", "float", "bool", "null") else text


def stringify(value: Value) -> str:
    """YAML of a value that consists of what JSON has; ends with a line break."""
    if not (value.__class__ in _CONTAINERS and value):
        return _scalar(value) + "\n"
    out: list[str] = []
    # What is still to be written, last first: finished lines and blocks.
    pending: list[str | _Block] = [_Block(value, 0, 1, "")]
    while pending:
        part = pending.pop()
        if isinstance(part, str):
            out.append(part)
        else:
            pending.extend(reversed(part.rows()))
    return "\n".join(out) + "\n"


class _Block:
    """A collection on lines of its own: how it is indented and nested, what its first line begins with."""

    __slots__ = ("first", "indent", "nesting", "value")

    def __init__(self, value: Value, indent: int, nesting: int, first: str) -> None:
        if nesting > DEEPEST:
            raise thrown(f"yaml_stringify: value nesting exceeds the maximum serialization depth ({DEEPEST})")
        self.value = value
        self.indent = indent
        self.nesting = nesting
        self.first = first

    def rows(self) -> "list[str | _Block]":
        """Lines and blocks, one level down."""
        found: list[str | _Block] = []
        margin = "  " * self.indent
        lead = self.first or margin
        inner = self.nesting + 1
        if self.value.__class__ is dict:
            for key in sorted(self.value):
                item, head = self.value[key], f"{lead}{_scalar(key)}:"
                if item.__class__ in _CONTAINERS and item:
                    # Items of a list stand right under the key.
                    found += [head, _Block(item, self.indent + (item.__class__ is dict), inner, "")]
                else:
                    found.append(f"{head} {_scalar(item)}")
                lead = margin
            return found
        for item in self.value:
            if item.__class__ in _CONTAINERS and item:
                found.append(_Block(item, self.indent + 1, inner, lead + "- "))
            else:
                found.append(f"{lead}- {_scalar(item)}")
            lead = margin
        return found


def _scalar(value: Value) -> str:
    if isinstance(value, str):
        return _text(value)
    return json_stringify(value)


def _text(text: str) -> str:
    if not text.isprintable():
        return "".join(char if char.isprintable() else _escape(char) for char in json_stringify(text))
    plain = (
        text.strip() == text
        and text[:1] not in _LEADING
        and ": " not in text
        and " #" not in text
        and not text.endswith(":")
        and not text.startswith(("---", "...", "=", "<<"))
        and isinstance(plain_value(text), str)
        and not _ambiguous(text)
    )
    return text if plain and text else "'" + text.replace("'", "''") + "'"


def _escape(char: str) -> str:
    number = ord(char)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _ambiguous(text: str) -> bool:
    """Texts that older readers take for something else."""
    return text.lower() in ("yes", "no", "on", "off", "y", "n", ".nan", ".inf", "-.inf", "+.inf")


def _integer(text: str, base: int) -> Value:
    digits = text.replace("_", "")
    if base == 10 and len(digits) > 20:
        return float(digits)
    number = int(digits, base)
    return number if -_MOST <= number < _MOST else float(number)
