"""Statements: bindings, assignments, loops and exits (language.md 4.6, 4.9, 5.3)."""

from typing import cast

from harnpy.diagnostics.codes import types as codes
from harnpy.diagnostics.model import Label
from harnpy.semantics.check_access import loosely_read
from harnpy.semantics.check_blocks import declare_name
from harnpy.semantics.check_bodies import Branches, run_body
from harnpy.semantics.check_context import Checking, Loop, Runner, Value
from harnpy.semantics.check_places import assign
from harnpy.semantics.fitting import fit, worded
from harnpy.semantics.generics import flat
from harnpy.semantics.iteration import element_at, element_of_source, is_dict
from harnpy.semantics.kinds_left import warn_of_kinds_left
from harnpy.semantics.narrowing import (
    assigned_in,
    demanded,
    forget_names,
    given,
    merged,
    narrowed_to,
    refine,
)
from harnpy.semantics.ownership import source_of
from harnpy.semantics.type_names import display
from harnpy.semantics.typeforms import (
    DICT,
    LIST,
    NIL,
    UNTYPED,
    Field,
    Gen,
    Shape,
    Tuple,
    Type,
    dict_of,
    list_of,
    members_of,
    optional,
    union,
    widened,
    without_nil,
)
from harnpy.syntax.nodes import (
    Assignment,
    BindDict,
    Binding,
    BindList,
    BindName,
    BindPair,
    Bool,
    BreakStmt,
    BrokenStmt,
    ContinueStmt,
    DeferStmt,
    Expr,
    ForIn,
    Guard,
    MutexBlock,
    Node,
    Require,
    ReturnStmt,
    ScopeBlock,
    Stmt,
    ThrowStmt,
    WhileLoop,
)
from harnpy.syntax.visit import NodeTable

STATEMENTS: NodeTable[Runner] = NodeTable("run statements")


# ---- bindings ----------------------------------------------------------------------------------


@STATEMENTS.on(Binding)
def run_binding(ctx: Checking, node: Node) -> None:
    """The value must fit the annotation; without one the names get the type of the value."""
    binding = cast("Binding", node)
    if not ctx.begin(binding):
        return
    declared = ctx.annotation(binding.type_ann) if binding.type_ann is not None else None
    wanted = None if declared is UNTYPED else declared
    found = ctx.infer(binding.value, wanted)
    if wanted is not None and binding.type_ann is not None:
        note = Label(binding.type_ann.span, "expected type declared here")
        words = worded(codes.BINDING, note, kind=binding.kind, name=binding.pattern.span.text)
        fit(ctx, binding.value, found, wanted, words)
    declare_pattern(ctx, binding, found, wanted)


def declare_pattern(ctx: Checking, binding: Binding, found: Type, declared: Type | None) -> None:
    """Give the names of a binding their types."""
    pattern = binding.pattern
    if isinstance(pattern, BindName):
        symbol = ctx.symbols.get(pattern)
        if symbol is None:
            return
        if declared is not None:
            ctx.values[symbol] = Value(declared, written=True)
            narrowed = narrowed_to(declared, found)
            if narrowed is not None:
                ctx.know((symbol,), narrowed)
        elif found is NIL and binding.kind == "let":
            ctx.values[symbol] = Value(UNTYPED, open=True)
            ctx.know((symbol,), NIL)
        else:
            ctx.values[symbol] = Value(first_type(found))
            source = source_of(binding.value, ctx.symbols)
            if source is not None:
                ctx.sources[symbol] = source
        return
    destructure(ctx, pattern, declared if declared is not None else found)


def first_type(value: Type) -> Type:
    """The type of a name without annotation: literals widened, elements that are only nil forgotten."""
    return _first_type(value, {})


def _first_type(value: Type, known: dict[int, Type]) -> Type:
    """One type, `known` being those found already: the same one may occur very often in a nested one.

    They go by identity, since a shape equals one that somebody annotated.
    """
    found = known.get(id(value))
    if found is None:
        found = known[id(value)] = _made_first(widened(value), known)
    return found


def _made_first(found: Type, known: dict[int, Type]) -> Type:
    if isinstance(found, Gen) and found.args:
        if found.name == "list":
            element = _first_type(found.args[0], known)
            return LIST if element is NIL else list_of(element)
        if found.name == "dict":
            element = _first_type(found.args[-1], known)
            return DICT if element is NIL else dict_of(found.args[0], element)
    if isinstance(found, Shape) and found.fresh:
        fields = tuple(Field(one.name, _first_type(one.type, known), one.optional) for one in found.fields)
        return Shape(fields, found.tail, fresh=True)
    return found


def destructure(ctx: Checking, pattern: BindDict | BindList | BindPair, source: Type) -> None:
    """Give the names of a destructuring pattern their types."""
    whole = without_nil(flat(source))
    if isinstance(pattern, BindPair):
        first, second = _pair(whole)
        declare_name(ctx, pattern.first, first)
        declare_name(ctx, pattern.second, second)
    elif isinstance(pattern, BindDict):
        taken = {one.key for one in pattern.fields if not one.is_rest}
        for one in pattern.fields:
            found = _rest_of_dict(whole, taken) if one.is_rest else _field(whole, one.key)
            _bind(ctx, one.target, found, one.default)
    else:
        for place, item in enumerate(pattern.elements):
            found = list_of(_element(whole, None)) if item.is_rest else _element(whole, place)
            _bind(ctx, item.target, found, item.default)


def _bind(ctx: Checking, target: BindName, found: Type, default: Expr | None) -> None:
    if default is not None:
        bare = without_nil(flat(found))
        found = union((bare, ctx.infer(default, None if bare is UNTYPED else bare)))
    declare_name(ctx, target, widened(found))


def _field(whole: Type, key: str) -> Type:
    found: list[Type] = []
    for one in members_of(whole):
        if isinstance(one, Shape):
            field = one.field(key)
            if field is None:
                return UNTYPED
            if one.fresh:
                found.append(loosely_read(field))
            else:
                found.append(optional(field.type) if field.optional else field.type)
        elif isinstance(one, Gen) and one.name == "dict" and len(one.args) == 2:
            found.append(one.args[1])
        else:
            return UNTYPED
    return union(found)


def _rest_of_dict(whole: Type, taken: set[str]) -> Type:
    if isinstance(whole, Shape):
        fields = tuple(one for one in whole.fields if one.name not in taken)
        return Shape(fields, whole.tail, fresh=whole.fresh)
    return whole if isinstance(whole, Gen) and whole.name == "dict" else UNTYPED


def _element(whole: Type, place: int | None) -> Type:
    if isinstance(whole, Tuple) and place is not None:
        return whole.items[place] if place < len(whole.items) else UNTYPED
    if not isinstance(whole, (Gen, Tuple)):
        return UNTYPED
    return element_of_source(whole) if place is None else element_at(whole)


def _pair(whole: Type) -> tuple[Type, Type]:
    if isinstance(whole, Gen) and whole.name == "Pair" and len(whole.args) == 2:
        return whole.args[0], whole.args[1]
    if isinstance(whole, Tuple) and len(whole.items) == 2:
        return whole.items[0], whole.items[1]
    return UNTYPED, UNTYPED


@STATEMENTS.on(Assignment)
def run_assignment(ctx: Checking, node: Node) -> None:
    """The value must fit what the place is declared to hold."""
    assignment = cast("Assignment", node)
    ctx.targets[assignment.value] = assignment.target
    assign(ctx, assignment)


# ---- loops -------------------------------------------------------------------------------------


@STATEMENTS.on(ForIn)
def run_for(ctx: Checking, node: Node) -> None:
    """The names hold an element; what the body assigns is not known in it, nor behind it."""
    loop = cast("ForIn", node)
    source = ctx.infer(loop.iterable)
    element = element_of_source(source)
    ctx.known = forget_names(ctx.known, assigned_in(ctx, loop.body))
    before, live = ctx.known, ctx.live
    if isinstance(loop.pattern, BindName):
        declare_name(ctx, loop.pattern, element)
    else:
        if isinstance(loop.pattern, BindPair) and is_dict(source):
            ctx.report.error(codes.NOT_PAIRS, loop.iterable.span, found="dict")
        destructure(ctx, loop.pattern, element)
    ctx.frame.loops.append(Loop())
    run_body(ctx, loop.body)
    ctx.frame.loops.pop()
    ctx.known, ctx.live = before, live


@STATEMENTS.on(WhileLoop)
def run_while(ctx: Checking, node: Node) -> None:
    """The body knows the condition; behind the loop it is false, unless `break` left it."""
    loop = cast("WhileLoop", node)
    ctx.known = forget_names(ctx.known, assigned_in(ctx, loop.body) | assigned_in(ctx, loop.condition))
    live = ctx.live
    ctx.infer(loop.condition)
    told, refuted = refine(ctx, loop.condition)
    before = ctx.known
    ctx.known = given(ctx, told)
    here = Loop()
    ctx.frame.loops.append(here)
    run_body(ctx, loop.body)
    ctx.frame.loops.pop()
    endless = isinstance(loop.condition, Bool) and loop.condition.value
    ends = list(here.breaks) if endless else [{**before, **refuted}, *here.breaks]
    ctx.live = live and bool(ends)
    ctx.known = before
    if ends:
        ctx.known = ends[0]
        for one in ends[1:]:
            ctx.known = merged(ctx.known, one)


@STATEMENTS.on(BreakStmt)
def run_break(ctx: Checking, node: Node) -> None:
    """What is known here is known behind the loop; one outside of a loop was reported."""
    if ctx.frame.loops:
        ctx.frame.loops[-1].breaks.append(ctx.known)
        ctx.live = False


@STATEMENTS.on(ContinueStmt)
def run_continue(ctx: Checking, node: Node) -> None:
    """Ends this turn; one outside of a loop was reported and ends nothing."""
    ctx.live = ctx.live and not ctx.frame.loops


# ---- exits -------------------------------------------------------------------------------------


@STATEMENTS.on(ReturnStmt)
def run_return(ctx: Checking, node: Node) -> None:
    """The value must fit the declared result of the callable around it."""
    value = cast("ReturnStmt", node).value
    frame = ctx.frame
    if frame.deferred:
        # Where it stands was reported; what it gives goes nowhere.
        if value is not None:
            ctx.infer(value)
    elif frame.kind in ("gen", "generator"):
        _return_from_generator(ctx, node, value)
    else:
        found = NIL if value is None else ctx.infer(value, frame.result)
        frame.returns.append(found)
        fit(ctx, value or node, found, frame.result, worded(codes.RETURN_VALUE, ctx.result_note()))
    ctx.live = False


def _return_from_generator(ctx: Checking, node: Node, value: Expr | None) -> None:
    found = NIL if value is None else ctx.infer(value)
    if ctx.frame.kind == "generator":
        ctx.report.error(
            codes.RETURN_VALUE,
            (value or node).span,
            expected="Generator<any>",
            found=display(found),
            detail="",
        )


@STATEMENTS.on(ThrowStmt)
def run_throw(ctx: Checking, node: Node) -> None:
    """Leaves the callable, unless something around it catches."""
    value = cast("ThrowStmt", node).value
    warn_of_kinds_left(ctx, node, "`throw`", lenient=True)
    ctx.frame.thrown.append((ctx.infer(value), value.span))
    ctx.live = False


@STATEMENTS.on(Guard)
def run_guard(ctx: Checking, node: Node) -> None:
    """Behind it the condition is true, when the `else` exits."""
    guard = cast("Guard", node)
    ctx.infer(guard.condition)
    told, refuted = refine(ctx, guard.condition)
    ways = Branches(ctx)
    ways.start(demanded(refuted))
    run_body(ctx, guard.else_body)
    ways.end()
    ways.start(told)
    ways.end()
    ways.meet()


@STATEMENTS.on(Require)
def run_require(ctx: Checking, node: Node) -> None:
    """Behind it the condition is true."""
    demand = cast("Require", node)
    ctx.infer(demand.condition)
    if demand.message is not None:
        ctx.infer(demand.message)
    ctx.known = given(ctx, refine(ctx, demand.condition)[0])


# ---- blocks ------------------------------------------------------------------------------------


@STATEMENTS.on(DeferStmt)
def run_defer(ctx: Checking, node: Node) -> None:
    """Runs later, when less is known."""
    body = cast("DeferStmt", node).body
    before, live, changed = ctx.known, ctx.live, assigned_in(ctx, body)
    ctx.known = forget_names(before, frozenset({path[0] for path in before if path[0].reassigned}))
    outer, ctx.frame.deferred = ctx.frame.deferred, True
    run_body(ctx, body)
    ctx.frame.deferred = outer
    ctx.known, ctx.live = forget_names(before, changed), live


@STATEMENTS.on(MutexBlock)
def run_mutex(ctx: Checking, node: Node) -> None:
    """A body under a lock."""
    block = cast("MutexBlock", node)
    if block.key is not None:
        ctx.infer(block.key)
    run_body(ctx, block.body)


@STATEMENTS.on(ScopeBlock)
def run_scope(ctx: Checking, node: Node) -> None:
    """A body whose tasks are joined at its end."""
    run_body(ctx, cast("ScopeBlock", node).body)


@STATEMENTS.on(BrokenStmt)
def run_broken(ctx: Checking, node: Node) -> None:
    """What did not parse was reported; the parts of it that did are looked at."""
    for one in cast("BrokenStmt", node).parts:
        if isinstance(one, (Expr, Stmt)):
            ctx.run(one)
