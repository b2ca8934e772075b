"""Patterns of programs: a regex in the syntax of the language in, a compiled RE2 one or a fault out.

RE2 runs in linear time but reads classes as ASCII and knows fewer spellings; `translate` writes a pattern in
its words. What RE2 cannot do is refused with a reason, never matched otherwise.
"""

import re
from collections import OrderedDict
from collections.abc import Iterator

import re2  # pyright: ignore[reportMissingTypeStubs] (the package has none)

from harnpy.natives.support.faults import thrown
from harnpy.natives.support.properties import NOT_SPACE, NOT_WORD, SPACE, WORD, property_class
from harnpy.values.faults import Fault
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine

# Seen as a plain value: nothing in the package is annotated.
_RE2: Value = re2
_KEPT = 128
_MEMORY = 64 << 20
_FLAGS = "imsx"
_REPETITION = re.compile(r"\{\s*(\d*)\s*(,?)\s*(\d*)\s*\}")
_INLINE_FLAGS = re.compile(r"\(\?([a-zA-Z]*)(-[a-zA-Z]+)?([:)])")
_CODE_POINT = {
    "x": re.compile(r"\{\s*([0-9a-fA-F]+)\s*\}|([0-9a-fA-F]{2})"),
    "u": re.compile(r"\{\s*([0-9a-fA-F]+)\s*\}|([0-9a-fA-F]{4})"),
    "U": re.compile(r"\{\s*([0-9a-fA-F]+)\s*\}|([0-9a-fA-F]{8})"),
}
_PROPERTY = re.compile(r"\{([^{}]*)\}|(\w)")
# Class escapes by letter: Unicode and ASCII, as the inside of a class.
_CLASSES = {
    "d": (r"\p{Nd}", "0-9"),
    "D": (r"\P{Nd}", r"\D"),
    "w": (WORD, r"\w"),
    "W": (NOT_WORD, r"\W"),
    "s": (SPACE, r"\t-\r "),
    "S": (NOT_SPACE, r"\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{10ffff}"),
}
_LOOK = "look-around, including look-ahead and look-behind, is not supported"
_BACK = "backreferences are not supported"


class PatternError(Exception):
    """A pattern that is wrong, or that RE2 cannot run; the text says why."""


class Pattern:
    """A compiled pattern; offsets count characters."""

    __slots__ = ("_compiled", "groups", "names")

    def __init__(self, translated: str) -> None:
        options = _RE2.Options()
        options.log_errors = False
        options.max_mem = _MEMORY
        try:
            self._compiled: Value = _RE2.compile(translated, options)
        except _RE2.error as error:
            reason: Value = error.args[0]
            raise PatternError(reason.decode() if isinstance(reason, bytes) else str(reason)) from None
        self.groups: int = self._compiled.groups
        self.names: dict[str, int] = dict(self._compiled.groupindex)

    def search(self, text: str) -> "Match | None":
        """The first match in `text`."""
        found = self._compiled.search(text)
        return None if found is None else Match(found)

    def fits(self, text: str) -> bool:
        """Say whether the whole of `text` matches."""
        return self._compiled.fullmatch(text) is not None

    def matches(self, text: str) -> "Iterator[Match]":
        """All matches from left to right; an empty one right behind another counts as part of it."""
        end = -1
        for found in self._compiled.finditer(text):
            start, stop = found.span()
            if start == stop == end:
                continue
            end = stop
            yield Match(found)


class Match:
    """One match: `start`, `end`, and the texts of its groups, group 0 first."""

    __slots__ = ("end", "groups", "start")

    def __init__(self, found: Value) -> None:
        self.start: int = found.start()
        self.end: int = found.end()
        self.groups: list[str | None] = [found.group(), *found.groups()]

    @property
    def text(self) -> str:
        """What matched."""
        return self.groups[0] or ""


def compiled(ctx: "Machine", pattern: str, flags: str | None = None) -> Pattern:
    """Compile a pattern of the program, or find it among the last 128; a bad one is thrown."""
    kept = ctx.state.setdefault("patterns", OrderedDict[tuple[str, str], Pattern]())
    key = (pattern, flags or "")
    found = kept.get(key)
    if found is None:
        found = compile_pattern(pattern, flags)
        kept[key] = found
        if len(kept) > _KEPT:
            kept.popitem(last=False)
    else:
        kept.move_to_end(key)
    return found


def compile_pattern(pattern: str, flags: str | None = None) -> Pattern:
    """Compile a pattern that comes from a program; a bad one is thrown as `Invalid regex: …`."""
    try:
        return Pattern(translate(pattern, checked_flags(flags)))
    except PatternError as error:
        raise _invalid(str(error)) from None


def checked_flags(flags: Value) -> str:
    """Return the flags, or throw at the first letter that is none."""
    for letter in flags or "":
        if letter not in _FLAGS:
            raise _invalid(f"unsupported regex flag '{letter}', expected one of i/m/s/x")
    return flags or ""


def translate(pattern: str, flags: str = "") -> str:
    """Write a pattern in the words of RE2."""
    rewriter = _Rewriter(pattern, "x" in flags)
    body = rewriter.run()
    kept = "".join(sorted({letter for letter in flags if letter != "x"}))
    return f"(?{kept}){body}" if kept else body


def _invalid(reason: str) -> Fault:
    return thrown(f"Invalid regex: {reason}")


class _Rewriter:
    """Reads a pattern once from left to right; `spaced` is flag x, `unicode` flag u of the current group."""

    def __init__(self, text: str, spaced: bool) -> None:
        self.text = text
        self.at = 0
        self.spaced = spaced
        self.unicode = True
        self.outer: list[tuple[bool, bool]] = []
        self.out: list[str] = []

    def run(self) -> str:
        """Return the translated pattern."""
        while self.skip_space():
            char = self.text[self.at]
            step = _STEPS.get(char)
            if step is not None:
                step(self)
            else:
                self.out.append(char)
                self.at += 1
        return "".join(self.out)

    def skip_space(self) -> bool:
        """Under flag x move over white space and comments; say whether something follows."""
        text, length = self.text, len(self.text)
        while self.spaced and self.at < length:
            if text[self.at].isspace():
                self.at += 1
            elif text[self.at] == "#":
                line_end = text.find("\n", self.at)
                self.at = length if line_end < 0 else line_end + 1
            else:
                break
        return self.at < length

    def group(self) -> None:
        """`(`: look-around is refused, flags are read, names pass."""
        ahead = self.text[self.at : self.at + 4]
        if ahead.startswith(("(?=", "(?!", "(?<=", "(?<!")):
            raise PatternError(_LOOK)
        if ahead.startswith(("(?P=", "(?P>")):
            raise PatternError(_BACK)
        if ahead.startswith(("(?P<", "(?<")) or not ahead.startswith("(?"):
            self.outer.append((self.spaced, self.unicode))
            head = self.text[self.at : self.text.find(">", self.at) + 1] if ahead.startswith("(?") else "("
            self.out.append(head or "(")
            self.at += len(head) or 1
            return
        found = _INLINE_FLAGS.match(self.text, self.at)
        if found is None:
            raise PatternError("unrecognized group or flag after `(?`")
        self.flags(found.group(1), found.group(2) or "", found.group(3) == ":")
        self.at = found.end()

    def flags(self, on: str, off: str, opens: bool) -> None:
        """Flags for the rest of this group, or for a group that opens here."""
        for letter in on + off[1:]:
            if letter not in "imsxuU":
                raise PatternError(f"unsupported flag `{letter}`")
        if opens:
            self.outer.append((self.spaced, self.unicode))
        self.spaced = ("x" in on) or (self.spaced and "x" not in off)
        self.unicode = ("u" in on) or (self.unicode and "u" not in off)
        kept_on = "".join(letter for letter in on if letter in "imsU")
        kept_off = "".join(letter for letter in off if letter in "imsU")
        kept = kept_on + ("-" + kept_off if kept_off else "")
        if opens:
            self.out.append(f"(?{kept}:")
        elif kept:
            self.out.append(f"(?{kept})")

    def close(self) -> None:
        """`)`: the flags of the group around it hold again."""
        if self.outer:
            self.spaced, self.unicode = self.outer.pop()
        self.out.append(")")
        self.at += 1

    def repetition(self) -> None:
        """`{`: a count, never a literal brace."""
        found = _REPETITION.match(self.text, self.at)
        if found is None or not (found.group(1) or found.group(3)):
            raise PatternError("repetition quantifier expects a valid decimal")
        least, comma, most = found.groups()
        if any(len(number) > 4 or int(number or 0) > 1000 for number in (least, most)):
            raise PatternError("repetition counts above 1000 are not supported")
        self.out.append("{" + (least or "0") + comma + most + "}")
        self.at = found.end()

    def escape(self) -> None:
        r"""`\` outside a class."""
        self.out.append(self.escaped(inside=False))

    def escaped(self, *, inside: bool) -> str:
        r"""Translate the escape that starts here, for the outside or the inside of a class."""
        letter = self.text[self.at + 1 : self.at + 2]
        self.at += 2
        if letter in _CLASSES:
            content = _CLASSES[letter][0 if self.unicode else 1]
            return content if inside else f"[{content}]"
        if letter in _CODE_POINT:
            return self.code_point(letter)
        if letter and letter in "pP":
            return self.property(letter == "P", inside)
        if letter.isdigit():
            raise PatternError(_BACK)
        if letter in ("b", "B", "A", "z") and not inside:
            if self.text[self.at : self.at + 1] == "{":
                raise PatternError("word boundaries of one side are not supported")
            return "\\" + letter
        if letter in ("a", "f", "n", "r", "t", "v"):
            return "\\" + letter
        if letter in ("<", ">"):
            raise PatternError("word boundaries of one side are not supported")
        if not letter:
            raise PatternError("incomplete escape sequence, reached end of pattern prematurely")
        if letter.isascii() and not letter.isalnum():
            return letter if letter.isspace() else "\\" + letter
        raise PatternError(f"unrecognized escape sequence `\\{letter}`")

    def code_point(self, letter: str) -> str:
        """A character by its number."""
        found = _CODE_POINT[letter].match(self.text, self.at)
        number = int(found.group(1) or found.group(2), 16) if found else -1
        if found is None or number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
            raise PatternError("hexadecimal literal is not a Unicode scalar value")
        self.at = found.end()
        return f"\\x{{{number:x}}}"

    def property(self, negated: bool, inside: bool) -> str:
        """A Unicode property by short or long name."""
        found = _PROPERTY.match(self.text, self.at)
        if found is None:
            raise PatternError("invalid Unicode property")
        self.at = found.end()
        content = property_class(found.group(1) or found.group(2), negated, inside)
        if content is None:
            raise PatternError(f"Unicode property not found: {found.group(1) or found.group(2)}")
        return content

    def bracket(self) -> None:
        """`[`: a class."""
        negated, content = self.class_body()
        self.out.append(("[^" if negated else "[") + content + "]")

    def class_body(self) -> tuple[bool, str]:
        """Read a class and those in it; return whether it is negated, and what its brackets hold."""
        self.at += 1
        self.skip_space()
        negated = self.text.startswith("^", self.at)
        self.at += negated
        pieces: list[str] = []
        if self.skip_space() and self.text[self.at] == "]":
            pieces.append("\\]")
            self.at += 1
        while self.skip_space():
            if self.text[self.at] == "]":
                self.at += 1
                return negated, "".join(pieces)
            pieces.append(self.class_item())
        raise PatternError("unclosed character class")

    def class_item(self) -> str:
        """One character, escape, range end, POSIX name or nested class."""
        text, at = self.text, self.at
        if text.startswith(("&&", "--", "~~"), at):
            raise PatternError("class set operations (&&, --, ~~) are not supported")
        char = text[at]
        if char == "\\":
            return self.escaped(inside=True)
        if char == "[":
            posix_end = text.find(":]", at) if text.startswith("[:", at) else -1
            if posix_end > 0:
                self.at = posix_end + 2
                return text[at : self.at]
            negated, content = self.class_body()
            if negated:
                raise PatternError("negated classes inside classes are not supported")
            return content
        self.at += 1
        return char


_STEPS = {
    "(": _Rewriter.group,
    ")": _Rewriter.close,
    "{": _Rewriter.repetition,
    "[": _Rewriter.bracket,
    "\\": _Rewriter.escape,
}
