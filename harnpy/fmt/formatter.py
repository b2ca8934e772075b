"""Front door: a program in, its canonical text out, or why there is none.

The text is parsed again: it must be the same program with the same comments, or it is not handed out.
"""

from collections import Counter

from harnpy.base.spans import SourceFile
from harnpy.diagnostics.codes import syntax as codes
from harnpy.diagnostics.model import Diagnostic
from harnpy.diagnostics.report import Report
from harnpy.fmt.comments import attach
from harnpy.fmt.context import Layouter
from harnpy.fmt.doc import Doc, Writer
from harnpy.fmt.rules.declarations import items
from harnpy.fmt.rules.table import RULES
from harnpy.fmt.sameness import difference
from harnpy.fmt.separators import resized
from harnpy.fmt.widths import too_wide
from harnpy.syntax import nodes
from harnpy.syntax.parser import parse_with_comments
from harnpy.syntax.tokens import Comment

WIDTH = 100
_MARK = "\ufeff"
# A comment that moves to another line may change the layout there once more.
_ROUNDS = 4


class Unformattable(ValueError):
    """A program without a canonical text.

    kind     `parse`: it is broken; `line_width`: a line stays too wide; `format`: the formatter failed
    report   what the parser said, for `parse`
    """

    def __init__(self, kind: str, text: str, report: Report | None = None) -> None:
        super().__init__(text)
        self.kind = kind
        self.report = report


def format_text(
    text: str, path: str = "<source>", *, width: int = WIDTH, separators: int | None = None
) -> str:
    """The canonical text of a program; comments that separate sections get the width `separators`.

    Raises:
        Unformattable: there is none; see there.
    """
    source = text.removeprefix(_MARK).replace("\r\n", "\n")
    file, module, comments = _parsed(source, path)
    words = _words(comments, separators)
    if separators is not None:
        comments = [_resized(comment, separators) for comment in comments]
    original, made = module, ""
    for _ in range(_ROUNDS):
        made, settled = _laid_out(file, module, comments, width)
        if made == source:
            break
        source = made
        file, module, comments = _checked(made, path, original)
        if _words(comments, separators) != words:
            raise _failed("other comments")
        if settled:
            break
    wide = too_wide(SourceFile(path, made), width)
    if wide is not None:
        line, columns = wide
        raise Unformattable(
            "line_width", f"formatted line {line} is {columns} columns wide (maximum {width})"
        )
    return made


def _parsed(source: str, path: str) -> tuple[SourceFile, nodes.Module, list[Comment]]:
    file = SourceFile(path, source)
    module, report, comments = parse_with_comments(file)
    if report.has_errors:
        raise Unformattable("parse", _told(report.sorted()[0]), report)
    return file, module, comments


def _told(fault: Diagnostic) -> str:
    """A syntax error in one sentence with its place."""
    line, column = fault.span.file.line_col(fault.span.start)
    wanted, found = fault.data.get("wanted"), fault.data.get("found")
    if fault.message is codes.END_OF_FILE:
        return f"Unexpected end of file, expected {wanted}"
    if fault.message is codes.EXPECTED or fault.message is codes.LINE_BREAK:
        return f"Expected {wanted}, got {found or 'newline'} at {line}:{column}"
    place = f"{line}:{column}"
    return fault.text if fault.text.endswith(place) else f"{fault.text} at {place}"


def _checked(made: str, path: str, original: nodes.Module) -> tuple[SourceFile, nodes.Module, list[Comment]]:
    """The parts of a text that the formatter made of the program `original`."""
    try:
        parts = _parsed(made, path)
    except Unformattable as fault:
        raise _failed(f"a text that does not parse ({fault})") from None
    if difference(original, parts[1]) is not None:
        raise _failed("another program")
    return parts


def _failed(what: str) -> Unformattable:
    text = f"the formatter made {what} of it; the file is left as it was. This is a bug in harnpy"
    return Unformattable("format", text)


def _laid_out(
    file: SourceFile, module: nodes.Module, comments: list[Comment], width: int
) -> tuple[str, bool]:
    """The text of a module, and whether laying it out again must give the same."""
    attached = attach(file, module, comments)
    layouter = Layouter(RULES, attached.places, width)
    lines = items(layouter, module)
    homeless = set(comments) - layouter.said - attached.kept
    if homeless:
        attached = attach(file, module, comments, homeless)
        lines = items(Layouter(RULES, attached.places, width), module)
    out = Writer(width)
    if file.text.startswith("#!"):
        out.text(file.text.split("\n", 1)[0].rstrip())
        out.line(0)
    _write_items(out, lines)
    whole = out.whole()
    return (whole if not whole or whole.endswith("\n") else whole + "\n"), not attached.moved


def _write_items(out: Writer, lines: list[tuple[Doc, bool]]) -> None:
    """Write the items of a module with an empty line between them, but none between imports."""
    after_import: bool | None = None
    for doc, is_import in lines:
        if after_import is not None:
            out.line(0)
            if not (after_import and is_import):
                out.line(0)
        out.doc(doc, 0)
        after_import = is_import


def _resized(comment: Comment, width: int) -> Comment:
    return comment if comment.block else Comment(resized(comment.text, width), comment.start)


def _words(comments: list[Comment], separators: int | None) -> Counter[str]:
    """What comments say, however they are marked and broken into lines."""
    found: Counter[str] = Counter()
    for comment in comments:
        text = comment.text if separators is None or comment.block else resized(comment.text, separators)
        found.update(text.replace("/", " ").replace("*", " ").split())
    return found
