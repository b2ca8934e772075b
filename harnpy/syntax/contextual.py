"""Contextual words: which of them is a keyword where it stands (the table of the language reference 2.1)."""

from collections.abc import Callable

from harnpy.syntax.postlex_state import BODIES, State
from harnpy.syntax.tokens import (
    END,
    ENDS_OPERAND,
    GENERIC_LT,
    HOLE_CLOSE,
    IDENT,
    LEADING,
    NEWLINE,
    OPASSIGN,
    SEP,
    STRING,
    STRUCT_LBRACE,
    WORD,
)

_NAMED_NEXT = frozenset(
    (".", "?.", "fn", "let", "const", "var", "pipeline", "struct", "enum", "type", "impl")
)
_NO_OPERAND_NEXT = LEADING | {
    NEWLINE, END, ";", ",", ":", ")", "]", "}", "?", "=", OPASSIGN, "in", HOLE_CLOSE,
}  # fmt: skip
BEFORE_PLAIN_NAME = frozenset((".", "?.", "@", "{", STRUCT_LBRACE, ",", SEP, "("))
"""Kinds before a reserved word that may be a plain name."""

_BRACES = BODIES | {"dict", "match", "select"}


def keyword_of(state: State, index: int) -> str:
    """The kind of the contextual word at `index`: its name in capitals, or IDENT."""
    if state.previous() in _NAMED_NEXT:
        return IDENT
    text = state.raw[index].text
    test = _WORDS.get(text)
    return text.upper() if test is not None and test(state, index) else IDENT


def is_plain_name(state: State, index: int) -> bool:
    """D11: member name, key of a dict, shape or struct, or argument name of an attribute."""
    last = state.previous()
    if last in (".", "?.", "@"):
        return True
    if last not in BEFORE_PLAIN_NAME:
        return False
    following = state.raw[index + 1].kind
    if following == NEWLINE:
        following = state.raw[state.after(index)].kind
    if following == "?":
        following = state.raw[state.after(index) + 1].kind
    if following != ":":
        return False
    inside = state.bracket
    return inside == "@(" if last == "(" else inside in _BRACES or inside == "@("


def _before_brace(state: State, index: int) -> bool:
    """`select`, `scope`, `block` at the start of a statement, before `{`."""
    return state.raw[index + 1].kind == "{" and state.at_statement()


def _cost_route(state: State, index: int) -> bool:
    """`cost_route` at the start of a statement or operand, before `{`."""
    return state.raw[index + 1].kind == "{" and state.previous() not in ENDS_OPERAND


def _mutex(state: State, index: int) -> bool:
    """`mutex` before `{` or before `(group) {`."""
    following = state.raw[index + 1].kind
    return state.at_statement() and (following == "{" or state.group_then_brace(index + 1))


def _deadline(state: State, index: int) -> bool:
    """`deadline` before a number, a name or a group with a block."""
    if state.previous() in ENDS_OPERAND:
        return False
    following = state.raw[index + 1].kind
    return following in ("DURATION", "INT", "FLOAT", IDENT, WORD) or state.group_then_brace(index + 1)


def _declares(state: State, index: int) -> bool:
    """`tool`, `skill`, `eval_pack` before a name, where a declaration may stand."""
    return state.raw[index + 1].kind in (IDENT, WORD) and state.at_statement()


def _takes_operand(state: State, index: int) -> bool:
    """`require` and `emit` at the start of a statement, before an operand."""
    return state.at_statement() and state.raw[index + 1].kind not in _NO_OPERAND_NEXT


def _before_fn(state: State, index: int) -> bool:
    """`gen` before `fn`."""
    return state.raw[index + 1].kind == "fn"


def _parallel_mode(state: State, index: int) -> bool:
    """`each`, `settle` right after `parallel`."""
    return state.previous() == "parallel"


def _parallel_with(state: State, index: int) -> bool:
    """`with` between the operand of `parallel` and its options."""
    waits = state.header == "parallel" and state.previous() in ENDS_OPERAND
    return waits and state.raw[state.after(index)].kind == "{"


def _as_word(state: State, index: int) -> bool:
    """`as` of `import * as x` and of `} as stream`."""
    last = state.previous()
    if last == "*":
        return state.in_import
    return last == "}" and state.raw[state.after(index)].text == "stream"


def _stream(state: State, index: int) -> bool:
    """`stream` after `as`."""
    return state.previous() == "AS"


def _from_word(state: State, index: int) -> bool:
    """`from` of an import, or after the variable of a select case."""
    last = state.previous()
    if state.in_import and last in ("}", IDENT):
        return state.bracket != "dict"
    return state.bracket == "select" and last == IDENT


def _where(state: State, index: int) -> bool:
    """`where` behind the types of a signature."""
    return state.header == "fn" and state.previous() in ENDS_OPERAND


def _is_word(state: State, index: int) -> bool:
    """`is` of a result type `-> x is T`."""
    return state.previous() == IDENT and state.out[-2].kind in ("->", "IMPLIES")


def _implies(state: State, index: int) -> bool:
    """`implies` of a result type `-> implies x is T`."""
    return state.previous() == "->" and state.raw[min(index + 2, len(state.raw) - 1)].text == "is"


def _out_word(state: State, index: int) -> bool:
    """`out` before a type parameter."""
    return state.previous() in (GENERIC_LT, ",") and state.raw[index + 1].kind in (IDENT, WORD)


def _select_arm(state: State, index: int) -> bool:
    """`timeout` and `default` at the start of a select arm."""
    if state.bracket != "select" or state.previous() not in ("{", SEP, "}"):
        return False
    following = state.raw[state.after(index)]
    return following.kind == "{" if state.raw[index].text == "default" else following.text != "from"


def _description(state: State, index: int) -> bool:
    """`description` first in a tool, before a string."""
    in_tool = state.bracket == "tool" and state.previous() == "{"
    return in_tool and state.raw[state.after(index)].kind == STRING


def _summarize(state: State, index: int) -> bool:
    """`summarize` in an eval pack, before its block."""
    return state.bracket == "eval_pack" and state.raw[index + 1].kind == "{"


_WORDS: dict[str, Callable[[State, int], bool]] = {
    "as": _as_word,
    "block": _before_brace,
    "cost_route": _cost_route,
    "deadline": _deadline,
    "default": _select_arm,
    "description": _description,
    "each": _parallel_mode,
    "emit": _takes_operand,
    "eval_pack": _declares,
    "from": _from_word,
    "gen": _before_fn,
    "implies": _implies,
    "is": _is_word,
    "mutex": _mutex,
    "out": _out_word,
    "require": _takes_operand,
    "scope": _before_brace,
    "select": _before_brace,
    "settle": _parallel_mode,
    "skill": _declares,
    "stream": _stream,
    "summarize": _summarize,
    "timeout": _select_arm,
    "tool": _declares,
    "where": _where,
    "with": _parallel_with,
}
