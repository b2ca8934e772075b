"""The analysis of one callable: its state at the current program point, and the walk over its nodes."""

from collections.abc import Callable

from harnpy.semantics.facts.growth import Growth, Recursion
from harnpy.semantics.facts.intervals import unbounded, widen
from harnpy.semantics.facts.kinds import (
    BUILTIN,
    CLOSURE,
    NEVER,
    UNKNOWN,
    Value,
    join,
)
from harnpy.semantics.facts.world import TooMuch, World
from harnpy.semantics.symbols import Symbol, SymbolKind
from harnpy.syntax import nodes
from harnpy.syntax.nodes import Node
from harnpy.syntax.visit import NodeTable

State = dict[Symbol, Value]
"""What the unshared locals hold at a program point; a point that cannot be reached has None."""

VARIABLES = frozenset(
    {
        SymbolKind.CONST,
        SymbolKind.LET,
        SymbolKind.PARAM,
        SymbolKind.LOOP,
        SymbolKind.CATCH,
        SymbolKind.ARM,
        SymbolKind.CASE,
        SymbolKind.BRANCH,
    }
)
_CALLABLES = frozenset({SymbolKind.FN, SymbolKind.TOOL, SymbolKind.PIPELINE})
_FREE_ROUNDS, _WIDENED_ROUNDS = 2, 7


class Jump:
    """What `break` and `continue` meet on their way out: a loop, or a cleanup that runs first."""

    __slots__ = ("breaks", "cleanup", "continues", "will_break", "will_continue")

    def __init__(self, cleanup: bool) -> None:
        self.cleanup = cleanup
        self.breaks: State | None = None
        self.continues: State | None = None
        self.will_break = False
        self.will_continue = False


class Flow:
    """Walks one callable with abstract values until its loops are stable.

    heads    state at the head of each loop, kept from run to run: it only grows
    frames   guarded regions around the current point: every value assigned inside them, by symbol
    jumps    loops and cleanups around the current point
    holes    values of `_` in the pipes around the current point
    tries    how often a `?` was met
    assumed  parameters about which more is known than their cells tell
    steps    how often the current point is reached at most in one activation
    steppers for a `while` the locals that every round changes by a literal
    limits   bounds that loop conditions put on locals, for widening
    """

    __slots__ = (
        "assumed",
        "dirty",
        "frames",
        "growths",
        "heads",
        "holes",
        "jumps",
        "limits",
        "node",
        "record",
        "recursion",
        "result",
        "rounds",
        "state",
        "steppers",
        "steps",
        "symbols",
        "tries",
        "variants",
        "world",
    )

    def __init__(self, world: World, node: Node) -> None:
        self.world = world
        self.node = node
        self.symbols = world.bindings.symbols
        self.variants = world.bindings.variants
        self.record = world.record
        self.state: State | None = {}
        self.frames: list[State] = []
        self.jumps: list[Jump] = []
        self.holes: list[Value] = []
        self.heads: dict[Node, State] = {}
        self.growths: dict[Symbol, Growth] = {}
        self.limits: dict[Symbol, tuple[int | None, int | None]] = {}
        self.result = NEVER
        self.dirty = False
        self.rounds = 0
        self.tries = 0
        self.steps = 1
        self.recursion = Recursion()
        self.steppers: dict[Node, dict[Symbol, tuple[str, int]]] = {}
        self.assumed: dict[Node, Value] = {}

    def run(self) -> None:
        """Analyse the callable; again while an assumption made early in the walk was refuted late in it."""
        self.dirty = True
        while self.dirty:
            self.dirty = False
            self.rounds += 1
            self.state, self.result, self.steps = {}, NEVER, 1
            ENTRY.rows[self.node.__class__](self, self.node)

    def expr(self, node: Node) -> Value:
        """Walk a node; returns and records its value (nil for a statement without one)."""
        state = self.state
        if state is None:
            return NEVER
        cls = node.__class__
        if cls is nodes.Ident:
            # Most of what is walked are plain locals; a mention of a function may do more.
            local = state.get(self.symbols.get(node))  # pyright: ignore[reportArgumentType] (None is no key)
            if local is not None and not local.mask & CLOSURE:
                self.record[node] = local
                return local
        self.record[node] = value = _ROWS[cls](self, node)
        return value

    def count(self, statements: int) -> None:
        """Statements are about to be walked."""
        self.world.work -= statements
        if self.world.work < 0:
            raise TooMuch

    def body(self, body: nodes.Body) -> Value:
        """Walk a block; returns its tail value."""
        return STATEMENTS.rows[nodes.Body](self, body)

    def symbol(self, node: Node) -> Symbol | None:
        """The symbol that `node` declares or mentions."""
        return self.symbols.get(node)

    def shared(self, symbol: Symbol) -> bool:
        """May code outside this walk change the binding or its contents between two points of the walk?"""
        if symbol.captured and (symbol.reassigned or symbol.mutated):
            return True
        return symbol.kind is SymbolKind.LET and (symbol.exported or self._living(symbol))

    def _living(self, symbol: Symbol) -> bool:
        return self.world.session and symbol.owner is not None and symbol.owner.parent is None

    def lookup(self, symbol: Symbol) -> Value:
        """What a mention of `symbol` gives here."""
        state = self.state
        value = state.get(symbol) if state is not None else NEVER
        if value is not None:
            return value
        if self._living(symbol):
            return UNKNOWN
        kind = symbol.kind
        if kind in VARIABLES:
            return self.world.read(symbol, self.node) if symbol.captured or symbol.exported else UNKNOWN
        if kind in _CALLABLES:
            return Value(CLOSURE, what=self.callable(symbol))
        if kind is not SymbolKind.BUILTIN:
            return UNKNOWN
        row = self.world.catalog.builtins.get(symbol.name)
        return UNKNOWN if row is not None and "constant" in row.flags else Value(BUILTIN)

    def callable(self, symbol: Symbol) -> nodes.FnDecl | None:
        """The function that `symbol` names, if there is just one."""
        declared = symbol.node
        if symbol.kind is SymbolKind.FN and isinstance(declared, nodes.FnDecl) and not symbol.reassigned:
            return None if declared in self.world.twice or self._living(symbol) else declared
        return None

    def assign(self, symbol: Symbol, value: Value, grows: bool = False) -> None:
        """Bind `symbol` to `value` from here on; `grows` tells that it is its old value plus a small term."""
        if symbol.captured or symbol.exported:
            self.world.write(symbol, value)
            if self.shared(symbol):
                return
        elif self.world.session and self.shared(symbol):
            return
        if self.state is None:
            return
        if symbol.reassigned and not grows:
            growth = self.growths.get(symbol)
            if growth is None:
                growth = self.growths[symbol] = Growth()
            if growth.start(value, self.rounds):
                self.dirty = True
        self.state[symbol] = value
        for frame in self.frames:
            frame[symbol] = join(frame.get(symbol, NEVER), value)

    def refine(self, symbol: Symbol, seen: Value, narrowed: Value) -> None:
        """A test has shown that `symbol`, which held `seen`, holds `narrowed` here."""
        state = self.state
        if state is None or narrowed is seen or state.get(symbol) is not seen:
            return
        if not narrowed.mask and seen.mask:
            self.state = None
        else:
            state[symbol] = narrowed

    def fork(self) -> State | None:
        """A copy of the current state."""
        return None if self.state is None else self.state.copy()

    def leave(self, value: Value) -> None:
        """Note a result of the callable."""
        self.result = join(self.result, value)


ROWS: NodeTable[Callable[..., Value]] = NodeTable("facts")
"""Walk of every expression and statement."""
_ROWS = ROWS.rows
STATEMENTS: NodeTable[Callable[..., Value]] = NodeTable("facts of blocks")
"""Walk of the parts that are neither."""
ENTRY: NodeTable[Callable[..., None]] = NodeTable("facts of callables")
"""Analysis of a callable from its entry."""


def merge(left: State | None, right: State | None) -> State | None:
    """The state where two ways meet; `left` itself when it covers `right`."""
    if left is None or left is right:
        return right
    if right is None:
        return left
    result: State = {}
    changed = False
    for symbol, value in left.items():
        other = right.get(symbol)
        if other is None:
            changed = True
            continue
        joined = value if other is value else join(value, other)
        changed = changed or joined is not value
        result[symbol] = joined
    return result if changed else left


def interrupted(before: State | None, frame: State) -> State | None:
    """The state at any point of a guarded region that began with `before`."""
    if before is None:
        return None
    state = before.copy()
    for symbol, value in frame.items():
        if symbol in state:
            state[symbol] = join(state[symbol], value)
    return state


def widened(flow: Flow, old: State, new: State, rounds: int) -> State:
    """`new`, which covers `old`, with what still grows put on a bound that is likely to hold."""
    result: State = {}
    for symbol, value in new.items():
        before = old[symbol]
        result[symbol] = value if value is before else _put_on_bound(flow, symbol, (before, value), rounds)
    return result


def _put_on_bound(flow: Flow, symbol: Symbol, change: tuple[Value, Value], rounds: int) -> Value:
    before, value = change
    if rounds > _WIDENED_ROUNDS:
        return unbounded(value)
    limited = _limited(flow, symbol, before, value) if rounds <= _FREE_ROUNDS else value
    if limited is not value or rounds < _FREE_ROUNDS:
        return limited
    return widen(before, value, flow.world.thresholds)


def _limited(flow: Flow, symbol: Symbol, before: Value, value: Value) -> Value:
    low, high = flow.limits.get(symbol, (None, None))
    growth = flow.growths.get(symbol)
    if growth is None or growth.dead or not growth.started:
        return value
    growth.used = True
    low = growth.low if low is None else max(growth.low, low + growth.grow_lo)
    high = growth.high if high is None else min(growth.high, high + growth.grow_hi)
    lo, hi = value.lo, value.hi
    if low < lo < before.lo:
        lo = low
    if before.hi < hi < high:
        hi = high
    if lo == value.lo and hi == value.hi:
        return value
    result = Value(value.mask, lo, hi, value.elem, value.what)
    result.fields, result.depth = value.fields, value.depth
    return result
