"""Token kinds, the token and the comment: what lexer and post-lex hand on.

A kind is the token's own spelling for punctuation, operators and reserved words (`"fn"`, `"->"`), and one of
the upper-case names below where one spelling has several meanings or many spellings share one.
"""

from harnpy.base.words import CONTEXTUAL, RESERVED

# Kinds that the lexer makes.
IDENT, WORD, NEWLINE, END = "IDENT", "WORD", "NEWLINE", "END"
INT, FLOAT, DURATION, STRING, RSTRING = "INT", "FLOAT", "DURATION", "STRING", "RSTRING"
STRING_OPEN, STRING_TEXT, STRING_CLOSE = "STRING_OPEN", "STRING_TEXT", "STRING_CLOSE"
HOLE_OPEN, HOLE_CLOSE = "HOLE_OPEN", "HOLE_CLOSE"
ELLIPSIS, OPASSIGN = "ELLIPSIS", "OPASSIGN"

# Kinds that post-lex decides.
SEP = "SEP"
STRUCT_LBRACE, CLOSURE_LBRACE = "STRUCT_LBRACE", "CLOSURE_LBRACE"
TERN_Q, TRY_Q, OPT_LBRACK = "TERN_Q", "TRY_Q", "OPT_LBRACK"
GENERIC_LT, TYPE_GT = "GENERIC_LT", "TYPE_GT"
BANG_POST, TRY_STAR, GUARD_ELSE, NOT_IN = "BANG_POST", "TRY_STAR", "GUARD_ELSE", "not_in"

_OPERATORS = (
    "==", "!=", "&&", "||", "|>", "??", "**", "?.", "->", "<=", ">=", "..", "..=", "=", "!", ".", "+", "-",
    "*", "/", "<", ">", "%", "?", "|", "&", "(", ")", "[", "]", "{", "}", ",", ":", ";", "@",
)  # fmt: skip

KINDS: dict[str, str] = {spelling: spelling for spelling in (*RESERVED, *_OPERATORS)}
"""Kind of every spelling that has one of its own; contextual words are WORD until post-lex looks at them."""
KINDS.update(dict.fromkeys(CONTEXTUAL, WORD))
KINDS.update(dict.fromkeys(("+=", "-=", "*=", "/=", "%="), OPASSIGN))

RESERVED_KINDS = frozenset(RESERVED)

OPENERS: dict[str, str] = {
    "(": ")",
    "[": "]",
    "{": "}",
    STRUCT_LBRACE: "}",
    CLOSURE_LBRACE: "}",
    OPT_LBRACK: "]",
    STRING_OPEN: STRING_CLOSE,
    HOLE_OPEN: HOLE_CLOSE,
}
"""Kinds that open a bracket, strings and holes included, and the kind that closes each."""

CLOSERS = frozenset(OPENERS.values())

LITERALS = frozenset((INT, FLOAT, DURATION, STRING, RSTRING, "true", "false", "nil"))

ENDS_OPERAND = LITERALS | {IDENT, STRING_CLOSE, ")", "]", "}", TRY_Q, BANG_POST, TYPE_GT}
"""Kinds that may end an operand."""

STARTS_OPERAND = LITERALS | {
    IDENT, WORD, STRING_OPEN, "(", "[", "{", "!", "-", "fn", "if", "match", "try", "parallel", "spawn",
    "retry",
}  # fmt: skip
"""Kinds that may start an operand."""

LEADING = frozenset(
    (
        "|>",
        "||",
        "&&",
        "==",
        "!=",
        "<",
        ">",
        "<=",
        ">=",
        "??",
        "+",
        "*",
        "/",
        "%",
        "**",
        "..",
        "..=",
        ".",
        "?.",
    )
)
"""Operators that continue the line before (N3)."""


class Token:
    """One token: its kind, its text, and the characters it takes in the source."""

    __slots__ = ("end", "kind", "start", "text")

    def __init__(self, kind: str, text: str, start: int, end: int) -> None:
        self.kind = kind
        self.text = text
        self.start = start
        self.end = end

    def __repr__(self) -> str:
        return f"{self.kind} {self.text!r} {self.start}..{self.end}"


class Comment:
    """One comment as written; `doc` tells the documentation forms, `block` the form between `/*` and `*/`."""

    __slots__ = ("block", "doc", "end", "start", "text")

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = start
        self.end = start + len(text)
        self.block = text.startswith("/*")
        if self.block:
            self.doc = text.startswith("/**") and not text.startswith("/***") and text != "/**/"
        else:
            self.doc = text.startswith("///") and not text.startswith("////")
