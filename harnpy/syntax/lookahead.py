"""Questions that post-lex asks of the raw tokens ahead: is this a closure, a ternary, a type argument?"""

from collections.abc import Mapping

from harnpy.syntax.tokens import (
    CLOSERS,
    ELLIPSIS,
    END,
    HOLE_CLOSE,
    HOLE_OPEN,
    IDENT,
    LEADING,
    LITERALS,
    NEWLINE,
    RESERVED_KINDS,
    STARTS_OPERAND,
    STRING,
    STRING_CLOSE,
    STRING_OPEN,
    WORD,
    Token,
)

_PARTNERS = {"(": ")", "[": "]", "{": "}", STRING_OPEN: STRING_CLOSE, HOLE_OPEN: HOLE_CLOSE}
_BRACKETS_AND_GREATER = frozenset(_PARTNERS) | CLOSERS | {">"}
# A closing parenthesis finds its partner only on this side of an open brace or hole.
_STRONG = frozenset(("{", HOLE_OPEN, STRING_OPEN))

_IN_TYPE_ARGUMENTS = LITERALS | {
    IDENT, WORD, ",", "|", "&", "?", "[", "]", "{", "}", "(", ")", ":", "->", "fn", "-", NEWLINE, ELLIPSIS,
    "in",
}  # fmt: skip
_AFTER_TYPE_ARGUMENTS = frozenset(
    (
        "(",
        ")",
        "]",
        "}",
        ",",
        "=",
        "|",
        "&",
        "?",
        ">",
        "{",
        "->",
        ":",
        ";",
        NEWLINE,
        END,
        "throws",
        "extends",
        "+",
    )
)
_LINE_MAY_END = frozenset(("<", ",", "|", "&", "{", "[", "(", ":", "->"))
_LINE_MAY_START = frozenset((">", ",", "|", "&", "}", "]", ")"))
LONGEST_TYPE = 500
"""Type arguments longer than this many tokens are not looked for."""

_STOPS_TERNARY = CLOSERS | {",", ";", "=", "->", END}
_CONTINUES = LEADING | {"?", ":"}


def match_brackets(raw: list[Token]) -> tuple[dict[int, int], set[int], list[int]]:
    """Pair the brackets: opener to closer by index, the indexes of those without a partner, and those of `>`.

    Braces are the frame: a `}` passes over open parentheses to the nearest `{`, never the other way round.
    """
    partner: dict[int, int] = {}
    lonely: set[int] = set()
    greater: list[int] = []
    pending: list[int] = []
    brackets, partners = _BRACKETS_AND_GREATER, _PARTNERS
    for index in [number for number, token in enumerate(raw) if token.kind in brackets]:
        kind = raw[index].kind
        if kind in partners:
            pending.append(index)
        elif kind == ">":
            greater.append(index)
        elif pending and partners[raw[pending[-1]].kind] == kind:
            partner[pending.pop()] = index
        else:
            _close_across(raw, index, pending, partner, lonely)
    lonely.update(number for number in pending if raw[number].kind != "{")
    return partner, lonely, greater


def _close_across(
    raw: list[Token], index: int, pending: list[int], partner: dict[int, int], lonely: set[int]
) -> None:
    """Settle a closer at `index` that does not fit the innermost open bracket."""
    kind = raw[index].kind
    for height in range(len(pending) - 1, -1, -1):
        opener = raw[pending[height]].kind
        if _PARTNERS[opener] == kind:
            lonely.update(pending[height + 1 :])
            partner[pending[height]] = index
            del pending[height:]
            return
        if opener in _STRONG:
            break
    lonely.add(index)


def is_closure(raw: list[Token], brace: int, partner: Mapping[int, int]) -> bool:
    """D1: does an arrow of its own stand in the braces that open at `brace`?"""
    end, index = partner.get(brace, len(raw) - 1), brace + 1
    while index < end:
        kind = raw[index].kind
        if kind == "->":
            return True
        index = _after_signature(raw, index, partner) if kind == "fn" else partner.get(index, index) + 1
    return False


def _after_signature(raw: list[Token], index: int, partner: Mapping[int, int]) -> int:
    """The index behind `fn (…)` and its `->`, or behind a mere `fn`."""
    group = _next(raw, index)
    if raw[group].kind == IDENT:
        group = _next(raw, group)
    close = partner.get(group)
    if raw[group].kind != "(" or close is None:
        return index + 1
    arrow = _next(raw, close)
    return arrow + 1 if raw[arrow].kind == "->" else close + 1


def _next(raw: list[Token], index: int) -> int:
    index += 1
    while raw[index].kind == NEWLINE:
        index += 1
    return index


def is_struct_literal(raw: list[Token], first: int) -> bool:
    """D3: may the token at `first` begin the entries of a struct literal?"""
    kind = raw[first].kind
    if kind in (IDENT, WORD, STRING) or kind in RESERVED_KINDS:
        return raw[_next(raw, first)].kind == ":"
    return kind in ("}", ELLIPSIS)


def resolve_questions(
    raw: list[Token], question: int, partner: Mapping[int, int], answers: dict[int, bool]
) -> None:
    """D5: settle the `?` at `question` and all that follow it in the same expression.

    A `?` before an operand waits for a `:` of its own; the latest one that waits gets it.
    """
    waiting: list[int] = []
    index, fresh = question, False
    while True:
        kind = raw[index].kind
        if kind == "?":
            answers[index] = False
            fresh = raw[_next(raw, index)].kind in STARTS_OPERAND
            if fresh:
                waiting.append(index)
            elif not waiting:
                return
        elif kind == NEWLINE:
            following = _next(raw, index)
            if not fresh and raw[following].kind not in _CONTINUES:
                return
        elif kind == ":":
            if not waiting:
                return
            answers[waiting.pop()] = True
            if not waiting:
                return
            fresh = True
        elif kind in _STOPS_TERNARY:
            return
        else:
            fresh = False
            index = partner.get(index, index)
        index += 1


def closes_type_arguments(raw: list[Token], opener: int) -> list[int]:
    """D7: the indexes of the `>` that close what the `<` at `opener` opens; none when it compares."""
    closers: list[int] = []
    depth = 0
    for index in range(opener, min(opener + LONGEST_TYPE, len(raw))):
        kind = raw[index].kind
        if kind == "<":
            depth += 1
        elif kind == ">":
            depth -= 1
            closers.append(index)
            if not depth:
                return closers if _may_follow(raw[index + 1]) else []
        elif kind not in _IN_TYPE_ARGUMENTS or not _fits(raw, index):
            return []
    return []


def _may_follow(token: Token) -> bool:
    return token.kind in _AFTER_TYPE_ARGUMENTS or token.text == "where"


def _fits(raw: list[Token], index: int) -> bool:
    """No line ends in the middle of a type, and no two names stand side by side."""
    token, last = raw[index], raw[index - 1]
    if token.kind == NEWLINE:
        return last.kind in _LINE_MAY_END or raw[_next(raw, index)].kind in _LINE_MAY_START
    if token.kind in (IDENT, WORD) or token.kind in LITERALS:
        return last.text == "out" or not (last.kind in (IDENT, WORD) or last.kind in LITERALS)
    return True
