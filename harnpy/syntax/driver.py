"""The loop over the parse table: tokens in, what the build functions make of them out."""

from collections.abc import Callable, Mapping, Sequence

from harnpy.base.spans import SourceFile, Span
from harnpy.diagnostics.report import Report
from harnpy.syntax.tokens import Token

# What a reduction does: keep its only value, keep one of its values, start a list, lengthen it, build.
UNIT, PICK, FIRST, NEXT, BUILD = range(5)
# How the loop tells builds apart: one symbol kept; one, two, three values of several symbols; any number.
_ONLY, _ONE, _TWO, _THREE, _MANY = range(5, 10)
_MOST_SPELLED = 3

ACCEPT = frozenset(("<module>", "<expression>", "<type_alone>", "<signature>"))
"""The start rules: their reduction ends the parse."""

Value = object
RuleRows = Sequence[tuple[str, int, int, str, tuple[int, ...]]]
"""The rules of the parse table as it states them."""

Builder = Callable[..., Value]
Rule = tuple[int, int, str, Builder, tuple[int, ...]]


class Context:
    """What build functions need besides their parts: the file and the report."""

    __slots__ = ("file", "report")

    def __init__(self, file: SourceFile, report: Report) -> None:
        self.file = file
        self.report = report


class Stack:
    """The parser's stack: states, and for every state a value and where it starts.

    The value of the bottom state is None, which stands for absent parts.
    """

    __slots__ = ("starts", "states", "values")

    def __init__(self, state: int) -> None:
        self.states = [state]
        self.values: list[Value] = [None]
        self.starts = [0]

    def cut(self, height: int) -> None:
        """Drop everything from `height` on."""
        del self.states[height:]
        del self.values[height:]
        del self.starts[height:]


class GaveUp(Exception):
    """Recovery found no way to go on; what was parsed so far is on the stack."""


Recover = Callable[[Stack, Sequence[Token], int], int]


class Table:
    """The parse table as the loop reads it: rows by state, rules with their build functions."""

    __slots__ = ("rows", "rules")

    def __init__(self, rows: Sequence[Mapping[str, int]], rules: Sequence[Rule]) -> None:
        self.rows = rows
        self.rules = rules


def link(rows: Sequence[Mapping[str, int]], rules: RuleRows, builders: Mapping[str, Builder]) -> Table:
    """Bind the rows of the table's RULES to build functions and give each the form that the loop reads.

    Kept values are counted from the top of the stack; 0 is the bottom, where the absent ones are.
    """
    linked: list[Rule] = []
    for left, length, action, name, kept in rules:
        places = tuple([0 if place < 0 else place - length for place in kept])
        build = builders[name] if action == BUILD else _no_build
        linked.append((_code(left, length, action, kept), length, left, build, places))
    return Table(rows, linked)


def _code(left: str, length: int, action: int, kept: tuple[int, ...]) -> int:
    """How the loop is to treat a rule."""
    if action != BUILD:
        return action
    if left in ACCEPT or not 0 < len(kept) <= _MOST_SPELLED:
        return _MANY
    return _ONLY if length == 1 and kept == (0,) else (_ONE, _TWO, _THREE)[len(kept) - 1]


def _no_build(*_parts: Value) -> Value:
    """Stands where a rule needs no function."""


def run(
    table: Table,
    tokens: Sequence[Token],
    stack: Stack,
    context: Context,
    recover: Recover,
) -> Value:
    """Parse `tokens`, which END closes, from the start state in `stack`; return the value of the start rule.

    `recover` is called where no action is possible. It repairs the stack and returns the index of the token
    to go on with.

    Raises:
        GaveUp: `recover` raised it.
    """
    rows, rules = table.rows, table.rules
    states, values, starts = stack.states, stack.values, stack.starts
    file, bottom, new, span_class = context.file, len(rows), Span.__new__, Span
    index = end = 0
    token = tokens[0]
    kind = token.kind
    state = states[-1]
    while True:
        action = rows[state].get(kind, bottom)
        if 0 <= action < bottom:
            states.append(action)
            values.append(token)
            starts.append(token.start)
            state = action
            end = token.end
            index += 1
            token = tokens[index]
            kind = token.kind
            continue
        if action == bottom:
            index = recover(stack, tokens, index)
            token = tokens[index]
            kind = token.kind
            state = states[-1]
            end = tokens[index - 1].end if index else 0
            continue
        code, length, left, build, kept = rules[~action]
        if code >= BUILD:
            # Spelled out: a call of the class costs twice as much.
            span = new(span_class)
            span.file = file
            span.start = starts[-length] if length else end
            span.end = end
            if code == _ONLY:
                values[-1] = build(context, span, values[-1])
                states[-1] = state = rows[states[-2]][left]
                continue
            if code == _TWO:
                value = build(context, span, values[kept[0]], values[kept[1]])
            elif code == _ONE:
                value = build(context, span, values[kept[0]])
            elif code == _THREE:
                value = build(context, span, values[kept[0]], values[kept[1]], values[kept[2]])
            else:
                value = build(context, span, *[values[place] for place in kept])
                if left in ACCEPT:
                    return value
            if length > 1:
                del values[1 - length :], starts[1 - length :], states[1 - length :]
            values[-1] = value
        elif code == NEXT:
            item = values[-1]
            del values[1 - length :], starts[1 - length :], states[1 - length :]
            # A list by the FIRST that came before.
            values[-1].append(item)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType] - see above
        elif code == FIRST:
            values[-1] = [values[-1]]
        elif code == PICK:
            value = values[kept[0]]
            del values[1 - length :], starts[1 - length :], states[1 - length :]
            values[-1] = value
        states[-1] = state = rows[states[-2]][left]
