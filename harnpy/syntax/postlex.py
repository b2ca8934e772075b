"""Raw tokens in, tokens for the grammar out: every choice that needs more than one token of lookahead.

The list is complete, so any lookahead is free. Decided here: which line breaks separate (rules N1 to N8 of
the language), which contextual words are keywords, the meanings of `{`, `<`, `?` and `!` (D1 to D26). The
questions that scan ahead are in `lookahead`.
"""

from collections.abc import Callable

from harnpy.syntax.contextual import BEFORE_PLAIN_NAME, is_plain_name, keyword_of
from harnpy.syntax.lookahead import (
    closes_type_arguments,
    is_closure,
    is_struct_literal,
    resolve_questions,
)
from harnpy.syntax.postlex_state import State
from harnpy.syntax.tokens import (
    BANG_POST,
    CLOSURE_LBRACE,
    END,
    ENDS_OPERAND,
    GENERIC_LT,
    GUARD_ELSE,
    HOLE_CLOSE,
    HOLE_OPEN,
    IDENT,
    LEADING,
    NEWLINE,
    NOT_IN,
    OPASSIGN,
    OPT_LBRACK,
    RESERVED_KINDS,
    SEP,
    STRING_CLOSE,
    STRING_OPEN,
    STRUCT_LBRACE,
    TERN_Q,
    TRY_Q,
    TRY_STAR,
    TYPE_GT,
    WORD,
    Token,
)

_TRAILING = LEADING | {
    "-", "in", NOT_IN, "=", OPASSIGN, "(", "[", "{", ",", ":", "->", "|", "&", CLOSURE_LBRACE, STRUCT_LBRACE,
    GENERIC_LT, TERN_Q, OPT_LBRACK, HOLE_OPEN, "if", "while", "match", "for", "throw", "EMIT", "guard",
    "REQUIRE", "else", GUARD_ELSE, "try", "catch", "finally", "spawn", SEP, "",
}  # fmt: skip
# N4, with the brackets of N2; "" stands for the start of the file.

_CLOSES_LINE = frozenset((",", "}", HOLE_CLOSE, END, "else", "catch", "finally"))

_GROUPS = frozenset(("(", "[", "@(", HOLE_OPEN))

_HEADERS = frozenset(
    (
        "if", "while", "for", "match", "guard", "retry", "DEADLINE", "parallel", "fn", "pipeline", "struct",
        "enum", "interface", "impl", "TOOL", "SKILL", "EVAL_PACK", "override", "catch", "SELECT", "MUTEX",
    )
)  # fmt: skip
_DECLARATIONS = frozenset(
    ("struct", "enum", "interface", "impl", "pipeline", "fn", "TOOL", "SKILL", "EVAL_PACK", "override")
)
_BLOCK_AFTER = frozenset(
    (
        "else", GUARD_ELSE, "try", "catch", "finally", "defer", "MUTEX", "spawn", "SELECT", "SCOPE", "BLOCK",
        "COST_ROUTE", "WITH", "import", "let", "const", "var", "for", "SUMMARIZE",
    )
)  # fmt: skip
_DICT_LIKE = frozenset(("WITH", "import", "let", "const", "var", "for"))
_BRACE_OF_HEADER = {
    "TOOL": "tool",
    "EVAL_PACK": "eval_pack",
    "match": "match",
    "SELECT": "select",
    "struct": "fields",
    "enum": "fields",
    "interface": "fields",
    "SKILL": "fields",
}


class Decided:
    """Tokens for the grammar, closed by END; brackets without partner; the first one nested too deeply."""

    __slots__ = ("lonely", "tokens", "too_deep")

    def __init__(self, tokens: list[Token], lonely: frozenset[int], too_deep: Token | None) -> None:
        self.tokens = tokens
        self.lonely = lonely
        self.too_deep = too_deep


def decide(raw: list[Token], header: str = "") -> Decided:
    """Turn raw tokens into those of the grammar. `header` is one that already waits."""
    return _PostLex(raw, header).run()


class _PostLex(State):
    """One pass over the raw tokens: a step for every kind that needs one."""

    def run(self) -> Decided:
        """Pass over all tokens."""
        raw, steps, append = self.raw, _STEPS, self.out.append
        index, count = 0, len(raw)
        while index < count:
            token = raw[index]
            step = steps.get(token.kind)
            if step is None:
                append(token)
                index += 1
            else:
                index = step(self, index, token)
        lonely = frozenset(raw[number].start for number in self.lonely)
        return Decided(self.out[1:], lonely, self.too_deep)

    # ---- brackets

    def open(self, index: int, token: Token) -> int:
        """`(`, `[`, a string or a hole."""
        if index in self.lonely:
            self.nest(token)
        else:
            kind = token.kind
            if kind == "(" and self.attributed and index > 1 and self.raw[index - 2].kind == "@":
                kind = "@("
            self.push(token, kind)
        self.out.append(token)
        return index + 1

    def close(self, index: int, token: Token) -> int:
        """Any closing bracket."""
        if index not in self.lonely and self.outer:
            self.bracket, self.header, self.guard = self.outer.pop()
        self.out.append(token)
        return index + 1

    def brace(self, index: int, token: Token) -> int:
        """`{`: struct literal, closure, block or dict (D1 to D4, D18, D23)."""
        last, header = self.previous(), self.header
        operand = last in ENDS_OPERAND
        arm = last == "->" and self.bracket == "match"
        if operand and last == IDENT and self.struct_literal(index, header):
            kind, bracket = STRUCT_LBRACE, "dict"
        elif operand or last in _BLOCK_AFTER or arm:
            kind, bracket = "{", _block_kind(last, header)
        elif self.too_deep is None and is_closure(self.raw, index, self.partner):
            kind, bracket = CLOSURE_LBRACE, "closure"
        else:
            kind, bracket = "{", "dict"
        if operand and kind == "{":
            self.header = ""
        self.push(token, bracket)
        return self.put(index, token, kind)

    def struct_literal(self, index: int, header: str) -> bool:
        """D3 for the `{` at `index`, which follows an identifier."""
        if self.raw[index - 1].kind == NEWLINE or not self.out[-1].text[:1].isupper():
            return False
        if header in _DECLARATIONS or not is_struct_literal(self.raw, self.after(index)):
            return False
        return not ((header or self.guard) and self.raw[self.after(index)].kind == "}")

    # ---- separators

    def newline(self, index: int, token: Token) -> int:
        """A line break: a separator unless one of N1 to N8 holds."""
        following = index + 1
        while (kind := self.raw[following].kind) == NEWLINE:
            following += 1
        last = self.out[-1].kind
        if not (
            last in _TRAILING
            or kind in _CLOSES_LINE
            or self.bracket in _GROUPS
            or following in self.type_ends
            or (last in ENDS_OPERAND and self.goes_on(following, kind))
        ):
            self.separate(token)
        return following

    def goes_on(self, following: int, kind: str) -> bool:
        """Does an operand go on in the next line, with the token at `following`?"""
        if kind == "{":
            return bool(self.header) or self.guard
        return kind in LEADING or kind == ":" or (kind == "?" and self.is_ternary(following))

    def separate(self, token: Token) -> None:
        """Put out a separator; a header that got no block is over."""
        token.kind = SEP
        self.out.append(token)
        self.header = ""
        self.unclosed = 0
        self.guard = self.in_import = self.attributed = False

    def semicolon(self, index: int, token: Token) -> int:
        """`;` separates and takes the line breaks after it along."""
        self.separate(token)
        return self.after(index)

    # ---- operators of several meanings

    def question(self, index: int, token: Token) -> int:
        """`?`: ternary, optional index, or propagation and optional type (D5, D6)."""
        if self.is_ternary(index):
            return self.put(index, token, TERN_Q)
        bracket = self.raw[index + 1]
        if bracket.kind == "[" and index + 1 in self.partner:
            self.push(bracket, "[")
            self.out.append(Token(OPT_LBRACK, "?[", token.start, bracket.end))
            return index + 2
        return self.put(index, token, TRY_Q)

    def is_ternary(self, index: int) -> bool:
        """D5 for the `?` at `index`."""
        known = self.ternary.get(index)
        if known is None:
            resolve_questions(self.raw, index, self.partner, self.ternary)
            known = self.ternary[index]
        return known and not _in_result_type(self)

    def bang(self, index: int, token: Token) -> int:
        """`!`: an assertion behind an operand on the same line (D9)."""
        after_operand = self.previous() in ENDS_OPERAND and self.raw[index - 1].kind != NEWLINE
        return self.put(index, token, BANG_POST if after_operand else "!")

    def less(self, index: int, token: Token) -> int:
        """`<`: type arguments (D7)."""
        if self.previous() == IDENT:
            ends = closes_type_arguments(self.raw, index) if self.closes_soon(index) else []
            if ends:
                self.type_ends.update(ends)
                return self.put(index, token, GENERIC_LT)
        self.out.append(token)
        return index + 1

    def greater(self, index: int, token: Token) -> int:
        """`>`: the end of type arguments."""
        return self.put(index, token, TYPE_GT if index in self.type_ends else ">")

    def equals(self, index: int, token: Token) -> int:
        """`=`: a function type before it waits for no block."""
        self.header = ""
        self.out.append(token)
        return index + 1

    def at_sign(self, index: int, token: Token) -> int:
        """`@`: an attribute begins."""
        self.attributed = True
        self.out.append(token)
        return index + 1

    # ---- words

    def reserved(self, index: int, token: Token) -> int:
        """A reserved word: a name where D11 says so, else a keyword that may start a header."""
        kind = token.kind
        if self.out[-1].kind in BEFORE_PLAIN_NAME and is_plain_name(self, index):
            return self.put(index, token, IDENT)
        if kind == "try" and self.raw[index + 1].kind == "*" and self.raw[index + 1].start == token.end:
            self.out.append(Token(TRY_STAR, "try*", token.start, self.raw[index + 1].end))
            return index + 2
        if kind == "else" and self.guard:
            self.guard = False
            return self.put(index, token, GUARD_ELSE)
        if kind == "guard":
            self.guard = True
        elif kind in _HEADERS:
            self.header = kind
        elif kind == "import":
            self.in_import = True
        self.out.append(token)
        return index + 1

    def word(self, index: int, token: Token) -> int:
        """A contextual word: a keyword where its own rule says so, else a name."""
        if token.text == "not":
            return self.not_in(index, token)
        kind = keyword_of(self, index)
        if kind in _HEADERS:
            self.header = kind
        return self.put(index, token, kind)

    def not_in(self, index: int, token: Token) -> int:
        """`not in` behind an operand is one operator (D12)."""
        following = self.after(index)
        if self.raw[following].kind != "in" or self.previous() not in ENDS_OPERAND:
            return self.put(index, token, IDENT)
        self.out.append(Token(NOT_IN, "not in", token.start, self.raw[following].end))
        return following + 1

    def summarize(self, index: int) -> bool:
        """`summarize` in an eval pack, before its block."""
        return self.bracket == "eval_pack" and self.raw[index + 1].kind == "{"


def _block_kind(last: str, header: str) -> str:
    """What a `{` that cannot start an operand opens."""
    if last in _DICT_LIKE:
        return "dict"
    if last in ("SELECT", "COST_ROUTE"):
        return "select" if last == "SELECT" else "block"
    return _BRACE_OF_HEADER.get(header, "block") if last in ENDS_OPERAND else "block"


def _in_result_type(state: State) -> bool:
    """Do we stand between the `->` of a signature that waits for its block and that block?"""
    if state.header != "fn":
        return False
    depth = 0
    for token in reversed(state.out):
        kind = token.kind
        if kind in ("}", ")", "]", TYPE_GT):
            depth += 1
        elif kind in ("{", "(", "[", GENERIC_LT):
            depth -= 1
            if depth < 0:
                return False
        elif depth == 0 and kind in ("->", "fn", ",", "=", SEP):
            return kind == "->"
    return False


_Step = Callable[[_PostLex, int, Token], int]

_STEPS: dict[str, _Step] = {
    NEWLINE: _PostLex.newline,
    ";": _PostLex.semicolon,
    "(": _PostLex.open,
    "[": _PostLex.open,
    STRING_OPEN: _PostLex.open,
    HOLE_OPEN: _PostLex.open,
    ")": _PostLex.close,
    "]": _PostLex.close,
    "}": _PostLex.close,
    STRING_CLOSE: _PostLex.close,
    HOLE_CLOSE: _PostLex.close,
    "{": _PostLex.brace,
    "?": _PostLex.question,
    "!": _PostLex.bang,
    "<": _PostLex.less,
    ">": _PostLex.greater,
    "=": _PostLex.equals,
    "@": _PostLex.at_sign,
    WORD: _PostLex.word,
    **dict.fromkeys(sorted(RESERVED_KINDS), _PostLex.reserved),
}
