"""Front door: a source file in, its module and a report out. Nothing here raises on any input."""

from collections.abc import Sequence
from typing import cast

from harnpy.base.spans import SourceFile, Span
from harnpy.diagnostics.report import Report
from harnpy.syntax import lalr_table, nodes
from harnpy.syntax.build.problems import TOO_DEEP, TOO_DEEP_FOUND, expected_in
from harnpy.syntax.build.rules import BUILDERS
from harnpy.syntax.driver import Context, GaveUp, Stack, link, run
from harnpy.syntax.lexer import lex
from harnpy.syntax.postlex import Decided, decide
from harnpy.syntax.syntax_errors import Recovery
from harnpy.syntax.tokens import Comment, Token

_RULES = tuple(link(lalr_table.RULES, BUILDERS))


def parse(file: SourceFile) -> tuple[nodes.Module, Report]:
    """Parse a whole file; the module holds what could be parsed, the report what could not."""
    value, report = _parse(file, "module")
    if isinstance(value, nodes.Module):
        return value, report
    return nodes.Module(span=Span(file, 0, len(file.text)), items=()), report


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


def _parse_ours(file: SourceFile, start: str) -> object:
    """Parse a text that must be right."""
    value, report = _parse(file, start)
    if report.has_errors:
        raise ValueError(f"{file.text!r}: {report.diagnostics[0].text}")
    return value


def _parse(file: SourceFile, start: str) -> tuple[object, Report]:
    lexed = lex(file)
    if lexed.report.has_errors:
        return None, lexed.report
    decided = decide(lexed.tokens, "fn" if start == "signature" else "")
    report = Report()
    if decided.too_deep is not None:
        token = decided.too_deep
        expected_in(Context(file, report), Span(file, token.start, token.end), TOO_DEEP, TOO_DEEP_FOUND)
        return None, report
    return _run(file, decided, start, report), report


def _run(file: SourceFile, decided: Decided, start: str, report: Report) -> object:
    context = Context(file, report)
    stack = Stack(lalr_table.STARTS[start])
    recovery = Recovery(context, decided)
    try:
        return run(lalr_table.ROWS, _RULES, decided.tokens, stack, context, recovery.recover)
    except GaveUp:
        return recovery.salvage(stack)
