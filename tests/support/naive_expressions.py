"""The expressions of the naive evaluator that are no control flow, and the scopes that they read."""

from collections.abc import Sequence
from typing import Any

import greenlet

from harnpy.syntax import nodes
from harnpy.syntax.nodes.core import children
from tests.support.naive_values import (
    METHODS,
    MUTATING,
    Fail,
    Function,
    Range,
    Record,
    Unsupported,
    Variant,
    arithmetic,
    at,
    contained,
    copied,
    cut,
    equal,
    kind_of,
    negated,
    no_method,
    part,
    relation,
    show,
    truth,
)


class Return(Exception):
    def __init__(self, value: Any) -> None:
        self.value = value


class Cell:
    def __init__(self, value: Any, mutable: bool) -> None:
        self.value, self.mutable = value, mutable


class Scope:
    def __init__(self, outer: "Scope | None") -> None:
        self.outer = outer
        self.cells: dict[str, Cell] = {}

    def find(self, name: str) -> Cell | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.cells:
                return scope.cells[name]
            scope = scope.outer
        return None

    def declare(self, name: str, value: Any, mutable: bool = False) -> None:
        if name != "_":
            self.cells[name] = Cell(value, mutable)


class Enum:
    def __init__(self, name: str, variants: list[str]) -> None:
        self.name, self.variants = name, variants


def _has_hole(node: nodes.Node) -> bool:
    if isinstance(node, nodes.Ident) and node.name == "_":
        return True
    skipped = nodes.Closure | nodes.InterpolatedString | nodes.Body
    return not isinstance(node, skipped) and any(_has_hole(child) for child in children(node))


class Expressions:
    """Evaluates operators, names, displays, reads and method calls; bodies and calls are the subclass's."""

    builtins: dict[str, Any]

    def unknown(self, node: nodes.Node, scope: Scope) -> Any:
        raise Unsupported(type(node).__name__)

    def call(self, callee: Any, *args: Any) -> Any:
        raise NotImplementedError

    def path(self, node: nodes.Node) -> tuple[str, list[nodes.Node]]:
        steps: list[nodes.Node] = []
        while isinstance(node, nodes.Member | nodes.Index) and not node.optional:
            steps.insert(0, node)
            node = node.object
        if not isinstance(node, nodes.Ident):
            raise Unsupported("place without a name")
        return node.name, steps

    def keys(self, steps: Sequence[nodes.Node], scope: Scope) -> list[tuple[bool, Any]]:
        return [
            (True, one.name) if isinstance(one, nodes.Member) else (False, self.expr(one.index, scope))
            for one in steps
            if isinstance(one, nodes.Member | nodes.Index)
        ]

    def step(self, value: Any, key: tuple[bool, Any]) -> Any:
        return part(value, key[1]) if key[0] else at(value, key[1])

    def walk(self, value: Any, keys: Sequence[tuple[bool, Any]]) -> Any:
        for key in keys:
            value = self.step(value, key)
        return value

    def _wrong(self, shape: str, value: Any, wanted: str) -> Fail:
        return Fail(
            f"Type error: cannot destructure {kind_of(value)} with {shape} pattern — expected {wanted}"
        )

    def expr(self, node: nodes.Node, scope: Scope) -> Any:
        return getattr(self, "on_" + type(node).__name__, self.unknown)(node, scope)

    def on_Int(self, node: Any, scope: Scope) -> Any:
        return node.value

    on_Float = on_Bool = on_Str = on_RawStr = on_Int

    def on_Nil(self, node: nodes.Nil, scope: Scope) -> None:
        return None

    def on_InterpolatedString(self, node: nodes.InterpolatedString, scope: Scope) -> str:
        values = [one if isinstance(one, str) else self.expr(one, scope) for one in node.parts]
        return "".join(show(one) for one in values)

    def on_Ident(self, node: nodes.Ident, scope: Scope) -> Any:
        cell = scope.find(node.name)
        if cell is not None:
            if isinstance(cell.value, Enum | nodes.Node):
                raise Unsupported("type as a value")
            return copied(cell.value)
        if node.name in self.builtins:
            return Function(None, None, node.name, self.builtins[node.name])
        raise Unsupported("unknown name")

    def on_ListLit(self, node: nodes.ListLit, scope: Scope) -> list[Any]:
        return self.arguments(node.items, scope)

    def arguments(self, items: Sequence[nodes.Expr], scope: Scope) -> list[Any]:
        values: list[Any] = []
        for item in items:
            if not isinstance(item, nodes.Spread):
                values.append(self.expr(item, scope))
                continue
            more = self.expr(item.expr, scope)
            if not isinstance(more, list):
                raise self._wrong("[...]", more, "list")
            values.extend(more)
        return values

    def on_DictLit(self, node: nodes.DictLit, scope: Scope) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for entry in node.entries:
            if isinstance(entry.value, nodes.Spread):
                more = self.expr(entry.value.expr, scope)
                if not isinstance(more, dict):
                    raise self._wrong("{...}", more, "dict")
                made.update(more)
                continue
            assert entry.key is not None
            key = show(self.expr(entry.key, scope))
            made[key] = self.expr(entry.value, scope)
        return made

    def on_StructConstruct(self, node: nodes.StructConstruct, scope: Scope) -> Record:
        if scope.find(node.name) is None:
            raise Unsupported("unknown struct")
        fields = {entry.key.value: self.expr(entry.value, scope) for entry in node.entries}  # type: ignore[union-attr] # literal keys
        return Record(node.name, fields)

    def on_Closure(self, node: nodes.Closure, scope: Scope) -> Function:
        return Function(node, scope, "<closure>")

    def on_UnaryOp(self, node: nodes.UnaryOp, scope: Scope) -> Any:
        value = self.expr(node.operand, scope)
        return negated(value) if node.op == "-" else not truth(value)

    def on_BinaryOp(self, node: nodes.BinaryOp, scope: Scope) -> Any:
        op = node.op
        if op == "|>":
            return self.pipe(node, scope)
        left = self.expr(node.left, scope)
        if op == "&&":
            return truth(left) and truth(self.expr(node.right, scope))
        if op == "||":
            return truth(left) or truth(self.expr(node.right, scope))
        if op == "??":
            return self.expr(node.right, scope) if left is None else left
        right = self.expr(node.right, scope)
        if op in ("==", "!="):
            return equal(left, right) == (op == "==")
        if op in ("in", "not_in"):
            return contained(left, right) == (op == "in")
        if op in ("<", ">", "<=", ">="):
            return relation(op, left, right)
        return arithmetic(op, left, right)

    def pipe(self, node: nodes.BinaryOp, scope: Scope) -> Any:
        value = self.expr(node.left, scope)
        if _has_hole(node.right):
            inner = Scope(scope)
            inner.cells["_"] = Cell(value, mutable=False)
            try:
                return self.expr(node.right, inner)
            except Return as outcome:
                return outcome.value
        callee = self.expr(node.right, scope)
        if not isinstance(callee, Function):
            raise Fail(f"Type error: cannot pipe into {kind_of(callee)}")
        return self.call(callee, value)

    def on_RangeExpr(self, node: nodes.RangeExpr, scope: Scope) -> Range:
        start, end = self.expr(node.start, scope), self.expr(node.end, scope)
        for bound in (start, end):
            if type(bound) is not int:
                raise Fail(f"Type error: range bounds must be int, got {kind_of(bound)}")
        return Range(start, end, node.inclusive)

    def on_Ternary(self, node: nodes.Ternary, scope: Scope) -> Any:
        return self.expr(node.then if truth(self.expr(node.condition, scope)) else node.otherwise, scope)

    def _enum(self, node: nodes.Node, scope: Scope) -> Enum | None:
        cell = scope.find(node.name) if isinstance(node, nodes.Ident) else None
        return cell.value if cell is not None and isinstance(cell.value, Enum) else None

    def on_Member(self, node: nodes.Member, scope: Scope) -> Any:
        enum = self._enum(node.object, scope)
        if enum is not None:
            return Variant(enum.name, node.name, [])
        value = self.expr(node.object, scope)
        if node.optional:
            try:
                return part(value, node.name)
            except Fail:
                return None
        return part(value, node.name)

    def on_Index(self, node: nodes.Index, scope: Scope) -> Any:
        value = self.expr(node.object, scope)
        if node.optional and value is None:
            return None
        return at(value, self.expr(node.index, scope))

    def on_Slice(self, node: nodes.Slice, scope: Scope) -> Any:
        value = self.expr(node.object, scope)
        start = None if node.start is None else self.expr(node.start, scope)
        end = None if node.end is None else self.expr(node.end, scope)
        return cut(value, start, end)

    def on_Call(self, node: nodes.Call, scope: Scope) -> Any:
        callee = self.expr(node.callee, scope)
        return self.call(callee, *self.arguments(node.args, scope))

    def on_MethodCall(self, node: nodes.MethodCall, scope: Scope) -> Any:
        enum = self._enum(node.object, scope)
        if enum is not None:
            return Variant(enum.name, node.method, self.arguments(node.args, scope))
        if any(node.method in names for names in MUTATING.values()):
            return self.mutating(node, scope)
        value = self.expr(node.object, scope)
        if node.optional and value is None:
            return None
        return self.method(value, node.method, self.arguments(node.args, scope))

    def mutating(self, node: nodes.MethodCall, scope: Scope) -> Any:
        args = self.arguments(node.args, scope)
        root, steps = self.path(node.object)
        cell = scope.find(root)
        if cell is None or not cell.mutable:
            raise Unsupported("mutating method on what is no let")
        value = self.walk(cell.value, self.keys(steps, scope))
        if node.method in MUTATING.get(type(value), ()):
            # Its own copy is changed and written back, as callbacks may look at the variable.
            changed = METHODS[type(value)][node.method](self.call, value, args)
            return copied(changed)
        return self.method(copied(value), node.method, args)

    def method(self, value: Any, name: str, args: list[Any]) -> Any:
        entry = value.get(name) if isinstance(value, dict) and name not in METHODS[dict] else None
        if isinstance(entry, Function):
            return self.call(entry, *args)
        if isinstance(value, Record):
            return None
        found = METHODS.get(type(value), {}).get(name)
        if found is None:
            raise no_method(value, name)
        return found(self.call, value, args)

    def on_TryOperator(self, node: nodes.TryOperator, scope: Scope) -> Any:
        value = self.expr(node.operand, scope)
        if not (isinstance(value, Variant) and value.enum == "Result"):
            raise Fail(f"Type error: ? operator requires a Result value, got {kind_of(value)}")
        if value.name == "Err":
            raise Return(value)
        return value.fields[0]

    def on_NonNullAssert(self, node: nodes.NonNullAssert, scope: Scope) -> Any:
        value = self.expr(node.operand, scope)
        if value is None:
            raise Fail("non-null assertion failed: value was nil (unwrap_nil)")
        return value

    def on_TryStar(self, node: nodes.TryStar, scope: Scope) -> Any:
        return self.expr(node.operand, scope)

    def on_YieldExpr(self, node: nodes.YieldExpr, scope: Scope) -> None:
        value = None if node.value is None else self.expr(node.value, scope)
        parent = greenlet.getcurrent().parent
        assert parent is not None
        parent.switch((False, value))
