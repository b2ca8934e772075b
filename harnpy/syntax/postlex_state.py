"""Where the post-lex pass stands: what it put out so far and which brackets are open."""

from bisect import bisect_right

from harnpy.syntax.lookahead import LONGEST_TYPE, match_brackets
from harnpy.syntax.tokens import CLOSURE_LBRACE, IDENT, NEWLINE, SEP, Token

MAX_DEPTH = 64

BODIES = frozenset(("block", "closure", "tool", "eval_pack", "fields"))
"""Kinds of braces in which statements, or what looks like them, stand."""


class State:
    """The output so far, and per open bracket its kind and the header that waits for its block."""

    def __init__(self, raw: list[Token], header: str) -> None:
        self.raw = raw
        self.out: list[Token] = []
        self.partner, self.lonely = match_brackets(raw)
        self.brackets = ["top"]
        self.headers = [header]
        self.guards = [False]
        self.type_ends: set[int] = set()
        self.ternary: dict[int, bool] = {}
        self.in_import = self.attributed = False
        self.too_deep: Token | None = None
        self.unclosed = 0
        self.greater_at: list[int] | None = None

    def after(self, index: int) -> int:
        """The index of the next token behind `index` that is no line break."""
        raw = self.raw
        index += 1
        while raw[index].kind == NEWLINE:
            index += 1
        return index

    def previous(self) -> str:
        """Kind of the last token put out; empty at the start."""
        return self.out[-1].kind if self.out else ""

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
            return self.brackets[-1] in BODIES
        if last == "->":
            return self.brackets[-1] in ("closure", "block")
        return self.attributed and last in (IDENT, ")")

    def group_then_brace(self, index: int) -> bool:
        """Is `index` a parenthesis whose partner is directly followed by `{`?"""
        close = self.partner.get(index)
        return self.raw[index].kind == "(" and close is not None and self.raw[close + 1].kind == "{"

    def push(self, token: Token, kind: str) -> None:
        """Enter a bracket."""
        self.brackets.append(kind)
        self.headers.append("")
        self.guards.append(False)
        if len(self.brackets) > MAX_DEPTH + 1 and self.too_deep is None:
            self.too_deep = token

    def nest(self, token: Token) -> None:
        """Count a bracket without partner, which is no frame for what follows."""
        self.unclosed += 1
        if len(self.brackets) + self.unclosed > MAX_DEPTH + 1 and self.too_deep is None:
            self.too_deep = token

    def closes_soon(self, index: int) -> bool:
        """Is there a `>` at all, near enough to close what `index` opens?"""
        if self.greater_at is None:
            self.greater_at = [number for number, token in enumerate(self.raw) if token.text == ">"]
        following = bisect_right(self.greater_at, index)
        return following < len(self.greater_at) and self.greater_at[following] - index < LONGEST_TYPE
