"""Reading texts in tests: kinds of tokens, short forms of trees, diagnostics as lines."""

from pathlib import Path

from harnpy.base.spans import SourceFile
from harnpy.diagnostics.model import Diagnostic
from harnpy.syntax import nodes, parser
from harnpy.syntax.lexer import Lexed, lex

FORMS = (Path(__file__).parent / "forms.harn").read_text(encoding="utf-8")


def lexed(text: str) -> Lexed:
    """What the lexer makes of `text`."""
    return lex(SourceFile("t.harn", text))


def kinds(text: str) -> str:
    """Kinds of the tokens after post-lex, separated by blanks."""
    return " ".join(token.kind for token in parser.tokens(SourceFile("t.harn", text)))


def module(text: str) -> nodes.Module:
    """The module of a text without errors."""
    found, report = parser.parse(SourceFile("t.harn", text))
    assert [one.text for one in report.diagnostics] == []
    return found


def only(text: str) -> nodes.Node:
    """The only statement of a text without errors."""
    (statement,) = module(text).items
    return statement


def value(text: str) -> nodes.Expr:
    """The expression that a text is."""
    found, report = parser.parse_expression(SourceFile("t.harn", text))
    assert [one.text for one in report.diagnostics] == []
    assert found is not None
    return found


def short(item: object) -> str:
    """An expression with all its parentheses."""
    match item:
        case nodes.BinaryOp():
            return f"({short(item.left)} {item.op} {short(item.right)})"
        case nodes.RangeExpr():
            return f"({short(item.start)} {'..=' if item.inclusive else '..'} {short(item.end)})"
        case nodes.UnaryOp():
            return f"({item.op}{short(item.operand)})"
        case nodes.Ternary():
            return f"({short(item.condition)} ? {short(item.then)} : {short(item.otherwise)})"
        case nodes.TryOperator():
            return f"{short(item.operand)}?"
        case nodes.NonNullAssert():
            return f"{short(item.operand)}!"
        case nodes.TryStar():
            return f"(try* {short(item.operand)})"
        case nodes.Node():
            return item.span.text
    return repr(item)


def faults(text: str) -> list[Diagnostic]:
    """The diagnostics of a text, in source order."""
    return parser.parse(SourceFile("t.harn", text))[1].sorted()


def told(text: str) -> list[str]:
    """The diagnostics as `CODE LINE:COLUMN message`."""
    return [
        "{} {}:{} {}".format(one.code, *one.span.file.line_col(one.span.start), one.text)
        for one in faults(text)
    ]
