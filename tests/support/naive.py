"""A second opinion on what programs mean: a slow tree walker over the syntax tree.

Every rule is done in the most obvious way. Scopes are dicts of cells, and reading a variable copies the whole
value, so that no two places ever share one. Nothing of `lowering` or `runtime` is used. What the evaluator
does not know raises `Unsupported`.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import greenlet

from harnpy.base.spans import SourceFile
from harnpy.syntax import nodes
from harnpy.syntax.nodes.core import children
from harnpy.syntax.parser import parse
from tests.support.naive_expressions import Enum, Expressions, Return, Scope
from tests.support.naive_values import (
    Fail,
    Function,
    Generator,
    Range,
    Record,
    Set,
    Unsupported,
    Variant,
    arithmetic,
    copied,
    entries,
    equal,
    kind_of,
    put,
    put_part,
    show,
    truth,
)


def run(text: str) -> tuple[str, str | None]:
    """What a script prints and, when it fails, the text of its error."""
    module, report = parse(SourceFile("main.harn", text))
    if report.has_errors:
        raise Unsupported("syntax error")
    walker = Naive()
    try:
        walker.statements(module.items, Scope(None))
    except Fail as fail:
        return "".join(walker.output), fail.text
    except Return:
        pass
    return "".join(walker.output), None


class Break(Exception):
    pass


class Continue(Exception):
    pass


def _yields(node: nodes.Node) -> bool:
    """Whether a body holds a `yield` of its own."""
    for child in children(node):
        if isinstance(child, nodes.YieldExpr):
            return True
        if not isinstance(child, nodes.FnDecl | nodes.Closure) and _yields(child):
            return True
    return False


_LONGEST, _MOST_LINES = 20_000, 5_000
_KIND_NAMES = frozenset({"int", "string", "bool", "list", "dict", "nil", "set", "range"})


class Naive(Expressions):
    """One run; `output` collects what it prints."""

    def __init__(self) -> None:
        self.output: list[str] = []
        self.builtins = {
            "println": lambda *a: self.write(*a, end="\n"),
            "print": self.write,
            "len": self._len,
            "type_of": kind_of,
            "to_string": show,
            "range": lambda *a: Range(*((0, a[0]) if len(a) == 1 else a), inclusive=False),
            "set": self._set,
            "Ok": lambda x: Variant("Result", "Ok", [x]),
            "Err": lambda x: Variant("Result", "Err", [x]),
            "is_ok": lambda x: isinstance(x, Variant) and (x.enum, x.name) == ("Result", "Ok"),
            "is_err": lambda x: isinstance(x, Variant) and (x.enum, x.name) == ("Result", "Err"),
            "unwrap": self._unwrap,
            "json_parse": json.loads,
        }

    def write(self, *values: Any, end: str = "") -> None:
        self.output.append(" ".join(show(one) for one in values) + end)
        if len(self.output[-1]) > _LONGEST or len(self.output) > _MOST_LINES:
            raise Unsupported("endless output")

    def _len(self, value: Any) -> int:
        if value is None:
            return 0
        if isinstance(value, str | list | dict):
            return len(value)
        if isinstance(value, Set):
            return len(value.items)
        if isinstance(value, Range):
            return len(value.numbers)
        wanted = "string | bytes | list | dict | set | range | nil"
        raise Fail(f"Type error: 'len' parameter `value` expects {wanted}, got {kind_of(value)}")

    def _set(self, *items: Any) -> Set:
        made = Set()
        for item in items:
            inner = item if isinstance(item, list) else item.items if isinstance(item, Set) else [item]
            for one in inner:
                made.add(one)
        return made

    def _unwrap(self, value: Any) -> Any:
        if isinstance(value, Variant) and value.enum == "Result":
            if value.name == "Ok":
                return value.fields[0]
            raise Fail(f"Runtime error: unwrap called on Err: {show(value.fields[0])}")
        return value

    # Bodies and statements.

    def body(self, body: nodes.Body, scope: Scope) -> Any:
        """Run a block in a scope of its own; its tail value."""
        return self.statements(body.statements, Scope(scope))

    def statements(self, items: Sequence[nodes.Node], scope: Scope) -> Any:
        for item in items:
            if isinstance(item, nodes.FnDecl):
                scope.declare(item.name, Function(item, scope, item.name))
            elif isinstance(item, nodes.EnumDecl):
                scope.declare(item.name, Enum(item.name, [one.name for one in item.variants]))
            elif isinstance(item, nodes.StructDecl):
                scope.declare(item.name, item)
        return self._sequence(items, scope)

    def _sequence(self, items: Sequence[nodes.Node], scope: Scope) -> Any:
        tail = None
        for index, item in enumerate(items):
            if isinstance(item, nodes.DeferStmt):
                try:
                    tail = self._sequence(items[index + 1 :], scope)
                finally:
                    self.body(item.body, scope)
                return tail
            tail = self.statement(item, scope)
        return tail

    def statement(self, node: nodes.Node, scope: Scope) -> Any:
        """Run a statement; its value if it has one."""
        if isinstance(node, nodes.Expr):
            return self.expr(node, scope)
        getattr(self, "do_" + type(node).__name__, self.unknown)(node, scope)
        return None

    def do_FnDecl(self, node: nodes.FnDecl, scope: Scope) -> None:
        pass

    do_EnumDecl = do_StructDecl = do_FnDecl

    def do_Binding(self, node: nodes.Binding, scope: Scope) -> None:
        value = self.expr(node.value, scope)
        if node.type_ann is not None and not self.fits(node.type_ann, value):
            assert isinstance(node.pattern, nodes.BindName)
            wanted, name = self.type_text(node.type_ann), node.pattern.name
            raise Fail(f"Type error: binding `{name}` expects {wanted}, got {kind_of(value)}")
        self.bind(node.pattern, value, scope, node.kind == "let")

    def bind(self, pattern: nodes.Node, value: Any, scope: Scope, mutable: bool) -> None:
        """Bind the names of a pattern; its defaults see none of them."""
        if isinstance(pattern, nodes.BindName):
            scope.declare(pattern.name, value, mutable)
            return
        found: list[tuple[str, Any]] = []
        if isinstance(pattern, nodes.BindDict):
            if not isinstance(value, dict):
                raise self._wrong("{...}", value, "dict")
            for field in pattern.fields:
                if field.is_rest:
                    named = {one.key for one in pattern.fields if not one.is_rest}
                    found.append((field.target.name, {k: v for k, v in value.items() if k not in named}))
                else:
                    item = self._or_default(value.get(field.key), field.default, scope)
                    found.append((field.target.name, item))
        elif isinstance(pattern, nodes.BindList):
            if not isinstance(value, list):
                raise self._wrong("[...]", value, "list")
            for index, element in enumerate(pattern.elements):
                if element.is_rest:
                    found.append((element.target.name, value[index:]))
                else:
                    item = value[index] if index < len(value) else None
                    found.append((element.target.name, self._or_default(item, element.default, scope)))
        else:
            raise Unsupported("pair pattern")
        for name, item in found:
            scope.declare(name, item, mutable)

    def _or_default(self, item: Any, default: nodes.Expr | None, scope: Scope) -> Any:
        return self.expr(default, scope) if item is None and default is not None else item

    def do_Assignment(self, node: nodes.Assignment, scope: Scope) -> None:
        root, steps = self.path(node.target)
        cell = scope.find(root)
        if cell is None:
            raise Unsupported("assignment to an unknown name")
        if not cell.mutable:
            self.expr(node.value, scope)
            raise Fail(f"Cannot assign to immutable binding: {root}")
        if not steps:
            if node.op is None:
                cell.value = self.expr(node.value, scope)
            else:
                old = copied(cell.value)
                cell.value = arithmetic(node.op, old, self.expr(node.value, scope))
            return
        if node.op is not None:
            keys = self.keys(steps, scope)
            holder = self.walk(cell.value, keys[:-1])
            old = copied(self.step(holder, keys[-1]))
            value = arithmetic(node.op, old, self.expr(node.value, scope))
        elif len(steps) == 1:
            value = self.expr(node.value, scope)
            keys = self.keys(steps, scope)
        else:
            keys = self.keys(steps, scope)
            value = self.expr(node.value, scope)
        holder = self.walk(cell.value, keys[:-1])
        is_name, key = keys[-1]
        (put_part if is_name else put)(holder, key, value)

    def do_ForIn(self, node: nodes.ForIn, scope: Scope) -> None:
        for item in self.items(self.expr(node.iterable, scope)):
            inner = Scope(scope)
            self.bind(node.pattern, copied(item), inner, mutable=True)
            try:
                self.body(node.body, inner)
            except Break:
                return
            except Continue:
                continue

    def items(self, value: Any) -> Iterator[Any]:
        if isinstance(value, Generator):
            while True:
                done, item = value.pull()
                if done:
                    return
                yield item
        if isinstance(value, list):
            yield from value
        elif isinstance(value, dict):
            yield from entries(value)
        elif isinstance(value, Set):
            yield from list(value.items)
        elif isinstance(value, Range):
            yield from value.numbers

    def do_WhileLoop(self, node: nodes.WhileLoop, scope: Scope) -> None:
        while truth(self.expr(node.condition, scope)):
            try:
                self.body(node.body, scope)
            except Break:
                return
            except Continue:
                continue

    def do_BreakStmt(self, node: nodes.Node, scope: Scope) -> None:
        raise Break

    def do_ContinueStmt(self, node: nodes.Node, scope: Scope) -> None:
        raise Continue

    def do_ReturnStmt(self, node: nodes.ReturnStmt, scope: Scope) -> None:
        raise Return(None if node.value is None else self.expr(node.value, scope))

    def do_ThrowStmt(self, node: nodes.ThrowStmt, scope: Scope) -> None:
        raise Fail(self.expr(node.value, scope), thrown=True)

    def do_Guard(self, node: nodes.Guard, scope: Scope) -> None:
        if not truth(self.expr(node.condition, scope)):
            self.body(node.else_body, scope)

    def do_Require(self, node: nodes.Require, scope: Scope) -> None:
        if not truth(self.expr(node.condition, scope)):
            message = "require condition failed" if node.message is None else self.expr(node.message, scope)
            raise Fail(message, thrown=True)

    # Calls.

    def call(self, callee: Any, *args: Any) -> Any:
        if not isinstance(callee, Function):
            raise Fail(f"Type error: Cannot call {show(callee)}")
        if callee.native is not None:
            return callee.native(*args)
        params = callee.node.params
        least = sum(1 for one in params if one.default is None and not one.rest)
        if len(args) < least:
            plural = "" if least == 1 else "s"
            raise Fail(
                f"Arity mismatch: '{callee.name}' expects at least {least} argument{plural}, got {len(args)}"
            )
        given = [copied(one) for one in args]
        if _yields(callee.node.body):
            return self.generator(callee, given)
        return self.enter(callee, given)

    def enter(self, callee: Function, args: list[Any]) -> Any:
        scope = Scope(callee.scope)
        for index, param in enumerate(callee.node.params):
            if param.rest:
                scope.declare(param.name, args[index:])
                continue
            value = args[index] if index < len(args) else self.expr(param.default, scope)
            if param.type_expr is not None and not self.fits(param.type_expr, value):
                wanted = self.type_text(param.type_expr)
                where = f"function '{callee.name}' " if index < len(args) else ""
                raise Fail(
                    f"Type error: {where}parameter '{param.name}' expected {wanted}, "
                    f"got {kind_of(value)} ({show(value)})"
                )
            scope.declare(param.name, value)
        try:
            tail = self.body(callee.node.body, scope)
        except Return as outcome:
            return outcome.value
        return None if isinstance(callee.node, nodes.FnDecl) else tail

    def fits(self, written: nodes.Node, value: Any) -> bool:
        if isinstance(written, nodes.NamedType):
            if written.name == "any":
                return True
            if written.name in ("float", "number"):
                return type(value) in (int, float)
            if written.name in _KIND_NAMES:
                return kind_of(value) == written.name
        if isinstance(written, nodes.UnionType):
            return any(self.fits(one, value) for one in written.members)
        raise Unsupported("type")

    def type_text(self, written: nodes.Node) -> str:
        if isinstance(written, nodes.NamedType):
            return written.name
        raise Unsupported("type")

    def generator(self, callee: Function, args: list[Any]) -> Generator:
        def work() -> tuple[bool, Any]:
            self.enter(callee, args)
            return (True, None)

        inner = greenlet.greenlet(work)

        def pull() -> tuple[bool, Any]:
            if inner.dead:
                return (True, None)
            inner.parent = greenlet.getcurrent()
            return inner.switch()

        return Generator(pull)

    # Control flow with a value.

    def on_Block(self, node: nodes.Block, scope: Scope) -> Any:
        return self.body(node.body, scope)

    def on_IfElse(self, node: nodes.IfElse, scope: Scope) -> Any:
        if truth(self.expr(node.condition, scope)):
            return self.body(node.then, scope)
        if isinstance(node.otherwise, nodes.IfElse):
            return self.expr(node.otherwise, scope)
        return None if node.otherwise is None else self.body(node.otherwise, scope)

    def on_TryExpr(self, node: nodes.TryExpr, scope: Scope) -> Any:
        try:
            value = self.body(node.body, scope)
        except Fail as fail:
            return Variant("Result", "Err", [fail.value])
        done = isinstance(value, Variant) and value.enum == "Result"
        return value if done else Variant("Result", "Ok", [value])

    def on_TryCatch(self, node: nodes.TryCatch, scope: Scope) -> Any:
        try:
            return self._guarded(node, scope)
        finally:
            if node.finally_body is not None:
                self.body(node.finally_body, scope)

    def _guarded(self, node: nodes.TryCatch, scope: Scope) -> Any:
        try:
            return self.body(node.body, scope)
        except Fail as fail:
            if not node.has_catch or not self._catches(node.error_type, fail.value):
                raise
            inner = Scope(scope)
            if node.error_var is not None:
                inner.declare(node.error_var.name, copied(fail.value))
            assert node.catch_body is not None
            return self.body(node.catch_body, inner)

    def _catches(self, written: nodes.Node | None, value: Any) -> bool:
        if written is None:
            return True
        if not isinstance(written, nodes.NamedType):
            raise Unsupported("typed catch")
        if written.name in ("string", "int", "float", "bool", "list", "dict"):
            return kind_of(value) == written.name
        if isinstance(value, Variant):
            return value.enum == written.name
        return isinstance(value, Record) and value.name == written.name

    def on_Retry(self, node: nodes.Retry, scope: Scope) -> Any:
        left = self.expr(node.count, scope)
        while True:
            try:
                return self.body(node.body, scope)
            except Fail:
                left -= 1
                if left <= 0:
                    raise

    def on_MatchExpr(self, node: nodes.MatchExpr, scope: Scope) -> Any:
        value = self.expr(node.value, scope)
        for arm in node.arms:
            inner = Scope(scope)
            if not self.matches(arm.pattern, value, inner):
                continue
            if arm.guard is None or truth(self.expr(arm.guard, inner)):
                return self.body(arm.body, inner)
        raise Fail("No match arm matched the value", thrown=True)

    def matches(self, pattern: nodes.Node, value: Any, scope: Scope) -> bool:
        if isinstance(pattern, nodes.PWild):
            return True
        if isinstance(pattern, nodes.PBind):
            scope.declare(pattern.name, copied(value))
            return True
        if isinstance(pattern, nodes.PLit | nodes.PExpr):
            return equal(value, self.expr(pattern.value, scope))
        if isinstance(pattern, nodes.POr):
            return any(self.matches(one, value, scope) for one in pattern.alternatives)
        if isinstance(pattern, nodes.PDict):
            return isinstance(value, dict) and all(
                self.matches(inner, value.get(key), scope) for key, inner in pattern.entries
            )
        if isinstance(pattern, nodes.PList):
            return self._matches_list(pattern, value, scope)
        assert isinstance(pattern, nodes.PEnum)
        enum = pattern.enum or ("Result" if pattern.variant in ("Ok", "Err") else None)
        if enum is None:
            raise Unsupported("bare variant pattern")
        if not isinstance(value, Variant) or (value.enum, value.name) != (enum, pattern.variant):
            return False
        fields = value.fields + [None] * len(pattern.args or ())
        return all(self.matches(one, fields[i], scope) for i, one in enumerate(pattern.args or ()))

    def _matches_list(self, pattern: nodes.PList, value: Any, scope: Scope) -> bool:
        count = len(pattern.items)
        if not isinstance(value, list) or len(value) < count:
            return False
        if pattern.rest is None and len(value) != count:
            return False
        if not all(self.matches(one, value[i], scope) for i, one in enumerate(pattern.items)):
            return False
        return pattern.rest is None or self.matches(pattern.rest, value[count:], scope)
