"""Where the post-lex pass stands: what it put out so far and which brackets are open."""

from bisect import bisect_right

from harnpy.syntax.lookahead import LONGEST_TYPE, match_brackets
from harnpy.syntax.tokens import CLOSURE_LBRACE, IDENT, NEWLINE, SEP, Token

MAX_DEPTH = 64

BODIES = frozenset(("block", "closure", "tool", "eval_pack", "fields"))
"""Kinds of braces in which statements, or what looks like them, stand."""


class State:
    """The output so far, and of the innermost open bracket its kind, the header that waits for its block, and
    whether a `guard` waits for its `else`; `outer` holds these of the brackets around it.
    """

    def __init__(self, raw: list[Token], header: str) -> None:
        self.raw = raw
        # A token before the first one, whose kind is empty.
        self.out = [Token("", "", 0, 0)]
        self.partner, self.lonely, self.greater_at = match_brackets(raw)
        self.bracket = "top"
        self.header = header
        self.guard = False
        self.outer: list[tuple[str, str, bool]] = []
        self.type_ends: set[int] = set()
        self.ternary: dict[int, bool] = {}
        self.in_import = self.attributed = False
        self.too_deep: Token | None = None
        self.unclosed = 0

    def after(self, index: int) -> int:
        """The index of the next token behind `index` that is no line break."""
        raw = self.raw
        index += 1
        while raw[index].kind == NEWLINE:
            index += 1
        return index

    def previous(self) -> str:
        """Kind of the last token put out; empty at the start."""
        return self.out[-1].kind

    def put(self, index: int, token: Token, kind: str) -> int:
        """Put out `token` as `kind`."""
        token.kind = kind
        self.out.append(token)
        return index + 1

    def at_statement(self) -> bool:
        """Does a statement start here?"""
        last = self.previous()
        if last in ("", SEP, CLOSURE_LBRACE, "pub"):
            return True
        if last == "{":
            return self.bracket in BODIES
        if last == "->":
            return self.bracket in ("closure", "block")
        return self.attributed and last in (IDENT, ")")

    def group_then_brace(self, index: int) -> bool:
        """Is `index` a parenthesis whose partner is directly followed by `{`?"""
        close = self.partner.get(index)
        return self.raw[index].kind == "(" and close is not None and self.raw[close + 1].kind == "{"

    def push(self, token: Token, kind: str) -> None:
        """Enter a bracket."""
        outer = self.outer
        outer.append((self.bracket, self.header, self.guard))
        self.bracket = kind
        self.header = ""
        self.guard = False
        if len(outer) > MAX_DEPTH and self.too_deep is None:
            self.too_deep = token

    def nest(self, token: Token) -> None:
        """Count a bracket without partner, which is no frame for what follows."""
        self.unclosed += 1
        if len(self.outer) + self.unclosed > MAX_DEPTH and self.too_deep is None:
            self.too_deep = token

    def closes_soon(self, index: int) -> bool:
        """Is there a `>` at all, near enough to close what `index` opens?"""
        following = bisect_right(self.greater_at, index)
        return following < len(self.greater_at) and self.greater_at[following] - index < LONGEST_TYPE
