"""Layout algebra: documents in, lines of at most a given width out.

A document is a plain `str` without a line break, which never breaks, or a `Layout`. `Layout.flat` is its text
on one line, or None where it cannot stand on one. Whether a layout breaks is decided when it is written: it
stays on one line if that fits together with `tail`, the columns that must follow on the same line.
"""

from collections.abc import Sequence
from typing import cast

INDENT = 2
# A text of this length fits on no line that anybody asks for; joining longer ones would only cost time.
_LONGEST = 2000


class Layout:
    """A document that may take several lines; `lead` is the width it needs at least on its first line."""

    __slots__ = ("flat", "lead")
    flat: str | None
    lead: int

    def write(self, out: "Writer", indent: int, tail: int) -> None:
        """Write the layout from the current column on; `indent` is the indentation of its line."""
        raise NotImplementedError


Doc = str | Layout


def flat_of(doc: Doc) -> str | None:
    """The text of a document on one line, or None where it needs several."""
    return doc if isinstance(doc, str) else doc.flat


def joined(docs: Sequence[Doc], between: str = "") -> str | None:
    """The documents on one line, or None where one of them needs several."""
    texts: list[str] = []
    for doc in docs:
        text = doc if doc.__class__ is str else cast("Layout", doc).flat
        if text is None:
            return None
        texts.append(cast("str", text))
    whole = between.join(texts)
    return None if len(whole) > _LONGEST else whole


class Writer:
    """The text written so far. Comments that end a line wait until that line ends."""

    __slots__ = ("column", "parts", "waiting", "width")

    def __init__(self, width: int) -> None:
        self.width = width
        self.parts: list[str] = []
        self.column = 0
        self.waiting: list[str] = []

    def text(self, text: str) -> None:
        """Write text without a line break."""
        self.parts.append(text)
        self.column += len(text)

    def fits(self, length: int) -> bool:
        """Is there room for so many columns on the current line?"""
        return self.column + length <= self.width

    def line(self, indent: int) -> None:
        """End the line and begin the next one."""
        if self.waiting:
            self.end(indent)
        self.parts.append("\n" + " " * indent)
        self.column = indent

    def end(self, indent: int) -> None:
        """Write the comments that wait for the end of the line; behind a `//` a further line is needed."""
        before = ""
        for text in self.waiting:
            self.parts.append(f"\n{' ' * indent}{text}" if before.startswith("//") else f"  {text}")
            before = text
        self.waiting.clear()

    def verbatim(self, text: str) -> None:
        """Write text that may hold line breaks of its own."""
        self.parts.append(text)
        last = text.rfind("\n")
        self.column = self.column + len(text) if last < 0 else len(text) - last - 1

    def doc(self, doc: Doc, indent: int, tail: int = 0) -> None:
        """Write a document."""
        if isinstance(doc, str):
            self.parts.append(doc)
            self.column += len(doc)
        else:
            doc.write(self, indent, tail)

    def whole(self) -> str:
        """Everything written."""
        self.end(0)
        return "".join(self.parts)


class Verbatim(Layout):
    """A literal over several lines, which no rule may touch."""

    __slots__ = ("written",)

    def __init__(self, written: str) -> None:
        self.written = written
        self.flat = None
        self.lead = written.find("\n")

    def write(self, out: Writer, indent: int, tail: int) -> None:
        """Write it as it is."""
        out.verbatim(self.written)


class Row(Layout):
    """Documents side by side; each breaks for itself."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Doc]) -> None:
        self.parts = parts
        self.flat = joined(parts)
        self.lead = _lead_of(parts)

    def write(self, out: Writer, indent: int, tail: int) -> None:
        """Write the parts; what surely follows a part on its line counts as the part's tail."""
        if self.flat is not None and out.fits(len(self.flat) + tail):
            out.text(self.flat)
            return
        tails = [tail] * len(self.parts)
        for index in range(len(self.parts) - 2, -1, -1):
            following = self.parts[index + 1]
            if isinstance(following, str):
                tails[index] = len(following) + tails[index + 1]
            else:
                tails[index] = self.least(following, tails[index + 1])
        for part, follows in zip(self.parts, tails, strict=True):
            out.doc(part, indent, follows)

    def least(self, part: Layout, tail: int) -> int:
        """The columns that a part and its own tail take at least behind the part before."""
        return part.lead


class Signature(Row):
    """Documents side by side of which the first breaks before any later one does."""

    __slots__ = ()

    def least(self, part: Layout, tail: int) -> int:
        """All columns, where the part can do with one line."""
        return part.lead if part.flat is None else len(part.flat) + tail


def _lead_of(parts: Sequence[Doc]) -> int:
    width = 0
    for part in parts:
        if not isinstance(part, str):
            return width + part.lead
        width += len(part)
    return width


def row(*parts: Doc) -> Doc:
    """Documents side by side; plain text if all of them are."""
    for part in parts:
        if part.__class__ is not str:
            return Row(parts)
    return "".join(cast("tuple[str, ...]", parts))


class Bracketed(Layout):
    """Items between brackets: on one line, or one a line with a comma behind each.

    `padding` stands inside the brackets on one line. `closing` are comments before the closing bracket.
    """

    __slots__ = ("brackets", "closing", "items")

    def __init__(
        self,
        brackets: tuple[str, str],
        items: Sequence[Doc],
        *,
        padding: str = "",
        closing: Sequence[str] = (),
    ) -> None:
        self.brackets = brackets
        self.items = items
        self.closing = closing
        self.lead = len(brackets[0])
        inside = None if closing else joined(items, ", ")
        self.flat = None if inside is None else f"{brackets[0]}{padding}{inside}{padding}{brackets[1]}"

    def write(self, out: Writer, indent: int, tail: int) -> None:
        """Write the items."""
        if self.flat is not None and out.fits(len(self.flat) + tail):
            out.text(self.flat)
        else:
            self.write_broken(out, indent)

    def write_broken(self, out: Writer, indent: int) -> None:
        """Write one item a line."""
        out.text(self.brackets[0])
        for item in self.items:
            out.line(indent + INDENT)
            out.doc(item, indent + INDENT, 1)
            out.text(",")
        _write_comments(out, self.closing, indent + INDENT)
        out.line(indent)
        out.text(self.brackets[1])


def bracketed(brackets: tuple[str, str], items: Sequence[Doc], *, closing: Sequence[str] = ()) -> Doc:
    """Items between brackets; plain text where there are none."""
    if items or closing:
        return Bracketed(brackets, items, closing=closing)
    return "".join(brackets)


class Link:
    """One part of a chain: what it starts with, its document, and the comments before its line.

    `joint` ends the line before it where a line break alone would end the statement.
    """

    __slots__ = ("above", "after", "doc", "joint", "sign")

    def __init__(
        self, sign: str, doc: Doc, *, joint: str = "", above: Sequence[str] = (), after: Sequence[str] = ()
    ) -> None:
        self.sign = sign
        self.doc = doc
        self.joint = joint
        self.above = above
        self.after = after


class Chain(Layout):
    """An operand and operators with theirs: the first line takes as many as fit, then each has its own."""

    __slots__ = ("head", "links")

    def __init__(self, head: Doc, links: Sequence[Link]) -> None:
        self.head = head
        self.links = links
        self.lead = len(head) if isinstance(head, str) else head.lead
        self.flat = None
        parts: list[Doc] = [head]
        for link in links:
            if link.above or link.after:
                return
            parts += (f" {link.sign}", link.doc)
        self.flat = joined(parts)

    def write(self, out: Writer, indent: int, tail: int) -> None:
        """Write the chain."""
        if self.flat is not None and out.fits(len(self.flat) + tail):
            out.text(self.flat)
            return
        text, count = self.first_line(out)
        if text:
            out.text(text)
        else:
            out.doc(self.head, indent, len(self.links[0].joint))
        for index in range(count, len(self.links)):
            link = self.links[index]
            out.text(link.joint)
            out.waiting += link.after
            _write_comments(out, link.above, indent + INDENT)
            out.line(indent + INDENT)
            out.text(link.sign)
            last = index + 1 == len(self.links)
            out.doc(link.doc, indent + INDENT, tail if last else len(self.links[index + 1].joint))

    def first_line(self, out: Writer) -> tuple[str, int]:
        """The text of the operands that fit on the first line and the number of links in it."""
        text = flat_of(self.head) or ""
        if not text or not out.fits(len(text) + len(self.links[0].joint)):
            return "", 0
        for count, link in enumerate(self.links[:-1]):
            piece = flat_of(link.doc)
            if piece is None or link.above or link.after:
                return text, count
            longer = f"{text} {link.sign}{piece}"
            if not out.fits(len(longer) + len(self.links[count + 1].joint)):
                return text, count
            text = longer
        return text, len(self.links) - 1


class Call:
    """One `.method(args)` of a chain of calls, with what follows it up to the next."""

    __slots__ = ("above", "after", "arguments", "name", "rest")

    def __init__(
        self,
        name: str,
        arguments: Doc,
        rest: list[Doc],
        above: Sequence[str] = (),
        after: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.arguments = arguments
        self.rest = rest
        self.above = above
        self.after = after

    def docs(self) -> list[Doc]:
        """The parts side by side."""
        return [self.name, self.arguments, *self.rest]


class Calls(Layout):
    """A chain of method calls.

    Calls stay on the first line while they fit; the first that does not has its arguments broken, or stands
    on the next line where even its opening bracket finds no room. Behind a break each has its own line.
    """

    __slots__ = ("calls", "head")

    def __init__(self, head: Doc, calls: Sequence[Call]) -> None:
        self.head = head
        self.calls = calls
        self.lead = len(head) if isinstance(head, str) else head.lead
        self.flat = None
        parts: list[Doc] = [head]
        for call in calls:
            if call.above or call.after:
                return
            parts += (call.name, call.arguments)
            parts += call.rest
        self.flat = joined(parts)

    def write(self, out: Writer, indent: int, tail: int) -> None:
        """Write the chain."""
        if self.flat is not None and out.fits(len(self.flat) + tail):
            out.text(self.flat)
            return
        broken = self.write_head(out, indent)
        for index, call in enumerate(self.calls):
            follows = tail if index + 1 == len(self.calls) else 0
            broken = broken or bool(call.above or call.after)
            if not broken:
                written = joined(call.docs())
                if written is not None and out.fits(len(written) + follows):
                    out.text(written)
                    continue
                broken = True
                if isinstance(call.arguments, Bracketed) and out.fits(len(call.name) + 1):
                    out.text(call.name)
                    call.arguments.write_broken(out, indent)
                    out.doc(Row(call.rest), indent, follows)
                    continue
            out.waiting += call.after
            _write_comments(out, call.above, indent + INDENT)
            out.line(indent + INDENT)
            out.doc(Row(call.docs()), indent + INDENT, follows)

    def write_head(self, out: Writer, indent: int) -> bool:
        """Write what the first call is made on; True when that took several lines."""
        text = flat_of(self.head)
        if text is not None and (isinstance(self.head, str) or out.fits(len(text))):
            out.text(text)
            return False
        out.doc(self.head, indent)
        return True


class Assigned(Layout):
    """`target =` and its value, which takes the next line where it can break nowhere."""

    __slots__ = ("target", "value")

    def __init__(self, target: Doc, value: Doc) -> None:
        self.target = target
        self.value = value
        self.flat = joined((target, " ", value))
        self.lead = len(target) if isinstance(target, str) else target.lead

    def write(self, out: Writer, indent: int, tail: int) -> None:
        """Write the assignment."""
        if self.flat is not None and out.fits(len(self.flat) + tail):
            out.text(self.flat)
            return
        out.doc(self.target, indent, 1)
        if isinstance(self.value, str):
            out.line(indent + INDENT)
            out.text(self.value)
        else:
            out.text(" ")
            out.doc(self.value, indent, tail)


class Block(Layout):
    """Statements between braces, one a line; on one line where `inline` holds their text."""

    __slots__ = ("closing", "head", "opening", "statements")

    def __init__(
        self,
        head: Doc,
        statements: Sequence[Doc],
        *,
        inline: str | None = None,
        opening: Sequence[str] = (),
        closing: Sequence[str] = (),
    ) -> None:
        self.head = head
        self.statements = statements
        self.opening = opening
        self.closing = closing
        self.flat = inline
        self.lead = 1

    def write(self, out: Writer, indent: int, tail: int) -> None:
        """Write the block."""
        if self.flat is not None and out.fits(len(self.flat) + tail):
            out.text(self.flat)
            return
        out.doc(self.head, indent)
        out.waiting += self.opening
        for statement in self.statements:
            out.line(indent + INDENT)
            out.doc(statement, indent + INDENT)
        _write_comments(out, self.closing, indent + INDENT)
        out.line(indent)
        out.text("}")


class Lines(Layout):
    """Documents below each other at the indentation of the first."""

    __slots__ = ("docs",)

    def __init__(self, docs: Sequence[Doc]) -> None:
        self.docs = docs
        self.flat = None
        self.lead = _lead_of(docs[:1])

    def write(self, out: Writer, indent: int, tail: int) -> None:
        """Write the lines."""
        for index, doc in enumerate(self.docs):
            if index:
                out.line(indent)
            out.doc(doc, indent, tail if index + 1 == len(self.docs) else 0)


class Commented(Layout):
    """A document with comments on the lines above it and at the end of its last line."""

    __slots__ = ("above", "after", "doc")

    def __init__(self, doc: Doc, above: Sequence[str], after: Sequence[str]) -> None:
        self.doc = doc
        self.above = above
        self.after = after
        self.flat = None
        self.lead = len(doc) if isinstance(doc, str) else doc.lead

    def write(self, out: Writer, indent: int, tail: int) -> None:
        """Write the document between its comments."""
        for text in self.above:
            _write_comment(out, text, indent)
            out.line(indent)
        out.doc(self.doc, indent, tail)
        out.waiting += self.after


class Comments(Layout):
    """Comments on lines of their own with nothing behind them."""

    __slots__ = ("texts",)

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self.flat = None
        self.lead = 0

    def write(self, out: Writer, indent: int, tail: int) -> None:
        """Write the comments."""
        for index, text in enumerate(self.texts):
            if index:
                out.line(indent)
            _write_comment(out, text, indent)


def _write_comment(out: Writer, text: str, indent: int) -> None:
    """Write a comment at the current place, its further lines as they are made for that indentation."""
    out.verbatim(text.replace("\n", "\n" + " " * indent) if text.startswith("/**\n") else text)


def _write_comments(out: Writer, comments: Sequence[str], indent: int) -> None:
    for text in comments:
        out.line(indent)
        _write_comment(out, text, indent)
