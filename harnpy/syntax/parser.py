"""Front door: a source file in, its module and a report out. Nothing here raises on any input."""

from collections.abc import Callable, Iterator, Sequence
from typing import cast

from harnpy.base.spans import SourceFile, Span
from harnpy.diagnostics.codes import syntax as codes
from harnpy.diagnostics.report import Report
from harnpy.syntax import lalr_table, nodes
from harnpy.syntax.build.problems import TOO_DEEP, TOO_DEEP_FOUND, expected_in
from harnpy.syntax.build.rules import BUILDERS
from harnpy.syntax.driver import Context, GaveUp, Stack, link, run
from harnpy.syntax.lexer import Lexed, lex
from harnpy.syntax.postlex import Decided, decide
from harnpy.syntax.syntax_errors import Recovery
from harnpy.syntax.tokens import Comment, Token

_TABLE = link(lalr_table.ROWS, lalr_table.RULES, BUILDERS)


def parse(file: SourceFile) -> tuple[nodes.Module, Report]:
    """Parse a whole file; the module holds what could be parsed, the report what could not."""
    module, report, _ = parse_with_comments(file)
    return module, report


def parse_with_comments(file: SourceFile) -> tuple[nodes.Module, Report, list[Comment]]:
    """Parse a whole file; the comments are those that the nodes leave out, in order."""
    lexed = _lexed(file)
    value, report = _parse_tokens(file, lexed, "module")
    if isinstance(value, nodes.Module):
        return value, report, lexed.comments
    return nodes.Module(span=Span(file, 0, len(file.text)), items=()), report, lexed.comments


def parse_expression(file: SourceFile) -> tuple[nodes.Expr | None, Report]:
    """Parse a text that is one expression; None when it is none."""
    value, report = _parse(file, "expression")
    return (value if isinstance(value, nodes.Expr) else None), report


def parse_type(text: str) -> nodes.TypeNode:
    """Parse a type.

    Raises:
        ValueError: the text is no type.
    """
    return cast("nodes.TypeNode", _parse_ours(SourceFile("<type>", text), "type_alone"))


def parse_signature(text: str) -> nodes.FnDecl:
    """Parse a signature `name<T>(params) -> R`; its body is empty.

    Raises:
        ValueError: the text is no signature.
    """
    return cast("nodes.FnDecl", _parse_ours(SourceFile("<signature>", text), "signature"))


def tokens(file: SourceFile) -> list[Token]:
    """The tokens of a file after post-lex, without the closing END."""
    return decide(lex(file).tokens).tokens[:-1]


def comments(file: SourceFile) -> list[Comment]:
    """The comments of a file in order."""
    return lex(file).comments


class Reduction:
    """One step of the parser for `check --show tree`: a rule, what it covers, the steps below it."""

    __slots__ = ("children", "rule", "span")

    def __init__(self, rule: str, span: Span, children: list["Reduction | Token"]) -> None:
        self.rule = rule
        self.span = span
        self.children = children


def reductions(file: SourceFile) -> Reduction | None:
    """The reductions of a file as a tree; None when it does not parse."""
    lexed = lex(file)
    decided = decide(lexed.tokens)
    if lexed.report.has_errors or decided.too_deep is not None:
        return None
    recorders = {name: _recorder(name) for name in BUILDERS}
    stack = Stack(lalr_table.STARTS["module"])
    table = link(lalr_table.ROWS, lalr_table.RULES, recorders)
    try:
        made = run(table, decided.tokens, stack, Context(file, Report()), _refuse)
    except GaveUp:
        return None
    return made if isinstance(made, Reduction) else None


def outline(step: Reduction) -> str:
    """An indented outline of a tree of reductions, one line each: rule, positions, text of its tokens."""
    lines: list[str] = []
    pending: list[tuple[Reduction | Token, int]] = [(step, 0)]
    while pending:
        current, depth = pending.pop()
        if isinstance(current, Token):
            lines.append(f"{'  ' * depth}{current.kind} {current.text!r}")
            continue
        (line, column), (last, end) = map(current.span.file.line_col, (current.span.start, current.span.end))
        lines.append(f"{'  ' * depth}{current.rule} {line}:{column}-{last}:{end}")
        pending.extend((child, depth + 1) for child in reversed(current.children))
    return "\n".join(lines)


def _recorder(rule: str) -> Callable[..., object]:
    """A build function that keeps the reduction itself."""

    def record(_ctx: Context, span: Span, *parts: object) -> Reduction:
        return Reduction(rule, span, list(_steps_in(parts)))

    return record


def _steps_in(parts: Sequence[object]) -> Iterator[Reduction | Token]:
    for part in parts:
        if isinstance(part, (Reduction, Token)):
            yield part
        elif isinstance(part, list):
            yield from _steps_in(cast("list[object]", part))


def _refuse(_stack: Stack, _tokens: Sequence[Token], _index: int) -> int:
    raise GaveUp


def incomplete(text: str) -> bool:
    """Does an input lack only its end, so that a prompt should wait for more lines?"""
    file = SourceFile("<input>", text)
    lexed = lex(file)
    for diagnostic in lexed.report.diagnostics:
        if diagnostic.message is codes.UNTERMINATED_COMMENT:
            return True
        if diagnostic.message is codes.UNTERMINATED_STRING:
            return text.startswith('"""', diagnostic.span.start)
    if lexed.report.has_errors:
        return False
    _, report = parse(file)
    first = report.diagnostics[0] if report.diagnostics else None
    return first is not None and first.message is codes.END_OF_FILE


def _parse_ours(file: SourceFile, start: str) -> object:
    """Parse a text that must be right."""
    value, report = _parse(file, start)
    if report.has_errors:
        raise ValueError(f"{file.text!r}: {report.diagnostics[0].text}")
    return value


def _parse(file: SourceFile, start: str) -> tuple[object, Report]:
    return _parse_tokens(file, _lexed(file), start)


def _lexed(file: SourceFile) -> Lexed:
    """The tokens of a text, or what is wrong with a text that is no Unicode."""
    found = None if file.text.isascii() else _lone_surrogate(file)
    if found is None:
        return lex(file)
    lexed = Lexed()
    lexed.report = found
    return lexed


def _parse_tokens(file: SourceFile, lexed: Lexed, start: str) -> tuple[object, Report]:
    if lexed.report.has_errors:
        return None, lexed.report
    decided = decide(lexed.tokens, "fn" if start == "signature" else "")
    report = Report()
    if decided.too_deep is not None:
        token = decided.too_deep
        expected_in(Context(file, report), Span(file, token.start, token.end), TOO_DEEP, TOO_DEEP_FOUND)
        return None, report
    return _run(file, decided, start, report), report


def _lone_surrogate(file: SourceFile) -> Report | None:
    """The report of a text that is no Unicode, which only a caller from Python can hand in; else None."""
    try:
        file.text.encode()
    except UnicodeEncodeError as fault:
        start = fault.start
    else:
        return None
    # Whoever shows the place encodes the text.
    shown = SourceFile(file.path, file.text.encode(errors="replace").decode())
    line, column = shown.line_col(start)
    report = Report()
    name = f"\\u{ord(file.text[start]):x}"
    report.error(codes.CHARACTER, Span(shown, start, start + 1), character=name, line=line, column=column)
    return report


def _run(file: SourceFile, decided: Decided, start: str, report: Report) -> object:
    context = Context(file, report)
    stack = Stack(lalr_table.STARTS[start])
    recovery = Recovery(context, decided)
    try:
        return run(_TABLE, decided.tokens, stack, context, recovery.recover)
    except GaveUp:
        return recovery.salvage(stack)
