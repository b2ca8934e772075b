"""Parser state in, diagnostic and repaired state out.

A fault is first looked up among the typical mistakes, which mend one token and lose nothing. What is left
skips to the next statement and leaves a `BrokenStmt`. A fault inside a hole spoils that hole only.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import cast

from harnpy.base.spans import Span
from harnpy.diagnostics.codes import syntax as codes
from harnpy.diagnostics.model import Label
from harnpy.syntax import lalr_table, nodes
from harnpy.syntax.build.problems import spelled
from harnpy.syntax.driver import Context, GaveUp, Stack
from harnpy.syntax.expectations import STATEMENT, Expectations
from harnpy.syntax.import_hints import import_hint, mended
from harnpy.syntax.mistakes import Surroundings, forgotten_comma, hint
from harnpy.syntax.postlex import Decided
from harnpy.syntax.tokens import (
    CLOSERS,
    END,
    HOLE_CLOSE,
    HOLE_OPEN,
    IDENT,
    OPENERS,
    RESERVED_KINDS,
    SEP,
    STARTS_OPERAND,
    Token,
)

MAX_ERRORS = 50

_CLOSING_HELP = {
    "}": "add a closing `}` to finish this block",
    ")": "add a closing `)` to finish this expression or parameter list",
    "]": "add a closing `]` to finish this list or subscript",
}
# Words behind an operand, and an operator that lets the parser go on.
_SPELLED = {"and": "&&", "or": "||", "is": "==", "as": "==", "mod": "%", "div": "/", "xor": "!="}
_STATEMENT_WORDS = RESERVED_KINDS - {
    "else",
    "catch",
    "finally",
    "in",
    "extends",
    "throws",
    "true",
    "false",
    "nil",
}
_CONDITIONS = frozenset(("if", "while", "guard", "REQUIRE"))


class Recovery:
    """Reports what stopped the parser and brings it back on its feet, at most `MAX_ERRORS` times a file."""

    def __init__(self, context: Context, decided: Decided) -> None:
        self.context = context
        self.tokens = decided.tokens
        self.lonely = decided.lonely
        self.count = 0
        self.end_reported = False

    def recover(self, stack: Stack, _tokens: Sequence[Token], index: int) -> int:
        """Report the token at `index`, repair `stack` or the tokens; the index to go on with.

        Raises:
            GaveUp: there were too many errors, or there is no statement to go on with.
        """
        self.count += 1
        if self.count > MAX_ERRORS:
            raise GaveUp
        here = Expectations(lalr_table.ROWS, lalr_table.RULES, stack)
        hole = _open_hole(stack)
        if hole is not None:
            return self._spoil_hole(stack, here, hole, index)
        for mistake in (self._retired_range, self._reserved_name, self._fat_arrow, self._spelled_operator):
            if mistake(here, index):
                return index
        again = self._assignment_in_condition(here, index)
        if again:
            return again
        if self._stray_brace(stack, index):
            return index + 1
        hinted = self._report(here, index)
        if mended(self.tokens, index):
            return index
        # A hint about a word means that no statement begins with it.
        if not (hinted and self.tokens[index].kind in _STATEMENT_WORDS) and self._insert(here, index):
            return index
        return self._skip(stack, index)

    def salvage(self, stack: Stack) -> nodes.Module:
        """The module of the statements that stand complete on the stack after giving up."""
        items = tuple(_nodes_in(stack.values[1:2]))
        file = self.context.file
        return nodes.Module(span=Span(file, 0, len(file.text)), items=items)

    # ---- reporting

    def _span(self, token: Token) -> Span:
        return Span(self.context.file, token.start, token.end)

    def _report(self, here: Expectations, index: int) -> bool:
        """Say what was expected instead of the token at `index`; True when a habit explains it."""
        token = self.tokens[index]
        before = self.tokens[index - 1] if index else None
        wanted = here.wanted(token, before)
        around = Surroundings(self.context.file.text, self.tokens, index, wanted)
        habit = import_hint(around) or hint(around)
        help_text, notes = (habit, ()) if habit is not None else self._closing_help(here, around)
        report = self.context.report
        if token.kind == END:
            if not self.end_reported:
                report.error(codes.END_OF_FILE, self._span(token), wanted=wanted, help=help_text, notes=notes)
            self.end_reported = True
        elif token.kind == SEP and token.text == "\n":
            report.error(codes.LINE_BREAK, self._span(token), wanted=wanted, help=help_text, notes=notes)
        else:
            found = self._found(token, here, wanted)
            report.error(
                codes.EXPECTED, self._span(token), wanted=wanted, found=found, help=help_text, notes=notes
            )
        return habit is not None

    def _found(self, token: Token, here: Expectations, wanted: str) -> str:
        named = IDENT in here.kinds and wanted not in ("expression", "type")
        if token.kind in RESERVED_KINDS and named:
            return f"'{token.text}' (reserved keyword)"
        return spelled(token)

    def _closing_help(self, here: Expectations, around: Surroundings) -> tuple[str | None, tuple[Label, ...]]:
        """What to do about a bracket that lacks its closer, and where it opens."""
        opener, wanted, token = here.open_bracket(), around.wanted, around.token
        if opener is None:
            return None, ()
        if wanted in (":", "dict key") and _may_be_unclosed(around, opener):
            # A statement that was read as an entry of the dict above it; the end would only repeat it.
            self.end_reported = True
            return "add a closing `}` to finish this dict", (self._unclosed(opener),)
        if wanted not in _CLOSING_HELP:
            return None, ()
        if token.kind != END and opener.start not in self.lonely and token.kind in STARTS_OPERAND:
            return ("separate the parts with `,`" if forgotten_comma(around) else None), ()
        if token.kind == END and wanted == "}":
            opener = _suspect(self.context.file.text, self.tokens) or opener
        return _CLOSING_HELP[wanted], (self._unclosed(opener),)

    def _unclosed(self, opener: Token) -> Label:
        return Label(self._span(opener), f"this `{opener.text}` is not closed")

    # ---- typical mistakes, each mended by one token

    def _retired_range(self, here: Expectations, index: int) -> bool:
        """`a to b`; `exclusive` behind it belongs to it."""
        token = self.tokens[index]
        if token.kind != IDENT or ".." not in here.kinds:
            return False
        if token.text == "exclusive" and self._after_retired(index):
            del self.tokens[index]
            return True
        if token.text != "to" or self.tokens[index + 1].kind not in STARTS_OPERAND:
            return False
        self.context.report.error(codes.RETIRED_RANGE, self._span(token))
        token.kind = ".."
        return True

    def _after_retired(self, index: int) -> bool:
        return any(
            token.kind == ".." and token.text == "to" for token in self.tokens[max(0, index - 8) : index]
        )

    def _reserved_name(self, here: Expectations, index: int) -> bool:
        """A reserved word where only a name may stand: read it as that name."""
        token = self.tokens[index]
        if token.kind not in RESERVED_KINDS or here.at_operand:
            return False
        if not here.takes((IDENT, self.tokens[index + 1].kind)):
            return False
        self._report(here, index)
        token.kind = IDENT
        return True

    def _assignment_in_condition(self, here: Expectations, index: int) -> int:
        """`if a = b {`: read it as `==` and parse the condition again; the index of its start, or 0."""
        token, stack = self.tokens[index], here.stack
        last = stack.values[-2] if len(stack.values) > 1 else None
        if token.kind != "=" or not isinstance(last, Token) or last.kind not in _CONDITIONS:
            return 0
        wanted = here.wanted(token, self.tokens[index - 1])
        self.context.report.error(
            codes.EXPECTED,
            self._span(token),
            wanted=wanted,
            found="=",
            help="write `==` to compare two values",
        )
        token.kind = "=="
        stack.cut(len(stack.values) - 1)
        return bisect_left(self.tokens, last.start, key=lambda one: one.start) + 1

    def _fat_arrow(self, here: Expectations, index: int) -> bool:
        """`=>` of a match arm: read it as `->`."""
        token, following = self.tokens[index], self.tokens[index + 1 : index + 2]
        if token.kind != "=" or "->" not in here.kinds or not following or following[0].text != ">":
            return False
        span = Span(self.context.file, token.start, following[0].end)
        self.context.report.error(codes.EXPECTED, span, wanted="->", found="=>", help="write `->`")
        token.kind = "->"
        del self.tokens[index + 1]
        return True

    def _spelled_operator(self, here: Expectations, index: int) -> bool:
        """`a and b`, `a is b`: read them as operators."""
        token = self.tokens[index]
        sign = _SPELLED.get(token.text) if token.kind == IDENT else None
        if sign is None or sign not in here.kinds or self.tokens[index + 1].kind not in STARTS_OPERAND:
            return False
        self._report(here, index)
        token.kind = sign
        return True

    def _stray_brace(self, stack: Stack, index: int) -> bool:
        """After an error, a `}` too many at top level says nothing new."""
        return (
            self.count > 1
            and self.tokens[index].kind == "}"
            and len(stack.states) <= 4
            and (self.tokens[index].start in self.lonely)
        )

    def _insert(self, here: Expectations, index: int) -> bool:
        """Put the missing token before the one at `index` when that is all that lacks."""
        token, tokens = self.tokens[index], self.tokens
        opener = here.open_bracket()
        closer = OPENERS[opener.kind] if opener else ""
        choices: list[str] = []
        if token.kind == END or (opener is not None and opener.start in self.lonely):
            choices.append(closer)
        if token.kind in _STATEMENT_WORDS:
            choices.append(SEP)
        if token.kind in STARTS_OPERAND and closer in ("]", ")", "}"):
            choices.append(",")
        for kind in choices:
            if kind and here.takes((kind, token.kind) if token.kind != END else (kind,)):
                start = tokens[index - 1].end if index else 0
                tokens.insert(index, Token(kind, "", start, start))
                return True
        return False

    # ---- holes

    def _spoil_hole(self, stack: Stack, here: Expectations, height: int, index: int) -> int:
        """Report the hole whose HOLE_OPEN has `height` on the stack; `nil` stands for its expression."""
        tokens, token = self.tokens, self.tokens[index]
        opener = cast("Token", stack.values[height])
        depth, close = 0, bisect_left(tokens, opener.start, key=lambda one: one.start)
        while tokens[close].kind != END:
            depth += (tokens[close].kind == HOLE_OPEN) - (tokens[close].kind == HOLE_CLOSE)
            if depth == 0:
                break
            close += 1
        end = tokens[close].end
        wanted = here.wanted(token, tokens[index - 1])
        if token.kind == HOLE_CLOSE:
            cause = f"Unexpected end of file, expected {wanted}"
        else:
            line, column = self.context.file.line_col(token.start)
            cause = f"Expected {wanted}, got {spelled(token)} at {line}:{column}"
        span = Span(self.context.file, opener.start, end)
        self.context.report.error(codes.INVALID_HOLE, span, hole=span.text, cause=cause)
        stack.cut(height + 1)
        return _push(stack, "<expr>", nodes.Nil(span=span), opener.end, close)

    # ---- skipping

    def _skip(self, stack: Stack, index: int) -> int:
        """Leave a broken statement and go on behind it."""
        rows = lalr_table.ROWS
        height = len(stack.states) - 1
        while height >= 0 and STATEMENT not in rows[stack.states[height]]:
            height -= 1
        if height < 0:
            raise GaveUp
        tokens = self.tokens
        height += 1
        start = stack.starts[height] if height < len(stack.starts) else tokens[index].start
        nested = any(isinstance(value, Token) and value.kind in OPENERS for value in stack.values[:height])
        stop = self._next_statement(start, index, nested, stack.states[height - 1])
        file = self.context.file
        span = Span(file, start, max(start, tokens[stop - 1].end if stop else start))
        parts = tuple(_nodes_in(stack.values[height:]))
        stack.cut(height)
        return _push(stack, STATEMENT, nodes.BrokenStmt(span=span, parts=parts), start, stop)

    def _next_statement(self, start: int, index: int, nested: bool, state: int) -> int:
        """The index of the separator or closing brace behind the statement that began at `start`."""
        tokens, row = self.tokens, lalr_table.ROWS[state]
        first = bisect_left(tokens, start, key=lambda one: one.start)
        depth = 0
        for number in range(first, len(tokens)):
            token = tokens[number]
            kind = token.kind
            if kind == END:
                return number
            if number >= index and depth == 0:
                if kind == "}" and nested:
                    return number
                if kind == SEP and number > first and self._can_resume(number, row):
                    return number
            if token.start not in self.lonely:
                if kind in OPENERS:
                    depth += 1
                elif kind in CLOSERS:
                    depth = max(0, depth - 1)
        return len(tokens) - 1

    def _can_resume(self, number: int, row: object) -> bool:
        """Is a statement possible behind the separator at `number`?"""
        following = self.tokens[number + 1].kind
        return (
            self.tokens[number].text == ";"
            or following in cast("dict[str, int]", row)
            or following in ("}", END)
        )


def _push(stack: Stack, symbol: str, value: nodes.Node, start: int, index: int) -> int:
    """Put `value` on the stack as if its rule had just been reduced; hand `index` on."""
    stack.states.append(lalr_table.ROWS[stack.states[-1]][symbol])
    stack.values.append(value)
    stack.starts.append(start)
    return index


def _open_hole(stack: Stack) -> int | None:
    """Height of the outermost HOLE_OPEN on the stack whose hole is not complete."""
    for height, value in enumerate(stack.values):
        if isinstance(value, Token) and value.kind == HOLE_OPEN:
            return height
    return None


def _nodes_in(values: Sequence[object]) -> list[nodes.Node]:
    """The nodes among `values`, also those in lists, in order."""
    found: list[nodes.Node] = []
    for value in values:
        if isinstance(value, nodes.Node):
            found.append(value)
        elif isinstance(value, (list, tuple)):
            found += _nodes_in(cast("Sequence[object]", value))
    return found


def _suspect(text: str, tokens: Sequence[Token]) -> Token | None:
    """The brace that most likely lacks its partner: one whose `}` stands further left than its line."""
    suspect: Token | None = None
    pending: list[Token] = []
    for token in tokens:
        if token.kind in OPENERS and OPENERS[token.kind] == "}":
            pending.append(token)
        elif token.kind == "}" and pending:
            opener = pending.pop()
            line = text.rfind("\n", 0, token.start) + 1
            if not text[line : token.start].strip() and token.start - line < _indent(text, opener.start):
                suspect = opener
    return suspect


def _may_be_unclosed(around: Surroundings, opener: Token) -> bool:
    """Does the brace at `opener` lack its partner, or one around it whose partner it may have taken?"""
    if opener.kind != "{" or "\n" not in around.text[opener.start : around.token.start]:
        return False
    pending: list[int] = []
    for token in around.tokens:
        if OPENERS.get(token.kind) == "}":
            pending.append(token.start)
        elif token.kind == "}" and pending:
            pending.pop()
    return bool(pending) and pending[0] <= opener.start


def _indent(text: str, position: int) -> int:
    """Width of the blanks before the line of `position`."""
    line = text.rfind("\n", 0, position) + 1
    return len(text[line:position]) - len(text[line:position].lstrip(" \t"))
