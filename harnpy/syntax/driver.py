"""The loop over the parse table: tokens in, what the build functions make of them out."""

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter

from harnpy.base.spans import SourceFile, Span
from harnpy.diagnostics.report import Report
from harnpy.syntax.tokens import Token

# What a reduction does: keep its only value, keep one of its values, start a list, lengthen it, build.
UNIT, PICK, FIRST, NEXT, BUILD = range(5)
# How the loop tells builds apart: those that keep one, two or three symbols, any others, what ends the parse.
_ONE, _TWO, _THREE, _OTHERS, _LAST = range(BUILD, BUILD + 5)

# How much longer the lists of the stack get at a time.
_ROOM = 200

ACCEPT = frozenset(("<module>", "<expression>", "<type_alone>", "<signature>"))
"""The start rules: their reduction ends the parse."""

Value = object
RuleRows = Sequence[tuple[str, int, int, str, tuple[int, ...]]]
"""The rules of the parse table as it states them."""

Builder = Callable[..., Value]
Pick = Callable[[list[Value]], tuple[Value, ...]]
Rule = tuple[int, int, str, Builder, tuple[int, ...], Pick]
"""How the loop treats a rule, its length, left side and build function, and where its kept values are: how
far below the top of the stack each, and `_picker` of them."""


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

    def grow(self) -> None:
        """Make room above the stack."""
        self.states += [0] * _ROOM
        self.values += [None] * _ROOM
        self.starts += [0] * _ROOM

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
    """Bind the rows of the table's RULES to build functions and give each the form that the loop reads."""
    linked: list[Rule] = []
    for left, length, action, name, kept in rules:
        depths = tuple([length - 1 - place for place in kept])
        build = builders[name] if action == BUILD else _no_build
        linked.append((_code(left, action, kept), length, left, build, depths, _picker(kept)))
    return Table(rows, linked)


def _code(left: str, action: int, kept: tuple[int, ...]) -> int:
    """How the loop is to treat a rule."""
    if action != BUILD:
        return action
    if left in ACCEPT:
        return _LAST
    if -1 in kept:
        return _OTHERS
    return {1: _ONE, 2: _TWO, 3: _THREE}.get(len(kept), _OTHERS)


def _no_build(*_parts: Value) -> Value:
    """Stands where a rule needs no function."""


def _picker(kept: tuple[int, ...]) -> Pick:
    """A function from the values of all symbols of a rule, and a None for absent ones, to the kept values."""
    if len(kept) > 1:
        return itemgetter(*kept)
    return lambda parts: tuple([parts[place] for place in kept])


def run(table: Table, tokens: Sequence[Token], stack: Stack, context: Context, recover: Recover) -> Value:
    """Parse `tokens`, which END closes, from the start state in `stack`; return the value of the start rule.

    `recover` is called where no action is possible. It repairs the stack and returns the index of the token
    to go on with.

    Raises:
        GaveUp: `recover` raised it.
    """
    rows, rules = table.rows, table.rules
    states, values, starts = stack.states, stack.values, stack.starts
    file, new, span_class = context.file, Span.__new__, Span
    # The lists are longer than the stack, which ends at `top`: to assign is faster than to append and to cut.
    top = len(states) - 1
    stack.grow()
    index = end = 0
    token = tokens[0]
    kind = token.kind
    row = rows[states[top]]
    while True:
        try:
            action = row[kind]
        except KeyError:
            stack.cut(top + 1)
            index = recover(stack, tokens, index)
            token, top = tokens[index], len(states) - 1
            kind, row = token.kind, rows[states[top]]
            stack.grow()
            end = tokens[index - 1].end if index else 0
            continue
        if action >= 0:
            top += 1
            try:
                states[top] = action
            except IndexError:
                stack.grow()
                states[top] = action
            values[top] = token
            starts[top] = token.start
            row = rows[action]
            end = token.end
            index += 1
            token = tokens[index]
            kind = token.kind
            continue
        code, length, left, build, depths, pick = rules[~action]
        if code >= BUILD:
            first = top - length + 1
            # Spelled out: a call of the class costs twice as much.
            span = new(span_class)
            span.file = file
            span.start = starts[first] if length else end
            span.end = end
            if code == _ONE:
                value = build(context, span, values[top - depths[0]])
            elif code == _TWO:
                value = build(context, span, values[top - depths[0]], values[top - depths[1]])
            elif code == _THREE:
                value = build(
                    context, span, values[top - depths[0]], values[top - depths[1]], values[top - depths[2]]
                )
            else:
                value = build(context, span, *pick([*values[first : top + 1], None]))
                if code == _LAST:
                    return value
            top = first
            values[top] = value
        elif code == NEXT:
            item = values[top]
            top -= length - 1
            # A list by the FIRST that came before.
            values[top].append(item)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType] - see above
        elif code == FIRST:
            values[top] = [values[top]]
        elif code == PICK:
            value = values[top - depths[0]]
            top -= length - 1
            values[top] = value
        states[top] = state = rows[states[top - 1]][left]
        row = rows[state]
