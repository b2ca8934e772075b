"""Loops, walked until the state at their head is stable, and what repeats like them."""

from collections.abc import Callable

from harnpy.semantics.facts.cells import STEPS
from harnpy.semantics.facts.conditions import branch
from harnpy.semantics.facts.flow import ROWS, Flow, Jump, State, interrupted, merge, widened
from harnpy.semantics.facts.kinds import (
    CONTAINER,
    DICT,
    NEVER,
    NIL_VALUE,
    OTHER,
    UNKNOWN,
    Value,
    element,
    join,
    restrict,
)
from harnpy.semantics.facts.method_results import entry
from harnpy.semantics.facts.patterns import bind
from harnpy.semantics.facts.trips import item_count, while_trips
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node


def stabilize(flow: Flow, node: Node, walk: Callable[[], State | None]) -> None:
    """Walk a loop until its head is stable.

    `walk` goes once through the loop from `flow.state` and returns the state of the next round's head.
    """
    entry_state = flow.state
    if entry_state is None:
        return
    kept = flow.heads.get(node)
    head = entry_state if kept is None else merge(entry_state, kept)
    rounds = 0
    while head is not None:
        flow.state = head.copy()
        after = merge(head, walk())
        if after is head or after is None:
            break
        rounds += 1
        head = widened(flow, head, after, rounds)
    if head is not None and not flow.world.frozen:
        flow.heads[node] = head


@ROWS.on(nodes.WhileLoop)
def _while(flow: Flow, node: nodes.WhileLoop) -> Value:
    after: list[State | None] = [None]
    before, steps = flow.state or {}, flow.steps

    def walk() -> State | None:
        jump = Jump(False)
        flow.steps = STEPS
        holds, fails = branch(flow, node.condition)
        flow.state = holds
        flow.steps = min(STEPS, steps * while_trips(flow, node, before))
        flow.jumps.append(jump)
        flow.body(node.body)
        flow.jumps.pop()
        after[0] = merge(fails, jump.breaks)
        return merge(flow.state, jump.continues)

    stabilize(flow, node, walk)
    flow.state, flow.steps = after[0], steps
    return NIL_VALUE


@ROWS.on(nodes.ForIn)
def _for(flow: Flow, node: nodes.ForIn) -> Value:
    iterable = flow.expr(node.iterable)
    item = iterated(iterable)
    if not item.mask or flow.state is None:
        return NIL_VALUE
    steps = flow.steps
    flow.steps = min(STEPS, steps * item_count(iterable))
    after: list[State | None] = [None]

    def walk() -> State | None:
        jump = Jump(False)
        start = flow.fork()
        bind(flow, node.pattern, item)
        flow.jumps.append(jump)
        flow.body(node.body)
        flow.jumps.pop()
        again = merge(flow.state, jump.continues)
        after[0] = merge(merge(start, again), jump.breaks)
        return again

    stabilize(flow, node, walk)
    flow.state, flow.steps = after[0], steps
    return NIL_VALUE


def iterated(value: Value) -> Value:
    """What a `for` over `value` yields."""
    if value.mask & OTHER:
        return UNKNOWN
    item = NEVER
    if value.mask & CONTAINER & ~DICT:
        item = element(value)
    if value.mask & DICT:
        item = join(item, entry(restrict(value, DICT)))
    return item


@ROWS.on(nodes.Retry)
def _retry(flow: Flow, node: nodes.Retry) -> Value:
    flow.expr(node.count)
    result = [NEVER]
    steps, flow.steps = flow.steps, STEPS
    after: list[State | None] = [None]

    def walk() -> State | None:
        before = flow.fork()
        frame: State = {}
        flow.frames.append(frame)
        result[0] = flow.body(node.body)
        flow.frames.pop()
        after[0] = flow.state
        return interrupted(before, frame)

    stabilize(flow, node, walk)
    flow.state, flow.steps = after[0], steps
    return result[0]


@ROWS.on(nodes.BreakStmt)
def _break(flow: Flow, node: nodes.BreakStmt) -> Value:
    leap(flow, True)
    return NIL_VALUE


@ROWS.on(nodes.ContinueStmt)
def _continue(flow: Flow, node: nodes.ContinueStmt) -> Value:
    leap(flow, False)
    return NIL_VALUE


def leap(flow: Flow, breaks: bool) -> None:
    """Go from here to the end or the head of the loop around, through the next cleanup on the way."""
    if flow.jumps:
        jump = flow.jumps[-1]
        if jump.cleanup:
            jump.will_break = jump.will_break or breaks
            jump.will_continue = jump.will_continue or not breaks
        elif breaks:
            jump.breaks = merge(jump.breaks, flow.state)
        else:
            jump.continues = merge(jump.continues, flow.state)
    flow.state = None


def protect(flow: Flow, guarded: Callable[[], Value], cleanup: Callable[[], Value] | None) -> Value:
    """Walk a region and then the cleanup that runs on every way out of it; returns the region's value."""
    if cleanup is None:
        return guarded()
    before, frame, jump = flow.fork(), State(), Jump(True)
    flow.frames.append(frame)
    flow.jumps.append(jump)
    value = guarded()
    flow.jumps.pop()
    flow.frames.pop()
    falls_through = flow.state is not None
    flow.state = interrupted(before, frame)
    cleanup()
    if flow.state is None:
        return NEVER
    end = flow.state
    if jump.will_break:
        flow.state = end.copy()
        leap(flow, True)
    if jump.will_continue:
        flow.state = end.copy()
        leap(flow, False)
    flow.state = end if falls_through else None
    return value if falls_through else NEVER
