"""The loop over the parse table: tokens in, what the build functions make of them out."""

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter

from harnpy.base.spans import SourceFile, Span
from harnpy.diagnostics.report import Report
from harnpy.syntax.tokens import Token

# What a reduction does: keep its only value, keep one of its values, start a list, lengthen it, build.
UNIT, PICK, FIRST, NEXT, BUILD = range(5)
_BUILD_ONE = 5

ACCEPT = frozenset(("<module>", "<expression>", "<type_alone>", "<signature>"))
"""The start rules: their reduction ends the parse."""

Value = object
Rule = tuple[
    int, int, str, "Callable[..., Value] | None", "Callable[[Sequence[Value]], tuple[Value, ...]] | int"
]


class Context:
    """What build functions need besides their parts: the file and the report."""

    __slots__ = ("file", "report")

    def __init__(self, file: SourceFile, report: Report) -> None:
        self.file = file
        self.report = report


class Stack:
    """The parser's stack: states, and for every state but the first a value and where it starts."""

    __slots__ = ("starts", "states", "values")

    def __init__(self, state: int) -> None:
        self.states = [state]
        self.values: list[Value] = []
        self.starts: list[int] = []

    def cut(self, height: int) -> None:
        """Drop everything above `height` values."""
        del self.states[height + 1 :]
        del self.values[height:]
        del self.starts[height:]


class GaveUp(Exception):
    """Recovery found no way to go on; what was parsed so far is on the stack."""


Recover = Callable[[Stack, Sequence[Token], int], int]


def link(
    rules: Sequence[tuple[str, int, int, str, tuple[int, ...]]],
    builders: Mapping[str, Callable[..., Value]],
) -> list[Rule]:
    """Bind the rows of the table's RULES to build functions and give each the form that the loop reads."""
    linked: list[Rule] = []
    for left, length, action, name, kept in rules:
        if action in (UNIT, PICK):
            linked.append((action, length, left, None, kept[0]))
        elif action in (FIRST, NEXT):
            linked.append((action, length, left, None, kept[-1]))
        elif length == 1 and kept == (0,):
            linked.append((_BUILD_ONE, 1, left, builders[name], 0))
        else:
            linked.append((BUILD, length, left, builders[name], _picker(length, kept)))
    return linked


def _picker(length: int, kept: tuple[int, ...]) -> Callable[[Sequence[Value]], tuple[Value, ...]]:
    """A function from all values of a rule to those a builder wants; -1 in `kept` gives None."""
    if kept == tuple(range(length)):
        return tuple
    if -1 not in kept:
        if len(kept) == 0:
            return lambda values: ()
        if len(kept) == 1:
            only = kept[0]
            return lambda values: (values[only],)
        return itemgetter(*kept)
    return lambda values: tuple([None if index < 0 else values[index] for index in kept])


def run(
    rows: Sequence[Mapping[str, int]],
    rules: Sequence[Rule],
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
    states, values, starts = stack.states, stack.values, stack.starts
    file, bottom = context.file, len(rows)
    index = end = 0
    token = tokens[0]
    kind = token.kind
    state = states[-1]
    while True:
        action = rows[state].get(kind, bottom)
        if action < 0:
            code, length, left, build, extra = rules[~action]
            if code == UNIT:
                states[-1] = state = rows[states[-2]][left]
                continue
            if code == _BUILD_ONE:
                values[-1] = build(context, Span(file, starts[-1], end), values[-1])
            elif code == BUILD:
                if length == 0:
                    return build(context, Span(file, end, end), *extra(()))
                start = starts[-length]
                value = build(context, Span(file, start, end), *extra(values[-length:]))
                del values[-length:], starts[-length:], states[-length:]
                values.append(value)
                starts.append(start)
                if len(states) == 1 and left in ACCEPT:
                    return value
                state = rows[states[-1]][left]
                states.append(state)
                continue
            elif code == NEXT:
                item = values[-1]
                del values[1 - length :], starts[1 - length :], states[-length:]
                values[-1].append(item)
                state = rows[states[-1]][left]
                states.append(state)
                continue
            elif code == FIRST:
                values[-1] = [values[-1]]
            else:
                start = starts[-length]
                value = values[extra - length]
                del values[-length:], starts[-length:], states[-length:]
                values.append(value)
                starts.append(start)
                state = rows[states[-1]][left]
                states.append(state)
                continue
            if len(states) == 2 and left in ACCEPT:
                return values[-1]
            states[-1] = state = rows[states[-2]][left]
        elif action < bottom:
            states.append(action)
            values.append(token)
            starts.append(token.start)
            state = action
            end = token.end
            index += 1
            token = tokens[index]
            kind = token.kind
        else:
            index = recover(stack, tokens, index)
            token = tokens[index]
            kind = token.kind
            state = states[-1]
            end = tokens[index - 1].end if index else 0
