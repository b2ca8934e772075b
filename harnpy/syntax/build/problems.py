"""Complaints of build functions: what the grammar admits and the language does not."""

from harnpy.base.spans import Span
from harnpy.diagnostics.codes import syntax as codes
from harnpy.syntax.driver import Context
from harnpy.syntax.nodes import AttributedDecl, Body, ImportDecl, Node, Pipeline
from harnpy.syntax.nodes.core import new, unsealed
from harnpy.syntax.tokens import Token

_Body = unsealed(Body)

MAX_NESTING = 64
TOO_DEEP = f"parser nesting depth within {MAX_NESTING} levels"
TOO_DEEP_FOUND = "source nesting depth exceeded"


def spelled(token: Token) -> str:
    """How a message prints a token: `id(x)`, `str(x)`, `int(1)`, or the token itself."""
    kind, text = token.kind, token.text
    if kind == "IDENT":
        return f"id({text})"
    if kind == "STRING":
        return f"str({text[1:-1]})"
    if kind in ("INT", "FLOAT", "DURATION"):
        return f"{kind.lower()}({text})"
    return "newline" if text == "\n" else text


def expected_at(ctx: Context, token: Token, wanted: str) -> None:
    """Report that `wanted` should stand where `token` does."""
    ctx.report.error(
        codes.EXPECTED, Span(ctx.file, token.start, token.end), wanted=wanted, found=spelled(token)
    )


def expected_in(ctx: Context, span: Span, wanted: str, found: str) -> None:
    """Report that `wanted` should stand at `span`, where `found` does."""
    ctx.report.error(codes.EXPECTED, span, wanted=wanted, found=found)


def nested_too_deeply(ctx: Context, inner: Node, kind: type[Node], field: str) -> bool:
    """Report a chain of `kind` nodes from `inner` along `field` that is as long as nesting may be."""
    current: object = inner
    for _ in range(MAX_NESTING):
        if current.__class__ is not kind:
            return False
        current = getattr(current, field)
    if not any(one.data.get("wanted") == TOO_DEEP for one in ctx.report.diagnostics):
        expected_in(ctx, inner.span, TOO_DEEP, TOO_DEEP_FOUND)
    return True


def body_of(ctx: Context, span: Span, statements: list[Node] | None) -> Body:
    """A body; what belongs to the top level of a file is refused in it."""
    if not statements:
        return Body(span=span, statements=())
    for statement in statements:
        kind = statement.__class__
        if kind is ImportDecl or kind is Pipeline:
            _misplaced(ctx, statement)
        elif kind is AttributedDecl and isinstance(statement, AttributedDecl):
            _check_attributed(ctx, statement)
    made = new(_Body)
    made.span = span
    made.statements = tuple(statements)
    made.__class__ = Body
    return made


def _check_attributed(ctx: Context, statement: AttributedDecl) -> None:
    if isinstance(statement.inner, Pipeline):
        _misplaced(ctx, statement.inner)
    for attribute in statement.attributes:
        if attribute.name == "sibling":
            expected_in(ctx, attribute.span, "`@sibling` on a module-level `fn`", "a nested declaration")


def _misplaced(ctx: Context, statement: Node) -> None:
    """Report an import or a pipeline below the top level."""
    word = statement.span.text.split(None, 1)[0]
    expected_in(
        ctx, Span(ctx.file, statement.span.start, statement.span.start + len(word)), "expression", word
    )
