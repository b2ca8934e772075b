"""Callables: parameters, entry checks, versions, tail calls, generators, closures (lowering.md 10, 11)."""

import ast as pyast
from collections.abc import Sequence

from harnpy.base.mangle import mangle, shadow
from harnpy.base.spans import Span
from harnpy.lowering import emit
from harnpy.lowering.callgraph import VALUES
from harnpy.lowering.calls import arguments_of, known_function
from harnpy.lowering.context import DROP, RETURN, Context, ExprHandler, Loop, StmtHandler
from harnpy.lowering.ownership import owned_symbols
from harnpy.lowering.specs import Spec, admits_everything, inline_classes
from harnpy.semantics.symbols import Symbol, SymbolKind
from harnpy.syntax.nodes import (
    BinaryOp,
    Body,
    Call,
    Closure,
    Expr,
    FnDecl,
    Ident,
    ListType,
    Node,
    Parallel,
    Pipeline,
    SpawnExpr,
    Spread,
    ToolDecl,
    TypedParam,
)
from harnpy.syntax.visit import NodeTable

EXPRESSIONS: NodeTable[ExprHandler] = NodeTable("callable expressions")
STATEMENTS: NodeTable[StmtHandler] = NodeTable("callable declarations")

CLOSURE = "_closure"
"""Python name of every function without a name of its own."""

BOUNCE = "_b"
"""Hidden argument of functions that end in a call which cannot become a loop."""

_TAIL_YIELDING = (Closure, ToolDecl, Pipeline, SpawnExpr, Parallel)


class Definition:
    """One Python function to make: its node, its Python name, the name messages use, parameters and body."""

    def __init__(self, node: Node, python: str, name: str, params: Sequence[TypedParam], body: Body) -> None:
        self.node = node
        self.python = python
        self.name = name
        self.params = params
        self.body = body

    @property
    def tail(self) -> str:
        """Where the value of the body's tail goes: a `fn` drops it."""
        return RETURN if isinstance(self.node, _TAIL_YIELDING) else ""


def definition_of(node: Node) -> Definition:
    """The definition of a callable node."""
    if isinstance(node, (FnDecl, ToolDecl, Pipeline)):
        return Definition(node, mangle(node.name), node.name, node.params, node.body)
    if isinstance(node, Closure):
        return Definition(node, CLOSURE, "<closure>", node.params, node.body)
    assert isinstance(node, (SpawnExpr, Parallel))
    return Definition(node, CLOSURE, "<closure>", (), node.body)


def define(parent: Context, made: Definition) -> pyast.FunctionDef:
    """Lower a callable to a Python function definition."""
    module = parent.module
    owner = module.owner_of(made.node)
    cx = Context(module, parent.tables, owner, parent)
    if parent.parent is None:
        cx.owned = owned_symbols((*made.params, made.body), module.bindings)
    else:
        cx.owned = parent.owned
    span = made.node.span
    names = [_symbol(cx, one) for one in made.params]
    for symbol in names:
        cx.settle(symbol)
    body = _generator(cx, made) if owner.has_yield else _body(cx, made)
    declared = _scope_declarations(cx, span)
    params = _parameters(cx, made, names)
    if cx.bounces:
        params.kwonlyargs.append(pyast.arg(BOUNCE, None, None, **span.position))
        params.kw_defaults.append(emit.const(False, span))
    return emit.define(made.python, params, [*declared, *cx.prologue, *body], span)


def _symbol(cx: Context, node: Node) -> Symbol:
    symbol = cx.symbol(node)
    assert symbol is not None, "the resolver gives every parameter a symbol"
    return symbol


def _parameters(cx: Context, made: Definition, names: list[Symbol]) -> pyast.arguments:
    span = made.node.span
    plain = [one.python for one, param in zip(names, made.params, strict=True) if not param.rest]
    rest = next((one.python for one, param in zip(names, made.params, strict=True) if param.rest), None)
    if isinstance(made.node, Parallel):
        variable = made.node.variable
        symbol = cx.symbol(variable) if variable is not None else None
        plain = [symbol.python if symbol is not None else "_t0"]
    omitted = sum(param.default is not None for param in made.params)
    defaults = [emit.abi("_M", span) for _ in range(omitted)]
    return emit.parameters(plain, defaults, rest, span)


def _scope_declarations(cx: Context, span: Span) -> list[pyast.stmt]:
    found: list[pyast.stmt] = []
    if cx.assigned_globals:
        found.append(emit.global_names(sorted(cx.assigned_globals), span))
    if cx.assigned_nonlocals:
        found.append(emit.nonlocal_names(sorted(cx.assigned_nonlocals), span))
    return found


# ---- bodies ----------------------------------------------------------------------------------------


def _generator(cx: Context, made: Definition) -> list[pyast.stmt]:
    """The body becomes an inner generator function; checks run at the first pull."""
    span = made.node.span
    inner = "_body"
    body = cx.capture_run(lambda: _enter_and_run(cx, made))
    declared = _scope_declarations(cx, span)
    handle = "_stream" if isinstance(made.node, FnDecl) and made.node.is_stream else "_gen"
    # Defaults are assigned inside, so the parameters belong to the outer function and are declared so.
    filled = [_symbol(cx, one).python for one in made.params if one.default is not None or one.rest]
    if filled:
        declared.append(emit.nonlocal_names(filled, span))
    if handle == "_stream":
        # What no statement reaches makes a generator function of a body that emits nothing.
        body += [pyast.Return(None, **span.position), emit.effect(pyast.Yield(None, **span.position), span)]
    generator = emit.define(
        made.python, emit.parameters([], [], None, span), [*declared, *cx.prologue, *body], span
    )
    generator.name = inner
    cx.prologue.clear()
    result = emit.support(handle, [emit.name(inner, span)], span)
    return [generator, emit.returns(result, span)]


def _body(cx: Context, made: Definition) -> list[pyast.stmt]:
    if not _has_self_tail_call(cx, made):
        if isinstance(made.node, (FnDecl, Closure)):
            cx.tail_call = _TailCalls(made, None)
        return cx.capture_run(lambda: _versions(cx, made))
    loop = Loop(source=False)
    cx.tail_call = _TailCalls(made, loop)
    cx.loops.append(loop)
    span = made.body.span
    body = cx.capture_run(lambda: _versions(cx, made))
    cx.loops.pop()
    if not (body and isinstance(body[-1], pyast.Return)):
        body.append(emit.returns(emit.const(None, span), span))
    return [emit.loop(emit.const(True, span), body, span)]


def _versions(cx: Context, made: Definition) -> None:
    tested = cx.facts.two_versions(made.node) if isinstance(made.node, FnDecl) else ()
    if not tested:
        _enter_and_run(cx, made)
        return
    span = made.node.span
    names = [emit.name(_symbol(cx, made.params[number]).python, span) for number in tested]
    test = emit.both([emit.is_class(one, "_py_int", span) for one in names], span)
    general = cx.facts
    cx.facts = general.fast(made.node)
    fast = cx.capture_run(lambda: _enter_and_run(cx, made))
    cx.facts = general
    if not (fast and isinstance(fast[-1], (pyast.Return, pyast.Continue))):
        fast.append(emit.returns(emit.const(None, span), span))
    cx.out.append(emit.branch(test, fast, [], span))
    _enter_and_run(cx, made)


def _enter_and_run(cx: Context, made: Definition) -> None:
    for param in made.params:
        _enter(cx, made, param)
    if cx.module.polls_at_entry(made.node):
        cx.out.append(emit.poll(made.node.span))
    cx.statements(made.body.statements, made.tail, made.body.span)


def _enter(cx: Context, made: Definition, param: TypedParam) -> None:
    """Fill the default of a parameter and check its annotation."""
    span = param.span
    symbol = _symbol(cx, param)
    value = emit.name(symbol.python, span)
    spec = cx.module.specs.spec(param.type_expr)
    if param.rest:
        as_list = emit.support("_py_list", [value], span)
        cx.out.append(emit.assign(symbol.python, as_list, span))
        spec = spec if isinstance(param.type_expr, ListType) else ("list", f"list<{spec[1]}>", spec)
        spec = ("any", "list") if admits_everything(spec[2]) else spec  # pyright: ignore[reportArgumentType]  # specs are nested tuples
    check = _check(cx, spec, value, made, param)
    if param.default is None:
        cx.out += check
        return
    default = param.default
    fill = cx.capture_run(lambda: cx.into(default, symbol.python))
    fill += _check_default(cx, spec, value, span, param)
    omitted = emit.compare(value, "is", emit.abi("_M", span), span)
    cx.out.append(emit.branch(omitted, fill, check, span))


def _check(
    cx: Context, spec: Spec, value: pyast.expr, made: Definition, param: TypedParam
) -> list[pyast.stmt]:
    if admits_everything(spec):
        return []
    span = param.span
    contract = cx.module.contract(spec, span)
    parts = [value, contract, emit.const(made.name, span), emit.const(param.name, span)]
    refuse = emit.effect(emit.support("_param", parts, span), span)
    return _unless_class(spec, value, refuse, span)


def _check_default(
    cx: Context, spec: Spec, value: pyast.expr, span: Span, param: TypedParam
) -> list[pyast.stmt]:
    if admits_everything(spec):
        return []
    parts = [value, cx.module.contract(spec, span), emit.const(param.name, span)]
    return _unless_class(spec, value, emit.effect(emit.support("_default", parts, span), span), span)


def _unless_class(spec: Spec, value: pyast.expr, refuse: pyast.stmt, span: Span) -> list[pyast.stmt]:
    """The general check, behind a class test where that decides."""
    classes = inline_classes(spec)
    if classes is None:
        return [refuse]
    tests = [emit.compare(emit.class_of(value, span), "is not", emit.abi(one, span), span) for one in classes]
    return [emit.branch(emit.both(tests, span), [refuse], [], span)]


# ---- tail calls ------------------------------------------------------------------------------------


def _has_self_tail_call(cx: Context, made: Definition) -> bool:
    if not isinstance(made.node, FnDecl) or any(one.rest for one in made.params):
        return False
    if any(_symbol(cx, one).captured for one in made.params):
        return False
    return cx.module.calls_itself_last(made.node)


class _TailCalls:
    """Carries out `return f(…)`: a call of itself is another pass of `loop`, others may bounce."""

    def __init__(self, made: Definition, loop: Loop | None) -> None:
        self.made = made
        self.loop = loop

    def __call__(self, cx: Context, node: Node, span: Span) -> bool:
        callee, args = _called(node)
        if callee is None:
            return False
        symbol = cx.symbol(callee) if isinstance(callee, Ident) else None
        has_spread = any(isinstance(one, Spread) for one in args)
        if symbol is not None and symbol.node is self.made.node and not has_spread and self.loop is not None:
            required = sum(one.default is None for one in self.made.params)
            return len(args) >= required and self._repeat(cx, args, span)
        if self._may_cycle(cx, symbol):
            return _bounced(cx, node, callee, args)
        return False

    def _may_cycle(self, cx: Context, symbol: Symbol | None) -> bool:
        """True for a function that may call this one last again, and for a value that may be anything."""
        if symbol is None or cx.module.owner_of(self.made.node).has_yield:
            return False
        if symbol.kind is SymbolKind.FN:
            return symbol.node is self.made.node or symbol in cx.module.tail_group(self.made.node)
        return symbol.kind in VALUES

    def _repeat(self, cx: Context, args: Sequence[Expr], span: Span) -> bool:
        assert self.loop is not None
        params = self.made.params
        values = cx.operands(args)
        for value, arg in zip(values[len(params) :], args[len(params) :], strict=True):
            cx.deliver(value, DROP, arg.span)
        values = values[: len(params)] + [emit.abi("_M", span) for _ in params[len(values) :]]
        targets: list[pyast.expr] = [emit.store(_symbol(cx, one).python, span) for one in params]
        if len(targets) == 1:
            cx.out.append(emit.assign_to(targets[0], values[0], span))
        elif targets:
            target = pyast.Tuple(targets, emit.STORE, **span.position)
            cx.out.append(emit.assign_to(target, emit.tuple_of(values, span), span))
        cx.jump(self.loop, "continue", span, poll=True)
        return True


def _called(node: Node) -> tuple[Expr | None, Sequence[Expr]]:
    """Callee and arguments of `f(a)` and of `a |> f`."""
    if isinstance(node, Call):
        return node.callee, node.args
    if isinstance(node, BinaryOp) and node.op == "|>" and isinstance(node.right, Ident):
        return node.right, (node.left,)
    return None, ()


def _bounced(cx: Context, node: Node, callee: Expr, args: Sequence[Expr]) -> bool:
    """Return the call to whoever asked for bounces, else make it and all that follow."""
    span = node.span
    if isinstance(node, Call):
        target = cx.expr(callee)
        if known_function(cx, callee) is None:
            target = cx.spill(target, callee.span)
        values = arguments_of(cx, args).values
    else:
        *values, target = cx.operands([*args, callee])
    given = emit.tuple_of(values, span)
    target = cx.simple(target, span)
    given = cx.hold(given, span)
    asked = emit.name(BOUNCE, span)
    bounce = [emit.returns(emit.support("_bounce", [target, given], span), span)]
    cx.out.append(emit.branch(asked, bounce, [], span))
    where = args[-1].span if args else span
    cx.module.tail_sites.add(cx.module.site(where))
    cx.out.append(emit.returns(emit.support("_settle", [target, given], where), span))
    cx.bounces = True
    return True


# ---- closures --------------------------------------------------------------------------------------


@EXPRESSIONS.on(Closure)
def closure(cx: Context, node: Closure) -> pyast.expr:
    """`{ x -> … }` and `fn(x) { … }`."""
    return make_callable(cx, node)


def make_callable(cx: Context, node: Node) -> pyast.expr:
    """Define the function of a closure, task or branch; return its value."""
    made = definition_of(node)
    made.python = cx.module.closure_name(CLOSURE)
    return _captured_by_value(cx, node, define(cx, made))


def _captured_by_value(cx: Context, node: Node, function: pyast.FunctionDef) -> pyast.expr:
    """Make a function; what it captures from a loop pass is bound by a maker, so each pass has its own."""
    span = node.span
    per_pass = [
        one
        for one in sorted(cx.module.owner_of(node).captures, key=lambda one: one.python)
        if one.in_loop and one not in cx.module.globals
    ]
    if not per_pass:
        cx.out.append(function)
        return emit.name(function.name, span)
    maker = cx.module.fresh("_mk")
    names = [one.python for one in per_pass]
    if function.name in names:
        # The function mentions itself through its box, which the maker knows by the same name.
        function.name = shadow(function.name, 0)
    params = emit.parameters(names, [], None, span)
    body: list[pyast.stmt] = [function, emit.returns(emit.name(function.name, span), span)]
    cx.prologue.append(emit.define(maker, params, body, span))
    args = [emit.name(one.python, span) for one in per_pass]
    return emit.call(emit.name(maker, span), args, span)


@STATEMENTS.on(FnDecl)
def function_declaration(cx: Context, node: FnDecl) -> None:
    """A `fn` inside a block, where its turn has come."""
    symbol = _symbol(cx, node)
    made = definition_of(node)
    made.python = symbol.python
    function = define(cx, made)
    per_pass = any(one.in_loop for one in cx.module.owner_of(node).captures)
    if not per_pass and symbol not in cx.module.boxed and symbol.python == function.name:
        cx.store_target(symbol, node.name_span)
        cx.out.append(function)
        return
    if symbol in cx.module.boxed:
        # Its own name is that of its box, which closures of the same pass may hold already.
        function.name = shadow(function.name, 0)
    cx.declare(symbol, _captured_by_value(cx, node, function), node.name_span)
