"""Writes: assignments and mutating calls on places, each after the test that keeps other holders apart.

A place is a name or a path of members and indexes from a name. The object that is changed in place must be
held by nobody else: the root is tested here, in the frame that holds it, by its reference count; objects
deeper in the path are fetched by `_child` and `_childprop`, which do the same for elements (lowering.md 9).
"""

import ast as pyast
from collections.abc import Sequence

from harnpy.base.spans import Span
from harnpy.lowering import emit, guards
from harnpy.lowering.access import property_of, read_index, slot_of
from harnpy.lowering.context import DROP, Context
from harnpy.lowering.function_state import calls_out
from harnpy.semantics.symbols import IMMUTABLE, MUTATING, Symbol, SymbolKind
from harnpy.syntax.nodes import (
    Assignment,
    Expr,
    Ident,
    Index,
    ListLit,
    Member,
    MethodCall,
    Node,
    Str,
)
from harnpy.syntax.visit import walk

Step = Member | Index


def path_of(node: Expr) -> tuple[Ident, list[Step]] | None:
    """The root name and the steps of a place, outermost last; None when `node` is no place."""
    steps: list[Step] = []
    while isinstance(node, (Member, Index)):
        if node.optional:
            return None
        steps.append(node)
        node = node.object
    return (node, steps[::-1]) if isinstance(node, Ident) else None


def writable(symbol: Symbol | None) -> bool:
    """True for a name that may be assigned at run time."""
    return symbol is not None and symbol.kind in (SymbolKind.LET, SymbolKind.LOOP)


# ---- assignments -----------------------------------------------------------------------------------


def assignment(cx: Context, node: Assignment) -> None:
    """`target = value` and `target op= value`."""
    place = path_of(node.target)
    if place is None:
        _assign_to_temporary(cx, node)
        return
    root, steps = place
    symbol = cx.symbol(root)
    if not writable(symbol):
        _refuse(cx, node, root, symbol)
        return
    assert symbol is not None
    if not steps:
        _assign_name(cx, node, root, symbol)
    else:
        _assign_path(cx, node, symbol, root, steps)


def _refuse(cx: Context, node: Assignment, root: Ident, symbol: Symbol | None) -> None:
    cx.deliver(cx.expr(node.value), DROP, node.value.span)
    if symbol is None or symbol.kind not in IMMUTABLE:
        fault = emit.support("_undefined", [emit.const(root.name, root.span)], root.span)
    else:
        fault = emit.support("_immutable", [emit.const(root.name, root.span)], root.span)
    cx.out.append(emit.raises(fault, node.target.span))


def _assign_to_temporary(cx: Context, node: Assignment) -> None:
    """`f().x = v`: everything is evaluated, the write changes a value that nobody sees."""
    target = node.target
    assert isinstance(target, (Member, Index))
    value, held = cx.operands((node.value, target.object))
    held = cx.hold(emit.support("_copy", [held], target.span), target.span)
    key = emit.const(target.name, target.span) if isinstance(target, Member) else cx.expr(target.index)
    write = "_setprop" if isinstance(target, Member) else "_setindex"
    cx.out.append(emit.effect(emit.support(write, [held, key, value], target.span), target.span))


def _assign_name(cx: Context, node: Assignment, root: Ident, symbol: Symbol) -> None:
    if node.op is None:
        cx.assign(symbol, cx.expr(node.value), node.span)
        return
    if node.op == "+" and _extends_in_place(cx, node, symbol):
        return
    current, added = cx.operands((root, node.value))
    left = guards.Operand(cx, root, current)
    right = guards.Operand(cx, node.value, added)
    # Facts about the result of `x op= v` are kept under the assignment itself.
    cx.assign(symbol, guards.operate(cx, node.op, left, right, node), node.span)


def _extends_in_place(cx: Context, node: Assignment, symbol: Symbol) -> bool:
    known = symbol in cx.owned and cx.is_kind(node.target, "list") and isinstance(node.value, ListLit)
    if not known or _changed_by(cx, symbol, node.value):
        return False
    value = cx.expr(node.value)
    call = emit.attribute(cx.load(symbol, node.span), "extend", node.span)
    cx.out.append(emit.effect(emit.call(call, [value], node.span), node.span))
    return True


def _changed_by(cx: Context, symbol: Symbol, value: Expr) -> bool:
    """True when evaluating `value` may write to the local `symbol`."""
    parts = list(walk(value))
    writes = any(isinstance(one, Assignment) or is_mutating(one) for one in parts)
    return writes and any(isinstance(one, Ident) and cx.symbol(one) is symbol for one in parts)


def _assign_path(cx: Context, node: Assignment, symbol: Symbol, root: Ident, steps: Sequence[Step]) -> None:
    """Value first for a single step, computed indexes first for a longer path."""
    if node.op is not None:
        _update_path(cx, node, symbol, root, steps)
        return
    if len(steps) == 1:
        value = _apart(cx, symbol, node.value, cx.simple(cx.expr(node.value), node.value.span))
        step = steps[0]
        if isinstance(step, Index) and calls_out(step.index):
            value = cx.spill(value, node.value.span)
        key = _key(cx, step)
        _write(cx, _Target(root, _own_root(cx, symbol, root), step, key), value)
        cx.release(value, node.value)
        return
    computed = [step.index for step in steps if isinstance(step, Index)]
    *indexes, value = cx.operands([*computed, node.value])
    keys = [indexes.pop(0) if isinstance(step, Index) else _key(cx, step) for step in steps]
    keys = [cx.simple(key, node.target.span) for key in keys]
    value = _apart(cx, symbol, node.value, cx.simple(value, node.value.span))
    holder = _own_path(cx, _own_root(cx, symbol, root), steps[:-1], keys[:-1])
    _write(cx, _Target(None, holder, steps[-1], keys[-1]), value)
    _forget(cx, holder, node.target.span)
    cx.release(value, node.value)


def _apart(cx: Context, symbol: Symbol, node: Node, value: pyast.expr) -> pyast.expr:
    """`value`, in a temporary when it is read from the root itself: what is written into itself is shared."""
    root = cx.load(symbol, node.span)
    own = isinstance(value, pyast.Name) and isinstance(root, pyast.Name) and value.id == root.id
    return cx.hold(value, node.span) if own else value


def _update_path(cx: Context, node: Assignment, symbol: Symbol, root: Ident, steps: Sequence[Step]) -> None:
    assert node.op is not None
    keys = [cx.simple(_key(cx, step), step.span) for step in steps]
    before, added = cx.capture(lambda: cx.expr(node.value))
    if before or calls_out(node.value):
        keys = [cx.spill(key, node.target.span) for key in keys]
    current = _read_path(cx, cx.load(symbol, root.span), root, steps, keys)
    if before or calls_out(node.value):
        current = cx.hold(current, node.target.span)
    cx.out.extend(before)
    left = guards.Operand(cx, node.target, current)
    right = guards.Operand(cx, node.value, added)
    value = cx.hold(guards.operate(cx, node.op, left, right, node), node.span)
    cx.release(left.value, node.target)
    holder = _own_root(cx, symbol, root)
    if len(steps) > 1:
        holder = _own_path(cx, holder, steps[:-1], keys[:-1])
    target = _Target(root if len(steps) == 1 else None, holder, steps[-1], keys[-1])
    _write(cx, target, value)
    _forget(cx, holder, node.span)
    cx.release(value, node)


def _read_path(
    cx: Context, value: pyast.expr, root: Ident, steps: Sequence[Step], keys: Sequence[pyast.expr]
) -> pyast.expr:
    for step, key in zip(steps, keys, strict=True):
        if isinstance(step, Index):
            value = read_index(cx, step, value, key)
        else:
            value = property_of(cx, step.object, value, step.name, step.span)
    return value


def _key(cx: Context, step: Step) -> pyast.expr:
    if isinstance(step, Member):
        return emit.const(step.name, step.name_span)
    return cx.expr(step.index)


def _own_root(cx: Context, symbol: Symbol, root: Ident) -> pyast.expr:
    """Emit the test that makes the root's object unshared; return its read."""
    span = root.span
    if symbol in cx.owned:
        return cx.load(symbol, span)
    if symbol in cx.module.boxed:
        baseline = "_UC"
    elif symbol in cx.module.globals:
        baseline = "_UG"
    else:
        baseline = "_U" if symbol.owner is cx.owner and not symbol.captured else "_UC"
    count = emit.support("_refs", [cx.load(symbol, span)], span)
    test = emit.compare(count, "!=", emit.abi(baseline, span), span)
    copied = emit.support("_copy", [cx.load(symbol, span)], span)
    copying = emit.assign_to(cx.store_target(symbol, span), copied, span)
    cx.out.append(emit.branch(test, [copying], [], span))
    return cx.load(symbol, span)


def _own_path(
    cx: Context, holder: pyast.expr, steps: Sequence[Step], keys: Sequence[pyast.expr]
) -> pyast.expr:
    """Walk to the last holder of a path, making each object on the way unshared."""
    name = cx.temp()
    for step, key in zip(steps, keys, strict=True):
        fetch = "_childprop" if isinstance(step, Member) else "_child"
        cx.out.append(emit.assign(name, emit.support(fetch, [holder, key], step.span), step.span))
        holder = emit.name(name, step.span)
    return holder


def _forget(cx: Context, holder: pyast.expr, span: Span) -> None:
    """Drop the temporary that held an inner container: a stale reference would cost a copy later."""
    if isinstance(holder, pyast.Name) and holder.id.startswith("_t"):
        cx.out.append(emit.assign(holder.id, emit.const(None, span), span))


class _Target:
    """What is written: the unshared holder, the last step and its key; `root` when a name holds it."""

    __slots__ = ("holder", "key", "root", "step")

    def __init__(self, root: Ident | None, holder: pyast.expr, step: Step, key: pyast.expr) -> None:
        self.root = root
        self.holder = holder
        self.step = step
        self.key = key


def _write(cx: Context, target: _Target, value: pyast.expr) -> None:
    span = target.step.span
    if isinstance(target.step, Member):
        _write_property(cx, target, value, span)
    else:
        _write_index(cx, target, value, span)


def _write_property(cx: Context, target: _Target, value: pyast.expr, span: Span) -> None:
    holder, step = target.holder, target.step
    assert isinstance(step, Member)
    slow = emit.effect(emit.support("_setprop", [holder, target.key, value], span), span)
    declaration = cx.facts.struct(target.root) if target.root is not None else None
    if declaration is not None and any(one.name == step.name for one in declaration.fields):
        slot = emit.store_attribute(holder, slot_of(step.name), span)
        cx.out.append(emit.assign_to(slot, value, span))
        return
    item = emit.assign_to(emit.store_subscript(holder, target.key, span), value, span)
    if target.root is not None and cx.is_kind(target.root, "dict"):
        cx.out.append(item)
    else:
        cx.out.append(emit.branch(emit.is_class(holder, "_Dict", span), [item], [slow], span))


def _write_index(cx: Context, target: _Target, value: pyast.expr, span: Span) -> None:
    holder, step = target.holder, target.step
    assert isinstance(step, Index)
    key = cx.simple(target.key, step.index.span)
    value = cx.simple(value, span)
    slow = emit.effect(emit.support("_setindex", [holder, key, value], span), span)
    item = emit.assign_to(emit.store_subscript(holder, key, span), value, span)
    root_kinds = cx.kinds(target.root) if target.root is not None else None
    key_kinds = cx.kinds(step.index)
    if isinstance(step.index, Str) or cx.is_kind(step.index, "string"):
        if root_kinds == frozenset({"dict"}):
            cx.out.append(item)
        else:
            cx.out.append(emit.branch(emit.is_class(holder, "_Dict", span), [item], [slow], span))
        return
    if key_kinds is not None and "int" not in key_kinds:
        cx.out.append(slow)
        return
    tests: list[pyast.expr] = []
    if root_kinds != frozenset({"list"}):
        tests.append(emit.is_class(holder, "_py_list", span))
    if not cx.is_kind(step.index, "int") and not _is_int_constant(key):
        tests.append(emit.is_class(key, "_py_int", span))
    if not isinstance(holder, pyast.Name):
        # Only simple names may stand inside the `try`, else it could swallow a fault of something else.
        cx.out.append(slow)
        return
    fast = emit.attempt([item], [emit.handler("_IndexError", None, [slow], span)], [], span)
    cx.out.append(emit.branch(emit.both(tests, span), [fast], [slow], span) if tests else fast)


def _is_int_constant(value: pyast.expr) -> bool:
    return isinstance(value, pyast.Constant) and value.value.__class__ is int


# ---- mutating calls --------------------------------------------------------------------------------

# Methods that call a function of the program before they are done.
_CALLING_BACK = frozenset({"sort_by"})
_INLINE_LIST = {"push": "append"}


def is_mutating(node: Node) -> bool:
    """True for a call of a method name that changes its receiver."""
    return isinstance(node, MethodCall) and node.method in MUTATING and not node.optional


def _mutate_and_write_back(
    cx: Context,
    node: MethodCall,
    place: tuple[Ident, list[Step], list[pyast.expr]],
    call: tuple[pyast.expr, list[pyast.expr]],
) -> pyast.expr:
    """A method whose callback may give the place another value: the changed receiver goes back to it."""
    span = node.span
    root, steps, keys = place
    holder, args = call
    symbol = cx.symbol(root)
    assert symbol is not None
    changed = cx.hold(holder, span)
    where = node.args[-1].span if node.args else span
    method = emit.const(node.method, node.method_span)
    result = cx.hold(emit.support("_mutate", [changed, method, *args], where), span)
    if not steps:
        cx.assign(symbol, changed, span)
    else:
        outer = _own_root(cx, symbol, root)
        if len(steps) > 1:
            outer = _own_path(cx, outer, steps[:-1], keys[:-1])
        _write(cx, _Target(root if len(steps) == 1 else None, outer, steps[-1], keys[-1]), changed)
        _forget(cx, outer, span)
        _forget(cx, holder, span)
    _forget(cx, changed, span)
    return result


def mutating_call(cx: Context, node: MethodCall, args: list[pyast.expr], wanted: bool) -> pyast.expr:
    """A mutating method on a place whose arguments are lowered (and simple); its result."""
    span = node.span
    place = path_of(node.object)
    symbol = cx.symbol(place[0]) if place is not None else None
    where = node.args[-1].span if node.args else span
    method = emit.const(node.method, node.method_span)
    if place is None or not writable(symbol):
        receiver = cx.expr(node.object)
        return cx.hold(emit.support("_temporary", [receiver, method, *args], where), span)
    assert symbol is not None
    root, steps = place
    args[:] = [_apart(cx, symbol, one, value) for one, value in zip(node.args, args, strict=True)]
    keys = [cx.simple(_key(cx, step), step.span) for step in steps]
    holder = _own_root(cx, symbol, root)
    if steps:
        holder = _own_path(cx, holder, steps, keys)
    if node.method in _CALLING_BACK:
        return _mutate_and_write_back(cx, node, (root, steps, keys), (holder, args))
    slow = emit.support("_mutate", [holder, method, *args], where)
    inline = _INLINE_LIST.get(node.method)
    if inline is None or len(args) != 1 or wanted or not isinstance(holder, pyast.Name):
        result = cx.hold(slow, span)
        _forget(cx, holder, span)
        return result
    fast = emit.effect(emit.call(emit.attribute(holder, inline, span), args, span), span)
    if not steps and cx.is_kind(root, "list"):
        cx.out.append(fast)
    else:
        test = emit.is_class(holder, "_py_list", span)
        cx.out.append(emit.branch(test, [fast], [emit.effect(slow, span)], span))
    _forget(cx, holder, span)
    return emit.const(None, span)
